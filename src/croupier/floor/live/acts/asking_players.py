"""Before staff bring chips from a player's wallet to the table, the player answers yes or no."""

from croupier.base.sentences import says
from croupier.floor.live.answers.said import Ask
from croupier.floor.live.people.register import Register
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import words
from croupier.floor.live.state.floor_state import Act, FloorState
from croupier.floor.live.state.outcome import Outcome
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import ASK_WAITS, LiveTable
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.state.work import Work
from croupier.floor.live.views.told import told_ask
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.money import NOTHING, Cents


class Asking:
    def __init__(self, books: FloorState, register: Register) -> None:
        self._books = books
        self._register = register

    def whose_wallet(self, command: object, holder: str | None) -> str | None:
        """The player whose wallet staff want to use, if that player can be asked."""
        if not brought(command):
            return None
        person = None if holder is None else self._register.find(holder)
        return None if person is None or not person.has_password else holder

    def ask(self, work: Work, table: LiveTable, act: Act, player: str) -> Outcome:
        number = max((each.asks_counted for each in self._books.decided.tables.values()), default=0) + 1
        until = work.at + ASK_WAITS
        work.happens(table.name, ev.PlayerAsked(number, player, act.do, act.who.name, act.who.rank, until))
        return Outcome({"asked": number, "id": act.id, "player": player, "until": printed_time(until)}, 202)

    def waiting_for(self, player: str) -> list[Ask]:
        """The questions that wait for this player's answer."""
        at = self._books.now()
        asks = [(table.name, each) for table in self._books.shown.tables.values() for each in table.asks.values()]
        return [told_ask(table, each) for table, each in asks if each.player == player and each.until > at]

    def answer(self, work: Work, act: Act, command: cmd.AnswerAsked) -> tuple[LiveTable, ev.PlayerAsked]:
        """Returns the table and the question. After a yes the caller does the act as staff said it."""
        number = command.asked
        found = [table for table in self._books.decided.tables.values() if number in table.asks]
        if not found or found[0].asks[number].player != act.who.name:
            raise Problem(Code.NOT_FOUND, says("nothing-asked", asked=number))
        table, ask = found[0], found[0].asks[number]
        if work.at >= ask.until:
            raise Problem(Code.REFUSED, says("asked-too-long-ago", by=ask.by))
        work.happens(table.name, ev.PlayerAnswered(number, command.yes))
        record = work.record(f"table/{table.name}")
        record.said, record.by = f"(declines {number})", act.who.name
        if command.yes:
            record.said, record.by = ask.do, f"{ask.by} for {act.who.name}"
        return table, ask


def brought(command: object) -> Cents:
    """The chips that an act brings from the player's wallet; none for a relocation, which the pit decides (Poker
    5.4.1)."""
    match command:
        case words.Sits(amount=amount) | words.TopsUp(amount=amount) | poker_cmd.TopUp(amount=amount):
            return amount
        case poker_cmd.SitDown(stake=stake, relocated=False):
            return stake
        case _:
            return NOTHING
