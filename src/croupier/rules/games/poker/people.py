"""Everything at the table that is not betting: stakes, sitting down, leaving, looking, showing (3.6, 5.4)."""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.base.actors import Actor, Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.limits import PLAYERS_A_DAY
from croupier.base.sentences import says
from croupier.rules.games.common import Ruled, check_name
from croupier.rules.games.irregularity import SHOWS
from croupier.rules.games.poker import by_hand
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.evolve import Draft
from croupier.rules.games.poker.out_of_turn import fold_by_rule
from croupier.rules.games.poker.presence import check_between_rounds, playing, seat_taken
from croupier.rules.games.poker.ranks import check_rank, on_ranks
from croupier.rules.games.poker.table import BETTING, FOURTH, SETTLED, SETTLING, PokerState
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook


def look(book: Rulebook, draft: Draft, command: cmd.LookAtCards) -> None:
    round_ = playing(book, draft.state, command.seat)
    if command.seat not in round_.hands:
        raise Refused(says("nothing-dealt-yet"))
    draft.emit(ev.CardsLookedAt(command.seat))


def show_hand(book: Rulebook, draft: Draft, command: cmd.ShowHand) -> None:
    """Before the betting is over it is folded by rule (5.13). Afterwards, paid or not, it is a courtesy (R-93), unless
    the showdown of a table dealt by hand waits for it."""
    state = draft.state
    duty = by_hand.asked_to_show(book, state, command.seat)
    if not duty:  # a hand that is to be shown stays though its player has left
        seat_taken(book, state, command.seat)
    round_ = state.round
    if round_ is None or command.seat not in round_.hands or not state.has_his_hand(command.seat):
        raise Refused(says("seat-has-no-hand-to-show", seat=command.seat), (ruling(45),))
    if command.seat in round_.folded:
        raise Refused(says("hand-collected", seat=command.seat), (book.cite(Poker.FOLD_LEAVES_ROUND),))
    if command.seat in round_.mucked:
        raise Refused(says("hand-collected", seat=command.seat), (ruling(138),))
    if command.seat in (*round_.shown, *round_.turned_up):
        raise Refused(says("hand-open-already", seat=command.seat))
    if round_.phase is BETTING:
        if command.cards:
            by_hand.name_hand(book, draft, command.seat, command.cards)
        cites = [book.cite(Poker.EARLY_EXPOSURE_FOLDS), book.cite(Poker.MARKER_BETTING_ROUND)]
        if round_.betting_round is FOURTH:
            cites.append(book.cite(Poker.REVEAL_AFTER_MARKER))
        if state.seats[command.seat].stack == 0:
            cites.append(ruling(73))
        draft.emit(ev.IrregularityRuled(Ruled(SHOWS, "folded", tuple(cites))))
        draft.emit(ev.HandTurnedUp(command.seat, tuple(cites)))
        fold_by_rule(book, draft, command.seat, *cites)
        return
    if duty:
        by_hand.name_hand(book, draft, command.seat, command.cards, *duty)
        draft.emit(ev.HandShown(command.seat, duty))
        return
    if round_.phase is not SETTLING and round_.phase is not SETTLED:
        raise Refused(says("hand-not-shown-now", seat=command.seat))
    by_hand.name_hand(book, draft, command.seat, command.cards)
    paused = (ruling(93),) if round_.phase is SETTLING else ()
    draft.emit(ev.HandTurnedUp(command.seat, (ruling(35), *paused)))


def sit_down(book: Rulebook, draft: Draft, command: cmd.SitDown) -> None:
    state, table = draft.state, draft.state.table
    if command.relocated:
        check_relocated_by(book, state, command.by)
    moved = (Poker.RELOCATED_JOINS_FREE,) if command.relocated else ()
    check_between_rounds(book, state, says("playing-sit-after"), *moved, Poker.TOP_UP_BETWEEN_ROUNDS)
    check_free_seat(book, state, command.seat)
    for number, seat in state.seats.items():
        if seat.player == command.player:
            raise Refused(
                says("sits-already", player=command.player, seat=number), (book.cite(Poker.SEATED_PLAYERS_ONLY),)
            )
    check_name(command.player)
    if len(state.left_with) >= PLAYERS_A_DAY and command.player not in state.left_with:
        raise Refused(says("too-many-left-today", most=PLAYERS_A_DAY))
    if not command.relocated:
        check_buy_in(book, state, command.player, command.stake)
    elif command.player in state.left_with:
        why = says("relocated-from-elsewhere", player=command.player, amount=dollars(state.left_with[command.player]))
        clauses = (Poker.RELOCATED_JOINS_FREE, Poker.STAKE_NEVER_REDUCED)
        raise Refused(why, (*book.cite_all(clauses), ruling(65), ruling(109)))
    elif command.stake <= 0:
        raise Refused(says("relocated-with-chips"), (book.cite(Poker.STAKE_WITHIN_LIMITS),))
    if command.stake != state.left_with.get(command.player):  # what they left with they bring back as it is
        check_whole_chips(book, command.stake, table.chip)
    by_right = (book.cite(Poker.STAKE_WITHIN_LIMITS),)
    cites = (book.cite(Poker.RELOCATED_JOINS_FREE), ruling(109)) if command.relocated else by_right
    draft.emit(ev.PlayerSatDown(command.seat, command.player, command.stake, command.relocated, cites))


def check_free_seat(book: Rulebook, state: PokerState, seat: int) -> None:
    cites = (book.cite(Poker.SEATED_PLAYERS_ONLY),)
    if not 1 <= seat <= state.table.seats:
        raise Refused(says("no-such-seat", most=state.table.seats, seat=seat), cites)
    if seat in state.seats:
        raise Refused(says("seat-taken", seat=seat, player=state.seats[seat].player), cites)


def check_relocated_by(book: Rulebook, state: PokerState, by: Actor | None) -> None:
    """A player is moved by the Pit Supervisor or above (R-109)."""
    cites = (book.cite(Poker.RELOCATED_JOINS_FREE), ruling(101), ruling(109))
    if by is None:
        raise Refused(says("relocated-by-the-pit"), cites, left_to=Rank.PIT_SUPERVISOR)
    check_rank(by, Rank.PIT_SUPERVISOR, *cites, *on_settled(state))


def on_settled(state: PokerState) -> tuple[Citation, ...]:
    """What is decided between two rounds comes after a settlement."""
    return (ruling(107),) if on_ranks(state.round) == ruling(107) else ()


def check_buy_in(book: Rulebook, state: PokerState, player: str, stake: Cents) -> None:
    table = state.table
    took = state.left_with.get(player, Cents(0))
    if stake < table.stake_low or (stake > table.stake_high and stake != took):
        raise Refused(
            says("stake-limits", least=dollars(table.stake_low), most=dollars(table.stake_high), stake=dollars(stake)),
            (book.cite(Poker.STAKE_WITHIN_LIMITS), ruling(80)),
        )
    if stake < took:
        raise Refused(
            says("sits-with-no-less", player=player, amount=dollars(took)),
            (book.cite(Poker.STAKE_NEVER_REDUCED), ruling(65)),
        )


def check_whole_chips(book: Rulebook, amount: Cents, chip: Cents) -> None:
    if amount <= 0 or amount % chip:
        raise Refused(says("not-in-chips", amount=dollars(amount), chip=dollars(chip)), (ruling(73),))


def top_up(book: Rulebook, draft: Draft, command: cmd.TopUp) -> None:
    state, table = draft.state, draft.state.table
    seat = seat_taken(book, state, command.seat)
    check_between_rounds(book, state, says("stake-between-rounds"), Poker.TOP_UP_BETWEEN_ROUNDS)
    cites = (book.cite(Poker.TOP_UP_BETWEEN_ROUNDS), book.cite(Poker.STAKE_WITHIN_LIMITS), ruling(65))
    room = Cents(max(0, table.stake_high - seat.stack))
    if command.amount == 0:
        raise Refused(says("top-up-of-nothing", seat=command.seat, most=dollars(room)), cites)
    check_whole_chips(book, command.amount, table.chip)
    if command.amount > room:
        raise Refused(says("top-up-at-most", seat=command.seat, most=dollars(room)), cites)
    if seat.stack == 0 and command.amount < table.stake_low:
        raise Refused(says("top-up-at-least", least=dollars(table.stake_low)), cites)
    draft.emit(ev.StakeIncreased(command.seat, command.amount, cites))


def take_off(book: Rulebook, draft: Draft, command: cmd.TakeOff) -> None:
    seat_taken(book, draft.state, command.seat)
    raise Refused(says("chips-stay"), (book.cite(Poker.STAKE_NEVER_REDUCED),))


def go_away(book: Rulebook, draft: Draft, command: cmd.GoAway) -> None:
    """A live hand is folded when its turn comes (R-66)."""
    if seat_taken(book, draft.state, command.seat).away:
        raise Refused(says("seat-away-already", seat=command.seat))
    draft.emit(ev.PlayerWentAway(command.seat))


def come_back(book: Rulebook, draft: Draft, command: cmd.ComeBack) -> None:
    if not seat_taken(book, draft.state, command.seat).away:
        raise Refused(says("seat-not-away", seat=command.seat))
    why = says("playing-back-after")
    check_between_rounds(book, draft.state, why, Poker.MISSED_BLINDS_BOTH_PAID)
    draft.emit(ev.PlayerCameBack(command.seat))


def move_seat(book: Rulebook, draft: Draft, command: cmd.MoveSeat) -> None:
    """A player who is away or owes blinds comes back and pays first: nobody can move away from what is due (5.4.2)."""
    state = draft.state
    seat = seat_taken(book, state, command.seat)
    check_between_rounds(book, state, says("playing-move-after"), Poker.RELOCATED_JOINS_FREE)
    check_free_seat(book, state, command.to)
    if seat.away or seat.missed or seat.waits:
        cites = (book.cite(Poker.MISSED_BLINDS_BOTH_PAID),)
        raise Refused(says("move-when-nothing-is-owed", seat=command.seat), cites)
    draft.emit(ev.SeatChanged(command.seat, command.to, (book.cite(Poker.RELOCATED_JOINS_FREE),)))


def leave_table(book: Rulebook, draft: Draft, command: cmd.LeaveTable) -> None:
    """In the middle of a round the hand is folded at once; an all-in hand stays live (R-66), and any in the pause."""
    state = draft.state
    seat = seat_taken(book, state, command.seat)
    round_ = state.round
    if round_ is None or round_.over or command.seat not in round_.order:
        draft.emit(ev.PlayerLeft(command.seat, seat.stack))
        return
    if round_.phase is SETTLING:
        draft.emit(ev.PlayerLeaving(command.seat, (ruling(93), ruling(66))))
        return
    if command.seat in round_.live() and (seat.stack > 0 or not round_.hands):
        fold_by_rule(book, draft, command.seat, ruling(66))
    draft.emit(ev.PlayerLeaving(command.seat, (ruling(66),)))


def deem_gone(book: Rulebook, draft: Draft, command: cmd.DeemGone) -> None:
    seat = seat_taken(book, draft.state, command.seat)
    cites = (book.cite(Poker.TWO_MISSED_TURNS_GONE), ruling(38), ruling(65), ruling(101))
    check_rank(command.by, Rank.PIT_SUPERVISOR, *cites, *on_settled(draft.state))
    why = says("playing-gone-after")
    check_between_rounds(book, draft.state, why, Poker.TWO_MISSED_TURNS_GONE)
    if not seat.away or seat.missed_turns < 2:
        raise Refused(says("not-missed-twice", seat=command.seat), cites)
    draft.emit(ev.PlayerLeft(command.seat, seat.stack, cites))


ACTS: Mapping[type, Callable[[Rulebook, Draft, Any], None]] = {
    cmd.LookAtCards: look,
    cmd.ShowHand: show_hand,
    cmd.SitDown: sit_down,
    cmd.TopUp: top_up,
    cmd.TakeOff: take_off,
    cmd.GoAway: go_away,
    cmd.ComeBack: come_back,
    cmd.MoveSeat: move_seat,
    cmd.LeaveTable: leave_table,
    cmd.DeemGone: deem_gone,
}
