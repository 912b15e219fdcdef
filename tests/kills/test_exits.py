"""Every exit code of a real process: what it says, and what it leaves behind."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.kills.checks import audit_as_a_program
from tests.kills.client import Client, Died
from tests.kills.floors import FLOOR
from tests.kills.processes import Server

MANUAL = ("--clock", "manual")
Starting = Callable[..., Server]
CLIENTS: list[Client] = []


@pytest.fixture
def starting(tmp_path: Path) -> Iterator[Starting]:
    """`starting(folder, …)` runs the program in that folder; whatever still runs at the end is killed."""
    started: list[Server] = []

    def start(folder: Path | None = None, *more: str, **options: str) -> Server:
        folder = folder or tmp_path
        if not (folder / "floor.toml").exists():
            (folder / "floor.toml").write_text(FLOOR)
        started.append(Server(folder, *(more or MANUAL), fork=True, **options))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for client in CLIENTS:
        client.hang_up()
    CLIENTS.clear()
    for server in started:
        server.kill()


def signed_in(server: Server, *names: str) -> Client:
    client = Client("exits")
    CLIENTS.append(client)
    client.attach(server)
    passwords = {each["name"]: each["password"] for each in server.line["users"]}
    for name in names:
        body = {"name": name, "password": passwords[name]}
        client.tokens[name] = client.ask("/v1/sessions", "", "POST", body)["token"]
    return client


def done(client: Client, who: str, table: str, *acts: str) -> None:
    for do in acts:
        moment = client.view(table, who)["moment"] if who in ("Ann", "Ben", "Cy") else ""
        (answer,) = client.post(client.act(who, table, do, moment))
        assert answer.done, (do, answer)


def refused(server: Server, code: str, status: int) -> str:
    """It did not open; why."""
    assert (server.line["ready"], server.line["code"]) == (False, code), server.line
    assert server.ended() == status
    told = [line for line in server.complaint().splitlines() if not line.startswith("{")]  # logs are another server's
    assert len(told) == 1, "one line for people"
    server.errors.unlink()
    return str(server.line["why"])


def stopped(server: Server) -> None:
    server.signal(signal.SIGTERM)
    assert server.next_line() == {"stopped": True}
    assert server.ended() == 0
    server.errors.unlink()


def test_an_old_copy_that_was_put_back_is_not_opened(starting: Starting, tmp_path: Path) -> None:
    stopped(starting())
    shutil.copytree(tmp_path / "d", tmp_path / "old")
    server = starting()
    done(signed_in(server, "Ann"), "Ann", "tcp-1", "1 sits Ann 500")
    stopped(server)
    shutil.rmtree(tmp_path / "d")
    (tmp_path / "old").rename(tmp_path / "d")
    assert "behind" in refused(starting(), "behind", 3)
    status, told = audit_as_a_program(tmp_path, "--checkpoints", str(tmp_path / "d.checkpoints.jsonl"))
    assert (status, told["sound"]) == (1, False)


@pytest.mark.parametrize("change", ["body = x'7b7d'", "hash = zeroblob(32)", "at = at + 1"])
def test_a_damaged_journal_is_named_by_stream_and_entry(starting: Starting, tmp_path: Path, change: str) -> None:
    server = starting()
    done(signed_in(server, "Ann"), "Ann", "tcp-1", "1 sits Ann 500", "1 ante 20")
    server.kill()  # it would wait for the round to end
    server.errors.unlink()
    database = apsw.Connection(server.line["database"])
    database.execute(f"UPDATE entry SET {change} WHERE stream = 'table/tcp-1' AND seq = 2")
    database.close()
    why = refused(starting(), "damaged", 4)
    assert "table/tcp-1" in why and "2" in why
    status, told = audit_as_a_program(tmp_path)
    assert (status, told["first"]["stream"], told["first"]["seq"]) == (1, "table/tcp-1", 2)


def test_a_store_of_a_newer_program_is_left_alone(starting: Starting) -> None:
    server = starting()
    stopped(server)
    database = apsw.Connection(server.line["database"])
    database.pragma("user_version", 999)
    database.close()
    refused(starting(), "newer", 3)


def test_a_second_server_leaves_the_first_alone(starting: Starting) -> None:
    first = starting()
    client = signed_in(first, "Ann")
    refused(starting(), "in-use", 3)
    done(client, "Ann", "tcp-1", "1 sits Ann 500")
    first.kill()
    again = starting()
    assert again.line["ready"] is True, "a lock ends with its process"


@pytest.mark.parametrize("arguments", [("--clock", "yesterday"), ("--port", "70000"), ("--what",)])
def test_wrong_arguments_are_2(starting: Starting, arguments: tuple[str, ...]) -> None:
    server = starting(None, *arguments)
    assert server.line == {} or server.line["code"] == "config"
    assert server.ended() == 2


def test_a_floor_that_breaks_a_rulebook_is_2(starting: Starting, tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text(FLOOR.replace('rake-cap = "5"', 'rake-cap = "5"\nrake-percent = "6"'))
    assert "rake" in refused(starting(), "config", 2)
    assert not (tmp_path / "d").exists()


def test_a_signal_lets_an_open_round_finish_and_starts_none(starting: Starting) -> None:
    server = starting()
    client = signed_in(server, "Ann", "Ben", "dan")
    done(client, "Ann", "tcp-1", "1 sits Ann 500", "1 ante 20")
    done(client, "dan", "tcp-1", "close")
    done(client, "Ben", "tcp-2", "1 sits Ben 500")
    with connect(f"ws{server.line['address'].removeprefix('http')}/v1/live") as socket:
        server.signal(signal.SIGTERM)
        while "stopping" not in server.complaint():
            time.sleep(0.005)
        done(client, "Ann", "tcp-1", "1 play")
        done(client, "dan", "tcp-1", "settle")
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(20)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert server.next_line() == {"stopped": True}
    assert server.ended() == 0
    again = starting()
    assert again.line["recovered"]["rounds"] == [], "nothing was left open"


def test_a_second_signal_ends_it_at_once(starting: Starting) -> None:
    server = starting()
    client = signed_in(server, "Ann", "dan")
    done(client, "Ann", "tcp-1", "1 sits Ann 500", "1 ante 20")
    done(client, "dan", "tcp-1", "close")
    server.signal(signal.SIGTERM)
    while "stopping" not in server.complaint():
        time.sleep(0.005)
    server.signal(signal.SIGTERM)
    assert server.ended() == 130
    (ruled,) = starting().line["recovered"]["rounds"]
    assert (ruled["table"], ruled["ruling"], ruled["cites"]) == ("tcp-1", "void", ["5.7.2", "R-6"])


def test_a_server_that_hangs_answers_nothing_and_loses_nothing(starting: Starting) -> None:
    server = starting(fault="after-commit:2:hang")
    client = signed_in(server, "Ann")
    act = client.act("Ann", "tcp-1", "1 sits Ann 500")
    with pytest.raises(Died):
        client.post(act, patience=1.0)
    assert server.is_stopped
    server.kill()
    client.attach(starting())
    client.unanswered.clear()
    (answer,) = client.post(act)
    assert answer.done and answer.is_again


def test_the_store_fails(starting: Starting) -> None:
    server = starting(fault="commit:2:error")
    client = signed_in(server, "Ann")
    with connect(f"ws{server.line['address'].removeprefix('http')}/v1/live") as socket:
        act = client.act("Ann", "tcp-1", "1 sits Ann 500")
        with pytest.raises(Died):
            client.post(act)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(20)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4503
    assert server.ended() == 5
    client.attach(starting())
    client.unanswered.clear()
    (answer,) = client.post(act)
    assert answer.done and not answer.is_again


def test_a_commit_that_fails_ends_the_house_whatever_was_in_it(starting: Starting) -> None:
    server = starting(fault="commit:2:error")
    client = signed_in(server, "sam")
    with pytest.raises(Died):
        client.ask("/v1/demo/clock", "sam", "POST", {"advance": 1_000})  # nothing is due, nobody acts
    assert server.ended() == 5
    server = starting(fault="commit:1:error")
    with pytest.raises(Died):
        signed_in(server, "Ann")
    assert server.ended() == 5


def test_a_clock_that_was_being_turned_does_not_go_back(starting: Starting) -> None:
    server = starting(fault="after-commit:5:kill")  # two sign in, one sits and bets; then the system closes
    client = signed_in(server, "Ann", "sam")
    done(client, "Ann", "tcp-2", "1 sits Ann 500", "1 ante 20")
    with pytest.raises(Died):
        client.ask("/v1/demo/clock", "sam", "POST", {"advance": 20_000})
    assert server.ended() == -signal.SIGKILL
    client.attach(starting())
    assert client.view("tcp-2", "Ann")["at"] == "2026-01-01T00:00:20.000Z"
    assert client.ask("/v1/house")["now"] == "2026-01-01T00:00:20.000Z"


def test_places_of_disconnected_players_are_freed_after_a_kill_too(starting: Starting) -> None:
    server = starting()
    client = signed_in(server, "Ann", "Ben", "sam")
    ann = {"Authorization": f"Bearer {client.tokens['Ann']}"}
    with connect(server.line["address"].replace("http", "ws") + "/v1/live", additional_headers=ann):
        done(client, "Ann", "tcp-2", "1 sits Ann 500")
        done(client, "Ben", "tcp-2", "2 sits Ben 500")  # never has one
        server.kill()
    client.attach(starting())
    client.ask("/v1/demo/clock", "sam", "POST", {"advance": 59_000})
    assert {*client.view("tcp-2", "sam")["players"]} == {"Ann", "Ben"}
    client.ask("/v1/demo/clock", "sam", "POST", {"advance": 1_000})
    assert {*client.view("tcp-2", "sam")["players"]} == {"Ben"}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Five megabytes, where we may have one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=5m", "tmpfs", str(place)]
    if os.name != "posix" or shutil.which("mount") is None:
        pytest.skip("no disk to fill here")
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk(starting: Starting, small_disk: Path) -> None:
    """The act is not answered as done, the process ends with 5, and with room again everything answered is there."""
    server = starting(small_disk)
    client = signed_in(server, "Ann", "dan")
    done(client, "Ann", "tcp-1", "1 sits Ann 500", "1 ante 20")
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    with pytest.raises(Died):
        while True:
            (answer,) = client.post(client.act("Ann", "tcp-1", "1 tops-up 1"))
            assert answer.done
    assert server.ended() == 5
    filler.unlink()
    again = starting(small_disk)
    client.attach(again)
    (ruled,) = again.line["recovered"]["rounds"]
    assert ruled["ruling"] == "void"
    (lost,) = client.unanswered
    client.unanswered.clear()
    for sent, answer in list(client.answered):
        (told,) = client.post(sent)
        assert told.is_again and told.once() == answer.once()
    (answer,) = client.post(lost)
    assert not answer.is_again, "what failed was not half done"
    stopped(again)
    assert audit_as_a_program(small_disk)[0] == 0
