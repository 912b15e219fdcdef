"""What a coach is asked: with what this player sees, when they are asked, where the house has one."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from croupier.floor.live.acts.coaching import AtTheLayout, AtTheSeat, CoachQuestion, answered, work_out
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.numbers.maths.decisions.advice import advise
from croupier.numbers.maths.equity.random_hands import share_against
from croupier.rules.cards import parse_cards
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState
from croupier.rules.money import in_money
from croupier.rules.rulebook.load import at_the_table
from tests.as_json import as_json
from tests.floors import house_table
from tests.live.houses import ANN, BEN, CY, DAN, House
from tests.live.test_pages_need import FLOOR, dealt, three_at_poker


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR.replace("coach = false\n", "") + OWN_WAY)
    yield house
    house.store.close()


OWN_WAY = house_table("quiet", run_by="dealer", coach=False)


def ask(house: House, who: Who, place: int, table: str = "tcp-1") -> CoachQuestion:
    return house.floor.ask.coaching(table, who, place)


def refused(house: House, who: Who, place: int, table: str = "tcp-1") -> Code:
    with pytest.raises(Problem) as problem:
        ask(house, who, place, table)
    return problem.value.code


def test_nothing_is_said_before_somebody_looked_or_is_asked(house: House) -> None:
    assert refused(house, ANN, 1) is Code.FORBIDDEN  # nobody has the box
    dealt(house)
    assert refused(house, ANN, 1) is Code.REFUSED
    house.act(ANN, "tcp-1", "1 look")
    assert ask(house, ANN, 1).moment == house.view("tcp-1")["moment"]
    assert refused(house, ANN, 2) is refused(house, BEN, 1) is refused(house, DAN, 1) is Code.FORBIDDEN
    house.act(ANN, "tcp-1", "1 play")
    assert refused(house, ANN, 1) is Code.REFUSED


def test_a_table_may_do_without_one(house: House) -> None:
    house.act(ANN, "quiet", "1 sits Ann 100")
    house.act(ANN, "quiet", "1 ante 50")
    house.act(DAN, "quiet", "close")
    house.act(ANN, "quiet", "1 look")
    assert refused(house, ANN, 1, "quiet") is Code.REFUSED
    assert as_json(house.floor.ask.sign("quiet"))["sign"]["coach"] is False


def test_the_coach_gives_the_exact_value_of_each_decision(house: House) -> None:
    dealt(house)
    house.act(ANN, "tcp-1", "1 look")
    asked = ask(house, ANN, 1)
    question = asked.question
    assert isinstance(question, AtTheLayout)
    box = question.box
    assert (box.hand, box.others) == (parse_cards("9h 8s 7d"), 1)
    assert box.bets == {Spot.PAIR_PLUS: 2_500, Spot.JACKPOT: 500}
    game = house.floor.books.shown.tables["tcp-1"].game
    assert isinstance(game, HouseState)
    hidden = {*game.round.dealer, *game.round.boxes[2].cards}
    sent = msgspec.json.encode(question).decode()
    assert not [card for card in hidden if card in sent]
    told = as_json(answered(asked, work_out(msgspec.json.decode(sent, type=AtTheLayout))))["coach"]
    values = advise(at_the_table("three-card-poker@3", question.device), box).options.values
    assert {each["do"]: each["value"] for each in told["options"]} == {
        f"1 {decision}": in_money(value) for decision, value in values.items()
    }
    assert [each["word"] for each in told["options"] if each["best"]] == ["Play"]
    assert told["exact"] is True


def test_the_second_box_of_a_player_is_decided_blind_with_what_they_saw_in_the_first(house: House) -> None:
    for do in ("1 sits Ann 1000", "2 sits Ann 0", "1 ante 50", "2 ante 50"):
        house.act(ANN, "tcp-1", do)
    house.act(DAN, "tcp-1", "close")
    assert refused(house, ANN, 2) is Code.REFUSED
    house.act(ANN, "tcp-1", "1 look")
    question = ask(house, ANN, 2).question
    assert isinstance(question, AtTheLayout)
    assert (question.box.hand, question.box.seen) == ((), parse_cards("9h 8s 7d"))


def test_at_poker_the_price_is_counted_and_the_share_is_against_random_hands(house: House) -> None:
    three_at_poker(house)
    assert refused(house, ANN, 1, "nl-1") is Code.REFUSED  # not looked
    house.act(ANN, "nl-1", "1 look")
    house.act(BEN, "nl-1", "2 look")
    assert refused(house, BEN, 2, "nl-1") is Code.REFUSED  # not asked
    assert refused(house, BEN, 1, "nl-1") is Code.FORBIDDEN
    asked = ask(house, ANN, 1, "nl-1")
    assert as_json(asked.price) == {"call": "2.00", "wins": "3.00", "from": "40"}
    assert asked.pots == ((500, 2),)
    question = asked.question
    assert isinstance(question, AtTheSeat)
    told = as_json(answered(asked, work_out(question)))["coach"]
    assert told["pots"][0]["share"] == str(round(100 * share_against(question.hole, (), 2)))
    house.act(ANN, "nl-1", "1 call")
    house.act(BEN, "nl-1", "2 call")
    house.act(CY, "nl-1", "3 look")
    free = ask(house, CY, 3, "nl-1")
    assert (free.price, free.pots) == (None, ((600, 2),))


def test_every_pot_has_its_own_share(house: House) -> None:
    for place, (who, chips) in enumerate(((ANN, 400), (BEN, 40), (CY, 400)), 1):
        house.act(who, "nl-1", f"{place} sits {who.name} {chips}")
    house.turn(5_000)
    house.act(ANN, "nl-1", "1 raise 100")
    house.act(BEN, "nl-1", "2 allin")
    house.act(CY, "nl-1", "3 look")
    asked = ask(house, CY, 3, "nl-1")
    assert as_json(asked.price) == {"call": "98.00", "wins": "142.00", "from": "41"}
    assert asked.pots == ((12_000, 2), (12_000, 1))
    assert as_json(answered(asked, {"1": "0.5", "2": "1/3"}))["coach"]["pots"][1] == {
        "amount": "120.00",
        "others": 1,
        "share": "50",
    }


def test_money_of_a_fraction_has_two_to_four_places() -> None:
    told = [in_money(Fraction(text)) for text in ("4200", "-35.55", "1/3", "-1/300", "0", "12345.678", "100")]
    assert told == ["42.00", "-0.3555", "0.0033", "0.00", "0.00", "123.4568", "1.00"]


def test_drawn_hands_agree_with_counted_ones() -> None:
    """Against one hand everything is counted; against two on the river there are few enough to count them too."""
    hole, board = parse_cards("Ah Kd"), parse_cards("As 9d 2c 7h 3s")
    one = share_against(hole, board, 1)
    two = share_against(hole, board, 2)
    assert abs(two - one * one) < Fraction(1, 50)
    assert share_against(hole, board, 0) == 1
    assert share_against(parse_cards("Ks Kd"), (), 8) == share_against(parse_cards("Ks Kd"), (), 8)
