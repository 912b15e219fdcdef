"""Who deals (R-115): a dealer takes a table or is assigned to it; the pit may step in without taking it."""

from croupier.base.actors import RunBy
from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.floor.live.people.register import Register
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import words
from croupier.floor.live.state.demands import has_the_table
from croupier.floor.live.state.floor_state import Act
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.work import Work

_PIT = (Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER)
_NOT_OF_THE_DEALER = (words.Report, words.TakesOver, words.Deals)
"""Everybody may report, the device deals, and a dealer who takes over does not have the table yet."""
_OF_THE_PIT = (*_NOT_OF_THE_DEALER, words.Suspends, words.Resumes, words.EndsDay, words.DeckChecked)


def check(register: Register, who: Who, table: LiveTable, command: words.Spoken) -> None:
    """Refuses acts of a dealer who does not have the table."""
    if isinstance(command, words.TakesOver) and who.role is not Role.DEALER:
        raise Problem(Code.FORBIDDEN, says("dealer-takes-over"), (ruling(115),))
    if who.role is not Role.DEALER or table.game.table.run_by is not RunBy.DEALER:
        return
    demands, has = register.demands, table.dealer
    if isinstance(command, words.TakesOver):
        if demands.dealers and not has_the_table(table, who.name, demands):
            raise Problem(Code.FORBIDDEN, says("dealer-assigned", table=table.name), (ruling(115),))
        return
    if isinstance(command, _NOT_OF_THE_DEALER) or has_the_table(table, who.name, demands):
        return
    if has is None or demands.dealers:
        raise Problem(Code.FORBIDDEN, says("dealer-assigned", table=table.name), (ruling(115),))
    raise Problem(Code.FORBIDDEN, says("dealer-has-it", dealer=has.dealer, table=table.name), (ruling(115),))


def take_over(work: Work, table: LiveTable, who: Who) -> None:
    _check_has_a_dealer(table)
    if table.dealer is None or table.dealer.dealer != who.name:
        work.happens(table.name, ev.DealerTookOver(who.name, work.at))


def assign(register: Register, work: Work, table: LiveTable, act: Act, command: cmd.AssignDealer) -> Outcome:
    _check_has_a_dealer(table)
    name = command.dealer
    person = register.find(name)
    if person is not None:
        name = person.name
    if register.is_kept and (person is None or person.role != Role.DEALER or person.disabled):
        raise Refused(says("no-such-dealer", dealer=name))
    work.happens(table.name, ev.DealerTookOver(name, work.at, act.who.name))
    return done(act, table=table.name, version=0)


def note_stepping_in(work: Work, table: LiveTable, command: words.Spoken, who: Who) -> None:
    """Records that a person of the pit acts in place of the dealer who has the table."""
    if who.role in _PIT and table.dealer is not None and not isinstance(command, _OF_THE_PIT):
        work.happens(table.name, ev.SteppedIn(who.name, table.dealer.dealer))


def _check_has_a_dealer(table: LiveTable) -> None:
    if table.game.table.run_by is not RunBy.DEALER:
        raise Refused(says("system-deals", table=table.name))
