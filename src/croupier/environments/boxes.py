"""Many boxes of one game against the House, each at a decision of a round of its own: the kernel, stopped there.

Box b plays the rounds b, b + N, b + 2 N and so on of `croupier simulate --seed`, one box at the table.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from croupier.base.errors import Unreadable
from croupier.numbers.maths.kernels.boxes import UNSEEN, decide, show
from croupier.numbers.maths.kernels.rounds import deal_many
from croupier.numbers.maths.odds.sanity import check_amounts
from croupier.numbers.maths.odds.sheet import approved
from croupier.numbers.maths.tools.arrays import Floats, Ints
from croupier.numbers.simulation.games import Box, Worths, paid_by_class, refused_words, simulated
from croupier.numbers.simulation.strategies import Strategy
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import NOTHING, Cents, cents

Money = str | int
"""Dollars: a whole number, or a text such as "12.50"."""


class Info(dict[str, Any]):
    """What goes with an observation. "values" are computed when somebody asks for them, for that can take longer."""

    def __init__(self, known: Mapping[str, Any], boxes: "Boxes", stacked: bool) -> None:
        super().__init__(known)
        self._of = boxes.worths, boxes.seen.copy(), boxes.stage.copy(), boxes.bets.copy(), boxes.unit
        self._stacked = stacked

    def __missing__(self, key: str) -> Any:
        if key != "values":
            raise KeyError(key)
        worths, seen, stage, bets, unit = self._of
        found = worths(seen, stage, bets) / unit
        self["values"] = found if self._stacked else found[0]
        return self["values"]

    def __contains__(self, key: object) -> bool:
        return key == "values" or super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        try:
            return self[key]
        except KeyError:
            return default


class Boxes:
    def __init__(self, game: str, number: int, bets: Mapping[Spot, Money | None], meter: Money) -> None:
        self.book = approved(game)
        known = HOUSE_GAMES[self.book.game].bets_in(self.book)
        stakes = {spot: _amount(spot, stake) for spot, stake in bets.items() if stake is not None}
        for spot in stakes:
            if spot not in known:
                raise Unreadable(f"{self.book.key} has no {spot.words} bet; it has {', '.join(known)}")
        self._meter = _amount(Spot.JACKPOT, meter) if Spot.JACKPOT in stakes else NOTHING
        self.unit = stakes[Spot.ANTE]
        check_amounts(self.book, ante=self.unit, side_bets=tuple(stakes.values()), meter=self._meter)
        game_ = simulated(self.book)
        self._box, self.decided = Box(stakes, Strategy()), game_.DECIDED
        self._places = np.array(self.decided.seen)
        self._visible = np.array(self.decided.visible)
        self._lay_out = game_.layer(self.book)
        self._cards_dealt = game_.COMMON + game_.HAND
        self._refused = refused_words(self._cards_dealt)
        paid = paid_by_class(game_, self.book, game_.classes(self.book, stakes))
        self._nets = np.array([0 if each is None else each.net(self._meter) for each in paid]) / self.unit
        self._worths: Worths | None = None
        stages, width = len(self.decided.visible), len(self._places)
        self.number = number
        self.seed = 0
        self.rounds = np.zeros(number, dtype=np.int64)
        """[box]: the number of its round."""
        self.stage, self.bets = np.zeros(number, dtype=np.uint8), np.zeros(number, dtype=np.uint8)
        self._cards = np.zeros((number, width), dtype=np.uint8)
        self._money = np.zeros((number, 2 if stages == 1 else 5))
        self.seen = np.zeros((number, width if stages == 1 else width + 2), dtype=np.uint8)
        self._rewards, self._over = np.zeros(number), np.zeros(number, dtype=np.bool_)

    @property
    def choices(self) -> list[int]:
        """How many values each number of an observation can have."""
        stages = len(self.decided.visible)
        return [UNSEEN + 1] * len(self._places) + ([] if stages == 1 else [stages, 2])

    @property
    def worths(self) -> Worths:
        if self._worths is None:
            self._worths = simulated(self.book).worths(self.book, self._box, self._meter)
        return self._worths

    def deal(self, seed: int) -> None:
        """The first round of each box."""
        self.seed = seed
        self.rounds = np.arange(self.number)
        self.stage[:], self.bets[:] = 0, 0
        self._deal(np.arange(self.number))

    def skip(self) -> None:
        """Gives up the rounds that have begun, for the next of each box."""
        self.rounds += self.number
        self.stage[:], self.bets[:] = 0, 0
        self._deal(np.arange(self.number))

    def act(self, actions: Ints) -> tuple[Floats, Any]:
        """Rewards in antes, and which boxes have come to the end of their round and got cards of the next one."""
        decide(actions, len(self._visible), self.stage, self.bets, self._money, self._rewards, self._over)
        over = np.flatnonzero(self._over)
        if len(over):
            self.rounds[over] += self.number
            self._deal(over)
        else:
            self._show()
        return self._rewards, self._over

    def _deal(self, boxes: Ints) -> None:
        drawn = np.empty((self._cards_dealt, len(boxes)), dtype=np.uint8)
        deal_many(drawn, self._refused, self.seed, self.rounds[boxes])
        ways = np.empty((len(boxes), self._money.shape[1]), dtype=np.int16)
        self._lay_out(drawn, ways)
        if len(boxes) == self.number:
            self._cards, self._money = drawn[self._places].T.copy(), self._nets[ways]
        else:
            self._cards[boxes], self._money[boxes] = drawn[self._places].T, self._nets[ways]
        self._show()

    def _show(self) -> None:
        show(self.seen, self._cards, self._visible, self.stage, self.bets)


def _amount(spot: Spot, money: Money) -> Cents:
    try:
        found = cents(str(money))
    except ValueError as wrong:
        raise Unreadable(f"{spot.words}: {wrong}") from None
    if found <= 0:
        raise Unreadable(f"{spot.words}: expected an amount above 0, got {money!r}")
    return found


def checked(actions: Sequence[int] | Ints, number: int) -> Ints:
    found = np.asarray(actions, dtype=np.int64)
    if found.shape != (number,) or (number and not 0 <= found.min() <= found.max() <= 1):
        raise Unreadable(f"expected {number} actions, each 0 or 1, got {actions!r}")
    return found
