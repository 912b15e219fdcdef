"""What the pit sees: all tables at a glance, and incidents that wait for somebody."""

from collections.abc import Iterator
from typing import Any

from croupier.citation import printed
from croupier.errors import Refused, Unreadable
from croupier.games.house.table import HouseState
from croupier.live import incidents
from croupier.live.books import Books
from croupier.live.families import family_of
from croupier.live.incidents import SUPPLIED_BY_WHO_DECIDES, Waits, role_that_decides
from croupier.live.people import SYSTEM
from croupier.live.problems import Code, Problem
from croupier.live.queries import Queries
from croupier.live.table import Incident, LiveTable
from croupier.live.times import printed_time
from croupier.live.views.table import state_of
from croupier.live.work import Work

_NEEDS_A_CARD = frozenset({"first", "second", "card", "shoe"})
_ANSWERS = {
    "reconstructable": ("true", "false"),
    "intentional": ("true", "false"),
    "policy": ("", "close", "disallow", "without-jackpot"),
    "ruling": ("void", "continue"),
}


class Pit:
    def __init__(self, books: Books, ask: Queries) -> None:
        self._books = books
        self._ask = ask

    def view(self) -> dict[str, Any]:
        shown = self._books.shown
        links = self._ask.links()
        for link in links:
            link["awards"] = [award for award in link["awards"] if award["state"] != "paid"]
        return {
            "pit": {
                "version": sum(head.seq for head in shown.heads.values()),
                "tables": [self._glance(table) for _, table in sorted(shown.tables.items())],
                "incidents": self.incidents(open_only=True, limit=200, before=None)["items"],
                "links": links,
                "unclaimed": self._ask.unclaimed(),
            }
        }

    def _glance(self, table: LiveTable) -> dict[str, Any]:
        game = table.game
        round_ = self._ask.view(table.name, None)["table"]["round"]
        phase = game.round.phase if game.round is not None else None
        return {
            "name": table.name,
            "state": state_of(table),
            "round": game.number if isinstance(game, HouseState) else table.rounds,
            "phase": phase,
            "waiting": [] if round_ is None else round_["waiting"],
            "since": printed_time(self._books.shown.at.get(f"table/{table.name}", 0)),
        }

    # --- Incidents ------------------------------------------------------------------------------------------------

    def incidents(self, *, open_only: bool, limit: int, before: int | None) -> dict[str, Any]:
        found = sorted(self._all(), key=lambda pair: -pair[1].reported.number)
        items = [
            self._told(table, incident)
            for table, incident in found
            if (incident.decided is None or not open_only) and (before is None or incident.reported.number < before)
        ]
        page = items[:limit]
        return {"items": page, "before": page[-1]["incident"] if len(items) > limit else None}

    def incident(self, number: int) -> dict[str, Any]:
        for table, incident in self._all():
            if incident.reported.number == number:
                return self._told(table, incident)
        raise Problem(Code.NOT_FOUND, f"there is no incident {number}")

    def _all(self) -> Iterator[tuple[LiveTable, Incident]]:
        for table in self._books.shown.tables.values():
            for incident in table.incidents.values():
                yield table, incident

    def _told(self, table: LiveTable, incident: Incident) -> dict[str, Any]:
        reported, decided = incident.reported, incident.decided
        return {
            "incident": reported.number,
            "table": table.name,
            "round": reported.round,
            "do": reported.do,
            "incident_kind": reported.kind,
            "by": reported.by,
            "at": printed_time(reported.at),
            "rank": role_that_decides(reported.rank),
            "cites": printed(reported.cites),
            "options": [] if decided is not None or reported.only_above else list(self._options(table, incident)),
            "decided": None
            if decided is None
            else {
                "do": decided.do,
                "by": decided.by,
                "rank": role_that_decides(decided.rank),
                "reason": decided.reason,
                "at": printed_time(decided.at),
                "ruling": decided.ruling or None,
            },
        }

    def _options(self, table: LiveTable, incident: Incident) -> Iterator[dict[str, Any]]:
        """The answers that need no card named, each tried on the rules."""
        book = Work(self._books).book(table)
        said = incident.reported.do.split()
        try:
            row = incidents.row_of(book, said)
        except Unreadable:
            return
        if not incidents.can_be_decided(table, incident.reported, row):
            return
        given = {word.partition("=")[0] for word in said[2:]}
        if (row.required | given) & _NEEDS_A_CARD:
            return  # whether a card that is named lies there is found by deciding, never by looking at the options
        open_keys = sorted((row.keys & SUPPLIED_BY_WHO_DECIDES) - given - _NEEDS_A_CARD)
        for answers in _combinations(open_keys):
            words = [*said, *answers]
            try:
                work = Work(self._books)
                if table.game.suspended is not None:
                    work.play(table.name, family_of(table.book).resume())
                events = incidents.report(work, work.table(table.name), words, SYSTEM, "")
            except (Refused, Unreadable, Waits):
                continue
            followed = family_of(table.book).what_followed(events)
            yield {
                "do": " ".join(words),
                "ruling": followed.get("ruling", "none"),
                "cites": printed(followed["cites"]),
            }


def _combinations(keys: list[str]) -> list[list[str]]:
    combined: list[list[str]] = [[]]
    for key in keys:
        answers = [[f"{key}={answer}"] if answer else [] for answer in _ANSWERS[key]]
        combined = [[*words, *said] for words in combined for said in answers]
    return combined
