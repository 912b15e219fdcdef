"""One act of a script with what came of it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from croupier.base.citation import Citation, printed
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
    on_request: tuple[Citation, ...] = ()
    """The paragraph by which staff said it for a player."""


def named(unlisted: tuple[Card, ...]) -> dict[str, str]:
    """Of scripts only: a table tells nobody what nobody has seen (R-45)."""
    return {"unlisted": show_cards(unlisted)} if unlisted else {}


class OnRequest(Value):
    """An action of this round that staff said for a player, and the paragraph by which they did."""

    action: int
    text: str
    cites: tuple[Citation, ...]

    @classmethod
    def of(cls, action: int, text: str, cites: tuple[Citation, ...]) -> "tuple[OnRequest, ...]":
        return (cls(action, text, cites),) if cites else ()


def requests(said: Iterable[OnRequest]) -> dict[str, list[dict[str, Any]]]:
    """Left out where staff said nothing for a player."""
    told = [{"action": one.action, "text": one.text, "cites": printed(one.cites)} for one in said]
    return {"on_request": told} if told else {}
