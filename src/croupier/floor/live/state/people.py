"""Who is in the house: players, staff, the auditor, and the system that runs tables by itself."""

from enum import StrEnum

from croupier.base.actors import Actor, Rank, Viewer
from croupier.base.actors import Role as LooksOnAs
from croupier.base.values import Value


class Role(StrEnum):
    """What somebody has signed in as."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    SHIFT_MANAGER = "shift-manager"
    AUDITOR = "auditor"
    SYSTEM = "system"
    """Nobody signs in as this."""


RANKS = {
    Role.PLAYER: Rank.PLAYER,
    Role.DEALER: Rank.DEALER,
    Role.PIT_SUPERVISOR: Rank.PIT_SUPERVISOR,
    Role.SHIFT_MANAGER: Rank.SHIFT_MANAGER,
    Role.SYSTEM: Rank.SHIFT_MANAGER,
}
ROLE_OF_RANK = {rank: role for role, rank in RANKS.items() if role is not Role.SYSTEM}
"""The role that decides for a rank; a Pit Manager signs in as a pit supervisor."""

_STAFF = frozenset({Role.DEALER, Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER})
_LOOKS_ON_AS = {
    Role.PLAYER: LooksOnAs.PLAYER,
    Role.DEALER: LooksOnAs.DEALER,
    Role.PIT_SUPERVISOR: LooksOnAs.PIT,
    Role.SHIFT_MANAGER: LooksOnAs.PIT,
    Role.AUDITOR: LooksOnAs.AUDITOR,
    Role.SYSTEM: LooksOnAs.SPECTATOR,
}


class Who(Value):
    name: str
    role: Role
    session: int = 0

    @property
    def rank(self) -> Rank:
        """The rank of the role. Auditors have none; they never act."""
        return RANKS[self.role]

    @property
    def actor(self) -> Actor:
        return Actor(RANKS[self.role], self.name)

    @property
    def staff(self) -> bool:
        return self.role in _STAFF

    @property
    def viewer(self) -> Viewer:
        player = self.name if self.role is Role.PLAYER else None
        return Viewer(player, _LOOKS_ON_AS[self.role])


SYSTEM = Who("system", Role.SYSTEM)
CONSOLE = Who("console", Role.SYSTEM)
"""The operator who works on the store with `croupier users` while no server has it open."""
