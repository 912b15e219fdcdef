"""A hand as the Poker Hand History (PHH) standard tells it: its fields, and its actions in their notation.

Players are `p1`, `p2` … in the order of the deal: p1 sits left of the button, the last one has it. With two
players the arrays of antes and blinds are read backwards: p1 posts the big blind, p2 has the button and posts
the small one.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Any

from croupier.base.values import Value
from croupier.rules.cards import DECK

Chips = int | Decimal
"""As the history writes them: whole, or with decimals; never a float."""

UNKNOWN = "??"
AS_DEALT = "-"
"""Shown, and already written where the cards were dealt."""

VARIANTS = {
    "FT": "fixed-limit Texas hold'em",
    "NT": "no-limit Texas hold'em",
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha hold'em",
    "FO/8": "fixed-limit Omaha hold'em eight or better",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud eight or better",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
STUD = {"F7S", "F7S/8", "FR"}
UNFIXED = {"NT", "NS", "PO", "N2L1D"}
HOLDEM = "NT"


class Verb(StrEnum):
    DEAL_HOLE = "dh"
    DEAL_BOARD = "db"
    BRING_IN = "pb"
    FOLD = "f"
    CHECK_OR_CALL = "cc"
    BET_OR_RAISE = "cbr"
    DISCARD = "sd"
    SHOW_OR_MUCK = "sm"
    NOTHING = ""
    """A comment on its own."""


class Action(Value):
    verb: Verb
    player: int | None = None
    """Who acts, or gets a card: 1 for p1."""
    cards: tuple[str, ...] = ()
    """Cards, some of which may be unknown. Shown: none of them is a muck."""
    amount: Chips | None = None
    """A bet or raise to so much in this betting round."""
    comment: str | None = None


class Hand(Value):
    variant: str
    antes: tuple[Chips, ...]
    starting_stacks: tuple[Chips, ...]
    """Infinite where unknown."""
    actions: tuple[Action, ...]
    blinds_or_straddles: tuple[Chips, ...] | None = None
    """A blind posted to join is negative, as PokerKit has it: it is a live bet that does not move the first turn."""
    bring_in: Chips | None = None
    small_bet: Chips | None = None
    big_bet: Chips | None = None
    min_bet: Chips | None = None
    facts: Mapping[str, Any] = {}
    """The optional fields of the standard."""
    own: Mapping[str, Any] = {}
    """User-defined fields, whose names begin with an underscore, and names that the standard does not know."""

    @property
    def players(self) -> int:
        return len(self.starting_stacks)

    @property
    def finishing_stacks(self) -> tuple[Chips, ...] | None:
        stacks: tuple[Chips, ...] | None = self.facts.get("finishing_stacks")
        return stacks

    @property
    def winnings(self) -> tuple[Chips, ...] | None:
        won: tuple[Chips, ...] | None = self.facts.get("winnings")
        return won

    def name_of(self, player: int) -> str:
        """The name, where the history gives one; else p1, p2 …"""
        names = self.facts.get("players")
        return names[player - 1] if names and names[player - 1] else f"p{player}"


def required(variant: str) -> tuple[str, ...]:
    """The fields that a hand of this variant must have in addition to `variant`."""
    forced = ("bring_in",) if variant in STUD else ("blinds_or_straddles",)
    bets = ("min_bet",) if variant in UNFIXED else ("small_bet", "big_bet")
    return ("antes", *forced, *bets, "starting_stacks", "actions")


_AMOUNT = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,9})?")
_PLAYER = re.compile(r"p([1-9][0-9]?)")
_NOTATION = (
    "d dh pN CARDS, d db CARDS, pN f, pN cc, pN cbr AMOUNT, pN sm, pN sm CARDS, pN sd, pN sd CARDS, pN pb "
    "or a # comment"
)
_KNOWN = frozenset((*DECK, UNKNOWN))


@lru_cache(maxsize=65536)
def parse_action(text: str, players: int) -> Action:
    """Read one action; a ValueError says what is wrong and what is accepted."""
    words, hash_, comment = text.partition("#")
    said = comment.strip() if hash_ else None
    match words.split():
        case []:
            return Action(Verb.NOTHING, comment=said)
        case ["d", "dh", player, cards]:
            return Action(Verb.DEAL_HOLE, _player(player, players), _cards(cards), comment=said)
        case ["d", "db", cards]:
            return Action(Verb.DEAL_BOARD, None, _cards(cards), comment=said)
        case [player, ("f" | "cc" | "pb" | "sd" | "sm") as verb] if player != "d":
            return Action(Verb(verb), _player(player, players), comment=said)
        case [player, "cbr", amount] if player != "d":
            return Action(Verb.BET_OR_RAISE, _player(player, players), amount=_amount(amount), comment=said)
        case [player, "sm", "-"] if player != "d":
            return Action(Verb.SHOW_OR_MUCK, _player(player, players), (AS_DEALT,), comment=said)
        case [player, ("sd" | "sm") as verb, cards] if player != "d":
            return Action(Verb(verb), _player(player, players), _cards(cards), comment=said)
        case _:
            raise ValueError(f"{words.strip()!r} is not an action; expected {_NOTATION}")


def action_text(action: Action) -> str:
    """The action in the notation of the standard."""
    words: list[str] = []
    match action.verb:
        case Verb.NOTHING:
            pass
        case Verb.DEAL_HOLE:
            words = ["d", "dh", f"p{action.player}", "".join(action.cards)]
        case Verb.DEAL_BOARD:
            words = ["d", "db", "".join(action.cards)]
        case _:
            words = [f"p{action.player}", str(action.verb)]
            if action.amount is not None:
                words.append(f"{action.amount:f}" if isinstance(action.amount, Decimal) else str(action.amount))
            if action.cards:
                words.append("".join(action.cards))
    if action.comment is not None:
        words.append(f"# {action.comment}".rstrip())
    return " ".join(words)


def _player(text: str, players: int) -> int:
    match = _PLAYER.fullmatch(text)
    if match is None or int(match[1]) > players:
        raise ValueError(f"{text!r} is not a player; players are p1 to p{players}")
    return int(match[1])


def _cards(text: str) -> tuple[str, ...]:
    cards = tuple(text[start : start + 2] for start in range(0, len(text), 2))
    for card in cards:
        if card not in _KNOWN:
            raise ValueError(f"{card!r} in {text!r} is not a card; cards are written together, AcKd, and ?? is unknown")
    known = [card for card in cards if card != UNKNOWN]
    if len(set(known)) < len(known):
        raise ValueError(f"a card appears twice in {text!r}; there is one of each")
    return cards


def _amount(text: str) -> Chips:
    if _AMOUNT.fullmatch(text) is None or not Decimal(text):
        raise ValueError(f"{text!r} is not an amount; chips are written 350 or 12.50")
    return Decimal(text) if "." in text else int(text)
