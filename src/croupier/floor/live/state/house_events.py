"""What happens in the house beside its tables and links: people and their rights, chips at the cage, settings.

Nothing here is a secret in clear: password hashes and second factors stand in boxes that only the key ring opens.
"""

from collections.abc import Mapping
from typing import Literal

from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.floor.journal.entry import DeckBegun, ReadCard
from croupier.floor.ledger.accounts import Account
from croupier.rules.money import Cents


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


class KnownUser(Value):
    """An account as it stood when the house began to keep its users on record."""

    user: str
    role: str
    disabled: bool = False
    password: bool = False
    """Whether the user can sign in with one."""


class UsersEntered(Value, tag="users-entered"):
    """From here on every account and every session stands in this stream."""

    users: tuple[KnownUser, ...]
    sessions: int = 0
    """The highest number of a session so far."""


class UserMade(Value, tag="user-made"):
    user: str
    role: str
    by: str
    alone: bool = False
    """The only shift manager made the second one, without a second person."""


class UserForgotten(Value, tag="user-forgotten"):
    """A guest of the demo who will not come back; nobody is given that name again."""

    user: str


class RoleGiven(Value, tag="role-given"):
    """A user got another role, was disabled or enabled again; the reason of every rank that is used on the floor."""

    user: str
    role: str
    disabled: bool = False
    alone: bool = False


class PasswordSet(Value, tag="password-set"):
    """By the user, or by somebody else who then knows the password; then the second factor is gone too."""

    user: str
    by: str


class SignedIn(Value, tag="signed-in"):
    user: str
    session: int
    address: str
    agent: str = ""
    """The browser or program, in short."""
    step: int = 0
    """The time step of the second factor's code: it works once."""
    recovery: str = ""
    """The digest of the recovery code that was used: it works once."""
    over: tuple[int, ...] = ()
    """Earlier sessions of the user that have ended by time, or that this one replaces."""


class SessionsEnded(Value, tag="sessions-ended"):
    user: str
    sessions: tuple[int, ...]
    by: str
    why: Literal["signed-out", "revoked", "changed"]
    """`changed`: the user's role or password, or the user was disabled."""


class FailedTries(Value):
    user: str
    """Empty where nobody has this name: somebody may have typed a password there."""
    address: str
    times: int


class SignInsFailed(Value, tag="sign-ins-failed"):
    tries: tuple[FailedTries, ...]


class SecondFactorOffered(Value, tag="second-factor-offered"):
    """Counts only once the user has shown a code of it."""

    user: str
    sealed: str
    recovery: tuple[str, ...]
    """Digests of the recovery codes."""


class SecondFactorOn(Value, tag="second-factor-on"):
    user: str
    step: int


class SettingsNoted(Value, tag="settings-noted"):
    """The settings and public halves of keys that hold from this start on, as text by name."""

    settings: Mapping[str, str]


class UserChange(Value, tag="user"):
    """What somebody asks of an account; None leaves a thing as it is."""

    user: str
    role: str | None = None
    disabled: bool | None = None
    password: bool = False
    """A new one is given."""
    makes: bool = False
    """The account is new."""


class ChipsChange(Value, tag="chips"):
    """Chips to a wallet, or from it where the amount is below 0."""

    player: str
    amount: int
    reason: str


class HouseChangeAsked(Value, tag="house-change-asked"):
    """It waits for a second person."""

    number: int
    change: UserChange | ChipsChange
    by: str
    sealed: str = ""
    """The hash of a new password, in a box."""


class HouseChangeApproved(Value, tag="house-change-approved"):
    number: int
    by: str


class HouseChangeWithdrawn(Value, tag="house-change-withdrawn"):
    number: int
    by: str


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


class ArchivedDeck(Value, array_like=True):
    """A deck that was promised in an archived entry and is still kept."""

    seq: int
    """Of the entry that promised it."""
    deck: DeckBegun


class ArchivedStream(Value):
    """A table whose older entries are in an archive: where its journal goes on, and with what."""

    stream: str
    seq: int
    """The last entry that is archived; a round is over, and the next entry opens another."""
    hash: str
    epoch: int
    round: int
    """The last round that is archived."""
    state: str
    """The table after that entry, as snapshots are written; cards are places."""
    read: tuple[ReadCard, ...] = ()
    """The cards of that round that a device has read, sealed."""
    promised: tuple[ArchivedDeck, ...] = ()
    carried: tuple[tuple[Account, int], ...] = ()
    """What all archived entries of this stream have posted, from the first one on."""


class JournalArchived(Value, tag="journal-archived"):
    """Rounds of whole days have left the store for a signed file."""

    before: str
    """The day before which they were over."""
    file: str
    digest: str
    """The SHA-256 of the file's lines before its seal."""
    public_key: str
    streams: tuple[ArchivedStream, ...]


StoreEvent = JournalRestored | KeysRotated | CheckpointsBegun | JournalArchived
"""What an operator does to the store itself, before a server has it open."""

HouseStreamEvent = (
    HouseOpened
    | PlayerAdded
    | UserForgotten
    | Deposited
    | Withdrawn
    | UsersEntered
    | UserMade
    | RoleGiven
    | PasswordSet
    | SignedIn
    | SessionsEnded
    | SignInsFailed
    | SecondFactorOffered
    | SecondFactorOn
    | SettingsNoted
    | HouseChangeAsked
    | HouseChangeApproved
    | HouseChangeWithdrawn
    | DeckShown
    | ChipsOwed
    | DebtPaid
    | WriteOffAsked
    | DebtWrittenOff
    | KeyNamed
    | StoreEvent
)
