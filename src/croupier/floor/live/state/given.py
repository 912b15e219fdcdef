"""What comes with a command and must not stand in it: the journal stores it as events, and the store as rows."""

from collections.abc import Mapping

from croupier.base.values import Value
from croupier.floor.live.state.family import GameCommand
from croupier.floor.live.state.floor_file import TableFile
from croupier.floor.live.state.house_events import HouseStreamEvent
from croupier.floor.live.state.sign import Sign
from croupier.floor.store.base import Leaving, PeopleRow, SessionEnded, SessionRow
from croupier.rules.jackpot.commands import OpenLink


class TableKeys(Value):
    """Of a table or its sign, as somebody of the pit sent them."""

    keys: Mapping[str, object]


class ChangedSign(Value):
    """A sign's new text, and the command for the game's part if that changes."""

    sign: Sign
    command: GameCommand | None = None


class ShoeOrder(Value):
    cards: str


class PasswordHash(Value):
    """Of somebody else's account."""

    hash: str


class NewPassword(Value):
    """Of one's own account."""

    hash: str
    ended: tuple[SessionRow, ...] = ()
    """The user's other sessions."""


class EndedSessions(Value):
    rows: tuple[SessionEnded, ...]


class Noted(Value):
    """An event for the record only, with its rows in the store."""

    event: HouseStreamEvent
    rows: tuple[PeopleRow, ...] = ()
    leaving: tuple[Leaving, ...] = ()


Given = TableKeys | TableFile | ChangedSign | ShoeOrder | PasswordHash | NewPassword | EndedSessions | Noted | OpenLink
