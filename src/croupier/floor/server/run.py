"""A whole house: store, keys, floor, people and server, from opening the store to the last line of output."""

import asyncio
import contextlib
import os
import random
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from croupier.base.values import Value
from croupier.floor.journal.chain import Broken
from croupier.floor.live.apply_floor_file import follow_house, set_up
from croupier.floor.live.bots import Bots
from croupier.floor.live.floor import Floor
from croupier.floor.live.people.register import SECOND_PERSON_ABOVE, TWO_PEOPLE
from croupier.floor.live.recovery import RoundRecovered
from croupier.floor.live.shoes import Shoes
from croupier.floor.live.state.commands import AddPlayer
from croupier.floor.live.state.demands import DEALERS, DECKS
from croupier.floor.live.state.floor_file import FloorFile
from croupier.floor.live.state.house_events import CheckpointsBegun
from croupier.floor.live.state.people import SYSTEM, Role
from croupier.floor.live.state.ports import Ports, at_once
from croupier.floor.live.state.problems import Problem
from croupier.floor.live.state.times import printed_time
from croupier.floor.server import demo, pages
from croupier.floor.server.app import API, App, Settings
from croupier.floor.server.cluster.node import Candidate, Node, inherited
from croupier.floor.server.edge.addresses import Network
from croupier.floor.server.edge.limits import read_limits
from croupier.floor.server.learning.drills import check_training, seal_training
from croupier.floor.server.operator.rotating import check_no_rotation
from croupier.floor.server.people.guests import Guests
from croupier.floor.server.people.passwords import hashed_quickly
from croupier.floor.server.process import program
from croupier.floor.server.process.clocks import STANDS_AT, ManualClock, RealClock
from croupier.floor.server.process.garbage import collect_rarely
from croupier.floor.server.process.logs import LOG
from croupier.floor.server.process.to_loop import Hops
from croupier.floor.server.routes import HANDLERS
from croupier.floor.server.running_floor import CLOCK, SOCKETS, UNSAFE, RunningFloor
from croupier.floor.server.serving import (
    STORE_FAILED,
    Serving,
    address_of,
    address_towards,
    host_and_port,
    listen,
    own_addresses,
)
from croupier.floor.server.watching.webhooks import Webhooks, read_webhooks
from croupier.floor.store import keys
from croupier.floor.store.addresses import Address, ServerAddress
from croupier.floor.store.base import (
    Batch,
    CheckpointRow,
    Lapse,
    MetaRow,
    ReadFailed,
    Store,
    StoreFailed,
    StoreFenced,
    StoreUnusable,
    UserRow,
    noted_number,
)
from croupier.floor.store.bookkeeper import BookCopy, Bookkeeper
from croupier.floor.store.checkpoint_file import CHECKPOINT, book_of, check_not_behind, lines_from_the_end, number_of
from croupier.floor.store.checks import damaged
from croupier.floor.store.election import TTL, Election
from croupier.floor.store.faults import Fault
from croupier.floor.store.keys import KeyMissing, KeyRing, KeyUnusable
from croupier.floor.store.lease import PROTOCOL, Claim
from croupier.floor.store.opening import follow_store
from croupier.rules.cards import ChanceOfText, os_chance
from croupier.rules.money import NOTHING, Cents, dollars
from croupier.version import __version__

TICK = 0.05
"""Seconds between two looks at the deadlines."""
ROWS_SEALED = "rows.sealed"
"""The setting that says since when rows carry keyed digests."""
FIRST_ENTRIES_WITHIN = 10.0
"""Seconds that a process waits for the one that opens a new house."""
PAUSED = 2.0
"""Seconds: a tick this late means that the process stood still and nobody could act (F-08)."""

SECOND_PERSON_ABOVE_OF_A_HOUSE = Cents(1_000_000)

Tell = Callable[[Mapping[str, object]], None]


class Plan(Value):
    """Everything known before the store is opened."""

    store: Address
    files: Path
    """Where a demo's passwords are, with an ending: the store's folder, or a name for a store on a server."""
    key: Path
    book: Path
    floor: FloorFile
    is_demo: bool
    process: str = "a"
    host: str = "127.0.0.1"
    port: int = 0
    origins: tuple[str, ...] = ()
    drain: float = 10.0
    idle: int = 30 * 60_000_000
    absolute: int = 12 * 3_600_000_000
    metrics_token: str = ""
    trusted_proxies: tuple[Network, ...] = ()
    second_factor: frozenset[str] = frozenset()
    """Roles that sign in with a second factor."""
    invitation: str = ""
    """Of a demo among friends: guests come in with this word."""
    seed: str | None = None
    manual_from: int | None = None
    """Microseconds; None for the machine's clock."""
    is_manual: bool = False
    fault: Fault | None = None
    key_command: str = ""
    bots: bool = False
    new_checkpoints: bool = False
    """Allows a store whose checkpoint log is missing, old or cut to go on without it."""
    may_lose_replicas: bool = False
    """Allows a database server whose standby lags behind."""
    feed: tuple[str, int] = ("", 0)
    """Where this process listens to its followers: an address of this machine, by default the one from which it reaches
    the database server; and a port."""
    cluster_secret: bytes = b""
    """Known to all processes of the house; made from the key ring if there is none."""
    lease: int = TTL
    """Milliseconds for which the deciding process may be silent before another one takes its place."""


class Running:
    """A house on its store. Errors before it is ready are StoreUnusable, OSError or Unreadable."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.clock_was_behind = False
        self.bookkeeper: Bookkeeper | None = None
        """Of the process that decides."""
        self.recovered: tuple[RoundRecovered, ...] = ()
        self.book: BookCopy | None = None
        """Where processes on other machines need it, too."""
        self._tell_checkpoint: Callable[[bytes], None] = lambda line: None
        self.hops = Hops()
        limits = read_limits(plan.floor.limits)
        webhooks = read_webhooks(plan.floor.webhooks)
        is_shared = isinstance(plan.store, ServerAddress)
        self.store: Store = follow_store(
            plan.store,
            None if is_shared else plan.book,
            new_checkpoints=plan.new_checkpoints,
            may_lose_replicas=plan.may_lose_replicas,
        )
        self.lapse = self.store.lapse
        self._inherited = inherited()
        feeds = self._listen_to_followers()
        claim = Claim(plan.process, "" if feeds is None else host_and_port(feeds), PROTOCOL)
        self.candidate = Candidate(self.store, claim, plan.lease)
        try:
            first = self.candidate.begin()
            if first is None:
                self._wait_for_the_first_entries()
            else:
                self.store.decide(first.row)
            self.is_new = self.store.count() == 0
            self.ring = self._keys()
            if is_shared:
                self.book = BookCopy(plan.book, self.ring)
                self._match_book(may_begin=first is None)
            self.clock = self._clock()
            meta = self.store.meta()
            self.running_floor = self._load(meta)
            if first is not None:
                self._begin(False, meta)
                if is_shared:
                    self._keep_lines()
                self._settle()
                self._enter_people()
                self._settle()
            self.listening = self._inherited.pop(0) if self._inherited else listen(plan.host, plan.port)
        except BaseException:
            self.candidate.keeper.close()
            with contextlib.suppress(StoreFailed):
                self.store.close()
            raise
        settings = Settings(
            limits=limits,
            origins=plan.origins,
            host=plan.host,
            idle=plan.idle,
            absolute=plan.absolute,
            metrics_token=plan.metrics_token,
            trusted_proxies=plan.trusted_proxies,
            second_factor=plan.second_factor,
            invitation=plan.invitation,
        )
        self.app = App(self.running_floor, self.store, HANDLERS, settings)
        if plan.seed is not None:
            self.app.training.chance = ChanceOfText(f"{plan.seed} training {self.store.epoch}")
        if plan.is_demo:
            guests = Guests(self.running_floor.floor, self.app.sessions.has_any, self.clock.monotonic)
            self.running_floor.floor.timers.beside.append(guests)
        self.serving = Serving(self.app, self.running_floor, self.listening, plan.drain)
        self.node = Node(
            self.app,
            self.store,
            self.hops,
            self.candidate,
            address=address_of(self.listening),
            secret=plan.cluster_secret or self.ring.digest(b"croupier/cluster"),
            listening=(self.listening, feeds),
            begin=self._begin_while_serving,
            prepare=lambda: self._match_book(may_begin=True),
            fail=self._fail,
        )
        self.node.followed.checkpoint_came = self._copy_checkpoint
        self._tell_checkpoint = self.node.checkpoint_written
        if first is None:
            self.node.follow()
        else:
            self.node.decide()
        self.serving.hand_over = lambda: self.node.hand_over(self._write_checkpoint)
        books = self.running_floor.floor.books
        books.on_failure = self._fail
        self.store.watch_failure(lambda error: self.hops(lambda: books.fail(error)))
        self.store.watch_away(lambda away: self.hops(self.node.note_away))
        self.running_floor.checkpoint_age = self._checkpoint_age
        self.running_floor.space = self._space
        if self.clock_was_behind:
            self.app.metrics.clock_stepped("back")
        self.running_floor.took = self.app.metrics.committed
        self.running_floor.time_passed = self._write_if_late
        self.webhooks = Webhooks(self.running_floor, webhooks)
        if self.node.decides:
            self.webhooks.begin()
        self._tasks: list[asyncio.Task[None]] = []

    def _listen_to_followers(self) -> socket.socket | None:
        """A house in a folder has none, nor has a demo."""
        plan = self.plan
        if self._inherited:
            return self._inherited.pop() if len(self._inherited) > 1 else None
        if plan.is_demo or not isinstance(plan.store, ServerAddress):
            return None
        host, port = plan.feed
        return listen(host or address_towards(plan.store.host), port)

    def _wait_for_the_first_entries(self) -> None:
        """Another process decides. It alone makes the key ring of a new house, and opens it."""
        owner = self.candidate.election.row.owner
        if self.plan.is_demo:
            why = f"{self.store.database} is in use by another server (process {owner}); stop it first"
            raise StoreUnusable("in-use", why)
        if owner == self.plan.process:
            why = f"{self.store.database} is in use by a process {owner}; give this one another name with --process"
            raise StoreUnusable("in-use", why)
        end = time.monotonic() + FIRST_ENTRIES_WITHIN
        while not self.store.count() and time.monotonic() < end:
            time.sleep(TICK)

    def _keys(self) -> KeyRing:
        plan = self.plan
        try:
            if plan.key_command:
                return keys.parsed(_printed_by(plan.key_command), "what CROUPIER_KEY_COMMAND prints")
            check_no_rotation(plan.key)
            if self.is_new and not plan.key.exists():
                keys.create(plan.key, keys.made())
            return keys.load(plan.key)
        except (KeyMissing, KeyUnusable) as error:
            raise StoreUnusable("key", str(error)) from None

    def _match_book(self, *, may_begin: bool) -> None:
        """Brings this machine's checkpoint log up to date from the store. A process that decides at once begins no new
        one: without a log nobody could tell that the store is an old copy. Raises StoreUnusable."""
        assert self.book is not None
        if (number := self.book.number) or may_begin:
            self.book.add(self.store.checkpoints(number))
        with self.store.snapshot_in_time():
            self.lapse = check_not_behind(self.store, self.plan.book, new=self.plan.new_checkpoints)

    def _clock(self) -> RealClock | ManualClock:
        if not self.plan.is_manual:
            return RealClock()
        return ManualClock(noted_number(self.store.meta(), CLOCK) or self.plan.manual_from or STANDS_AT)

    # --- What every process does ----------------------------------------------------------------------------------

    def _load(self, meta: Mapping[str, str]) -> RunningFloor:
        plan, clock = self.plan, self.clock
        chance = os_chance() if plan.seed is None else ChanceOfText(f"{plan.seed} {self.store.epoch}")
        aside = self.hops.aside if self.store.is_remote else at_once
        ports = Ports(clock, chance, self.ring, self.hops, program.digest, aside)
        floor = Floor(self.store, ports, demo=plan.is_demo)
        try:
            with self.store.snapshot_in_time():  # another process may be writing
                self.entries = floor.load()
                self._check_rows(floor)
        except Broken as broken:  # in an entry that the store leaves to be checked while the house runs
            raise damaged(broken.stream, broken.seq, broken.why) from None
        told = (floor.register.settings, meta)
        unsafe = {word: None for each in told for word in each.get(UNSAFE, "").split(",") if word}
        running = RunningFloor(floor, self.store, [*unsafe], plan.book)
        _check_kind(floor)
        self._turn_clock(floor)
        follow_house(floor, plan.floor)
        return running

    def _turn_clock(self, floor: Floor) -> None:
        """Time here is never before the newest entry."""
        behind = self.clock.turn_to(max(floor.books.decided.at.values(), default=0))
        if behind and not self.plan.is_manual:  # a kill may have come before a manual clock was saved
            LOG.say("warning", "clock behind the journal", milliseconds=behind // 1_000)
            self.clock_was_behind = True

    # --- What the deciding process does ---------------------------------------------------------------------------

    def _begin(self, handed_over: bool, meta: Mapping[str, str]) -> None:
        """Everything committed is loaded, and this process decides from now on."""
        plan, running, floor = self.plan, self.running_floor, self.running_floor.floor
        self._turn_clock(floor)
        self.bookkeeper = Bookkeeper(plan.book, self.ring)
        if self.is_new:  # before the first entry: a store with entries and no checkpoint log has lost it
            self._write_checkpoint()
        if ROWS_SEALED not in floor.register.settings or not floor.staff.rows:  # an import has entries alone
            seal_training(self.store, self.ring)
        if self.lapse is not None:
            self._go_on_without_a_book(floor, self.lapse)
        if handed_over:
            floor.go_on()
        else:
            self.recovered = floor.recover()
        floor.record_own_books()
        for line in set_up(floor, plan.floor):
            LOG.say("warning", "floor file", words=line)
        running.remember = self.store.remember
        running.had_sockets(meta.get(SOCKETS, ""))
        used = {"seed": plan.seed is not None, "manual clock": plan.is_manual, "fault": plan.fault is not None}
        used["shoe"] = any(table.shoes for table in plan.floor.tables)
        for hook, is_used in used.items():
            if is_used:
                running.used(hook)
        floor.staff.note_settings(self._settings() | {UNSAFE: ",".join(running.unsafe), ROWS_SEALED: "true"})
        if plan.bots and any(table.sign.bots for table in floor.books.tables.values()):
            running.invite(Bots(floor, _own_chance("bots", plan.seed, self.store.epoch), self.clock.monotonic))
        if plan.is_demo and any(table.sign.simulated for table in floor.books.tables.values()):
            running.invite(Shoes(floor, _own_chance("shoes", plan.seed, self.store.epoch), self.clock.monotonic))

    def _begin_while_serving(self, handed_over: bool, meta: Mapping[str, str]) -> None:
        """Another process has decided until now."""
        self.is_new = False
        self._begin(handed_over, meta)
        self._enter_people()
        self.store.arm(None)
        self.webhooks.begin()
        for each in self.recovered:
            LOG.say("info", "recovered", table=each.table, round=each.round, ruling=each.ruling)

    def _check_rows(self, floor: Floor) -> None:
        """Rows that no entry describes carry a keyed digest, since the first start of a release that adds one."""
        if ROWS_SEALED in floor.register.settings and floor.staff.rows:
            number, _, digest = self.store.meta().get(CHECKPOINT, "").partition(" ")
            if digest != self._digest_of(number):
                raise StoreUnusable("damaged", "the number of the last checkpoint is not the one that the store kept")
            check_training(self.store, self.ring)

    def _digest_of(self, number: str) -> str:
        return self.ring.digest(f"checkpoint\n{number}".encode()).hex()

    def _go_on_without_a_book(self, floor: Floor, lapse: Lapse) -> None:
        floor.record_store_event(CheckpointsBegun(lapse.why, lapse.number, lapse.remembered), "")
        LOG.say("warning", "new checkpoints", why=lapse.why, book=str(self.plan.book), remembered=lapse.remembered)

    def _settle(self) -> None:
        """Waits until everything decided so far is durable."""
        self.store.flush()
        self.hops.run()

    def _enter_people(self) -> None:
        """Creates the demo's users. Gives every user a wallet and every wallet a user: an old release may have crashed
        between."""
        floor, now = self.running_floor.floor, self.running_floor.now()
        staff = floor.staff
        names = [name for name in floor.players if name.lower() not in staff.rows]
        rows = [UserRow(name, Role.PLAYER, "", now) for name in names]
        self.passwords: dict[str, str] = {}
        if self.plan.is_demo:
            missing = [name for name in demo.USERS if name.lower() not in staff.rows]
            is_new = len(missing) == len(demo.USERS)  # bots may sit at its tables already
            self.passwords = demo.passwords(self.plan.files, is_new=is_new)
            rows += [UserRow(name, demo.USERS[name], hashed_quickly(self.passwords[name]), now) for name in missing]
        if not floor.register.is_kept:
            staff.enter_users(rows)
        for row in [row for row in staff.rows.values() if row.role == Role.PLAYER and row.name not in floor.players]:
            chips = Cents(demo.WALLET) if row.name in demo.USERS and self.plan.is_demo else NOTHING
            floor.perform(SYSTEM, f"welcome-{row.name}", AddPlayer(row.name, chips=chips))

    def _settings(self) -> dict[str, str]:
        """The house's settings and its public keys; no secret."""
        plan, house = self.plan, self.plan.floor.house
        two_people = not plan.is_demo if house.two_people is None else house.two_people
        above = house.second_person_above
        if above is None:
            above = "off" if plan.is_demo else SECOND_PERSON_ABOVE_OF_A_HOUSE
        limits = read_limits(plan.floor.limits)
        told: dict[str, object] = {
            "house.name": house.name,
            "house.currency": house.currency,
            "house.empty-table": "as usual" if house.empty_table is None else house.empty_table,
            "house.places-kept": "as usual" if house.places_kept is None else house.places_kept,
            "house.away-after": house.away_after,
            TWO_PEOPLE: str(two_people).lower(),
            DECKS: house.decks,
            DEALERS: house.dealers,
            SECOND_PERSON_ABOVE: above if above == "off" else dollars(above),
            "server.origins": " ".join(plan.origins),
            "sessions.idle": plan.idle // 1000,
            "sessions.absolute": plan.absolute // 1000,
            "sessions.second-factor": " ".join(sorted(plan.second_factor)),
            "keys.sealing": self.ring.newest,
            "keys.signing": self.ring.public_key.hex(),
        }
        told |= {f"limits.{name.replace('_', '-')}": getattr(limits, name) for name in limits.__struct_fields__}
        return {name: str(value) for name, value in told.items()}

    # --- Serving --------------------------------------------------------------------------------------------------

    def serve(self, tell: Tell) -> int:
        """Serves until the end. Returns the exit status; `tell` gets the lines for the operator."""

        async def get_ready() -> None:
            await self.node.start()
            if self.node.decides:
                self.store.arm(self.plan.fault)
            collect_rarely()
            tell(self.ready_line())

        def ready() -> None:
            loop = asyncio.get_running_loop()
            self.hops.attach(loop)
            self._tasks.append(loop.create_task(self._keep_book()))
            if not self.plan.is_manual:
                self._tasks.append(loop.create_task(self._tick()))
            self._tasks.append(loop.create_task(get_ready()))

        if self.node.decides:
            self._write_checkpoint()
        status = self.serving.run(ready)
        try:
            self.close(well=status == 0)
        except StoreFailed as error:
            LOG.failed("store", error)
            status = STORE_FAILED
        if status == 0:
            tell({"stopped": True})
        return status

    def close(self, *, well: bool = True) -> None:
        """Frees the lease as soon as everything is durable. Raises StoreFailed."""
        self.webhooks.end()
        if well and self.node.decides and not self.candidate.is_released and not self.store.away:
            self.store.flush()
            self._write_checkpoint()
            self.store.submit(Batch(), lambda _: None)  # with what is remembered
            self.store.flush()
            self.candidate.stop()
            self.candidate.release()
        self.candidate.keeper.close()
        self.node.close()
        self.store.close()
        for book in (self.bookkeeper, self.book):
            if book is not None:
                book.close()

    def _fail(self, error: Exception) -> None:
        """Nothing can go on here. Where another process decides, this one begins again as its follower."""
        if isinstance(error, StoreFenced):
            self.candidate.keeper.tell(Election.refused)
        else:
            self.serving.store_failed(error)

    def _write_checkpoint(self) -> None:
        assert self.bookkeeper is not None, "only the deciding process signs checkpoints"
        at, now = printed_time(self.clock.now()), time.monotonic()
        if self.book is None:
            row = self.bookkeeper.write(self.store, at, now)
        else:
            row = self.bookkeeper.write(self.store, at, now, keep=self._keep_line)
            self.hops(lambda: self._tell_checkpoint(row.line))
        number = str(row.number)
        self.store.remember(MetaRow(CHECKPOINT, f"{number} {self._digest_of(number)}"))

    def _keep_line(self, row: CheckpointRow) -> None:
        self.store.submit(Batch(checkpoints=(row,)), lambda _: None)
        self.store.flush()

    def _keep_lines(self) -> None:
        """Gives the store the lines that it lacks: an operator's commands write some while no process runs."""
        missing: list[CheckpointRow] = []
        for line in lines_from_the_end(self.plan.book):
            number = number_of(line)
            if any(number_of(kept) == number for kept in self.store.checkpoints(number - 1)):
                break
            missing.append(CheckpointRow(number, line))
        if missing:
            self.store.submit(Batch(checkpoints=tuple(missing)), lambda _: None)

    def _copy_checkpoint(self, line: bytes) -> None:
        """Of the deciding process. A line that is missing in between is in the store."""

        def write() -> Callable[[], None]:
            assert self.book is not None
            try:
                if not self.book.add((line,)):
                    self.book.add(self.store.checkpoints(self.book.number))
            except (StoreUnusable, StoreFailed) as error:
                failed = error
                return lambda: self._fail(failed)
            return lambda: None

        self.hops.aside(write)

    def _write_if_late(self) -> None:
        """A manual clock may pass days at once."""
        if self.bookkeeper is not None and self.bookkeeper.is_late(self.running_floor.now()):
            self._write_checkpoint()

    async def _keep_book(self) -> None:
        while True:
            await asyncio.sleep(1)
            if self.store.away or self.bookkeeper is None or not self.node.decides:
                continue
            if self.bookkeeper.is_due(self.running_floor.entries(), time.monotonic(), self.running_floor.now()):
                try:
                    await asyncio.to_thread(self._write_checkpoint)
                except StoreFailed as error:
                    self.running_floor.floor.books.fail(error)
                    return
                except ReadFailed as error:
                    if error.code != "away":
                        raise

    async def _tick(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            if now - last > TICK + PAUSED:
                self.running_floor.floor.paused(int((now - last) * 1000))
            last = now
            if not self.node.decides:
                continue
            try:
                self.running_floor.tick()
            except Problem:
                return  # the store has failed, and the house is closing
            except Exception as error:
                LOG.failed("clock", error)

    def _checkpoint_age(self) -> float | None:
        return None if self.bookkeeper is None else self.bookkeeper.age(time.monotonic())

    def _space(self) -> Mapping[str, float]:
        space = self.store.space()
        if space is None:
            return {}
        return {"croupier_disk_free_bytes": space.free, "croupier_wal_bytes": space.log}

    def ready_line(self) -> dict[str, object]:
        plan = self.plan
        line: dict[str, object] = {
            "ready": True,
            "address": address_of(self.listening),
            "mode": "demo" if plan.is_demo else "serve",
            "process": plan.process,
            "role": "decides" if self.node.decides else "follows",
            "pid": os.getpid(),
            "api": API,
            "version": __version__,
            "store": str(plan.store),
            "database": self.store.database,
            "key": str(plan.key),
            "checkpoints": str(plan.book),
            "unsafe": list(self.running_floor.unsafe),
        }
        if self.lapse is not None:
            line["new_checkpoints"] = self.lapse.why
        if missing := pages.missing():
            line["pages"] = {"missing": missing}
        if plan.is_demo:
            line["users"] = [
                {"name": name, "role": role, "password": self.passwords[name]} for name, role in demo.USERS.items()
            ]
            if plan.invitation:
                port = self.listening.getsockname()[1]
                line["invitations"] = [f"http://{host}:{port}/invite/{plan.invitation}" for host in own_addresses()]
        elif self.app.people.setup_code:
            line["setup"] = {"code": self.app.people.setup_code}
        rounds = [
            {"table": each.table, "round": each.round, "ruling": each.ruling, "cites": list(each.cites)}
            for each in self.recovered
        ]
        line["recovered"] = {"entries": self.entries, "rounds": rounds}
        return line


def _check_kind(floor: Floor) -> None:
    """Refuses to mix a demo with a real house: its people, chips and hooks have no place there."""
    if floor.began_as_demo and not floor.demo:
        raise StoreUnusable("unsafe", "this store is a demo's, with play chips; serve from a store of its own")
    if floor.demo and not floor.began_as_demo:
        raise StoreUnusable("unsafe", "this store is that of a real house; a demo opens a store of its own")


def plan_for(
    store: Address, floor: FloorFile, environment: Mapping[str, str], *, files: Path | None = None, **more: object
) -> Plan:
    """By default, key ring and checkpoints are next to the store. A store on a server names `files` for them."""
    if isinstance(store, Path):
        store = files = store.absolute()
    assert files is not None, "a store on a server has no folder of its own"
    key = environment.get("CROUPIER_KEY")
    return Plan(
        store=store,
        files=files,
        key=Path(key).absolute() if key else files.with_name(f"{files.name}.key"),
        book=book_of(files),
        floor=floor,
        key_command=environment.get("CROUPIER_KEY_COMMAND", ""),
        **more,  # type: ignore[arg-type]
    )


def _own_chance(whose: str, seed: str | None, epoch: int) -> random.Random:
    """Bots and simulated shoes need no secret randomness; with a seed it can be repeated."""
    return random.Random() if seed is None else random.Random(f"{seed} {whose} {epoch}")


def _printed_by(command: str) -> bytes:
    try:
        return subprocess.run(command, shell=True, check=True, capture_output=True, timeout=30).stdout
    except (OSError, subprocess.SubprocessError):
        raise KeyUnusable("CROUPIER_KEY_COMMAND did not print a key ring") from None


EXIT_CODES = {"damaged": 4}
NOT_USABLE = 3


def exit_code(code: str) -> int:
    return EXIT_CODES.get(code, NOT_USABLE)
