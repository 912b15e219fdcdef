"""What happens in the house beside its tables and links: players, and chips that come and go at the cage."""

from typing import Literal

from croupier.citation import Citation
from croupier.money import Cents
from croupier.values import Value


class HouseOpened(Value, tag="house-opened"):
    """First in the stream of the house."""

    name: str
    demo: bool


class PlayerAdded(Value, tag="player-added"):
    """Has a wallet from now on."""

    player: str
    walk_in: bool = False
    """Has no password, and is sat down by staff."""


class Deposited(Value, tag="deposited"):
    player: str
    amount: Cents


class Withdrawn(Value, tag="withdrawn"):
    player: str
    amount: Cents


class RoleGiven(Value, tag="role-given"):
    """A user was made, changed or shut out; the reason of every rank that is used on the floor."""

    user: str
    role: str
    disabled: bool = False


class DeckShown(Value, tag="deck-shown"):
    """The auditor has opened the deck of a round that is over."""

    table: str
    round: int


class ChipsOwed(Value, tag="chips-owed"):
    """A settlement was undone, and the player lacks this much of what is to be given back (R-108)."""

    player: str
    table: str
    round: int
    amount: Cents
    cites: tuple[Citation, ...]
    """Of the ruling that undid the settlement."""
    at: int


class DebtPaid(Value, tag="debt-paid"):
    """At the cage."""

    player: str
    amount: Cents


class WriteOffAsked(Value, tag="write-off-asked"):
    """By one shift manager; another one approves it."""

    number: int
    player: str
    amount: Cents
    by: str
    reason: str
    at: int


class DebtWrittenOff(Value, tag="debt-written-off"):
    number: int
    """Of the request."""
    player: str
    amount: Cents


class KeyNamed(Value, tag="key-named"):
    """A sealing key is used from now on. A ring whose key of this number has another name is not the house's."""

    number: int
    name: str


class LostEntries(Value, array_like=True):
    """Entries that a checkpoint has seen and that no copy has, from the first to the last."""

    stream: str
    first: int
    last: int


class JournalRestored(Value, tag="journal-restored"):
    """An older copy was put back, and somebody accepted what it lacks. The book of checkpoints says the same."""

    lost: tuple[LostEntries, ...]


class KeysRotated(Value, tag="keys-rotated"):
    """Another key seals or signs from now on, and who had the old one wanted that."""

    which: Literal["sealing", "signing"]
    number: int
    """Of the sealing key; of a signing key, how many signed before it."""
    old: str
    """A public key that signs, or the name of a key that seals."""
    new: str
    by_old: str
    """What the old key says of "croupier/rotation/1", `which`, `number`, `old` and `new`, with newlines between: a
    signature, or a keyed digest of a key that seals."""
    by_new: str
    signature: str = ""
    """Of the signing key, where the sealing key is changed."""


class CheckpointsBegun(Value, tag="checkpoints-begun"):
    """The house goes on without the book of checkpoints that it left, because somebody has said so at the start."""

    why: str
    """`missing`, `old` or `cut`."""
    number: int
    """Of the last line that was there."""
    remembered: int
    """Of the last line that the store had seen."""


StoreEvent = JournalRestored | KeysRotated | CheckpointsBegun
"""What an operator does to the store itself, before a server has it open."""

HouseStreamEvent = (
    HouseOpened
    | PlayerAdded
    | Deposited
    | Withdrawn
    | RoleGiven
    | DeckShown
    | ChipsOwed
    | DebtPaid
    | WriteOffAsked
    | DebtWrittenOff
    | KeyNamed
    | StoreEvent
)
