"""How a hand from a history begins at one of our tables, or why it cannot.

What the documents do not know is not played: straddles, a big blind that is not twice the small one, a smallest
bet that is not the big blind. Antes are not in the documents either; where everybody can pay in full they
are dead money in the main pot, which the tables know (R-36), and nothing that a paragraph decides is changed.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal

from msgspec.structs import replace

from croupier.base.values import Value
from croupier.rounds.histories.hand import HOLDEM, VARIANTS, Chips, Hand
from croupier.rules.cards import DECK
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import StartRound
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import PokerState, PokerTable, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import BOOKS, applying, at_the_table
from croupier.rules.rulebook.model import Device, Rulebook, game_of

POKER_BOOKS = tuple(key for key in BOOKS if game_of(key) == "poker")
OUT_OF_ORDER = "_out_of_order"
"""Our own field on a hand in which something happened by rule for which the notation has no place."""


class Unplayed(Exception):
    """A valid hand that cannot be played here; the reason groups it with others like it."""


class Blinds(Value):
    """Who posts what, by player: 1 for p1."""

    big: int
    small: int | None
    joining: tuple[int, ...]
    ante: tuple[Cents, ...]

    def usual(self, players: int) -> bool:
        """As our documents place them: left of the button, or the small blind on it with two players."""
        places = (1, 2) if players == 2 else (2, 1)
        return (self.big, self.small) == places and not self.joining


def book_of(hand: Hand, rulebook: str | None = None) -> Rulebook:
    """The version asked for, else the one the hand was played by, else the one in force now; dealt from the shoe."""
    named = hand.own.get("_rulebook")
    key = rulebook or (named if named in POKER_BOOKS else applying("poker", datetime.now(UTC)).key)
    return at_the_table(key, Device.SHOE)


def cents_of(amount: Chips) -> Cents:
    if isinstance(amount, int):
        return Cents(100 * amount)
    exact = amount * 100
    if not exact.is_finite():
        raise Unplayed("a stack is unknown")
    if exact != exact.to_integral_value():
        raise Unplayed("an amount is finer than a cent (R-1)")
    return Cents(int(exact))


def begin(book: Rulebook, hand: Hand, chip: Cents | None = None) -> PokerState:
    """The round as it stands before the cards: button placed, blinds and dead money posted."""
    table, blinds = sign(book, hand, chip)
    stacks = {player: cents_of(stack) for player, stack in enumerate(hand.starting_stacks, 1)}
    for player, stack in stacks.items():
        ante = blinds.ante[player - 1]
        due = _blind(table, blinds, player)
        if ante and stack < ante + due:
            raise Unplayed("a stack is too short for its ante and blind")
    seats = {player: (str(player), stack) for player, stack in stacks.items()}
    state = open_table(table, seats, hand.players, first_orbit=True)
    started, *posted = decide(book, state, StartRound())
    assert isinstance(started, ev.RoundStarted)
    state = evolve(state, replace(started, big_blind=blinds.big, small_blind=blinds.small))
    if blinds.usual(hand.players) and not any(blinds.ante):
        for event in posted:
            state = evolve(state, event)
        return state
    for player in range(1, hand.players + 1):
        live = Cents(min(_blind(table, blinds, player), stacks[player]))
        if live or blinds.ante[player - 1]:
            state = evolve(state, ev.BlindPosted(player, live, blinds.ante[player - 1], ()))
    return state


def _blind(table: PokerTable, blinds: Blinds, player: int) -> Cents:
    if player == blinds.big or player in blinds.joining:
        return table.big_blind
    return table.small_blind if player == blinds.small else Cents(0)


def sign(book: Rulebook, hand: Hand, chip: Cents | None = None) -> tuple[PokerTable, Blinds]:
    """The sign at a table where this hand could have been played, and who posts."""
    if hand.variant != HOLDEM:
        raise Unplayed(f"{hand.variant}, {VARIANTS[hand.variant]}: not played here")
    if "_void" in hand.own:
        raise Unplayed("the round was void")
    if OUT_OF_ORDER in hand.own:
        raise Unplayed("something happened by rule for which the notation has no place")
    if hand.players > (len(DECK) - 5 - len(book.procedure.burn_before)) // 2:
        raise Unplayed("more players than a deck can serve")
    assert hand.min_bet is not None and hand.blinds_or_straddles is not None
    big = cents_of(hand.min_bet)
    blinds = _blinds(book, hand, big)
    lowest = _chip(hand)
    rake = cents_of(_own(hand, "_rake_percent") or 0)
    if rake > 100 * book.procedure.rake_percent_bound:
        raise Unplayed(f"the rake is above its bound ({book.cite(Poker.RAKE_PERCENT_BOUND)})")
    table = PokerTable(
        device=Device.SHOE,
        seats=hand.players,
        small_blind=Cents(big // 2),
        stake_low=Cents(1),
        stake_high=Cents(1),
        chip=chip or lowest,
        rake_basis_points=rake,
        rake_cap=None if (cap := _own(hand, "_rake_cap")) is None else cents_of(cap),
    )
    return table, blinds


def _blinds(book: Rulebook, hand: Hand, big: Cents) -> Blinds:
    posted = [cents_of(chips) for chips in _by_player(hand, hand.blinds_or_straddles or ())]
    ante = tuple(cents_of(chips) for chips in _by_player(hand, hand.antes))
    forced = [(chips, player) for player, chips in enumerate(posted, 1) if chips > 0]
    joining = tuple(player for player, chips in enumerate(posted, 1) if chips < 0)
    if not forced:
        raise Unplayed("nobody posts a big blind")
    most, player = max(forced)
    if most != big:
        raise Unplayed("the smallest bet is not the largest blind (R-29)")
    smaller = [(chips, other) for chips, other in forced if other != player]
    if len(smaller) > 1 or any(chips == big for chips, _ in smaller):
        raise Unplayed("straddles or further blinds are not played here")
    if any(posted[other - 1] != -big for other in joining):
        raise Unplayed("a post to join is the big blind here (R-36)")
    if big % 2 or any(2 * chips != big for chips, _ in smaller):
        raise Unplayed(f"the big blind is not twice the small one ({book.cite(Poker.BIG_BLIND_TWICE_SMALL)})")
    small = smaller[0][1] if smaller else None
    if small is not None and hand.players > 2 and small > player:
        raise Unplayed("the small blind sits behind the big one")
    return Blinds(player, small, joining, ante)


def _by_player(hand: Hand, amounts: Sequence[Chips]) -> Sequence[Chips]:
    """With two players the standard lists them backwards."""
    return amounts[::-1] if hand.players == 2 else amounts


def _chip(hand: Hand) -> Cents:
    """Our own histories name the lowest chip; elsewhere it is 1, or a cent where the hand has decimals.

    Stacks at the end do not count: some sources halve a chip.
    """
    named = _own(hand, "_chip")
    if named:
        return cents_of(named)
    assert hand.min_bet is not None
    bets = [action.amount for action in hand.actions if action.amount is not None]
    amounts = [hand.min_bet, *hand.antes, *hand.starting_stacks, *(hand.blinds_or_straddles or ()), *bets]
    return Cents(100) if all(isinstance(amount, int) or cents_of(amount) % 100 == 0 for amount in amounts) else Cents(1)


def _own(hand: Hand, key: str) -> Chips | None:
    """An amount among our own fields; somebody else's field of that name may hold anything."""
    value = hand.own.get(key)
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
        return None
    return value if value >= 0 else None
