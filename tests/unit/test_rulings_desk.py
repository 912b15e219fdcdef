"""The rulings desk says what the table does and who may decide; misdealt cards find their places again."""

import json
from collections.abc import Sequence
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.actors import Actor, Rank
from croupier.base.citation import printed, ruling
from croupier.base.errors import Refused, Unreadable
from croupier.doors.cli import main
from croupier.rounds.playing.screen import Screen
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.cards import DECK, show_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.dealing import To
from croupier.rules.games.house.table import Phase
from croupier.rules.games.reconstruction import HandMoved, Lying, Place, put_right, reconstruct
from croupier.rules.rulebook.load import BOOKS, at_the_table, load
from croupier.rules.rulebook.model import Device, game_of
from croupier.rulings_desk.cases import Case, cases
from croupier.rulings_desk.desk import answer, answers
from croupier.rulings_desk.dialogue import Dialogue
from croupier.rulings_desk.example_tables import ORDER, HouseExample, PokerExample
from croupier.rulings_desk.findings import as_text, findings
from croupier.rulings_desk.misdeal import conclusion, deal_lines, intended_places, read_deal
from croupier.rulings_desk.model import Answer
from croupier.rulings_desk.phases import HousePhase, PokerPhase, phase_of, phases, read_circumstances

EVERYWHERE = [(key, device) for key in BOOKS for device in load(key).procedure.devices]
THREE_CARD, STUD, HOLDEM = "three-card-poker@3", "casino-stud@2", "progressive-holdem@6"


def cited(said: Answer) -> list[str]:
    return list(said.cites)


# What the desk answers


@pytest.mark.parametrize(
    ("book", "phase", "found", "ruling", "paragraph"),
    [
        (THREE_CARD, "dealt", "exposed cards=2 box=1", "void", "5.8.2"),
        (THREE_CARD, "looked", "exposed cards=2 box=1", "continue", "5.12"),
        (THREE_CARD, "dealt", "exposed box=1", "options", "5.10"),
        (STUD, "dealt", "exposed dealer=true", "continue", "5.16"),
        (STUD, "dealt", "exposed dealer=true earlier=dealer", "void", "5.8.2"),
        (HOLDEM, "turn", "interruption", "void", "5.7.2"),
        (HOLDEM, "turn-folded", "interruption", "continue", "5.7.1"),
        (HOLDEM, "flop", "community-count reconstructable=false", "void", "5.8.7"),
        (STUD, "settled", "player-count box=1 reconstructable=false", "invalidated", "5.15"),
        (THREE_CARD, "looked", "extra-look box=4 intentional=true", "invalidated", "5.18"),
        (STUD, "looked", "extra-look box=4 intentional=true", "invalidated", "5.19"),
        (STUD, "bets-open-later", "exposed cards=2", "none", "5.20"),
        ("poker@6", "dealt", "exposed seat=3", "discarded", "5.3"),
        ("poker@6", "flop", "too-many street=flop reconstructable=false", "reshuffled", "5.8"),
        ("poker@7", "flop", "too-many street=flop reconstructable=false", "reshuffled", "5.10"),
        ("poker@7", "flop-folded", "no-burn street=flop reconstructable=false", "reshuffled", "5.8.3"),
        ("poker@7", "looked", "hand-left-out reconstructable=true", "void", "5.2.7(b)"),
    ],
)
def test_ruling(book: str, phase: str, found: str, ruling: str, paragraph: str) -> None:
    said = answer(book, Device.SHOE, phase, found)
    assert said.ruling == ruling
    assert paragraph in cited(said)


def test_a_choice_is_given_to_the_affected_box_alone() -> None:
    said = answer(THREE_CARD, Device.SHOE, "dealt", "exposed box=6")
    (choice,) = said.choices
    assert choice.who == "box 6"
    assert {may.act: list(may.cites) for may in choice.may} == {
        "continue": ["5.10.1"],
        "withdraw": ["5.10.3", "R-10"],
    }


def test_what_can_be_put_right_is_chosen_by_another_paragraph() -> None:
    said = answer(HOLDEM, Device.SHUFFLER, "dealt", "dealing-error reconstructable=true")
    assert [choice.who for choice in said.choices] == ["box 1", "box 2", "box 4"]
    assert said.choices[0].may[0].cites[0] == "5.10.2"


def test_what_the_phase_leaves_open_is_answered_both_ways() -> None:
    void, goes_on = answers("poker@7", Device.SHOE, "flop", "interruption")
    assert (void.ruling, void.when) == ("void", "nobody with money in has folded")
    assert (goes_on.ruling, goes_on.when) == ("continue", "a player with money in has folded")
    (named,) = answers("poker@7", Device.SHOE, "flop", "interruption folded=yes looked=no")
    assert (named.ruling, named.when) == ("continue", "")
    (alike,) = answers("poker@7", Device.SHOE, "flop", "foreign-card")
    assert (alike.ruling, alike.when) == ("void", "")


@pytest.mark.parametrize(
    ("book", "phase", "found", "told"),
    [
        (
            THREE_CARD,
            "choosing",
            "interruption folded=no",
            {"right after the deal": "void", "in the pause before the payments": "continue"},
        ),
        (
            STUD,
            "continued",
            "interruption folded=no",
            {"right after the deal": "void", "in the pause before the payments": "continue"},
        ),
        (
            HOLDEM,
            "pause-folded",
            "community-count",
            {"a jackpot bet is alive": "void", "no jackpot bet is alive": "refused"},
        ),
        (
            HOLDEM,
            "choosing",
            "community-count",
            {"right after the deal": "refused", "on the flop; or in the pause before the payments": "void"},
        ),
        (
            HOLDEM,
            "void",
            "dealer-count",
            {"right after the deal; or on the flop": "refused", "in the pause before the payments": "none"},
        ),
        (STUD, "void", "extra-look box=4", {"somebody has looked": "none", "nobody has looked": "refused"}),
        (
            THREE_CARD,
            "pause-withdrawn",
            "interruption",
            {"right after the deal": "void", "in the pause before the payments": "continue"},
        ),
    ],
)
def test_how_far_the_round_was_is_asked_where_it_matters(
    book: str, phase: str, found: str, told: dict[str, str]
) -> None:
    assert {said.when: said.ruling or "refused" for said in answers(book, Device.SHOE, phase, found)} == told


def test_the_house_is_asked_for_its_policy() -> None:
    said = answer(STUD, Device.SHOE, "looked", "jackpot-down")
    (choice,) = said.choices
    assert choice.who == "the House"
    assert [may.act for may in choice.may] == ["close", "disallow", "without-jackpot"]
    assert list(said.discretion) == ["5.18.2"]
    told = answer(STUD, Device.SHOE, "looked", "jackpot-down policy=disallow box=2")
    assert told.remedies[-1] == "In the rounds after it no bets are taken on box 2."
    assert not told.choices


def test_two_cards_drawn_at_once_may_be_named() -> None:
    said = answer(THREE_CARD, Device.SHOE, "dealt", "simultaneous first=As second=Kd swapped=true")
    assert said.remedies[0] == "The two cards change places, and the hands with them."
    as_they_lay = answer(THREE_CARD, Device.SHOE, "dealt", "simultaneous first=As second=Kd")
    assert "change places" not in as_they_lay.remedies[0]
    assert as_they_lay.choices == said.choices


def test_a_card_may_be_named_that_the_example_dealt_elsewhere() -> None:
    for card in DECK[:8]:
        assert answer("poker@7", Device.SHOE, "dealt", f"exposed seat=7 card={card}").ruling == "discarded"


def test_a_box_that_the_example_lacks_is_added() -> None:
    said = answer(STUD, Device.SHUFFLER, "looked", "extra-look box=9 intentional=true")
    assert said.remedies[0].startswith("Box 9 is out")
    for box in (1, 2):
        assert answer(STUD, Device.SHOE, "looked", f"extra-look box={box} intentional=false").ruling == "continue"


@pytest.mark.parametrize(
    ("book", "phase", "found", "complaint"),
    [
        (THREE_CARD, "flop", "interruption", "there is no phase 'flop'"),
        (THREE_CARD, "dealt", "rain", "has no report 'rain'"),
        (THREE_CARD, "dealt", "community-count", "has no report"),
        (THREE_CARD, "dealt", "", "say what was found"),
        (THREE_CARD, "dealt", "exposed box='1", "say what was found"),
        (THREE_CARD, "dealt", "exposed cards=many", "a number of cards"),
        (THREE_CARD, "dealt", "exposed box=99", "not an occupied box"),
        (THREE_CARD, "dealt", "exposed earlier=seat", "expected one of box, dealer"),
        ("poker@7", "dealt", "exposed seat=3 earlier=box", "expected seat"),
        (THREE_CARD, "dealt", "exposed earlier=never", "expected one of box, dealer, seat"),
        (THREE_CARD, "dealt", "simultaneous first=As", "name both cards"),
        (THREE_CARD, "dealt", "simultaneous first=As second=As", "the same card"),
        (THREE_CARD, "dealt", "over-limit case=noticed", "belongs to the phases bets-open"),
        (THREE_CARD, "bets-open", "over-limit", "expected"),
        ("poker@6", "flop", "no-burn street=flop", "has no report"),
        ("poker@7", "flop", 'no-burn street=flop shoe="As"', "without knowing the order"),
        ("poker@7", "dealt", "exposed seat=12", "not a place at this table"),
        ("poker@7", "dealt", "interruption folded=yes", "the phase dealt leaves nothing of that open"),
        (
            "poker@7",
            "flop",
            "out-of-turn tried=check case=bets-less",
            "tried=check and case=bets-less cannot go together",
        ),
        ("poker@7", "flop", "out-of-turn case=calls", "expected"),
        (HOLDEM, "dealt", "extra-look box=4 second=folded", "belongs to the phases looked, folded"),
        (STUD, "looked", "not-shown case=folded", "in the phase looked no box has folded"),
        ("poker@7", "flop", "interruption folded=perhaps", "leaves looked=yes, looked=no, folded=no, folded=yes open"),
    ],
)
def test_what_is_not_understood_is_said(book: str, phase: str, found: str, complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        answer(book, Device.SHOE, phase, found)


def test_poker_6_has_no_shuffler() -> None:
    with pytest.raises(Unreadable, match="has no dealing from the shuffler"):
        answer("poker@6", Device.SHUFFLER, "dealt", "interruption")


@pytest.mark.parametrize(
    ("book", "phase", "found", "ruling", "paragraphs"),
    [
        (THREE_CARD, "bets-open", "over-limit case=noticed", "cut", ["5.1", "R-3"]),
        (THREE_CARD, "bets-open", "over-limit case=unnoticed", "accepted", ["5.1.1"]),
        (STUD, "bets-open", "below-minimum case=unnoticed", "accepted", ["5.2.1"]),
        (STUD, "dealt", "wrong-size case=larger", "accepted", ["5.3.1"]),
        (HOLDEM, "bets-open", "jackpot-without-ante", "returned", ["5.4", "3.8", "3.9", "R-48"]),
        (STUD, "dealt", "walked-away", "folded", ["5.5", "R-49"]),
        (STUD, "dealt", "walked-away-decided", "accepted", ["5.6", "5.5", "R-49"]),
        (THREE_CARD, "bets-open", "below-minimum case=left", "returned", ["5.2", "R-82", "5.4", "3.8", "5.6"]),
        (THREE_CARD, "pause", "not-shown case=in-play", "hidden", ["4.5", "R-74"]),
        (STUD, "pause", "not-shown case=in-play", "folded", ["4.3", "R-91"]),
        (STUD, "folded", "not-shown case=folded", "hidden", ["4.3", "R-91"]),
        (STUD, "choosing", "walked-away", "folded", ["5.5", "R-49", "R-95"]),
        (STUD, "choosing", "walked-away at=pause", "accepted", ["5.6", "R-95"]),
        (STUD, "pause", "walked-away", "accepted", ["5.6"]),
        (STUD, "pause", "not-shown case=folded", "hidden", ["4.3", "R-91"]),
        (HOLDEM, "turn", "wrong-size case=larger", "accepted", ["5.3.1"]),
        ("poker@7", "looked", "out-of-turn case=folds", "retracted", ["5.12", "R-39", "R-69", "5.12.4"]),
        (
            "poker@7",
            "looked",
            "out-of-turn case=posted-checks",
            "retracted",
            ["5.12", "R-39", "R-69", "5.12.1", "R-83"],
        ),
        ("poker@7", "flop-bet", "out-of-turn case=folds", "retracted", ["5.12", "R-39", "R-69", "5.12.4", "R-97"]),
        ("poker@7", "flop-bet", "out-of-turn case=calls", "retracted", ["5.12", "R-39", "R-69", "5.12.2", "R-97"]),
        ("poker@7", "settled", "joins case=elsewhere", "posts", ["5.4", "R-36"]),
        ("poker@7", "settled", "joins case=first-orbit", "free", ["5.4", "1.27"]),
        ("poker@7", "settled", "joins case=small-blind", "waits", ["R-64", "5.4", "R-36"]),
        ("poker@6", "settled", "joins case=relocated", "free", ["5.4.1", "1.26"]),
        ("poker@7", "settled", "absent case=small-blind", "passed over", ["5.5", "3.7"]),
        ("poker@7", "settled", "absent case=big-blind", "passed over", ["5.6"]),
        ("poker@7", "settled", "returns case=small-on-button", "waits", ["5.4.2(a)", "5.5", "R-36"]),
        ("poker@7", "settled", "returns case=both-elsewhere", "posts", ["5.4.2", "R-36"]),
        ("poker@6", "turn", "hand-shown", "folded", ["5.11", "1.19(i)"]),
        ("poker@7", "flop", "out-of-turn case=checks", "retracted", ["5.12", "R-39", "R-69", "5.12.1"]),
        ("poker@7", "flop", "out-of-turn case=bets-less", "retracted", ["5.12", "R-39", "R-69", "5.12.2"]),
        ("poker@6", "flop", "out-of-turn case=bets-more", "retracted", ["5.10", "R-39", "R-69", "5.10.3"]),
        ("poker@6", "flop", "out-of-turn case=folds", "retracted", ["5.10", "R-39", "R-69", "5.10.4"]),
    ],
)
def test_what_players_did(book: str, phase: str, found: str, ruling: str, paragraphs: list[str]) -> None:
    said = answer(book, Device.SHOE, phase, found)
    assert (said.ruling, cited(said)) == (ruling, paragraphs)


def test_a_short_all_in_closes_the_betting_to_who_had_acted() -> None:
    said = answer("poker@7", Device.SHOE, "flop", "all-in case=below-half")
    yet_to_act, had_acted = said.choices
    assert [may.act for may in yet_to_act.may] == ["call", "raise to 46.00 or more", "fold"]
    assert [may.act for may in had_acted.may] == ["call", "fold", "not raise"]
    assert list(had_acted.may[-1].cites) == ["3.12.3", "R-30"]
    reopened = answer("poker@7", Device.SHOE, "flop", "all-in case=from-half").choices
    assert {may.act for may in reopened[1].may} == {"call", "raise to 50.00 or more", "fold"}


def test_a_hand_that_is_not_shown_loses_bets_that_depend_on_its_ranking() -> None:
    told = {
        (book, dealer): answer(book, Device.SHOE, "pause", f"not-shown case=in-play {dealer}".strip()).remedies[:2]
        for book in (THREE_CARD, STUD)
        for dealer in ("", "dealer=low")
    }
    assert told[THREE_CARD, ""][0] == "Lost on box 1 by it: ante, pair-plus, jackpot, play."
    assert told[THREE_CARD, "dealer=low"] == (
        "Lost on box 1 by it: pair-plus, jackpot.",
        "Settled as if it were shown: ante, play.",
    )
    assert told[STUD, ""][0] == told[STUD, "dealer=low"][0] == "Lost on box 1 by it: ante, jackpot, bet."


def test_whose_place_it_is_to_deem_a_player_gone() -> None:
    said = answer("poker@7", Device.SHOE, "settled", "gone case=twice")
    assert said.decided_by is Rank.PIT_SUPERVISOR and said.ruling == "gone"
    by_the_dealer = answer("poker@7", Device.SHOE, "settled", "gone case=twice", by=Rank.DEALER)
    assert by_the_dealer.refused is not None and by_the_dealer.refused == said.below


def test_what_a_fold_has_lost_stays_lost() -> None:
    """R-94: only a jackpot bet that outlives the fold goes back."""
    found = "extra-look box=4 second=folded intentional=true"
    lost = "The hand is struck out; what the fold has lost stays lost."
    assert answer(THREE_CARD, Device.SHOE, "looked", found).remedies[:2] == (lost, "The round goes on.")
    assert answer(HOLDEM, Device.SHOE, "looked", found).remedies[1].startswith("The jackpot bet on box 4")
    assert answer(STUD, Device.SHOE, "looked", found.replace("box=4", "box=1")).ruling == "invalidated"
    assert answer(THREE_CARD, Device.SHOE, "pause", found).remedies == (lost, "The dealer pays.")
    for street in ("flop", "turn-folded", "river"):
        assert answer(HOLDEM, Device.SHOE, street, found).remedies[0] == lost


def test_what_is_lost_by_a_fold_is_not_lost_by_hiding_the_hand() -> None:
    said = answer(STUD, Device.SHOE, "pause", "not-shown case=folded")
    assert said.remedies[:2] == ("Lost on box 2 by the fold: ante.", "Lost on box 2 by it: jackpot.")


def test_a_hidden_hand_keeps_the_award_of_the_community_cards() -> None:
    said = answer(HOLDEM, Device.SHOE, "river", "not-shown case=in-play")
    assert said.remedies[1] == "An award that the community cards win alone is still paid."


def test_nobody_is_asked_to_raise_a_bet_that_was_left_behind() -> None:
    said = answer(THREE_CARD, Device.SHOE, "bets-open", "below-minimum case=left")
    assert said.remedies[0] == "The bet goes back at the close: nobody is there to raise or withdraw it."
    assert load(THREE_CARD).paragraphs["5.2"] not in said.remedies


def test_a_bet_out_of_turn_may_have_to_stand() -> None:
    said = answer("poker@7", Device.SHOE, "turn", "out-of-turn case=bets-more")
    acts = [may.act for may in said.choices[0].may]
    assert acts == ["call", "raise", "fold and leave the bet out of turn in the pot"]


# Desk and table


@pytest.mark.slow
@pytest.mark.parametrize(("key", "device"), EVERYWHERE)
def test_desk_and_table_do_not_disagree(key: str, device: Device) -> None:
    """The same report in a round file, after the script of the phase: same ruling, same paragraphs, or same refusal."""
    for phase in phases(game_of(key)):
        if isinstance(phase, HousePhase) and phase.award is not None:
            continue  # a round file of one table pays every award at once
        for finding in findings(at_the_table(key, device)).values():
            if finding.deed or finding.correction:  # which stands in no round file
                continue
            *_, (so, case) = (
                each for each in cases(phase, device, finding) if "earlier=" not in as_text(finding, each[1])
            )
            found = as_text(finding, case)
            said = answer(key, device, phase.key, " ".join([found, *(reply.text for reply in so)]))
            played = play(read_script(round_file(key, device, phase, so, found)))
            if played.refusal is not None:
                assert said.refused is not None, (phase.key, found)
                assert (said.refused.why, said.refused.cites) == (played.refusal.why, played.refusal.cites)
                continue
            *_, last = played.rounds[-1].incidents
            assert (last.ruling, last.cites) == (said.ruling, numbers(said)), (phase.key, found)


def numbers(said: Answer) -> list[str]:
    return printed(said.cites)


BY_HAND = 'settle = "by-hand"'
"""As the tables of the desk, which a dealer runs (R-93)."""


def round_file(key: str, device: Device, phase: HousePhase | PokerPhase, case: Case, found: str) -> str:
    head = [f'rulebook = "{key}"', f'dealing = "{device}"']
    kind, *details = found.split()
    so, _ = read_circumstances(phase, [reply.text for reply in case])
    if isinstance(phase, PokerPhase):
        at_poker = PokerExample(key, device, phase, so, kind, details)
        actions = [*at_poker.script_of_phase, f"incident {found}"]
        seats = [f'{number} = ["{seat.player}", "200"]' for number, seat in at_poker.state.seats.items()]
        table = ["[table]", 'small-blind = "1"', "button = 1", BY_HAND, "[seats]", *seats]
    else:
        example = HouseExample(key, device, phase, so, kind, details)
        actions = [*example.script_of_phase, " ".join(["incident", kind, *example.details])]
        limits = [f'{spot} = ["10", "500"]' for spot in example.game.spots if spot != "jackpot"]
        jackpot = ["[jackpot]", 'meter = "125000"', 'reset = "50000"', 'contribution = "0.60"']
        boxes = [f'{number} = "{player}"' for number, player in example.table.players.items()]
        table = ["[table]", 'jackpot-bet = "5"', BY_HAND, *limits, *jackpot, "[boxes]", *boxes]
    shoe = show_cards(ORDER)
    return "\n".join([*head, f"shoe = {json.dumps([shoe, shoe])}", f"actions = {json.dumps(actions)}", *table])


# Who may decide


@pytest.mark.parametrize(
    ("book", "found", "rank", "paragraph"),
    [
        (THREE_CARD, "simultaneous", Rank.PIT_SUPERVISOR, "5.14"),
        (THREE_CARD, "extra-look box=4 intentional=true", Rank.PIT_SUPERVISOR, "5.18"),
        (THREE_CARD, "other ruling=void", Rank.SHIFT_MANAGER, "5.23"),
        (STUD, "simultaneous", Rank.PIT_SUPERVISOR, "5.14"),
        (STUD, "extra-look box=4 intentional=true", Rank.PIT_SUPERVISOR, "5.19"),
        (STUD, "other ruling=void", Rank.SHIFT_MANAGER, "5.24"),
        (HOLDEM, "extra-look box=4 intentional=false", Rank.PIT_SUPERVISOR, "5.18"),
        (HOLDEM, "other ruling=continue", Rank.SHIFT_MANAGER, "5.23"),
        ("poker@6", "other ruling=void", Rank.SHIFT_MANAGER, "5.14"),
        ("poker@7", "other ruling=void", Rank.SHIFT_MANAGER, "5.16"),
    ],
)
def test_a_lower_rank_is_refused_with_the_paragraph(book: str, found: str, rank: Rank, paragraph: str) -> None:
    for lower in Rank:
        said = answer(book, Device.SHOE, "looked", found, by=lower)
        assert said.decided_by is rank
        if lower >= rank:
            assert said.refused is None
        else:
            assert said.refused is not None
            assert list(said.refused.cites) == [paragraph, "R-101"]


@pytest.mark.parametrize("book", [THREE_CARD, STUD, HOLDEM])
def test_the_dealer_decides_the_rest(book: str) -> None:
    assert answer(book, Device.SHOE, "dealt", "dealing-error", by=Rank.DEALER).ruling == "options"
    assert answer(book, Device.SHOE, "dealt", "jackpot-down", by=Rank.DEALER).ruling == "void"
    assert answer(book, Device.SHOE, "dealt", "dealing-error", by=Rank.PLAYER).refused is not None


@pytest.mark.parametrize("book", [THREE_CARD, STUD, HOLDEM])
@pytest.mark.parametrize(
    ("found", "rank"),
    [
        ("no-burn reconstructable=true", Rank.PIT_SUPERVISOR),
        ("jackpot-down policy=disallow", Rank.PIT_SUPERVISOR),
        ("jackpot-down policy=without-jackpot", Rank.PIT_SUPERVISOR),
        ("jackpot-up", Rank.PIT_SUPERVISOR),
        ("jackpot-down policy=close", Rank.SHIFT_MANAGER),
    ],
)
def test_what_is_left_to_the_house_waits_for_the_pit(book: str, found: str, rank: Rank) -> None:
    said = answer(book, Device.SHOE, "dealt", found, by=Rank(rank - 1))
    assert said.decided_by is rank
    assert said.refused is not None and ruling(101) in said.refused.cites


@pytest.mark.parametrize("book", ["poker@6", "poker@7"])
def test_no_player_rules_at_a_poker_table(book: str) -> None:
    assert answer(book, Device.SHOE, "dealt", "foreign-card", by=Rank.PLAYER).refused is not None


def test_the_report_carries_its_actor() -> None:
    example = HouseExample(THREE_CARD, Device.SHOE, _house_phase("dealt"), {}, "other", ["ruling=void"])
    assert example.report.by == Actor(Rank.SHIFT_MANAGER, "the Shift Manager")


def _house_phase(key: str) -> HousePhase:
    phase = phase_of("three-card-poker", key)
    assert isinstance(phase, HousePhase)
    return phase


# Reconstruction


def lying(*places: Place, seen: Sequence[int] = ()) -> list[Lying]:
    """Cards in the order in which they left the device; `seen` counts from 1."""
    cards = zip(DECK, places, strict=False)
    return [Lying(card, place, number in seen) for number, (card, place) in enumerate(cards, 1)]


BOOK = at_the_table(THREE_CARD, Device.SHOE)
DEAL: tuple[Place, ...] = (To.BURN, *(1, 2, 4, To.DEALER) * 3)

anywhere = st.sampled_from([To.BURN, To.DEALER, 1, 2, 3, 4, "flop"])


@given(st.lists(anywhere, max_size=30), st.lists(anywhere, max_size=30), st.sets(st.integers(1, 30)))
def test_the_moves_lead_to_the_intended_layout(intended: list[Place], went: list[Place], seen: set[int]) -> None:
    happened = lying(*went, seen=sorted(seen))
    found = reconstruct(BOOK, intended, happened)
    after = put_right(happened, found)
    assert list(after.values()) == intended[: len(went)]
    assert list(after) == [each.card for each in happened[: len(intended)]]
    assert [*after.values(), *found.to_come] == intended
    assert found.possible == (not any(move.seen for move in found.moves))
    assert found.as_it_should_be == (went == intended)


@given(st.permutations([1, 2, 3, 4, To.DEALER]), st.integers(2, 5), st.booleans())
def test_hands_dealt_in_another_order_move_whole(order: list[Place], size: int, in_sets: bool) -> None:
    proper: list[Place] = [1, 2, 3, 4, To.DEALER]

    def dealt(hands: list[Place]) -> list[Place]:
        return [hand for hand in hands for _ in range(size)] if in_sets else hands * size

    happened = lying(*dealt(order))
    found = reconstruct(BOOK, dealt(proper), happened)
    wrong = {place for place, should in zip(order, proper, strict=True) if place != should}
    assert {hand.source for hand in found.hands} == {hand.target for hand in found.hands} == wrong
    assert found.hands_movable == bool(wrong)
    moved = {card: hand.target for hand in found.hands for card in hand.cards}
    assert moved == {move.card: move.target for move in found.moves}


def test_two_hands_swapped() -> None:
    happened = lying(To.BURN, *(2, 1, 4, To.DEALER) * 3)
    found = reconstruct(BOOK, DEAL, happened)
    second, first = (tuple(each.card for each in happened if each.place == box) for box in (2, 1))
    assert found.hands == (HandMoved(2, 1, second), HandMoved(1, 2, first))
    assert found.hands_movable
    assert list(found.cites) == ["5.8.6"]
    assert not reconstruct(BOOK, DEAL, lying(To.BURN, *(2, 1, 4, To.DEALER) * 3, seen=[2])).hands_movable


def test_a_hand_at_the_next_box() -> None:
    """It went to a box without a bet: moving the complete hand puts it right."""
    found = reconstruct(BOOK, DEAL, lying(To.BURN, *(1, 2, 3, To.DEALER) * 3))
    assert [(hand.source, hand.target) for hand in found.hands] == [(3, 4)]


def test_a_box_skipped_once() -> None:
    found = reconstruct(BOOK, DEAL, lying(To.BURN, 1, 4, To.DEALER, *(1, 2, 4, To.DEALER) * 2))
    assert found.to_come == (To.DEALER,)
    assert not found.hands and not found.hands_movable
    assert found.possible
    assert len(found.moves) == 10
    assert not reconstruct(BOOK, DEAL, lying(To.BURN, 1, 4, To.DEALER, *(1, 2, 4, To.DEALER) * 2, seen=[3])).possible
    assert reconstruct(BOOK, DEAL, lying(To.BURN, 1, 4, To.DEALER, *(1, 2, 4, To.DEALER) * 2, seen=[1, 2])).possible


def test_a_card_too_many() -> None:
    happened = lying(*DEAL, 4)
    found = reconstruct(BOOK, DEAL, happened)
    (move,) = found.moves
    assert (move.source, move.target) == (4, None)
    assert found.possible and not found.hands_movable
    assert not reconstruct(BOOK, DEAL, lying(*DEAL, 4, seen=[14])).possible


def test_the_burn_left_out() -> None:
    found = reconstruct(BOOK, DEAL, lying(*DEAL[1:]))
    assert len(found.moves) == 12 and found.to_come == (To.DEALER,)
    assert found.possible and not found.hands


def test_one_card_each_changed_between_two_hands() -> None:
    found = reconstruct(BOOK, DEAL, lying(To.BURN, 2, 1, *DEAL[3:]))
    assert len(found.moves) == 2 and not found.hands and found.possible


@pytest.mark.parametrize(
    ("book", "device", "places", "street", "expected"),
    [
        (THREE_CARD, Device.SHOE, [1, 2], "deal", "burn 1 2 dealer 1 2 dealer 1 2 dealer"),
        (THREE_CARD, Device.SHUFFLER, [2, 5], "deal", "2 2 2 5 5 5 dealer dealer dealer"),
        (HOLDEM, Device.SHOE, [1, 3], "deal", "burn 1 3 1 3"),
        (HOLDEM, Device.SHOE, [1], "river", "burn 1 1 burn flop flop flop burn turn burn river dealer dealer"),
        (HOLDEM, Device.SHUFFLER, [1], "deal", "flop flop flop turn river 1 1 dealer dealer"),
        ("poker@6", Device.SHOE, [2, 3, 1], "flop", "2 3 1 2 3 1 burn flop flop flop"),
        ("poker@7", Device.SHOE, [2, 3, 1], "turn", "burn 2 3 1 2 3 1 burn flop flop flop burn turn"),
        ("poker@7", Device.SHUFFLER, [2, 1], "deal", "flop flop flop turn river 2 2 1 1"),
    ],
)
def test_the_order_of_the_deal_is_asked_of_a_table(
    book: str, device: Device, places: list[int], street: str, expected: str
) -> None:
    assert " ".join(map(str, intended_places(book, device, places, street))) == expected


def test_a_deal_is_read_and_printed() -> None:
    deal = read_deal(THREE_CARD, Device.SHOE, "1 2! d 1 2 d 1 2 d")
    assert deal_lines(deal, "box")[:3] == [
        "card  went to  belongs to",
        "1     box 1    burn        moves",
        "2!    box 2    box 1       cannot move: it was seen",
    ]
    assert deal_lines(deal, "box")[-1] == "10    -        dealer      still to come from the device"
    assert conclusion(deal, "box") == ["They cannot be put back unseen: card 2 would have to move and was seen."]
    assert deal.fact("no-burn") == "reconstructable=false"
    assert deal.fact("interruption") is None
    swapped = read_deal(THREE_CARD, Device.SHUFFLER, "2 2 2 1 1 1 d d d")
    assert swapped.fact("misdealt") == "hands-movable=true"
    assert conclusion(swapped, "box")[0] == "Complete hands have changed places: box 2 to box 1, box 1 to box 2."
    one_too_many = read_deal(THREE_CARD, Device.SHUFFLER, "1 1 1 d d d d")
    assert conclusion(one_too_many, "box") == ["The cards can be put back in their order; 1 card moves."]
    right = read_deal("poker@7", Device.SHOE, "b 2 1 2 1", [2, 1])
    assert conclusion(right, "seat") == ["Every card is where it belongs."]


@pytest.mark.parametrize(
    ("book", "text", "places", "complaint"),
    [
        (THREE_CARD, "burn 1 elsewhere", [], "'elsewhere' is not a place here; write a number from 1 to 16"),
        (THREE_CARD, "burn 1 17", [], "'17' is not a place here; write a number from 1 to 16"),
        (THREE_CARD, "flop 1", [], "'flop' is not a place here"),
        (THREE_CARD, "burn dealer", [], "say where the cards went"),
        (THREE_CARD, "burn 1", list(range(1, 30)), "1 to 16 boxes with numbers from 1 to 16 are dealt in"),
        (THREE_CARD, "1 " * 61, [], "a single deck has 52 cards; 61 cannot have been dealt from it"),
        (STUD, "burn 10", [], "write a number from 1 to 9"),
        (HOLDEM, "burn 1 1", [2, 2], "name each of the boxes once, not 2, 2"),
        ("poker@7", "burn 1", [], "2 to 9 seats with numbers from 1 to 9 are dealt in, not 1"),
        ("poker@7", "burn 1 44", [], "'44' is not a place here; write a number from 1 to 9"),
        ("poker@7", "dealer 1 2", [], "'dealer' is not a place here"),
    ],
)
def test_a_deal_that_is_not_understood(book: str, text: str, places: list[int], complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        read_deal(book, Device.SHOE, text, places)


# In the terminal


def talk(book: str, typed: str, device: Device | None = None) -> str:
    out = StringIO()
    Dialogue(Screen(StringIO(typed), out, {}), book, device).run()
    return out.getvalue()


def test_questions_lead_to_an_answer() -> None:
    told = talk(THREE_CARD, "1\n3\n2\n1\n3\n\nq\n")
    assert "Ruling     VOID: the round is void                                  5.8.2, R-53" in told
    assert "(exposed cards=2 box=1)" in told


def test_words_may_be_typed_and_numbers_of_boxes() -> None:
    told = talk(HOLDEM, "turn\nplayer-count\n2\n7\n\nfoo\nb\nvoid\n1\n1\n", Device.SHUFFLER)
    assert "Box 7 is out of the round" in told
    assert "Enter, p or q" not in told and "Type a number from 1 to 5" in told
    assert "Ruling     NONE: it changes nothing" in told


def test_back_and_help() -> None:
    told = talk(
        "poker@7", "shoe\ndealt\nexposed\nb\nb\nlooked\n?\n? 5.3\n? r-71\n? 9.9\n2\n1\n1\n9x\n9\nb\nb\nb\nb\nb\nb\n"
    )
    assert "Type the number of a line" in told
    assert "5.3  A card lying face up in the shoe" in told
    assert "R-71  5.3:" in told
    assert "9.9  poker@7 has no such paragraph" in told
    assert "Type a number from 1 to 9." in told
    assert "seat 9 gets the next card for it" in told
    assert told.count("Dealt from?") >= 2


@pytest.mark.parametrize("book", BOOKS)
def test_the_end_of_the_input_is_the_end(book: str) -> None:
    assert talk(book, "").endswith("> \n")
    assert talk(book, "q\n").endswith("> q\n")


@pytest.mark.slow
@pytest.mark.parametrize("key", BOOKS)
def test_no_line_is_wider_than_eighty_columns(key: str) -> None:
    for phase in phases(game_of(key)):
        told = talk(key, f"{phase.key}\n" + "".join(f"{number}\nb\n" for number in range(1, 5)), Device.SHOE)
        for finding in findings(load(key)).values():
            told += talk(key, f"{phase.key}\n{finding.key}\n" + "1\n\n" * len(finding.facts), Device.SHOE)
        assert max(map(len, told.splitlines())) < 80


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["rule", *words])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_the_command_answers_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, THREE_CARD, "--phase", "dealt", "--found", "exposed", "cards=2")
    assert status == 0
    assert "VOID: the round is void" in out
    status, out, _ = run(capsys, THREE_CARD, "--phase", "dealt", "--found", "simultaneous", "--as", "dealer")
    assert status == 1
    assert "Refused    the Pit Supervisor or above must decide this" in out


def test_the_command_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    report = ["--phase", "dealt", "--found", "exposed", "box=1", "--device", "shuffler", "--json"]
    status, out, _ = run(capsys, STUD, *report)
    told = json.loads(out)
    assert status == 0
    assert told["ruling"] == "options" and told["decided_by"] == "Dealer" and told["refused"] is None
    assert told["choices"] == {"box 1": {"continue": ["5.10.1"], "withdraw": ["5.10.3", "R-10"]}}
    assert told["paragraphs"]["5.10.3"].startswith("Option:")
    status, out, _ = run(capsys, STUD, "--phase", "bets-open", "--found", "misdealt", "--json")
    assert status == 1
    assert json.loads(out)["refused"]["why"].startswith("no cards have been dealt")


def test_the_command_tells_what_else_may_be_answered(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "poker@7", "--phase", "turn", "--found", "interruption")
    assert status == 0
    assert "VOID: the round is void" in out
    assert "But if     a player with money in has folded: CONTINUE: the round goes on" in out
    status, out, _ = run(capsys, "poker@7", "--phase", "turn", "--found", "interruption", "--json")
    told = json.loads(out)
    assert told["when"] == "nobody with money in has folded"
    assert [(other["ruling"], other["cites"]) for other in told["otherwise"]] == [("continue", ["5.1.1", "R-6"])]


def test_a_deal_decides_what_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    report = ["--phase", "dealt", "--found", "misdealt", "--dealt", "burn 2 1 d 2 1 d 2 1 d"]
    status, out, _ = run(capsys, THREE_CARD, *report)
    assert status == 0
    assert "Complete hands have changed places" in out and "RECONSTRUCTED" in out
    status, out, _ = run(capsys, THREE_CARD, *report, "--json")
    told = json.loads(out)
    assert told["deal"]["hands_movable"] and told["found"] == "misdealt hands-movable=true"
    overridden = ["--phase", "dealt", "--found", "no-burn", "reconstructable=false", "--dealt", "1 d 1 d 1 d"]
    status, out, _ = run(capsys, THREE_CARD, *overridden)
    assert "can be put back" in out and "VOID" in out
    assert "Decides    the Pit Supervisor or above; a dealer reports and waits" in out


def test_the_command_lists_and_prints_the_manual(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "poker@7", "--list")
    assert status == 0 and "flop-bet" in out and "too-many" in out
    status, out, _ = run(capsys, "poker@6", "--manual")
    assert status == 0 and out.startswith("# Rulings manual: Poker, version 6")


def test_the_command_says_what_it_does_not_understand(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "bridge@1")
    assert status == 2 and "there is no rulebook 'bridge@1'" in err
    status, _, err = run(capsys, "poker@6", "--device", "shuffler")
    assert status == 2 and "has no dealing from the shuffler" in err
    for words in (["--phase", "dealt"], ["--json"]):
        with pytest.raises(SystemExit) as left:
            main(["rule", THREE_CARD, *words])
        assert left.value.code == 2


def test_the_command_asks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("dealt\ninterruption\n"))
    status, out, _ = run(capsys, "poker@6")
    assert status == 0 and "VOID" in out


def test_every_game_has_its_phases() -> None:
    for game in (*HOUSE_GAMES, "poker"):
        keys = [phase.key for phase in phases(game)]
        assert len(keys) == len(set(keys))
        assert {"dealt", "looked", "settled", "void"} <= set(keys)


@pytest.mark.parametrize("phase", ["held", "verifying"])
@pytest.mark.parametrize("book", ["three-card-poker@3", "casino-stud@2", "progressive-holdem@6"])
def test_what_is_ruled_while_an_award_waits(book: str, phase: str) -> None:
    example = HouseExample(book, Device.SHOE, _phase_of(book, phase), {}, "interruption", [])
    (claim,) = example.dealer.round.claims
    assert claim.box == 1 and example.dealer.round.phase is Phase.AWARDING
    ruled = {
        found: answer(book, Device.SHOE, phase, found) for found in ("interruption", "foreign-card", "dealer-count")
    }
    assert [said.ruling for said in ruled.values()] == ["continue", "none", "void"]
    assert "The share of the jackpot that waited is not paid." in ruled["dealer-count"].remedies
    assert (ruled["dealer-count"].decided_by, ruled["interruption"].decided_by) == (Rank.PIT_SUPERVISOR, Rank.DEALER)
    assert "R-107" in ruled["dealer-count"].paragraphs
    assert answer(book, Device.SHOE, phase, "jackpot-down policy=close").ruling in ("none", "continue")


def _phase_of(book: str, key: str) -> HousePhase:
    found = phase_of(game_of(book), key)
    assert isinstance(found, HousePhase)
    return found


CORRECTED = [
    (STUD, "settled", "entry box=1", "corrected", Rank.PIT_SUPERVISOR, ["5.10.1", "R-110", "R-5", "R-107"]),
    (STUD, "folded", "entry up again=true", "corrected", Rank.PIT_SUPERVISOR, ["R-111"]),
    (STUD, "bets-open-later", "entry dealer", "corrected", Rank.SHIFT_MANAGER, ["5.10.1", "R-110"]),
    (HOLDEM, "turn", "entry board", "refused", Rank.DEALER, ["5.10.1", "R-110"]),
    (HOLDEM, "settled", "payment box=2 paid=1.23", "recorded", Rank.DEALER, ["R-112"]),
    (THREE_CARD, "pause", "payment pushed=less", "refused", Rank.DEALER, ["R-112"]),
    ("poker@7", "settled", "entry seat=3", "corrected", Rank.PIT_SUPERVISOR, ["R-110", "R-5", "R-107"]),
    ("poker@6", "turn-bet", "entry board again=true", "corrected", Rank.PIT_SUPERVISOR, ["R-111"]),
    ("poker@7", "flop", "entry seat=3 round=earlier", "corrected", Rank.SHIFT_MANAGER, ["4.4", "R-110"]),
    ("poker@6", "settled", "payment pushed=more", "recorded", Rank.DEALER, ["R-112"]),
]


@pytest.mark.parametrize(("book", "phase", "found", "ruling", "rank", "cites"), CORRECTED)
def test_wrong_entries_and_payments(
    book: str, phase: str, found: str, ruling: str, rank: Rank, cites: list[str]
) -> None:
    said = answer(book, Device.SHOE, phase, found)
    assert (said.ruling or "refused", said.decided_by) == (ruling, rank)
    assert printed(said.cites if said.refused is None else said.refused.cites) == cites
    if rank > Rank.DEALER:
        below = answer(book, Device.SHOE, phase, found, by=Rank(rank - 1))
        assert below.refused is not None and rank.words in below.refused.why


def test_named_cards_may_be_ones_that_the_example_dealt_elsewhere() -> None:
    """Which makes the dealer's hand the best of all, so that box 1 wins nothing."""
    named = answer(STUD, Device.SHOE, "settled", 'entry dealer="As Ks Qs Js Ts"')
    assert named.ruling == "corrected"
    assert answer("poker@7", Device.SHOE, "settled", 'entry seat=1 hand="As Ad"').ruling == "corrected"


def test_the_command_reads_cards_in_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--phase", "settled", "--found", "entry", "box=1", "hand=As Ks Qs Js Ts"]
    status, out, _ = run(capsys, STUD, *words)
    assert status == 0 and "CORRECTED: the cards on the table count" in out
    status, _, err = run(capsys, STUD, "--phase", "settled", "--found", "payment", "box=1")
    assert status == 2 and "paid=" in err
    assert "entry" in run(capsys, "poker@6", "--list")[1]


def test_a_refused_report_changes_nothing_at_the_example() -> None:
    example = HouseExample(STUD, Device.SHOE, _house_phase("dealt"), {}, "extra-look", ["box=4"])
    before = example.dealer.round
    with pytest.raises(Refused):
        example.dealer.act(example.report)
    assert example.dealer.round == before
