"""The last acts at each table that changed something, for everybody who watches it."""

from collections import deque
from collections.abc import Iterable, Sequence

from msgspec.json import encode

from croupier.base.values import Value
from croupier.floor.journal.entry import Body
from croupier.floor.journal.places import MARK
from croupier.floor.live.answers.history import ActTold
from croupier.floor.live.answers.said import spliced
from croupier.floor.live.answers.tables import Happened as HappenedTold
from croupier.floor.live.state.family import TableEvent
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.public import is_for_the_pit
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.telling.followed import followed
from croupier.rules.games.common import FACE_DOWN

NO_ACTS = b"[]"
MOST = 200
"""A view shows at most this many acts; the history of the rounds has the others."""


class RecentAct(Value):
    version: int
    at: int
    by: str
    do: str
    cites: tuple[str, ...] = ()
    for_the_pit: bool = False
    """A player's waiting report: only the pit sees it, so that players cannot use reports to talk to each other."""

    def is_shown_to(self, who: Who | None) -> bool:
        if not self.for_the_pit:
            return True
        return who is not None and (who.staff or who.role is Role.AUDITOR or who.name == self.by)

    def told(self) -> ActTold:
        return ActTold(self.version, printed_time(self.at), self.by, self.do, list(self.cites))


class Happened:
    """An act and its consequences, worked out and encoded once, when the first viewer needs them."""

    def __init__(self, said: RecentAct, before: LiveTable | None, events: Sequence[TableEvent]) -> None:
        self.version = said.version
        self.for_the_pit = said.for_the_pit
        self.is_shown_to = said.is_shown_to
        self._said = said
        self._of: tuple[LiveTable | None, Sequence[TableEvent]] | None = (before, events)
        self._told: HappenedTold | None = None

    def told(self) -> HappenedTold:
        if self._told is None:
            assert self._of is not None
            before, events = self._of
            said = self._said
            self._told = spliced(
                HappenedTold(
                    version=said.version,
                    at=printed_time(said.at),
                    by=said.by,
                    do=said.do,
                    cites=list(said.cites),
                    then=followed(before, said.do, events),
                )
            )
            self._of = None
        return self._told


def said_in(body: Body, at: int, events: Sequence[Value]) -> RecentAct:
    """The act for people: cards that the journal holds as places are shown as ??."""
    do = body.do
    if MARK in do:
        do = " ".join(FACE_DOWN if word.startswith(MARK) else word for word in do.split())
    return RecentAct(body.version, at, body.by, do, body.cites, is_for_the_pit(events))


class Story:
    """The recent acts of one table."""

    def __init__(self) -> None:
        self._acts: deque[Happened] = deque(maxlen=MOST + 1)
        self._version: int | None = None
        """The last version that a viewer had seen, and what such viewers get: most have seen the same one."""
        self._newer: list[Happened] | None = None
        self._told_to_all: bytes | None = None

    def add(self, happened: Happened) -> None:
        self._acts.append(happened)
        self._version = None

    def since(self, version: int | None, who: Who | None) -> bytes:
        """The acts after that version, encoded; empty without a version, null if there are more than a view shows."""
        if version is None:
            return NO_ACTS
        if version != self._version:
            newer = self._after(version)
            all_see = newer is None or not any(each.for_the_pit for each in newer)
            self._version, self._newer, self._told_to_all = version, newer, _told(newer) if all_see else None
        if self._told_to_all is not None:
            return self._told_to_all
        return _told([each for each in self._newer or () if each.is_shown_to(who)])

    def _after(self, version: int) -> list[Happened] | None:
        newer = []
        for each in reversed(self._acts):
            if each.version <= version:
                break
            newer.append(each)
        newer.reverse()
        if len(newer) > MOST:
            return None
        if newer and newer[0].version > version + 1:
            return None  # the oldest acts are no longer in memory
        return newer

    @property
    def version(self) -> int:
        return self._acts[-1].version if self._acts else 0


def _told(acts: Iterable[Happened] | None) -> bytes:
    return encode(None if acts is None else [each.told() for each in acts])
