"""Poker with a device that reads cards: the cards on the table count, not what it read (R-110, R-111)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli.audit import main as audit
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store import keys
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.money import Cents
from tests.as_json import as_json
from tests.live.beside import table_text
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, SUE, UNA, House
from tests.live.test_debts import done

P = "pok"
HOLE = "deal 2c Ah Kh Qh Ad Kd Qd"
"""A burnt card, then seats 2, 3 and 1 (the button is on 1), one card each in turn."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", table_text(P, "poker@7", "shoe"))
    for seat, player in enumerate(("Ann", "Ben", "Cy"), 1):
        house.act(DAN, P, f"{seat} sits {player} 200")
    yield house
    house.store.close()
    keys.create(Path(f"{house.folder}.key"), house.ring)
    assert audit([str(house.folder), "--replay"]) == 0


def say(house: House, *acts: str) -> None:
    for do in acts:
        done(house, DAN, do, P)


def act_on(house: House, what: str = "check") -> None:
    """Lets the player to act check or call until the betting round is over."""
    street = seen(house)["betting_round"]
    while (turn := seen(house)["turn"]) is not None and seen(house)["betting_round"] == street:
        say(house, f"{turn} {what}")


def seen(house: House, who: Who = DAN) -> dict[str, Any]:
    told: dict[str, Any] = house.view(P, who)["round"]
    return told


def called_preflop(house: House) -> None:
    say(house, "start", HOLE)
    for seat in (1, 2):
        say(house, f"{seat} call")
    say(house, "3 check")


def flop(house: House) -> None:
    called_preflop(house)
    say(house, "deal 3c 7c 8s 9d")


def paused(house: House) -> None:
    """All check to the end; Ben (seat 2) has aces, Cy kings and Ann queens."""
    flop(house)
    act_on(house)
    say(house, "deal 4c 2s")
    act_on(house)
    say(house, "deal 5c 3d")
    act_on(house)
    assert "due" in seen(house)


def decided(house: House, number: int, do: str, who: Who = PIA) -> dict[str, Any]:
    answer = house.answered(
        house.floor.perform(who, f"d-{number}-{who.name}", cmd.DecideIncident(number, do), "I looked")
    )
    assert "done" in answer, answer
    told: dict[str, Any] = answer["done"]
    return told


def stacks(house: House) -> list[int]:
    return [house.balance(f"stack/{P}/{player}") for player in ("Ann", "Ben", "Cy")]


def test_until_the_payments_the_dealer_names_a_hand_again(house: House) -> None:
    paused(house)
    refused = house.act(DAN, P, 'incident entry seat=3 hand="Kh Ks"')["error"]
    assert (refused["says"]["code"], refused["cites"]) == ("name-cards-again", ["R-110"])
    assert done(house, DAN, "3 hand 9h 9s", P)["cites"] == ["R-110"]
    assert seen(house)["players"]["3"]["hand"] == "9h 9s"
    assert seen(house)["due"]["seats"].keys() == {"3"}
    say(house, "settle")
    assert stacks(house)[2] > 20_000
    refused = house.act(DAN, P, "3 hand Kh Kd")["error"]
    assert refused["says"]["code"] == "named-again-only-before-payment"


WRONG = 'incident entry seat=3 hand="9h 9s"'


def test_after_the_payments_the_pit_has_the_pots_given_out_again(house: House) -> None:
    paused(house)
    say(house, "settle")
    before = stacks(house)
    waits = house.act(DAN, P, WRONG, reason="misread")["waiting"]
    assert (waits["rank"], waits["incident_kind"]) == ("pit-supervisor", "entry")
    assert {"R-110", "R-5", "R-107"} <= set(waits["cites"])
    item = as_json(house.floor.pit.incident(waits["incident"]))
    assert (item["reason"], [each["ruling"] for each in item["options"]]) == ("misread", ["corrected"])
    assert decided(house, waits["incident"], WRONG)["ruling"] == "corrected"
    won = before[1] - 19_800
    assert stacks(house) == [before[0], 19_800, before[2] + won]
    assert seen(house)["pots"][0]["won"].keys() == {"3"}
    assert seen(house)["incidents"][-1]["incident"] == "entry"
    text = house.floor.downloads.round_file(P, 1, UNA)
    assert "9h" in text and "incident" not in text
    assert "9h9s" in house.floor.downloads.phh(P, 1, UNA)
    say(house, "start")


def test_the_pit_does_not_decide_its_own_report_and_a_shift_manager_is_marked(house: House) -> None:
    paused(house)
    say(house, "settle")
    number = house.act(PIA, P, WRONG)["waiting"]["incident"]
    with pytest.raises(Problem) as own:
        house.floor.perform(PIA, "own", cmd.DecideIncident(number, WRONG), "I looked")
    assert own.value.code is Code.SECOND_PERSON
    decided(house, number, WRONG, SAM)
    told = house.act(SAM, P, 'incident entry seat=3 hand="Kh Kd"', reason="no, I erred")["done"]
    assert told["ruling"] == "corrected"
    assert seen(house)["incidents"][-1]["alone"] is True


def test_what_is_gone_is_taken_from_the_wallet_and_then_owed(house: House) -> None:
    paused(house)
    say(house, "settle")
    won = stacks(house)[1] - 19_800
    done(house, BEN, "2 leaves", P)
    house.answered(house.floor.perform(PIA, "out", cmd.Withdraw("Ben", Cents(house.balance("wallet/Ben") - 100))))
    number = house.act(DAN, P, WRONG)["waiting"]["incident"]
    decided(house, number, WRONG)
    assert stacks(house)[2] == 19_800 + won  # everybody else has theirs at once
    assert (house.balance("wallet/Ben"), house.balance("owed/Ben")) == (0, won - 100)
    (debt,) = as_json(house.floor.ask.account("Ben"))["debts"]
    assert {"R-110", "R-108"} <= set(debt["cites"])


def test_later_the_round_stays_and_two_people_post_what_is_due(house: House) -> None:
    paused(house)
    say(house, "settle", "start")
    before = stacks(house)
    wallets = [house.balance(f"wallet/{player}") for player in ("Ben", "Cy")]
    waits = house.act(SAM, P, WRONG, reason="seen on the camera")["waiting"]
    assert waits["rank"] == "shift-manager" and "R-110" in waits["cites"]
    assert house.view(P)["state"] == "open"
    item = as_json(house.floor.pit.incident(waits["incident"]))
    assert "round=1" in item["do"] and "due=" in item["do"]
    with pytest.raises(Problem) as own:
        house.floor.perform(SAM, "own", cmd.DecideIncident(waits["incident"], WRONG), "myself")
    assert own.value.code is Code.SECOND_PERSON
    assert decided(house, waits["incident"], WRONG, SUE)["ruling"] == "corrected"
    assert stacks(house) == before
    after = [house.balance(f"wallet/{player}") for player in ("Ben", "Cy")]
    assert after[1] - wallets[1] == wallets[0] - after[0] > 0
    assert as_json(house.floor.history.round(P, 1, SAM))["round"]["pots"][0]["won"].keys() == {"2"}
    house.restart()


def test_between_rounds_a_late_correction_takes_the_stack_first(house: House) -> None:
    """R-118: then the wallet, and nobody owes chips that are at the table."""
    paused(house)
    say(house, "settle", "start")
    waits = house.act(SAM, P, WRONG, reason="seen on the camera")["waiting"]
    house.act(DAN, P, "incident foreign-card")
    before, wallets = stacks(house), house.balance("wallet/Ben")
    assert decided(house, waits["incident"], WRONG, SUE)["ruling"] == "corrected"
    given = before[1] - stacks(house)[1]
    assert given > 0 and (house.balance("wallet/Ben"), house.balance("owed/Ben")) == (wallets, 0)
    assert house.balance("stack/" + P + "/Cy") == before[2], "what is due to Cy goes to the wallet"
    house.restart()


def test_a_board_card_is_entered_again_until_somebody_decides(house: House) -> None:
    flop(house)
    assert done(house, DAN, "board 7c 8s 9s", P)["cites"] == ["R-110"]
    assert seen(house, ANN)["board"] == "7c 8s 9s"
    say(house, "2 check")
    refused = house.act(DAN, P, "board 7c 8s 9d")["error"]
    assert (refused["says"]["code"], refused["cites"]) == ("decided-against-it", ["R-111"])
    say(house, "3 check", "1 check", "deal 4c 9d")  # the card that was misread can still come
    assert done(house, DAN, "board 7c 8s 9s Td", P)
    assert "error" in house.act(DAN, P, "board 7c 8s 9h Td")


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize("over", [True, False])
def test_then_the_pit_says_whether_the_betting_round_is_played_again(house: House, again: bool, over: bool) -> None:
    flop(house)
    say(house, "2 bet 10", "3 fold", *(["1 call"] if over else []))
    waits = house.act(DAN, P, 'incident entry board="7c 8s 9s"', reason="misread")["waiting"]
    assert (waits["rank"], waits["cites"]) == ("pit-supervisor", ["R-111"])
    do = f'incident entry board="7c 8s 9s" again={"true" if again else "false"}'
    assert decided(house, waits["incident"], do)["ruling"] == "corrected"
    now = seen(house)
    assert now["board"] == "7c 8s 9s"
    if not again:
        assert now["players"]["3"]["folded"] and stacks(house)[1] == 18_800
        return
    assert not now["players"]["3"]["folded"] and (now["turn"], now["price"]) == (2, "0.00")
    assert stacks(house) == [19_800] * 3
    say(house, "2 check", "3 bet 20", "1 fold", "2 fold", "settle")
    text = house.floor.downloads.round_file(P, 1, UNA)
    assert '"3 bet 20.00"' in text and '"2 bet 10.00"' not in text and '"3 fold"' not in text
    played = play(read_script(text))
    assert played.rounds[0].board == "7c 8s 9s"


def test_what_followed_is_not_played_again(house: House) -> None:
    flop(house)
    act_on(house)
    say(house, "deal 4c 2s")
    do = 'incident entry board="7c 8s 9s 2s" again=true'
    number = house.act(DAN, P, 'incident entry board="7c 8s 9s 2s"')["waiting"]["incident"]
    answer = house.answered(house.floor.perform(PIA, "again", cmd.DecideIncident(number, do), "I looked"))
    assert answer["error"]["says"]["code"] == "betting-not-again"
    decided(house, number, do.replace("true", "false"))
    assert seen(house)["board"] == "7c 8s 9s 2s"


@pytest.mark.parametrize(
    "do",
    [
        "board 7c 8s",
        "board 7c 8s 8s",
        "board 7c 8s 9d",  # so it was read
        "2 hand Ah Ac",  # not before the pause
        "4 hand Ah Ac",
        'incident entry board="7c 8s 9s"',  # nobody has decided against it
        'incident entry seat=2 hand="Ah Ac"',
    ],
)
def test_what_cannot_be_is_refused(house: House, do: str) -> None:
    flop(house)
    assert "error" in house.act(DAN, P, do)
    assert not as_json(house.floor.pit.incidents(open_only=True, limit=10, before=None))["items"]


@pytest.mark.parametrize(
    "do", ["incident entry", "incident entry seat=1", 'incident entry hand="As Kd"', "board", "2 hand"]
)
def test_what_says_too_little_cannot_be_read(house: House, do: str) -> None:
    flop(house)
    with pytest.raises(Problem):
        house.act(DAN, P, do)


def test_a_folded_hand_is_never_named(house: House) -> None:
    flop(house)
    say(house, "2 bet 10", "3 fold", "1 fold")
    assert house.act(DAN, P, "3 hand 9h 9s")["error"]["says"]["code"] == "seat-folded"
    say(house, "settle")
    assert house.act(DAN, P, WRONG)["error"]["says"]["code"] == "seat-folded"


def test_nobody_finds_hidden_cards_by_naming_them(house: House) -> None:
    """Seat 3 holds Kh. Naming it on the board is answered like an undealt card, or stops the table."""
    flop(house)
    say(house, "2 check")
    told = [house.act(ANN, P, f'incident entry board="7c 8s {card}"')["waiting"] for card in ("Kh", "Js")]
    told += [house.act(DAN, P, f'incident entry board="7c 8s {card}"')["waiting"] for card in ("Kh", "Js")]
    for one, other in (told[:2], told[2:]):
        assert {**one, "id": 0, "incident": 0} == {**other, "id": 0, "incident": 0}


def test_naming_a_face_down_card_stops_the_table(house: House) -> None:
    flop(house)
    assert house.act(DAN, P, "board 7c 8s Kh")["error"]["says"]["code"] == "card-lies-elsewhere"
    assert house.view(P)["state"] == "suspended"
    (open_,) = as_json(house.floor.pit.incidents(open_only=True, limit=9, before=None))["items"]
    assert open_["do"] == "incident foreign-card"


def test_a_hand_that_is_not_shown_is_named_without_telling_what_was_read(house: House) -> None:
    paused(house)
    assert seen(house, ANN)["players"]["3"]["hand"] == "?? ??"
    done(house, DAN, "3 hand Js Jd", P)
    assert seen(house, ANN)["players"]["3"]["hand"] == "Js Jd"
    happened = str(as_json(house.floor.ask.view(P, ANN, since=1))["table"])
    assert "Kh" not in happened and "Kd" not in happened
    done(house, DAN, "1 hand Qh Qd", P)  # as it was read: it lies open now
    assert seen(house, BEN)["players"]["1"]["hand"] == "Qh Qd"
    say(house, "settle")
