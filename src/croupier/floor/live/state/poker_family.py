"""Poker tables on the floor."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.base.actors import PUBLIC, Actor
from croupier.base.sentences import Why
from croupier.floor.journal.codec import EventCodec
from croupier.floor.ledger.postings import Posting, poker_postings, poker_put_down
from croupier.floor.live.state.events import LiveEvent
from croupier.floor.live.state.table import LiveTable
from croupier.rounds.roundfile.live_poker_words import read_live_poker_action
from croupier.rules.cards import Card
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker import machine
from croupier.rules.games.poker.allowed import allowed
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.table import PokerState
from croupier.rules.games.poker.view import sees
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook


class PokerFamily:
    codec: EventCodec[Any] = EventCodec(ev.PokerEvent | LiveEvent)

    single_deck = Poker.SINGLE_DECK

    def read(self, table: LiveTable, book: Rulebook, words: list[str], actor: Actor) -> cmd.PokerCommand:
        assert isinstance(table.game, PokerState), table.name
        return read_live_poker_action(book, table.game.table.seats, words, actor)

    def check_allowed(self, actor: Actor, state: PokerState, command: cmd.PokerCommand, device: str | None) -> None:
        allowed(actor, state, command, device)

    def advance(
        self, book: Rulebook, state: PokerState | None, command: cmd.PokerCommand
    ) -> tuple[tuple[ev.PokerEvent, ...], PokerState]:
        return machine.advance(book, state, command)

    def evolve(self, state: PokerState | None, event: ev.PokerEvent) -> PokerState:
        return evolve(state, event)

    def postings(
        self, name: str, before: PokerState | None, events: Sequence[ev.PokerEvent], after: PokerState
    ) -> tuple[Posting, ...]:
        return poker_postings(name, before, events, after)

    def put_down(self, before: PokerState, events: Sequence[ev.PokerEvent]) -> Mapping[str, int]:
        return poker_put_down(before, events)

    def begins_round(self, event: ev.PokerEvent) -> bool:
        return isinstance(event, ev.RoundStarted)

    def ends_deck(self, event: ev.PokerEvent) -> bool:
        return isinstance(event, ev.ShoeReshuffled | ev.RoundVoided)

    def bets_changed(self, event: ev.PokerEvent) -> int | None:
        return None

    def asked(self, state: PokerState) -> str:
        round_ = state.round
        return "" if round_ is None else f"{round_.phase} {round_.betting_round} {round_.turn}"

    def answers(self, command: cmd.PokerCommand) -> bool:
        return isinstance(command, cmd.TakeAction)

    def reports(self, command: cmd.PokerCommand) -> bool:
        return isinstance(command, cmd.ReportIrregularity)

    def cards_due(self, book: Rulebook, state: PokerState) -> int:
        return machine.cards_due(book, state)

    def one_card_first(self, state: PokerState) -> bool:
        return state.round is not None and state.round.one_card_first

    def drawn(self, state: PokerState) -> int:
        return 0 if state.round is None else len(state.round.dealt)

    def deal(self, cards: tuple[Card, ...]) -> cmd.DealCards:
        return cmd.DealCards(cards)

    def public_cards(self, state: PokerState) -> frozenset[Card]:
        return sees(state, PUBLIC)

    def over(self, state: PokerState) -> bool:
        return state.round is not None and state.round.over

    def interrupted(self, state: PokerState) -> bool:
        return state.playing

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

    def places_of(self, state: PokerState, player: str) -> tuple[int, ...]:
        return tuple(number for number, seat in state.seats.items() if seat.player == player)

    def what_followed(self, events: Sequence[ev.PokerEvent]) -> dict[str, Any]:
        for event in events:
            match event:
                case ev.IrregularityRuled(ruled=ruled):
                    return {"cites": ruled.cites, "ruling": ruled.ruling, **_still(events)}
                case ev.CardsLie(cites=cites):
                    return {"cites": cites}
                case (
                    ev.PlayerSatDown(relocated=True, cites=cites)
                    | ev.PlayerLeft(cites=cites)
                    | ev.ActedOutOfTurn(cites=cites)
                ) if cites:
                    return {"cites": cites}
                case _:
                    pass
        return {"cites": ()}

    def chips_at_table(self, state: PokerState, player: str) -> Cents | None:
        return next((seat.stack for seat in state.seats.values() if seat.player == player), Cents(0))


def _still(events: Sequence[ev.PokerEvent]) -> dict[str, Any]:
    """Amounts still to be paid, or to be asked back (R-112)."""
    recorded = next((event for event in events if isinstance(event, ev.PaymentRecorded)), None)
    if recorded is None:
        return {}
    key = "to_pay" if recorded.paid < recorded.due else "to_ask_back"
    still = {"seat": recorded.seat, "due": dollars(recorded.due), "paid": dollars(recorded.paid)}
    return {"still": {**still, key: dollars(abs(recorded.due - recorded.paid))}}


POKER = PokerFamily()
