"""All words for people are in one place: each code is used somewhere, with its values, in every language."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from croupier.base import sentences
from croupier.base.actors import Rank
from croupier.base.sentences import ENGLISH, Sentence, either, listed, says, word, words
from croupier.floor.live.answers.tables import WaitsBecause
from croupier.floor.live.state.events import ChipsKind
from croupier.floor.server.api.matrix import ROLES
from croupier.floor.training.remedies import AFTER_A_REFUSAL, BY_A_RULE
from croupier.rounds.telling.words import OUTCOMES
from croupier.rules.games.house.commands import Choice
from croupier.rules.games.house.commands import Incident as HouseIncident
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, Policy
from croupier.rules.games.irregularity import RULINGS
from croupier.rules.games.poker.commands import Act, Street
from croupier.rules.games.poker.commands import Incident as PokerIncident
from croupier.rules.jackpot.link import AwardState, DealState, Parameter

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "croupier"
WORDS = ROOT / "web" / "src" / "lib" / "words"
LANGUAGES = sorted(folder.name for folder in WORDS.iterdir() if folder.is_dir() and folder.name != "en")
"""All but English, which the floor speaks itself."""
ENTRY = re.compile(r'^  "floor\.([^"]+)":\s*"((?:[^"\\]|\\.)*)",$', re.MULTILINE)

KINDS: dict[str, Iterable[str]] = {
    "spot": Spot,
    "decision": Decision,
    "act": Act,
    "street": Street,
    "rank": [rank.key for rank in Rank],
    "role": [*ROLES, "system"],
    "state": {*DealState, *AwardState},
    "ruling": {"dismissed", *RULINGS},
    "finding": {*HouseIncident, *PokerIncident, "entry", "payment", "hand-shown"},
    "pot": ("meter", "overflow", "reserve"),
    "chips": get_args(ChipsKind),
    "policy": Policy,
    "choice": Choice,
    "number": ("two", "three", "four", "five"),
    "outcome": OUTCOMES,
    "on": ("flop", "turn", "river"),
    "before": ("flop", "turn", "river"),
    "change": {*Parameter, "correction", "link-table", "unlink-table", "transfer-to"},
    "remedy": {*AFTER_A_REFUSAL, *BY_A_RULE, "other"},
    "scene": {
        *(
            *HouseIncident,
            *PokerIncident,
            "hand-shown",
            "late-bet",
            "not-shown",
            "out-of-turn",
            "all-in",
            "walked-away",
        ),
        *("walked-away-decided", "absent", "gone", "joins", "leaves", "returns", "dealt", "hole-cards-dealt"),
        *("several-cards", "seen-in-time", "seen-by-nobody", "repair-known", "repair-unknown"),
    },
    "waits.stands": {*get_args(WaitsBecause)} - {"incident", "stopping"},
}
LOOKED_UP_BY = {"rule": {"book", "paragraph"}, "hand": {"hand", "ranks"}, "decided": {"decision"}}
"""Values by which a page finds its own words."""
TO_PEOPLE = ("rules/games/", "rules/jackpot/", "rounds/dealing/", "floor/live/", "floor/server/")
CALLED = ("says", "word", "words", "either", "Refused", "Forbidden", "OutAlready", "Problem", "Later", "notice")
TO_PROGRAMS = {"UNREADABLE", "METHOD", "MEDIA_TYPE", "TOO_LARGE", "ORIGIN"}
"""Errors for programs that send something wrong; no page does."""


@cache
def calls() -> tuple[tuple[str, ast.Call, str], ...]:
    """Where, what is called, and its name."""
    return tuple(_calls())


def _calls() -> Iterator[tuple[str, ast.Call, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not any(name in text for name in CALLED):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if name in CALLED:
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", node, name


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return is_text(node.body) or is_text(node.orelse)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def test_whatever_is_said_is_in_the_catalogue_with_its_values() -> None:
    for where, call, name in calls():
        if name != "says":
            continue
        code = call.args[0]
        assert isinstance(code, ast.Constant) and isinstance(code.value, str), (
            f"{where}: expected a code as it stands in the catalogue"
        )
        assert code.value in ENGLISH, f"{where}: the catalogue has no {code.value}"
        named = {each.arg for each in call.keywords} - LOOKED_UP_BY.get(code.value, set())
        assert named == names_in(ENGLISH[code.value]), f"{where}: {code.value}"


def test_whatever_is_in_the_catalogue_is_said() -> None:
    said = {
        call.args[0].value for _, call, name in calls() if name == "says" and isinstance(call.args[0], ast.Constant)
    }
    single = {f"{kind}.{which}" for kind, members in KINDS.items() for which in members}
    assert set(ENGLISH) == said | single


def test_kinds_of_words_are_known() -> None:
    asked = {
        call.args[0].value
        for _, call, name in calls()
        if name in ("word", "words", "either") and len(call.args) == 2 and isinstance(call.args[0], ast.Constant)
    }
    assert asked == set(KINDS)


def test_no_code_stands_twice() -> None:
    chapters = [
        value
        for name, value in vars(sentences).items()
        if isinstance(value, dict) and name.isupper() and name != "ENGLISH"
    ]
    assert len(chapters) == 12
    assert sum(map(len, chapters)) == len(ENGLISH)


def test_every_message_to_people_has_a_code() -> None:
    for where, call, name in calls():
        if not where.startswith(TO_PEOPLE):
            continue
        if name in ("Refused", "Forbidden", "OutAlready", "notice") and call.args:
            assert not is_text(call.args[0]), f"{where}: expected says(…)"
        if name in ("Problem", "Later") and len(call.args) > 1 and is_text(call.args[1]):
            assert isinstance(call.args[0], ast.Attribute) and call.args[0].attr in TO_PROGRAMS, (
                f"{where}: expected says(…)"
            )


def test_english_is_made_of_code_and_values() -> None:
    sentence = says("box-may", box=3, may=either("decision", ["play", "fold"]), decision=word("decision", "check"))
    assert str(sentence) == "box 3 may play or fold now, not check"
    assert str(says("box-empty", box=3, occupied=listed([1, 2]))) == "box 3 is empty; occupied boxes: 1, 2"
    assert str(says("box-empty", box=3, occupied=listed([]))) == "box 3 is empty; occupied boxes: none"


def test_it_is_sent_as_it_was_made() -> None:
    assert says("bets-closed").told() == {"code": "bets-closed"}
    sentence = says(
        "bet-not-offered", spot=word("spot", Spot.BONUS), offered=words("spot", [Spot.ANTE, Spot.PAIR_PLUS])
    )
    assert sentence.told() == {
        "code": "bet-not-offered",
        "values": {"spot": {"code": "spot.bonus"}, "offered": [{"code": "spot.ante"}, {"code": "spot.pair-plus"}]},
    }


def test_a_sentence_that_nobody_knows_is_noticed() -> None:
    with pytest.raises(KeyError, match="no-such-code"):
        str(Sentence("no-such-code"))


def translated(language: str) -> dict[str, str]:
    return dict(ENTRY.findall((WORDS / language / "floor.ts").read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_know_every_code_and_no_other(language: str) -> None:
    assert set(translated(language)) == set(ENGLISH), f"expected in web/src/lib/words/{language}/floor.ts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_uses_the_same_values(language: str) -> None:
    known = translated(language)
    assert {code for code, text in ENGLISH.items() if names_in(known[code]) != names_in(text)} == set()
