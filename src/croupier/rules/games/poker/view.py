"""What one person may see of a poker table. A hidden card never leaves: face down, it is None."""

from collections.abc import Iterable, Mapping

from croupier.base.actors import Role, Viewer
from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.common import Ruled, as_far_as_known, faces
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.betting import Options, options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.pots import Pot, pots
from croupier.rules.games.poker.table import BettingRound, Phase, PokerRound, PokerState, PokerTable, PotWon
from croupier.rules.money import Cents

_AUDITOR = Role.AUDITOR

Cards = tuple[Card | None, ...]
"""The cards on the table; None is one that is face down for this viewer."""


class SeatView(Value):
    """Who sits there, with what in front of them and which buttons."""

    player: str
    stack: Cents
    away: bool
    missed_small: bool
    missed_big: bool
    """Carries the "missed Blind" button."""
    newcomer: bool
    waits: bool
    """For the button to pass the seat (R-64)."""
    leaving: bool


class LastAct(Value):
    """What a seat did last in this betting round; `act` is None for a post."""

    act: Act | None
    chips: Cents
    """What went over the line."""
    all_in: bool
    by_rule: bool = False
    """Folded, though not by the player's own decision."""


class HandView(Value):
    """A hand dealt in this round."""

    player: str
    """The player dealt in, even if they have left since and somebody else sits there."""
    cards: Cards
    """None of them once the dealer has collected the hand."""
    looked: bool
    folded: bool
    all_in: bool
    posted: Cents
    bet: Cents
    """In front of the seat in this betting round."""
    put: Cents
    """Bets of the whole round, this betting round's too."""
    last: LastAct | None


class RoundView(Value):
    phase: Phase
    betting_round: BettingRound
    button: int
    small_blind: int | None
    big_blind: int
    order: tuple[int, ...]
    hands: Mapping[int, HandView]
    turn: int | None
    price: Cents
    """A player must have this much in front of them to stay in."""
    board: Cards
    pots: tuple[Pot, ...]
    """What has been collected so far, main pot first; the bets of this betting round are not in it."""
    burnt: int
    """How many; nobody sees which while the round runs."""
    dealt: Cards
    """Everything that has left the device and not gone back, in its order."""
    discarded: tuple[Card, ...]
    """Exposed by accident and set aside, so everybody has seen them; dealt by hand, nobody may have named them."""
    shown: tuple[int, ...]
    """At the showdown, in order, and then whose hand was turned up at another time."""
    uncalled: Mapping[int, Cents]
    results: tuple[PotWon, ...]
    incidents: tuple[Ruled, ...]
    void: tuple[Citation, ...]

    @property
    def over(self) -> bool:
        return self.phase in (Phase.SETTLED, Phase.VOID)


class PokerView(Value):
    table: PokerTable
    """The sign at the table."""
    seats: Mapping[int, SeatView]
    button: int
    seat: int | None
    """The viewer's own."""
    options: Options | None
    """What they may do; only while it is their turn."""
    round: RoundView | None

    def __repr__(self) -> str:
        state = "no round" if self.round is None else str(self.round.phase)
        whose = "all see" if self.seat is None else f"seat {self.seat} sees"
        return f"<view of a table as {whose} it: {state}, {len(self.seats)} seats, button at {self.button}>"


def view(
    state: PokerState,
    viewer: Viewer,
    happened: Iterable[ev.PokerEvent] = (),
    also: frozenset[Card] = frozenset(),
) -> PokerView:
    """Chips and acts are public; a hand is seen by its player once they have looked, by all once it is turned up.

    `happened` are the events of the round so far, where somebody wants to see what each seat did last; `also` are cards
    that the viewer has seen since, where an earlier moment of a round is looked at again.
    """
    own = own_seat(state, viewer)
    round_ = state.round
    his_turn = round_ is not None and own is not None and round_.phase is Phase.BETTING and round_.turn == own
    return PokerView(
        table=state.table,
        seats={
            number: SeatView(
                player=seat.player,
                stack=seat.stack,
                away=seat.away,
                missed_small=seat.missed_small,
                missed_big=seat.missed_big,
                newcomer=seat.newcomer,
                waits=seat.waits,
                leaving=seat.leaving,
            )
            for number, seat in state.seats.items()
        },
        button=state.button,
        seat=own,
        options=options(state, own) if his_turn and own is not None else None,
        round=round_view(state, viewer, happened, also),
    )


def round_view(
    state: PokerState, viewer: Viewer, happened: Iterable[ev.PokerEvent] = (), also: frozenset[Card] = frozenset()
) -> RoundView | None:
    """The round alone, as it stands in the view."""
    if state.round is None:
        return None
    return _round(state, state.round, sees(state, viewer) | also, last_acts(happened))


def own_seat(state: PokerState, viewer: Viewer) -> int | None:
    if viewer.player is None:
        return None
    return next((number for number, seat in state.seats.items() if seat.player == viewer.player), None)


def sees(state: PokerState, viewer: Viewer) -> frozenset[Card]:
    """The cards that the viewer may see now; every view of the table holds these and no others."""
    round_ = state.round
    if round_ is None:
        return frozenset()
    if state.table.dealt_by_hand:  # what has a face was turned up before everybody
        return frozenset(faces(round_.dealt))
    if viewer.role is _AUDITOR and round_.over:
        return frozenset(round_.dealt)
    seen = {*round_.board, *round_.discarded}
    for seat in round_.looked:  # also if they have left the seat since: they may still see what they saw
        if round_.opening.seats[seat].player == viewer.player:
            seen.update(round_.hands[seat])
    for seat in (*round_.shown, *round_.turned_up):  # by duty or by choice, and by nothing else
        seen.update(round_.hands[seat])
    return frozenset(seen)


def last_acts(happened: Iterable[ev.PokerEvent]) -> dict[int, LastAct]:
    last: dict[int, LastAct] = {}
    for event in happened:
        match event:
            case ev.RoundStarted():
                last = {}
            case ev.BlindPosted():
                last[event.seat] = LastAct(None, Cents(event.live + event.dead), all_in=False)
            case ev.CommunityTurned():
                last = {seat: act for seat, act in last.items() if act.act is Act.FOLD}
            case ev.ActionTaken():
                last[event.seat] = LastAct(event.act, event.chips, event.all_in)
            case ev.FoldedByRule():
                last[event.seat] = LastAct(Act.FOLD, Cents(0), all_in=False, by_rule=True)
            case _:
                pass
    return last


def _round(state: PokerState, round_: PokerRound, seen: frozenset[Card], last: Mapping[int, LastAct]) -> RoundView:
    return RoundView(
        phase=round_.phase,
        betting_round=round_.betting_round,
        button=round_.button,
        small_blind=round_.small_blind,
        big_blind=round_.big_blind,
        order=round_.order,
        hands={seat: hand_view(state, round_, seat, seen, last.get(seat)) for seat in round_.order},
        turn=round_.turn,
        price=round_.price,
        board=as_seen(round_.community, seen),
        pots=collected(state, round_),
        burnt=len(round_.burnt),
        dealt=as_seen(round_.dealt, seen),
        discarded=as_far_as_known(round_.discarded),
        shown=tuple(dict.fromkeys(round_.shown + round_.turned_up)),
        uncalled=round_.uncalled,
        results=round_.pots,
        incidents=round_.incidents,
        void=round_.void,
    )


def collected(state: PokerState, round_: PokerRound) -> tuple[Pot, ...]:
    """What is in the pots: after the last betting round all of it, though it is not paid yet (R-93)."""
    if round_.over:
        return ()
    if round_.phase is Phase.SETTLING:
        put: Mapping[int, int] = round_.contributions()
    else:
        put = {seat: round_.before.get(seat, 0) for seat in round_.order}
    return tuple(pots(state, round_.live(), put))


def hand_view(
    state: PokerState, round_: PokerRound, seat: int, seen: frozenset[Card], last: LastAct | None = None
) -> HandView:
    """The hand of a seat that was dealt in, to somebody who has seen these cards."""
    folded = seat in round_.folded
    looked = seat in round_.looked
    cards = as_seen(round_.hands.get(seat, ()), seen)
    if (folded or seat in round_.mucked) and None in cards:
        cards = ()
    sits = state.seats.get(seat)
    return HandView(
        player=round_.opening.seats[seat].player,
        cards=cards,
        looked=looked,
        folded=folded,
        all_in=sits is not None and not folded and sits.stack == 0 and not round_.over,
        posted=round_.posts.get(seat, Cents(0)),
        bet=Cents(0) if round_.phase is Phase.SETTLING else round_.bets.get(seat, Cents(0)),
        put=round_.contributed(seat),
        last=last,
    )


def as_seen(cards: tuple[Card, ...], seen: frozenset[Card]) -> Cards:
    if seen.isdisjoint(cards):
        return (None,) * len(cards)
    return tuple([card if card in seen else None for card in cards])
