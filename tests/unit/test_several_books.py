"""A round file for several versions of one game: played by each, checked by each, citing clauses by name."""

import json
from pathlib import Path

import pytest

from croupier.base.errors import Unreadable
from croupier.doors.cli.run import main
from croupier.proofs.traceability.scenarios import scenarios_in, tried
from croupier.rounds.roundfile.check import differences
from croupier.rounds.roundfile.read import read_script, read_versions
from croupier.rounds.roundfile.run import play

FILE = """
# Ben checks where a BET has been made
rulebook = ["poker@6", "poker@7"]
shoe = "(2c) As Ks Ad Kd 2d 7h 8c 2s"
actions = ["start", "1 call", "2 check", "2 bet 4", "1 check"]
[table]
seats = 9
small-blind = "1"
stake = ["40", "400"]
button = 1
[seats]
1 = ["Ann", "200"]
2 = ["Ben", "200"]
[expect]
burnt = "(2c) 2d"
board = "7h 8c 2s"
[refused]
action = 5
cites = ["no-check-after-bet"]
"""


def test_each_book_plays_it_by_its_own_paragraphs() -> None:
    six, seven = (play(script) for script in read_versions(FILE))
    assert (six.script.book.key, seven.script.book.key) == ("poker@6", "poker@7")
    assert [differences(played) for played in (six, seven)] == [[], []]
    assert six.refusal is not None
    assert seven.refusal is not None
    assert "3.10.1(d)" in six.refusal.cites
    assert "3.9.4(d)" in seven.refusal.cites


def test_a_card_in_brackets_is_there_for_the_book_that_burns_it() -> None:
    six, seven = read_versions(FILE)
    assert seven.shoes[0][1:] == six.shoes[0]
    assert seven.shoes[0][0] == "2c"
    (shuffled,) = read_versions(FILE.replace('["poker@6", "poker@7"]', '"poker@7"\ndealing = "shuffler"'))
    assert shuffled.shoes == six.shoes


def test_one_object_for_each_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "both.round.toml"
    file.write_text(FILE, encoding="utf-8")
    assert main([str(file), "--json"]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["rulebook"] for each in told] == ["poker@6", "poker@7"]
    assert [each["rounds"][0]["burnt"] for each in told] == ["2d", "2c 2d"]


def test_every_book_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "both.round.toml"
    file.write_text(FILE, encoding="utf-8")
    assert main(["--check", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"
    file.write_text(FILE.replace('["no-check-after-bet"]', '["3.9.4(d)"]'), encoding="utf-8")
    assert main(["--check", str(file)]) == 1
    wrong = capsys.readouterr().out.splitlines()
    assert len(wrong) == 2
    assert wrong[0].startswith(f"{file} (poker@6): the refusal cites 3.10.1")


def test_a_scenario_proves_a_clause_of_each_book() -> None:
    found = [tried(one) for one in scenarios_in("poker/no-check-after-bet", FILE.lstrip())]
    assert [{place.paragraph for place in one.proves()} for one in found] == [{"3.10.1(d)"}, {"3.9.4(d)"}]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('"poker@6", "poker@7"', '"poker@7", "poker@7"'), "poker@7 appears twice"),
        (('"poker@6", "poker@7"', '"poker@6", "casino-stud@2"'), "one game, not for poker and casino-stud"),
        (('"poker@6", "poker@7"', '"poker@6", "poker@5"'), "'poker@5' is unknown"),
        (('["poker@6", "poker@7"]', "[]"), r"\[\] is unknown"),
        (('"poker@6", "poker@7"', '["poker@6"]'), r"\['poker@6'\] is unknown"),
        (("(2c)", "(2c 3c)"), "the one card that is burnt"),
        (("(2c)", "(As)"), "twice"),
        (("(2c) As", "As (2c)"), "shoe"),
    ],
)
def test_what_cannot_be_meant_is_refused(change: tuple[str, str], says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_versions(FILE.replace(*change))


def test_where_one_is_wanted_several_are_too_many() -> None:
    with pytest.raises(Unreadable, match="expected a file of one rulebook; it is for poker@6, poker@7"):
        read_script(FILE)
