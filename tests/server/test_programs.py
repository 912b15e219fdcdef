"""Programs at a live floor: the bots of docs/api.md in both languages, and the client that they are written with."""

import asyncio
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import croupier
from croupier.floor.server.edge.limits import Limits
from tests.browser.pages_build import BUILD
from tests.floors import HOLDEM, STUD, house_table, poker_table
from tests.server.conftest import PASSWORD, Running

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "clients" / "typescript"
COMPILER = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
STRICT = ("--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext")
CLOCK = {"decision": "25s", "bank": "60s", "pause": "6s"}
BETTING = {"betting": "20s", **CLOCK}
TABLES = ("tcp", "cs", "pth", "nl", "nl")
FLOOR = "".join(
    (
        house_table("tcp", clock=BETTING),
        house_table("cs", STUD, clock=BETTING),
        house_table("pth", HOLDEM, clock=BETTING),
        poker_table("nl", seats=6, clock=CLOCK),
        house_table("backroom", spectators=False),
    )
)
FAST = Limits(sign_in_name=1_000, sign_in_address=1_000, anonymous=100_000, acts=10_000, acts_burst=10_000)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("programs") / "store", FAST, floor=FLOOR)
    try:
        yield running
    finally:
        running.stop()


def drop_every_line(floor: Running) -> None:
    """As if every cable were pulled."""
    for socket in tuple(floor.app.hub.sockets):
        floor.loop.call_soon_threadsafe(socket.socket.drop)


def written(block: str) -> str:
    """A program on the page."""
    found = re.search(rf"^```\w+ {re.escape(block)}\n(.*?)^```$", (ROOT / "docs" / "api.md").read_text(), re.M | re.S)
    assert found is not None
    return found[1]


def compiled(folder: Path) -> list[str]:
    """The bot in TypeScript with the built package beside it, as in a project of one's own."""
    node = BUILD.node()
    assert node is not None, BUILD.NO_NODE
    shutil.copytree(CLIENT, folder / "client", ignore=shutil.ignore_patterns("dist", "node_modules"))
    shutil.copy(ROOT / "web" / "src" / "lib" / "types.ts", folder / "client" / "src")
    installed = folder / "node_modules" / "croupier-client"
    subprocess.run([node, COMPILER, "-p", folder / "client", "--outDir", installed / "dist"], check=True)
    shutil.copy(CLIENT / "package.json", installed)
    (folder / "package.json").write_text(json.dumps({"type": "module"}))
    (folder / "bot.ts").write_text(written("bot.ts"))
    subprocess.run([node, COMPILER, *STRICT, "--lib", "es2023,dom,dom.asynciterable", "bot.ts"], cwd=folder, check=True)
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return [node, *(["--experimental-websocket"] if version.startswith("v20.") else []), str(folder / "bot.js")]


def play(floor: Running, bot: Sequence[str], rounds: int) -> int:
    """Lets a bot play at every table until it has seen so many rounds. Time stands while a line is lost, so that nobody
    loses a place meanwhile. Returns how often all lines were dropped."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    begun = [
        subprocess.Popen([*bot, floor.address, table, str(rounds)], stdout=subprocess.DEVNULL, env=environment)
        for table in TABLES
    ]
    chance, dropped = random.Random(rounds), 0
    try:
        while playing := [each for each in begun if each.poll() is None]:
            if len(floor.app.hub.sockets) < len(playing):
                floor.ask("GET", "/v1/health")
                continue
            assert floor.ask("POST", "/v1/demo/clock", {"advance": 500}, who="sam").status == 200
            if chance.random() < 0.02:
                drop_every_line(floor)
                dropped += 1
    finally:
        for each in begun:
            each.kill()
    assert [each.wait() for each in begun] == [0] * len(TABLES)
    return dropped


@pytest.mark.slow
@pytest.mark.parametrize("language", ["python", "typescript"])
def test_the_bot_of_the_page_plays_every_game_through_lost_lines(floor: Running, language: str, tmp_path: Path) -> None:
    if language == "typescript":
        bot = compiled(tmp_path)
    else:
        (tmp_path / "bot.py").write_text(written("bot.py"))
        bot = [sys.executable, str(tmp_path / "bot.py")]
    before = {each["name"]: each["round"] for each in floor.ask("GET", "/v1/tables").json["items"]}
    assert play(floor, bot, rounds=5) > 0
    after = {each["name"]: each["round"] for each in floor.ask("GET", "/v1/tables").json["items"]}
    assert all(after[table] >= before[table] + 5 for table in TABLES), (before, after)
    assert floor.ask("GET", "/v1/ledger", who="sam").json["sum"] == "0.00"
    for table in set(TABLES):
        entries = floor.ask("GET", f"/v1/tables/{table}/journal?limit=200", who="sam").json["items"]
        ids = [(each["body"]["by"], each["body"]["id"]) for each in entries]
        assert len(set(ids)) == len(ids) > 20


def test_a_program_with_an_event_loop(floor: Running) -> None:
    async def visit() -> None:
        async with croupier.connect_async(floor.address, "Ann", PASSWORD) as ann:
            assert (ann.name, ann.role) == ("Ann", "player") and (await ann.me()).wallet == "10000.00"
            assert {each.name for each in await ann.tables()} == {*TABLES, "backroom"}
            views = ann.watch("tcp", "cs")
            seen = {(await anext(views)).name, (await anext(views)).name}
            assert seen == {"tcp", "cs"}
            view = await ann.view("tcp")
            done = await ann.act(view, f"{view.you and view.you.may[0].do} 50.00")
            assert isinstance(done, croupier.Done) and done.do == "1 sits Ann 50.00"
            view = await anext(views)
            assert view.version == done.version and view.players and view.players["Ann"].stack == "50.00"
            assert view.round is not None and "boxes" in view.round.__struct_fields__
            with pytest.raises(croupier.NotDone, match=r"moment 9\.9") as refused:
                view.moment = "9.9"
                await ann.act(view, "1 ante 10.00")
            assert refused.value.code == "stale" and refused.value.moment == (await ann.view("tcp")).moment
            view = await ann.view("tcp")
            drop_every_line(floor)
            answers = await asyncio.gather(*(ann.act(view, f"1 ante {amount}.00") for amount in (10, 11, 12)))
            assert [isinstance(each, croupier.Done) for each in answers] == [True] * 3
            while view.version < max(each.version for each in answers if isinstance(each, croupier.Done)):
                view = await anext(views)
            assert view.players and view.players["Ann"].stack == "17.00"

    asyncio.run(visit())


def test_a_guest_comes_back_with_the_token(floor: Running) -> None:
    with croupier.connect(floor.address) as guest:
        name, token = guest.name, guest.token
    with croupier.connect(floor.address, token=token) as same:
        assert (same.name, same.role) == (name, "player")
        view = same.view("tcp")
        same.ask("DELETE", "/v1/sessions/current")
        with pytest.raises(croupier.NotSignedIn):
            same.act(view, "1 leaves")
    with pytest.raises(croupier.NotDone, match="session") as ended:
        croupier.connect(floor.address, token=token)
    assert ended.value.code == "session"


def test_a_session_that_ends_begins_anew_where_there_is_a_password(floor: Running) -> None:
    with croupier.connect(floor.address, "Ben", PASSWORD) as ben:
        views = ben.watch("tcp")
        assert next(views).you
        token = ben.token
        floor.ask("DELETE", "/v1/sessions", who="Ben")
        assert next(views).you and ben.token != token


def test_what_cannot_be_is_said_at_once(floor: Running) -> None:
    with pytest.raises(croupier.NotSignedIn, match="or the password is wrong"):
        croupier.connect(floor.address, "Ann", "not hers")
    with pytest.raises(croupier.Unreadable, match="not the address of a floor"):
        croupier.connect("ftp://floor")
    with croupier.connect(floor.address) as guest:
        with pytest.raises(croupier.NotDone, match="nowhere") as unknown:
            next(guest.watch("nowhere"))
        assert unknown.value.code == "not-found"
        with pytest.raises(croupier.NotDone) as forbidden:
            guest.ask("GET", "/v1/ledger")
        assert forbidden.value.code == "forbidden"
        view = guest.view("tcp")
        with pytest.raises(croupier.NotDone) as refused:
            guest.act(view, "7 ante 10.00")
        assert refused.value.code == "forbidden"
