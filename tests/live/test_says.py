"""Pages in any language can say what the floor says: refusals, why a table waits, and whatever followed an act."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from croupier.base.sentences import ENGLISH
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.problems import Problem
from tests.as_json import as_json
from tests.live.evenings import FLOOR, TABLES, Evening
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, House

WORDS = Path(__file__).parents[2] / "web" / "src" / "lib" / "words" / "de"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def test_a_refusal_has_a_code_and_keeps_it(house: House) -> None:
    """Also when the same act is sent again."""
    says = {"code": "box-empty", "values": {"box": 3, "occupied": [1]}}
    house.act(DAN, "tcp-1", "1 sits Ann 100")
    for _ in range(2):
        refused = house.act(DAN, "tcp-1", "3 ante 10", id="refused-01")["error"]
        assert refused["why"] == "box 3 is empty; occupied boxes: 1"
        assert refused["says"] == says
        house.restart()


def test_what_somebody_may_not_say_has_a_code(house: House) -> None:
    house.act(ANN, "tcp-1", "1 sits Ann 100")
    with pytest.raises(Problem) as problem:
        house.floor.act(BEN, "tcp-1", "forbidden-1", "1 frees", None)
    told = problem.value.told()["error"]
    values = {"place": {"code": "box", "values": {"box": 1}}, "player": "Ann"}
    assert told["says"] == {"code": "place-of-another", "values": values}


def test_why_a_table_waits(house: House) -> None:
    house.act(PIA, "tcp-1", "suspend")
    view = house.view("tcp-1")
    assert (view["why"], view["why_says"]) == ("suspended by pia", {"code": "suspended-by", "values": {"by": "pia"}})
    house.act(PIA, "tcp-1", "resume")
    house.act(PIA, "tcp-1", "suspend", reason="the shuffler jams")
    view = house.view("tcp-1")
    assert view["why"] == "the shuffler jams"
    assert "why_says" not in view


def test_a_table_goes_on_after_its_incident_however_sentences_are_reworded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.act(DAN, "tcp-1", "1 sits Ann 100")
    house.act(DAN, "tcp-1", "incident other ruling=void")
    assert house.view("tcp-1")["state"] == "suspended"
    for code in ENGLISH:
        monkeypatch.setitem(cast(dict[str, str], ENGLISH), code, f"other words for {code}")
    house.restart()
    (number,) = house.floor.books.tables["tcp-1"].incidents
    house.floor.perform(SAM, "decide-0001", cmd.DecideIncident(number, "dismiss"), "nothing happened")
    house.store.flush()
    assert house.view("tcp-1")["state"] == "open"


def test_a_stored_answer_is_sent_in_todays_words(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.act(DAN, "tcp-1", "1 sits Ann 100")
    house.act(DAN, "tcp-1", "3 ante 10", id="refused-03")
    monkeypatch.setitem(cast(dict[str, str], ENGLISH), "box-empty", "nobody sits at box {box}")
    house.restart()
    again = house.act(DAN, "tcp-1", "3 ante 10", id="refused-03")["error"]
    assert (again["why"], again["again"]) == ("nobody sits at box 3", True)


def test_a_ruling_is_answered_in_words_that_are_not_journalled(house: House) -> None:
    house.act(DAN, "tcp-1", "1 sits Ann 100")
    house.act(DAN, "tcp-1", "1 ante 10")
    house.act(DAN, "tcp-1", "close")
    for _ in range(2):
        done = house.act(DAN, "tcp-1", "incident interruption", id="reported-01")["done"]
        assert (done["ruling"], done["text"], done["says"]) == ("void", "The round is void", {"code": "ruling.void"})
        house.restart()
    (entry,) = [each for each in house.store.entries("table/tcp-1") if b"reported-01" in each.body]
    assert b"The round is void" not in entry.body


def test_whatever_followed_has_a_code(house: House) -> None:
    evening = Evening([house], "told")
    evening.stack()
    for name in TABLES:
        evening.sit_down(name)
        evening.deal(name)
    for _ in range(400):
        evening.step()
    told = [each for name in TABLES for each in followed(house, name)]
    assert [each for each in told if "says" not in each] == []
    assert len({each["event"] for each in told}) > 40


def test_an_incident_is_told_in_sentences_from_the_report_to_the_ruling(house: House) -> None:
    """What was found and what is ruled are codes, never the bare word of a round file."""
    house.act(DAN, "tcp-1", "1 sits Ann 100")
    house.act(DAN, "tcp-1", "1 ante 10")
    house.act(DAN, "tcp-1", "close")
    house.act(DAN, "tcp-1", "incident other ruling=void", reason="the drinks fell on the table")
    (number,) = house.floor.books.tables["tcp-1"].incidents
    house.floor.perform(SAM, "decide-0001", cmd.DecideIncident(number, "incident other ruling=void"), "I saw it")
    house.store.flush()
    told = {each["event"]: each for each in followed(house, "tcp-1")}
    finding, void = {"code": "finding.other"}, {"code": "ruling.void"}
    waits, decided, ruled = (told[event] for event in ("incident-waits", "incident-decided", "irregularity-ruled"))
    assert waits["says"]["values"] == {"kind": finding, "rank": {"code": "role.shift-manager"}}
    assert decided["says"]["values"]["ruling"] == void
    assert ruled["says"] == {"code": "told.incident", "values": {"kind": finding, "ruling": void}}
    assert ruled["text"] == "Something that no paragraph names: the round is void"
    incident = as_json(house.floor.pit.incident(number))
    assert (incident["says"], incident["decided"]["says"]) == (finding, void)


def test_pages_say_you_in_the_values_of_the_sentence() -> None:
    """Each "you" form is one of a code of the catalogue, and names nothing that the code has no value for."""
    for language in ("en", "de"):
        texts = "".join(file.read_text(encoding="utf-8") for file in (WORDS.parent / language).glob("*.ts"))
        forms = re.findall(r'^  "you\.([a-z.-]+)":\s*"([^"]*)",$', texts, re.MULTILINE)
        assert len(forms) > 50
        for code, text in forms:
            assert names_in(text) <= names_in(ENGLISH[code]), (language, code)


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def followed(house: House, table: str) -> Iterator[dict[str, Any]]:
    happened = as_json(house.floor.ask.view(table, DAN, 0))["table"]["happened"]
    for act in happened or []:
        yield from act["then"]
