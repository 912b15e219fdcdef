"""Poker tables on the floor."""

from collections.abc import Mapping, Sequence
from typing import Literal

from croupier.base.actors import PUBLIC, Actor, RunBy, Viewer
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.floor.journal.codec import EventCodec
from croupier.floor.ledger.postings import poker_postings, poker_put_down
from croupier.floor.live.answers.said import StillTold
from croupier.floor.live.answers.tables import WaitsBecause
from croupier.floor.live.state.events import LiveEvent
from croupier.floor.live.state.family import ClockDue, Family, Followed, still_owed
from croupier.floor.live.state.table import LiveTable, poker_game
from croupier.rounds.roundfile.live_poker_words import read_live_poker_action
from croupier.rules.cards import Card
from croupier.rules.games.common import Faces
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import dealing, machine
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.allowed import allowed, on_request
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.table import Phase, PokerState
from croupier.rules.games.poker.view import sees
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

_BETTING = Phase.BETTING
_DEALS: Mapping[Faces, WaitsBecause] = {Faces.READER: "device", Faces.BY_HAND: "dealer"}
_SAY_MORE = frozenset({ev.IrregularityRuled, ev.CardsLie, ev.PlayerSatDown, ev.PlayerLeft, ev.ActedOutOfTurn})


class PokerFamily:
    house_banked = False
    next_round: Literal["next", "start"] = "start"
    codec: EventCodec[ev.PokerEvent | LiveEvent] = EventCodec(ev.PokerEvent | LiveEvent)

    single_deck = Poker.SINGLE_DECK

    def read(self, table: LiveTable, book: Rulebook, words: list[str], actor: Actor) -> cmd.PokerCommand:
        return read_live_poker_action(book, poker_game(table).table.seats, words, actor)

    check_allowed = staticmethod(allowed)
    on_request = staticmethod(on_request)
    advance = staticmethod(machine.advance)
    evolve = staticmethod(evolve)
    cards_due = staticmethod(dealing.cards_due)
    postings = staticmethod(poker_postings)
    put_down = staticmethod(poker_put_down)

    def judge(self, book: Rulebook, state: PokerState, command: cmd.PokerCommand) -> tuple[ev.PokerEvent, ...]:
        return self.advance(book, state, command)[0]

    def asked(self, state: PokerState) -> str:
        round_ = state.round
        return "" if round_ is None else f"{round_.phase} {round_.betting_round} {round_.turn}"

    def answers(self, command: Value) -> bool:
        return isinstance(command, cmd.TakeAction)

    def one_card_first(self, state: PokerState) -> bool:
        return state.round is not None and state.round.one_card_first

    def drawn(self, state: PokerState) -> int:
        return 0 if state.round is None else len(state.round.dealt)

    def deal(self, cards: tuple[Card, ...]) -> cmd.DealCards:
        return cmd.DealCards(cards)

    def can_seal(self, state: PokerState) -> bool:
        return not state.playing

    def next_deal(self, table: LiveTable, state: PokerState) -> int:
        return table.rounds + 1

    def hands(self, state: PokerState) -> Mapping[int, tuple[Card, ...]]:
        return {} if state.round is None else state.round.hands

    def sees(self, state: PokerState, viewer: Viewer) -> frozenset[Card]:
        return sees(state, viewer)

    def public_cards(self, state: PokerState) -> frozenset[Card]:
        return sees(state, PUBLIC)

    def over(self, state: PokerState) -> bool:
        return state.round is not None and state.round.over

    def interrupted(self, state: PokerState) -> bool:
        return state.playing

    def settled(self, state: PokerState) -> bool:
        return state.round is not None and state.round.phase is Phase.SETTLED

    def no_cards_yet(self, state: PokerState) -> bool:
        return state.round is not None and not state.round.over and not state.round.hands

    def claims_share(self, state: PokerState) -> bool:
        return False

    def interruption(self, actor: Actor) -> cmd.ReportIrregularity:
        return cmd.ReportIrregularity(cmd.Incident.INTERRUPTION, by=actor)

    def suspend(self, why: Why) -> cmd.SuspendTable:
        return cmd.SuspendTable(why)

    def resume(self) -> cmd.ResumeTable:
        return cmd.ResumeTable()

    def close(self) -> cmd.CloseTable:
        return cmd.CloseTable()

    def end_day(self) -> cmd.EndDay:
        return cmd.EndDay()

    def before_first_round(self, state: PokerState) -> cmd.PlaceButton | None:
        """The button goes to the lowest seat."""
        if state.started or not state.seats or state.button == min(state.seats):
            return None
        return cmd.PlaceButton(min(state.seats))

    def places(self, state: PokerState) -> int:
        return state.table.seats

    def holders(self, state: PokerState) -> Mapping[int, str]:
        return {number: seat.player for number, seat in state.seats.items()}

    def places_of(self, state: PokerState, player: str) -> tuple[int, ...]:
        return tuple([number for number, seat in state.seats.items() if seat.player == player])

    def holder_of(self, state: PokerState, command: Value) -> str | None:
        if isinstance(command, cmd.SitDown):
            return command.player
        seat = state.seats.get(getattr(command, "seat", 0))
        return None if seat is None else seat.player

    def can_sit(self, state: PokerState) -> bool:
        return not state.playing

    def in_the_round(self, state: PokerState) -> frozenset[str]:
        round_, seats = state.round, state.seats
        if round_ is None or round_.over:
            return frozenset(seat.player for seat in seats.values() if seat.present)
        playing = (number for number in round_.order if number in seats and number not in round_.folded)
        return frozenset(seats[number].player for number in playing)

    def dealt_in(self, state: PokerState) -> list[int]:
        return [] if state.round is None else sorted(state.round.order)

    def nothing_at_stake(self, state: PokerState, player: str) -> bool:
        round_ = state.round
        return round_ is None or round_.over or all(state.seats[seat].player != player for seat in round_.order)

    def round_number(self, table: LiveTable, state: PokerState) -> int:
        return table.rounds

    def questions(self, table: LiveTable, state: PokerState) -> list[ClockDue]:
        round_, clocks = state.round, table.clocks
        if round_ is None or round_.over:
            present = sum(seat.present for seat in state.seats.values())
            asks = clocks.pause is not None and present >= 2 and not table.closing
            return [ClockDue("pause", round=table.rounds)] if asks else []
        if round_.phase is not _BETTING or round_.turn is None or clocks.decision is None:
            return []
        player = state.seats[round_.turn].player
        return [ClockDue("decision", round_.turn, player, table.rounds, str(table.moments))]

    def after_silence(self, state: PokerState, place: int) -> str:
        free = cmd.Act.CHECK in options(state, place).may
        return f"{place} {'check' if free else 'fold'}"

    def goes_away(self, state: PokerState, player: str) -> str | None:
        seats = ((number, seat) for number, seat in state.seats.items() if seat.player == player)
        return next((f"{number} away" for number, seat in seats if not seat.away), None)

    def waits_for(self, table: LiveTable, state: PokerState) -> WaitsBecause | None:
        if state.table.run_by is not RunBy.DEALER:
            return None
        round_ = state.round
        if round_ is None or round_.over:
            waits = not table.closing and sum(seat.present for seat in state.seats.values()) >= 2
            return "dealer" if waits else None
        if round_.phase is Phase.DEALING:
            return _DEALS.get(table.sign.cards)
        return "dealer" if round_.phase is Phase.SETTLING else None

    def own_parts_rest_on(self, state: PokerState) -> tuple[object, ...]:
        """Between rounds everything."""
        round_ = state.round
        if round_ is None or not state.playing:
            return (state,)
        return (round_.opening, round_.phase, round_.shown, round_.mucked)

    def own_part_rests_on(self, state: PokerState, player: str) -> tuple[object, ...]:
        """During a round: the player's seat and hand. The whole round if it is their turn or they acted before it,
        because only then do others' acts change what they may do."""
        round_ = state.round
        if round_ is None or not state.playing:
            return ()
        own = next((number for number, seat in state.seats.items() if seat.player == player), None)
        return (
            own,
            None if own is None else state.seats[own],
            own in round_.hands,
            own in round_.looked,
            own in round_.folded,
            round_ if round_.turn == own or own in round_.out_of_turn else None,
        )

    def what_followed(self, events: Sequence[ev.PokerEvent]) -> Followed:
        if _SAY_MORE.isdisjoint(map(type, events)):
            return Followed()
        for event in events:
            match event:
                case ev.IrregularityRuled(ruled=ruled):
                    return Followed(ruled.cites, ruling=ruled.ruling, still=_still(events))
                case ev.CardsLie(cites=cites):
                    return Followed(cites)
                case (
                    ev.PlayerSatDown(relocated=True, cites=cites)
                    | ev.PlayerLeft(cites=cites)
                    | ev.ActedOutOfTurn(cites=cites)
                ) if cites:
                    return Followed(cites)
                case _:
                    pass
        return Followed()

    def chips_at_table(self, state: PokerState, player: str) -> Cents | None:
        return next((seat.stack for seat in state.seats.values() if seat.player == player), Cents(0))


def _still(events: Sequence[ev.PokerEvent]) -> StillTold | None:
    recorded = next((event for event in events if isinstance(event, ev.PaymentRecorded)), None)
    return None if recorded is None else still_owed(recorded.due, recorded.paid, seat=recorded.seat)


POKER: Family[PokerState, cmd.PokerCommand, ev.PokerEvent] = PokerFamily()
