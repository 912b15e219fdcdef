"""What people see of a poker round: the cards they may see, neither more nor fewer, and options only on their turn.

A leak need not be a card: what somebody is shown must stay the same when everything that they must not see is
exchanged.
"""

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from croupier.base.actors import AUDITOR, DEALER, PIT, PUBLIC, Role, Viewer
from croupier.proofs.sim.poker.account import Account
from croupier.proofs.sim.poker.broken import Broken
from croupier.rules.cards import Card
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.table import PokerState
from croupier.rules.games.poker.view import PokerView, view

CARD_CODE = re.compile(rb'"([2-9TJQKA][cdhs])"')


def may_see(account: Account, viewer: Viewer) -> set[Card]:
    if account.phase == "new":
        return set()
    deal = account.deal
    if viewer.role is Role.AUDITOR and account.phase in ("settled", "void"):
        return {*deal.burnt, *deal.community, *deal.aside, *(card for hand in deal.hands.values() for card in hand)}
    seen = {*deal.board, *deal.aside}
    for seat, hand in deal.hands.items():
        own = account.dealt_to[seat] == viewer.player
        if seat in account.turned_up or (own and seat in account.looked):
            seen |= set(hand)
    return seen


def check_views(account: Account, state: PokerState, events: Sequence[ev.PokerEvent]) -> None:
    """Everybody looks, also those who have left and somebody who never was there. `events`: those of the round."""
    sitting = [sitter.player for sitter in account.people.seats.values()]
    names = {"somebody who is not here", *account.dealt_to.values(), *sitting}
    for viewer in [PUBLIC, DEALER, PIT, AUDITOR, *map(Viewer, sorted(names))]:
        seen = view(state, viewer, events)
        encoded = msgspec.json.encode(seen)
        codes = {Card(code.decode()) for code in CARD_CODE.findall(encoded)}
        lawful = may_see(account, viewer)
        if codes != lawful:
            raise Broken(f"{viewer} sees {sorted(codes)} and may see {sorted(lawful)}")
        hidden = view(_with_other_cards(state, lawful), viewer, events)
        if msgspec.json.encode(hidden) != encoded:
            raise Broken(f"what {viewer} sees depends on cards that they may not see")
        _check_options(account, viewer, seen)
        _check_people(account, seen)
        if account.phase == "betting":
            _check_chips(account, seen)


def _check_options(account: Account, viewer: Viewer, seen: PokerView) -> None:
    turn = account.recount.queue[0] if account.phase == "betting" else None
    own = turn is not None and account.people.seats[turn].player == viewer.player
    if (seen.options is not None) is not own:
        raise Broken(f"{viewer.player} is offered {seen.options}, and it is the turn of seat {turn}")


def _check_people(account: Account, seen: PokerView) -> None:
    for number, sitter in account.people.seats.items():
        told = seen.seats[number]
        shown = (told.player, told.stack, told.away, told.leaving, told.missed_small, told.missed_big)
        there = (sitter.player, sitter.stack, sitter.away, sitter.leaving, sitter.owes_small, sitter.owes_big)
        if (*shown, told.newcomer, told.waits) != (*there, sitter.new, sitter.waits):
            raise Broken(f"seat {number} is shown as {told}")
    if seen.button != account.positions.button:
        raise Broken(f"the view shows the button on seat {seen.button}, but it is on {account.positions.button}")


def _check_chips(account: Account, seen: PokerView) -> None:
    """What everybody has in front of them and in the pots, and who has to pay how much."""
    told, recount = seen.round, account.recount
    assert told is not None
    if (told.turn, told.price) != (recount.queue[0], recount.price):
        raise Broken(f"seat {told.turn} is shown as asked for {told.price}, and not {recount.queue[0]}")
    for seat in recount.order:
        hand, live = told.hands[seat], seat in recount.live
        shown = (hand.bet, hand.put, hand.folded, hand.all_in)
        if shown != (recount.front[seat], recount.put[seat], not live, live and recount.stacks[seat] == 0):
            raise Broken(f"the hand of seat {seat} is shown as {hand}")
    collected = sum(recount.put.values()) - sum(recount.front.values()) + sum(recount.dead.values())
    collected += sum(chips for _, chips in recount.left_behind.values())
    if sum(pot.amount for pot in told.pots) != collected:
        raise Broken(f"pots of {told.pots} are shown, and {collected} lie in them")


def _with_other_cards(state: PokerState, seen: set[Card]) -> PokerState:
    """The same table with every card replaced that somebody must not see."""
    round_ = state.round
    if round_ is None:
        return state

    def other(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(card if card in seen else Card("??") for card in cards)

    return replace(
        state,
        round=replace(
            round_,
            hands={seat: other(hand) for seat, hand in round_.hands.items()},
            dealt=other(round_.dealt),
            burnt=other(round_.burnt),
            community=other(round_.community),
        ),
    )
