"""What the live floor costs: from an act to everybody seeing it, acts a second, a restart, memory, growth.

    python bench/floor.py [PART …] [--tables 200] [--seconds 30] [--entries 1000000] [--keep DIR] [--store ADDRESS]

`live` starts a server and other processes with five clients at each table, who act at a human pace. `speed` plays in
this process as fast as it goes and compares with the disk, which commits one row at a time in the same turns; with
`--store` it does the same on an empty database of a PostgreSQL server, and compares the two. `feed` is what an act
costs the process that decides it, and one that follows, in the same turns. `frames` is what reading an act costs.
`strangers` is how long a seated player's act takes alone, and with 50 people who are
not signed in and ask for the dearest thing they may ask for. `restart` makes a journal so long (which takes a while;
`--keep` says where it stays), then starts on it. `growth` does all of it at three sizes. What the machine does beside
is shown as its load.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, cast
from urllib.request import Request, urlopen

import apsw
import msgspec
from house import House, Server, prepare, served
from websockets.sync.client import ClientConnection, connect

from croupier.floor.live.floor import Floor
from croupier.floor.live.following import Committed
from croupier.floor.server.api.messages import TableAct
from croupier.floor.server.edge.wire import converted, value_of
from croupier.floor.store.addresses import ServerAddress, read_address
from croupier.floor.store.base import Store
from croupier.floor.store.opening import read_store

encode = msgspec.msgpack.Encoder().encode
decode_committed = msgspec.msgpack.Decoder(Committed).decode
CLIENT_PROCESSES = 2
TURNS = 5


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


# --- From act to everybody --------------------------------------------------------------------------------------------


def live(folder: Path, tables: int, seconds: float) -> dict[str, float]:
    tokens = prepare(folder, tables)
    file = folder.with_name(f"{folder.name}.tokens.json")
    file.write_text(json.dumps(tokens))
    with served(folder, tables) as server:
        empty = server.memory
        clients = [
            subprocess.Popen(
                [
                    *(sys.executable, str(Path(__file__).with_name("clients.py")), server.address, str(file)),
                    *(f"{part}/{CLIENT_PROCESSES}", str(seconds)),
                ],
                stdout=subprocess.PIPE,
                text=True,
            )
            for part in range(CLIENT_PROCESSES)
        ]
        for client in clients:
            assert client.stdout is not None
            assert client.stdout.readline() == "connected\n"
        full, before, began = server.memory, server.cpu, time.perf_counter()
        told: list[dict[str, Any]] = [json.loads(client.communicate()[0]) for client in clients]
        took, cpu = time.perf_counter() - began, server.cpu - before
    waits = [wait for each in told for wait in each["waits"]]
    sockets, views = len(tokens), sum(each["views"] for each in told)
    acts, p50, p99 = len(waits) / seconds, percentile(waits, 0.5) * 1e3, percentile(waits, 0.99) * 1e3
    print(f"{tables} tables, {sockets} sockets: {acts:.0f} acts and {views / took:.0f} views a second; {load()}")
    print(f"  act to everybody at the table: p50 {p50:.1f} ms, p99 {p99:.1f} ms; wanted p99 under 100")
    for lost in [lost for each in told for lost in each["lost"]][:3]:
        print(f"  a table stopped: {lost}")
    refused = sum(each["refused"] for each in told)
    print(f"  refused {refused}; the server used {cpu / took:.0%} of a core, {cpu / max(views, 1) * 1e6:.0f} us a view")
    a_socket = (full - empty) / sockets * 1024
    print(f"  memory {empty:.0f} MB with no socket, {full:.0f} MB with all: {a_socket:.0f} kB a socket")
    return {"cpu": cpu / took, "memory": empty, "acts": acts}


# --- At full speed ----------------------------------------------------------------------------------------------------


def single_commits(folder: Path, store: ServerAddress | None = None, seconds: float = 0.5) -> float:
    """What the disk does alone: one small row a transaction, synced, a second."""
    if store is not None:
        return _single_commits_there(store, seconds)
    connection = apsw.Connection(str(folder / "single.db"))
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL").fetchall()
    connection.execute("CREATE TABLE IF NOT EXISTS row (body BLOB)")
    commits, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        connection.execute("INSERT INTO row VALUES (?)", (bytes(400),))
        commits += 1
    connection.close()
    return commits / seconds


def _single_commits_there(store: ServerAddress, seconds: float) -> float:
    import psycopg

    with psycopg.connect(store.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS single (body bytea)")
        commits, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            connection.execute("INSERT INTO single VALUES (%s)", (bytes(400),))
            commits += 1
    return commits / seconds


def python_speed() -> float:
    """Microseconds for a piece of plain Python: how fast this machine is at the moment."""
    began = time.thread_time()
    for _ in range(100):
        {number: str(number) for number in range(100)}
    return (time.thread_time() - began) / 100 * 1e6


def speed(folder: Path, tables: int, acts: int = 3_000, store: ServerAddress | None = None) -> dict[str, float]:
    house = House(folder, tables, store)
    house.play(10 * tables)  # everybody sits, and the first rounds are on their way
    turns: list[dict[str, float]] = []
    written = _size(house)
    entries, rounds = house.store.count(), house.rounds
    for _ in range(TURNS):
        disk = single_commits(folder, store)
        house.players.thought = 0.0
        began, cpu, own = time.perf_counter(), time.process_time(), time.thread_time()
        house.play(acts)
        took, cpu, own = time.perf_counter() - began, time.process_time() - cpu, time.thread_time() - own
        thought = house.players.thought
        turns.append(
            {
                "acts": acts / (took - thought),
                "disk": disk,
                "times": acts / (took - thought) / disk,
                "cpu": (cpu - thought) / acts * 1e6,
                "floor": (own - thought) / acts * 1e6,
                "writer": (cpu - own) / acts * 1e6,
                "core": cpu / took,
            }
        )
    all_acts = acts * TURNS
    entries, rounds, written = house.store.count() - entries, house.rounds - rounds, _size(house) - written
    best = min(turns, key=lambda turn: turn["cpu"])
    middle = {key: median(turn[key] for turn in turns) for key in best}

    def both(key: str, digits: int = 0) -> str:
        return f"{middle[key]:.{digits}f} ({best[key]:.{digits}f})"

    print(f"{tables} tables at full speed, median of {TURNS} turns (and the turn with the least CPU); {load()}")
    print(f"  {both('acts')} durable acts a second, {entries / all_acts:.2f} entries an act")
    print(f"  {both('times', 1)} times the disk's {both('disk')} single commits; wanted 1.5")
    print(f"  {both('cpu')} us of CPU an act, of which the writer {both('writer')}; {middle['core']:.0%} of a core;")
    print("    wanted 250 where the disk is faster than Python")
    print(
        f"  {all_acts / rounds:.0f} acts a round, which takes {middle['cpu'] * all_acts / rounds / 1e3:.1f} ms of CPU"
    )
    print(f"  on disk {written / all_acts:.0f} bytes an act, {written / rounds / 1024:.1f} kB a round")
    print(f"  a piece of plain Python takes {python_speed():.0f} us here")
    house.close()
    return middle


def feed(folder: Path, tables: int, acts: int = 1_500) -> None:
    """Deciding against encoding, decoding and folding the same acts."""
    house = House(folder, tables)
    house.play(10 * tables)
    with read_store(folder) as there:
        follower = Floor(cast(Store, there), house.floor.ports, demo=True)  # a follower only reads
        follower.load()
        told: list[bytes] = []
        house.floor.books.listeners.append(
            lambda change: told.append(encode(Committed(tuple(change.entries), change.decks, tuple(change.people))))
        )
        turns = []
        for _ in range(TURNS):
            told.clear()
            house.players.thought = 0.0
            began = time.thread_time()
            house.play(acts)
            decided = time.thread_time() - began - house.players.thought
            began = time.thread_time()
            changes = [decode_committed(each) for each in told]
            read = time.thread_time() - began
            for change in changes:
                follower.following.take(change)
            turns.append((decided, read, time.thread_time() - began - read, sum(map(len, told)) / acts))
        assert follower.books.shown.heads == house.floor.books.shown.heads
    decided, read, folded, size = (median(each) for each in zip(*turns, strict=True))
    print(f"{tables} tables, an act at another process, median of {TURNS} turns; {load()}")
    cost = [f"{each / acts * 1e6:.0f} us" for each in (decided, read, folded)]
    print(f"  {cost[0]} to decide, and encode {size:.0f} bytes; {cost[1]} to decode, {cost[2]} to fold")
    print(f"  following costs {(read + folded) / decided:.2f} of deciding; wanted 0.5")
    house.close()


def _size(house: House) -> int:
    """Of the database once the log is in it."""
    if isinstance(house.address, ServerAddress):
        import psycopg

        with psycopg.connect(house.address.url) as connection:
            return int((connection.execute("SELECT pg_database_size(current_database())").fetchone() or (0,))[0])
    pages = apsw.Connection(str(house.folder / "floor.db"), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        count, size = pages.pragma("page_count"), pages.pragma("page_size")
    finally:
        pages.close()
    return int(count) * int(size)


# --- Frames and strangers ---------------------------------------------------------------------------------------------


def frames(reads: int = 20_000) -> None:
    """From the text of a frame to the act."""
    text = json.dumps({"act": {"table": "tcp-1", "id": "b7f3c2d1-01", "do": "1 ante 50", "moment": "12.1"}})
    turns = []
    for _ in range(TURNS):
        began = time.thread_time()
        for _ in range(reads):
            converted(value_of(text)["act"], TableAct)
        turns.append((time.thread_time() - began) / reads * 1e6)
    print(f"an act's frame is read in {median(turns):.1f} ({min(turns):.1f}) us; {load()}")
    print(f"  a piece of plain Python takes {python_speed():.0f} us here")


SEAT = """
[[table]]
name = "seat"
rulebook = "three-card-poker@3"
ante = ["10", "1000"]
run-by = "dealer"
"""
STRANGERS = 50


class Seated:
    """A player who bets and takes the bet back, at less than the pace that is allowed."""

    def __init__(self, server: Server) -> None:
        self._address = server.address.removeprefix("http://")
        password = next(user["password"] for user in server.ready["users"] if user["name"] == "Ann")
        request = Request(
            f"{server.address}/v1/sessions",
            json.dumps({"name": "Ann", "password": password}).encode(),
            {"Content-Type": "application/json"},
        )
        with urlopen(request) as answer:
            token = json.load(answer)["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        self.connection = connect(f"ws://{self._address}/v1/live", additional_headers=bearer, compression=None)
        self._acts = 0

    def act(self, live: ClientConnection, do: str) -> float:
        """Seconds until it is done."""
        self._acts += 1
        act = {"table": "seat", "id": f"seated-{self._acts:06}", "do": do, "moment": "1.0"}
        began = time.perf_counter()
        live.send(json.dumps({"act": act}))
        while "done" not in (told := json.loads(live.recv())):
            assert "error" not in told, told
        return time.perf_counter() - began


def strangers(folder: Path, seconds: float = 6.0) -> dict[str, float]:
    """How many times as long an act takes."""
    house = House(folder, 4)
    house.play(6_000)
    table = house.names[0]
    rounds = house.floor.books.tables[table].rounds - 1
    house.close()
    found: dict[str, list[float]] = {}
    with served(folder, 4, SEAT) as server:
        seated = Seated(server)
        with seated.connection as live:
            seated.act(live, "1 sits Ann 1000")
            for how in ("alone", "here", "watching", "everywhere", "alone again"):
                crowd = None
                if not how.startswith("alone"):
                    told = [server.address, how, str(STRANGERS), str(seconds), table, str(rounds)]
                    command = [sys.executable, str(Path(__file__).with_name("strangers.py")), *told]
                    crowd = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
                    assert crowd.stdout is not None
                    assert crowd.stdout.readline() == "begun\n"
                times, end = found.setdefault(how, []), time.monotonic() + seconds * 0.8
                while time.monotonic() < end:
                    times += [seated.act(live, "1 ante 50"), seated.act(live, "1 withdraw ante")]
                    time.sleep(0.12)
                if crowd is not None:
                    print(f"  {STRANGERS} strangers {how}: {crowd.communicate()[0].strip()}")
    alone = min(median(found["alone"]), median(found["alone again"]))
    ratios = {how: median(times) / alone for how, times in found.items()}
    print(f"A seated player's act takes {alone * 1e3:.1f} ms; {rounds} rounds to ask for; {load()}")
    for how in ("here", "watching", "everywhere"):
        slow = percentile(found[how], 0.95) / percentile(found["alone"], 0.95)
        print(f"  with {STRANGERS} strangers {how}: {ratios[how]:.1f} times as long, 95 % {slow:.1f}; wanted 3")
    return ratios


# --- Restart ----------------------------------------------------------------------------------------------------------


def restart(folder: Path, tables: int, entries: int) -> None:
    make(folder, tables, entries)
    began, cpu = time.perf_counter(), time.process_time()
    house = House(folder, tables)
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(f"{house.store.count()} entries, {house.rounds} rounds, {_size(house) / 2**20:.0f} MB; {load()}")
    print(f"  opened, checked, loaded and recovered in {took:.1f} s, {cpu:.1f} s of CPU; wanted 5")
    house.close()
    with served(folder, tables) as server:
        print(f"  a server is ready after {server.seconds:.1f} s, {server.cpu:.1f} s of CPU; {server.memory:.0f} MB")


def make(folder: Path, tables: int, entries: int) -> None:
    """A journal so long, in pieces, so that an interrupted run goes on where it was."""
    house = House(folder, tables)
    while (missing := entries - house.store.count()) > 0:
        house.play(min(missing, 50_000))
        print(f"  {house.store.count()} entries", file=sys.stderr)
    house.close()


# --- Growth -----------------------------------------------------------------------------------------------------------


def growth(folder: Path, tables: int, seconds: float) -> None:
    sizes = (tables // 4, tables // 2, tables)
    print("Tables: CPU of an act at full speed")
    for size in sizes:
        speed(folder / f"speed-{size}", size, 1_000)
    print("Sockets: a server at human pace")
    for size in sizes:
        found = live(folder / f"live-{size}", size, seconds)
        print(f"  {found['cpu'] / size / 5 * 1e6:.0f} us of CPU a second and socket")
    print("Rounds: a journal that grows")
    for entries in (5_000, 10_000, 20_000):
        restart(folder / "growing", tables, entries)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", default=["live", "speed"])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--store", type=read_address)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        for part in options.parts:
            match part:
                case "live":
                    live(Path(temporary) / "live", options.tables, options.seconds)
                case "speed":
                    found = speed(Path(temporary) / "speed", options.tables)
                    if options.store is not None:
                        there = speed(Path(temporary) / "there", options.tables, store=options.store)
                        ratios = ", ".join(f"{key} {there[key] / found[key]:.2f}" for key in ("cpu", "acts", "times"))
                        print(f"PostgreSQL to SQLite: {ratios}; wanted cpu at most 1.1")
                case "feed":
                    feed(Path(temporary) / "feed", options.tables)
                case "frames":
                    frames()
                case "strangers":
                    strangers(Path(temporary) / "strangers")
                case "restart":
                    restart(folder / "restart", options.tables, options.entries)
                case "growth":
                    growth(Path(temporary), options.tables, options.seconds)
                case _:
                    parser.error(f"{part}: there are live, speed, feed, frames, strangers, restart and growth")


if __name__ == "__main__":
    main()
