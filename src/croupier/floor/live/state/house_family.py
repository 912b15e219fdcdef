"""House-banked tables on the floor."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.base.actors import PUBLIC, Actor
from croupier.base.sentences import Why
from croupier.floor.journal.codec import EventCodec
from croupier.floor.ledger.postings import Posting, house_postings, house_put_down
from croupier.floor.live.state.events import LiveEvent
from croupier.floor.live.state.table import LiveTable
from croupier.rounds.roundfile.live_words import read_live_action
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house import life
from croupier.rules.games.house.allowed import allowed
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.table import HouseState, HouseTable, Phase
from croupier.rules.games.house.view import sees
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook

_BETS_CHANGED = (ev.BetPlaced, ev.BetWithdrawn, ev.BetReturned, ev.BoxFreed)
_ANSWERING = (cmd.PlaceBet, cmd.WithdrawBet, cmd.MakeDecision, cmd.Choose)


class HouseFamily:
    codec: EventCodec[Any] = EventCodec(ev.HouseEvent | LiveEvent)

    single_deck = House.SINGLE_DECK

    def read(self, table: LiveTable, book: Rulebook, words: list[str], actor: Actor) -> cmd.HouseCommand:
        sign = table.game.table
        assert isinstance(sign, HouseTable)
        every_box = replace(sign, players=dict.fromkeys(range(1, sign.places + 1), ""))  # checked later
        return read_live_action(HOUSE_GAMES[book.game], every_box, words, actor)

    def check_allowed(self, actor: Actor, state: HouseState, command: cmd.HouseCommand, device: str | None) -> None:
        allowed(actor, state, command, device)

    def advance(
        self, book: Rulebook, state: HouseState | None, command: cmd.HouseCommand
    ) -> tuple[tuple[ev.HouseEvent, ...], HouseState]:
        return HOUSE_GAMES[book.game].run(book, state, command)

    def evolve(self, state: HouseState | None, event: ev.HouseEvent) -> HouseState:
        return life.evolve(state, event)

    def postings(
        self, name: str, before: HouseState | None, events: Sequence[ev.HouseEvent], after: HouseState
    ) -> tuple[Posting, ...]:
        return house_postings(name, before, events, after)

    def put_down(self, before: HouseState, events: Sequence[ev.HouseEvent]) -> Mapping[str, int]:
        return house_put_down(before, events)

    def begins_round(self, event: ev.HouseEvent) -> bool:
        return isinstance(event, ev.TableOpened | ev.RoundOpened)

    def ends_deck(self, event: ev.HouseEvent) -> bool:
        return isinstance(event, ev.RoundVoided)

    def bets_changed(self, event: ev.HouseEvent) -> int | None:
        return event.box if isinstance(event, _BETS_CHANGED) else None

    def asked(self, state: HouseState) -> str:
        """Round, phase and stage, and which options of 5.10 are open; not who has already bet, decided or chosen."""
        round_ = state.round
        choosing = len(round_.incidents) if round_.choosing else ""
        return f"{round_.phase} {round_.stage} {choosing}"

    def answers(self, command: cmd.HouseCommand) -> bool:
        return isinstance(command, _ANSWERING)

    def reports(self, command: cmd.HouseCommand) -> bool:
        return isinstance(command, cmd.ReportIrregularity)

    def cards_due(self, book: Rulebook, state: HouseState) -> int:
        if state.round.phase is not Phase.DEALING or state.round.choosing:
            return 0
        return len(HOUSE_GAMES[book.game].places(book, state.round))

    def one_card_first(self, state: HouseState) -> bool:
        return False

    def drawn(self, state: HouseState) -> int:
        return len(state.round.dealt)

    def deal(self, cards: tuple[Card, ...]) -> cmd.DealCards:
        return cmd.DealCards(cards)

    def public_cards(self, state: HouseState) -> frozenset[Card]:
        return sees(state.round, PUBLIC)

    def over(self, state: HouseState) -> bool:
        return state.round.over

    def interrupted(self, state: HouseState) -> bool:
        round_ = state.round
        if round_.over:
            return False
        return round_.phase is not Phase.BETTING or any(box.bets for box in round_.boxes.values())

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

    def places_of(self, state: HouseState, player: str) -> tuple[int, ...]:
        return tuple(box for box, holder in state.table.players.items() if holder == player)

    def what_followed(self, events: Sequence[ev.HouseEvent]) -> dict[str, Any]:
        for event in events:
            match event:
                case ev.BetPlaced(excess=excess, cites=cites) if excess:
                    return {"cites": cites, "excess": dollars(excess)}
                case ev.CardsLie(cites=cites):
                    return {"cites": cites}
                case ev.IrregularityRuled(ruled=ruled):
                    return {"cites": ruled.cites, "ruling": ruled.ruling, **_still(events)}
                case _:
                    pass
        return {"cites": ()}

    def chips_at_table(self, state: HouseState, player: str) -> Cents | None:
        return None


def _still(events: Sequence[ev.HouseEvent]) -> dict[str, Any]:
    """Amounts still to be paid, or to be asked back (R-112)."""
    recorded = next((event for event in events if isinstance(event, ev.PaymentRecorded)), None)
    if recorded is None:
        return {}
    key = "to_pay" if recorded.paid < recorded.due else "to_ask_back"
    still = {"box": recorded.box, "due": dollars(recorded.due), "paid": dollars(recorded.paid)}
    return {"still": {**still, key: dollars(abs(recorded.due - recorded.paid))}}


HOUSE = HouseFamily()
