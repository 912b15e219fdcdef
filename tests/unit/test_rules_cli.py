"""`croupier rules` as a person meets it."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import __version__
from croupier.doors.cli import main
from croupier.rounds.settlement_sheet import settlement_sheet
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.readers.house_rulings import standing_rulings

ROOT = Path(__file__).parents[2]
ACTED_OUT = ROOT / "tests" / "golden" / "acted_out"

Rules = Callable[..., tuple[int, str, str]]
Golden = Callable[[str, str], None]


@pytest.fixture
def rules(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Rules:
    """Run in the checkout, in a terminal of a hundred columns; the answer is status, output and errors."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(ROOT)

    def run(*words: str) -> tuple[int, str, str]:
        try:
            status = main(["rules", *words])
        except SystemExit as ended:
            assert isinstance(ended.code, int)
            status = ended.code
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("books.txt", ()),
        ("three-card-poker@3.txt", ("three-card-poker@3",)),
        ("poker@6-poker@7.txt", ("diff", "poker@6", "poker@7")),
    ],
)
def test_what_is_printed(rules: Rules, golden: Golden, name: str, words: tuple[str, ...]) -> None:
    status, out, err = rules(*words)
    assert (status, err) == (0, "")
    assert all(len(line) <= 115 and line == line.rstrip() for line in out.splitlines())
    golden(f"rules/{name}", out)


def test_two_games_are_not_two_versions(rules: Rules) -> None:
    remark = "two games, poker and casino-stud, and not two versions of one"
    assert remark in rules("diff", "poker", "casino-stud")[1]
    assert "two games" not in rules("diff", "poker@6", "poker@7")[1]


@pytest.mark.parametrize("key", BOOKS)
def test_a_whole_book_has_every_paragraph(rules: Rules, key: str) -> None:
    status, out, _ = rules(key)
    assert status == 0
    numbers = re.findall(r"^  ([\d.]+(?:\([a-z]+\))?) ", out, re.MULTILINE)
    assert numbers == list(load(key).paragraphs)


# One paragraph


def test_a_paragraph_with_parts_code_and_scenarios(rules: Rules) -> None:
    status, out, _ = rules("three-card-poker@3", "3.12")
    assert status == 0
    assert out.startswith("3.12  3 Card Poker, version 3, chapter 3: how to play\n")
    assert "    3.12.1     Fold:" in out
    assert "  Clause decision-needs-ante\n    cited by\n" in out
    assert re.search(r"      croupier\.rules\.games\.three_card\.machine:make_decision, lines? \d+", out)


def test_a_clause_in_place_of_a_number(rules: Rules, tmp_path: Path) -> None:
    plant(tmp_path, "casino-stud/face-up-card--last", "# The last one.\n" + EXPECTS.format(book="casino-stud@2"))
    status, out, _ = rules("casino-stud@2", "face-up-card", "--scenarios", str(tmp_path))
    assert status == 0
    shoe, shuffler = out.split("\n\n\n")
    assert shoe.startswith("3.10 ")
    assert "Clause face-up-card (shoe)" in shoe
    assert "      casino-stud/face-up-card--last\n        The last one." in shoe
    assert shuffler.startswith("3.11.2 ")
    assert "Part of 3.11\n" in shuffler
    assert "proved by no scenario" in shuffler


def test_a_pay_table_with_its_paragraph(rules: Rules) -> None:
    _, out, _ = rules("three-card-poker@3", "4.4")
    assert "  Pay table jackpot\n    akq-of-spades        100 % of the meter, envy 250.00\n" in out


def test_an_informative_paragraph_says_why(rules: Rules) -> None:
    _, out, _ = rules("three-card-poker@3", "1.3")
    assert "  No code is needed: a synonym.\n\n  At live tables: nothing\n" in out


def test_a_chapter(rules: Rules) -> None:
    status, out, _ = rules("poker@7", "4")
    assert status == 0
    assert re.findall(r"^\d.*", out, re.MULTILINE) == ["4 Settlement"]
    assert "  4.1 " in out
    assert "  5.1 " not in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("pokr@7",), "there is no rulebook 'pokr@7'; did you mean poker@7"),
        (("pokre",), "there is no rulebook or game 'pokre'; did you mean poker"),
        (("zzz",), "there is no rulebook or game 'zzz'; there are casino-stud,"),
        (("diff", "poker@6", "poker@8"), "there is no rulebook 'poker@8'; did you mean poker@6 or poker@7?"),
        (("weave", "bridge@1"), "there is no rulebook 'bridge@1'"),
        (("three-card-poker@3", "3.12.9"), "no paragraph or clause '3.12.9'; did you mean 3.12, 3.12.1 or 3.12.2?"),
        (("three-card-poker@3", "fold-forfiets"), "did you mean fold-forfeits?"),
        (("three-card-poker@3", "9"), "`croupier rules three-card-poker@3` prints all there are"),
        (("--at", "yesterday", "poker"), "'yesterday' is not a date or date-time; write it as 2022-01-01"),
        (("--at", "0001-01-01T00:00+14:00", "poker"), "is not a date or date-time"),
        (
            ("--at", "2022-01-01", "bridge"),
            "there is no game 'bridge'; there are casino-stud, poker, progressive-holdem",
        ),
        (("coverage", "--scenarios", "/no/such"), "--scenarios: there is no folder /no/such"),
        (("weave", "poker@7", "/no/such/file.md"), "/no/such/file.md cannot be written"),
        (("diff", "poker@6"), "write diff OLD NEW"),
        (("coverage", "poker@6"), "write coverage without a book"),
        (("weave",), "write weave BOOK"),
        (("weave", "poker", "a.md", "-o", "b.md"), "write weave BOOK"),
        (("poker", "-o", "a.md"), "--output goes with weave"),
        (("poker@6", "3.1", "3.2"), "expected a book and one paragraph"),
        (("weave", "poker@6", "--json"), "weave writes Markdown"),
        (("R-500",), "there is no ruling R-500; there are R-1 to R-"),
        (("poker@8", "R-17"), "there is no rulebook 'poker@8'; did you mean poker@6 or poker@7?"),
        (("search",), "write search WORDS"),
        (("search", " "), "write search WORDS"),
        (("search", "poker@7"), "write search WORDS"),
        (("search", "chip", "poker@9"), "there is no rulebook 'poker@9'"),
        (("sheet",), "write sheet BOOK"),
        (("sheet", "poker@7"), "'poker@7' has no settlement sheet; there are three-card-poker@3"),
    ],
)
def test_what_cannot_be_found_is_said(rules: Rules, words: tuple[str, ...], sentence: str) -> None:
    status, out, err = rules(*words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


# In force


@pytest.mark.parametrize(
    ("moment", "status", "answer"),
    [
        ("2022-01-01", 0, "poker@6: Poker, version 6, in force from 7 April 2020, 08:00 until 19 April 2023, 08:00,"),
        ("2023-04-19", 0, "poker@6: "),
        ("2023-04-19T07:59", 0, "poker@6: "),
        ("2023-04-19T08:00", 0, "poker@7: Poker, version 7, in force from 19 April 2023, 08:00, Singapore time"),
        ("2023-04-19T00:00Z", 0, "poker@7: "),
        ("2023-04-18T23:59:59Z", 0, "poker@6: "),
        ("2020-04-07", 1, "poker: no known version was in force at 7 April 2020, 00:00; the first, poker@6, is from 7"),
    ],
)
def test_the_version_in_force(rules: Rules, moment: str, status: int, answer: str) -> None:
    told, out, _ = rules("--at", moment, "poker")
    assert told == status
    assert out.startswith(answer)


def test_all_games_at_a_date(rules: Rules) -> None:
    status, out, _ = rules("--at", "2024-01-01")
    assert status == 0
    assert [line.partition(":")[0] for line in out.splitlines()] == [key for key in BOOKS if key != "poker@6"]


# Coverage

EXPECTS = """rulebook = "{book}"
actions = ["1 ante 10", "close", "1 fold"]
[table]
ante = ["10", "100"]
[boxes]
1 = "Ann"
[expect]
status = "settled"
"""


def plant(folder: Path, name: str, text: str) -> None:
    file = folder / f"{name}.round.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_coverage_as_json(rules: Rules, tmp_path: Path) -> None:
    plant(tmp_path, "three-card-poker/fold-forfeits", EXPECTS.format(book="three-card-poker@3"))
    plant(tmp_path, "three-card-poker/fold-forfeits--again", EXPECTS.format(book="three-card-poker@3"))
    plant(tmp_path, "three-card-poker/3.9", EXPECTS.format(book="three-card-poker@3"))
    plant(tmp_path, "three-card-poker/face-up-in-shoe", EXPECTS.format(book="three-card-poker@3"))
    settles = EXPECTS.format(book="three-card-poker@3").replace("settled", "void")
    plant(tmp_path, "three-card-poker/betting-opens", settles)
    plant(tmp_path, "three-card-poker/deal", "rulebook = 3")
    status, out, err = rules("coverage", "--json", "--scenarios", str(tmp_path))
    assert status == 0
    counts = json.loads(out)
    assert (counts.pop("croupier"), counts.pop("schema")) == (__version__, "rules-coverage/1")
    assert list(counts) == list(BOOKS)
    for key, count in counts.items():
        assert list(count) == ["paragraphs", "explained", "cited", "proved", "open", "live"]
        assert list(count["live"]) == ["enforced", "told", "recorded", "nothing"]
        assert 0 < count["live"]["nothing"] <= count["explained"], "each with its reason"
        assert count["paragraphs"] == len(load(key).paragraphs)
        assert count["explained"] == len(load(key).informative)
    assert counts["three-card-poker@3"]["proved"] == 2
    assert counts["poker@7"]["proved"] == 0
    three_card = counts["three-card-poker@3"]
    assert three_card["open"] == three_card["paragraphs"] - three_card["explained"] - 2
    assert "not counted: three-card-poker/deal: line 1: rulebook: 3 is unknown" in err
    assert "not counted: three-card-poker/betting-opens: round 1 status: expected 'void', got 'settled'" in err


def test_coverage_as_a_table(rules: Rules, tmp_path: Path) -> None:
    plant(tmp_path, "three-card-poker/fold-forfeits", EXPECTS.format(book="three-card-poker@3"))
    _, out, _ = rules("coverage", "--scenarios", str(tmp_path))
    lines = out.splitlines()
    live = ["live:", "enforced", "live:", "told", "live:", "recorded", "live:", "nothing"]
    assert lines[0].split() == ["paragraphs", "explained", "cited", "proved", "open", *live]
    assert [line.split()[0] for line in lines[1:7]] == [*BOOKS, "together"]
    described = out.partition("three-card-poker@3: open\n")[2].partition("\n\n")[0]
    assert " 3.12.2 " in described
    assert " 3.12.1 " not in described
    listed = {file.stem: file.read_text(encoding="utf-8").split(maxsplit=1)[0] for file in ACTED_OUT.glob("*.txt")}
    told = ", ".join(f"{listed[key]} of {key}" for key in BOOKS if listed[key] != "0")
    assert f"They could not finish {told};" in " ".join(out.split())


def test_without_scenarios_it_is_not_known_what_is_proved(rules: Rules, tmp_path: Path) -> None:
    status, out, err = rules("coverage", "--json", "--scenarios", str(tmp_path))
    assert status == 1
    assert {(count["proved"], count["open"]) for count in map(json.loads(out).get, BOOKS)} == {(None, None)}
    assert f"no scenarios were found in {tmp_path}, so it is not known what is proved" in err
    status, out, _ = rules("coverage", "--scenarios", str(tmp_path))
    assert status == 1
    together = next(line for line in out.splitlines() if line.startswith("together"))
    assert together.split()[-8:-4] == ["not", "known", "not", "known"]


def test_scenarios_that_name_another_book_prove_nothing_of_this_one(rules: Rules, tmp_path: Path) -> None:
    plant(tmp_path, "three-card-poker/fold-forfeits", EXPECTS.format(book="three-card-poker@3"))
    status, out, err = rules("casino-stud@2", "3.2", "--scenarios", str(tmp_path))
    assert status == 0
    assert f"none of the 1 scenarios in {tmp_path} names casino-stud@2" in err
    assert "no scenario" in out


# Rulings


def plant_ruling(tmp_path: Path, name: str, play: str = "1 play") -> None:
    """Ann's straight flush wins, and an Ante Bonus is paid by R-17, unless she folds."""
    expect = 'status = "settled"'
    plant(
        tmp_path,
        f"three-card-poker/{name}",
        f"""# {name} is told
rulebook = "three-card-poker@3"
shoe = "2c 6h 9d 5h 8s 4h 7d"
actions = ["1 ante 50", "close", "1 look", "{play}"]
table = {{ ante = ["10", "1000"] }}
boxes = {{ 1 = "Ann" }}
expect = {{ {expect} }}
""",
    )


def test_a_ruling_in_full(rules: Rules, tmp_path: Path) -> None:
    plant_ruling(tmp_path, "R-17--bonus")
    plant_ruling(tmp_path, "R-17--fold", "1 fold")
    plant_ruling(tmp_path, "deal")
    status, out, err = rules("R-17", "--scenarios", str(tmp_path))
    assert (status, err) == (0, "")
    assert out.startswith("R-17  Standing rulings of the House: 3 Card Poker\n\n  The Ante Bonus is paid on every Ante")
    assert re.search(r"Cited by\n    croupier.rules.games.three_card.settle:ante_bonus, line \d+\n", out)
    assert "      next to ante-bonus-pays (three-card-poker@3 4.3)\n" in out
    assert "  Proved by\n    three-card-poker/R-17--bonus\n      R-17--bonus is told\n" in out
    assert "  Acted out, but not cited, in\n    three-card-poker/R-17--fold\n" in out
    assert "  Cited in\n    three-card-poker/deal\n" in out
    for same in (("r-17",), ("R17",), ("R-017",), ("three-card-poker@3", "R-17")):
        assert rules(*same, "--scenarios", str(tmp_path))[1] == out
    assert "Cited in" not in rules("poker@7", "R-17", "--scenarios", str(tmp_path))[1]


def test_a_ruling_as_json(rules: Rules, tmp_path: Path) -> None:
    plant_ruling(tmp_path, "R-17--bonus")
    told = json.loads(rules("R-17", "--json", "--scenarios", str(tmp_path))[1])
    assert list(told) == [
        *("croupier", "schema", "ruling", "chapter", "text", "cited_by", "told_by"),
        *("proved_by", "acted_out_in", "cited_in"),
    ]
    assert told["cited_by"][0]["where"] == "croupier.rules.games.three_card.settle:ante_bonus"
    assert told["cited_by"][0]["beside"]["ante-bonus-pays"] == {"three-card-poker@3": ["4.3"]}
    assert (told["proved_by"], told["acted_out_in"], told["cited_in"]) == (["three-card-poker/R-17--bonus"], [], [])


def test_rulings_name_each_other(rules: Rules, tmp_path: Path) -> None:
    out = rules("R-30", "--scenarios", str(tmp_path))[1]
    assert "  Other rulings name it\n    R-67 " in out


def test_every_ruling_can_be_looked_up() -> None:
    listed = re.findall(r"^- \*\*(R-\d+)", (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8"), re.MULTILINE)
    known = standing_rulings()
    assert list(known) == listed
    assert listed == sorted(set(listed), key=lambda number: int(number[2:]))
    assert all(ruling.text and ruling.chapter for ruling in known.values())


# Searching


def test_words_are_found_in_paragraphs_clauses_and_rulings(rules: Rules) -> None:
    status, out, err = rules("search", "odd chip")
    assert (status, err) == (0, "")
    assert out.index("poker@6\n  4.5 ") < out.index("poker@7\n  4.5 ") < out.index("Standing rulings of the House\n")
    assert "  R-34 " in out
    assert "· equal-hands-split, odd-chip-left-of-button\n" in out
    assert re.search(r"\n\n2 paragraphs, \d+ rulings?\n$", out)
    assert rules("search", "odd", "chip")[1] == rules("search", "ODD  Chip")[1] == out
    assert "poker@6" not in rules("search", "odd chip", "poker@7")[1]


def test_a_word_is_found_where_it_begins_a_word(rules: Rules) -> None:
    hits = {
        word: {(one["book"], one["paragraph"]) for one in json.loads(rules("search", word, "--json")[1])["paragraphs"]}
        for word in ("shuffle", "shuffler", "huffle")
    }
    assert hits["shuffle"] > hits["shuffler"] > hits["huffle"] == set()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("oddd", "chip"), "'oddd' stands nowhere; did you mean odd?"),
        (("zzzz",), "'zzzz' stands nowhere"),
        (("envy", "button"), "no paragraph or ruling has all of 'envy button'"),
    ],
)
def test_words_that_stand_nowhere(rules: Rules, words: tuple[str, ...], sentence: str) -> None:
    status, out, err = rules("search", *words)
    assert (status, out) == (1, "")
    assert sentence in err
    told = json.loads(rules("search", *words, "--json")[1])
    assert (told["paragraphs"], told["rulings"]) == ([], [])


# Sheets


def test_a_settlement_sheet_is_printed(rules: Rules) -> None:
    status, out, err = rules("sheet", "casino-stud@2")
    assert (status, err) == (0, "")
    assert out == settlement_sheet("casino-stud@2")


# Weaving


def test_a_woven_book_links_to_what_is_there(rules: Rules, tmp_path: Path) -> None:
    plant(tmp_path / "scenarios", "three-card-poker/deal", EXPECTS.format(book="three-card-poker@3"))
    file = tmp_path / "book.md"
    status, out, err = rules("weave", "three-card-poker@3", str(file), "--scenarios", str(tmp_path / "scenarios"))
    assert (status, out, err) == (0, "", f"written: {file}\n")
    text = file.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)(?:#L\d+)?\)", re.sub(r"```python.*?```", "", text, flags=re.DOTALL))
    assert len(links) > 50
    assert all((tmp_path / link).is_file() for link in links)
    assert re.findall(r"^### (.+)", text, re.MULTILINE) == list(load("three-card-poker@3").paragraphs)


@pytest.mark.slow
@pytest.mark.parametrize("key", BOOKS)
def test_every_book_can_be_woven(rules: Rules, key: str) -> None:
    status, out, _ = rules("weave", key)
    assert status == 0
    assert out.startswith("# ")
    assert out.count("```python") * 2 == out.count("```")
