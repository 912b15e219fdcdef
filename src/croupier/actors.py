"""Who acts and who looks on."""

from enum import IntEnum

from croupier.values import Value


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


class Actor(Value):
    rank: Rank
    name: str


class Viewer(Value):
    """A player sees what his seat lets him see; everybody else sees what lies open on the table."""

    player: str | None = None


PUBLIC = Viewer()
