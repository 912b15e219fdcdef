"""Removes guests of the demo who were away for a day, without a session and without chips at a table."""

from collections.abc import Callable

from croupier.floor.live.floor import Floor
from croupier.floor.live.state.commands import ForgetUser
from croupier.floor.live.state.people import SYSTEM

DAY = 24 * 3_600_000
LOOKS = 600_000
"""Milliseconds between two looks; a look goes over all guests."""
GUEST = "guest-"


class Guests:
    """When a guest was last there is known only in memory, so a restarted demo gives everybody another day."""

    def __init__(self, floor: Floor, has_session: Callable[[str], bool], now: Callable[[], int]) -> None:
        self._floor = floor
        self._has_session = has_session
        self._now = now
        self._gone: dict[str, int] = {}
        self._looks_at = now()

    def next_due(self) -> int:
        return self._looks_at

    def fire(self) -> int:
        now = self._now()
        self._looks_at = now + LOOKS
        guests = [
            row.name for row in self._floor.staff.rows.values() if row.name.startswith(GUEST) and not row.password
        ]
        here = {name for name in guests if self._has_session(name) or self._floor.ask.places(name)}
        self._gone = {name: self._gone.get(name, now) for name in guests if name not in here}
        forgotten = [name for name, since in sorted(self._gone.items()) if now - since >= DAY]
        for name in forgotten:
            self._floor.perform(SYSTEM, "", ForgetUser(name))
        return len(forgotten)
