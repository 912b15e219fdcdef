"""The clocks of the tables a second time: from when something is asked, and how long nobody could have answered."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from croupier.floor.journal.entry import Body
from croupier.floor.live.floor import Floor
from croupier.floor.live.state.floor_file import HouseFile
from croupier.floor.live.state.floor_state import Change
from croupier.floor.live.state.table import LiveTable
from croupier.rules.games.house.table import HouseState
from tests.floor_sim.referee import must

if TYPE_CHECKING:
    from tests.floor_sim.world import SimulatedClock

OFFER = 20_000
"""Milliseconds that a place is somebody's who waits for one."""
Question = tuple[str, int | None, int, str]
"""Kind, place, round, stage."""


class Watch:
    def __init__(self) -> None:
        self.since: dict[Question, tuple[int, int]] = {}
        """When each question began, and how much of the bank its player had used then."""
        self.lost: int | None = None
        """Since when nobody watches any more."""
        self.window = (-1, 0)
        """The round, and since when its bets are open."""
        self.offers: dict[tuple[str, int], tuple[int, int]] = {}
        """By player and place: how long the offer has been open to them before, and from when it is now; -1 where
        nobody can sit down."""
        self.ready: set[int] = set()
        """Boxes whose players have said so, and have not changed a bet since."""
        self.connected: set[str] = set()
        self.missed: set[str] = set()
        """Its players who have watched it at some time."""
        self.stood = -1
        """When its clocks last stood, for whatever reason."""


class Timekeeper:
    def __init__(self, clock: "SimulatedClock", house: HouseFile) -> None:
        assert house.empty_table is not None and house.places_kept is not None
        self._clock = clock
        self._empty_table, self._places_kept = house.empty_table, house.places_kept
        self._gone: dict[str, int] = {}
        """Players without a socket who have had one, and since when."""
        self._before: dict[str, LiveTable] = {}
        """By table, what the system has just acted on."""
        self._moved: dict[str, int] = {}
        """By table, when something last happened there."""
        self.reached: Counter[str] = Counter()
        self._paused = 0
        self._watches: dict[str, Watch] = {}

    def _now(self) -> int:
        return self._clock.time - self._paused

    def started(self, floor: Floor) -> None:
        """After opening, everybody who has to answer has a full period, and nobody has lost a socket of it yet."""
        self._watches = {}
        self._gone = {}
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

    def socket(self, player: str, *, on: bool) -> None:
        self._gone.pop(player, None)
        if not on:
            self._gone[player] = self._now()

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
        for entry, body in zip(change.entries, change.bodies.values(), strict=True):
            name = entry.stream.removeprefix("table/")
            before = change.before.get(name)
            if before is not None and name in change.tables:
                self._moved[name] = self._now()
                self._hear_ready(name, before, change.tables[name], body)
                self._check_queue(name, before, change.tables[name], body)
                if body.by == "system" and self._check_freed(name, before, body.do):
                    continue
                if body.do.startswith(("(waits", "(passes")):
                    continue
            if name in change.tables and body.by == "system" and body.id.startswith("system/"):
                self._before[name] = change.before[name]
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
        if watch.window[0] != table.rounds:
            watch.window = (table.rounds, now)
        self._look_at_offers(watch, table, now)
        watch.since = {
            question: watch.since.get(question, (now, _used(table, question))) for question in _questions(table)
        }

    def _look_at_offers(self, watch: Watch, table: LiveTable, now: int) -> None:
        possible = can_sit(table)
        found = {}
        for each in table.queue:
            if each.offered is None:
                continue
            before, since = watch.offers.get((each.player, each.offered), (0, -1))
            if since >= 0 and not possible:
                before, since = before + now - since, -1
            elif since < 0 and possible:
                since = now
            found[each.player, each.offered] = before, since
        watch.offers = found
        for each in table.queue:
            here = players_of(table)
            must(each.player not in here, "queue", f"{table.name}: {each.player} has a place and waits")
        free = [place for place in range(1, _places(table) + 1) if place not in taken(table)]
        for place in free:
            offered = [each for each in table.queue if each.offered == place]
            must(len(offered) < 2, "queue", f"{table.name}: {place} is offered to two")
            wants = [
                each
                for each in table.queue
                if each.offered is None and each.place in (None, place) and each.passed != place
            ]
            must(bool(offered) or not wants, "queue", f"{table.name}: {place} is free, and nobody is offered it")
            later = [each for each in wants if offered and each.place is None and offered[0].place is None]
            if later:
                order = [each.player for each in table.queue]
                first, next_ = order.index(offered[0].player), order.index(later[0].player)
                must(
                    first < next_, "queue", f"{table.name}: {place} is offered to {order[first]} before {order[next_]}"
                )

    def _check_queue(self, name: str, before: LiveTable, after: LiveTable, body: Body) -> None:
        """A place that is on offer to somebody is taken by nobody else, and lapses only when its time is over; who let
        it lapse or passed it on is the last one."""
        words = body.do.split()
        if words[1:2] == ["sits"] and not body.refused:
            for each in before.queue:
                mine = each.player == words[2]
                must(mine or each.offered != int(words[0]), "queue", f"{name}: {body.do!r}, and it is {each.player}'s")
                if mine and each.offered == int(words[0]):
                    self.reached["somebody takes the place that was offered"] += 1
        if body.do == "(passes)" and not body.refused:
            last = after.queue[-1].player
            had = next((each.offered for each in before.queue if each.player == last), None)
            must(had is not None, "queue", f"{name}: {last} is the last one and was offered nothing")
            assert had is not None
            must(body.by in ("system", last), "queue", f"{name}: {body.by} passes what was offered to {last}")
            if body.by == "system":
                waited, since = self._watches[name].offers[last, had]
                open_for = waited + (self._now() - since if since >= 0 else 0)
                must(open_for >= OFFER, "queue", f"{name}: {last} loses an offer after {open_for} ms")
                self.reached["an offer passes"] += 1
        if body.do == "(waits no more)" and body.by == "system" and body.id.startswith("system/"):
            gone = [each.player for each in before.queue if self._kept_long_enough(each.player)]
            must(bool(gone), "queue", f"{name}: somebody is taken out of the queue before their time was over")

    def _kept_long_enough(self, player: str) -> bool:
        return player in self._gone and self._now() - self._gone[player] >= self._places_kept

    def _check_freed(self, name: str, before: LiveTable, do: str) -> bool:
        """The system gives up the place of somebody who is gone and has nothing in a round."""
        word, *rest = do.split()
        if rest != ["frees"] and not (rest == ["leaves"] and not isinstance(before.game, HouseState)):
            return False
        player = taken(before)[int(word)]
        must(self._kept_long_enough(player), "places", f"{name}: {do!r}, and {player} has not been gone long enough")
        must(not at_stake(before, player), "places", f"{name}: {do!r}, and {player} has something in the round")
        self.reached["a place is freed"] += 1
        return True

    def check_nobody_keeps_a_place(self, floor: Floor) -> None:
        """Who is gone, and has had nothing in a round for a while, has none."""
        for name, table in floor.books.decided.tables.items():
            if table.game.closed or table.game.suspended is not None or not can_sit(table):
                continue
            for player in players_of(table):
                late = player in self._gone and self._now() - self._gone[player] > self._places_kept + 2_000
                at_rest = self._now() - self._moved.get(name, 0) > 2_000
                must(not late or not at_rest or at_stake(table, player), "places", f"{name}: {player} keeps a place")

    def _hear_ready(self, name: str, before: LiveTable, after: LiveTable, body: Body) -> None:
        watch = self._watches.setdefault(name, Watch())
        word, *rest = body.do.split()
        if after.rounds != before.rounds:
            watch.ready = set()
        elif word.isdigit() and not body.refused and isinstance(after.game, HouseState):
            if rest == ["ready"]:
                watch.ready.add(int(word))
            elif rest[0] in ("ante", "pair-plus", "bonus", "jackpot", "withdraw", "frees"):
                watch.ready.discard(int(word))

    def check_whom_it_waits_for(self, floor: Floor) -> None:
        """Clocks stand only where everybody in the round is lost and nobody else is there; offers do not last longer
        than they may."""
        for name, table in floor.books.decided.tables.items():
            watch = self._watches[name]
            if floor.timers.lost(table) is not None:
                here = watch.connected & players_of(table)
                must(not here and not table.queue, "F-13", f"{name} stands, and {here or 'who waits'} is there")
            for (player, place), (before, since) in watch.offers.items():
                late = since >= 0 and before + self._now() - since > OFFER + 1_000
                must(not late, "queue", f"{name}: {place} is still offered to {player}")

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
        if word == "close" and _all_ready(table):
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
        if question[0] == "betting" and took < period and self._all_ready(watch, self._before[name]):
            self.reached["bets are closed because everybody is ready"] += 1
            return
        must(took >= period, "I13", f"{name}: {do!r} after {took} ms of {period}")
        before = self._before[name]
        playing = {player for player in players_of(before) if at_stake(before, player)}
        if watch.lost is not None and place is not None and playing and playing <= watch.missed and not before.queue:
            gone = self._now() - watch.lost
            must(gone >= self._empty_table, "F-13", f"{name}: {do!r} while nobody was connected for {gone} ms")

    def _all_ready(self, watch: Watch, table: LiveTable) -> bool:
        """Whether every box with a live bet is ready, and everybody else there with a box has had five seconds."""
        game = table.game
        assert isinstance(game, HouseState)
        live = [box for box in game.round.boxes.values() if _bets_there(box) and box.player not in game.round.departed]
        if not live or any(box.number not in watch.ready for box in live):
            return False
        others = (watch.connected & players_of(table)) - {box.player for box in live} - {*game.round.departed}
        return not others or self._now() - watch.window[1] >= 5_000 or watch.window[1] <= watch.stood


def taken(table: LiveTable) -> dict[int, str]:
    game = table.game
    return dict(game.table.players) if isinstance(game, HouseState) else {n: s.player for n, s in game.seats.items()}


def _places(table: LiveTable) -> int:
    game = table.game
    return game.table.places if isinstance(game, HouseState) else game.table.seats


def can_sit(table: LiveTable) -> bool:
    game = table.game
    if game.suspended is not None:
        return False
    if isinstance(game, HouseState):
        return game.round.over or str(game.round.phase) == "betting"
    return game.round is None or game.round.over


def at_stake(table: LiveTable, player: str) -> bool:
    """Something of theirs is in a round that is not over."""
    game = table.game
    if isinstance(game, HouseState):
        boxes = [box for box in game.round.boxes.values() if box.player == player and box.bets]
        return bool(boxes) and not game.round.over and player not in game.round.departed
    round_ = game.round
    if round_ is None or round_.over:
        return False
    return any(game.seats[seat].player == player for seat in round_.order if seat in game.seats)


def _bets_there(box: Any) -> bool:
    return any(str(spot) != "jackpot" and not stake.returned for spot, stake in box.bets.items())


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


def _all_ready(table: LiveTable) -> bool:
    """Nobody has to be waited for: every box with a live bet is ready (contract 18)."""
    assert isinstance(table.game, HouseState), table.name
    live = [box.number for box in table.game.round.boxes.values() if box.live]
    return bool(live) and set(live) <= set(table.ready)
