"""A row of 0 loses the stake and `push` returns it: every row of every pay table, at the table and on the sheet."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.odds.whatif import changeable, changed, read_changes
from croupier.numbers.maths.tools.settlement_table import bound
from croupier.numbers.reports import figures, page
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.casino_stud import settle as stud
from croupier.rules.games.house.lines import Counted, LineSettled, Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.progressive_holdem import settle as holdem
from croupier.rules.games.three_card import settle as three
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import BOOKS, load, read
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.payouts import AWARD, PUSH, Payout

SETTLES: dict[str, Any] = {
    "three-card-poker@3": three,
    "casino-stud@2": stud,
    "progressive-holdem@6": holdem,
}
STAKE = Cents(1_000)


def rows() -> Iterator[tuple[str, str, str]]:
    for key in SETTLES:
        for name, table in load(key).paytables.items():
            for hand in table.pays:
                yield key, name, hand


def with_row(key: str, name: str, hand: str, pays: Payout) -> Rulebook:
    """The book with this row changed; where rows are hands, the lower ones with it, which may not pay more."""
    hands = list(load(key).paytables[name].pays)
    lower = [hand] if set(hands) <= set(Spot) else hands[hands.index(hand) :]
    return changed(load(key), {f"{name}.{each}": str(pays) for each in lower})


def settled(key: str, book: Rulebook, spot: Spot) -> dict[Any, LineSettled]:
    """What becomes of a bet with each of the facts, one that has folded apart."""
    module, found = SETTLES[key], {}
    others = {Spot.ANTE} if spot is Spot.PLAY else set()
    bets = {each: Counted(each, STAKE, STAKE) for each in (*others, spot)}
    for facts in module.all_facts():
        if facts.outcome.startswith("folded"):
            continue
        lines = module.settle(bound(book), bets, facts).lines
        found[facts] = next(line for line in lines if line.spot is spot)
    return found


def spot_of(name: str, hand: str) -> Spot:
    return Spot(name) if name in set(Spot) else Spot(hand)


def test_there_is_a_table_for_each_house_game() -> None:
    assert {load(key).game for key in SETTLES} == set(HOUSE_GAMES)


@pytest.mark.parametrize(("key", "name", "hand"), [row for row in rows() if not row[1].endswith(AWARD)])
def test_every_bet_reads_its_row_alike(key: str, name: str, hand: str) -> None:
    spot = spot_of(name, hand)
    approved = settled(key, load(key), spot)
    lost, back = (settled(key, with_row(key, name, hand, pays), spot) for pays in (0, PUSH))
    touched = [facts for facts, line in lost.items() if line != approved[facts]]
    assert touched
    for facts in touched:
        assert approved[facts].result is Result.WIN
        assert (lost[facts].result, lost[facts].returned, lost[facts].paid) == (Result.LOSE, 0, 0)
        assert (back[facts].result, back[facts].returned, back[facts].paid) == (Result.PUSH, STAKE, 0)
        assert lost[facts].cites == back[facts].cites
    assert {facts for facts, line in back.items() if line != approved[facts]} == set(touched)


def test_an_award_without_a_stake_is_not_paid_with_0_and_has_nothing_to_return() -> None:
    book = changed(load("three-card-poker@3"), {"ante-bonus.straight": "0"})
    facts = three.Facts(three.Outcome.HIGHER, three.Hand.STRAIGHT)
    found = three.settle(bound(book), {Spot.ANTE: Counted(Spot.ANTE, STAKE, STAKE)}, facts)
    assert not found.awards
    assert found.lines[0].result is Result.WIN
    (line,) = (line for line in sheet(book, habits=False).lines if (line.bet, line.when) == ("ante-bonus", "straight"))
    assert (line.pays, line.hits, line.contribution) == ("0, nothing is paid", 0, Fraction(0))


def test_pair_plus_with_pairs_that_lose_or_come_back() -> None:
    """16.941 % of all hands are pairs: 39.457 % for the House, or 22.516 %."""
    pairs, approved = Fraction(3_744, 22_100), Fraction(308, 5_525)
    for pays, edge in (("0", approved + 2 * pairs), (PUSH, approved + pairs)):
        (bet,) = sheet(changed(load("three-card-poker@3"), {"pair-plus.pair": pays}), habits=False).side_bets
        assert bet.house_edge == edge
        assert bet.lines[-1].hits == 3_744
        assert sum(net * chance for net, chance in bet.distribution.items()) == bet.ev
        assert bet.losing == bet.unlisted + (3_744 if pays == "0" else 0)
        mean_square = sum(net**2 * chance for net, chance in bet.distribution.items())
        assert bet.variance == mean_square - bet.ev**2


@pytest.mark.parametrize(
    ("key", "name", "hand"),
    [row for row in rows() if row[0] != "progressive-holdem@6" or row[2] in ("ante", "turn", "aces", "low-pair")],
)
@pytest.mark.parametrize("pays", [0, PUSH])
def test_every_sheet_adds_up(key: str, name: str, hand: str, pays: Payout) -> None:
    if name.endswith(AWARD) and pays == PUSH:
        pays = 0
    book = with_row(key, name, hand, pays)
    found = sheet(book, habits=False)
    assert all(check.holds for check in found.checks)
    told = figures.figures(found)
    assert any(
        word in line for line in page.page(found) for word in ("stake is lost", "stake comes back", "nothing is paid")
    ) or set(book.paytables[name].pays) <= set(Spot)
    for bet in found.side_bets:
        if bet.name == name:
            assert [line.pays for line in told.bets[name].lines] == list(book.paytables[name].pays.values())


def test_a_bet_that_wins_nothing_is_not_made() -> None:
    """A BET that comes back where it would win is worth nothing more than the Ante, so nearly all hands are folded."""
    approved = sheet(load("casino-stud@2"), habits=False).frequencies["bet"]
    book = load("casino-stud@2")
    for pays in ("0", PUSH):
        found = sheet(changed(book, {f"bet.{hand}": pays for hand in book.paytables["bet"].pays}), habits=False)
        assert found.frequencies.get("bet", Fraction(0)) < approved


def test_books_and_files_of_changes_say_it_alike() -> None:
    book = load("three-card-poker@3")
    by_name = changed(book, {"pair-plus.pair": PUSH, "ante-and-play.ante": "0"})
    assert changeable(by_name)["pair-plus.pair"] == PUSH
    assert changed(book, read_changes('ante-and-play.ante = 0\n[pair-plus]\npair = "push"')) == by_name
    assert changed(book, {"pair-plus": "40-30-5-4-push", "ante-and-play": "0-1"}) == by_name
    listed = read_changes('pair-plus = [40, 30, 5, 4, "push"]\nante-and-play = [0, 1]')
    assert changed(book, listed) == by_name
    text = BOOKS[book.key].decode()
    assert read(text.replace('"pair", pays = 1', '"pair", pays = "push"')).pays("pair-plus", "pair") == PUSH
    assert read(text.replace('"pair", pays = 1', '"pair", pays = 0')).pays("pair-plus", "pair") == 0
