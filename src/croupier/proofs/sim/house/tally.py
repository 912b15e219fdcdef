"""What an evening has met with, by the referee's account."""

from collections import Counter

from croupier.proofs.sim.house.account import Box, Setup
from croupier.proofs.sim.house.referee import Referee
from croupier.proofs.sim.house.words import Act, read


class Tally:
    def __init__(self, setup: Setup) -> None:
        self.covered: Counter[str] = Counter()
        self.covered[setup.device] += 1
        self.covered["payments made by hand"] += setup.by_hand
        self.covered["no jackpot offered"] += setup.jackpot_bet is None
        self.covered["one player on several boxes"] += len(set(setup.players.values())) < len(setup.players)
        self._when = ""
        self._incidents = self._rounds = 0

    def before(self, referee: Referee) -> None:
        self._when = when(referee)
        self._incidents = len(referee.round.incidents)
        self._rounds = referee.rounds

    def after(self, referee: Referee, words: str, accepted: bool) -> None:
        act = read(words)
        if act.verb == "incident":
            self.covered[f"{act.spot}, {self._when}"] += 1
        if not accepted:
            what = f"{act.verb} {act.spot}" if act.verb in ("bet", "decide", "incident") else act.verb
            self.covered[f"refused: {what}"] += 1
        elif act.verb == "incident":
            for ruled in referee.round.incidents[self._incidents :]:
                self.covered[f"{ruled.kind}: {ruled.ruling}"] += 1
            self.covered["third incident of a round"] += len(referee.round.incidents) >= 3 > self._incidents
        else:
            self._act(referee, act)

    def _act(self, referee: Referee, act: Act) -> None:
        if act.verb in ("leaves", "hides"):
            self.covered[f"{act.verb}, {self._when}"] += 1
        elif act.verb in ("continue", "withdraw"):
            self.covered[f"chooses to {act.verb}"] += 1
        elif act.verb == "look":
            box = referee.round.boxes[act.box]
            self.covered["looks after a blind decision" if box.decisions else "looks"] += 1
        elif act.verb == "decide":
            box = referee.round.boxes[act.box]
            self.covered[f"{act.spot}{'' if box.looked else ', blind'}"] += 1

    def end_of_round(self, referee: Referee) -> None:
        round_ = referee.round
        self.covered[f"rounds {round_.phase}"] += 1
        if round_.phase != "settled" or round_.settled is None:
            return
        self.covered["all boxes out of a settled round (R-55)"] += all(
            box.out is not None for box in round_.boxes.values() if box.cards
        )
        for number, lines in round_.settled.lines.items():
            box = round_.boxes[number]
            for spot, line in lines.items():
                self.covered[f"{spot} {line.result}"] += 1
                for cite in line.must & _TOLD:
                    self.covered[f"{spot} by {cite}"] += 1
            if "jackpot" in lines and lines["jackpot"].result == "win":
                self._jackpot(referee, box, lines["jackpot"].must)
        for awards in round_.settled.awards.values():
            self.covered.update(award.name for award in awards)
        shares = [lines["jackpot"] for lines in round_.settled.lines.values() if "jackpot" in lines]
        self.covered["several shares of the meter in one round"] += sum("R-13" in line.must for line in shares) > 1
        self.covered["parts of a cent in the meter"] += referee.meter.denominator > 1

    def _jackpot(self, referee: Referee, box: Box, cites: frozenset[str]) -> None:
        if "R-12" in cites and "R-13" not in cites:
            self.covered["fixed award rather than a share"] += 1
        self.covered["share of the meter" if "R-13" in cites else "fixed award"] += 1
        if "R-13" in cites and int(referee.meter) == referee.setup.reset:
            self.covered["meter left at its reset value"] += 1


_TOLD = frozenset(
    {
        *("5.1.1", "5.2", "5.2.1", "5.3.1", "5.3.2", "5.4", "5.5", "5.6", "5.10.3", "5.15", "5.18", "5.19", "4.1.1"),
        *("3.12.1", "3.13", "3.14", "4.3", "4.5", "R-91", "3.11.2(a)", "3.12.3(a)", "3.9"),
    }
)
"""Paragraphs on settlement lines that are worth counting."""


def when(referee: Referee) -> str:
    round_ = referee.round
    if round_.choosing:
        return "choosing"
    if round_.phase == "betting":
        return "betting" if referee.rounds else "first bets"
    if round_.phase == "deciding":
        return f"deciding {round_.stage}" if len(referee.game.stages) > 1 else "deciding"
    return {"pause": "pause", "settled": "settled", "void": "void"}[round_.phase]
