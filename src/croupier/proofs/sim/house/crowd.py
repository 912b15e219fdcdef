"""Those who make a random evening: players who bet, look and decide, and a pit where things go wrong."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from croupier.proofs.sim.house.account import Box, Setup
from croupier.proofs.sim.house.decks import deck_for
from croupier.proofs.sim.house.incidents import RANKS
from croupier.proofs.sim.house.referee import GAMES, Referee
from croupier.proofs.sim.house.words import dollars

NAMES = ("Ann", "Ben", "Cho", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
MOST_BOXES = {"three-card-poker": 8, "casino-stud": 8, "progressive-holdem": 9}
LIMITS = {
    "ante": ((1000, 100_000), (500, 20_000), (2500, 2500), (50, 10_050), (0, 5000), (1000, 1_000_000)),
    "pair-plus": ((500, 50_000), (100, 333), (1000, 1000)),
    "bonus": ((500, 50_000), (100, 10_000), (1000, 1_000_000), (2500, 2500)),
}
CONTRIBUTIONS = ("0.60", "0.333", "0.0001", "1", "0", "0.125", "0.123456789012", "0.999999999999")
ENDS_THE_ROUND = frozenset({"foreign-card", "deck-count", "shoe-short", "unshuffled", "interruption"})
TROUBLE_IN = {"betting": 0.3, "deciding": 2.5, "pause": 4.0, "settled": 4.0, "void": 3.0}
"""How much more often something goes wrong in a phase; a report before the cards are out mostly ends the round."""
TROUBLE_WHILE_CHOOSING = 6.0
CHOICES = (*("continue",) * 10, *("withdraw",) * 5, "leaves")
KINDS = (
    *("interruption", "foreign-card", "deck-count", "shoe-short", "unshuffled", "exposed", "face-up", "misdealt"),
    *("no-burn", "simultaneous", "dealing-error", "player-count", "dealer-count", "extra-look"),
    *("jackpot-down", "jackpot-up", "other"),
)


def kinds_of(game: str) -> tuple[str, ...]:
    """The incidents that its paragraphs know."""
    return (*KINDS, "community-count") if game == "progressive-holdem" else KINDS


@dataclass(frozen=True, slots=True)
class Manner:
    """How an evening goes: the odds of trouble, of nonsense, of a look, a fold, leaving, and of rare hands."""

    trouble: float
    nonsense: float
    looks: float
    folds: float
    leaves: float
    luck: float
    unnoticed: float = 0.1
    wrong_size: float = 0.1


MANNERS = (
    Manner(trouble=0.01, nonsense=0.02, looks=0.7, folds=0.2, leaves=0.003, luck=0.75),
    Manner(trouble=0.03, nonsense=0.05, looks=0.3, folds=0.3, leaves=0.01, luck=0.7),
    Manner(trouble=0.15, nonsense=0.05, looks=0.2, folds=0.2, leaves=0.01, luck=0.6),
    Manner(trouble=0.10, nonsense=0.05, looks=0.0, folds=0.1, leaves=0.02, luck=0.6),
    Manner(trouble=0.0, nonsense=0.0, looks=0.5, folds=0.1, leaves=0.0, luck=0.85, unnoticed=0.3, wrong_size=0.4),
    Manner(trouble=0.03, nonsense=0.3, looks=0.4, folds=0.4, leaves=0.03, luck=0.5),
)


def random_setup(chance: random.Random, game: str) -> Setup:
    boxes = chance.randint(1, MOST_BOXES[game])
    taken = sorted(chance.sample(range(1, boxes + 1), chance.randint(1, boxes)))
    names = NAMES[: chance.randint(1, min(len(taken), len(NAMES)))]
    limits = {"ante": chance.choice(LIMITS["ante"])}
    for spot in GAMES[game].spots[1:-1]:
        if chance.random() < 0.85:
            limits[spot] = chance.choice(LIMITS[spot])
    setup = Setup(
        game=game,
        device=chance.choice(("shoe", "shoe", "shuffler")),
        boxes=boxes,
        limits=limits,
        players={number: chance.choice(names) for number in taken},
        by_hand=chance.random() < 0.5,
    )
    return with_jackpot(chance, setup) if chance.random() < 0.85 else setup


def with_jackpot(chance: random.Random, setup: Setup) -> Setup:
    """Meters at and around their edges: the reset value, the fixed awards, nothing at all."""
    reset = chance.choice((0, 1, 100_00, 175_00, 50_000_00, 6_000_00, 29_990_00))
    meter = reset + chance.choice((0, 0, 1, 3_00, 123_45, 10_000_00, 75_000_00, 500_000_00))
    if chance.random() < 0.1:
        meter = max(0, reset - chance.choice((1, 10_00, 5_000_00)))
    bet, contribution = chance.choice((5_00, 5_00, 1_00, 2_50, 33)), chance.choice(CONTRIBUTIONS)
    return replace(setup, jackpot_bet=bet, meter=meter, reset=reset, contribution=contribution)


NOTHING_MORE = ""
"""Nobody is left who could bet."""


class Crowd:
    def __init__(self, chance: random.Random, setup: Setup) -> None:
        self.chance = chance
        self.setup = setup
        self.manner = chance.choice(MANNERS)
        self.plan: list[str] = []
        self.trouble = "other"

    def often(self, odds: float) -> bool:
        return self.chance.random() < odds

    def next_deck(self, gone: set[str]) -> tuple[str, ...]:
        """Make up who bets what in the coming round, and a deck that suits them."""
        self.plan = []
        live = 0
        for number, player in self.setup.players.items():
            if player in gone or self.often(0.15):
                continue
            bets = list(self._bets(number))
            live += bool(bets)
            self.plan += bets
        self.chance.shuffle(self.plan)
        return deck_for(self.setup, self.chance, live, self.manner.luck)

    def _bets(self, number: int) -> Iterator[str]:
        for spot in GAMES[self.setup.game].spots:
            odds = 0.92 if spot == "ante" else 0.6
            if not self.often(odds):
                continue
            if spot == "jackpot":
                if self.setup.jackpot_bet is not None:
                    yield f"{number} jackpot {dollars(self.setup.jackpot_bet)}"
            elif spot in self.setup.limits:
                unnoticed = " unnoticed" if self.often(self.manner.unnoticed) else ""
                yield f"{number} {spot} {dollars(self._amount(spot, bool(unnoticed)))}{unnoticed}"

    def _amount(self, spot: str, unnoticed: bool) -> int:
        low, high = self.setup.limits[spot]
        if unnoticed:
            return self.chance.choice((max(1, low - 1), max(1, low // 2), high + 1, high * 2, high, max(low, 1)))
        if self.often(0.05):
            return self.chance.choice((max(1, low - 1), high + 1, high + 777))
        return max(1, self.chance.choice((low, low, high, self.chance.randint(low, high), (low + high) // 2)))

    def next_act(self, referee: Referee) -> str:
        round_ = referee.round
        trouble = self.manner.trouble * (TROUBLE_WHILE_CHOOSING if round_.choosing else TROUBLE_IN[round_.phase])
        if round_.incidents and not round_.over:
            trouble *= 2.0  # it seldom comes alone
        if round_.phase == "betting" and not referee.rounds:
            trouble *= 5.0  # the one window in which no cards have been dealt at all
        if self.often(trouble):
            return self.incident(referee)
        if self.often(self.manner.nonsense):
            return self.anything(referee)
        if self.often(self.manner.leaves):
            return f"{self._anybody()} leaves"
        if round_.choosing:
            number = self.chance.choice(sorted(round_.choosing))
            return f"{number} {self.chance.choice(CHOICES)}"
        return {
            "betting": self._betting,
            "deciding": self._deciding,
            "pause": self._pausing,
            "settled": self._after,
            "void": self._after,
        }[round_.phase](referee)

    def _anybody(self) -> int:
        return self.chance.choice(list(self.setup.players))

    def _betting(self, referee: Referee) -> str:
        if self.plan:
            return self.plan.pop()
        for box in referee.round.boxes.values():
            for spot, bet in box.bets.items():
                if spot == "jackpot" or bet.unnoticed or box.player in referee.gone:
                    continue
                missing = self.setup.limits[spot][0] - bet.amount
                if missing > 0:  # 5.2: they may raise or withdraw it, and some just leave
                    raises, withdraws = f"{box.number} {spot} {dollars(missing)}", f"{box.number} withdraw {spot}"
                    return self.chance.choice((raises, raises, withdraws, withdraws, f"{box.number} leaves"))
        if not referee.objections("close"):
            return "close"
        here = [number for number, player in self.setup.players.items() if player not in referee.gone]
        may_bet = [number for number in here if number not in referee.round.boxes_refused]
        if may_bet:
            return f"{self.chance.choice(may_bet)} ante {dollars(max(1, self.setup.limits['ante'][0]))}"
        return "incident jackpot-up" if here else NOTHING_MORE

    def _deciding(self, referee: Referee) -> str:
        number = self.chance.choice(referee.undecided())
        box = referee.round.boxes[number]
        if self.often(0.02):
            return f"{number} hides"
        if not box.looked and self.often(self.manner.looks) and box.player not in referee.round.first_look:
            return f"{number} look"
        return f"{number} {self._decision(referee, box)}"

    def _decision(self, referee: Referee, box: Box) -> str:
        goes_on, otherwise = referee.game.stages[referee.round.stage - 1]
        if self.often(self.manner.folds):
            return otherwise
        if not self.often(self.manner.wrong_size):
            return goes_on
        proper = referee.game.sizes[goes_on] * box.bets["ante"].amount
        amount = self.chance.choice((proper - 1, proper + 1, proper // 2, proper * 2, proper, 1))
        return f"{goes_on} {dollars(max(amount, 1))}"

    def _pausing(self, referee: Referee) -> str:
        if self.often(0.1):
            return f"{self._anybody()} {self.chance.choice(('hides', 'hides', 'leaves', 'look'))}"
        return "settle"

    def _after(self, referee: Referee) -> str:
        if self.often(0.04 if self.manner.trouble else 0.01):
            return " ".join([f"{self._anybody()} hides", *self._by_somebody()])
        if referee.failure is not None and referee.failure.policy in (None, "close"):
            return self.chance.choice(("incident jackpot-up", "incident jackpot-down policy=without-jackpot"))
        if referee.failure is not None and referee.failure.policy == "disallow" and self.often(0.2):
            return f"incident jackpot-down policy=disallow box={self._some_boxes(referee)}"
        return "next"

    def anything(self, referee: Referee) -> str:
        """Some act of this game, whether it makes sense now or not."""
        number, spots = self._anybody(), self.setup.limits
        game = referee.game
        acts: tuple[Callable[[], str], ...] = (
            lambda: f"{number} {self.chance.choice(game.spots)} {dollars(self.chance.choice((0, 1, 5_00, 25_00, 99)))}",
            lambda: f"{number} {(spot := self.chance.choice(list(spots)))} {dollars(self._amount(spot, False))}",
            lambda: f"{number} withdraw {self.chance.choice((*game.spots, *game.sizes))}",
            lambda: f"{number} {self.chance.choice([d for stage in game.stages for d in stage])}",
            lambda: f"{number} {self.chance.choice(list(game.sizes))} {dollars(self.chance.choice((0, 1, 20_00)))}",
            lambda: f"{number} look",
            lambda: f"{number} hides",
            lambda: f"{number} {self.chance.choice(('continue', 'withdraw'))}",
            lambda: "close",
            lambda: "next",
            lambda: "settle",
        )
        return self.chance.choice(acts)()

    def incident(self, referee: Referee) -> str:
        kind = self.chance.choice(kinds_of(self.setup.game))
        if self.often(0.25):
            kind = self.trouble
        if kind in ENDS_THE_ROUND and not referee.round.over and self.often(0.5):
            kind = "extra-look"
        self.trouble = kind
        return " ".join(["incident", kind, *self._details(referee, kind), *self._by_somebody()])

    def _by_somebody(self) -> Iterator[str]:
        """Usually a person who may say it; sometimes one whose rank may be too low."""
        if self.often(0.15):
            yield f"({self.chance.choice(RANKS)})"

    def _details(self, referee: Referee, kind: str) -> Iterator[str]:
        round_, chance = referee.round, self.chance
        if kind == "exposed":
            yield from self._exposed(referee)
        if kind in ("misdealt", "dealing-error") and self.often(0.4):
            yield f"box={self._some_boxes(referee)}"
        if kind == "misdealt" and self.often(0.5):
            yield f"hands-movable={chance.choice(('true', 'false'))}"
        if kind == "player-count":
            yield f"box={self._some_boxes(referee)}"
        if kind in ("no-burn", "dealing-error", "player-count", "dealer-count", "community-count") and self.often(0.8):
            yield f"reconstructable={chance.choice(('true', 'true', 'false'))}"
        if kind == "simultaneous":
            order = round_.dealt or round_.deck
            place = chance.randrange(len(order) - 1)
            one, two = order[place], order[(place + (1 if self.often(0.9) else 3)) % len(order)]
            if self.often(0.6):
                one, two = two, one
            yield f"first={one}"
            yield f"second={two}"
        if kind == "extra-look":
            yield f"box={self._looked_at_wrongly(referee)}"
            if self.often(0.8):
                yield f"intentional={chance.choice(('true', 'false'))}"
        if kind == "jackpot-down":
            if self.often(0.8):
                yield f"policy={chance.choice(('close', 'disallow', 'without-jackpot'))}"
            if self.often(0.4):
                yield f"box={self._some_boxes(referee)}"
        if kind == "other":
            yield f"ruling={chance.choice(('void', 'continue', 'continue'))}"

    def _looked_at_wrongly(self, referee: Referee) -> int:
        """Mostly another hand of somebody who has looked at one."""
        looks = referee.round.first_look
        others = [box.number for box in referee.round.boxes.values() if looks.get(box.player, box.number) != box.number]
        return self.chance.choice(others) if others and self.often(0.9) else self._anybody()

    def _some_boxes(self, referee: Referee) -> str:
        numbers = [box.number for box in referee.round.boxes.values() if box.in_play and self.often(0.95)]
        numbers = numbers or list(self.setup.players)
        some = self.chance.sample(numbers, min(len(numbers), self.chance.choice((1, 1, 1, 2, 3))))
        return ",".join(map(str, some))

    def _exposed(self, referee: Referee) -> Iterator[str]:
        dealers = self.often(0.4)
        cards = self.chance.choice((1, 1, 1, 1, 2, 2, 3, 5))
        if cards > 1 or self.often(0.2):
            yield f"cards={cards}"
        if dealers:
            yield "dealer=true"
            if referee.game.dealer_covers and cards == 1 and referee.round.dealer and self.often(0.7):
                if self.often(0.9):
                    yield f"card={self.chance.choice(referee.round.dealer)}"
                else:
                    yield f"card={self.chance.choice(referee.round.deck)}"
        elif self.often(0.7):
            yield f"box={self._some_boxes(referee) if self.often(0.2) else self._anybody()}"
