"""Incidents in round files: `incident KIND key=value …`."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from croupier.base.citation import printed
from croupier.base.errors import Unreadable
from croupier.rounds.roundfile.answers import Incident
from croupier.rounds.roundfile.read import amount, cards, shown
from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import Ruled, place_of
from croupier.rules.games.irregularity import Irregularity
from croupier.rules.money import Cents


def read_details(kind: str, details: list[str], row: Irregularity, *, places: bool = False) -> dict[str, Any]:
    """With `places` a face-down card may be named by its place: `first=#7`."""
    given: dict[str, Any] = {}
    for detail in details:
        key, equals, value = detail.partition("=")
        if not equals or key not in row.keys:
            known = ", ".join(f"{name}=…" for name in sorted(row.keys)) or "nothing more"
            raise Unreadable(f"incident {kind}: {shown(detail)} is unknown; {known} may follow")
        if key in given:
            raise Unreadable(f"incident {kind}: {key} appears twice")
        by_place = places and _READERS[key] is _card and value.startswith("#")
        read = _READERS[key] if (kind, key) != ("entry", "dealer") else _cards
        given[key] = _place(key, value) if by_place else read(key, value.strip('"'))
    if missing := row.required - set(given):
        raise Unreadable(f"incident {kind}: {' and '.join(f'{key}=…' for key in sorted(missing))} must be given")
    return given


def incident(ruled: Ruled) -> Incident:
    """As `--json` prints it."""
    box = UNSET if ruled.box is None else ruled.box
    return Incident(ruled.incident, ruled.ruling, printed(ruled.cites), box)


def _flag(key: str, value: str) -> bool:
    if value not in ("true", "false"):
        raise Unreadable(f"{key}={shown(value)}: expected true or false")
    return value == "true"


def _places(_: str, value: str) -> list[str]:
    return value.split(",")


def _text(_: str, value: str) -> str:
    return value


def _number(key: str, value: str) -> int:
    if value not in map(str, range(1, 53)):
        raise Unreadable(f"{key}={shown(value)}: expected a number of cards")
    return int(value)


def _card(key: str, value: str) -> Card:
    given = cards(key, value)
    if len(given) != 1:
        raise Unreadable(f"{key}={shown(value)}: expected one card")
    return given[0]


def _cards(key: str, value: str) -> tuple[Card, ...]:
    return cards(key, value)


def _amount(key: str, value: str) -> Cents:
    return amount(key, value)


def _round(key: str, value: str) -> int:
    if not value.isdecimal() or len(value) > 9:
        raise Unreadable(f"{key}={shown(value)}: expected the number of a round")
    return int(value)


def _place(key: str, value: str) -> Card:
    if value[1:].removeprefix("0") not in map(str, range(1, len(DECK) + 1)):
        raise Unreadable(f"{key}={shown(value)}: expected a card or its place, from #1 to #{len(DECK)}")
    return place_of(int(value[1:]))


def _one_of(*known: str) -> Callable[[str, str], str]:
    def read(key: str, value: str) -> str:
        if value not in known:
            raise Unreadable(f"{key}={shown(value)}: expected one of {', '.join(known)}")
        return value

    return read


ANSWERS: Mapping[str, tuple[str, ...]] = {
    "policy": ("close", "disallow", "without-jackpot"),
    "ruling": ("void", "continue"),
    "street": ("deal", "flop", "turn", "river"),
}
"""The words that a key accepts, if it accepts only a few."""

_READERS: Mapping[str, Callable[[str, str], Any]] = {
    "box": _places,
    "seat": _text,
    "dealer": _flag,
    "cards": _number,
    "card": _card,
    "reconstructable": _flag,
    "hands-movable": _flag,
    "other-cards-exposed": _flag,
    "intentional": _flag,
    "first": _card,
    "second": _card,
    "shoe": cards,
    "hand": _cards,
    "board": _cards,
    "up": _card,
    "again": _flag,
    "paid": _amount,
    "round": _round,
    "due": _text,
    **{key: _one_of(*known) for key, known in ANSWERS.items()},
}
