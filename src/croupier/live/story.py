"""What was said at each table lately, for those who look on: the last acts that changed something."""

from collections import deque
from typing import Any

from croupier.games.common import FACE_DOWN
from croupier.journal.entry import Body
from croupier.journal.places import MARK
from croupier.live.times import printed_time
from croupier.values import Value

MOST = 200
"""More acts than this are not told in a view; the rounds' history has them."""


class Said(Value):
    version: int
    at: int
    by: str
    do: str
    cites: tuple[str, ...] = ()

    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = {"version": self.version, "at": printed_time(self.at), "by": self.by, "do": self.do}
        return {**told, "cites": list(self.cites)} if self.cites else told


def said_in(body: Body, at: int) -> Said:
    """Cards that lie face down stand as places in the journal, and as ?? for people."""
    words = body.do.split()
    do = " ".join(FACE_DOWN if word.startswith(MARK) else word for word in words)
    return Said(body.version, at, body.by, do, body.cites)


class Story:
    """Of one table."""

    def __init__(self) -> None:
        self._acts: deque[Said] = deque(maxlen=MOST + 1)

    def add(self, said: Said) -> None:
        self._acts.append(said)

    def since(self, version: int | None) -> list[Said] | None:
        """The acts after that version; none without one, None where they are more than a view tells."""
        if version is None:
            return []
        newer = [each for each in self._acts if each.version > version]
        if len(newer) > MOST:
            return None
        if newer and newer[0].version > version + 1:
            return None  # the first ones are not kept any more
        return newer

    @property
    def version(self) -> int:
        return self._acts[-1].version if self._acts else 0
