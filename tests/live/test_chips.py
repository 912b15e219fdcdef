"""Chips on the floor: nobody decides with what they do not have, and what is undone is undone for who has left."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.base.errors import Unreadable
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.given import TableKeys
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.rules.money import Cents
from tests.as_json import as_json
from tests.floors import house_table, poker_table
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, House

T = "tcp-1"
TABLE = house_table("tcp-1", boxes=5)
READ = 'run-by = "dealer"\ncards = "reader"\ndevice = "dan"\n'
WINS, LOSES = "2c As Qd Ks 7c Qs 2h", "2c 2s Qd 4s 7c 5h 2h"

Opened = Callable[[str], House]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    houses: list[House] = []

    def open_house(text: str) -> House:
        houses.append(House(tmp_path / str(len(houses)), text))
        return houses[-1]

    yield open_house
    for house in houses:
        house.store.close()


def do(house: House, who: Who, *acts: str) -> None:
    for act in acts:
        assert "done" in (answer := house.act(who, T, act)), answer


def held(house: House, *accounts: str) -> list[int]:
    assert not sum(house.floor.books.balances.values())
    return [house.balance(account) for account in accounts]


def dealt(house: House, chips: int) -> None:
    """Ann has brought so much and bet 50; the betting clock has run out."""
    do(house, ANN, f"1 sits Ann {chips}", "1 ante 50")
    house.turn(20_000)


def test_an_unaffordable_decision_is_refused_even_if_it_would_win(opened: Opened) -> None:
    """The round would be settled in the same act; a winner's payment is not what a Play bet is made with."""
    refusals = []
    for shoe in (WINS, LOSES):
        house = opened(f'{TABLE}shoe = "{shoe}"\n')
        dealt(house, 50)
        refusals.append(house.act(ANN, T, "1 play", id="ann-play")["error"])
        assert held(house, "stack/tcp-1/Ann", "layout/tcp-1") == [0, 50_00]
        do(house, ANN, "1 fold")
        assert held(house, "stack/tcp-1/Ann", "layout/tcp-1", "tray/tcp-1") == [0, 0, 50_00]
    winning, losing = refusals
    assert winning == losing
    assert "Ann has 0.00 in chips at tcp-1 and needs 50.00" in winning["why"]


def test_what_a_decision_costs_tells_nobody_what_it_wins(opened: Opened) -> None:
    offered = []
    for shoe in (WINS, LOSES):
        house = opened(f'{TABLE}shoe = "{shoe}"\n')
        dealt(house, 100)
        offered.append(house.view(T, ANN)["you"]["may"])
    winning, losing = offered
    assert winning == losing
    assert {each["do"]: each.get("costs") for each in winning}["1 play"] == "50.00"


POKER = poker_table("tcp-1", dealing="shuffler", seats=6, run_by="system")


def test_what_a_call_costs_tells_nobody_what_it_wins(opened: Opened) -> None:
    """Ben is all in, and a call settles the round in the same act."""
    offered = []
    for hands in ("As Ad 2h 7c", "2h 7c As Ad"):
        house = opened(f'{POKER}shoe = "9s 4d 3c Jh 8s {hands}"\n')
        do(house, ANN, "1 sits Ann 100")
        do(house, BEN, "2 sits Ben 100")
        house.turn(6_000)
        first, second = (ANN, BEN) if house.view(T)["round"]["turn"] == 1 else (BEN, ANN)
        do(house, first, f"{house.view(T)['round']['turn']} allin")
        offered.append(house.view(T, second)["you"]["may"])
    assert offered[0] == offered[1]
    assert [option["costs"] for option in offered[0] if option["do"].endswith("call")] == ["98.00"]


def test_a_decision_with_the_last_chip_is_accepted(opened: Opened) -> None:
    house = opened(f'{TABLE}shoe = "{WINS}"\n')
    dealt(house, 100)
    do(house, ANN, "1 play")
    assert held(house, "stack/tcp-1/Ann") == [450_00]


def test_a_settlement_is_undone_also_for_who_has_left_since(opened: Opened) -> None:
    """A wrong number of the dealer's cards voids the round until the next one starts (5.8.7)."""
    house = opened(TABLE + READ)
    do(house, ANN, "1 sits Ann 100", "1 ante 50")
    do(house, BEN, "2 sits Ben 100", "2 ante 20")
    do(house, DAN, "close", "deal 2c As 9h Qd Ks 8h 7c Qs 3d 2h")
    do(house, ANN, "1 play")
    do(house, BEN, "2 fold")
    do(house, DAN, "settle")
    do(house, ANN, "1 leaves")
    do(house, BEN, "2 leaves")
    assert held(house, "wallet/Ann", "wallet/Ben", "tray/tcp-1") == [10_350_00, 9_980_00, -330_00]
    assert "done" in house.act(SAM, "tcp-1", "incident dealer-count reconstructable=false", reason="four cards")
    assert held(house, "wallet/Ann", "wallet/Ben", "tray/tcp-1") == [10_000_00, 10_000_00, 0]
    assert held(house, "stack/tcp-1/Ann", "stack/tcp-1/Ben", "layout/tcp-1") == [0, 0, 0]
    do(house, DAN, "next")


def test_who_has_no_bet_may_leave_while_others_play(opened: Opened) -> None:
    """Their box is free, and their chips are in the wallet, when the round is over."""
    house = opened(TABLE + 'run-by = "dealer"\n')
    do(house, ANN, "1 sits Ann 100", "1 ante 50")
    do(house, BEN, "2 sits Ben 100")
    do(house, DAN, "close")
    assert "2 leaves" in [each["do"] for each in house.view(T, BEN)["you"]["may"]]
    do(house, BEN, "2 leaves")
    do(house, ANN, "1 fold")
    assert held(house, "wallet/Ben", "stack/tcp-1/Ben") == [9_900_00, 100_00]
    do(house, DAN, "settle")
    assert held(house, "wallet/Ben", "stack/tcp-1/Ben") == [10_000_00, 0]
    assert [*house.view(T)["players"]] == ["Ann"]


def test_more_chips_do_not_bring_back_who_has_left(opened: Opened) -> None:
    """Sitting down again does (R-78)."""
    house = opened(TABLE)
    do(house, ANN, "1 sits Ann 100", "1 ante 50", "1 leaves")
    assert not any("tops-up" in each["do"] for each in house.view(T, ANN)["you"]["may"])
    assert house.act(ANN, T, "1 tops-up 20")["error"]["cites"] == ["R-78"]
    house.turn(20_000)
    assert house.view(T)["players"] == {}
    assert held(house, "stack/tcp-1/Ann") == [0]


def test_who_frees_a_box_after_a_void_round_keeps_their_chips_at_the_table(opened: Opened) -> None:
    house = opened(TABLE + 'run-by = "dealer"\n')
    do(house, ANN, "1 sits Ann 100", "1 ante 50")
    do(house, DAN, "close", "incident interruption")
    do(house, ANN, "1 frees")
    assert held(house, "stack/tcp-1/Ann") == [100_00]
    do(house, ANN, "2 sits Ann 0")


MOST = Cents(999_999_999_999_999)


def test_no_account_comes_to_more_than_is_counted(opened: Opened) -> None:
    """The store would not take it, and the house would stop."""
    house = opened(TABLE)
    floor = house.floor
    told = house.answered(floor.perform(SAM, "deposit-1", cmd.Deposit("Ann", MOST), "a great deal"))
    assert "cage would exceed ±9999999999999.99" in told["error"]["why"]
    assert "done" in house.answered(
        floor.perform(SAM, "deposit-2", cmd.Deposit("Ann", Cents(MOST - 4_000_000)), "a little less")
    )
    assert "error" in house.answered(floor.perform(SAM, "deposit-3", cmd.Deposit("Ben", Cents(1)), "one more"))
    eve = floor.perform(SAM, "player-5", cmd.AddPlayer("Eve", chips=Cents(1)))
    assert "cage would exceed" in house.answered(eve)["error"]["why"]
    assert "Eve" not in floor.players
    jackpot = {"meter": "9999999999999.99", "reset": "0", "contribution": "0.5"}
    own = {"rulebook": "three-card-poker@3", "ante": ["10", "20"], "jackpot-bet": "5", "jackpot": jackpot}
    first = floor.perform(
        PIA, "table-01", cmd.OpenTable("first"), at="table/first", given=TableKeys({"name": "first", **own})
    )
    assert "done" in house.answered(first)
    second = floor.perform(
        PIA, "table-02", cmd.OpenTable("second"), at="table/second", given=TableKeys({"name": "second", **own})
    )
    assert "house would exceed" in house.answered(second)["error"]["why"]
    assert "second" not in floor.books.tables and "second" not in floor.books.links
    assert not sum(floor.books.balances.values())


def test_a_floor_file_that_opens_with_too_much_cannot_be_read(tmp_path: Path) -> None:
    link = '[[link]]\nname = "{}"\nmeter = "9999999999999.99"\nreset = "0"\ncontribution = "0.5"\n'
    with pytest.raises(Unreadable, match=r"\[\[link\]\] two: house would exceed"):
        House(tmp_path / "store", TABLE + link.format("one") + link.format("two"))


def test_a_jackpot_of_a_tables_own_does_not_take_the_place_of_a_link(opened: Opened) -> None:
    link = '[[link]]\nname = "grand"\nmeter = "125000"\nreset = "0"\ncontribution = "0.5"\n'
    house = opened(TABLE + link)
    jackpot = {"meter": "1", "reset": "0", "contribution": "0.5"}
    own = {"rulebook": "three-card-poker@3", "ante": ["10", "20"], "jackpot-bet": "5", "jackpot": jackpot}
    opens, own = cmd.OpenTable("grand"), {"name": "grand", **own}
    told = house.answered(house.floor.perform(PIA, "table-01", opens, at="table/grand", given=TableKeys(own)))
    assert "there is already a link grand" in told["error"]["why"]
    assert as_json(house.floor.ask.link("grand"))["link"]["value"] == "125000.00"
    assert house.balance("meter/grand") == 12_500_000


def test_a_closed_table_says_so_whatever_is_asked_of_it(opened: Opened) -> None:
    house = opened(TABLE)
    do(house, ANN, "1 sits Ann 100")
    assert "done" in house.answered(house.floor.perform(PIA, "closing-1", cmd.CloseTable(T), at=f"table/{T}"))
    for act in ("1 leaves", "1 ante 10", "2 sits Ann 10"):
        with pytest.raises(Problem) as problem:
            house.act(ANN, T, act)
        assert problem.value.code is Code.CLOSED


def test_a_table_that_closes_keeps_nobodys_chips(opened: Opened) -> None:
    """Not theirs either who have given up their last box and left their chips."""
    house = opened(TABLE)
    do(house, ANN, "1 sits Ann 100")
    do(house, BEN, "2 sits Ben 70", "2 frees")
    assert held(house, "stack/tcp-1/Ben", "wallet/Ben") == [7_000, 993_000]
    assert "done" in house.answered(house.floor.perform(PIA, "closing-1", cmd.CloseTable(T), at=f"table/{T}"))
    assert held(house, "stack/tcp-1/Ann", "stack/tcp-1/Ben") == [0, 0]
    assert held(house, "wallet/Ann", "wallet/Ben") == [1_000_000, 1_000_000]


def test_who_walked_in_sits_where_a_dealer_deals(opened: Opened) -> None:
    """Where the system runs the table nobody else can act for them."""
    for text, code in ((TABLE, "walk-in-needs-a-dealer"), (TABLE + 'run-by = "dealer"\n', None)):
        house = opened(text)
        house.answered(house.floor.perform(PIA, "walk-in-1", cmd.AddPlayer("Walt", walk_in=True, chips=Cents(30_000))))
        answer = house.act(DAN, T, "1 sits Walt 50")
        assert answer.get("error", {}).get("says", {}).get("code") == code
        assert held(house, "stack/tcp-1/Walt") == [0 if code else 50_00]


def test_nobody_is_called_like_the_system(opened: Opened) -> None:
    house = opened(TABLE)
    answer = house.answered(house.floor.perform(PIA, "walk-in-1", cmd.AddPlayer("System", walk_in=True)))
    assert answer["error"]["code"] == Code.REFUSED
    assert "System" not in house.floor.players
