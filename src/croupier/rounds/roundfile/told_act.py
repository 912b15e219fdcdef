"""One act of a script with what came of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec import UNSET

from croupier.base.citation import Citation, printed
from croupier.base.values import Value
from croupier.rounds.dealing.following import FloorEvent
from croupier.rounds.roundfile.answers import HouseRound, OnRequest, PokerRound
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


def on_request(action: int, text: str, cites: tuple[Citation, ...]) -> list[OnRequest]:
    """The action as in the round's report; empty unless staff said it for a player."""
    return [OnRequest(action, text, printed(cites))] if cites else []


Round = TypeVar("Round", HouseRound, PokerRound)


def with_script(report: Round, unlisted: tuple[Card, ...], requests: Sequence[OnRequest]) -> Round:
    """The round with what only its script knows: unlisted cards, and acts that staff said for players."""
    report.unlisted = show_cards(unlisted) if unlisted else UNSET
    report.on_request = list(requests) or UNSET
    return report
