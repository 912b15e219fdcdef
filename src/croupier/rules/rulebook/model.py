"""A rulebook answers questions; conditions stay in Python, figures and paragraph numbers are here."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.rules.money import Cents
from croupier.rules.rulebook.payouts import Payout


class Device(StrEnum):
    SHOE = "shoe"
    SHUFFLER = "shuffler"


class JackpotRow(Value):
    """One line of a progressive pay table: a share of the meter or a fixed amount, never both."""

    hand: str
    share: Fraction | None = None
    fixed: Cents | None = None
    envy: Cents | None = None
    condition: str = ""
    """What the table requires in addition to the hand, in words; the game's `settle` applies it."""


class PayTable(Value):
    """`pays[hand]` to 1, best hand first; 0 loses the stake, `push` returns it."""

    paragraph: str
    pays: Mapping[str, Payout]


class JackpotTable(Value):
    paragraph: str
    rows: Mapping[str, JackpotRow]


MULTIPLE, PAYOUT_CAP = "-multiple", "-payout-cap"
"""How a figure of the procedure ends that belongs to one bet: `play-multiple`."""


class Procedure(Value, rename="kebab"):
    """How the game is run, where the documents give a figure or a choice."""

    devices: tuple[Device, ...]
    burn_before: tuple[str, ...] = ()
    cards_in_hand: int = 2
    multiples: Mapping[str, int] = {}
    """The size, in Antes, of each bet that goes with a decision."""
    dealer_qualifies: str = ""
    ante_pays_from: str = ""
    payout_caps: Mapping[str, Cents] = {}
    """The most that is paid on a bet, if there is a limit."""
    rake_percent_bound: int = 0


class Rulebook(Value):
    key: str
    game: str
    """The game whose code runs the book: the document's own name, or the game that a house's book names."""
    title: str
    effective: datetime
    procedure: Procedure
    paragraphs: Mapping[str, str]
    clauses: Mapping[str, Mapping[Device, str]]
    informative: Mapping[str, str]
    paytables: Mapping[str, PayTable] = {}
    jackpot: JackpotTable | None = None
    cited: Mapping[str, Citation] = {}
    """Clause name to citation for the device this copy was made for (`dealt_from`)."""

    def __repr__(self) -> str:
        return f"<rules of {self.key}: {self.title}>"

    @property
    def document(self) -> str:
        return document_of(self.key)

    @property
    def version(self) -> int:
        return int(self.key.partition("@")[2])

    def dealt_from(self, device: Device) -> "Rulebook":
        """The book as it reads at a table with this device; where a rule appears twice, its own number."""
        numbers = {name: places[device] for name, places in self.clauses.items() if device in places}
        return replace(self, cited={name: Citation(number) for name, number in numbers.items()})

    def cite(self, clause: str) -> Citation:
        return self.cited[clause]

    def cite_all(self, clauses: Iterable[str]) -> tuple[Citation, ...]:
        return tuple(map(self.cited.__getitem__, clauses))

    def pays(self, table: str, hand: str) -> Payout:
        """The table's payout for a hand; a hand that is not on it loses, like one with 0."""
        return self.paytables[table].pays.get(hand, 0)


def document_of(key: str) -> str:
    """The document of a book's key: poker for poker@7. Its versions follow each other; one is in force at a time."""
    return key.partition("@")[0]


_GAMES: dict[str, str] = {}
"""The game of each document that does not have the name of its game."""


@cache
def game_of(key: str) -> str:
    """The game of a document or a book's key: poker for poker@7, three-card-poker for a house's lucky-three@1."""
    document = document_of(key)
    return _GAMES.get(document, document)


def note_game(document: str, game: str) -> None:
    """Notes the game of a document with another name."""
    if document != game:
        _GAMES[document] = game
        game_of.cache_clear()
