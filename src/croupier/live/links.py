"""What people do with a link: verify awards, change it two by two, suspend it and let it go on.

Each of these is one entry of the link's stream, and of the streams of all tables that it touches, in one commit. Ids
and retries are those of acts.
"""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.actors import Rank
from croupier.citation import ruling
from croupier.errors import Refused, Unreadable, said_at, told_by
from croupier.games.house import commands as house_cmd
from croupier.games.house.table import HouseState, Policy
from croupier.jackpot import commands as link_cmd
from croupier.jackpot.link import (
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
from croupier.limits import LONGEST_REASON
from croupier.live import commands as cmd
from croupier.live.books import Act, Books, Ticket, digest_of
from croupier.live.floor_file import NAME, share
from croupier.live.people import SYSTEM, Role, Who
from croupier.live.problems import Code, Problem
from croupier.live.register import Register
from croupier.live.soundness import unsound
from croupier.live.table import LiveTable, last_deal_first
from croupier.live.work import BY_SYSTEM, Work
from croupier.money import Cents, cents, dollars
from croupier.roundfile.read import shown
from croupier.sentences import Sentence, Why, says, word

_OF_THE_PIT = (Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER)
KINDS = (*Parameter, "correction", "link-table", "unlink-table", "transfer-to")


class Links:
    def __init__(self, books: Books, clear_up: Callable[[Work], None], register: Register) -> None:
        self._books = books
        self._register = register
        self._clear_up = clear_up

    # --- Awards ---------------------------------------------------------------------------------------------------

    def verify_award(self, who: Who, link: str, award: int, id_: str, reason: str) -> Ticket:
        """Somebody of the pit has made sure, and it is paid."""
        digest = digest_of("verification", link, str(award), reason)
        if (again := self._books.answered(who.name, id_, digest)) is not None:
            return again
        known = self._known(link, id_)
        _check_role(who, _OF_THE_PIT, says("verifies-an-award"), id_)
        if not 0 < award <= known.awards_counted:
            raise Problem(Code.NOT_FOUND, says("no-such-award", link=link, award=award), more={"id": id_})
        act = Act(who, id_, cmd.VerifyAward(award), reason=_reason(reason, id_), digest=digest)

        def verified(work: Work) -> None:
            work.move_link(link, link_cmd.VerifyAward(award, who.actor, reason), None)
            work.answer_claims(link)

        return self._done(act, link, verified)

    # --- Changes --------------------------------------------------------------------------------------------------

    def propose_change(self, who: Who, link: str, id_: str, change: Mapping[str, Any], reason: str) -> Ticket:
        """Asked for by one shift manager; `{"change": 2}` is what another one approves."""
        digest = digest_of("change", link, repr(sorted(change.items(), key=str)), reason)
        if (again := self._books.answered(who.name, id_, digest)) is not None:
            return again
        known = self._known(link, id_)
        _check_role(who, (Role.SHIFT_MANAGER,), says("asks-for-a-change"), id_)
        try:
            asked = self._read(change)
        except Unreadable as error:
            raise Problem(Code.UNREADABLE, told_by(error), more={"id": id_}) from None
        (kind, value), *_ = change.items()
        act = Act(who, id_, cmd.ProposeChange(kind, value), reason=_reason(reason, id_), digest=digest)

        def proposed(work: Work) -> None:
            self._check_other_streams(known, asked)
            work.move_link(link, link_cmd.ProposeChange(asked, who.actor, reason), None)

        return self._done(act, link, proposed, 202, {"change": known.changes_counted + 1})

    def approve_change(self, who: Who, link: str, number: int, id_: str, reason: str = "") -> Ticket:
        """By another person. It takes effect when no hand with a jackpot bet is open at any table of the link."""
        digest = digest_of("approval", link, str(number), reason)
        if (again := self._books.answered(who.name, id_, digest)) is not None:
            return again
        known = self._known(link, id_)
        _check_role(who, (Role.SHIFT_MANAGER,), says("approves-a-change"), id_)
        self._check_counted(known, number, id_)
        asked = next((each for each in known.changes if each.number == number), None)
        if asked is not None and not self._register.counts_as_second(asked.by.name, who.name, self._books.now()):
            why = says("not-a-second-person", player=asked.by.name, change=number)
            raise Problem(Code.SECOND_PERSON, why, more={"id": id_})
        act = Act(who, id_, cmd.ApproveChange(number), reason=reason, digest=digest)

        def approved(work: Work) -> None:
            if asked is not None:
                self._check_other_streams(known, asked.change)
            work.move_link(link, link_cmd.ApproveChange(number, who.actor), None)

        return self._done(act, link, approved)

    def withdraw_change(self, who: Who, link: str, number: int, id_: str, reason: str = "") -> Ticket:
        """Nobody has approved it, and nobody shall: whoever has asked for it, or another shift manager."""
        digest = digest_of("withdrawal", link, str(number), reason)
        if (again := self._books.answered(who.name, id_, digest)) is not None:
            return again
        known = self._known(link, id_)
        _check_role(who, (Role.SHIFT_MANAGER,), says("withdraws-a-change"), id_)
        self._check_counted(known, number, id_)
        act = Act(who, id_, cmd.WithdrawChange(number), reason=reason, digest=digest)

        def withdrawn(work: Work) -> None:
            work.move_link(link, link_cmd.WithdrawChange(number, who.actor), None)

        return self._done(act, link, withdrawn)

    def _check_counted(self, link: Link, number: int, id_: str) -> None:
        if not 0 < number <= link.changes_counted:
            raise Problem(Code.NOT_FOUND, says("no-such-change", link=link.name, change=number), more={"id": id_})

    def _read(self, change: Mapping[str, Any]) -> Change:
        """Exactly one kind, with its value as a string."""
        if len(change) != 1:
            raise Unreadable(f"change: expected one of {', '.join(KINDS)}, and one at a time")
        ((kind, value),) = change.items()
        where = f"change: {kind}"
        match kind:
            case "contribution" | "reserve":
                return SetParameter(Parameter(kind), share(where, value))
            case "reset":
                return SetParameter(Parameter.RESET, _amount(where, value))
            case "limit" | "verify-above":
                return SetParameter(Parameter(kind), None if value == "off" else _amount(where, value))
            case "correction":
                return Correct(_signed(where, value))
            case "link-table" | "unlink-table" | "transfer-to":
                if not isinstance(value, str) or NAME.fullmatch(value) is None:
                    raise Unreadable(f"{where}: expected a name, got {shown(value)}")
                if kind == "transfer-to":
                    return TransferTo(value)
                return LinkTable(value, self._bet_of(value)) if kind == "link-table" else UnlinkTable(value)
            case _:
                raise Unreadable(f"change: {shown(kind)} is unknown; known: {', '.join(KINDS)}")

    def _bet_of(self, table: str) -> Cents:
        """What the table's sign prescribes, or would; 0 where it has never said so."""
        known = self._books.tables.get(table)
        if known is None or not isinstance(known.game, HouseState):
            return Cents(0)
        return known.game.table.jackpot_bet or known.sign.jackpot_bet or Cents(0)

    def _check_other_streams(self, link: Link, change: Change) -> None:
        """What the link itself cannot know: other links, and the tables."""
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
        if not isinstance(table.game, HouseState):
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

    def suspend(self, who: Who, link: str, id_: str, policy: str, reason: str) -> Ticket:
        """The jackpot has failed. Every linked table hears of it, with what the House does in the rounds to come."""
        digest = digest_of("suspension", link, policy, reason)
        if (again := self._books.answered(who.name, id_, digest)) is not None:
            return again
        known = self._known(link, id_)
        _check_role(who, _OF_THE_PIT, says("suspends-a-link"), id_)
        if policy not in tuple(Policy):
            why = says("policy-unknown", known=", ".join(Policy), given=shown(policy))
            raise Problem(Code.UNREADABLE, why, more={"id": id_})
        if policy == Policy.CLOSE and who.rank < Rank.SHIFT_MANAGER:
            why = says("closing-is-the-shift-managers")
            raise Problem(Code.FORBIDDEN, why, (ruling(101),), {"id": id_})
        act = Act(who, id_, cmd.SuspendLink(link, policy), reason=_reason(reason, id_), digest=digest)

        def suspended(work: Work) -> None:
            self._check_open(known)
            if not known.suspended:
                work.move_link(link, link_cmd.SuspendLink(who.actor, reason), None)
            elif not self._policy_is_open(known):
                raise Refused(says("suspended-already", link=link))
            self._report_down(work, known, act, Policy(policy))

        return self._done(act, link, suspended)

    def resume(self, who: Who, link: str, id_: str, reason: str = "") -> Ticket:
        """It works again: only once everything that it shows agrees with the ledger."""
        digest = digest_of("resumption", link, reason)
        if (again := self._books.answered(who.name, id_, digest)) is not None:
            return again
        known = self._known(link, id_)
        _check_role(who, _OF_THE_PIT, says("resumes-a-link"), id_)
        act = Act(who, id_, cmd.ResumeLink(link), reason=reason, digest=digest)

        def resumed(work: Work) -> None:
            if why := unsound(known, self._books.balances):
                raise Refused(says("stays-suspended", link=link, why=why))
            work.move_link(link, link_cmd.ResumeLink(who.actor, reason.strip()), None)
            for name, state in self._linked(known, offering=False):
                if state.table.jackpot_bet is None:  # it has joined since
                    work.play(name, house_cmd.ChangeSign(jackpot_bet=known.tables[name], at_once=True))
                if state.failure is not None:
                    self._report(work, name, house_cmd.Incident.JACKPOT_UP, None, act)

        return self._done(act, link, resumed)

    def fail(self, link: str, why: Why) -> Ticket | None:
        """The system has found something wrong by itself; what the tables do then is for the pit to say (R-101)."""
        known = self._books.links[link]
        if known.suspended or known.transferred_to is not None:
            return None
        head = self._books.decided.heads[f"link/{link}"]
        act = Act(SYSTEM, f"system/{link}/{head.seq + 1}", cmd.FailLink(link, why))
        work = Work(self._books)
        work.move_link(link, link_cmd.SuspendLink(None, why), None)
        self._report_down(work, known, act, None)
        self._clear_up(work)
        return self._books.enter(work, act, f"link/{link}", 200, None)

    def _report_down(self, work: Work, link: Link, act: Act, policy: Policy | None) -> None:
        """The paragraphs of each table's rulebook decide what becomes of its round (R-15, R-58)."""
        linked = [self._books.tables[name] for name, _ in self._linked(link)]
        for name in last_deal_first(linked, self._books.links):
            self._report(work, name, house_cmd.Incident.JACKPOT_DOWN, policy, act)

    def _report(self, work: Work, table: str, kind: house_cmd.Incident, policy: Policy | None, act: Act) -> None:
        by = BY_SYSTEM if act.who is SYSTEM else act.who.actor
        try:
            work.play(table, house_cmd.ReportIrregularity(kind, policy=policy, by=by, reason=act.reason))
        except Refused:
            return  # so much was reported there that no more is heard; its bets wait for the link all the same
        work.record(f"table/{table}").said = (
            f"incident {kind}" if policy is None else f"incident {kind} policy={policy}"
        )

    def _linked(self, link: Link, *, offering: bool = True) -> list[tuple[str, HouseState]]:
        """Tables of the link that are open, in the order of their names; those that offer its jackpot now, or all."""
        found = []
        for name in sorted(link.tables):
            table: LiveTable | None = self._books.tables.get(name)
            if table is None or not isinstance(table.game, HouseState) or table.game.closed:
                continue
            if not offering or table.game.round.table.jackpot_bet is not None:
                found.append((name, table.game))
        return found

    def _policy_is_open(self, link: Link) -> bool:
        """The system has suspended it, and nobody has said yet what the tables do meanwhile."""
        return any(state.failure is not None and state.failure.policy is None for _, state in self._linked(link))

    def _check_open(self, link: Link) -> None:
        if link.transferred_to is not None:
            raise Refused(says("link-closed", link=link.name, other=link.transferred_to))

    # --- Common to all --------------------------------------------------------------------------------------------

    def _known(self, link: str, id_: str) -> Link:
        known = self._books.links.get(link)
        if known is None:
            raise Problem(Code.NOT_FOUND, says("no-such-link", link=link[:40]), more={"id": id_})
        return known

    def _done(
        self,
        act: Act,
        link: str,
        does: Callable[[Work], None],
        status: int = 200,
        answer: Mapping[str, Any] | None = None,
    ) -> Ticket:
        books, stream = self._books, f"link/{link}"
        work = Work(books)
        try:
            does(work)
            self._clear_up(work)
            work.check_funds()
        except Refused as refused:
            told = Problem(Code.REFUSED, refused.says, refused.cites, {"id": act.id}).told()
            return books.enter(Work(books), act, stream, 409, told, refused.cites, refused=True)
        return books.enter(work, act, stream, status, answer or {"done": {"id": act.id}})


def _brings(asked: PendingChange, table: str) -> bool:
    """It is approved, and links the table as soon as no hand is open."""
    return asked.approved_by is not None and isinstance(asked.change, LinkTable) and asked.change.table == table


def _check_role(who: Who, roles: tuple[Role, ...], does: Sentence, id_: str) -> None:
    if who.role not in roles:
        rank = word("role", roles[0])
        raise Problem(Code.FORBIDDEN, says("rank-does", rank=rank, does=does), (ruling(101),), {"id": id_})


def _reason(reason: str, id_: str) -> str:
    if not 0 < len(reason.strip()) <= len(reason) <= LONGEST_REASON:
        why = says("reason-in-words", most=LONGEST_REASON)
        raise Problem(Code.UNREADABLE, why, more={"id": id_})
    return reason


def _amount(where: str, value: object) -> Cents:
    if not isinstance(value, str):
        raise Unreadable(f'{where}: expected a string, such as "12.50"')
    try:
        return cents(value)
    except ValueError as error:
        raise Unreadable(said_at(where, told_by(error))) from None


def _signed(where: str, value: object) -> int:
    """Dollars up or down."""
    down = isinstance(value, str) and value.startswith("-")
    found = _amount(where, value.removeprefix("-") if isinstance(value, str) else value)
    if not found:
        raise Unreadable(said_at(where, says("amount-up-or-down", given=dollars(found))))
    return -found if down else found
