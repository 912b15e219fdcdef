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
INCIDENTS = {"incident-waits", "incident-decided", "irregularity-ruled", "poker-irregularity-ruled"}
"""`table/shared/incidents.ts` has them."""
COMPOSED = {"blind-posted", "action-taken", "poker-community-turned", "hand-shown", "hand-turned-up", "pot-won"}
"""`table/poker/voice.ts` has keys of its own for them."""


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


def test_whatever_followed_has_words_or_a_code(house: House) -> None:
    keys = {file: (WORDS / f"{file}.ts").read_text(encoding="utf-8") for file in ("house", "poker")}
    known = set(re.findall(r'^  "event\.([a-z-]+)', keys["house"], re.MULTILINE))
    at_poker = set(re.findall(r'^  "poker\.voice\.([a-z-]+)', keys["poker"], re.MULTILINE)) | COMPOSED
    evening = Evening([house], "told")
    evening.stack()
    for name in TABLES:
        evening.sit_down(name)
        evening.deal(name)
    for _ in range(400):
        evening.step()
    told, bare = set(), set()
    for name in TABLES:
        words = at_poker if TABLES[name][0].startswith("poker@") else known
        for each in followed(house, name):
            told.add(each["event"])
            if "says" not in each and each["event"] not in words | INCIDENTS:
                bare.add(each["event"])
    assert bare == set()
    assert len(told) > 40


def followed(house: House, table: str) -> Iterator[dict[str, Any]]:
    happened = as_json(house.floor.ask.view(table, DAN, 0))["table"]["happened"]
    for act in happened or []:
        yield from act["then"]
