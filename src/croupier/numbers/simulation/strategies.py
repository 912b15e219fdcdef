"""How a box plays: perfectly, by a simple rule, or as a file says. All of these have exact odds."""

import tomllib
from pathlib import Path

import msgspec

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES, HoleCards
from croupier.numbers.maths.holdem.solver import Habit
from croupier.rules.cards import RANKS, Card, with_letters
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.hands import five_card_value, three_card_value

PERFECT, SIMPLE = "perfect", "simple"


class Strategy(Value):
    """Fields that are None are decided perfectly."""

    name: str = PERFECT
    play_from: str | None = None
    """3 Card Poker and Casino Stud: the lowest hand that stays in, "Q-6-4", or in words, "one-pair"."""
    fold: tuple[str, ...] | None = None
    """Progressive Hold'em: hole cards that are folded, such as "72o"."""
    turn: Habit = Habit.BEST
    river: Habit = Habit.BEST

    @property
    def perfect(self) -> bool:
        return self.play_from is None and self.fold is None and self.turn is self.river is Habit.BEST


def lowest_value(words: str, cards: int) -> int:
    """The value of "Q-6-4" or "one-pair" among hands of three or five cards."""
    ranks = with_letters(words).upper().split("-")
    if len(ranks) == cards and all(rank in RANKS for rank in ranks) and len(set(ranks)) == cards:
        hand = [Card(rank + suit) for rank, suit in zip(ranks, "cdhsc", strict=False)]
        return three_card_value(hand) if cards == 3 else five_card_value(hand)
    return qualifying_value(words, cards)


def check_one_hand(strategy: Strategy, cards: int) -> None:
    """For games that are decided once, by one's own hand."""
    if strategy.fold is not None or strategy.turn is not Habit.BEST or strategy.river is not Habit.BEST:
        raise Unreadable(f"strategy {strategy.name}: fold, turn and river are for progressive-holdem; write play-from")
    if strategy.play_from is not None:
        lowest_value(strategy.play_from, cards)


def holes_called(words: tuple[str, ...]) -> frozenset[HoleCards]:
    known = {str(hole): hole for hole in ALL_HOLES}
    for each in words:
        if each not in known:
            raise Unreadable(f"fold: {each!r} is not understood; write hole cards such as 22, 72o or K2s")
    return frozenset(known[each] for each in words)


class _File(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    play_from: str | None = None
    fold: tuple[str, ...] | None = None
    turn: Habit = Habit.BEST
    river: Habit = Habit.BEST


def from_file(name: str) -> Strategy:
    """A strategy file: play-from, or fold, turn and river."""
    try:
        found = msgspec.convert(tomllib.loads(Path(name).read_text(encoding="utf-8-sig")), _File)
    except OSError as error:
        raise Unreadable(f"--strategy: {name} cannot be read: {error.strerror}") from None
    except (ValueError, tomllib.TOMLDecodeError) as wrong:
        raise Unreadable(f"--strategy: {name}: {wrong}") from None
    if found.fold is not None:
        holes_called(found.fold)
    return Strategy(Path(name).name, found.play_from, found.fold, found.turn, found.river)
