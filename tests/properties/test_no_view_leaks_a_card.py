"""Nobody is shown a card that they could not see at the table; this module states a second time who may see what."""

import re
from collections.abc import Set as AbstractSet

import msgspec
from hypothesis import given

from croupier.base.actors import AUDITOR, DEALER, PIT, PUBLIC, Role, Viewer
from croupier.base.typed_fields import texts_of
from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.house.commands import Incident
from croupier.rules.games.house.evolve import evolve
from croupier.rules.games.house.lines import Result
from croupier.rules.games.house.shown import shown
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, HouseRound, Phase, Standing
from croupier.rules.games.house.view import view
from tests.properties.rounds import Played, Setup, in_the_round, played

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")


def cards_in(shown: object) -> set[str]:
    """Every card code anywhere in what goes over the wire."""
    return set(CARD.findall(msgspec.json.encode(shown).decode()))


def may_see(setup: Setup, round_: HouseRound, viewer: Viewer) -> AbstractSet[Card]:
    """Burnt cards, the dealer's hidden ones, unturned community cards and hands not looked at: no viewer may see them.

    When the round is over, the auditor's (R-45).
    """
    if viewer.role is Role.AUDITOR and round_.over:
        return set(round_.dealt)
    seen = set(round_.community[: round_.turned])
    if round_.up is not None:
        seen.add(round_.up)
    if round_.dealer_shown:
        seen.update(round_.dealer)
    for box in round_.boxes.values():
        if (box.player == viewer.player and box.looked) or laid_open(setup, round_, box):
            seen.update(box.cards)
    return seen


def laid_open(setup: Setup, round_: HouseRound, box: Box) -> bool:
    """Compared with the dealer's hand, or folded in Casino Stud and paid a jackpot all the same (3.12.1, 4.4)."""
    if round_.phase not in (Phase.SETTLING, Phase.AWARDING, Phase.SETTLED) or not box.shown:
        return False
    if box.standing is Standing.IN_PLAY:
        return round_.dealer_shown
    won = any(line.spot is Spot.JACKPOT and line.result is Result.WIN for line in box.lines)
    claims = any(claim.box == box.number for claim in round_.claims)
    return box.standing is Standing.FOLDED and setup.game.key == "casino-stud" and (won or claims)


def viewers(setup: Setup) -> list[Viewer]:
    return [PUBLIC, DEALER, PIT, AUDITOR, Viewer("Nobody"), *map(Viewer, sorted(set(setup.table.players.values())))]


@given(played())
def test_a_view_holds_just_the_cards_its_viewer_may_see(what: Played) -> None:
    for round_ in what.rounds:
        for state in round_.states():
            for viewer in viewers(what.setup):
                assert cards_in(view(state, viewer)) == may_see(what.setup, state, viewer)


@given(played())
def test_an_event_is_shown_with_just_the_cards_its_viewer_saw_or_sees(what: Played) -> None:
    for round_ in what.rounds:
        before = round_.opening
        for event in in_the_round(round_.events):
            after = evolve(before, event)
            for viewer in viewers(what.setup):
                lawful = may_see(what.setup, before, viewer) | may_see(what.setup, after, viewer)
                told = shown(event, before, viewer)
                assert set(texts_of(told, Card)) - {FACE_DOWN} == lawful & set(texts_of(event, Card))
                assert len([*texts_of(told, Card)]) == len([*texts_of(event, Card)]), "hidden cards are counted"
            before = after


@given(played())
def test_a_second_hand_stays_face_down(what: Played) -> None:
    """Without the incident of an extra look, no player sees two hands, or one without an Ante, before they lie open."""
    for round_ in what.rounds:
        for state in (step.after.round for step in round_.steps):
            if state.over or state.phase is Phase.SETTLING:
                continue
            if any(ruled.incident == Incident.EXTRA_LOOK for ruled in state.incidents):
                continue
            for player in set(what.setup.table.players.values()):
                shown = cards_in(view(state, Viewer(player)))
                open_hands = [box for box in state.boxes.values() if shown.intersection(box.cards)]
                assert len(open_hands) <= 1
                assert all(box.player == player and box.bet(Spot.ANTE) for box in open_hands)


def test_every_card_would_be_found() -> None:
    assert cards_in({"hand": DECK}) == set(DECK)
    assert cards_in([" ".join(DECK)]) == set(DECK)
