"""`croupier phh`: what it prints, writes and returns."""

import json
from collections.abc import Callable
from datetime import datetime, time
from pathlib import Path

import pytest
from pokerkit import HandHistory

from croupier.doors.cli import main
from croupier.doors.cli import phh as command
from croupier.rounds.histories.phh import read_phh
from croupier.rounds.histories.write import write_hands
from tests.unit.phh_hands import DATA, HALF_RAISES, HAND, PLURIBUS, hand, round_file

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            status = main(["phh", *map(str, arguments)])
        except SystemExit as left:
            status = int(str(left.code))
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_replay_tells_what_came_of_each_file(run: Run) -> None:
    status, out, _ = run("replay", DATA)
    assert status == 0
    lines = out.splitlines()
    assert f"{DATA / 'dwan-ivey-2009.phh'}: played, no stacks are stated" in lines
    assert f"{DATA / 'alice-carol-wikipedia.phh'}: skipped: FB, fixed-limit badugi: not played here" in lines
    summary = (
        f"{PLURIBUS}: 1,013 hands: 998 agree, 8 differ for a known reason, 7 played and left out of the comparison"
    )
    assert summary in lines
    assert (
        "  hand 177: p3 Gogo has 10388.00, expected 10387.50; p6 Bill has 10387.00, expected 10387.50 – "
        "the source divides a chip; here an odd chip goes to one player (4.5, R-34)"
    ) in lines
    assert (
        "  left out, 7: half a raise came back to a player who had acted (3.12.3, R-30) – "
        "hands 4440, 4822, 5115, 5480, 6359, 6920, 8401"
    ) in lines
    assert f"{DATA / 'wsop-2023-43-5' / '00-02-07.phh'}: agrees" in lines
    assert any(line.startswith("25 files: 1,037 hands: 1,009 agree") for line in lines)


def test_replay_in_json(run: Run) -> None:
    status, out, _ = run("replay", "--json", PLURIBUS, DATA / "phua-xuan-2019.phh")
    assert status == 0
    pluribus, phua = map(json.loads, out.splitlines())
    counted = ("hands", "replayed", "agreed", "played", "explained", "differs", "left_out", "skipped")
    assert [pluribus[key] for key in counted] == [1013, 1013, 998, 0, 8, 0, 7, 0]
    assert pluribus["differences"][0] == {
        "hand": "177",
        "player": "p3",
        "name": "Gogo",
        "expected": "10387.50",
        "got": "10388.00",
        "reason": "the source divides a chip; here an odd chip goes to one player (4.5, R-34)",
    }
    assert pluribus["reasons"][0]["hands"] == HALF_RAISES
    assert [phua[key] for key in counted] == [1, 0, 0, 0, 0, 0, 0, 1]


def test_replay_tells_differences_and_refusals(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "some.phhs"
    wrong = HAND.replace("[102, 98, 100]", "[102, 97.333, 100]") + "seats = [4, 5, 6]\n"
    refused = HAND.replace("p1 cbr 6", "p1 cbr 3")
    file.write_text(f"[1]\n{HAND}[2]\n{wrong}[3]\n{refused}", encoding="utf-8")
    status, out, _ = run("replay", file)
    assert status == 1
    assert out.splitlines() == [
        f"{file}: 3 hands: 1 agrees, 2 differ",
        "  hand 2: p2 p2 has 98.00, expected 97.333",
        "  hand 3: action 5 'p1 cbr 3' is refused: a raise must be to at least 4.00 (3.5, 3.13, R-29)",
    ]
    status, out, _ = run("replay", "--json", file)
    assert status == 1
    assert json.loads(out)["differences"] == [
        {"hand": "2", "player": "p2", "name": "p2", "seat": 5, "expected": "97.333", "got": "98.00"},
        {
            "hand": "3",
            "action": 5,
            "text": "p1 cbr 3",
            "why": "a raise must be to at least 4.00",
            "cites": ["3.5", "3.13", "R-29"],
        },
    ]


def test_replay_says_what_cannot_be_read(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.phh"
    broken.write_text(HAND.replace("p1 cbr 6", "p1 bets 6"), encoding="utf-8")
    twice = tmp_path / "twice.phh"
    twice.write_text(HAND.replace("KcKd", "AcKd") + "weather = 1\n", encoding="utf-8")
    binary = tmp_path / "binary.phh"
    binary.write_bytes(b"\xff\xfe\x00")
    status, out, err = run("replay", broken, twice, binary, tmp_path / "none.phh")
    assert status == 2
    assert err.splitlines() == [
        f"{binary}: not TOML: the file is not UTF-8 text",
        f"{tmp_path / 'none.phh'}: cannot be opened: No such file or directory",
    ]
    assert out.splitlines()[:5] == [
        f"{broken}: unreadable",
        "  hand 1: line 11: action 5 'p1 bets 6': 'p1 bets 6' is not an action; expected d dh pN CARDS, "
        "d db CARDS, pN f, pN cc, pN cbr AMOUNT, pN sm, pN sm CARDS, pN sd, pN sd CARDS, pN pb or a # comment",
        f"{twice}: unreadable",
        "  hand 1: line 8: Ac is dealt twice; there is one of each card",
        "  hand 1: weather is not a field of the standard; custom fields begin with _",
    ]


def test_replay_finds_the_line_in_a_collection(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "twice.phhs"
    file.write_text(f"[1]\n{HAND}\n[2]\n{HAND.replace('7c2d', '7cKd')}", encoding="utf-8")
    _, out, _ = run("replay", file)
    assert "  hand 2: line 26: Kd is dealt twice; there is one of each card" in out.splitlines()


def test_replay_of_an_empty_folder(run: Run, tmp_path: Path) -> None:
    assert run("replay", tmp_path) == (2, "", f"no .phh or .phhs in {tmp_path}\n")


def test_replay_by_another_version_and_chip(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "short.phhs"
    wanted = [entry.hand for entry in read_phh(PLURIBUS.read_text(encoding="utf-8")) if entry.name in ("177", "4440")]
    file.write_text(write_hands([found for found in wanted if found is not None]), encoding="utf-8")
    status, out, _ = run("replay", "--rulebook", "poker@6", "--chip", "0.50", file)
    assert status == 0
    assert out.splitlines()[0] == f"{file}: 2 hands: 1 agrees, 1 played and left out of the comparison"
    assert "(3.15.3, R-30)" in out
    for chip in ("0", "x"):
        assert run("replay", "--chip", chip, file)[0] == 2


def test_a_terminal_shows_the_progress(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "some.phhs"
    file.write_text("".join(f"[{number}]\n{HAND}" for number in range(1, 21)), encoding="utf-8")
    clock = iter(range(1000))
    monkeypatch.setattr("croupier.doors.cli.phh.time.monotonic", lambda: float(next(clock)))
    assert run("replay", file)[2] == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    _, out, err = run("replay", file)
    assert out == f"{file}: 20 hands: 20 agree\n"
    assert err.startswith("\r\x1b[Ksome.phhs: 2 hands …\r\x1b[Ksome.phhs: 3 hands …")
    assert err.endswith("some.phhs: 20 hands …\r\x1b[K")


def test_export_writes_a_hand_or_a_collection(run: Run, tmp_path: Path) -> None:
    one, several = tmp_path / "one.round.toml", tmp_path / "several.round.toml"
    one.write_text(round_file("3 fold, 4 fold, 1 fold"), encoding="utf-8")
    several.write_text(round_file("3 fold, 4 fold, 1 fold, start, 4 fold, 1 fold, 2 fold"), encoding="utf-8")
    status, out, err = run("export", one)
    assert (status, err) == (0, "")
    assert hand(out).facts["table"] == "one"
    target = tmp_path / "out.phhs"
    assert run("export", several, "-o", target, "--venue", "Here", "--start", "2023-05-01T20:15") == (0, "", "")
    first, second = (entry.hand for entry in read_phh(target.read_text(encoding="utf-8")))
    assert first is not None and second is not None
    assert [first.facts[key] for key in ("venue", "currency", "year", "hand")] == ["Here", "SGD", 2023, 1]
    assert first.facts["time"] == time(20, 15)
    assert "time" not in second.facts
    assert [hand.seats for hand in HandHistory.loads_all(target.read_text(encoding="utf-8"))] == [
        [1, 2, 3, 4],
        [2, 3, 4, 1],
    ]
    assert run("replay", target) == (0, f"{target}: 2 hands: 2 agree\n", "")
    status, _, err = run("export", several, "-o", tmp_path / "out.phh")
    assert (status, err) == (2, f"{tmp_path / 'out.phh'}: several rounds make a collection; name it {target}\n")
    status, _, err = run("export", several, "-o", tmp_path / "no" / "out.phhs")
    assert (status, "cannot be written: No such file or directory" in err) == (2, True)


def test_export_says_what_it_cannot_do(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.round.toml"
    file.write_text(round_file("3 fold, 4 raise 3"), encoding="utf-8")
    status, out, err = run("export", file)
    assert status == 1
    assert "p3 f" in out
    assert err == f"{file}: action 3 '4 raise 3': refused: a raise must be to at least 4.00\n"
    file.write_text(round_file("").replace('["start"]', "[]"), encoding="utf-8")
    assert run("export", file) == (1, "", f"{file}: no round was played\n")
    file.write_text('rulebook = "three-card-poker@3"\n', encoding="utf-8")
    status, _, err = run("export", file)
    assert (status, "three-card-poker@3 has no hand histories" in err) == (2, True)
    assert run("export", tmp_path / "none")[0] == 2
    assert run("export", file, "--start", "soon")[0] == 2
    assert run("nonsense")[0] == 2


def test_moments_without_a_zone_are_singapore_time() -> None:
    assert command._moment("2023-05-01T20:15").isoformat() == "2023-05-01T20:15:00+08:00"
    assert command._moment("2023-05-01T20:15+00:00") == datetime.fromisoformat("2023-05-01T20:15+00:00")


@pytest.mark.parametrize(
    ("winnings", "told"),
    [
        ("[4, 0, 0]", "agrees"),
        ("[8, 0, 0]", "agrees"),  # with what nobody called
        ("[9, 0, 0]", "hand 1: p1 p1 wins 4.00, expected 9.00"),
        ("[4, 1, 0]", "hand 1: p2 p2 wins 0.00, expected 1.00"),
    ],
)
def test_winnings_are_compared_as_well(run: Run, tmp_path: Path, winnings: str, told: str) -> None:
    file = tmp_path / "won.phh"
    file.write_text(f"{HAND}winnings = {winnings}\n", encoding="utf-8")
    status, out, _ = run("replay", file)
    assert (status == 0) is (told == "agrees") and told in out
    status, out, _ = run("replay", "--json", file)
    assert [each["of"] for each in json.loads(out)["differences"]] == ([] if told == "agrees" else ["winnings"])


def test_digits_are_those_of_every_keyboard(run: Run, tmp_path: Path) -> None:
    for written in ("p1 cbr ٦", "p١ cbr 6"):
        file = tmp_path / "digits.phh"
        file.write_text(HAND.replace("p1 cbr 6", written), encoding="utf-8")
        status, out, _ = run("replay", file)
        assert status == 2 and "action 5" in out
