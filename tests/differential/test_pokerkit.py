"""The same hands at our table and in PokerKit: every difference in chips has a paragraph that explains it.

A hand is played by random players at our table. Cards and acts are then repeated in PokerKit, and at the end every
stack must be the same. The two do not always agree on the rules; each point on which they may differ is in
DIFFERENCES, with what to look for in the hand. A difference is accepted only at the act, or in the pot, that its point
describes; whatever nothing describes fails. How often each one comes up in the seeded run is counted, and none may
be a dead letter.
"""

import os
import random
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pokerkit
import pytest
from msgspec.structs import replace

from croupier.base.actors import Viewer
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.players.poker import at_random
from croupier.rules.cards import parse_cards, seeded_chance
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.pots import shares
from croupier.rules.games.poker.table import PokerRound, PokerState, PokerTable, open_table
from croupier.rules.games.poker.view import view
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

SLICES = 4
HANDS = int(os.environ.get("POKERKIT_HANDS", "2400"))
"""In all; a hundred or so take a second. POKERKIT_HANDS=50000 for a long run."""

HALF_RAISE = "3.12.3, R-30: an all-in of half a raise lets everybody raise again; PokerKit wants a full one"
SHORT_PRICE = "3.12.2, R-31: after a short blind or all-in BET a call still costs the big blind; PokerKit asks for less"
USELESS_RAISE = "R-68: a raise that nobody can call is accepted and goes back; PokerKit refuses it"
NOBODY_ANSWERS = "R-68: who cannot be answered is not asked; PokerKit lets him check"
ODD_CHIPS = "4.5, R-34: odd chips one by one, clockwise from the button; PokerKit gives the first winner all of them"
SEVERAL_RAKES = "4.1: rake main pot first until the overall cap; PokerKit caps each pot, and joins pots of one winner"
OWN_LAST_BET = "4.3: what nobody called is not raked; PokerKit leaves the winner's whole last bet unraked when all fold"
DIFFERENCES = (
    HALF_RAISE,
    SHORT_PRICE,
    USELESS_RAISE,
    NOBODY_ANSWERS,
    ODD_CHIPS,
    OWN_LAST_BET,
    SEVERAL_RAKES,
)

AGREES = "agrees in everything"

AUTOMATIONS = tuple(
    each for each in pokerkit.Automation if each.name not in ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING")
)


class Hand(NamedTuple):
    """One round at our table."""

    opened: PokerState
    events: tuple[ev.PokerEvent, ...]
    ended: PokerState

    @property
    def started(self) -> ev.RoundStarted:
        first = self.events[0]
        assert isinstance(first, ev.RoundStarted)
        return first

    @property
    def order(self) -> tuple[int, ...]:
        return self.started.order

    @property
    def pots(self) -> tuple[Any, ...]:
        assert self.ended.round is not None
        return self.ended.round.pots


class Compared(NamedTuple):
    differences: tuple[str, ...]
    """Those that came up."""
    wrong: str | None
    """What none of them explains."""


# --- Our table ----------------------------------------------------------------------------------------------------


def random_table(chance: random.Random) -> PokerState:
    chip = chance.choice([1, 1, 5])
    small_blind = chip * chance.choice([1, 2, 5])
    table = PokerTable(
        Device.SHOE,
        9,
        Cents(small_blind),
        Cents(chip),
        Cents(10**9),
        Cents(chip),
        rake_basis_points=chance.choice([0, 0, 500]),
        rake_cap=chance.choice([None, Cents(chip), Cents(3 * chip)]),
    )
    number = chance.choice([2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9])
    deep = chance.choice([3, 20, 100, 400])
    stacks = {seat: Cents(chip * chance.randint(1, deep * small_blind // chip)) for seat in range(1, number + 1)}
    players = {seat: (f"Player-{seat}", stack) for seat, stack in stacks.items()}
    return open_table(table, players, chance.randint(1, number), first_orbit=False)


def play(opened: PokerState, chance: random.Random, *, pointless_folds: bool) -> Hand:
    dealer = PokerDealer(at_the_table("poker@7", Device.SHOE), opened, ShuffledDecks(chance))
    events = list(dealer.act(cmd.StartRound()))
    while dealer.state.playing:
        assert dealer.state.round is not None and dealer.state.round.turn is not None
        seen = view(dealer.state, Viewer(dealer.state.seats[dealer.state.round.turn].player))
        command = at_random(seen, chance)
        assert command is not None and seen.options is not None
        if isinstance(command, cmd.TakeAction) and command.act is Act.FOLD and Act.CHECK in seen.options.may:
            command = command if pointless_folds else replace(command, act=Act.CHECK)
        events += dealer.act(command)
    return Hand(opened, tuple(events), dealer.state)


def moments(hand: Hand) -> Iterator[tuple[ev.PokerEvent, PokerRound, PokerRound]]:
    """Each event with the round before and after it."""
    state = hand.opened
    for event in hand.events:
        before, state = state, evolve(state, event)
        assert state.round is not None
        yield event, before.round or state.round, state.round


# --- The same in PokerKit -------------------------------------------------------------------------------------------


class Repeated:
    """A hand repeated in PokerKit as far as it goes along."""

    def __init__(self, hand: Hand, *, raked: bool) -> None:
        self.hand = hand
        self.table = hand.opened.table
        self.differences: list[str] = []
        self.wrong: str | None = None
        self.given_up = False
        self.acted_since_full_raise: set[int] = set()
        """Who may not raise again, where nothing less than a full raise opens the betting."""
        self.half_raised = False
        """Since the last full raise."""
        chip = self.table.chip

        def divided(amount: int, ways: int) -> tuple[int, int]:
            each = amount // ways // chip * chip
            return each, amount - each * ways

        def rake(amount: int, _: Any) -> tuple[int, int]:
            taken = self.rake(amount) if raked else 0
            return taken, amount - taken

        self.peer: Any = pokerkit.NoLimitTexasHoldem.create_state(
            AUTOMATIONS,
            True,
            0,
            (self.table.small_blind, self.table.big_blind),
            self.table.big_blind,
            tuple(hand.opened.seats[seat].stack for seat in hand.order),
            len(hand.order),
            mode=pokerkit.Mode.CASH_GAME,
            divmod=divided,
            rake=rake,
        )

    def rake(self, amount: int) -> int:
        """On one pot alone, which is all that PokerKit can be told."""
        taken = amount * self.table.rake_basis_points // 10_000 // self.table.chip * self.table.chip
        return taken if self.table.rake_cap is None else min(taken, self.table.rake_cap)

    def repeat(self) -> None:
        for event, before, after in moments(self.hand):
            match event:
                case ev.HoleCardsDealt():
                    for seat in self.hand.order:
                        self.peer.deal_hole("".join(event.hands[seat]))
                case ev.CommunityTurned():
                    self.acted_since_full_raise, self.half_raised = set(), False
                    self.let_check()
                    self.peer.burn_card("??")
                    self.peer.deal_board("".join(after.board[before.turned :]))
                case ev.ActionTaken():
                    self.act(event, before, after)
                case _:
                    pass
            if self.given_up or self.wrong is not None:
                return
        self.let_check()
        if self.peer.status:
            self.wrong = "it is over here and not there"

    def let_check(self) -> None:
        """Here the betting round is over; there somebody may still have a check to make that changes nothing."""
        while self.peer.actor_index is not None and self.peer.checking_or_calling_amount == 0:
            if sum(stack > 0 for stack, there in self._players() if there) > 1:
                return
            self.differences.append(NOBODY_ANSWERS)
            self.peer.check_or_call()

    def _players(self) -> list[tuple[int, bool]]:
        return list(zip(self.peer.stacks, self.peer.statuses, strict=True))

    def act(self, event: ev.ActionTaken, before: PokerRound, after: PokerRound) -> None:
        # a short blind or BET: the price is more than anybody has in front of him
        short_price = before.price > max(before.bets.values(), default=0)
        if self.peer.actor_index != self.hand.order.index(event.seat):
            self.differ(SHORT_PRICE, short_price, f"seat {event.seat} acts here and {self.peer.actor_index} there")
            return
        match event.act:
            case Act.FOLD:
                self.peer.fold()
            case Act.CHECK | Act.CALL:
                if self.peer.checking_or_calling_amount != event.chips:
                    owed = max(self.peer.bets) - self.peer.bets[self.peer.actor_index]
                    told = f"a call costs {event.chips} here and {self.peer.checking_or_calling_amount} there"
                    self.differ(SHORT_PRICE, short_price and self.peer.checking_or_calling_amount == owed, told)
                    return
                self.peer.check_or_call()
            case _:
                self.bet(event, before, after, short_price=short_price)
        if event.act is Act.BET or event.price - before.price >= before.step:
            self.acted_since_full_raise, self.half_raised = set(), False
        elif event.reopens:
            self.half_raised = True
        self.acted_since_full_raise.add(event.seat)

    def bet(self, event: ev.ActionTaken, before: PokerRound, after: PokerRound, *, short_price: bool) -> None:
        total = after.bets[event.seat]
        if self.peer.can_complete_bet_or_raise_to(total):
            self.peer.complete_bet_or_raise_to(total)
            return
        others = [index for index in self.peer.player_indices if index != self.peer.actor_index]
        could = [self.peer.stacks[index] + self.peer.bets[index] for index in others if self.peer.statuses[index]]
        if max(could) <= max(self.peer.bets):
            self.differences.append(USELESS_RAISE)
            self.peer.check_or_call()
            return
        told = f"seat {event.seat} raises to {total} here and may not there"
        if event.seat in self.acted_since_full_raise:
            self.differ(HALF_RAISE, self.half_raised, told)
        else:
            # there the raise is counted from the chips that are on the table
            least = self.peer.min_completion_betting_or_raising_to_amount
            once_short = self._was_short(before)
            self.differ(SHORT_PRICE, (short_price or once_short) and (least is None or least > total), told)

    def _was_short(self, now: PokerRound) -> bool:
        """In this betting round the price was above what anybody had put in."""
        return any(
            before.betting_round == now.betting_round and before.price > max(before.bets.values(), default=0)
            for event, before, _ in moments(self.hand)
            if isinstance(event, ev.ActionTaken)
        )

    def differ(self, difference: str, explains: bool, told: str) -> None:
        if explains:
            self.differences.append(difference)
            self.given_up = True
        else:
            self.wrong = told

    def stacks(self) -> dict[int, int]:
        return dict(zip(self.hand.order, self.peer.stacks, strict=True))


# --- Comparing ------------------------------------------------------------------------------------------------------


def compare(hand: Hand) -> Compared:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns of folds that it thinks unwise
        plain = Repeated(hand, raked=False)
        plain.repeat()
        if plain.given_up or plain.wrong is not None:
            return Compared((*plain.differences,), plain.wrong)
        wrong = _compare_shares(hand, plain)
        if wrong is None and hand.opened.table.rake_basis_points:
            raked = Repeated(hand, raked=True)
            raked.repeat()
            wrong = _compare_rakes(hand, plain, raked)
        return Compared((*plain.differences,), wrong)


def _as_there(hand: Hand, rake: Callable[[int], int]) -> dict[int, int]:
    """Stacks at the end by PokerKit's rules: hands that win nothing are killed first, which joins the pots that are
    then for the same players; each pot is raked alone, and all its odd chips go to the first winner."""
    chip = hand.opened.table.chip
    stacks: dict[int, int] = {seat: sits.stack for seat, sits in hand.ended.seats.items()}
    alive = {seat for pot in hand.pots for seat in pot.won}
    joined: list[tuple[int, list[int], list[int]]] = []
    for pot in hand.pots:
        for seat, chips in pot.won.items():
            stacks[seat] -= chips
        eligible = [seat for seat in pot.eligible if seat in alive]
        before = joined.pop()[0] if joined and joined[-1][1] == eligible else 0
        joined.append((before + pot.amount, eligible, [seat for seat in hand.order if seat in pot.won]))
    for amount, _, winners in joined:
        left = amount - rake(amount)
        each = left // len(winners) // chip * chip
        for seat in winners:
            stacks[seat] += each
        stacks[winners[0]] += left - each * len(winners)
    return stacks


def _unraked(hand: Hand) -> dict[int, int]:
    """Stacks at the end by our rules, if no rake were taken."""
    stacks: dict[int, int] = {seat: sits.stack for seat, sits in hand.ended.seats.items()}
    for pot in hand.pots:
        winners = [seat for seat in hand.order if seat in pot.won]
        for seat, chips in shares(hand.opened.table, pot.amount, winners, ()).items():
            stacks[seat] += chips - pot.won[seat]
    return stacks


def _compare_shares(hand: Hand, plain: Repeated) -> str | None:
    """Without rake: every stack the same, or the same but for odd chips."""
    here, there = _unraked(hand), plain.stacks()
    if here == there:
        return None
    if there == _as_there(hand, lambda _: 0):
        plain.differences.append(ODD_CHIPS)
        return None
    return f"{here} here and {there} there"


def _compare_rakes(hand: Hand, plain: Repeated, raked: Repeated) -> str | None:
    """The same rake, or the one that PokerKit's way of raking gives."""
    here = sum(pot.rake for pot in hand.pots)
    there = sum(plain.stacks().values()) - sum(raked.stacks().values())
    if here == there:
        return None
    if len(hand.pots) > 1 and raked.stacks() == _as_there(hand, raked.rake):
        plain.differences.append(SEVERAL_RAKES)
        return None
    if len(hand.pots) == 1 and there == raked.rake(_without_own_last_bet(hand)):
        plain.differences.append(OWN_LAST_BET)
        return None
    return f"a rake of {here} here and of {there} there"


def _without_own_last_bet(hand: Hand) -> int:
    """The chips in the pot, and in front of all but the winner, when the last one folds; 0 at a showdown."""
    *_, last = (after for event, _, after in moments(hand) if isinstance(event, ev.ActionTaken))
    live = last.live()
    if len(live) > 1:
        return 0
    return sum(last.before.values()) + sum(chips for seat, chips in last.bets.items() if seat not in live)


def told(hand: Hand, compared: Compared) -> str:
    stacks = {seat: hand.opened.seats[seat].stack for seat in hand.order}
    table = hand.opened.table
    lines = [f"{compared.wrong}; otherwise {compared.differences}", f"stacks {stacks}, {table}"]
    for event in hand.events:
        match event:
            case ev.BlindPosted():
                lines.append(f"{event.seat} posts {event.live}")
            case ev.ActionTaken():
                lines.append(f"{event.seat} {event.act} {event.chips}, price {event.price}, step {event.step}")
            case ev.CommunityTurned():
                lines.append(f"--- {event.betting_round.name}")
            case _:
                pass
    lines += [f"pot {pot.amount}, rake {pot.rake}, {pot.eligible}, {pot.won}" for pot in hand.pots]
    return "\n".join(lines)


def hands(number: int) -> Iterator[Hand]:
    """One slice of the seeded run; in every fourth hand people also fold where they could check."""
    chance = seeded_chance(f"pokerkit {number}")
    for place in range(HANDS // SLICES):
        yield play(random_table(chance), chance, pointless_folds=place % 4 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SLICES))
def test_stacks_agree_or_a_paragraph_says_why_not(number: int) -> None:
    counted = Counter[str]()
    for hand in hands(number):
        compared = compare(hand)
        if compared.wrong is not None:
            pytest.fail(told(hand, compared), pytrace=False)
        counted.update(set(compared.differences) or {AGREES})
    assert set(counted) <= {AGREES, *DIFFERENCES}
    assert counted[AGREES] > HANDS // SLICES // 2, counted


FOUR_PLAY_THE_BOARD = "2c 3c 4c 5c 6c 2d 3d 4d 5d 6d As Ks Qs 7d Js 8d Ts"
THE_SHORTER_THE_BETTER = "2c 7c Kd Ad 2d Kc Ac 3c 4d 8h 9s 3d Jc 3h 5h"
"""For three players. The first card is burnt, and one before each street."""


class Scripted(NamedTuple):
    """A short hand: stacks from the left of the button on, and what they do one after the other."""

    stacks: tuple[int, ...]
    acts: str
    small_blind: int = 1
    rake_basis_points: int = 0
    rake_cap: int | None = None
    shoe: str = FOUR_PLAY_THE_BOARD


EXAMPLES: Mapping[str, Scripted] = {
    HALF_RAISE: Scripted((100, 100, 100, 8), "raise 6, allin, call, fold, raise 20, fold"),
    SHORT_PRICE: Scripted((100, 1, 100), "call, fold"),
    USELESS_RAISE: Scripted((100, 10), "allin, allin"),
    NOBODY_ANSWERS: Scripted((100, 100, 1), "call, fold"),
    ODD_CHIPS: Scripted((100, 100, 100, 100), "call, call, call, check, bet 2, fold, call, call" + ", check" * 6),
    OWN_LAST_BET: Scripted((300, 300), "raise 28, fold", small_blind=5, rake_basis_points=500),
    SEVERAL_RAKES: Scripted(
        (100, 60, 40), "allin, allin, allin", rake_basis_points=500, rake_cap=1, shoe=THE_SHORTER_THE_BETTER
    ),
}


def scripted(script: Scripted) -> Hand:
    chip = Cents(1)
    table = PokerTable(
        Device.SHOE,
        9,
        Cents(script.small_blind),
        chip,
        Cents(10**9),
        chip,
        script.rake_basis_points,
        None if script.rake_cap is None else Cents(script.rake_cap),
    )
    players = {seat: (f"Player-{seat}", Cents(stack)) for seat, stack in enumerate(script.stacks, 1)}
    opened = open_table(table, players, len(players), first_orbit=False)
    dealer = PokerDealer(
        at_the_table("poker@7", Device.SHOE), opened, ShuffledDecks(seeded_chance("scripted"), parse_cards(script.shoe))
    )
    events = list(dealer.act(cmd.StartRound()))
    for words in script.acts.split(", "):
        act, _, amount = words.partition(" ")
        assert dealer.state.round is not None and dealer.state.round.turn is not None, words
        command = cmd.TakeAction(dealer.state.round.turn, Act(act), Cents(int(amount)) if amount else None)
        events += dealer.act(command)
    assert not dealer.state.playing
    return Hand(opened, tuple(events), dealer.state)


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_each_difference_is_real(difference: str) -> None:
    """The shortest hand for each point: were PokerKit to change its mind, it would go from the list."""
    hand = scripted(EXAMPLES[difference])
    compared = compare(hand)
    assert compared.wrong is None, told(hand, compared)
    assert set(compared.differences) == {difference}, told(hand, compared)
