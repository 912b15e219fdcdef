"""The cage: who gets a wallet, and chips into and out of it."""

from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.floor.ledger.accounts import CAGE, wallet
from croupier.floor.ledger.postings import transfer
from croupier.floor.live.people.staff import NOT_FOR_USERS, Staff, move_chips
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import house_events as ev
from croupier.floor.live.state.floor_state import Act
from croupier.floor.live.state.fold import HOUSE_STREAM
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.people import Role
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.work import Work
from croupier.floor.store.base import UserRow


class Cage:
    def __init__(self, staff: Staff) -> None:
        self._staff = staff

    def add_player(self, work: Work, act: Act, command: cmd.AddPlayer) -> Outcome:
        """Gives somebody a wallet, and an account if they had none."""
        name, walk_in, chips = command.player, command.walk_in, command.chips
        if (barred := self._staff.register.barred.get(name.lower())) is not None:
            raise Refused(says("barred-walk-in", player=barred.player, by=barred.by, reason=barred.reason))
        person = self._staff.register.find(name)
        is_taken = name.lower() in NOT_FOR_USERS or (person is not None and (walk_in or person.role != Role.PLAYER))
        if is_taken or any(name.casefold() == known.casefold() for known in self._staff.players):
            raise Refused(says("name-taken-already", player=name))
        work.record(HOUSE_STREAM).events.append(ev.PlayerAdded(name, walk_in))
        if chips:
            work.record(HOUSE_STREAM).events.append(ev.Deposited(name, chips))
            work.post(HOUSE_STREAM, transfer(CAGE, wallet(name), chips))
        rows = () if person is not None else (UserRow(name, Role.PLAYER, "", work.at),)
        return Outcome({"player": {"name": name}}, 201, rows=rows)

    def bar(self, work: Work, act: Act, command: cmd.BarPlayer) -> Outcome:
        """Keeps a player from sitting down and betting."""
        self._known(command.player)
        if command.player.lower() in self._staff.register.barred:
            raise Refused(says("barred", player=command.player))
        event = ev.PlayerBarred(command.player, act.who.name, act.reason, work.at)
        work.record(HOUSE_STREAM).events.append(event)
        return done(act)

    def lift_bar(self, work: Work, act: Act, command: cmd.LiftBar) -> Outcome:
        if command.player.lower() not in self._staff.register.barred:
            raise Refused(says("not-barred", player=command.player))
        event = ev.BarLifted(command.player, act.who.name, act.reason, work.at)
        work.record(HOUSE_STREAM).events.append(event)
        return done(act)

    def _known(self, player: str) -> None:
        if player not in self._staff.players:
            raise Problem(Code.NOT_FOUND, says("no-such-player", player=player))

    def move_chips(self, work: Work, act: Act, command: cmd.Deposit | cmd.Withdraw) -> Outcome:
        """Moves chips at once, or asks for a second person's approval."""
        player, amount = command.player, command.amount
        self._known(player)
        change = ev.ChipsChange(player, amount if isinstance(command, cmd.Deposit) else -amount, act.reason)
        if self._staff.needs_second_person(amount):
            return self._staff.ask(work, act, change)
        work.record(HOUSE_STREAM).events.append(move_chips(work, change))
        return done(act)
