"""What people do with a link: verify awards, change it (two people), suspend and resume it.

Each act is one entry in the link's stream, and one in the stream of every table it touches, all in one commit.
"""

from collections.abc import Mapping

from croupier.base.actors import Rank
from croupier.base.citation import ruling
from croupier.base.errors import Refused, Unreadable, said_at, told_by
from croupier.base.limits import LONGEST_REASON
from croupier.base.sentences import says
from croupier.floor.live.links.meter_check import unsound
from croupier.floor.live.people.register import Register, check_second_person
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_file import NAME, share
from croupier.floor.live.state.floor_state import Act, FloorState
from croupier.floor.live.state.given import Given
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_state, last_deal_first
from croupier.floor.live.state.work import BY_SYSTEM, Work
from croupier.rounds.roundfile.read import shown
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house.table import HouseState, Policy
from croupier.rules.jackpot import commands as link_cmd
from croupier.rules.jackpot.link import (
    Change,
    Correct,
    Link,
    LinkTable,
    Parameter,
    PendingChange,
    SetParameter,
    TransferTo,
    UnlinkTable,
)
from croupier.rules.money import Cents, cents, dollars, signed_cents

KINDS = (*Parameter, "correction", "link-table", "unlink-table", "transfer-to")


class Links:
    def __init__(self, books: FloorState, register: Register) -> None:
        self._books = books
        self._register = register

    # --- What a link hears ----------------------------------------------------------------------------------------

    def hear(self, work: Work, name: str, act: Act, command: cmd.Command, given: Given | None) -> Outcome:
        if isinstance(command, cmd.OpenLink):
            assert isinstance(given, link_cmd.OpenLink)
            work.move_link(name, given, None)
            return Outcome()
        link, who = self._known(name), act.who
        match command:
            case cmd.VerifyAward(award=award):
                self._verify(work, link, act, award)
            case cmd.ProposeChange():
                return self._propose(work, link, act, command)
            case cmd.ApproveChange(change=number):
                self._approve(work, link, act, number)
            case cmd.WithdrawChange(change=number):
                self._check_counted(link, number)
                work.move_link(name, link_cmd.WithdrawChange(number, who.actor), None)
            case cmd.SuspendLink(policy=policy):
                self._suspend(work, link, act, policy)
            case cmd.ResumeLink():
                self._resume(work, link, act)
            case cmd.FailLink(why=why):
                work.move_link(name, link_cmd.SuspendLink(None, why), None)
                self._report_down(work, link, act, None)
                return Outcome()
            case _:
                raise AssertionError(f"a link does not hear {type(command).__name__}")
        return done(act)

    # --- Awards ---------------------------------------------------------------------------------------------------

    def _verify(self, work: Work, link: Link, act: Act, award: int) -> None:
        """Somebody of the pit has verified the award, and it is paid."""
        if not 0 < award <= link.awards_counted:
            raise Problem(Code.NOT_FOUND, says("no-such-award", link=link.name, award=award))
        _check_reason(act.reason)
        work.move_link(link.name, link_cmd.VerifyAward(award, act.who.actor, act.reason), None)
        work.answer_claims(link.name)

    # --- Changes --------------------------------------------------------------------------------------------------

    def _propose(self, work: Work, link: Link, act: Act, command: cmd.ProposeChange) -> Outcome:
        """One shift manager asks for a change; `{"change": 2}` is the number that another one approves."""
        asked = self._read(command)
        _check_reason(act.reason)
        self._check_other_streams(link, asked)
        work.move_link(link.name, link_cmd.ProposeChange(asked, act.who.actor, act.reason), None)
        return Outcome({"change": link.changes_counted + 1}, 202)

    def _approve(self, work: Work, link: Link, act: Act, number: int) -> None:
        """Another person approves. The change takes effect when no hand with a jackpot bet is open at any table of the
        link."""
        self._check_counted(link, number)
        asked = next((each for each in link.changes if each.number == number), None)
        if asked is not None:
            check_second_person(self._register, asked.by.name, act.who, number, work.at)
            self._check_other_streams(link, asked.change)
        work.move_link(link.name, link_cmd.ApproveChange(number, act.who.actor), None)

    def _check_counted(self, link: Link, number: int) -> None:
        if not 0 < number <= link.changes_counted:
            raise Problem(Code.NOT_FOUND, says("no-such-change", link=link.name, change=number))

    def _read(self, command: cmd.ProposeChange) -> Change:
        kind, value = command.kind, command.value
        where = f"change: {kind}"
        match kind:
            case "contribution" | "reserve":
                return SetParameter(Parameter(kind), share(where, value))
            case "reset":
                return SetParameter(Parameter.RESET, _amount(where, value))
            case "limit" | "verify-above":
                return SetParameter(Parameter(kind), None if value == "off" else _amount(where, value))
            case "correction":
                return Correct(_correction(where, value))
            case "link-table" | "unlink-table" | "transfer-to":
                if NAME.fullmatch(value) is None:
                    raise Unreadable(f"{where}: expected a name, got {shown(value)}")
                if kind == "transfer-to":
                    return TransferTo(value)
                return LinkTable(value, self._bet_of(value)) if kind == "link-table" else UnlinkTable(value)
            case _:
                raise Unreadable(f"change: {shown(kind)} is unknown; known: {', '.join(KINDS)}")

    def _bet_of(self, table: str) -> Cents:
        """The jackpot bet that the table's sign prescribes or would prescribe; 0 if it never named one."""
        known = self._books.tables.get(table)
        if known is None or (state := house_state(known)) is None:
            return Cents(0)
        return state.table.jackpot_bet or known.sign.jackpot_bet or Cents(0)

    def _check_other_streams(self, link: Link, change: Change) -> None:
        """Checks what the link itself cannot know: other links, and the tables."""
        match change:
            case LinkTable(table=name, bet=bet):
                self._check_may_join(link, name, bet)
            case TransferTo(link=name) if name != link.name:
                self._check_may_receive(link, name)
            case _:
                pass

    def _check_may_join(self, link: Link, name: str, bet: Cents) -> None:
        table = self._books.tables.get(name)
        if table is None:
            raise Refused(says("no-such-table", table=name))
        if house_state(table) is None:
            raise Refused(says("poker-has-no-jackpot", table=name))
        if table.game.closed or table.closing:
            raise Refused(says("closed", table=name))
        if table.sign.link == link.name:
            raise Refused(says("linked-already", table=name, link=link.name))
        if table.sign.link is not None:
            raise Refused(says("linked-elsewhere", table=name, link=table.sign.link))
        for other in self._books.links.values():
            if other.name != link.name and any(_brings(asked, name) for asked in other.changes):
                raise Refused(says("about-to-be-linked", table=name, link=other.name))
        if link.suspended:
            raise Refused(says("link-suspended-no-tables", link=link.name))
        if not bet:
            raise Refused(says("sign-without-jackpot-bet", table=name))

    def _check_may_receive(self, link: Link, name: str) -> None:
        other = self._books.links.get(name)
        if other is None:
            raise Refused(says("no-such-link", link=name))
        if other.transferred_to is not None:
            raise Refused(says("link-closed", link=name, other=other.transferred_to))
        if other.suspended:
            raise Refused(says("link-suspended-receives-nothing", link=name))
        if any(isinstance(each.change, TransferTo) for each in other.changes):
            raise Refused(says("about-to-be-transferred", link=name))
        for each in self._books.links.values():
            if any(isinstance(asked.change, TransferTo) and asked.change.link == link.name for asked in each.changes):
                raise Refused(says("about-to-be-transferred-to", link=each.name, other=link.name))

    # --- Suspension -----------------------------------------------------------------------------------------------

    def _suspend(self, work: Work, link: Link, act: Act, policy: str) -> None:
        """Suspends the jackpot. Every linked table hears of it, with what the House does in the rounds to come."""
        if policy not in tuple(Policy):
            raise Problem(Code.UNREADABLE, says("policy-unknown", known=", ".join(Policy), given=shown(policy)))
        if policy == Policy.CLOSE and act.who.rank < Rank.SHIFT_MANAGER:
            raise Problem(Code.FORBIDDEN, says("closing-is-the-shift-managers"), (ruling(101),))
        _check_reason(act.reason)
        if link.transferred_to is not None:
            raise Refused(says("link-closed", link=link.name, other=link.transferred_to))
        if not link.suspended:
            work.move_link(link.name, link_cmd.SuspendLink(act.who.actor, act.reason), None)
        elif not self._policy_is_open(link):
            raise Refused(says("suspended-already", link=link.name))
        self._report_down(work, link, act, Policy(policy))

    def _resume(self, work: Work, link: Link, act: Act) -> None:
        """Resumes the jackpot, if everything on display agrees with the ledger."""
        if why := unsound(link, self._books.balances):
            raise Refused(says("stays-suspended", link=link.name, why=why))
        work.move_link(link.name, link_cmd.ResumeLink(act.who.actor, act.reason.strip()), None)
        for name, state in self._linked(link, offering=False):
            if state.table.jackpot_bet is None:  # it joined while the link was suspended
                work.play(name, house_cmd.ChangeSign(jackpot_bet=link.tables[name], at_once=True))
            if state.failure is not None:
                self._report(work, name, house_cmd.Incident.JACKPOT_UP, None, act)

    def works(self, name: str) -> bool:
        """Whether it is neither suspended nor closed. If such a link fails, the system suspends it (R-101)."""
        link = self._books.links[name]
        return not link.suspended and link.transferred_to is None

    def _report_down(self, work: Work, link: Link, act: Act, policy: Policy | None) -> None:
        """Reports the failure at each table. Its rulebook's paragraphs decide the round (R-15, R-58)."""
        linked = [self._books.tables[name] for name, _ in self._linked(link)]
        for name in last_deal_first(linked, self._books.links):
            self._report(work, name, house_cmd.Incident.JACKPOT_DOWN, policy, act)

    def _report(self, work: Work, table: str, kind: house_cmd.Incident, policy: Policy | None, act: Act) -> None:
        by = BY_SYSTEM if act.who is SYSTEM else act.who.actor
        try:
            work.play(table, house_cmd.ReportIrregularity(kind, policy=policy, by=by, reason=act.reason))
        except Refused:
            return  # the round has reached its limit of incidents; its bets still wait for the link
        work.record(f"table/{table}").said = (
            f"incident {kind}" if policy is None else f"incident {kind} policy={policy}"
        )

    def _linked(self, link: Link, *, offering: bool = True) -> list[tuple[str, HouseState]]:
        """The link's open tables by name: all of them, or those that offer its jackpot now."""
        found = []
        for name in sorted(link.tables):
            table: LiveTable | None = self._books.tables.get(name)
            if table is None or (state := house_state(table)) is None or state.closed:
                continue
            if not offering or state.round.table.jackpot_bet is not None:
                found.append((name, state))
        return found

    def _policy_is_open(self, link: Link) -> bool:
        """Whether the system suspended it and nobody has said yet what the tables do meanwhile."""
        return any(state.failure is not None and state.failure.policy is None for _, state in self._linked(link))

    def _known(self, name: str) -> Link:
        link = self._books.links.get(name)
        if link is None:
            raise Problem(Code.NOT_FOUND, says("no-such-link", link=name[:40]))
        return link


def proposed(change: Mapping[str, object]) -> cmd.ProposeChange:
    """Reads a change from a request: exactly one kind, with its value as a string."""
    if len(change) != 1:
        raise Problem(Code.UNREADABLE, f"change: expected one of {', '.join(KINDS)}, and one at a time")
    ((kind, value),) = change.items()
    if not isinstance(value, str):
        raise Problem(Code.UNREADABLE, f'change: {shown(kind)}: expected a string, such as "12.50"')
    return cmd.ProposeChange(kind, value)


def _brings(asked: PendingChange, table: str) -> bool:
    """Whether it is an approved change that links this table once no hand is open."""
    return asked.approved_by is not None and isinstance(asked.change, LinkTable) and asked.change.table == table


def _check_reason(reason: str) -> None:
    if not 0 < len(reason.strip()) <= len(reason) <= LONGEST_REASON:
        raise Problem(Code.UNREADABLE, says("reason-in-words", most=LONGEST_REASON))


def _amount(where: str, value: str) -> Cents:
    try:
        return cents(value)
    except ValueError as error:
        raise Unreadable(said_at(where, told_by(error))) from None


def _correction(where: str, value: str) -> int:
    try:
        found = signed_cents(value)
    except ValueError as error:
        raise Unreadable(said_at(where, told_by(error))) from None
    if not found:
        raise Unreadable(said_at(where, says("amount-up-or-down", given=dollars(found))))
    return found
