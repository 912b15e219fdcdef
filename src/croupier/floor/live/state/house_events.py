"""Events of the house outside its tables and links: people and their rights, chips at the cage, settings.

No secret is in clear: password hashes and second factors are in boxes that only the key ring opens.
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
    """A player has a wallet from now on."""

    player: str
    walk_in: bool = False
    """Has no password; staff seat them."""


class Deposited(Value, tag="deposited"):
    player: str
    amount: Cents


class Withdrawn(Value, tag="withdrawn"):
    player: str
    amount: Cents


class KnownUser(Value):
    """An account as it was when the house began to keep its users on record."""

    user: str
    role: str
    disabled: bool = False
    password: bool = False
    """Whether the user can sign in with a password."""


class UsersEntered(Value, tag="users-entered"):
    """From here on this stream records every account and every session."""

    users: tuple[KnownUser, ...]
    sessions: int = 0
    """The highest session number so far."""


class UserMade(Value, tag="user-made"):
    user: str
    role: str
    by: str
    alone: bool = False
    """The only shift manager made this second one alone."""


class UserForgotten(Value, tag="user-forgotten"):
    """A guest of the demo who will not come back; the name is never given again."""

    user: str


class RoleGiven(Value, tag="role-given"):
    """A user got another role, or was disabled or enabled. Every rank on the floor comes from such an event."""

    user: str
    role: str
    disabled: bool = False
    alone: bool = False


class PasswordSet(Value, tag="password-set"):
    """The user, or somebody else who then knows it, set a password. In the second case the second factor is removed
    too."""

    user: str
    by: str


class NameChosen(Value, tag="name-chosen"):
    """Others see a player of the demo under this name. The account keeps its own."""

    user: str
    called: str
    picture: int


class SignedIn(Value, tag="signed-in"):
    user: str
    session: int
    address: str
    agent: str = ""
    """The browser or program, in short."""
    step: int = 0
    """The time step of the second factor's code, which works once."""
    recovery: str = ""
    """The digest of the recovery code used, which works once."""
    over: tuple[int, ...] = ()
    """Earlier sessions of the user that have expired or that this one replaces."""


class SessionsEnded(Value, tag="sessions-ended"):
    user: str
    sessions: tuple[int, ...]
    by: str
    why: Literal["signed-out", "revoked", "changed"]
    """`changed`: the user's role or password, or the user was disabled."""


class FailedTries(Value):
    user: str
    """Empty if no user has this name: somebody may have typed a password there."""
    address: str
    times: int


class SignInsFailed(Value, tag="sign-ins-failed"):
    tries: tuple[FailedTries, ...]


class SecondFactorOffered(Value, tag="second-factor-offered"):
    """Counts only once the user has entered a code from it."""

    user: str
    sealed: str
    recovery: tuple[str, ...]
    """Digests of the recovery codes."""


class SecondFactorOn(Value, tag="second-factor-on"):
    user: str
    step: int


class SettingsNoted(Value, tag="settings-noted"):
    """The settings and public keys from this start on, as text by name."""

    settings: Mapping[str, str]


class UserChange(Value, tag="user"):
    """A requested change of an account; None leaves a thing as it is."""

    user: str
    role: str | None = None
    disabled: bool | None = None
    password: bool = False
    """Sets a new password."""
    makes: bool = False
    """Makes a new account."""


class ChipsChange(Value, tag="chips"):
    """Chips into a wallet, or out of it if the amount is negative."""

    player: str
    amount: int
    reason: str


class HouseChangeAsked(Value, tag="house-change-asked"):
    """A change waits for a second person."""

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
    """The auditor opened the deck of a finished round."""

    table: str
    round: int


class ChipsOwed(Value, tag="chips-owed"):
    """A settlement was undone, and the player has this much too little to give back (R-108)."""

    player: str
    table: str
    round: int
    amount: Cents
    cites: tuple[Citation, ...]
    """The ruling that undid the settlement."""
    at: int


class DebtPaid(Value, tag="debt-paid"):
    """The player paid at the cage."""

    player: str
    amount: Cents


class WriteOffAsked(Value, tag="write-off-asked"):
    """One shift manager asks for it; another one approves."""

    number: int
    player: str
    amount: Cents
    by: str
    reason: str
    at: int


class DebtWrittenOff(Value, tag="debt-written-off"):
    number: int
    """The number of the request."""
    player: str
    amount: Cents


class PlayerBarred(Value, tag="player-barred"):
    """The player must not sit down or bet from now on."""

    player: str
    by: str
    reason: str
    at: int


class BarLifted(Value, tag="bar-lifted"):
    player: str
    by: str
    reason: str
    at: int


class ShiftOpened(Value, tag="shift-opened"):
    """A shift begins where the one before ended, so every entry is in a shift."""

    number: int
    name: str
    by: str
    at: int


class ShiftCloseAsked(Value, tag="shift-close-asked"):
    """One person closes the shift; it waits for a second one."""

    number: int
    by: str
    reason: str
    at: int


class LastEntry(Value, array_like=True):
    stream: str
    seq: int


class ShiftClosed(Value, tag="shift-closed"):
    number: int
    by: str
    second: str
    reason: str
    at: int
    upto: tuple[LastEntry, ...]
    """The last entry of each stream that belongs to the shift; this entry is the last one of the house."""


class TokenMade(Value, tag="token-made"):
    """A program that knows this token may read the public events; whoever made it has seen it once."""

    number: int
    name: str
    """What the token is for."""
    digest: str
    by: str
    at: int


class TokenRevoked(Value, tag="token-revoked"):
    number: int
    by: str
    at: int


class KeyNamed(Value, tag="key-named"):
    """A sealing key is used from now on. A ring with another key under this number belongs to another house."""

    number: int
    name: str


class LostEntries(Value, array_like=True):
    """The first and last of the entries that a checkpoint knows and no copy has."""

    stream: str
    first: int
    last: int


class JournalRestored(Value, tag="journal-restored"):
    """An older copy was restored, and somebody accepted what it lacks. The checkpoint log says the same."""

    lost: tuple[LostEntries, ...]


class KeysRotated(Value, tag="keys-rotated"):
    """Another key seals or signs from now on; the holder of the old one agreed."""

    which: Literal["sealing", "signing"]
    number: int
    """The number of the sealing key; for a signing key, how many signed before it."""
    old: str
    """The public signing key, or the name of the sealing key."""
    new: str
    by_old: str
    """The old key's word for "croupier/rotation/1", `which`, `number`, `old` and `new`, joined by newlines: a
    signature, or a keyed digest if it is a sealing key."""
    by_new: str
    signature: str = ""
    """By the signing key, if the sealing key changes."""


class CheckpointsBegun(Value, tag="checkpoints-begun"):
    """The house goes on without its previous checkpoint log, because an operator said so at the start."""

    why: str
    """`missing`, `old` or `cut`."""
    number: int
    """Of the last line that was there."""
    remembered: int
    """Of the last line that the store had seen."""


class ArchivedDeck(Value, array_like=True):
    """A deck that an archived entry promised and that is still kept."""

    seq: int
    """The entry that promised it."""
    deck: DeckBegun


class ArchivedStream(Value):
    """A table whose older entries are archived: where its journal goes on, and from which state."""

    stream: str
    seq: int
    """The last archived entry; it ends a round, and the next entry opens another."""
    hash: str
    epoch: int
    round: int
    """The last archived round."""
    state: str
    """The table after that entry, in the form of snapshots; cards are places."""
    read: tuple[ReadCard, ...] = ()
    """The cards of that round that a device read, sealed."""
    promised: tuple[ArchivedDeck, ...] = ()
    carried: tuple[tuple[Account, int], ...] = ()
    """The sum of everything that archived entries of this stream have posted."""


class JournalArchived(Value, tag="journal-archived"):
    """Rounds of whole days have left the store for a signed file."""

    before: str
    """The rounds ended before this day."""
    file: str
    digest: str
    """The SHA-256 of the file's lines before its seal."""
    public_key: str
    streams: tuple[ArchivedStream, ...]


class RulebookAdded(Value, tag="rulebook-added"):
    """A book of this house's own, which tables may use. The event has its whole text, so nobody needs the file
    later."""

    book: str
    digest: str
    """The SHA-256 of the text, in hex."""
    text: str


StoreEvent = JournalRestored | KeysRotated | CheckpointsBegun | JournalArchived | RulebookAdded
"""What an operator does to the store itself, before a server opens it."""

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
    | NameChosen
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
    | PlayerBarred
    | BarLifted
    | ShiftOpened
    | ShiftCloseAsked
    | ShiftClosed
    | TokenMade
    | TokenRevoked
    | KeyNamed
    | StoreEvent
)
