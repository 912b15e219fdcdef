"""A house's own books: found in its folders, refused if they do not fit, and carried by the journal."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.base.errors import Unreadable
from croupier.doors.cli import main
from croupier.extension_points import RULEBOOKS
from croupier.numbers.maths.odds.sheet import approved
from croupier.rules.added_books import add_folder, add_text, fixed_figures
from croupier.rules.rulebook.load import BOOKS, figures_of, load, versions
from croupier.rules.rulebook.model import game_of

KEY, PATTERN = "lucky-three@1", "three-card-poker@3"
PAIR_PLUS = "{pair-plus.straight} Straight"


@pytest.fixture(autouse=True)
def only_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test adds is gone after it."""
    monkeypatch.setenv(RULEBOOKS, "")
    before = {*BOOKS}
    yield
    for key in {*BOOKS} - before:
        del BOOKS[key]


@pytest.fixture
def text(tmp_path: Path) -> str:
    assert main(["rules", "new", "lucky-three", "--from", PATTERN, "-o", str(tmp_path / "new")]) == 0
    return (tmp_path / "new" / "lucky-three" / "v1.toml").read_text(encoding="utf-8")


def put(folder: Path, text: str, name: str = "lucky-three/v1.toml") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return folder


def test_a_new_book_is_the_old_one_under_its_own_name(text: str) -> None:
    book, old = add_text(text, "here"), load(PATTERN)
    assert (book.key, book.game, book.title) == (KEY, old.game, "Lucky Three")
    assert game_of(KEY) == game_of("lucky-three") == "three-card-poker"
    assert (book.paragraphs, book.clauses, book.paytables) == (old.paragraphs, old.clauses, old.paytables)
    assert versions("lucky-three") == (book,)
    assert versions("three-card-poker") == (old,), "a document of its own is no version of the approved one"


def test_a_changed_figure_changes_words_and_odds(text: str, tmp_path: Path) -> None:
    changed = text.replace('"straight", pays = 5', '"straight", pays = 6')
    assert add_folder(put(tmp_path, changed)) == (KEY,)
    assert "6 Straight" in load(KEY).paragraphs["4.2"]
    assert approved("lucky-three").pays("pair-plus", "straight") == 6
    assert os.environ[RULEBOOKS] == str(tmp_path), "processes started later know the book"


FIRST_TWO = '  { hand = "straight-flush", pays = 40 },\n  { hand = "three-of-a-kind", pays = 30 },\n'
SECOND_FIRST = '  { hand = "three-of-a-kind", pays = 30 },\n  { hand = "straight-flush", pays = 40 },\n'
BONUS_OF_A_FLUSH = '[paytables.flush-bonus]\nparagraph = "4.2"\nrows = [{ hand = "flush", pays = 4 }]\n\n[clauses]'

WRONG = {
    "unknown figure": (PAIR_PLUS, "{pair-plus.strait} Straight", "there is no figure {pair-plus.strait}; did you mean"),
    "rows out of order": (FIRST_TWO, SECOND_FIRST, "expected, in order, straight-flush, three-of-a-kind"),
    "unknown table": ("[clauses]", BONUS_OF_A_FLUSH, "there is no pay table flush-bonus; there are ante-and-play"),
    "payment below 0": ('"straight", pays = 5', '"straight", pays = -5', "straight pays -5; expected a whole number"),
    "unknown clause": ("fold-forfeits ", "fold-loses ", "no code of three-card-poker cites fold-loses"),
    "missing clause": ('fold-forfeits              = "3.12.1"', "", "3.12.1 is neither a clause's nor explained"),
    "unknown procedure": ("dealer-qualifies =", "dealer-needs =", "[procedure]: dealer-needs is unknown"),
    "unknown game": ('game      = "three-card-poker"', 'game = "three-card"', "there is no game 'three-card'"),
    "no time zone": ("+08:00  # from", "  # from", "has no time zone"),
    "unknown part": ("[procedure]", "[procedures]", "Object contains unknown field `procedures`"),
    "no TOML": ("[procedure]", "[procedure", "this is not TOML"),
    "another place": (f'"{KEY}"', '"lucky-three@2"', "a book in this place has key = 'lucky-three@1'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_book_that_does_not_fit_is_refused(case: str, text: str, tmp_path: Path) -> None:
    old, new, why = WRONG[case]
    assert old in text
    with pytest.raises(Unreadable) as refused:
        add_folder(put(tmp_path, text.replace(old, new)))
    assert why in str(refused.value)
    assert str(tmp_path / "lucky-three" / "v1.toml") in str(refused.value)
    assert KEY not in BOOKS


def test_one_wrong_book_keeps_the_whole_folder_out(text: str, tmp_path: Path) -> None:
    put(tmp_path, text.replace(f'"{KEY}"', '"lucky-three@2"').replace("[procedure]", "["), "lucky-three/v2.toml")
    with pytest.raises(Unreadable):
        add_folder(put(tmp_path, text))
    assert KEY not in BOOKS


def test_a_key_stands_for_one_text(text: str) -> None:
    add_text(text, "here")
    add_text(text, "here again")
    with pytest.raises(Unreadable, match="there is another lucky-three@1 already; give a changed book a number"):
        add_text(text.replace("pays = 5", "pays = 6"), "there")
    with pytest.raises(Unreadable, match="there is another three-card-poker@3 already"):
        add_text(BOOKS[PATTERN].decode().replace("pays = 5", "pays = 6"), "there")


def test_figures_that_stand_in_words_are_found(text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    written_out = text.replace(PAIR_PLUS, "5 Straight")
    assert [*fixed_figures(text)] == []
    (found,) = fixed_figures(written_out)
    assert found == "paragraph 4.2 says 5 in figures of its own; write {pair-plus.straight}"
    contradicting = written_out.replace('"straight", pays = 5', '"straight", pays = 6')
    assert main(["rules", "check", str(put(tmp_path, contradicting))]) == 1
    assert "the pay table pair-plus has no such figure" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("key", [*BOOKS.shipped])
def test_no_paragraph_that_ships_writes_a_figure_of_its_pay_table_out(key: str) -> None:
    assert [*fixed_figures(BOOKS[key].decode())] == []
    assert "{" not in "".join(load(key).paragraphs.values())
    assert figures_of(load(key)) or key.startswith("poker")


def test_a_changed_book_lacks_scenarios(text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    book = text.replace('"pair", pays = 1', '"pair", pays = 2')
    assert main(["rules", "check", str(put(tmp_path, book))]) in (0, 1)
    assert "three-card-poker/pair-plus-pays--every-row" in capsys.readouterr().out


SPOKEN = {
    "no folder": (["--rulebooks", "nowhere", "rules"], "the rulebooks in nowhere cannot be read"),
    "no value": (["rules", "--rulebooks"], "expected one argument; write --rulebooks DIR"),
    "nothing in it": (["rules", "--rulebooks=."], "there are no rulebooks in .; expected files such as"),
}


@pytest.mark.parametrize("case", SPOKEN)
def test_wrong_folders_are_errors_of_the_command_line(
    case: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words, why = SPOKEN[case]
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert why in capsys.readouterr().err
