"""People come and go: who is ready, whom a table waits for, whose a place is, and who is next."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.bots import Bots
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import SYSTEM, Who
from croupier.floor.live.state.problems import Problem
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.money import Cents
from tests.as_json import as_json
from tests.floors import STUD, house_settings, house_table, poker_table
from tests.live.end_to_end import differences, same_terms
from tests.live.houses import ANN, BEN, CY, DAN, DEE, PIA, SAM, UNA, House

T, P = "tcp-1", "nl"
FLOOR = (
    house_settings(empty_table="30s", places_kept="60s")
    + house_table(
        "tcp-1",
        boxes=2,
        pair_plus=("5", "500"),
        clock={"betting": "20s", "decision": "10s", "bank": "off", "pause": "6s"},
    )
    + poker_table("nl", seats=2, clock={"decision": "10s", "bank": "off", "pause": "6s"})
    + house_table("real", STUD, boxes=2, run_by="dealer", cards="reader")
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def phase(house: House, table: str = T) -> str:
    return str(house.view(table)["round"]["phase"])


def refused(answer: dict[str, Any]) -> str:
    return str(answer["error"]["says"]["code"])


def sit(house: House, *acts: tuple[Any, str]) -> None:
    for who, do in acts:
        assert "done" in house.act(who, T, do), do


# --- Ready --------------------------------------------------------------------------------------------------------


def test_bets_are_closed_as_soon_as_everybody_is_ready(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"), (ANN, "1 ante 10"), (BEN, "2 ante 10"))
    sit(house, (ANN, "1 ready"))
    boxes = house.view(T)["round"]["boxes"]
    assert boxes["1"]["ready"] is True and "ready" not in boxes["2"]
    house.turn(19_000)
    assert phase(house) == "betting"
    sit(house, (BEN, "2 ready"))
    house.turn(0)
    assert phase(house) == "deciding"


def test_a_bet_that_changes_undoes_it(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (ANN, "1 ante 10"), (BEN, "2 sits Ben 100"), (BEN, "2 ante 10"))
    for change in ("1 ante 5", "1 pair-plus 5", "1 withdraw pair-plus"):
        sit(house, (ANN, "1 ready"), (ANN, change))
        assert "ready" not in house.view(T)["round"]["boxes"]["1"]
    sit(house, (BEN, "2 ready"))
    house.turn(0)
    assert phase(house) == "betting"


@pytest.mark.parametrize(
    ("bets", "code"),
    [((), "nobody-has-bet"), (("1 ante 5",), "below-minimum"), (("1 ante 10", "1 ready"), "ready-already")],
)
def test_who_has_no_bet_that_takes_part_is_not_ready(house: House, bets: tuple[str, ...], code: str) -> None:
    sit(house, (ANN, "1 sits Ann 100"), *((ANN, bet) for bet in bets))
    assert refused(house.act(ANN, T, "1 ready")) == code


def test_who_else_is_there_has_five_seconds_of_the_window(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"))
    house.floor.timers.presence(T, {"Ann", "Ben"})
    sit(house, (ANN, "1 ante 10"), (ANN, "1 ready"))
    house.turn(4_999)
    assert phase(house) == "betting"
    house.turn(1)
    assert phase(house) == "deciding"


def test_the_window_begins_with_the_announcement(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"))
    house.floor.timers.presence(T, {"Ann", "Ben"})
    house.turn(5_000)
    sit(house, (ANN, "1 ante 10"), (ANN, "1 ready"))
    house.turn(0)
    assert phase(house) == "deciding"


def test_the_betting_clock_remains_the_latest_moment(house: House) -> None:
    sit(
        house,
        (ANN, "1 sits Ann 100"),
        (BEN, "2 sits Ben 100"),
        (ANN, "1 ante 10"),
        (BEN, "2 ante 10"),
        (ANN, "1 ready"),
    )
    house.turn(19_999)
    assert phase(house) == "betting"
    house.turn(1)
    assert phase(house) == "deciding"


def test_what_may_offers_is_accepted_and_nobody_else_is_ready_for_you(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (ANN, "1 ante 10"))
    assert "1 ready" in [each["do"] for each in house.view(T, ANN)["you"]["may"]]
    for who in (BEN, DAN):
        with pytest.raises(Problem, match=r"Ann|system"):
            house.act(who, T, "1 ready")
    sit(house, (ANN, "1 ready"))
    assert "1 ready" not in [each["do"] for each in house.view(T, ANN)["you"]["may"]]


def test_where_a_dealer_runs_the_table_nobody_is_ready(house: House) -> None:
    house.act(ANN, "real", "1 sits Ann 100")
    house.act(ANN, "real", "1 ante 10")
    assert refused(house.act(ANN, "real", "1 ready")) == "dealer-closes-bets"


def test_alone_with_bots_the_first_card_comes_within_a_second(tmp_path: Path) -> None:
    house = House(tmp_path / "bots", FLOOR.replace("boxes = 2", "boxes = 5\nbots = 3", 1))
    bots = Bots(house.floor, random.Random(7), house.clock.monotonic)
    bots.settle_in()
    house.act(ANN, T, "5 sits Ann 100")
    for _ in range(3):  # they sit down, and think about their bets
        house.clock.turn(2_600)
        bots.changed(T)
        bots.fire()
    house.act(ANN, T, "5 ante 10")
    house.act(ANN, T, "5 ready")
    bots.changed(T)
    began = house.clock.time
    while phase(house) == "betting":
        dues = [due for due in (house.floor.timers.next_due(), bots.next_due()) if due is not None]
        house.clock.time = max(house.clock.time, min(dues) * 1000)
        house.floor.timers.fire()
        bots.fire()
        house.store.flush()
    assert house.clock.time - began <= 500_000
    boxes = house.view(T)["round"]["boxes"]
    assert len(boxes) == 4 and all(box["bets"] for box in boxes.values())
    house.store.close()


# --- A table that waits for nobody --------------------------------------------------------------------------------


def test_a_closed_tab_costs_the_others_the_decision_clock_at_most(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"), (ANN, "1 ante 10"), (BEN, "2 ante 10"))
    timers = house.floor.timers
    timers.presence(T, {"Ann", "Ben"})
    house.turn(20_000)
    timers.presence(T, {"Ben"})
    sit(house, (BEN, "2 play"))
    house.turn(10_000)
    assert phase(house) == "settled"


def test_clocks_stand_only_where_nobody_else_is_there(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"), (ANN, "1 ante 10"))
    timers = house.floor.timers
    timers.presence(T, {"Ann", "Ben"})
    house.turn(20_000)
    timers.presence(T, {"Ben"})
    assert house.view(T)["clock"]["stopped"] is False  # Ben has a place
    house.turn(8_000)
    timers.presence(T, set())
    assert house.view(T)["clock"]["stopped"] is True
    stands = house.view(T)["stands"]
    assert (stands["why"], stands["since"][14:19], stands["until"][14:19]) == ("players-lost", "00:28", "00:58")
    house.answered(house.floor.perform(CY, "cy-waits-1", cmd.JoinWaitingList(None), at=f"table/{T}"))
    assert house.view(T)["clock"]["stopped"] is False  # somebody waits for a place
    assert house.view(T)["clock"]["asked"] == [{"box": 1, "left": 5_000, "bank": 0}]  # of 2 s
    house.turn(5_000)
    assert phase(house) == "settled"


def test_who_never_had_a_socket_has_lost_none(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"), (ANN, "1 ante 10"), (BEN, "2 ante 10"))
    house.floor.timers.presence(T, {"Ann"})
    house.floor.timers.presence(T, set())
    assert house.view(T)["clock"]["stopped"] is False


def test_when_nobody_comes_back_the_clocks_go_on_with_what_was_left(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (ANN, "1 ante 10"))
    house.floor.timers.presence(T, {"Ann"})
    house.turn(18_000)
    house.floor.timers.presence(T, set())
    house.turn(30_000)
    assert "stands" not in house.view(T)
    house.turn(1_999)
    assert phase(house) == "betting"
    house.turn(1)
    assert phase(house) == "deciding"


# --- The table says why players wait ------------------------------------------------------------------------------


def why(house: House, table: str) -> str | None:
    """The same in the view, the lobby and the pit."""
    rows = [
        house.view(table),
        *(row for row in as_json(house.floor.ask.tables()) if row["name"] == table),
        *(row for row in as_json(house.floor.pit.view(PIA.role))["pit"]["tables"] if row["name"] == table),
    ]
    codes = {row["stands"]["why"] if "stands" in row else None for row in rows}
    assert len(rows) == 3 and len(codes) == 1, codes
    return next(iter(codes))


def test_a_table_says_what_it_waits_for(house: House) -> None:
    assert [why(house, table) for table in (T, P, "real")] == [None, None, None]
    house.act(PIA, T, "suspend")
    since = house.view(T)["stands"]["since"]
    house.turn(5_000)
    notice = {"code": "table-suspended", "values": {"why": {"code": "suspended-by", "values": {"by": "pia"}}}}
    stands = {"why": "suspended", "since": since, "until": None, "notice": notice}
    assert (why(house, T), house.view(T)["stands"]) == ("suspended", stands)
    house.act(PIA, T, "resume")
    assert why(house, T) is None
    house.act(ANN, "real", "1 sits Ann 100")
    house.act(ANN, "real", "1 ante 10")
    assert why(house, "real") == "dealer"
    house.act(DAN, "real", "close")
    assert why(house, "real") == "device"
    house.act(DAN, "real", "incident no-burn")
    assert why(house, "real") == "incident"
    house.floor.drain(house.clock.time)
    assert why(house, T) == "stopping"


def test_what_it_waits_for_is_known_after_a_restart(house: House) -> None:
    house.act(PIA, T, "suspend")
    before = house.view(T)["stands"]
    house.turn(60_000)
    house.restart()
    assert house.view(T)["stands"] == before


# --- Places are freed ---------------------------------------------------------------------------------------------


def test_places_are_freed_when_the_last_socket_was_lost_long_ago(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (ANN, "2 sits Ann 0"))
    house.act(BEN, P, "1 sits Ben 100")
    house.act(CY, P, "2 sits Cy 100")  # has no socket, and never had one
    absences = house.floor.absences
    for player in ("Ann", "Ann", "Ben"):
        absences.came(player)
    absences.went("Ann")
    house.turn(120_000)
    absences.went("Ann")
    absences.went("Ben")
    house.turn(59_999)
    assert house.view(T)["players"]["Ann"]["places"] == [1, 2]
    house.turn(1)
    assert (house.view(T)["players"], house.balance("stack/tcp-1/Ann"), house.balance("wallet/Ann")) == (
        {},
        0,
        1_000_000,
    )
    house.turn(60_000)
    assert [seat["player"] for seat in house.view(P)["seats"].values()] == ["Cy"]
    said = [(each["by"], each["do"]) for each in as_json(house.floor.ask.view(T, None, 3))["table"]["happened"]]
    assert said == [("system", "1 frees"), ("system", "2 frees")]


def test_who_is_back_in_time_keeps_the_place_and_a_bet_keeps_it_longer(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"))
    absences = house.floor.absences
    for player in ("Ann", "Ben"):
        absences.came(player)
        absences.went(player)
    house.turn(50_000)
    absences.came("Ann")
    sit(house, (BEN, "2 ante 10"))
    house.turn(20_000)  # the close is due, and Ben is asked
    assert house.view(T)["players"].keys() == {"Ann", "Ben"}
    house.turn(11_000)  # nothing is heard: the round is over
    assert house.view(T)["players"].keys() == {"Ann"}


def test_a_guest_who_is_forgotten_has_no_chips_and_the_name_is_not_given_again(house: House) -> None:
    house.floor.perform(SAM, "player-guest-1", cmd.AddPlayer("guest-1", chips=Cents(100_000)))
    house.answered(house.floor.perform(SYSTEM, "", cmd.ForgetUser("guest-1")))
    house.restart()
    assert "guest-1" not in house.floor.players and house.floor.register.forgotten == {"guest-1"}
    assert house.balance("wallet/guest-1") == 0


# --- Waiting for a place ------------------------------------------------------------------------------------------


def wait(house: House, who: Any, table: str = T, place: int | None = None, id_: str = "") -> dict[str, Any]:
    return house.answered(
        house.floor.perform(who, id_ or f"wait-{who.name}-{table}", cmd.JoinWaitingList(place), at=f"table/{table}")
    )


def fill(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"))


def names(house: House, table: str = T) -> list[str]:
    return [each["name"] for each in house.view(table)["waiting_list"]]


def test_a_full_table_says_that_one_can_wait(house: House) -> None:
    fill(house)
    assert refused(house.act(CY, T, "1 sits Cy 100")) == "table-full"
    house.act(ANN, P, "1 sits Ann 100")
    house.act(BEN, P, "2 sits Ben 100")
    assert refused(house.act(CY, P, "2 sits Cy 100")) == "table-full"


def test_a_free_place_is_the_first_ones_then_the_next_ones(house: House) -> None:
    fill(house)
    assert wait(house, CY)["done"]["waits"] == 1
    assert wait(house, DEE)["done"]["waits"] == 2
    assert (house.view(T, DEE)["you"]["waits"], house.view(T, ANN)["you"]["waits"]) == (2, None)
    sit(house, (ANN, "1 leaves"))
    offered = {"place": 1, "until": "2026-01-01T00:00:20.000Z"}
    assert house.view(T, CY)["you"]["offered"] == offered == house.view(T)["waiting_list"][0]["offered"]
    assert "offered" not in house.view(T)["waiting_list"][1]
    assert refused(house.act(DEE, T, "1 sits Dee 100")) == "place-on-offer"
    assert not [each for each in house.view(T, DEE)["you"]["may"] if "sits" in each["do"]]
    assert [each["do"] for each in house.view(T, CY)["you"]["may"] if "sits" in each["do"]] == ["1 sits Cy"]
    house.turn(19_999)
    assert names(house) == ["Cy", "Dee"]
    house.turn(1)
    assert names(house) == ["Dee", "Cy"]
    assert [each.get("missed") for each in house.view(T)["waiting_list"]] == [None, 1]
    assert house.view(T, DEE)["you"]["offered"]["until"] == "2026-01-01T00:00:40.000Z"
    assert refused(house.act(CY, T, "1 sits Cy 100")) == "place-on-offer"
    sit(house, (DEE, "1 sits Dee 100"))
    assert names(house) == ["Cy"]


def passes(house: House, who: Who, id_: str = "") -> dict[str, Any]:
    return house.answered(house.floor.perform(who, id_ or f"{who.name}-passes", cmd.PassPlace(), at=f"table/{T}"))


def test_who_passes_an_offered_place_waits_as_the_last_one(house: House) -> None:
    fill(house)
    wait(house, CY)
    wait(house, DEE)
    assert refused(passes(house, CY)) == "no-place-offered"
    sit(house, (ANN, "1 leaves"))
    assert passes(house, CY, "cy-passes-2")["done"]["table"] == T
    assert names(house) == ["Dee", "Cy"] and house.view(T, DEE)["you"]["offered"]["place"] == 1
    assert passes(house, CY, "cy-passes-2")["done"]["again"]
    assert [each.get("missed") for each in house.view(T)["waiting_list"]] == [None, None]


def test_a_place_that_was_passed_is_offered_again_once_somebody_has_had_it(house: House) -> None:
    fill(house)
    wait(house, CY)
    sit(house, (ANN, "1 leaves"))
    house.turn(20_000)
    assert names(house) == ["Cy"] and "offered" not in house.view(T, CY)["you"]
    sit(house, (DEE, "1 sits Dee 100"))
    assert "offered" not in house.view(T, CY)["you"]
    sit(house, (DEE, "1 leaves"))
    assert house.view(T, CY)["you"]["offered"]["place"] == 1


def test_who_wants_one_place_is_offered_no_other(house: House) -> None:
    fill(house)
    wait(house, CY, place=2)
    wait(house, DEE)
    sit(house, (ANN, "1 leaves"))
    assert ["offered" in each for each in house.view(T)["waiting_list"]] == [False, True]
    assert house.view(T)["waiting_list"][0]["place"] == 2


def test_an_offer_stands_while_nobody_can_sit_down(house: House) -> None:
    fill(house)
    wait(house, CY)
    sit(house, (BEN, "2 ante 10"))
    house.turn(10_000)
    sit(house, (ANN, "1 leaves"))
    house.turn(10_000)  # No more Bets
    assert (phase(house), house.view(T, CY)["you"]["offered"]) == ("deciding", {"place": 1, "until": None})
    house.turn(9_000)
    assert names(house) == ["Cy"]
    sit(house, (BEN, "2 fold"))
    assert house.view(T, CY)["you"]["offered"]["until"] == "2026-01-01T00:00:39.000Z"
    house.turn(9_999)
    assert "offered" in house.view(T, CY)["you"]
    house.turn(1)
    assert "offered" not in house.view(T, CY)["you"]


def test_sitting_down_elsewhere_and_leaving_end_it(house: House) -> None:
    fill(house)
    wait(house, CY)
    wait(house, DEE)
    house.act(CY, P, "1 sits Cy 100")
    assert names(house) == ["Dee"]
    house.answered(house.floor.perform(DEE, "dee-leaves-1", cmd.LeaveWaitingList(), at=f"table/{T}"))
    assert names(house) == []
    retried = house.floor.perform(DEE, "dee-leaves-1", cmd.LeaveWaitingList(), at=f"table/{T}")
    assert house.answered(retried)["done"]["again"]
    assert (
        house.answered(house.floor.perform(DEE, "", cmd.LeaveWaitingList(), at=f"table/{T}"))["done"]["table"] == T
    )  # again, and nothing happens


def test_who_has_a_place_or_waits_already_is_refused_and_a_retry_gets_its_answer(house: House) -> None:
    fill(house)
    assert refused(wait(house, ANN)) == "has-a-place"
    first = wait(house, CY)
    assert wait(house, CY)["done"] == {**first["done"], "again": True}
    assert refused(wait(house, CY, id_="another-id")) == "waits-already"
    assert refused(wait(house, DEE, place=3)) == "no-such-place"


def test_the_queue_and_an_offer_outlive_a_restart(house: House) -> None:
    fill(house)
    for who in (CY, DEE):
        wait(house, who)
    sit(house, (ANN, "1 leaves"))
    house.clock.turn(60_000)
    house.restart()
    assert names(house) == ["Cy", "Dee"]
    house.turn(19_999)
    assert names(house) == ["Cy", "Dee"]  # nobody lost their turn because the house stood still
    house.turn(1)
    assert names(house) == ["Dee", "Cy"]


def test_who_lost_a_place_is_told_where_the_chips_are_until_they_act_again(house: House) -> None:
    sit(house, (ANN, "1 sits Ann 100"), (ANN, "2 sits Ann 0"))
    house.act(ANN, P, "1 sits Ann 100")
    house.floor.absences.came("Ann")
    house.floor.absences.went("Ann")
    house.turn(60_000)
    at = "2026-01-01T00:01:00.000Z"
    lost = {"at": at, "chips": "100.00", "why": "connection-lost"}
    told = [{"table": P, "places": [1], **lost}, {"table": T, "places": [1, 2], **lost}]
    assert as_json(house.floor.ask.freed("Ann")) == told
    assert house.floor.ask.freed("Ben") == []
    house.restart()
    assert len(house.floor.ask.freed("Ann")) == 2
    sit(house, (ANN, "1 sits Ann 100"))
    assert house.floor.ask.freed("Ann") == []


def test_losing_the_last_socket_ends_the_waiting(house: House) -> None:
    fill(house)
    wait(house, CY)
    house.floor.absences.came("Cy")
    house.floor.absences.went("Cy")
    house.turn(60_000)
    assert names(house) == []


def test_a_table_that_closes_has_no_queue(house: House) -> None:
    fill(house)
    wait(house, CY)
    house.answered(house.floor.perform(SAM, "closing-0001", cmd.CloseTable(T), at=f"table/{T}"))
    assert (house.view(T)["state"], names(house)) == ("closed", [])


# --- Changing seats -------------------------------------------------------------------------------------------------


@pytest.fixture
def poker(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "poker", FLOOR.replace("seats = 2", "seats = 6"))
    for seat, who in enumerate((ANN, BEN, CY), 1):
        house.act(who, P, f"{seat} sits {who.name} 100")
    yield house
    house.store.close()


def test_a_player_changes_seats_between_rounds(poker: House) -> None:
    house = poker
    poker.turn(6_000)
    assert poker.act(ANN, P, "1 moves-to 5")["error"]["cites"] == ["5.4.1"]
    while house.view(P)["round"]["status"] == "open":
        turn = house.view(P)["round"]["turn"]
        house.act((ANN, BEN, CY)[turn - 1], P, f"{turn} fold")
    stack = house.view(P)["seats"]["1"]["stack"]
    offered = [each["do"] for each in house.view(P, ANN)["you"]["may"] if "moves-to" in each["do"]]
    assert offered == ["1 moves-to 4", "1 moves-to 5", "1 moves-to 6"]
    with pytest.raises(Problem):
        house.act(BEN, P, "1 moves-to 5")
    assert refused(house.act(ANN, P, "1 moves-to 2")) == "seat-taken"
    assert "done" in house.act(ANN, P, "1 moves-to 5")
    seats = house.view(P)["seats"]
    assert (seats.keys(), seats["5"]["player"], seats["5"]["stack"]) == ({"2", "3", "5"}, "Ann", stack)
    house.turn(6_000)
    assert set(house.view(P)["round"]["players"]) == {"2", "3", "5"}  # dealt in, as 5.4.1 has it


def test_who_is_away_comes_back_first(poker: House) -> None:
    poker.act(ANN, P, "1 away")
    assert refused(poker.act(ANN, P, "1 moves-to 5")) == "move-when-nothing-is-owed"


def test_a_freed_seat_goes_to_the_first_who_waits(poker: House) -> None:
    poker.floor.perform(DEE, "dee-waits-01", cmd.JoinWaitingList(1), at=f"table/{P}")
    poker.act(ANN, P, "1 moves-to 5")
    assert poker.view(P, DEE)["you"]["offered"]["place"] == 1
    assert refused(poker.act(BEN, P, "2 moves-to 1")) == "place-on-offer"


def test_a_life_with_ready_boxes_and_changed_seats_is_played_again_from_its_file(poker: House) -> None:
    house = poker
    house.act(ANN, P, "1 moves-to 5")
    house.act(BEN, T, "1 sits Ben 100")
    house.act(BEN, T, "1 ante 10")
    house.act(BEN, T, "1 ready")
    house.turn(6_000)
    while house.view(P)["round"]["status"] == "open":
        turn = house.view(P)["round"]["turn"]
        house.act({5: ANN, 2: BEN, 3: CY}[turn], P, f"{turn} fold")
    house.act(BEN, T, "1 fold")
    for table in (P, T):
        text = house.floor.downloads.rounds_file(table)
        assert "ready" not in text
        played = play(read_script(text))
        assert played.refusal is None
        live = as_json(house.floor.history.round(table, 1, UNA))["round"]
        assert list(differences(*same_terms(live, played.rounds[-1]))) == []
