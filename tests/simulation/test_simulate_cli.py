"""What `croupier simulate` accepts, prints and refuses."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from croupier.doors.cli import main


def test_the_names_that_programs_rely_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    asked = ["simulate", "three-card-poker", "--rounds", "1e5", "--seed", "5", "--errors", "exposed=1/20000"]
    assert main([*asked, "--json", "--out", out]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rounds"], found["seed"]) == (100_000, 5)
    assert found["exact_house_edge"] == "686689/20358520"
    assert found["house_edge"] == pytest.approx(686689 / 20358520, abs=4 * found["standard_error"])
    assert found["z"] == pytest.approx((found["house_edge"] - 686689 / 20358520) / found["standard_error"], abs=1e-3)
    assert set(found["errors"]["exposed"]) == {"count", "cost", "low", "high"}
    assert found["errors"]["exposed"]["low"] <= found["errors"]["exposed"]["cost"] <= found["errors"]["exposed"]["high"]
    assert main(["simulate", "merge", out, "--json"]) == 0
    merged = json.loads(capsys.readouterr().out)
    assert merged.pop("run") != found.pop("run")
    assert merged == found


def test_a_strategy_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('play-from = "A-3-2"')
    assert main(["simulate", "three-card-poker", "--rounds", "50000", "--strategy", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    above, below = map(int, found["exact_house_edge"].split("/"))
    assert above / below > 0.05
    assert found["boxes"][0]["strategy"] == "mine.toml"
    file.write_text('fold = ["72o", "32o"]\nturn = "never"')
    assert main(["simulate", "progressive-holdem", "--rounds", "50000", "--strategy", str(file)]) == 0
    assert main(["simulate", "casino-stud", "--rounds", "50000", "--strategy", str(file)]) == 2
    assert "write play-from" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("chess", "is not a game against the House"),
        ("three-card-poker --rounds many", "expected a whole number from 1"),
        ("three-card-poker --rounds 1e99", "expected a whole number from 1"),
        ("three-card-poker --seed -1", "expected a whole number from 0"),
        ("three-card-poker --bonus 5", "has no such bet; it has Ante, Pair Plus, Jackpot"),
        ("three-card-poker --meter 5", "add --jackpot-bet"),
        ("three-card-poker --part 1/2", "--part needs --out"),
        ("three-card-poker --part 3/2 --out X", "expected K/N"),
        ("three-card-poker --round 3", "is for replay"),
        ("three-card-poker --boxes 8", "from 1 to 7"),
        ("three-card-poker --strategy perfect,simple --boxes 1", "2 strategies for 1 boxes"),
        ("three-card-poker --strategy nowhere.toml", "cannot be read"),
        ("three-card-poker --session 5", "both --session and --bankroll"),
        ("three-card-poker --contribution 0.5", "needs --jackpot-bet, --contribution and --reset"),
        ("three-card-poker --players tight", "is for poker only"),
        ("three-card-poker --jobs 0", "from 1 to 1,024"),
        ("merge nowhere", "expected the folder of a run"),
        ("replay nowhere", "needs --round"),
    ],
)
def test_what_makes_no_sense(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words.split()]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("text", ["play-from = 3", "fold = ['xx']", "flop = 'never'", "= 3"])
def test_a_strategy_file_that_makes_no_sense(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text(text)
    assert main(["simulate", "progressive-holdem", "--strategy", str(tmp_path / "mine.toml")]) == 2
    assert "croupier simulate: " in capsys.readouterr().err


def test_reports(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """All four charts; a merged folder gives the same page."""
    out, page, again = str(tmp_path / "run"), tmp_path / "page.html", tmp_path / "again.html"
    asked = ["simulate", "three-card-poker", "--rounds", "200000", "--jackpot-bet", "5", "--contribution", "0.6"]
    money = ["--reset", "50000", "--session", "100", "--bankroll", "200", "--shift", "100", "--out", out]
    assert main([*asked, *money, "--report", str(page)]) == 0
    html = page.read_text()
    assert html.count("<svg") == 4
    for caption in ("Convergence", "Hold of a shift", "The meter over time", "Ruined so far"):
        assert caption in html
    assert main(["simulate", "merge", out, "--report", str(again)]) == 0
    assert again.read_text() == html
    assert main(["simulate", "merge", out, "--report", str(tmp_path / "page.md")]) == 0
    assert "| 1 | perfect |" in (tmp_path / "page.md").read_text()
    assert main(["simulate", "merge", out, "--report", str(tmp_path / "page.json")]) == 0
    assert json.loads((tmp_path / "page.json").read_text())["rounds"] == 200_000
    capsys.readouterr()
    assert main(["simulate", "merge", out, "--report", "page.gif"]) == 2
    assert "expected a name that ends with .html" in capsys.readouterr().err


def test_a_par_sheet_with_a_simulated_column(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Date and people stand on it; a run of another game or with other bets is refused; the workbook has the same."""
    run, other, sheet = str(tmp_path / "run"), str(tmp_path / "other"), tmp_path / "par.md"
    assert main(["simulate", "three-card-poker", "--rounds", "50000", "--out", run]) == 0
    assert main(["simulate", "three-card-poker", "--rounds", "1000", "--pair-plus", "5", "--out", other]) == 0
    asked = ["odds", "three-card-poker", "--quick", "--report", str(sheet)]
    who = ["--prepared-by", "Ann", "--reviewed-by", "Ben", "--date", "2026-01-02"]
    assert main([*asked, *who, "--simulated", run]) == 0
    text = sheet.read_text()
    for row in (
        "| date | 2026-01-02 |",
        "| prepared by | Ann |",
        "| reviewed by | Ben |",
        "| contribution | simulated |",
    ):
        assert row in text
    assert "50,000 rounds of croupier simulate with seed 1" in text
    assert main([*asked, "--simulated", other]) == 2
    assert main(["odds", "three-card-poker", "--quick", "--simulated", run]) == 2
    assert "add --report" in capsys.readouterr().err


def test_a_workbook(tmp_path: Path) -> None:
    pytest.importorskip("xlsxwriter")
    file = tmp_path / "par.xlsx"
    assert main(["odds", "three-card-poker", "--quick", "--report", str(file)]) == 0
    with ZipFile(file) as book:
        names = book.read("xl/workbook.xml").decode()
        assert all(f'name="{name}"' in names for name in ("Identity", "Summary"))
        sheets = "".join(book.read(name).decode() for name in book.namelist() if "worksheets" in name)
        assert "<v>0.2238051489" in sheets  # 22.38 % as a number
