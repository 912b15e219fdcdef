"""A player's own figures: what they won, what the mathematics expected of their bets, and luck."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.history import own_figures
from croupier.floor.live.history.own_rounds import RoundFilter
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time
from croupier.rules.money import cents
from tests.as_json import as_json
from tests.floors import house_table
from tests.live.evenings import FLOOR as EVERYTHING
from tests.live.evenings import TABLES, Evening
from tests.live.houses import ANN, BEN, CY, DAN, MIDNIGHT, PLAYERS, SAM, House
from tests.live.linked import LinkedHouse
from tests.live.test_own_rounds import play
from tests.live.test_pages_need import FLOOR, three_at_poker


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


@pytest.fixture
def linked(tmp_path: Path) -> Iterator[LinkedHouse]:
    house = LinkedHouse(tmp_path / "linked")
    yield house
    house.store.close()


def figures(house: House, who: Who = ANN, since: str | None = None) -> dict[str, Any]:
    told: dict[str, Any] = as_json(house.floor.own_figures.told(who, since))
    return told


def folds(house: House, times: int) -> None:
    """Ann loses 50.00 at `plain` each time."""
    if "Ann" not in house.view("plain")["players"]:
        house.act(ANN, "plain", "1 sits Ann 5000")
    for _ in range(times):
        for who, do in ((ANN, "1 ante 50"), (DAN, "close"), (ANN, "1 fold"), (DAN, "settle"), (DAN, "next")):
            house.act(who, "plain", do)


def _cents(text: str) -> int:
    return -cents(text[1:]) if text.startswith("-") else cents(text)


@pytest.mark.parametrize("again", [False, True])
def test_each_bet_is_held_against_its_expectation(house: House, again: bool) -> None:
    """A Straight wins the Ante, the Play and a bonus of 50 each, 125 on Pair Plus, and 15 for 5 from the meter."""
    play(house)
    if again:
        house.restart()
    told = figures(house)
    assert (told["rounds"], told["most"], told["more"], told["since"]) == (1, 1000, False, None)
    (game,) = told["games"]
    assert (game["game"], game["rounds"], game["staked"]) == ("three-card-poker", 1, "125.00")
    assert (game["won"], game["expected"], game["luck"]) == ("275.00", "-3.08", "278.08")
    assert game["path"] == [] and "sigma" not in game, "one box has no band"
    rows = {bet.pop("bet"): bet for bet in game["bets"]}
    assert rows == {
        "ante": {"rounds": 1, "staked": "100.00", "won": "150.00", "expected": "-1.69", "luck": "151.69"},
        "pair-plus": {"rounds": 1, "staked": "25.00", "won": "125.00", "expected": "-1.39", "luck": "126.39"},
        "jackpot": {"rounds": 1, "staked": "5.00", "won": "10.00"},
    }
    (folded,) = figures(house, BEN)["games"]
    assert (folded["won"], folded["expected"], folded["luck"]) == ("-10.00", "-0.34", "-9.66")
    assert figures(house, CY)["games"] == []


def test_thirty_boxes_have_a_band_and_a_path(linked: LinkedHouse) -> None:
    """The figures of the pit (tests/live/test_figures.py) from the other side."""
    folds(linked, 30)
    (game,) = figures(linked)["games"]
    found = [game[key] for key in ("won", "expected", "luck", "sigma", "outside")]
    assert found == ["-1500.00", "-50.59", "-1449.41", "448.92", True]
    assert [point["rounds"] for point in game["path"]] == list(range(1, 31))
    assert game["path"][0] == {"rounds": 1, "won": "-50.00", "expected": "-1.69", "sigma": "81.96"}
    assert game["path"][-1] == {"rounds": 30, "won": "-1500.00", "expected": "-50.59", "sigma": "448.92"}


def test_void_rounds_do_not_count(linked: LinkedHouse) -> None:
    folds(linked, 1)
    before = figures(linked)
    linked.act(ANN, "plain", "1 ante 20")
    linked.act(SAM, "plain", "incident other ruling=void", reason="asked")
    assert figures(linked) == before and before["rounds"] == 1


def test_the_newest_rounds_count_and_the_answer_says_that_there_are_more(
    linked: LinkedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    folds(linked, 3)
    monkeypatch.setattr(own_figures, "MOST", 3)
    assert [figures(linked)[key] for key in ("rounds", "most", "more")] == [3, 3, False]
    monkeypatch.setattr(own_figures, "MOST", 2)
    assert [figures(linked)[key] for key in ("rounds", "most", "more")] == [2, 2, True]


def test_a_period_has_the_rounds_that_ended_in_it(linked: LinkedHouse) -> None:
    folds(linked, 2)
    linked.turn(60_000)
    noon = printed_time(linked.clock.time)
    folds(linked, 1)
    told = figures(linked, since=noon)
    assert (told["since"], told["rounds"], told["games"][0]["won"]) == (noon, 1, "-50.00")


def test_a_settlement_made_again_counts_as_it_is_now(tmp_path: Path) -> None:
    house = House(tmp_path / "again", house_table("t", run_by="dealer", cards="reader", device="dan"))
    for do in ("1 sits Ann 500", "2 sits Ben 500", "1 ante 10", "2 ante 20", "close"):
        house.act(DAN, "t", do)
    house.act(DAN, "t", "deal 2c As 9h Qd Ks 8h 7c Qs 3d 2h")
    for do in ("1 play", "2 fold", "settle"):
        house.act(DAN, "t", do)
    (before,) = figures(house)["games"]
    assert _cents(before["won"]) > 0
    house.act(SAM, "t", "incident player-count box=1", reason="four cards")
    (game,) = figures(house)["games"]
    assert [game[key] for key in ("staked", "won", "expected", "luck")] == ["0.00"] * 4
    house.store.close()


def test_without_mathematics_there_is_no_expectation(house: House) -> None:
    play(house)
    house.floor.own_figures._expectations._books["three-card-poker@3"] = None
    (game,) = figures(house)["games"]
    assert game["won"] == "275.00"
    for each in (game, *game["bets"]):
        assert not {"expected", "luck", "sigma"} & each.keys()


def test_poker_shows_results_without_luck(house: House) -> None:
    three_at_poker(house)
    for who, do in ((ANN, "1 fold"), (BEN, "2 fold")):
        house.act(who, "nl-1", do)
    (won,), (lost,) = (figures(house, who)["games"] for who in (CY, BEN))
    assert (won["game"], won["rounds"], won["bets"], won["path"]) == ("poker", 1, [], [])
    assert _cents(won["won"]) == -_cents(lost["won"]) > 0
    assert "expected" not in won and "luck" not in won


def test_the_players_figures_add_up_to_those_of_the_pit(tmp_path: Path) -> None:
    """After a random evening of all rulebooks, with voids, awards and corrections; and to each player's list."""
    house = House(tmp_path / "store", EVERYTHING)
    evening = Evening([house], "own figures")
    for name in TABLES:
        evening.sit_down(name)
    for _ in range(400):
        evening.step()
    pit = [table for table in as_json(house.floor.figures.told(printed_time(MIDNIGHT)))["tables"] if "won" in table]
    games = [game for who in PLAYERS for game in figures(house, who)["games"] if "expected" in game]
    assert pit and games
    assert sum(_cents(game["won"]) for game in games) == -sum(_cents(table["won"]) for table in pit)
    expected = sum(_cents(game["expected"]) for game in games) + sum(_cents(table["expected"]) for table in pit)
    assert abs(expected) <= (len(games) + len(pit)) / 2, "each is rounded to a cent"
    for who in PLAYERS:
        listed = as_json(house.floor.own_rounds.told(who, RoundFilter(200)))["items"]
        for game in figures(house, who)["games"]:
            won = sum(_cents(bet["won"]) for bet in game["bets"]) if game["bets"] else _cents(game["won"])
            settled = [each for each in listed if (each["game"], each["status"]) == (game["game"], "settled")]
            assert (won, game["rounds"]) == (sum(_cents(each["net"]) for each in settled), len(settled))
    house.store.close()


@pytest.mark.parametrize("since", ["", "yesterday", "2026-01-01", "2026-01-01T00:00:00"])
def test_an_unreadable_time_is_refused(house: House, since: str) -> None:
    with pytest.raises(Problem) as problem:
        figures(house, since=since)
    assert problem.value.code is Code.UNREADABLE and "since" in problem.value.why
