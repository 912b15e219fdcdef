"""Pay this layout: marked by what the table itself paid."""

from fractions import Fraction
from typing import Any

import pytest

from croupier.base.errors import Unreadable
from croupier.floor.training.drills import Given, Spec, mark, passed, question, scored
from croupier.floor.training.layouts import HouseLayout
from croupier.floor.training.paragraphs import PAY
from croupier.floor.training.paying import PAY as PAYS
from croupier.floor.training.paying import PUSH, TAKE, PaidEntry, PayQuestion, made
from croupier.floor.training.showdowns import Showdown
from croupier.rules.cards import seeded_chance
from croupier.rules.money import Cents, cents, dollars
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.model import Device, game_of
from tests.as_json import as_json

HOUSE = [book for book in BOOKS if game_of(book) != "poker"]
POKER = [book for book in BOOKS if game_of(book) == "poker"]


def layouts(book: str, many: int) -> list[PayQuestion]:
    found = []
    for number in range(many):
        for device in load(book).procedure.devices:
            asked = made(book, device, None, seeded_chance(f"layout {number}"))
            assert asked is not None
            found.append(asked)
    return found


def sent(entries: dict[str, PaidEntry]) -> dict[str, Any]:
    return {"spots": {key: {"do": each.do, "amount": dollars(each.amount)} for key, each in entries.items()}}


@pytest.mark.parametrize("book", HOUSE)
def test_every_chip_is_asked_for_and_accounted_for(book: str) -> None:
    """Taken from the spots and paid to them is what the table won and lost."""
    for asked in layouts(book, 25):
        laid_out = asked.laid_out
        assert isinstance(laid_out, HouseLayout)
        lies = {f"{box.number}/{spot}" for box in laid_out.before.round.boxes.values() for spot in box.bets}
        assert lies <= {spot.key for spot in asked.spots}
        boxes = laid_out.after.round.boxes.values()
        net = sum(
            line.paid - (line.staked - line.returned) for box in boxes for line in box.lines if line.spot != "jackpot"
        )
        net += sum(award.paid for box in boxes for award in box.awards)
        signs = {TAKE: -1, PUSH: 0, PAYS: 1}
        assert net == sum(signs[spot.entry.do] * spot.entry.amount for spot in asked.spots if spot.what != "jackpot")


@pytest.mark.parametrize("book", POKER)
def test_rake_and_shares_are_the_pot(book: str) -> None:
    for asked in layouts(book, 25):
        laid_out = asked.laid_out
        assert isinstance(laid_out, Showdown) and laid_out.after.round is not None
        for number, pot in enumerate(laid_out.after.round.pots, 1):
            entries = [spot.entry for spot in asked.spots if spot.key.startswith(f"pot-{number}/")]
            assert sum(entry.amount for entry in entries) == pot.amount
            rate = Fraction(laid_out.before.table.rake_basis_points, 10_000)
            (rake,) = [spot.entry.amount for spot in asked.spots if spot.key == f"pot-{number}/rake"]
            assert rake <= rate * pot.amount


@pytest.mark.parametrize("book", BOOKS)
def test_the_table_s_own_payments_are_right_and_others_are_not(book: str) -> None:
    for asked in layouts(book, 5):
        good = {spot.key: spot.entry for spot in asked.spots}
        marked = as_json(asked.mark(good, asked.seconds))
        assert marked["right"] and marked["in_time"]
        assert marked["paid_right"] == marked["of"] == len(asked.spots)
        for spot in asked.spots:
            wrong = {**good, spot.key: PaidEntry(PAYS, Cents(spot.entry.amount + 100))}
            said = as_json(asked.mark(wrong, 1))
            assert [mark["spot"] for mark in said["spots"] if not mark["right"]] == [spot.key]
            told = {mark["spot"]: mark for mark in said["spots"]}[spot.key]
            assert told["is"]["do"] == spot.entry.do
            assert not any(said["paragraphs"][cite] for cite in spot.cites if cite in said["paragraphs"])


def test_nothing_is_named_before_it_is_paid() -> None:
    """No hand has a name, no dealer qualifies, nothing is due, and no award is offered because it was won."""
    awards_offered, awards_won = 0, 0
    for asked in layouts("three-card-poker@3", 40):
        told = as_json(asked.asks())
        text = str(told)
        for word in ("makes", "qualifies", "'due'", "arithmetic", "result", "paid"):
            assert word not in text
        for award in ("ante-bonus", "envy"):
            offered = [spot for spot in asked.spots if spot.what == award]
            awards_offered += bool(offered)
            awards_won += any(spot.entry.amount for spot in offered)
    assert awards_won < awards_offered


def test_too_late_is_not_passed() -> None:
    spec = Spec(PAY, "casino-stud@2", "late", ("4.1",))
    asked = question(spec, 1)
    assert isinstance(asked, PayQuestion)
    good = sent({spot.key: spot.entry for spot in asked.spots})
    for seconds, passes in ((asked.seconds, True), (asked.seconds + 1, False)):
        marked = mark(spec, (), Given(good, seconds))
        assert marked.right
        assert passed(spec, scored(spec, marked)) == passes


def test_taking_a_whole_bet_needs_no_amount() -> None:
    asked = made("three-card-poker@3", Device.SHOE, None, seeded_chance(4))
    assert asked is not None
    taken = next(spot for spot in asked.spots if spot.entry.do == TAKE and spot.entry.amount == spot.lies)
    marked = as_json(asked.mark({taken.key: PaidEntry(TAKE)}, 1))
    assert {mark["spot"]: mark["right"] for mark in marked["spots"]}[taken.key]


@pytest.mark.parametrize(
    ("spots", "complaint"),
    [
        ({"1/ante": {"do": "keep"}}, "expected take, push or pay"),
        ({"1/ante": {"do": "pay", "amount": "x"}}, "1/ante: "),
    ],
)
def test_what_is_no_entry_is_refused(spots: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        mark(Spec(PAY, "casino-stud@2", "late", ()), (), Given({"spots": spots}, 1))


def test_a_winner_behind_another_table_gets_what_is_left() -> None:
    spec = Spec(PAY, "three-card-poker@3", "across", ("4.9.1",))
    asked = question(spec, 1)
    assert isinstance(asked, PayQuestion)
    told = as_json(asked.asks())["jackpot"]
    assert told["across"]
    (award,) = [spot for spot in asked.spots if spot.what == "jackpot" and "4.9.1" in spot.cites]
    assert award.entry == PaidEntry(PAYS, cents(told["meter"]))
