"""A run is a folder: whatever the workers, the order of parts, and after kill -9, its totals are the same."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.doors.cli import main
from croupier.numbers.simulation import batches
from croupier.numbers.simulation.batches import merged, played, round_of, tables_of
from croupier.numbers.simulation.runs import Different, Folder, Share, run, work
from croupier.numbers.simulation.workers import processes, threads
from croupier.proofs.simulated_at_the_desk import RealDesk
from tests.simulation.plans import BOOKS, plan_of


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "run")


@pytest.mark.parametrize("game", BOOKS)
def test_any_number_of_threads_gives_the_same_totals(game: str) -> None:
    plan = plan_of(game, 300_000, ways="perfect,simple", side_bets=True)
    once = run(plan)
    assert once == run(plan, workers=threads(2)) == run(plan, workers=threads(3))
    assert once.rounds == 300_000


@pytest.mark.slow
def test_processes_give_the_same_totals() -> None:
    plan = plan_of("three-card-poker", 300_000, side_bets=True)
    assert run(plan, workers=processes(2), desk=RealDesk()) == run(plan, desk=RealDesk())


def test_parts_in_any_order_give_the_same_totals() -> None:
    plan = plan_of("three-card-poker", 700_000, side_bets=True)
    parts = [played(plan, batch) for batch in range(plan.batches)]
    assert len(parts) > 8
    whole = merged(parts)
    for seed in range(5):
        Random(seed).shuffle(parts)
        assert merged([merged(parts[:4]), *parts[4:]]) == whole


def test_shares_on_several_machines_merge_to_the_run(folder: Folder) -> None:
    plan = plan_of("three-card-poker", 700_000)
    for part in (3, 1, 2):
        run(plan, share=Share(part, 3), folder=folder)
    assert folder.merged() == (plan, run(plan))


def test_a_lost_batch_is_noticed(folder: Folder) -> None:
    plan = plan_of("three-card-poker")
    run(plan, folder=folder)
    folder._file(1).unlink()
    with pytest.raises(Unreadable, match=r"lacks 1 of 4 batches \(1\)"):
        folder.merged()
    assert run(plan, folder=folder) == run(plan)


def test_a_damaged_or_foreign_part_is_refused(folder: Folder) -> None:
    plan = plan_of("three-card-poker")
    run(plan, folder=folder)
    file = folder._file(2)
    content = file.read_bytes()
    file.write_bytes(content.replace(b'"rounds":65536', b'"rounds":65535'))
    with pytest.raises(Unreadable, match="damaged"):
        folder.merged()
    file.write_bytes(content[:100])
    with pytest.raises(Unreadable, match="damaged"):
        folder.merged()
    folder.write(2, replace(played(plan, 2), plan="another"))
    with pytest.raises(Unreadable, match="another plan"):
        folder.merged()


def test_a_folder_of_another_run_is_refused(folder: Folder) -> None:
    run(plan_of("three-card-poker"), folder=folder)
    with pytest.raises(Unreadable, match="another run: seed differ"):
        run(plan_of("three-card-poker", seed=8), folder=folder)


def test_a_run_of_other_kernels_is_refused(folder: Folder) -> None:
    plan = plan_of("three-card-poker")
    run(plan, folder=folder)
    file = folder.path / "plan.json"
    file.write_text(file.read_text().replace(plan.kernels, "others"))
    for ask in (folder.merged, lambda: work(file.read_bytes(), 0)):
        with pytest.raises(Unreadable, match="planned with kernels others"):
            ask()


@pytest.mark.slow
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    """kill -9 while it writes parts; the same command ends with the totals of a run that nobody killed."""
    command = [sys.executable, "-m", "croupier", "simulate", "three-card-poker", "--rounds", "6e6", "--json", "--out"]
    out = tmp_path / "killed"
    for parts in (3, 20):
        process = subprocess.Popen([*command, str(out)], stdout=subprocess.DEVNULL)
        while process.poll() is None and len(list(out.glob("parts/*.json"))) < parts:
            os.sched_yield()
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    found = json.loads(subprocess.run([*command, str(out)], check=True, capture_output=True).stdout)
    whole = json.loads(subprocess.run([*command, str(tmp_path / "whole")], check=True, capture_output=True).stdout)
    assert not list(out.glob("parts/*.json.*")) or Folder(out).merged() == Folder(tmp_path / "whole").merged()
    assert found.pop("run") != whole.pop("run")
    assert found == whole


# --- Replays ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BOOKS)
def test_the_desk_plays_rounds_alike(game: str) -> None:
    plan = plan_of(game, 150_000, ways="perfect,simple,perfect", side_bets=True)
    for number in range(60):
        RealDesk().replay(plan, number)
    claims = run(plan).claims
    assert claims
    for number, _, _ in claims[:10]:
        RealDesk().replay(plan, number)


def test_a_round_that_the_desk_pays_otherwise_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A class that is paid a dollar too much stops the run, and its round is left as a round file."""
    asked = ["simulate", "three-card-poker", "--rounds", "100000", "--seed", "7", "--out", str(tmp_path)]
    plan = plan_of("three-card-poker", 100_000)
    honest = tables_of(plan)
    nets = honest.nets.copy()
    nets[0, round_of(plan, 7).classes[0]] += 100
    monkeypatch.setitem(batches._known, plan.digest, honest._replace(nets=nets))
    with pytest.raises(Different, match="box 1 wins"):
        run(plan, desk=RealDesk())
    assert main(asked) == 1
    assert "round 7: box 1 wins" in capsys.readouterr().err
    assert main(["run", str(tmp_path / "round-7.round.toml")]) == 0


def test_replay_writes_a_round_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "run")
    assert main(["simulate", "casino-stud", "--rounds", "70000", "--out", out]) == 0
    capsys.readouterr()
    assert main(["simulate", "replay", out, "--round", "48211"]) == 0
    file = tmp_path / "one.round.toml"
    file.write_text(capsys.readouterr().out)
    assert main(["run", str(file)]) == 0
    assert main(["simulate", "replay", out, "--round", "70000"]) == 2
    assert "from 0 to 69,999" in capsys.readouterr().err
