"""What a floor file says about a table beside what its game's own sign says."""

from croupier.base.values import Value
from croupier.rules.games.common import Faces
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Device


class Clocks(Value):
    """In milliseconds; None where there is no clock."""

    betting: int | None = None
    """From the first bet of a round to "No more Bets"."""
    decision: int | None = None
    bank: int | None = None
    """What a player has beyond that at this table, full again every `ROUNDS_A_BANK` rounds."""
    pause: int | None = None
    """From settlement to the next round."""


SYSTEM_RUN = Clocks(betting=20_000, decision=25_000, bank=60_000, pause=6_000)
ROUNDS_A_BANK = 50


class Sign(Value):
    name: str
    rulebook: str
    """A game, whose version in force is played, or one version of it whatever the date."""
    dealing: Device
    cards: Faces = Faces.SEALED
    spectators: bool = True
    bots: int = 0
    device: str | None = None
    """Who may enter cards, where they are read."""
    simulated: bool = False
    """In a demo: the house itself deals for that device."""
    clocks: Clocks = Clocks()
    link: str | None = None
    """Of the jackpot; the table's own name where the jackpot is its own."""
    link_before: str | None = None
    """The one that it has left, if any; what its last round there comes to is still told to that one (R-5)."""
    jackpot_bet: Cents | None = None
    """What the sign prescribed when the table left its link, or would prescribe if it had one."""
    button: int | None = None
    """Poker: the seat that has it in the first round; None for the lowest seat taken then."""
    smallest_chip: Cents | None = None
    """House-banked: offers of bets go up by it."""
    coach: bool = True
    """Whether players may ask what each decision is worth."""

    @property
    def names_its_version(self) -> bool:
        return "@" in self.rulebook
