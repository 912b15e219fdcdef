"""A round of poker, and the seats around it, as one person sees them."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import partial
from typing import cast

from msgspec import UNSET
from msgspec.structs import replace

from croupier.base.actors import Viewer
from croupier.base.citation import printed
from croupier.floor.live.answers.rounds import PokerHand, PokerRound, PotsDue, PotTold, Status, WaitsFor
from croupier.floor.live.answers.said import PLAIN, Parts
from croupier.floor.live.answers.tables import SeatTold
from croupier.floor.live.state.families import due_from_device
from croupier.floor.live.state.table import LiveTable, poker_game
from croupier.floor.live.views.house_round import incident, incidents_waited_for
from croupier.floor.live.views.made_hands import makes_at_poker
from croupier.floor.live.views.settlement_order import poker_decided, poker_order
from croupier.rounds.telling.arithmetic import pot_steps
from croupier.rules.cards import Card
from croupier.rules.games.common import FACE_DOWN, as_far_as_known, faces
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.by_hand import betting_is_over, cards_on_street, street_due
from croupier.rules.games.poker.commands import Settle
from croupier.rules.games.poker.events import PotsGivenOut
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.pots import Pot
from croupier.rules.games.poker.showdown import ToShow, to_show
from croupier.rules.games.poker.table import Phase, PokerState, PokerTable, PotWon
from croupier.rules.games.poker.table import PokerRound as Round
from croupier.rules.games.poker.view import Cards, HandView, as_seen, collected, hand_view, sees
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import Rulebook


def seats(state: PokerState, connected: Collection[str]) -> dict[str, SeatTold]:
    return {
        str(number): SeatTold(
            player=seat.player,
            stack=dollars(seat.stack),
            away=seat.away,
            waits=seat.waits,
            missed=[*(["small"] if seat.missed_small else []), *(["big"] if seat.missed_big else [])],
            missed_turns=seat.missed_turns if seat.away else 0,
            leaving=seat.leaving,
            connected=seat.player in connected,
        )
        for number, seat in state.seats.items()
    }


def poker_round(
    table: LiveTable, book: Rulebook, viewer: Viewer, *, also: frozenset[Card] = frozenset(), parts: Parts = PLAIN
) -> PokerRound | None:
    """`also`: cards that the viewer has seen since; `parts`: parts of this moment that others see alike."""
    state = poker_game(table)
    round_ = state.round
    if round_ is None:
        return None
    seen = sees(state, viewer) | also
    board, pots = as_seen(round_.community, seen), collected(state, round_)
    return PokerRound(
        number=table.rounds,
        status=cast(Status, round_.phase) if round_.over else "open",
        void_cites=printed(round_.void) if round_.phase is Phase.VOID else UNSET,
        button=round_.button,
        small_blind=round_.small_blind,
        big_blind=round_.big_blind,
        posts={str(seat): dollars(chips) for seat, chips in sorted(round_.posts.items())},
        betting_round=int(round_.betting_round),
        turn=round_.turn if round_.phase is Phase.BETTING else None,
        price=dollars(round_.price),
        marker="showdown" if _showdown(state, round_) else "betting-round",
        board=_cards(board[: round_.turned] if round_.over else board),
        burnt=len(round_.burnt),
        discarded=" ".join(as_far_as_known(round_.discarded)),
        players=_players(state, round_, round_.order, seen, parts),
        pots=parts.part("pots", lambda: _pots(state.table, round_, pots), (state.table, pots, round_.pots)),
        uncalled={str(seat): dollars(chips) for seat, chips in round_.uncalled.items()},
        shown=list(round_.shown),
        mucked=list(round_.mucked) or UNSET,
        hands=_hands(round_),
        stacks=parts.part("stacks", lambda: _stacks(state, round_)),
        waiting=parts.part("waiting", lambda: waiting(table, book, state)),
        incidents=[incident(ruled) for ruled in round_.incidents],
        due=parts.part("due", lambda: _due(book, state)) if _payable(book, state, round_) else UNSET,
        order=parts.part("order", lambda: poker_order(round_), round_) if poker_decided(round_) else UNSET,
    )


def with_hands(
    everybodys: PokerRound, table: LiveTable, more: frozenset[Card], seen: frozenset[Card], parts: Parts
) -> PokerRound:
    """Everybody's round, with the hands of which a player sees `more`; `seen` are all cards that the player sees."""
    state = poker_game(table)
    round_ = state.round
    assert round_ is not None
    own = [seat for seat, cards in round_.hands.items() if not more.isdisjoint(cards)]
    return replace(everybodys, players=everybodys.players | _players(state, round_, own, seen, parts))


def _players(
    state: PokerState, round_: Round, seats: Iterable[int], seen: frozenset[Card], parts: Parts
) -> dict[str, PokerHand]:
    lying = as_seen(round_.community, seen), round_.over
    told = {}
    for seat in seats:
        hand = hand_view(state, round_, seat, seen)
        told[str(seat)] = parts.part((seat, hand.cards, lying[0]), partial(_hand, hand, lying), (hand, lying))
    return told


def _showdown(state: PokerState, round_: Round) -> bool:
    """The Game Marker is turned when the final betting round is over (1.17, 1.20): dealt by hand that may be before the
    last card of the board."""
    if round_.phase is Phase.DEALING:
        return state.table.dealt_by_hand and betting_is_over(state, round_)
    return round_.phase in (Phase.SETTLING, Phase.SETTLED)


def _payable(book: Rulebook, state: PokerState, round_: Round) -> bool:
    return round_.phase is Phase.SETTLING and not to_show(book, state)


def _due(book: Rulebook, state: PokerState) -> PotsDue:
    """What `settle` would do now: by then all hands that matter are open (3.11)."""
    going_on = replace(state, suspended=None)  # also while an incident waits
    given = next(event for event in decide(book, going_on, Settle()) if isinstance(event, PotsGivenOut))
    seats: Counter[int] = Counter()
    odd: Counter[int] = Counter()
    for pot in given.pots:
        share = min(pot.won.values())
        for seat, chips in pot.won.items():
            seats[seat] += chips
            odd[seat] += chips - share
    return PotsDue(
        pots=[_won(state.table, pot) for pot in given.pots],
        rake=dollars(sum(pot.rake for pot in given.pots)),
        odd_chips={str(seat): dollars(chips) for seat, chips in sorted(odd.items()) if chips},
        seats={str(seat): dollars(chips) for seat, chips in sorted(seats.items())},
    )


def _cards(cards: Cards) -> str:
    return " ".join(FACE_DOWN if card is None else card for card in cards)


def _hand(hand: HandView, lying: tuple[Cards, bool]) -> PokerHand:
    board, over = lying
    return PokerHand(
        player=hand.player,
        hand=_cards(hand.cards),
        makes=makes_at_poker(hand.cards, board) or UNSET,
        looked=hand.looked,
        folded=hand.folded,
        all_in=hand.all_in,
        bet=dollars(0 if over else hand.bet),
        put=dollars(hand.put),
    )


def _hands(round_: Round) -> dict[str, str]:
    """The hands turned up, by duty or by choice."""
    turned_up = sorted({*round_.shown, *round_.turned_up})
    return {str(seat): _cards(hand) for seat in turned_up if (hand := faces(round_.hands[seat]))}


def _stacks(state: PokerState, round_: Round) -> dict[str, str]:
    if round_.over:
        return {str(seat): dollars(chips) for seat, chips in sorted(round_.stacks.items())}
    return {str(number): dollars(seat.stack) for number, seat in state.seats.items() if not seat.leaving}


def _pots(table: PokerTable, round_: Round, pots: Iterable[Pot]) -> list[PotTold]:
    return [_won(table, pot) for pot in round_.pots] if round_.over else [_pot(pot) for pot in pots]


def _pot(pot: Pot) -> PotTold:
    return PotTold(amount=dollars(pot.amount), eligible=list(pot.eligible))


def _won(table: PokerTable, pot: PotWon) -> PotTold:
    return PotTold(
        amount=dollars(pot.amount),
        rake=dollars(pot.rake),
        eligible=list(pot.eligible),
        won={str(seat): dollars(chips) for seat, chips in pot.won.items()},
        cites=printed(pot.cites),
        arithmetic=pot_steps(table, pot),
    )


def _shows(round_: Round, hand: ToShow) -> WaitsFor:
    """A hand of a table dealt by hand, which the dealer names when it is turned up."""
    return WaitsFor(seat=hand.seat, for_="cards", due=len(round_.hands[hand.seat]), may=list(hand.may))


def waiting(table: LiveTable, book: Rulebook, state: PokerState) -> list[WaitsFor]:
    if incidents := incidents_waited_for(table):
        return incidents
    round_ = state.round
    if round_ is None or round_.over:
        return [] if table.closing or state.closed else [WaitsFor(for_="start")]
    if round_.phase is Phase.SETTLING:
        hands = to_show(book, state)
        return [_shows(round_, each) for each in hands] or [WaitsFor(for_="settle")]
    if (street := street_due(state)) is not None:
        return [WaitsFor(for_="cards", of="board", due=cards_on_street(round_, street))]
    if round_.phase is Phase.DEALING:
        return [WaitsFor(for_="cards", due=due_from_device(book, table))]
    assert round_.turn is not None
    allowed = options(state, round_.turn)
    told = WaitsFor(seat=round_.turn, for_="decision", may=list(allowed.may))
    if allowed.call is not None:
        told.call = dollars(allowed.call)
    if allowed.bet is not None:
        told.bet = dollars(allowed.bet)
    if allowed.raise_to is not None:
        told.raise_to = dollars(allowed.raise_to)
    return [told]
