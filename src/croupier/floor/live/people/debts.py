"""What players owe the House (R-108): a settlement was undone, and they have too few chips left to give back.

A debt is two transfers. The House lays out the missing chips, so that everybody else has theirs at once; and the cage
holds a claim, `owed/NAME`, in place of the missing chips. A payment moves the claim to the House. A write-off ends the
claim, and the House loses what it laid out.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.base.citation import Citation, printed, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.ledger.accounts import CAGE, HOUSE, Account, owed, stack, wallet
from croupier.floor.ledger.postings import transfer
from croupier.floor.live.answers.money import DebtorTold, DebtTold, Owing, WriteOffTold
from croupier.floor.live.people.register import Register, check_second_person
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import house_events as ev
from croupier.floor.live.state.floor_state import Act, Change, FloorState
from croupier.floor.live.state.fold import HOUSE_STREAM
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.state.work import Work
from croupier.rules.games.poker.events import PotsGivenOutAgain
from croupier.rules.games.poker.table import PokerRound
from croupier.rules.money import Cents, dollars


def owe(
    work: Work,
    table: str,
    player: str,
    amount: Cents,
    cites: tuple[Citation, ...],
    *,
    to: Account | None = None,
    round_: int | None = None,
) -> None:
    """Records that the player lacks this amount; the House lays it out to their chips, or to the tray."""
    work.post(f"table/{table}", transfer(HOUSE, to or stack(table, player), amount))
    work.post(HOUSE_STREAM, transfer(CAGE, owed(player), amount))
    event = ev.ChipsOwed(player, table, round_ or work.table(table).rounds, amount, (*cites, ruling(108)), work.at)
    work.record(HOUSE_STREAM).events.append(event)


def lay_out_missing(work: Work, table: str) -> None:
    """After pots were given out again (R-110): lays out for players whose wallets have less than they give back."""
    events = work.record(f"table/{table}").events
    again = next((event for event in events if isinstance(event, PotsGivenOutAgain)), None)
    if again is None:
        return
    round_ = work.table(table).game.round
    assert isinstance(round_, PokerRound), table
    for player in sorted({seat.player for seat in round_.opening.seats.values()}):
        missing = -work.balance(wallet(player))
        if missing > 0:
            owe(work, table, player, Cents(missing), again.cites, to=wallet(player))


def check_owes_nothing(work: Work, player: str) -> None:
    """Refuses a player who owes something: they must not sit down or top up."""
    if amount := work.balance(owed(player)):
        raise Refused(says("owes-the-house", player=player, amount=dollars(amount)), (ruling(108),))


class Debt(Value):
    """The rest of one round's debt."""

    table: str
    round: int
    amount: Cents
    cites: tuple[Citation, ...]
    at: int


class WriteOff(Value):
    number: int
    player: str
    amount: Cents
    by: str
    reason: str
    at: int


class Owed(Value):
    """All debts of the house, oldest first, and the write-offs that wait for a second shift manager."""

    debts: Mapping[str, tuple[Debt, ...]] = {}
    asked: Mapping[int, WriteOff] = {}
    counted: int = 0
    """Number of the last write-off requested."""


def evolve(state: Owed, event: ev.HouseStreamEvent) -> Owed:
    match event:
        case ev.ChipsOwed(player=player):
            debt = Debt(event.table, event.round, event.amount, event.cites, event.at)
            return replace(state, debts={**state.debts, player: (*state.debts.get(player, ()), debt)})
        case ev.DebtPaid(player=player, amount=amount):
            return _less(state, player, amount)
        case ev.WriteOffAsked(number=number):
            asked = WriteOff(number, event.player, event.amount, event.by, event.reason, event.at)
            return replace(state, asked={**state.asked, number: asked}, counted=number)
        case ev.DebtWrittenOff(number=number, player=player, amount=amount):
            waiting = {each: asked for each, asked in state.asked.items() if each != number}
            return _less(replace(state, asked=waiting), player, amount)
        case _:
            return state


def _less(state: Owed, player: str, amount: Cents) -> Owed:
    """Pays the oldest debt first."""
    left = []
    for debt in state.debts.get(player, ()):
        gone = min(amount, debt.amount)
        amount = Cents(amount - gone)
        if gone < debt.amount:
            left.append(replace(debt, amount=Cents(debt.amount - gone)))
    others = {each: debts for each, debts in state.debts.items() if each != player}
    return replace(state, debts={**others, player: tuple(left)} if left else others)


class Debts:
    """Payments and write-offs at the cage, and who owes what."""

    def __init__(self, books: FloorState, register: Register) -> None:
        self._books = books
        self._register = register
        self.decided = Owed()
        self._shown = Owed()
        books.listeners.append(self._committed)

    def load(self, event: ev.HouseStreamEvent) -> None:
        self.decided = self._shown = evolve(self.decided, event)

    def heard(self, change: Change) -> None:
        """Follows a change as soon as it is decided."""
        self.decided = _after(self.decided, change)

    def _committed(self, change: Change) -> None:
        self._shown = _after(self._shown, change)

    def of(self, player: str) -> Owing:
        shown = self._shown
        debts = shown.debts.get(player, ())
        return Owing(
            owed=dollars(sum(debt.amount for debt in debts)),
            debts=[
                DebtTold(debt.table, debt.round, dollars(debt.amount), printed(debt.cites), printed_time(debt.at))
                for debt in debts
            ],
            write_offs=[
                WriteOffTold(asked.number, dollars(asked.amount), asked.by, asked.reason, printed_time(asked.at))
                for asked in shown.asked.values()
                if asked.player == player
            ],
        )

    def all(self) -> list[DebtorTold]:
        """Everybody's debts, for the pit."""
        owing = {player: self.of(player) for player in sorted(self._shown.debts)}
        return [DebtorTold(player, each.owed, each.debts, each.write_offs) for player, each in owing.items()]

    # --- At the cage ----------------------------------------------------------------------------------------------

    def pay(self, work: Work, act: Act, command: cmd.PayDebt) -> Outcome:
        """Cash over the counter; the wallet stays as it is."""
        player, amount = command.player, command.amount
        _check_owes(work, player, amount)
        work.record(HOUSE_STREAM).events.append(ev.DebtPaid(player, amount))
        work.post(HOUSE_STREAM, transfer(owed(player), HOUSE, amount))
        return done(act)

    def propose_write_off(self, work: Work, act: Act, command: cmd.ProposeWriteOff) -> Outcome:
        player, amount = command.player, command.amount
        _check_owes(work, player, amount)
        number = self.decided.counted + 1
        event = ev.WriteOffAsked(number, player, amount, act.who.name, act.reason, work.at)
        work.record(HOUSE_STREAM).events.append(event)
        return Outcome({"change": number}, 202)

    def approve_write_off(self, work: Work, act: Act, command: cmd.ApproveWriteOff) -> Outcome:
        player, number = command.player, command.change
        asked = self.decided.asked.get(number)
        if asked is None and 1 <= number <= self.decided.counted:
            raise Problem(Code.REFUSED, says("write-off-approved", change=number))
        if asked is None or asked.player != player:
            raise Problem(Code.NOT_FOUND, says("no-such-write-off", player=player, change=number))
        check_second_person(self._register, asked.by, act.who, number, work.at)
        _check_owes(work, player, asked.amount)
        work.record(HOUSE_STREAM).events.append(ev.DebtWrittenOff(number, player, asked.amount))
        work.post(HOUSE_STREAM, transfer(owed(player), CAGE, asked.amount))
        return done(act, change=number)


def _check_owes(work: Work, player: str, amount: Cents) -> None:
    owes = work.balance(Account(owed(player)))
    if amount > owes:
        raise Refused(says("owes-less", player=player, amount=dollars(owes), given=dollars(amount)), (ruling(108),))


def _after(state: Owed, change: Change) -> Owed:
    for event in change.house:
        state = evolve(state, event)
    return state
