"""What pages show in addition to the round: what hands make, how sums come about, words, presets, the lobby."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.base.errors import Unreadable
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.server.api import answers
from tests.as_json import as_json
from tests.floors import HOLDEM, STUD, house_table, jackpot_link, poker_table
from tests.live.houses import ANN, BEN, CY, DAN, UNA, House

FLOOR = (
    house_table(
        "tcp-1",
        pair_plus=("5", "500"),
        jackpot_bet="5",
        link="grand",
        run_by="dealer",
        shoe="2c 9h 4d Qd 8s Kh 9c 7d 3c 4s",
    )
    + poker_table(
        "nl-1",
        coach=False,
        shoe="9s 4d 2c Jh 3s Ks Kd Ah 9c 5d 5h",
        dealing="shuffler",
        clock={"decision": "30s", "bank": "off", "pause": "5s"},
    )
    + house_table("cs-1", STUD, jackpot_bet="5", link="grand")
    + house_table("pth-1", HOLDEM)
    + jackpot_link()
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def dealt(house: House) -> None:
    for who, do in ((ANN, "1 sits Ann 1000"), (BEN, "2 sits Ben 1000"), (ANN, "1 ante 50"), (ANN, "1 pair-plus 25")):
        house.act(who, "tcp-1", do)
    house.act(ANN, "tcp-1", "1 jackpot 5")
    house.act(BEN, "tcp-1", "2 ante 10")
    house.act(DAN, "tcp-1", "close")


def test_viewers_of_a_whole_hand_see_what_it_makes(house: House) -> None:
    dealt(house)
    assert "makes" not in house.view("tcp-1", ANN)["round"]["boxes"]["1"]
    house.act(ANN, "tcp-1", "1 look")
    assert house.view("tcp-1", ANN)["round"]["boxes"]["1"]["makes"] == {
        "hand": "straight",
        "ranks": ["9"],
        "cards": "9h 8s 7d",
        "text": "Straight, Nine high",
        "paid_as": ["straight"],
    }
    for other in (BEN, DAN, None):
        assert "makes" not in house.view("tcp-1", other)["round"]["boxes"]["1"]
    house.act(ANN, "tcp-1", "1 play")
    house.act(BEN, "tcp-1", "2 fold")
    house.act(DAN, "tcp-1", "settle")
    settled = house.view("tcp-1")["round"]
    assert settled["dealer"]["makes"]["text"] == "Three Odd Cards, Q-9-4"
    assert "makes" not in settled["boxes"]["2"]
    line = settled["boxes"]["1"]["bets"]["pair-plus"]
    assert [step["step"] for step in line["arithmetic"]] == ["bet", "pays", "returned"]
    assert line["arithmetic"][1]["hand"] == "straight"
    (award,) = settled["boxes"]["1"]["awards"]
    assert award["arithmetic"] == [{"step": "pays", "amount": "50.00", "odds": "1", "on": "50.00", "hand": "straight"}]
    fixed = settled["boxes"]["1"]["bets"]["jackpot"]["arithmetic"]
    assert fixed[-1] == {"step": "fixed", "amount": "15.00", "hand": "straight"}
    assert as_json(house.floor.history.round("tcp-1", 1, None))["round"]["boxes"] == settled["boxes"]


def test_what_is_due_is_explained_to_the_dealer_before_it_is_paid(house: House) -> None:
    dealt(house)
    house.act(ANN, "tcp-1", "1 play")
    house.act(BEN, "tcp-1", "2 fold")
    due = house.view("tcp-1", DAN)["round"]["due"]
    assert due["1"]["bets"]["play"]["arithmetic"][1] == {"step": "pays", "amount": "50.00", "odds": "1", "on": "50.00"}


def test_each_act_that_is_offered_says_what_it_is(house: House) -> None:
    house.act(ANN, "tcp-1", "1 sits Ann 1000")
    may = {each["do"]: each for each in house.view("tcp-1", ANN)["you"]["may"]}
    ante = {"kind": "bet", "place": 1, "word": "Ante", "from": "10.00", "to": "1000.00", "step": "0.01"}
    assert may["1 ante"] == {"do": "1 ante", "say": "1 ante 10.00", **ante}
    assert (may["1 jackpot"]["step"], may["1 frees"]["kind"], may["1 tops-up"]["kind"]) == ("5.00", "seat", "chips")
    house.act(ANN, "tcp-1", "1 ante 50")
    house.act(BEN, "tcp-1", "2 sits Ben 1000")
    assert {each["kind"] for each in house.view("tcp-1", DAN)["you"]["may"]} >= {"staff", "bet", "withdraw"}
    house.act(DAN, "tcp-1", "close")
    may = {each["do"]: each for each in house.view("tcp-1", ANN)["you"]["may"]}
    decision = {"kind": "decision", "place": 1}
    assert may["1 play"] == {"do": "1 play", "say": "1 play", **decision, "word": "Play", "costs": "50.00"}
    assert may["1 fold"] == {"do": "1 fold", "say": "1 fold", **decision, "word": "Fold", "loses": "50.00"}
    assert {do: each["kind"] for do, each in may.items()} == {
        "1 look": "look",
        "1 play": "decision",
        "1 fold": "decision",
        "1 hides": "hide",
        "1 leaves": "leave",
    }


def test_a_fold_says_what_it_loses_and_not_what_may_still_win(house: House) -> None:
    dealt(house)
    folds = [each for each in house.view("tcp-1", ANN)["you"]["may"] if each["do"] == "1 fold"]
    assert [each["loses"] for each in folds] == ["80.00"]
    for do in ("1 sits Ann 1000", "1 ante 50", "1 jackpot 5"):
        house.act(ANN, "cs-1", do)
    house.turn(20_000)
    folds = [each for each in house.view("cs-1", ANN)["you"]["may"] if each["do"] == "1 fold"]
    assert [each["loses"] for each in folds] == ["50.00"]  # the jackpot bet lives on


def three_at_poker(house: House) -> None:
    for place, who in enumerate((ANN, BEN, CY), 1):
        house.act(who, "nl-1", f"{place} sits {who.name} 200")
    house.turn(5_000)


def offered(house: House, who: Any, verb: str) -> dict[str, Any]:
    may = house.view("nl-1", who)["you"]["may"]
    return next(dict(each) for each in may if each["do"].split()[1] == verb)


def test_presets_are_amounts_that_are_accepted(house: House) -> None:
    three_at_poker(house)
    raises = offered(house, ANN, "raise")
    assert raises["presets"] == [  # blinds 1 and 2 lie there; once 2 is called, the pot holds 5
        {"preset": "least", "amount": "4.00"},
        {"preset": "pot", "amount": "7.00"},
        {"preset": "all-in", "amount": "200.00"},
    ]
    assert raises["step"] == "1.00" and raises["word"] == "Raise"
    house.act(ANN, "nl-1", "1 raise 7")
    again = offered(house, BEN, "raise")["presets"]
    assert {each["preset"]: each["amount"] for each in again} == {
        "least": "12.00",
        "half-pot": "15.00",
        "pot": "23.00",
        "all-in": "200.00",
    }
    assert "done" in house.act(BEN, "nl-1", "2 raise 15")


def test_what_a_hand_makes_at_poker_is_the_best_of_it_and_the_open_board(house: House) -> None:
    three_at_poker(house)
    house.act(BEN, "nl-1", "2 look")
    assert "makes" not in house.view("nl-1", BEN)["round"]["players"]["2"]
    for who, do in ((ANN, "1 call"), (BEN, "2 call"), (CY, "3 check")):
        house.act(who, "nl-1", do)
    seen = house.view("nl-1", BEN)["round"]
    assert seen["board"].split()[:3] == ["9s", "4d", "2c"]
    own = seen["players"]["2"]
    assert set(own["makes"]["cards"].split()) == {*own["hand"].split(), "9s", "4d", "2c"}
    assert "makes" not in house.view("nl-1", ANN)["round"]["players"]["2"]
    assert "makes" not in house.view("nl-1")["round"]["players"]["2"]
    for _ in range(3):
        for who, do in ((BEN, "2 check"), (CY, "3 check"), (ANN, "1 check")):
            house.act(who, "nl-1", do)
    settled = house.view("nl-1")["round"]
    (pot,) = settled["pots"]
    rake = {"step": "rake", "amount": "0.00", "percent": "5.00", "cap": None}  # less than a chip
    assert pot["arithmetic"] == [{"step": "pot", "amount": "6.00"}, rake]
    shown = [seat for seat in settled["shown"] if "makes" in settled["players"][str(seat)]]
    assert shown == settled["shown"] != []


def test_the_head_of_a_view_says_what_things_are_called(house: House) -> None:
    view = house.view("tcp-1")
    assert (view["game"], view["named"]) == ("three-card-poker", "3 Card Poker")
    assert view["words"]["spots"]["pair-plus"] == "Pair Plus"
    assert house.view("cs-1")["words"]["decisions"] == {"bet": "BET", "fold": "Fold"}
    assert house.view("nl-1")["words"]["decisions"]["allin"] == "All-in"


def test_what_stands_on_the_felt(house: House) -> None:
    told = {name: as_json(house.floor.ask.sign(name))["sign"] for name in ("tcp-1", "cs-1", "pth-1", "nl-1")}
    assert told["tcp-1"]["print"] == {
        "qualifier": "Dealer plays with Queen high or better",
        "qualifies": "queen-high",
        "ante": None,
        "ante_pays_from": None,
        "lines": [
            {"table": "pair-plus", "named": "Pair Plus", "pays": ["40", "30", "5", "4", "1"]},
            {"table": "ante-bonus", "named": "Ante Bonus", "pays": ["5", "4", "1"]},
        ],
    }
    assert told["cs-1"]["print"]["qualifier"] == "Dealer plays with Ace and King or better"
    assert told["cs-1"]["print"]["lines"][0]["named"] == "BET"
    assert told["pth-1"]["print"]["ante"] == "Ante pays with a Straight or better"
    assert "print" not in told["nl-1"] and told["nl-1"]["coach"] is False


def test_the_lobby_has_what_somebody_looks_for_a_table_by(house: House) -> None:
    three_at_poker(house)
    house.act(ANN, "tcp-1", "1 sits Ann 100")
    house.act(ANN, "tcp-1", "3 sits Ann 0")
    items = {item["name"]: item for item in as_json(house.floor.ask.tables())}
    msgspec.convert({"items": list(items.values())}, answers.tables.Tables)
    assert items["tcp-1"]["limits"]["ante"] == ["10.00", "1000.00"] and items["tcp-1"]["jackpot_bet"] == "5.00"
    assert (items["tcp-1"]["taken"], items["tcp-1"]["players"]) == ([1, 3], 1)
    assert (items["nl-1"]["blinds"], items["nl-1"]["stake"]) == (["1.00", "2.00"], ["40.00", "400.00"])
    assert items["nl-1"]["clock"]["decision"] == 30_000 and items["nl-1"]["pace"] is None
    for _ in range(3):  # nobody says anything: they fold, and the next round begins after the pause
        house.turn(65_000)
    assert {item["name"]: item["pace"] for item in as_json(house.floor.ask.tables())}["nl-1"] is not None


def test_the_currency_of_the_house_is_three_letters() -> None:
    assert read_floor_file("").house.currency == "SGD"
    assert read_floor_file('[house]\ncurrency = "EUR"').house.currency == "EUR"
    for wrong in ('"sgd"', '"SG"', "1", '"SG$"'):
        with pytest.raises(Unreadable, match="three capital letters"):
            read_floor_file(f"[house]\ncurrency = {wrong}")


def test_everybody_sees_the_same_consequences_of_an_act(house: House) -> None:
    dealt(house)
    for who, do in ((ANN, "1 look"), (ANN, "1 play"), (BEN, "2 fold"), (DAN, "settle")):
        house.act(who, "tcp-1", do)
    told = {who: as_json(house.floor.ask.view("tcp-1", who, 0))["table"]["happened"] for who in (ANN, BEN, DAN, None)}
    assert told[ANN] == told[BEN] == told[DAN] == told[None]
    msgspec.convert(told[None], list[answers.tables.Happened])
    by_act = {each["do"]: each["then"] for each in told[None]}
    assert [each["event"] for each in by_act["close"]] == ["bets-closed", "cards-dealt"]
    assert by_act["1 look"][0]["text"] == "Ann looks at the hand of box 1"
    paid, folded = by_act["settle"]
    assert (paid["event"], paid["place"], paid["values"]["net"]) == ("box-settled", 1, "285.00")
    assert paid["text"].endswith("+285.00") and paid["cites"]
    assert folded["values"] == {"player": "Ben", "net": "-10.00", "stands": "folded"}


def test_what_followed_is_known_after_a_restart(house: House) -> None:
    dealt(house)
    before = as_json(house.floor.ask.view("tcp-1", None, 0))["table"]["happened"]
    house.restart()
    after = as_json(house.floor.ask.view("tcp-1", None, 0))["table"]["happened"]
    assert after[: len(before)] == before
    assert [each["event"] for each in after[-1]["then"]][:2] == ["irregularity-ruled", "round-voided"]


def test_a_hand_is_named_without_cards_that_only_the_auditor_sees(house: House) -> None:
    """The shuffler deals the whole board at once; after the round the auditor sees it, the players what was turned."""
    three_at_poker(house)
    for who, do in ((ANN, "1 call"), (BEN, "2 call"), (CY, "3 check"), (CY, "3 look")):
        house.act(who, "nl-1", do)
    house.act(BEN, "nl-1", "2 fold")
    house.act(CY, "nl-1", "3 fold")
    assert house.view("nl-1", UNA)["round"]["status"] == "settled"
    own = house.view("nl-1", CY)["round"]
    seen = {*own["board"].split(), *own["players"]["3"]["hand"].split()}
    assert {*own["players"]["3"]["makes"]["cards"].split()} <= seen
