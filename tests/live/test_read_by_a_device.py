"""Tables where a device reads the cards: what is due, what cannot be read, and what happens in the middle of a deal."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli.audit import main as audit
from croupier.floor.live.history.replay_frames import steps
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import floor_state
from croupier.floor.live.state.fold import TableFold
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store import keys
from croupier.rules.cards import DECK
from tests.as_json import as_json
from tests.live.beside import table_text
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, UNA, House

T, P = "tcp", "pok"
SHOE = ["2c", "As", "4h", "Qd", "Ks", "5h", "7c", "Qs", "9c", "2h"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    text = table_text(T, "three-card-poker@3", "shoe") + table_text(P, "poker@7", "shoe")
    house = House(tmp_path / "store", text + table_text("pth", "progressive-holdem@6", "shoe"))
    for table in (T, "pth"):
        for act in ("1 sits Ann 500", "2 sits Ben 500", "1 ante 10", "2 ante 10"):
            house.act(DAN, table, act)
        house.act(DAN, table, "close")
    for seat, player in enumerate(("Ann", "Ben", "Cy"), 1):
        house.act(DAN, P, f"{seat} sits {player} 200")
    yield house
    for name in house.floor.books.tables:
        fold = TableFold(house.store, house.ring, f"table/{name}")
        for entry in house.store.entries(f"table/{name}"):
            fold.add(entry)
        assert fold.table == house.floor.books.tables[name]
    house.store.close()
    keys.create(Path(f"{house.folder}.key"), house.ring)
    assert audit([str(house.folder), "--replay"]) == 0


def due(house: House, table: str) -> int:
    (waiting,) = house.view(table)["round"]["waiting"]
    assert waiting.keys() == {"for", "due"} and waiting["for"] == "cards"
    return int(waiting["due"])


def problem(house: House, who: Who, table: str, do: str) -> Problem:
    with pytest.raises(Problem) as found:
        house.act(who, table, do)
    return found.value


def decide(house: House, who: Who, number: int, do: str) -> tuple[int, Any]:
    ticket = house.floor.perform(who, f"d-{house._acts}-{do[:30]}", cmd.DecideIncident(number, do), "looked at it")
    house._acts += 1
    return ticket.status, house.answered(ticket)


def written(house: House) -> bytes:
    """All bytes that the store keeps."""
    return b"".join(path.read_bytes() for path in house.folder.iterdir())


def test_cards_are_sealed_as_they_are_read_and_echoed_to_nobody(house: House) -> None:
    assert due(house, T) == 10
    before = house.view(T)["version"]
    assert house.act(DAN, T, "deal 2c As 4h")["done"]["do"] == "deal ?? ?? ??"
    assert due(house, T) == 7
    assert house.view(T)["round"]["boxes"]["1"].get("hand", "") == ""
    assert house.act(DAN, T, "deal Qd")["done"]["cites"] == []
    happened = as_json(house.floor.ask.view(T, ANN, since=before))["table"]["happened"]
    assert [each["do"] for each in happened] == ["deal ?? ?? ??", "deal ??"]
    refused = house.act(DAN, T, "deal Ks 5h 7c Qs 9c 2h 3c")["error"]
    assert refused["code"] == "refused" and "expected 6 cards from the device, not 7" in refused["why"]
    assert "done" in house.act(DAN, T, "deal Ks 5h 7c Qs 9c 2h")
    assert house.view(T)["round"]["boxes"]["1"]["hand"] == "?? ?? ??"
    house.act(ANN, T, "1 look")
    assert house.view(T, ANN)["round"]["boxes"]["1"]["hand"] == "As Ks Qs"
    house.store.flush()
    assert b"deal As" not in written(house) and b"Ks 5h" not in written(house) and b'"Ks"' not in written(house)


def test_only_the_device_deals_and_only_cards(house: House) -> None:
    for who in (ANN, PIA, SAM):
        assert problem(house, who, T, "deal 2c").code is Code.FORBIDDEN
    for text in ("deal", "deal 2x", "deal 2c As?", "deal #01", "deal ??", "deal 10h"):
        assert problem(house, DAN, T, text).code is Code.UNREADABLE
    assert due(house, T) == 10


def test_a_card_that_is_out_is_refused_at_every_position_and_the_table_waits_for_the_dealer(house: House) -> None:
    """All that can come twice, alone and among others (F-41)."""
    for position, card in enumerate(SHOE):
        tries = [f"deal {out}" for out in SHOE[:position]]
        if position < len(SHOE) - 1:
            free = next(each for each in DECK if each not in SHOE)
            tries += [f"deal {card} {card}", f"deal {free} {SHOE[0] if position else free}"]
        for text in tries:
            error = house.act(DAN, T, text)["error"]
            assert (error["code"], error["cites"]) == ("refused", ["2.2.1"])
            assert house.view(T)["state"] == "suspended"
            (open_,) = as_json(house.floor.pit.incidents(open_only=True, limit=9, before=None))["items"]
            assert (open_["do"], open_["rank"], open_["by"]) == ("incident foreign-card", "dealer", "dan")
            assert [option["ruling"] for option in open_["options"]] == ["void"]
            assert problem(house, DAN, T, f"deal {card}").code is Code.SUSPENDED
            assert decide(house, DAN, open_["incident"], "dismiss")[0] == 200
            assert due(house, T) == len(SHOE) - position
        assert "done" in house.act(DAN, T, f"deal {card}")
    assert house.view(T)["round"]["phase"] == "deciding"


def test_what_is_confirmed_to_be_foreign_voids_the_round(house: House) -> None:
    house.act(DAN, T, "deal 2c As")
    house.act(DAN, T, "deal As")
    (open_,) = as_json(house.floor.pit.incidents(open_only=True, limit=9, before=None))["items"]
    status, answer = decide(house, DAN, open_["incident"], "incident foreign-card")
    assert (status, answer["done"]["ruling"]) == (200, "void")
    assert house.view(T)["round"]["status"] == "void" and house.view(T)["state"] == "open"
    assert house.balance("stack/tcp/Ann") == 50_000
    assert "done" in house.act(DAN, T, "next")


def test_nothing_is_ruled_of_cards_that_are_still_being_dealt(house: House) -> None:
    house.act(DAN, T, "deal 2c As 4h")
    for report in ("incident exposed box=1", "incident player-count box=1", "incident dealing-error"):
        assert house.act(DAN, T, report)["error"]["cites"] == ["2.2.1", "R-96"]
    assert due(house, T) == 7
    assert house.act(DAN, T, "incident face-up")["done"]["ruling"] == "continue"
    assert house.act(DAN, T, "incident unshuffled")["done"]["ruling"] == "void"
    assert house.view(T)["round"]["waiting"] == [{"for": "next"}]


def test_a_kill_in_the_middle_of_a_deal_voids_it(house: House) -> None:
    house.act(DAN, T, "deal 2c As 4h")
    assert [(each.table, each.ruling) for each in house.restart() if each.table == T] == [(T, "void")]
    assert "done" in house.act(DAN, T, "next")
    house.act(ANN, T, "1 ante 10")
    house.act(DAN, T, "close")
    assert due(house, T) == 7
    assert "done" in house.act(DAN, T, "deal 2c As 4h 7c 9d Th Jc")


# --- Poker --------------------------------------------------------------------------------------------------------


def test_a_card_face_up_in_the_shoe_is_set_aside_whenever_it_is_found(house: House) -> None:
    house.act(DAN, P, "start")
    assert due(house, P) == 7
    assert house.act(DAN, P, "incident face-up")["done"]["ruling"] == "discarded"
    assert due(house, P) == 1
    house.act(DAN, P, "deal 9d")
    assert house.view(P)["round"]["discarded"] == "9d" and due(house, P) == 7
    house.act(DAN, P, "deal 2c As Ah Kc")
    house.act(DAN, P, "incident face-up")
    assert due(house, P) == 1
    assert (
        house.act(DAN, P, "deal 2c")["error"]["cites"] == house.act(DAN, P, "incident deck-count")["done"]["cites"][1:2]
    )


def test_a_card_face_up_in_the_middle_of_a_deal_goes_before_those_that_wait(house: House) -> None:
    house.act(DAN, P, "start")
    house.act(DAN, P, "deal 2c As Ah Kc")
    house.act(DAN, P, "incident face-up")
    assert due(house, P) == 1
    house.act(DAN, P, "deal 9d")
    assert due(house, P) == 3
    house.act(DAN, P, "deal Ks Kh Qc")
    turn = house.view(P)["round"]
    assert turn["turn"] and turn["pots"] == [] and turn["posts"] == {"2": "1.00", "3": "2.00"}
    for seat in (1, 2):
        assert "done" in house.act(DAN, P, f"{seat} call")
    assert "done" in house.act(DAN, P, "3 check")
    assert due(house, P) == 4
    house.act(DAN, P, "deal 3c 4c")
    house.act(DAN, P, "incident face-up")
    house.act(DAN, P, "deal 5c")
    assert due(house, P) == 2
    house.act(DAN, P, "deal 6c 7c")
    assert house.view(P)["round"]["board"] == "4c 6c 7c" and house.view(P)["round"]["discarded"] == "9d 5c"


def test_a_kill_in_the_middle_of_a_street_that_goes_on_keeps_what_was_read(house: House) -> None:
    house.act(DAN, P, "start")
    house.act(DAN, P, "deal 2c As Ah Kc Ks Kh Qc")
    for act in ("1 call", "2 fold", "3 check", "deal 3c 4c"):
        house.act(DAN, P, act)
    ruled = {each.table: each.ruling for each in house.restart()}
    assert ruled[P] == "continue" and due(house, P) == 2
    assert house.view(P, UNA)["round"]["board"] == ""
    assert "done" in house.act(DAN, P, "deal 5c 6c")
    assert house.view(P)["round"]["board"] == "4c 5c 6c"


def test_an_exposed_card_makes_one_more_due(house: House) -> None:
    house.act(DAN, P, "start")
    house.act(DAN, P, "deal 2c As Ah Kc Ks Kh Qc")
    assert house.act(DAN, P, "incident exposed seat=3 card=Ah")["done"]["ruling"] == "discarded"
    assert due(house, P) == 1
    house.act(DAN, P, "deal 7d")
    house.act(DAN, P, "3 look")
    assert {*house.view(P, Who("Cy", ANN.role))["round"]["players"]["3"]["hand"].split()} == {"Kh", "7d"}


def test_after_a_reshuffle_due_starts_again_and_a_card_may_come_again(house: House) -> None:
    house.act(DAN, P, "start")
    house.act(DAN, P, "deal 2c As Ah Kc Ks Kh Qc")
    for act in ("1 call", "2 call", "3 check", "deal 3c 4c 5c 6c", "2 check"):
        assert "done" in house.act(DAN, P, act)
    waiting = house.act(DAN, P, "incident no-burn street=flop")["waiting"]
    assert waiting["rank"] == "pit-supervisor"
    status, answer = decide(house, PIA, waiting["incident"], "incident no-burn street=flop reconstructable=false")
    assert (status, answer["done"]["ruling"]) == (200, "reshuffled")
    assert due(house, P) == 4
    house.act(DAN, P, "deal 6c 5c")
    assert house.act(DAN, P, "deal 6c")["error"]["code"] == "refused"
    (open_,) = as_json(house.floor.pit.incidents(open_only=True, limit=9, before=None))["items"]
    decide(house, DAN, open_["incident"], "dismiss")
    house.act(DAN, P, "deal 4c 9d")
    assert house.view(P)["round"]["board"] == "5c 4c 9d"
    house.restart()


def test_what_was_read_of_a_street_goes_back_when_the_shoe_is_shuffled(house: House) -> None:
    house.act(DAN, P, "start")
    house.act(DAN, P, "deal 2c As Ah Kc Ks Kh Qc")
    for act in ("1 call", "2 call", "3 check", "deal 3c 4c"):
        house.act(DAN, P, act)
    assert house.act(DAN, P, "incident early-card street=flop")["done"]["ruling"] == "reshuffled"
    assert due(house, P) == 4
    house.act(DAN, P, "deal 4c 3c 9c 9d")
    assert house.view(P)["round"]["board"] == "3c 9c 9d"


# --- Reports ------------------------------------------------------------------------------------------------------


def dealt(house: House) -> None:
    house.act(DAN, T, "deal " + " ".join(SHOE))


def test_the_answer_does_not_reveal_that_a_named_card_is_not_there(house: House) -> None:
    dealt(house)
    waiting = house.act(DAN, T, "incident simultaneous first=3c second=3d")["waiting"]
    assert waiting["rank"] == "shift-manager" and house.view(T)["state"] == "suspended"
    number = waiting["incident"]
    with pytest.raises(Problem) as found:
        decide(house, PIA, number, "dismiss")
    assert found.value.code is Code.FORBIDDEN
    assert decide(house, SAM, number, "incident simultaneous first=3c second=3d")[0] == 409
    assert decide(house, SAM, number, "incident other ruling=continue")[1]["done"]["ruling"] == "continue"
    assert house.view(T)["state"] == "open"


def test_who_decides_finds_nothing_out_either(house: House) -> None:
    dealt(house)
    number = house.act(DAN, T, "incident simultaneous")["waiting"]["incident"]
    assert as_json(house.floor.pit.incident(number))["options"] == []
    status, answer = decide(house, PIA, number, "incident simultaneous first=3c second=3d")
    assert (status, answer["waiting"]["rank"]) == (202, "shift-manager")
    assert as_json(house.floor.pit.incident(number))["rank"] == "shift-manager"
    assert house.view(T)["round"]["waiting"] == [{"for": "incident", "incident": number, "rank": "shift-manager"}]
    assert decide(house, SAM, number, "dismiss")[0] == 200 and house.view(T)["state"] == "open"


def test_what_is_for_the_pit_to_say_binds_nobody_who_decides(house: House) -> None:
    """A dealer who says whether the deal can be put right says what they think; the House decides (R-101)."""
    house.act(DAN, T, f"deal {' '.join(SHOE)}")
    waiting = house.act(DAN, T, "incident no-burn reconstructable=true")["waiting"]
    options = {each["do"]: each["ruling"] for each in as_json(house.floor.pit.incident(waiting["incident"]))["options"]}
    assert options == {
        "incident no-burn reconstructable=true": "options",
        "incident no-burn reconstructable=false": "void",
    }
    status, done = decide(house, PIA, waiting["incident"], "incident no-burn reconstructable=false")
    assert (status, done["done"]["ruling"]) == (200, "void")
    house.act(DAN, T, "next")
    house.act(DAN, T, "1 ante 10")
    house.act(DAN, T, "close")
    house.act(DAN, T, "deal 2c As Qd Ks 7c Qs 2h")
    together = house.act(DAN, T, "incident simultaneous first=#2 second=#3")["waiting"]
    assert decide(house, PIA, together["incident"], "incident misdealt")[0] == 409
    assert decide(house, PIA, together["incident"], "incident simultaneous first=#3 second=#2")[0] == 200
    house.act(DAN, T, "1 continue")
    house.act(ANN, T, "1 look")
    assert house.view(T, ANN)["round"]["boxes"]["1"]["hand"] == "Qd Ks Qs"


def test_face_down_cards_are_journalled_and_shown_as_places(house: House) -> None:
    house.act(DAN, T, f"deal {' '.join(SHOE)}")
    named = f"incident simultaneous first={SHOE[2]} second={SHOE[1]}"
    waiting = house.act(DAN, T, named)["waiting"]
    assert as_json(house.floor.pit.incident(waiting["incident"]))["do"] == "incident simultaneous first=#3 second=#2"
    status, answer = decide(house, PIA, waiting["incident"], named)
    assert (status, answer["done"]["do"]) == (200, "incident simultaneous first=#3 second=#2")
    round_ = house.floor.ask.known_table(T).rounds
    shown = str(
        [house.view(T), as_json(house.floor.history.round(T, round_, None)), as_json(house.floor.pit.incident(1))]
    )
    kept = written(house).replace(answer["done"]["id"].encode(), b"")  # an id is anybody's own
    for card in SHOE[1:3]:
        assert f"={card}" not in shown and f"={card}".encode() not in kept


def test_a_player_who_names_a_card_learns_nothing(house: House) -> None:
    dealt(house)
    told = [house.act(BEN, T, f"incident exposed dealer=true card={card}") for card in ("Qd", "4h", "3c")]
    answers = [{**each["waiting"], "id": "", "incident": 0} for each in told]
    assert answers[0] == answers[1] == answers[2] and answers[0]["rank"] == "dealer"
    assert house.view(T)["state"] == "open"
    options = [as_json(house.floor.pit.incident(each["waiting"]["incident"]))["options"] for each in told]
    assert options == [[], [], []]


def test_what_a_player_reports_is_shown_to_the_pit_alone(house: House) -> None:
    """Otherwise a player who has looked could tell the table what they hold."""
    house.act(DAN, T, f"deal {' '.join(SHOE)}")
    house.act(ANN, T, "1 look")
    before, round_ = house.view(T)["version"], house.floor.ask.known_table(T).rounds
    report = "incident simultaneous first=As second=Ks"
    assert house.act(ANN, T, report)["waiting"]["incident"] == 1
    house.act(BEN, T, "2 look")

    def told(who: Who | None) -> list[list[str]]:
        happened = as_json(house.floor.ask.view(T, who, since=before))["table"]["happened"]
        acts = as_json(house.floor.history.round(T, round_, who))["acts"][-2:]
        replayed = as_json(steps(house.floor.history, T, round_, who, house.floor.ask.sign(T)))["steps"][-2:]
        return [[each["do"] for each in shown] for shown in (happened, acts, replayed)]

    for who in (BEN, None):
        assert not any(report in shown for shown in told(who)) and told(who)[0] == ["2 look"]
    for who in (ANN, DAN, PIA, UNA):
        assert told(who) == [[report, "2 look"]] * 3
    house.restart()
    assert report not in told(BEN)[0] and report in told(DAN)[0]


def test_the_table_waits_until_all_that_was_reported_is_decided(house: House) -> None:
    dealt(house)
    first = house.act(DAN, T, "incident no-burn")["waiting"]["incident"]
    second = house.act(DAN, T, "incident other")["waiting"]["incident"]
    assert decide(house, PIA, first, "dismiss")[0] == 200
    assert house.view(T)["state"] == "suspended"
    assert house.act(PIA, T, "resume")["error"]["code"] == "refused"
    assert decide(house, SAM, second, "incident other ruling=continue")[0] == 200
    assert house.view(T)["state"] == "open"


def test_what_a_player_reported_is_not_ruled_on_another_round(house: House) -> None:
    dealt(house)
    number = house.act(BEN, T, "incident player-count box=1")["waiting"]["incident"]
    for act in ("1 fold", "2 fold", "settle", "next"):
        assert "done" in house.act(DAN, T, act)
    assert as_json(house.floor.pit.incident(number))["options"] == []
    status, answer = decide(house, DAN, number, "incident player-count box=1")
    assert (status, answer["error"]["cites"]) == (409, ["R-50"])
    assert decide(house, DAN, number, "dismiss")[0] == 200


def test_what_the_dealer_says_of_cards_is_said_by_the_dealer(house: House) -> None:
    dealt(house)
    for act in ("incident dealing-error", "1 continue", "2 continue", "1 play", "2 play"):
        assert "done" in house.act(DAN, T, act)
    before = house.view(T)["version"]
    assert house.act(DAN, T, "1 hand As Kd Qc")["done"]["cites"] == ["5.10.1", "R-110"]
    (said,) = as_json(house.floor.ask.view(T, ANN, since=before))["table"]["happened"]
    assert (said["by"], said["do"]) == ("dan", "1 hand As Kd Qc")


def test_a_snapshot_holds_no_card_and_gives_all_of_them_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor_state, "ENTRIES_A_SNAPSHOT", 1)
    dealt(house)
    for act in ("1 play", "2 play", "settle"):
        house.act(DAN, T, act)
    before = house.view(T, UNA)["round"]
    assert house.store.snapshot("table/tcp") is not None and b'"As"' not in written(house)
    house.restart()
    assert house.view(T, UNA)["round"] == before
