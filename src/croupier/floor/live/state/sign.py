"""The floor's part of a table's sign. The game's own part is in its state."""

from croupier.base.values import Value
from croupier.rules.games.common import Faces
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Device


class Clocks(Value):
    """In milliseconds; None means no clock."""

    betting: int | None = None
    """From the first bet of a round to "No more Bets"."""
    decision: int | None = None
    bank: int | None = None
    """A player's extra time at this table, refilled every `ROUNDS_A_BANK` rounds."""
    pause: int | None = None
    """From settlement to the next round."""


SYSTEM_RUN = Clocks(betting=20_000, decision=25_000, bank=60_000, pause=6_000)
ROUNDS_A_BANK = 50


class Sign(Value):
    name: str
    rulebook: str
    """A game, for the version in force, or one version whatever the date."""
    dealing: Device
    cards: Faces = Faces.SEALED
    spectators: bool = True
    bots: int = 0
    device: str | None = None
    """The user who enters cards, if a device reads them."""
    simulated: bool = False
    """In a demo: the house itself deals for that device."""
    clocks: Clocks = Clocks()
    link: str | None = None
    """The jackpot's link; the table's own name if the jackpot is its own."""
    link_before: str | None = None
    """The link that the table has left, if any; it still gets the results of the last round there (R-5)."""
    jackpot_bet: Cents | None = None
    """The bet that the sign prescribed when the table left its link, or would prescribe in one."""
    button: int | None = None
    """Poker: the seat with the button in the first round; None for the lowest taken seat."""
    smallest_chip: Cents | None = None
    """House-banked: the step between offered bets."""
    coach: bool = True
    """Whether players may ask the coach what each decision is worth."""
    title: str = ""
    """The table's name for people; its short name if empty."""

    must_move: str = ""
    """Poker: the table to which players of this one move on as soon as a seat is free there (R-140)."""
    float_kept: bool = False
    """Whether the table's chips are opened, filled, credited and counted."""

    @property
    def titled(self) -> str:
        return self.title or self.name

    @property
    def names_its_version(self) -> bool:
        return "@" in self.rulebook
