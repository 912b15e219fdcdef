"""Commands to the house, its cage, its pit and its links, each with named values.

Entries store the command, and a replay decides from it. `said` makes the words that people read in a journal; nothing
reads those words back, so they may change. Acts at a table are sentences of the round files and need no command, unless
the floor needs more than the sentence says.
"""

from typing import assert_never

import msgspec

from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.floor.live.state.events import ChipsKind, Pieces
from croupier.floor.live.state.given import Given, TableKeys
from croupier.floor.live.state.house_events import UserChange
from croupier.rules.money import NOTHING, Cents


class OpenHouse(Value, tag="open-house"):
    """First in every journal."""


class NameKey(Value, tag="name-key"):
    """Names the sealing key that the house uses from now on, without revealing it."""

    number: int
    name: str


class AddPlayer(Value, tag="add-player"):
    player: str
    walk_in: bool = False
    chips: Cents = NOTHING


class Deposit(Value, tag="deposit"):
    player: str
    amount: Cents


class Withdraw(Value, tag="withdraw"):
    player: str
    amount: Cents


class PayDebt(Value, tag="pay-debt"):
    player: str
    amount: Cents


class ProposeWriteOff(Value, tag="propose-write-off"):
    player: str
    amount: Cents


class ApproveWriteOff(Value, tag="approve-write-off"):
    player: str
    change: int


class BarPlayer(Value, tag="bar-player"):
    player: str


class LiftBar(Value, tag="lift-bar"):
    player: str


class OpenShift(Value, tag="open-shift"):
    name: str


class CloseShift(Value, tag="close-shift"):
    """Said by two people, one after the other."""

    shift: int


class MakeToken(Value, tag="make-token"):
    """For a program that reads the public events. The token itself is nowhere, only its digest."""

    name: str
    digest: str


class RevokeToken(Value, tag="revoke-token"):
    token: int


class ShowDeck(Value, tag="show-deck"):
    """The auditor opens the deck of a finished round."""

    table: str
    round: int


class RecordStoreEvent(Value, tag="record-store-event"):
    """An operator changed the store itself; the event says how."""


class EnterUsers(Value, tag="enter-users"):
    """Once: enters the accounts from before the house kept them on record. The event lists them."""


class NoteSettings(Value, tag="note-settings"):
    """At a start with other settings or keys than before; the event lists them."""


class ChangeUser(Value, tag="change-user"):
    change: UserChange


class ChangeOwnPassword(Value, tag="change-own-password"):
    pass


class ChooseName(Value, tag="choose-name"):
    """A player of the demo chooses how others see them."""

    called: str
    picture: int


class SignIn(Value, tag="sign-in"):
    pass


class ForgetUser(Value, tag="forget-user"):
    user: str


class EndSessions(Value, tag="end-sessions"):
    user: str
    sessions: tuple[int, ...]


class CountFailedSignIns(Value, tag="count-failed-sign-ins"):
    pass


class OfferSecondFactor(Value, tag="offer-second-factor"):
    pass


class TurnSecondFactorOn(Value, tag="turn-second-factor-on"):
    pass


class ApproveHouseChange(Value, tag="approve-house-change"):
    change: int


class WithdrawHouseChange(Value, tag="withdraw-house-change"):
    change: int


class OpenTable(Value, tag="open-table"):
    """Somebody of the pit opens a table, or the floor file names it."""

    table: str


class ChangeSign(Value, tag="change-sign"):
    table: str


class CloseTable(Value, tag="close-table"):
    table: str


class StackShoe(Value, tag="stack-shoe"):
    """In the demo only: sets the order of the next deal."""

    table: str


class JoinWaitingList(Value, tag="join-waiting-list"):
    place: int | None = None
    """The place they want; None for any."""


class LeaveWaitingList(Value, tag="leave-waiting-list"):
    """The player no longer waits."""


class PassOffer(Value, tag="pass-offer"):
    """The player has lost the connection; the offered place goes to others."""

    player: str


class PassPlace(Value, tag="pass-place"):
    """The player does not want the offered place. It goes to the next one, and the player to the end of the list."""


class OfferRanOut(Value, tag="offer-ran-out"):
    """The player did not take the place in time. It goes to the next one, and the player to the end of the list."""

    player: str


class RuleInterruption(Value, tag="rule-interruption"):
    """The house stopped in the middle of a round and has started again."""

    table: str


class AssignDealer(Value, tag="assign-dealer"):
    """The pit gives the table to this dealer (R-115)."""

    dealer: str


class AskChips(Value, tag="ask-chips"):
    """Somebody at the table or of the pit writes a slip: an opening float, a fill, a credit, a drop or a count."""

    kind: ChipsKind
    chips: tuple[Pieces, ...]


class ApproveChips(Value, tag="approve-chips"):
    kind: ChipsKind
    slip: int


class AcknowledgeChips(Value, tag="acknowledge-chips"):
    """The dealer has got the chips, or handed them out."""

    kind: ChipsKind
    slip: int


class ReportReadCard(Value, tag="report-read-card"):
    """A table's device read a card that is already out."""

    device: str


class AnswerAsked(Value, tag="answer-asked"):
    """A player says whether staff may bring chips from the wallet. On yes the act happens."""

    asked: int
    yes: bool


class DecideIncident(Value, tag="decide-incident"):
    """The decision is a sentence of the round files, like the report, or `dismiss`."""

    incident: int
    decision: str


class UnderstandRuling(Value, tag="understand-ruling"):
    """The reporter of the incident has read the ruling."""

    incident: int


class OpenLink(Value, tag="open-link"):
    link: str


class AnswerClaims(Value, tag="answer-claims"):
    """After a restart: pays the awards whose turn came with the rulings at the tables."""

    link: str


class VerifyAward(Value, tag="verify-award"):
    award: int


class ProposeChange(Value, tag="propose-change"):
    kind: str
    value: str


class ApproveChange(Value, tag="approve-change"):
    change: int


class WithdrawChange(Value, tag="withdraw-change"):
    change: int


class SuspendLink(Value, tag="suspend-link"):
    link: str
    policy: str


class ResumeLink(Value, tag="resume-link"):
    link: str


class FailLink(Value, tag="fail-link"):
    """The system found a fault in the link."""

    link: str
    why: Why
    """English in version 1 of the journal, a code since."""


Command = (
    OpenHouse
    | NameKey
    | AddPlayer
    | Deposit
    | Withdraw
    | PayDebt
    | ProposeWriteOff
    | ApproveWriteOff
    | BarPlayer
    | LiftBar
    | OpenShift
    | CloseShift
    | MakeToken
    | RevokeToken
    | ShowDeck
    | RecordStoreEvent
    | EnterUsers
    | NoteSettings
    | ChangeUser
    | ChangeOwnPassword
    | ChooseName
    | SignIn
    | EndSessions
    | ForgetUser
    | CountFailedSignIns
    | OfferSecondFactor
    | TurnSecondFactorOn
    | ApproveHouseChange
    | WithdrawHouseChange
    | OpenTable
    | ChangeSign
    | CloseTable
    | StackShoe
    | JoinWaitingList
    | LeaveWaitingList
    | PassOffer
    | PassPlace
    | OfferRanOut
    | RuleInterruption
    | AssignDealer
    | AskChips
    | ApproveChips
    | AcknowledgeChips
    | ReportReadCard
    | AnswerAsked
    | DecideIncident
    | UnderstandRuling
    | OpenLink
    | AnswerClaims
    | VerifyAward
    | ProposeChange
    | ApproveChange
    | WithdrawChange
    | SuspendLink
    | ResumeLink
    | FailLink
)

WAITS_NO_MORE = "(waits no more)"

decode_command = msgspec.json.Decoder[Command](Command).decode
encode_command = msgspec.json.Encoder().encode


def asked(command: Command, reason: str, at: str, given: Given | None) -> tuple[str, ...]:
    """What a retry must ask again to get the answer of the first try: stores keep a digest of these words.

    Each line is what the first release with that command used, so a client that retries after an upgrade is answered. A
    command that came later needs no line.
    """
    match command:
        case JoinWaitingList(place=place):
            return "waiting", at, str(place)
        case AnswerAsked(asked=number, yes=yes):
            return "asked", str(number), str(yes)
        case OpenTable():
            return "table", _json_of(given)
        case ChangeSign(table=table):
            return "sign", table, _json_of(given)
        case CloseTable(table=table):
            return "closing", table
        case AddPlayer(player=player):
            return "player", player
        case Deposit(player=player, amount=amount):
            return "deposit", player, str(amount), reason
        case Withdraw(player=player, amount=amount):
            return "withdrawal", player, str(amount), reason
        case PayDebt(player=player, amount=amount):
            return "debt-payment", player, str(amount), reason
        case ProposeWriteOff(player=player, amount=amount):
            return "debt-write-off", player, str(amount), reason
        case ApproveWriteOff(player=player, change=number):
            return "debt-write-off-approval", player, str(number), reason
        case ApproveHouseChange(change=number):
            return "house approval", str(number)
        case WithdrawHouseChange(change=number):
            return "house withdrawal", str(number)
        case VerifyAward(award=award):
            return "verification", at, str(award), reason
        case ProposeChange(kind=kind, value=value):
            return "change", at, repr([(kind, value)]), reason
        case ApproveChange(change=number):
            return "approval", at, str(number), reason
        case WithdrawChange(change=number):
            return "withdrawal", at, str(number), reason
        case SuspendLink(policy=policy):
            return "suspension", at, policy, reason
        case ResumeLink():
            return "resumption", at, reason
        case _:
            return "command", at, encode_command(command).decode(), reason


def _json_of(given: Given | None) -> str:
    return msgspec.json.encode(given.keys, order="deterministic").decode() if isinstance(given, TableKeys) else ""


def said(command: Command) -> str:
    """The words that a journal shows: `deposit Ann 5000`. Brackets mark what the house does by itself."""
    match command:
        case OpenHouse() | OpenLink():
            return "(opened)"
        case NameKey():
            return "(key)"
        case AddPlayer(player=player):
            return f"adds {player}"
        case Deposit(player=player, amount=amount):
            return f"deposit {player} {amount}"
        case Withdraw(player=player, amount=amount):
            return f"withdrawal {player} {amount}"
        case PayDebt(player=player, amount=amount):
            return f"debt-payment {player} {amount}"
        case ProposeWriteOff(player=player, amount=amount):
            return f"debt-write-off {player} {amount}"
        case ApproveWriteOff(player=player, change=number):
            return f"approves debt-write-off {player} {number}"
        case BarPlayer(player=player):
            return f"bars {player}"
        case LiftBar(player=player):
            return f"lifts the bar of {player}"
        case OpenShift(name=name):
            return f"opens shift {name}"
        case CloseShift(shift=number):
            return f"closes shift {number}"
        case MakeToken(name=name):
            return f"makes a token for {name}"
        case RevokeToken(token=number):
            return f"revokes token {number}"
        case ShowDeck(table=table, round=number):
            return f"opens the deck of {table} {number}"
        case RecordStoreEvent():
            return "(store)"
        case EnterUsers():
            return "(users)"
        case NoteSettings():
            return "(settings)"
        case ChangeUser(change=change):
            return f"{'makes' if change.makes else 'changes'} user {change.user}"
        case ChangeOwnPassword():
            return "changes the own password"
        case ChooseName(called=called):
            return f"is called {called}"
        case SignIn():
            return "signs in"
        case ForgetUser(user=user):
            return f"forgets {user}"
        case EndSessions(user=user):
            return f"ends sessions of {user}"
        case CountFailedSignIns():
            return "(failed sign-ins)"
        case OfferSecondFactor():
            return "gets a second factor"
        case TurnSecondFactorOn():
            return "turns the second factor on"
        case ApproveHouseChange(change=number):
            return f"approves change {number}"
        case WithdrawHouseChange(change=number):
            return f"withdraws change {number}"
        case OpenTable(table=table):
            return f"opens {table}"
        case ChangeSign():
            return "(sign)"
        case CloseTable():
            return "(closes)"
        case StackShoe():
            return "(shoe)"
        case JoinWaitingList(place=place):
            return "(waits)" if place is None else f"(waits for {place})"
        case LeaveWaitingList() | PassOffer():
            return WAITS_NO_MORE
        case PassPlace() | OfferRanOut():
            return "(passes)"
        case RuleInterruption():
            return "incident interruption"
        case AssignDealer(dealer=dealer):
            return f"assigns {dealer}"
        case AskChips(kind=kind):
            return f"asks for {kind}"
        case ApproveChips(kind=kind, slip=slip):
            return f"approves {kind} {slip}"
        case AcknowledgeChips(kind=kind, slip=slip):
            return f"acknowledges {kind} {slip}"
        case ReportReadCard():
            return "incident foreign-card"
        case AnswerAsked(asked=number, yes=yes):
            return f"says {'yes' if yes else 'no'} to {number}"
        case DecideIncident(decision=decision):
            return decision
        case UnderstandRuling(incident=incident):
            return f"(has read the ruling of incident {incident})"
        case AnswerClaims():
            return "(awards)"
        case VerifyAward(award=award):
            return f"verifies award {award}"
        case ProposeChange(kind=kind, value=value):
            return f"asks for {kind} {value}"
        case ApproveChange(change=number):
            return f"approves change {number}"
        case WithdrawChange(change=number):
            return f"withdraws change {number}"
        case SuspendLink(link=link, policy=policy):
            return f"suspends {link} policy={policy}"
        case ResumeLink(link=link):
            return f"resumes {link}"
        case FailLink(link=link):
            return f"suspends {link}"
        case _:
            assert_never(command)
