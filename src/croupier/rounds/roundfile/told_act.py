"""One act of a script with what came of it."""

from typing import TYPE_CHECKING

from croupier.base.values import Value
from croupier.rounds.dealing.following import FloorEvent
from croupier.rules.cards import Card, show_cards

if TYPE_CHECKING:
    from croupier.rules.games.poker.events import PokerEvent


class Told(Value):
    """One action of the script and what came of it."""

    number: int
    text: str
    events: "tuple[FloorEvent, ...] | tuple[PokerEvent, ...]" = ()
    starts_round: bool = False
    unlisted: tuple[Card, ...] = ()
    """Cards that left the shoe and that the file does not list (R-99)."""


def named(unlisted: tuple[Card, ...]) -> dict[str, str]:
    """Of scripts only: a table tells nobody what nobody has seen (R-45)."""
    return {"unlisted": show_cards(unlisted)} if unlisted else {}
