"""The clocks of the tables a second time: from when something is asked, and how long nobody could have answered."""

from typing import TYPE_CHECKING

from croupier.games.house.table import HouseState
from croupier.journal.entry import Body
from croupier.live.books import Change
from croupier.live.floor import Floor
from croupier.live.table import LiveTable
from tests.floor_sim.referee import must

if TYPE_CHECKING:
    from tests.floor_sim.world import SimulatedClock

Question = tuple[str, int | None, int, str]
"""Kind, place, round, stage."""


class Watch:
    def __init__(self) -> None:
        self.since: dict[Question, tuple[int, int]] = {}
        """When each question began, and how much of the bank its player had used then."""
        self.lost: int | None = None
        """Since when nobody watches any more."""
        self.connected: set[str] = set()
        self.missed: set[str] = set()
        """Its players who have watched it at some time."""
        self.stood = -1
        """When its clocks last stood, for whatever reason."""


class Timekeeper:
    def __init__(self, clock: "SimulatedClock", empty_table: int) -> None:
        self._clock = clock
        self._empty_table = empty_table
        self._paused = 0
        self._watches: dict[str, Watch] = {}

    def _now(self) -> int:
        return self._clock.time - self._paused

    def started(self, floor: Floor) -> None:
        """Whoever is asked when the house opens has a full period."""
        self._watches = {}
        for table in floor.books.decided.tables.values():
            self._look(table)
        inner = floor.books.on_decided

        def decided(change: Change) -> None:
            self.decided(change)
            inner(change)

        floor.books.on_decided = decided

    def paused(self, gap: int) -> None:
        self._paused += gap
        for watch in self._watches.values():
            watch.stood = self._now()

    def presence(self, table: LiveTable, connected: set[str]) -> None:
        watch = self._watches.setdefault(table.name, Watch())
        watch.connected = connected
        self._look(table)
        if not connected:
            watch.lost = self._now() if watch.lost is None else watch.lost
        else:
            watch.stood = watch.stood if watch.lost is None else self._now()
            watch.lost = None

    def decided(self, change: Change) -> None:
        for entry, body in zip(change.entries, change.bodies, strict=True):
            name = entry.stream.removeprefix("table/")
            if name in change.tables and body.by == "system" and body.id.startswith("system/"):
                self._acted(name, change.tables[name], body.do)
            elif name in change.tables and not body.refused:
                self._check_charged(name, change.tables[name], body)
        for table in change.tables.values():
            self._look(table)

    def _look(self, table: LiveTable) -> None:
        watch = self._watches.setdefault(table.name, Watch())
        now = self._now()
        watch.missed = {name for name in watch.missed | watch.connected if name in players_of(table)}
        if table.game.suspended is not None or watch.lost is not None:
            watch.stood = now
        watch.since = {
            question: watch.since.get(question, (now, _used(table, question))) for question in _questions(table)
        }

    def _check_charged(self, name: str, table: LiveTable, body: Body) -> None:
        """At a poker table: who was asked and took longer has paid for it from the bank."""
        watch, clocks = self._watches.setdefault(name, Watch()), table.clocks
        word, *rest = body.do.split()
        asked = next((each for each in watch.since if each[0] == "decision" and str(each[1]) == word), None)
        if asked is None or isinstance(table.game, HouseState) or rest[0] in ("look", "away", "back", "leaves"):
            return
        began, used = watch.since[asked]
        late = self._now() - began - (clocks.decision or 0)
        if began > watch.stood and watch.lost is None and late > 0 and (clocks.bank or 0) > used:
            must(b"time-taken" in bytes(body.then), "bank", f"{name}: {body.do!r} {late} ms late is not charged")

    def _acted(self, name: str, table: LiveTable, do: str) -> None:
        """The system acts: not before the time is up, and not while nobody could be there."""
        watch = self._watches[name]
        word, *rest = do.split()
        clocks = table.clocks
        if rest == ["away"]:
            return
        place = int(word) if word.isdigit() else None
        kinds = ("decision", "choice") if place is not None else ("betting",) if word == "close" else ("pause",)
        asked = [(each, began) for each, began in watch.since.items() if each[0] in kinds and each[1] == place]
        if rest == ["leaves"] and not asked:  # a bet below the minimum when bets are closed
            asked = [(each, began) for each, began in watch.since.items() if each[0] == "betting"]
        must(bool(asked), "I13", f"{name}: the system says {do!r}, and nothing was asked")
        question, (began, used) = asked[0]
        period = {"betting": clocks.betting, "pause": clocks.pause}.get(question[0], clocks.decision) or 0
        if question[0] in ("decision", "choice"):
            period += max(0, (clocks.bank or 0) - used)
        took = self._now() - began
        must(took >= period, "I13", f"{name}: {do!r} after {took} ms of {period}")
        if watch.lost is not None and place is not None and watch.missed & players_of(table):
            gone = self._now() - watch.lost
            must(gone >= self._empty_table, "F-13", f"{name}: {do!r} while nobody was connected for {gone} ms")


def players_of(table: LiveTable) -> set[str]:
    game = table.game
    return {*game.table.players.values()} if isinstance(game, HouseState) else {s.player for s in game.seats.values()}


def _questions(table: LiveTable) -> list[Question]:
    game, number = table.game, table.rounds
    if game.closed:
        return []
    if isinstance(game, HouseState):
        round_ = game.round
        if round_.over:
            return [("pause", None, number, "")]
        if round_.choosing:
            return [("choice", box, number, str(len(round_.incidents))) for box in round_.choosing]
        if str(round_.phase) == "betting":
            return [("betting", None, number, "")] if somebody_bets(game) else []
        if str(round_.phase) == "deciding":
            return [("decision", box.number, number, str(round_.stage)) for box in round_.boxes.values() if box.live]
        return []
    if game.round is None or game.round.over:
        present = [seat for seat in game.seats.values() if seat.present]
        return [("pause", None, number, "")] if len(present) >= 2 else []
    if game.round.turn is not None and str(game.round.phase) == "betting":
        return [("decision", game.round.turn, number, f"{game.round.betting_round} {len(game.round.acted)}")]
    return []


def somebody_bets(state: HouseState) -> bool:
    """Something that makes a round: a jackpot bet alone does not."""
    stakes = [(str(spot), stake) for box in state.round.boxes.values() for spot, stake in box.bets.items()]
    return any(spot != "jackpot" and not stake.returned for spot, stake in stakes)


def _used(table: LiveTable, question: Question) -> int:
    game, place = table.game, question[1]
    if place is None:
        return 0
    player = game.round.boxes[place].player if isinstance(game, HouseState) else game.seats[place].player
    return table.bank_used(player)
