"""Who acts and who looks on."""

from enum import IntEnum

from msgspec import Struct


class Rank(IntEnum):
    """Who may decide, lowest first; a paragraph that names one means "or above"."""

    PLAYER = 0
    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    SHIFT_MANAGER = 4

    @property
    def words(self) -> str:
        return self.name.replace("_", " ").title()


class Actor(Struct, frozen=True):
    rank: Rank
    name: str


class Viewer(Struct, frozen=True):
    """A player sees what his seat lets him see; everybody else sees what lies open on the table."""

    player: str | None = None


PUBLIC = Viewer()
