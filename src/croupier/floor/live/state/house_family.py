"""House-banked tables on the floor."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from croupier.base.actors import PUBLIC, Actor, RunBy, Viewer
from croupier.base.sentences import Why
from croupier.floor.journal.codec import EventCodec
from croupier.floor.ledger.postings import Posting, house_postings, house_put_down
from croupier.floor.live.answers.tables import WaitsBecause
from croupier.floor.live.state.events import LiveEvent
from croupier.floor.live.state.family import ClockDue, Family
from croupier.floor.live.state.table import LiveTable, house_game
from croupier.rounds.roundfile.live_words import read_live_action
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house import life
from croupier.rules.games.house.allowed import allowed, on_request
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.due import awaited
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, HouseState, Phase
from croupier.rules.games.house.view import sees
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Rulebook

_BEGINS_ROUND = (ev.TableOpened, ev.RoundOpened)
_BETS_CHANGED = (ev.BetPlaced, ev.BetWithdrawn, ev.BetReturned, ev.BoxFreed)
_ANSWERING = (cmd.PlaceBet, cmd.WithdrawBet, cmd.MakeDecision, cmd.Choose)


class HouseFamily:
    house_banked = True
    next_round: Literal["next", "start"] = "next"
    codec: EventCodec[Any] = EventCodec(ev.HouseEvent | LiveEvent)

    single_deck = House.SINGLE_DECK

    def read(self, table: LiveTable, book: Rulebook, words: list[str], actor: Actor) -> cmd.HouseCommand:
        sign = house_game(table).table
        every_box = replace(sign, players=dict.fromkeys(range(1, sign.places + 1), ""))  # checked later
        return read_live_action(HOUSE_GAMES[book.game], every_box, words, actor)

    def check_allowed(self, actor: Actor, state: HouseState, command: cmd.HouseCommand, device: str | None) -> None:
        allowed(actor, state, command, device)

    def on_request(self, actor: Actor, command: cmd.HouseCommand) -> str | None:
        return on_request(actor, command)

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
        return isinstance(event, _BEGINS_ROUND)

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

    def can_seal(self, state: HouseState) -> bool:
        return state.round.phase is Phase.BETTING

    def next_deal(self, table: LiveTable, state: HouseState) -> int:
        return table.rounds + 1 if state.round.over else table.rounds

    def hands(self, state: HouseState) -> Mapping[int, tuple[Card, ...]]:
        return {number: box.cards for number, box in state.round.boxes.items()}

    def sees(self, state: HouseState, viewer: Viewer) -> frozenset[Card]:
        return sees(state.round, viewer)

    def public_cards(self, state: HouseState) -> frozenset[Card]:
        return sees(state.round, PUBLIC)

    def over(self, state: HouseState) -> bool:
        return state.round.over

    def interrupted(self, state: HouseState) -> bool:
        round_ = state.round
        if round_.over:
            return False
        return round_.phase is not Phase.BETTING or any(box.bets for box in round_.boxes.values())

    def settled(self, state: HouseState) -> bool:
        return state.round.settlement_made

    def no_cards_yet(self, state: HouseState) -> bool:
        return state.round.phase is Phase.BETTING

    def claims_share(self, state: HouseState) -> bool:
        return bool(state.round.claims)

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

    def before_first_round(self, state: HouseState) -> None:
        return None

    def places(self, state: HouseState) -> int:
        return state.table.places

    def holders(self, state: HouseState) -> Mapping[int, str]:
        return state.table.players

    def places_of(self, state: HouseState, player: str) -> tuple[int, ...]:
        return tuple(box for box, holder in state.table.players.items() if holder == player)

    def holder_of(self, state: HouseState, command: cmd.HouseCommand) -> str | None:
        box = getattr(command, "box", None)
        if box is None:
            return None
        here = state.round.boxes.get(box)
        return state.table.players.get(box) or (here.player if here is not None else None)

    def can_sit(self, state: HouseState) -> bool:
        return state.round.over or state.round.phase is Phase.BETTING

    def in_the_round(self, state: HouseState) -> frozenset[str]:
        held = {box.player for box in state.round.boxes.values() if box.bets}
        return frozenset(held.difference(state.round.departed).intersection(state.table.players.values()))

    def dealt_in(self, state: HouseState) -> list[int]:
        return sorted(state.round.boxes)

    def nothing_at_stake(self, state: HouseState, player: str) -> bool:
        if state.round.phase is Phase.BETTING:
            return not any(box.bets for box in state.round.boxes.values() if box.player == player)
        return state.round.over

    def round_number(self, table: LiveTable, state: HouseState) -> int:
        return state.number

    def questions(self, table: LiveTable, state: HouseState) -> Iterator[ClockDue]:
        round_, clocks = state.round, table.clocks
        if round_.over:
            if clocks.pause is not None and not table.closing:
                yield ClockDue("pause", round=table.rounds)
        elif round_.choosing:
            if clocks.decision is not None:
                for box in sorted(round_.choosing):
                    yield ClockDue("choice", box, round_.boxes[box].player, table.rounds, str(len(round_.incidents)))
        elif round_.phase is Phase.BETTING:
            asks = clocks.betting is not None or bool(table.ready)
            if asks and any(takes_part(box) for box in round_.boxes.values()):
                yield ClockDue("betting", round=table.rounds)
        elif round_.phase is Phase.DECIDING and clocks.decision is not None:
            for each in undecided(round_):
                yield ClockDue("decision", each.number, each.player, table.rounds, str(round_.stage))

    def after_silence(self, state: HouseState, place: int) -> str:
        return f"{place} leaves"

    def goes_away(self, state: HouseState, player: str) -> None:
        return None

    def waits_for(self, table: LiveTable, state: HouseState) -> WaitsBecause | None:
        round_ = state.round
        if round_.phase is Phase.AWARDING:
            return "award"
        if state.table.run_by is not RunBy.DEALER:
            return None
        if round_.choosing or round_.phase is Phase.DECIDING:
            return "dealer" if table.sign.cards is Faces.BY_HAND and _to_be_turned_up(table, state) else None
        if round_.phase is Phase.BETTING:
            bets = (spot for box in round_.boxes.values() for spot in box.bets)
            return "dealer" if any(spot is not Spot.JACKPOT for spot in bets) else None
        if round_.phase is Phase.DEALING:
            return "device" if table.sign.cards is Faces.READER else "dealer"
        return None if table.closing else "dealer"

    def own_part_rests_on(self, state: HouseState, player: str) -> tuple[Any, ...]:
        """Everything but what lies on the boxes of others: what they bet and decide opens and closes nothing to this
        player until the round goes on, and then its phase or its stage is another."""
        round_ = state.round
        boxes = round_.boxes
        own = [number for number, box in boxes.items() if box.player == player]
        return (
            state.number,
            state.failure,
            [boxes[number] for number in own],
            [round_.placed.get(number, 0) for number in own],
            round_.table,
            round_.phase,
            round_.stage,
            round_.dealt,
            round_.burnt,
            round_.dealer,
            round_.dealer_shown,
            round_.up,
            round_.community,
            round_.turned,
            round_.claims,
            round_.departed,
            round_.choosing,
            round_.exposed,
            round_.incidents,
            round_.void,
            round_.undone,
            round_.named_again,
        )

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


def takes_part(box: Box) -> bool:
    """A jackpot bet alone goes back at the close, and does not make a round (R-60)."""
    return any(box.bet(spot) is not None for spot in box.bets if spot is not Spot.JACKPOT)


def _to_be_turned_up(table: LiveTable, state: HouseState) -> bool:
    book = at_the_table(table.book, table.sign.dealing)
    game = HOUSE_GAMES[book.game]
    return any(each.reason == "cards" for each in awaited(game.faces_due, game.places, book, state.round))


def _still(events: Sequence[ev.HouseEvent]) -> dict[str, Any]:
    """Amounts still to be paid, or to be asked back (R-112)."""
    recorded = next((event for event in events if isinstance(event, ev.PaymentRecorded)), None)
    if recorded is None:
        return {}
    key = "to_pay" if recorded.paid < recorded.due else "to_ask_back"
    still = {"box": recorded.box, "due": dollars(recorded.due), "paid": dollars(recorded.paid)}
    return {"still": {**still, key: dollars(abs(recorded.due - recorded.paid))}}


HOUSE: Family[HouseState, cmd.HouseCommand, ev.HouseEvent] = HouseFamily()
