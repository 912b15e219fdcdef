"""What is refused tells nobody where a hidden card is, unless the refusal itself says that it would.

A report is made at a table and at its double, where all that does not lie open lies elsewhere. Where the two answers
differ, one of them is a refusal marked `tells_cards`, with which a live table does not answer.
"""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.actors import PUBLIC, Actor, Rank
from croupier.base.errors import Refused
from croupier.base.typed_fields import with_texts
from croupier.proofs.sim.poker.crowd import MANNERS, Crowd, random_setup
from croupier.proofs.sim.poker.lives import SimPokerTable
from croupier.rules.cards import DECK, Card, seeded_chance, shuffled
from croupier.rules.games.house import commands as house
from croupier.rules.games.house.table import HouseRound
from croupier.rules.games.house.view import sees as sees_at_a_box
from croupier.rules.games.poker import commands as poker
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import PokerState
from croupier.rules.games.poker.view import sees as sees_at_a_seat
from croupier.rules.rulebook.model import Rulebook
from tests.properties.rounds import ANYBODY, Played, Setup, played


def double(seen: frozenset[Card], seed: int) -> Callable[[str], str]:
    """Which card lies in the place of which."""
    hidden = [card for card in DECK if card not in seen]
    lies: dict[str, str] = dict(zip(hidden, shuffled(hidden, seeded_chance(seed)), strict=True))
    return lambda card: lies.get(card, card)


def check(here: Refused | None, there: Refused | None) -> None:
    if any(answer is not None and answer.tells_cards for answer in (here, there)):
        return
    assert (here is None) == (there is None)
    assert here is None or there is None or (here.why, here.cites) == (there.why, there.cites)


def house_answer(setup: Setup, round_: HouseRound, report: house.ReportIrregularity) -> Refused | None:
    try:
        setup.game.decide(setup.book, round_, report)
    except Refused as refused:
        return refused
    return None


def house_reports(card: Card, other: Card, box: int) -> list[house.ReportIrregularity]:
    return [
        house.ReportIrregularity(house.Incident.EXPOSED, ANYBODY, dealer=True, card=card),
        house.ReportIrregularity(house.Incident.EXPOSED, ANYBODY, boxes=(box,), card=card),
        house.ReportIrregularity(house.Incident.EXPOSED, Actor(Rank.PLAYER, "Ann"), dealer=True, card=card),
        house.ReportIrregularity(house.Incident.SIMULTANEOUS, ANYBODY, first=card, second=other),
        house.ReportIrregularity(house.Incident.SIMULTANEOUS, ANYBODY, first=card),
        house.ReportIrregularity(house.Incident.DEALER_COUNT, ANYBODY, reconstructable=True),
        house.ReportIrregularity(house.Incident.EXTRA_LOOK, ANYBODY, boxes=(box,)),
    ]


@given(played(rounds=1), st.integers(0, 9999))
def test_at_house_banked_tables(what: Played, seed: int) -> None:
    chance = seeded_chance(seed)
    for round_ in what.rounds[0].states():
        if not round_.dealt:
            continue
        lies = double(sees_at_a_box(round_, PUBLIC), seed)
        other_round = with_texts(round_, Card, lies)
        place = chance.randrange(len(round_.dealt) - 1)
        first, second = shuffled(round_.dealt[place : place + 2], chance)
        for named, other in ((first, second), (chance.choice(DECK), chance.choice(DECK))):
            for report in house_reports(named, other, chance.choice([*round_.boxes])):
                check(house_answer(what.setup, round_, report), house_answer(what.setup, other_round, report))


def poker_answer(book: Rulebook, state: PokerState, report: poker.PokerCommand) -> Refused | None:
    try:
        decide(book, state, report)
    except Refused as refused:
        return refused
    return None


@pytest.mark.parametrize("seed", range(15))
def test_at_poker_tables(seed: int) -> None:
    chance = seeded_chance(f"asking {seed}")
    setup = random_setup(chance)
    book = setup.rulebook()
    crowd, table = Crowd(chance, chance.choice(MANNERS), book), SimPokerTable(setup)
    asked = refused_anyway = 0
    for _ in range(80):
        table.make(crowd.next_move(table.state))
        state = table.state
        if state.round is None or not state.round.hands:
            continue
        lies = double(sees_at_a_seat(state, PUBLIC), seed)
        other_state = with_texts(state, Card, lies)
        assert other_state.round is not None
        seat = chance.choice(state.round.order)
        for card in (*state.round.hands[seat], chance.choice(DECK)):
            for of_seat in (seat, None):
                report = poker.ReportIrregularity(poker.Incident.EXPOSED, ANYBODY, seat=of_seat, card=card)
                check(
                    poker_answer(setup.rulebook(), state, report), poker_answer(setup.rulebook(), other_state, report)
                )
                asked += 1
        there, elsewhere = state.round.hands[seat][0], other_state.round.hands[seat][0]
        if elsewhere != there and there not in sees_at_a_seat(state, PUBLIC):
            ask = partial(poker.ReportIrregularity, poker.Incident.EXPOSED, ANYBODY, seat=seat)
            right, wrong = (poker_answer(book, state, ask(card=card)) for card in (there, elsewhere))
            if right is not None:  # what is refused in any case is refused before the card is asked about
                assert wrong is not None
                assert (right.why, right.tells_cards) == (wrong.why, wrong.tells_cards)
                refused_anyway += 1
        for command in (poker.ShowHand(seat), poker.LookAtCards(seat), poker.LeaveTable(seat)):
            check(poker_answer(book, state, command), poker_answer(book, other_state, command))
    assert asked, "somebody was dealt in"
    assert refused_anyway, "somebody asked too late"
