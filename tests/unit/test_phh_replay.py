"""Hands in PHH played at our tables: they end with the stacks stated, or the difference has a reason."""

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest
from pokerkit import HandHistory

from croupier.rounds.histories.hand import VARIANTS, Hand
from croupier.rounds.histories.phh import read_phh
from croupier.rounds.histories.replay import Contradiction, Difference, ReplayResult, Result, replay
from croupier.rounds.histories.write import write_hand
from croupier.rules.money import Cents
from tests.unit.phh_hands import DATA, HALF_RAISES, PLURIBUS, hand

HALVED = ["177", "925", "2591", "4112", "5356", "5652", "5662", "7124"]
"""Hands of Pluribus in which the source divides a chip."""


def nt(actions: str, stacks: str = "100 100 100", blinds: str = "1 2 0", antes: str = "", **more: str) -> Hand:
    """A hand of no-limit hold'em in few words; actions are separated by commas."""
    numbers = {"starting_stacks": stacks, "blinds_or_straddles": blinds, "antes": antes or "0 " * len(stacks.split())}
    lines = ['variant = "NT"', f"min_bet = {more.pop('min_bet', '2')}"]
    lines += [f"{key} = [{', '.join(value.split())}]" for key, value in numbers.items()]
    lines += [f"actions = {json.dumps([action.strip() for action in actions.split(',')])}"]
    lines += [f"{key} = {value}" for key, value in more.items()]
    return hand("\n".join(lines))


def test_pluribus_replays_to_the_stated_stacks() -> None:
    results = {entry.name: replay(entry.hand) for entry in read_phh(PLURIBUS.read_text(encoding="utf-8")) if entry.hand}
    outcomes = Counter(result.outcome for result in results.values())
    assert outcomes == {ReplayResult.AGREED: 998, ReplayResult.EXPLAINED: 8, ReplayResult.LEFT_OUT: 7}
    explained = {name: result for name, result in results.items() if result.outcome is ReplayResult.EXPLAINED}
    assert list(explained) == HALVED
    for result in explained.values():
        assert "4.5, R-34" in result.reason
        assert [abs(one.expected - one.got) for one in result.differences] == [50, 50]
    left_out = {name: result for name, result in results.items() if result.outcome is ReplayResult.LEFT_OUT}
    assert list(left_out) == HALF_RAISES
    assert {result.reason for result in left_out.values()} == {
        "half a raise came back to a player who had acted (3.12.3, R-30)"
    }


def test_pluribus_by_version_6() -> None:
    entries = [entry for entry in read_phh(PLURIBUS.read_text(encoding="utf-8")) if int(entry.name) <= 200]
    outcomes = Counter(replay(entry.hand, "poker@6").outcome for entry in entries if entry.hand)
    assert outcomes == {ReplayResult.AGREED: 199, ReplayResult.EXPLAINED: 1}


@pytest.mark.parametrize("file", sorted((DATA / "wsop-2023-43-5").glob("*.phh")), ids=lambda file: file.stem)
def test_wsop_no_limit_holdem_agrees_and_other_games_are_not_played_here(file: Path) -> None:
    """The big blind's ante is dead money in the main pot."""
    found = hand(file.read_text(encoding="utf-8"))
    result = replay(found)
    if found.variant == "NT":
        assert any(found.antes)
        assert result == Result(ReplayResult.AGREED)
    else:
        name = f"{found.variant}, {VARIANTS[found.variant]}"
        assert result == Result(ReplayResult.SKIPPED, reason=f"{name}: not played here")


def test_a_hand_without_stated_stacks_is_played() -> None:
    """With antes of 500 each, an unknown folded hand and a showdown before the river."""
    found = hand((DATA / "dwan-ivey-2009.phh").read_text(encoding="utf-8"))
    assert replay(found) == Result(ReplayResult.PLAYED)
    theirs = HandHistory.loads(write_hand(found))
    *_, last = theirs
    stated = [*map(int, last.stacks)]
    agreed = hand(write_hand(found) + f"finishing_stacks = {stated}\n")
    assert replay(agreed) == Result(ReplayResult.AGREED)


def test_with_two_players_p1_has_the_big_blind_and_p2_the_button() -> None:
    found = nt("p2 cc, p1 cc, d db 2c3c4c, p1 cbr 10, p2 f", "100 100", "1 2", finishing_stacks="[102, 98]")
    assert replay(found).outcome is ReplayResult.AGREED
    swapped = nt("p1 cc", "100 100", "1 2")
    refusal = replay(swapped).refusal
    assert refusal is not None
    assert refusal.why == "it is not seat 1's turn: seat 2 is to act"


def test_with_two_players_antes_are_listed_backwards_too() -> None:
    found = nt("p2 f", "100 100", "1 2", "0 3", finishing_stacks="[101, 99]")
    assert replay(found).outcome is ReplayResult.AGREED


def test_an_ante_that_is_all_a_player_has() -> None:
    """The dead money of all three is what p3 can win; the blinds, and the chip that nobody matched, are p2's."""
    actions = "d dh p1 ????, d dh p2 KcKd, d dh p3 AcAd, p1 f, p2 sm KcKd, p3 sm AcAd, d db 2c3d4h, d db 9s, d db Ts"
    found = nt(actions, "100 100 1", "1 2 0", "1 1 1", finishing_stacks="[98, 100, 3]")
    assert replay(found).outcome is ReplayResult.AGREED


@pytest.mark.parametrize("answer", ["cc", "cbr 50"])
def test_who_is_asked_elsewhere_though_nobody_can_answer_them(answer: str) -> None:
    """p1 is all-in with the small blind: p2 has matched it, and here nobody asks p2 (R-68)."""
    dealt = "d dh p1 AcAd, d dh p2 KcKd, d dh p3 ????, p3 f"
    shown = "p1 sm AcAd, p2 sm KcKd, d db 2c3d4h, d db 9s, d db Ts"
    found = nt(f"{dealt}, p2 {answer}, {shown}", "1 100 100", finishing_stacks="[2, 99, 100]")
    result = replay(found)
    assert (result.outcome, result.differences) == (ReplayResult.EXPLAINED, ())
    assert "p2" in result.reason and "R-68" in result.reason
    late = nt(f"{dealt}, {shown}, p2 {answer}", "1 100 100", finishing_stacks="[2, 99, 100]")
    assert replay(late).outcome is ReplayResult.EXPLAINED
    folded = nt(f"{dealt}, p2 f, {shown}", "1 100 100", finishing_stacks="[2, 99, 100]")
    assert replay(folded).outcome is ReplayResult.DIFFERS, "a fold is no answer that changes nothing"


def test_blinds_as_only_our_documents_place_them() -> None:
    """Nobody has the small blind, and p3 posts the big blind to join."""
    found = nt("p2 f, p3 cc, p4 cbr 8, p1 f, p3 f", "100 " * 4, "2 0 -2 0", finishing_stacks="[98, 100, 98, 104]")
    assert replay(found).outcome is ReplayResult.AGREED


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (nt("p3 f", "inf 100 100"), "a stack is unknown"),
        (nt("p3 f", "100.005 100 100"), "an amount is finer than a cent (R-1)"),
        (nt("p3 cbr 6.505"), "an amount is finer than a cent (R-1)"),
        (nt("p3 f", blinds="1 3 0", min_bet="3"), "the big blind is not twice the small one (1.7)"),
        (nt("p3 f", blinds="1 2 4", min_bet="4"), "straddles or further blinds are not played here"),
        (nt("p3 f", blinds="2 2 0"), "straddles or further blinds are not played here"),
        (nt("p3 f", blinds="1 2 0", min_bet="4"), "the smallest bet is not the largest blind (R-29)"),
        (nt("p3 f", blinds="2 1 0"), "the small blind sits behind the big one"),
        (nt("p3 f", blinds="0 0 0"), "nobody posts a big blind"),
        (nt("p3 f", blinds="1 2 -1"), "a post to join is the big blind here (R-36)"),
        (nt("p3 f", "100 2 100", antes="1 1 1"), "a stack is too short for its ante and blind"),
        (nt("p3 f", "100 " * 22, "1 2" + " 0" * 20), "more players than a deck can serve"),
        (nt("p3 f", _void='["5.2"]'), "the round was void"),
        (nt("p3 f", _rake_percent="6"), "the rake is above its bound (4.1)"),
        (nt("p3 cc, p1 cc, p2 cc, d db 2c3c??"), "a card of the board is unknown"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_played_here_is_skipped_with_the_reason(found: Hand, reason: str) -> None:
    assert replay(found) == Result(ReplayResult.SKIPPED, reason=reason)


CHECKED_DOWN = "p3 f, p1 cc, p2 cc, d db 2c7d9h, p1 cc, p2 cc, d db Js, p1 cc, p2 cc, d db 3s, p1 cc, p2 cc"


@pytest.mark.parametrize(
    ("deal", "show", "expected"),
    [
        ("d dh p1 AcAd, d dh p2 KcKd", "", "agreed"),
        ("d dh p1 ????, d dh p2 KcKd", "p1 sm AcAd, p2 sm", "agreed"),
        ("d dh p1 ??Ad, d dh p2 ????", "p1 sm AdAc, p2 sm", "agreed"),
        ("d dh p1 AcAd, d dh p2 KcKd", "p1 sm -, p2 sm -", "agreed"),
        ("", "p1 sm AcAd, p2 sm KcKd", "agreed"),
        ("d dh p1 AcAd", "p1 sm AcAd", "a hand at the showdown is unknown"),
        ("d dh p1 AcAd, d dh p2 ????", "p1 sm AcAd, p2 sm ????", "a hand at the showdown is unknown"),
        ("", "p1 sm, p2 sm", "a hand at the showdown is unknown"),
    ],
)
def test_hands_that_are_not_known(deal: str, show: str, expected: str) -> None:
    """A mucked hand was beaten; a hand that nobody knows at the showdown cannot be judged."""
    told = ", ".join(part for part in (deal, CHECKED_DOWN, show) if part)
    result = replay(nt(told, finishing_stacks="[102, 98, 100]"))
    assert (result.reason or result.outcome) == expected


@pytest.mark.parametrize(
    ("actions", "action", "problem"),
    [
        ("d dh p1 AcAd, d dh p2 AcKd", 2, "Ac is dealt twice; there is one of each card"),
        ("d dh p1 AcAd, p3 cc, p1 cc, p2 cc, d db 2c3cAd", 5, "Ad is dealt twice"),
        ("d dh p1 AcAd, p3 cc, p1 cc, p2 cc, d db 2c3cAh, p1 sm AcAd, p2 sm AdKs", 7, "Ad is dealt twice"),
        ("d dh p1 AcAdAh", 1, "p1 is dealt 3 cards; in hold'em they are two"),
        ("d dh p1 AcAd, p1 sm KcKd", 2, "p1 shows KcKd and was dealt AcAd"),
        ("d dh p1 AcAd, p1 sm Ac", 2, "p1 shows Ac and was dealt AcAd"),
        ("d dh p1 Ac??, p1 sm KcKd", 2, "p1 shows KcKd and was dealt Ac??"),
        ("d db 2c3c4c, d db 5c, d db 6c, d db 7c", 4, "6 cards on the board; there are five"),
    ],
)
def test_cards_that_contradict_each_other_cannot_be_read(actions: str, action: int, problem: str) -> None:
    with pytest.raises(Contradiction) as error:
        replay(nt(actions))
    assert problem in str(error.value)
    assert error.value.action == action


@pytest.mark.parametrize(
    ("actions", "action", "why"),
    [
        ("p3 cbr 3", 1, "a raise must be to at least 4.00"),
        ("p3 cbr 101", 1, "has 100.00 in all"),
        ("p3 cbr 6.50, p1 cc", 1, None),  # a hand with decimals is played in cents
        ("p1 cc", 1, "it is not seat 1's turn"),
        ("p3 cc, p1 cc, d db 2c3c4c", 3, "no card of the board is due: p2 is to act"),
        ("p3 cc, p1 cc, p2 cc, p1 cc", 4, "a card of the board is due before that"),
        ("p3 f, p1 f, d db 2c3c4c", 3, "no card of the board is due: the round is over"),
        ("p3 f, p1 f, p2 cc", 3, "no round is being played"),
        ("p3 cc, d dh p1 AcAd", 2, "hole cards are dealt before the betting"),
        ("d dh p3 AcAd, p3 sm AcAd", 2, "p3 is to act; hands are shown when the betting is over"),
        ("p3 cc, p1 cc, p2 cc, p1 sm AcAd", 4, "a card of the board is due; hands are shown when the betting is over"),
        ("p3 sd", 1, "no such act in hold'em"),
        ("p3 cc, p1 cc, p2 cc, d db 2c, d db 3c, d db 4c, p1 cc", 9, None),  # a street may come card by card
    ],
)
def test_actions_that_are_forbidden_here(actions: str, action: int, why: str | None) -> None:
    result = replay(nt(actions))
    if why is None:
        assert result == Result(ReplayResult.PLAYED)
        return
    assert result.outcome is ReplayResult.DIFFERS
    assert result.refusal is not None
    assert result.refusal.action == action
    assert why in result.refusal.why


def test_an_unfinished_hand_is_compared_as_far_as_it_goes() -> None:
    assert replay(nt("p3 cc, p1 cc", finishing_stacks="[98, 98, 98]")).outcome is ReplayResult.AGREED
    result = replay(nt("p3 cc, p1 cc", finishing_stacks="[98, 98, 100]"))
    assert result.outcome is ReplayResult.DIFFERS
    assert result.differences == (Difference(3, Decimal(10000), Cents(9800)),)


SPLIT = "d dh p1 AcKc, d dh p2 AdKd, p3 cbr 5, p1 cc, p2 cc, d db AhKh2s, p1 cc, p2 cc, p3 f, d db 3s, p1 cc, p2 cc"


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ("[103, 102, 95]", ""),
        ("[102.5, 102.5, 95]", "the source divides a chip; here an odd chip goes to one player (4.5, R-34)"),
        ("[102, 103, 95]", "the source gives an odd chip to another player (4.5, R-34)"),
        ("[101, 104, 95]", None),
        ("[102.5, 102.5, 95.5]", None),
        ("[102.5, 102, 95]", "the house took a rake whose terms the history does not tell"),
        ("[101, 101, 95]", None),
    ],
)
def test_odd_chips_are_explained(stated: str, reason: str | None) -> None:
    result = replay(nt(f"{SPLIT}, d db 4d, p1 cc, p2 cc", finishing_stacks=stated))
    if reason is None:
        assert result.outcome is ReplayResult.DIFFERS
    else:
        assert result.reason == reason


def test_the_lowest_chip_may_be_named() -> None:
    found = nt(f"{SPLIT}, d db 4d, p1 cc, p2 cc", finishing_stacks="[105, 100, 95]")
    assert replay(found).outcome is ReplayResult.DIFFERS
    assert replay(found, chip=Cents(500)).outcome is ReplayResult.AGREED


def test_half_a_raise_that_comes_back_is_left_out() -> None:
    """p3 raises to 10, p1 makes it 15 all-in: five is half of a raise and more, and p3 has acted."""
    back = nt("p3 cbr 12, p1 cbr 17, p2 f, p3 cc", "17 100 100", finishing_stacks="[0, 0, 0]")
    assert replay(back).outcome is ReplayResult.LEFT_OUT
    ours = nt("p3 cbr 12, p1 cbr 17, p2 f, p3 cc", "17 100 100", finishing_stacks="[0, 98, 83]", _rulebook='"poker@7"')
    assert replay(ours).outcome is ReplayResult.AGREED
    less = nt("p3 cbr 12, p1 cbr 16, p2 f, p3 f", "16 100 100", finishing_stacks="[30, 98, 88]")
    assert replay(less).outcome is ReplayResult.AGREED
    nobody = nt("p3 f, p1 cbr 3, p2 f", "3 100 100", finishing_stacks="[5, 98, 100]")
    assert replay(nobody).outcome is ReplayResult.AGREED
    raised_on = nt("p3 cbr 12, p1 cbr 17, p2 cbr 27, p3 f", "17 100 100", finishing_stacks="[0, 0, 0]")
    assert replay(raised_on).outcome is not ReplayResult.LEFT_OUT
