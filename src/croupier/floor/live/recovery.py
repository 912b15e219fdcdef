"""After a crash: concludes or voids each round that was open, by its paragraph (R-6, R-42), exactly once."""

from collections.abc import Mapping

from croupier.base.actors import Actor, Rank
from croupier.base.citation import printed
from croupier.base.errors import Refused
from croupier.base.values import Value
from croupier.floor.live.acts.at_table import AtTable
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import Act, FloorState
from croupier.floor.live.state.fold import TableFold
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.table import last_deal_first
from croupier.floor.live.state.work import Work


class RoundRecovered(Value):
    """A round that was open when the house stopped, and the ruling on it."""

    table: str
    round: int
    ruling: str
    cites: tuple[str, ...]


class Recovery:
    def __init__(self, books: FloorState, at_table: AtTable) -> None:
        self._books = books
        self._at_table = at_table

    def rule_all(self, folded: Mapping[str, TableFold]) -> tuple[RoundRecovered, ...]:
        """Rules each open round at the tables just loaded, then answers the claims whose turn came with it."""
        books = self._books
        in_order = last_deal_first([books.tables[name] for name in folded], books.links)
        ruled = [each for name in in_order if (each := self._rule(name, folded[name])) is not None]
        for link in sorted(books.links):
            self.answer_awards(link)
        return tuple(sorted(ruled, key=lambda each: each.table))

    def _rule(self, name: str, fold: TableFold) -> RoundRecovered | None:
        table = self._books.tables[name]
        if table.game.closed or not family_of(table.book).interrupted(table.game):
            return None
        if fold.last_act is not None and fold.last_act.id.startswith(f"recovery/{name}/"):
            return None  # ruled already, and nothing has happened since
        return self.rule_interruption(name)

    def rule_interruption(self, name: str) -> RoundRecovered | None:
        books = self._books
        table = books.tables[name]
        family = family_of(table.book)
        work = Work(books)
        try:
            events = work.play(name, family.interruption(Actor(Rank.SHIFT_MANAGER, SYSTEM.name)))
            self._at_table.clear_up(work)
        except Refused:
            return None  # the round has reached its limit of incidents
        followed = family.what_followed(events)
        last = books.decided.heads[f"table/{name}"]
        act = Act(SYSTEM, f"recovery/{name}/{last.seq}", cmd.RuleInterruption(name))
        books.enter(work, act, f"table/{name}", 200, None, followed.cites)
        return RoundRecovered(name, table.rounds, followed.ruling, tuple(printed(followed.cites)))

    def answer_awards(self, link: str) -> None:
        """Answers the claims whose turn came with the rulings at the tables."""
        work = Work(self._books)
        work.answer_claims(link)
        if work.records:
            self._books.enter(work, Act(SYSTEM, f"recovery/{link}", cmd.AnswerClaims(link)), f"link/{link}", 200, None)
