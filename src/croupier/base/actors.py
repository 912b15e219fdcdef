"""Who acts and who looks on."""

from enum import IntEnum, StrEnum

from croupier.base.values import Value


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

    @property
    def key(self) -> str:
        return self.name.replace("_", "-").lower()


class Actor(Value):
    rank: Rank
    name: str


class RunBy(StrEnum):
    """Who says "No more Bets" and opens the next round."""

    DEALER = "dealer"
    SYSTEM = "system"
    """It does so by itself, and nobody acts for a player."""


class Role(StrEnum):
    """As what somebody looks on."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    DEALER = "dealer"
    PIT = "pit"
    """A Pit Supervisor or above."""
    AUDITOR = "auditor"


class Viewer(Value):
    """A player sees what their seat lets them see; everybody else sees what is face up on the table.

    Staff also see what is due. The auditor sees every card, once the round is over (R-45).
    """

    player: str | None = None
    """Whose eyes they are; nobody else's name matters."""
    role: Role = Role.PLAYER

    @property
    def staff(self) -> bool:
        return self.role is Role.DEALER or self.role is Role.PIT


PUBLIC = Viewer(role=Role.SPECTATOR)
DEALER = Viewer(role=Role.DEALER)
PIT = Viewer(role=Role.PIT)
AUDITOR = Viewer(role=Role.AUDITOR)
