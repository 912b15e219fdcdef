"""The referee at a house-banked table: it gets every act in words and says what must be refused and what must follow.

It keeps its own account and knows nothing of the engine. `objections` changes nothing; `perform` records the act.
"""

from collections.abc import Sequence
from fractions import Fraction

from croupier.proofs.sim.house import incidents
from croupier.proofs.sim.house.account import NONE, Bet, Box, Cites, Failure, Round, Setup
from croupier.proofs.sim.house.casino_stud import CasinoStud
from croupier.proofs.sim.house.holdem import Holdem
from croupier.proofs.sim.house.papers import Game
from croupier.proofs.sim.house.settling import (
    BoxSettled,
    contributions,
    everything_back,
    pay_claims,
    proper_ante,
    put_together,
)
from croupier.proofs.sim.house.three_card import ThreeCard
from croupier.proofs.sim.house.words import Act, read

GAMES: dict[str, Game] = {game.name: game for game in (ThreeCard(), CasinoStud(), Holdem())}

Grounds = list[Cites]
"""Why an act must be refused: the refusal cites at least what one of these names."""
ACCEPTED: Grounds = []
BY_FORM: Grounds = [NONE]


class Referee:
    def __init__(self, setup: Setup, deck: Sequence[str]) -> None:
        self.setup = setup
        self.game = GAMES[setup.game]
        self.meter = Fraction(setup.meter)
        self.gone: set[str] = set()
        self.failure: Failure | None = None
        self.rounds = 0
        self.round = self._open(deck)

    def _open(self, deck: Sequence[str]) -> Round:
        boxes = {number: Box(number, player) for number, player in sorted(self.setup.players.items())}
        return Round(boxes, self.meter, list(deck))

    @property
    def offers_jackpot(self) -> bool:
        return self.setup.jackpot_bet is not None

    # what must be refused

    def objections(self, words: str) -> Grounds:
        act = read(words)
        round_ = self.round
        if act.verb == "incident":
            return incidents.objections(self, act)
        if round_.choosing and act.verb not in ("continue", "withdraw", "leaves", "next"):
            return [frozenset({"5.10"})]
        match act.verb:
            case "close":
                return self._against_closing()
            case "next":
                return self._against_the_next_round()
            case "settle":
                return ACCEPTED if round_.phase == "pause" else [frozenset({"R-93"})]
        box = round_.boxes[act.box]
        grounds: Grounds = []
        if box.player in self.gone:
            grounds.append(frozenset({"5.5", "R-78"}))
        match act.verb:
            case "bet" | "take-back":
                grounds += self._against_the_window()
                if act.verb == "bet":
                    grounds += self._against_the_bet(box, act)
                elif act.spot not in box.bets:
                    grounds += BY_FORM
            case "look":
                grounds += self._against_looking(box)
            case "decide":
                grounds += self._against_deciding(box, act)
            case "hides":
                grounds += self._against_hiding(box)
                grounds += incidents.against_the_rank(self, act)
            case "continue" | "withdraw":
                if act.box not in round_.choosing:
                    grounds.append(frozenset({"5.10", "R-56"}))
            case "leaves":
                pass
            case _:
                raise AssertionError(words)
        return grounds

    def _against_the_window(self) -> Grounds:
        if self.round.phase == "betting":
            return ACCEPTED
        if self.round.over:
            return [frozenset({"3.2"})]
        return [frozenset({"5.11", self.game.closes})]

    def _against_the_bet(self, box: Box, act: Act) -> Grounds:
        if box.number in self.round.boxes_refused:
            return [frozenset({f"{self.game.after_down}(b)"})]
        assert act.amount is not None and act.spot is not None
        if act.spot != "jackpot":
            if act.spot not in self.setup.limits:
                return [frozenset({"3.3"}), *([frozenset({"3.4"})] if act.amount == 0 else [])]
            return ACCEPTED if act.amount else [frozenset({"3.4"})]
        grounds: Grounds = []
        if not self.offers_jackpot:
            grounds.append(frozenset({"3.3"}))
        if self.round.jackpot_refused:
            grounds.append(frozenset({f"{self.game.after_down}(c)"}))
        if act.amount != self.setup.jackpot_bet or "jackpot" in box.bets:
            grounds.append(frozenset({"3.4"}) if act.amount == 0 else frozenset({"3.4", "R-47"}))
        return grounds

    def _against_closing(self) -> Grounds:
        if grounds := self._against_the_window():
            return grounds
        round_ = self.round
        for box in round_.boxes.values():
            if box.player not in self.gone and any(self._below(spot, bet) for spot, bet in box.bets.items()):
                return [frozenset({"5.2"})]
        if not any(self._would_play(box) for box in round_.boxes.values()):
            return [frozenset({"3.6", "R-60"})]
        return ACCEPTED

    def _would_play(self, box: Box) -> bool:
        """Whether some bet of the box is live once those are back that go back at the close."""
        staying = {spot for spot, bet in box.bets.items() if not self._below(spot, bet)}
        return "ante" in staying or any(self.game.needs_ante(spot) is None for spot in staying)

    def _below(self, spot: str, bet: Bet) -> bool:
        return spot != "jackpot" and not bet.unnoticed and bet.amount < self.setup.limits[spot][0]

    def _against_the_next_round(self) -> Grounds:
        if not self.round.over:
            return [frozenset({"R-93"})] if self.round.phase == "pause" else BY_FORM
        if self.failure is not None and self.failure.policy is None:
            return [frozenset({self.game.after_down})]
        if self.failure is not None and self.failure.policy == "close":
            return [frozenset({f"{self.game.after_down}(a)"})]
        return ACCEPTED

    def _against_acting(self, box: Box) -> Grounds:
        """Looking and deciding need a round under way and a hand in it."""
        round_ = self.round
        if round_.phase not in ("deciding", "pause") or not box.cards:
            return BY_FORM
        return [box.out] if box.out is not None else ACCEPTED

    def _against_looking(self, box: Box) -> Grounds:
        if grounds := self._against_acting(box):
            return grounds
        if self.game.name == "three-card-poker" and not box.live("ante"):
            return [frozenset({"3.14"})]
        if self.round.first_look.get(box.player, box.number) != box.number:
            return [frozenset({"3.7", "R-8"})]
        return ACCEPTED

    def _against_deciding(self, box: Box, act: Act) -> Grounds:
        if grounds := self._against_acting(box):
            return grounds
        round_ = self.round
        if not box.live("ante"):
            return [frozenset({"3.12", "R-18"})]
        if box.folded is not None:
            return BY_FORM
        if round_.phase == "pause":
            return [frozenset({"R-93"})]
        if len(box.decisions) >= round_.stage:
            return [frozenset({"R-9"})]
        if act.spot not in self.game.stages[round_.stage - 1]:
            return BY_FORM
        return [frozenset({"5.3.2", "R-60"})] if act.amount == 0 else ACCEPTED

    def _against_hiding(self, box: Box) -> Grounds:
        if not box.cards or self.round.phase == "void" or box.out is not None or box.hidden:
            return BY_FORM
        if self.game.name == "three-card-poker" and not box.live("ante"):
            return [frozenset({"3.14", "R-18"})]
        if box.folded is not None and self.game.name != "casino-stud":  # R-91 lets a folded hand stay hidden
            return BY_FORM
        return ACCEPTED

    # what must follow

    def perform(self, words: str, deck: Sequence[str] = ()) -> None:
        act = read(words)
        round_ = self.round
        paid_before = round_.paid
        match act.verb:
            case "incident":
                incidents.perform(self, act)
            case "close":
                self._close()
            case "next":
                self._next(deck)
                return
            case "settle":
                self.settle()
                return
            case "bet":
                self._place(round_.boxes[act.box], act)
            case "take-back":
                del round_.boxes[act.box].bets[act.spot or ""]
            case "look":
                box = round_.boxes[act.box]
                box.looked = True
                round_.first_look.setdefault(box.player, box.number)
            case "decide":
                self._decide(round_.boxes[act.box], act)
            case "hides":
                self._hide(round_.boxes[act.box])
            case "leaves":
                self._leave(round_.boxes[act.box].player)
            case "continue":
                round_.boxes[act.box].committed = True
                round_.choosing.discard(act.box)
            case "withdraw":
                self.take_out(act.box, "5.10.3")
            case _:
                raise AssertionError(words)
        if paid_before and round_.phase == "settled":
            self.settle()
        elif round_.phase == "deciding" and act.verb != "look":
            self._go_on()

    def _place(self, box: Box, act: Act) -> None:
        assert act.amount is not None and act.spot is not None
        before = box.bets.get(act.spot)
        if act.spot == "jackpot":
            box.bets["jackpot"] = Bet(act.amount)
            return
        total = act.amount + (before.amount if before else 0)
        high = self.setup.limits[act.spot][1]
        cut = before is not None and before.cut
        if total > high and not act.unnoticed:
            box.bets[act.spot] = Bet(high, False, True)
        else:
            box.bets[act.spot] = Bet(total, act.unnoticed, cut)

    def _close(self) -> None:
        round_ = self.round
        for box in round_.boxes.values():
            for spot, bet in box.bets.items():
                if self._below(spot, bet):
                    bet.back = frozenset({"5.2", "R-82"})
            if not box.live("ante"):
                for spot, bet in box.bets.items():
                    if cites := self.game.needs_ante(spot):
                        bet.back = cites
        self.game.deal(self.setup, round_)
        round_.phase, round_.stage = "deciding", 1

    def _decide(self, box: Box, act: Act) -> None:
        assert act.spot is not None
        box.decisions.append(act.spot)
        if act.spot == "fold":
            box.folded = NONE
        elif act.spot != "check":
            size = self.game.sizes[act.spot] * proper_ante(self.setup, box)
            box.bets[act.spot] = Bet(size if act.amount is None else act.amount)

    def _hide(self, box: Box) -> None:
        box.hidden = True
        if self.game.name == "casino-stud" and box.folded is None:
            box.folded = frozenset({"4.3"})
            box.decisions.append("fold")

    def _leave(self, player: str) -> None:
        round_ = self.round
        self.gone.add(player)
        if round_.paid:
            round_.left_since.add(player)
        for box in round_.boxes.values():
            if box.player == player and box.number in round_.choosing:
                box.committed = True
                round_.choosing.discard(box.number)

    def take_out(self, number: int, *cites: str) -> None:
        self.round.boxes[number].out = frozenset(cites)
        self.round.choosing.discard(number)

    def _go_on(self) -> None:
        """Everything that the dealer does by rule until somebody has something to say."""
        round_ = self.round
        for box in round_.playing():
            if box.player in self.gone and box.live("ante") and len(box.decisions) < len(self.game.stages):
                box.folded = frozenset({"5.5", "R-49"})
                box.decisions.append("fold")
        if round_.choosing:
            return
        while not self.undecided():
            if not self.game.next_street(self.setup, round_):
                break
            if round_.stage < len(self.game.stages):
                round_.stage += 1
        else:
            return
        if any(round_.playing()):
            round_.dealer_shown = True
        if self.setup.by_hand:
            round_.phase = "pause"
        else:
            self.settle()

    def undecided(self) -> list[int]:
        return [
            box.number
            for box in self.round.playing()
            if box.live("ante") and len(box.decisions) < self.round.stage and self.round.phase == "deciding"
        ]

    # money

    def settle(self) -> None:
        round_ = self.round
        settled: dict[int, BoxSettled] = {}
        for box in round_.boxes.values():
            if box.bets:
                settled[box.number] = self.game.settle_box(self.setup, round_, box, self.gone)
        claims = [box.claim for box in settled.values() if box.claim is not None]
        lines, self.meter = pay_claims(claims, self.with_contributions(), self.setup.reset)
        round_.settled = put_together(settled, lines)
        round_.phase, round_.was_paid = "settled", True

    def with_contributions(self) -> Fraction:
        round_ = self.round
        if round_.phase in ("betting", "void"):
            return round_.meter
        staying = [box.number for box in round_.boxes.values() if box.live("jackpot") and box.out is None]
        return round_.meter + contributions(self.setup, round_, keeps=staying)

    def displayed(self) -> int:
        return int((self.meter if self.round.paid else self.with_contributions()) // 1)

    def void(self, *cites: str) -> None:
        round_ = self.round
        round_.phase, round_.void = "void", frozenset(cites)
        round_.choosing.clear()
        self.meter = round_.meter
        lines = {
            box.number: everything_back(box, *cites, self.game.void_returns)
            for box in round_.boxes.values()
            if box.bets
        }
        round_.settled = put_together({number: BoxSettled(back, []) for number, back in lines.items()}, {})

    def _next(self, deck: Sequence[str]) -> None:
        self.rounds += 1
        self.round = self._open(deck)
        if self.failure is not None and self.failure.policy == "without-jackpot":
            self.round.jackpot_refused = True
        elif self.failure is not None and self.failure.policy == "disallow":
            self.round.boxes_refused = self.failure.boxes or frozenset(self.setup.players)
