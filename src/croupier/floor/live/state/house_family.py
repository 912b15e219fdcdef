"""House-banked tables on the floor."""

from collections.abc import Mapping, Sequence
from typing import Literal

from croupier.base.actors import PUBLIC, Actor, RunBy, Viewer
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.floor.journal.codec import EventCodec
from croupier.floor.ledger.postings import house_postings, house_put_down
from croupier.floor.live.answers.said import StillTold
from croupier.floor.live.answers.tables import WaitsBecause
from croupier.floor.live.state.events import LiveEvent
from croupier.floor.live.state.family import ClockDue, Family, Followed, still_owed
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

_BETTING = Phase.BETTING
_JACKPOT = Spot.JACKPOT
_SAY_MORE = frozenset({ev.BetPlaced, ev.CardsLie, ev.IrregularityRuled})
_ANSWERING = (cmd.PlaceBet, cmd.WithdrawBet, cmd.MakeDecision, cmd.Choose)


class HouseFamily:
    house_banked = True
    next_round: Literal["next", "start"] = "next"
    codec: EventCodec[ev.HouseEvent | LiveEvent] = EventCodec(ev.HouseEvent | LiveEvent)

    single_deck = House.SINGLE_DECK

    def read(self, table: LiveTable, book: Rulebook, words: list[str], actor: Actor) -> cmd.HouseCommand:
        every_box = range(1, house_game(table).table.places + 1)  # who has it is checked later
        return read_live_action(HOUSE_GAMES[book.game], every_box, words, actor)

    check_allowed = staticmethod(allowed)
    on_request = staticmethod(on_request)
    evolve = staticmethod(life.evolve)
    postings = staticmethod(house_postings)
    put_down = staticmethod(house_put_down)

    def advance(
        self, book: Rulebook, state: HouseState | None, command: cmd.HouseCommand
    ) -> tuple[tuple[ev.HouseEvent, ...], HouseState]:
        return HOUSE_GAMES[book.game].run(book, state, command)

    def judge(self, book: Rulebook, state: HouseState, command: cmd.HouseCommand) -> tuple[ev.HouseEvent, ...]:
        advance = HOUSE_GAMES[book.game].advance  # acts between rounds are not tried
        return advance(book, state.round, command, goes_on=False)[0]  # type: ignore[arg-type]

    def asked(self, state: HouseState) -> str:
        """Round, phase and stage, and which options of 5.10 are open; not who has already bet, decided or chosen."""
        round_ = state.round
        choosing = len(round_.incidents) if round_.choosing else ""
        return f"{round_.phase} {round_.stage} {choosing}"

    def answers(self, command: Value) -> bool:
        return isinstance(command, _ANSWERING)

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
        return state.round.phase is _BETTING

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
        return tuple([box for box, holder in state.table.players.items() if holder == player])

    def holder_of(self, state: HouseState, command: Value) -> str | None:
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

    def questions(self, table: LiveTable, state: HouseState) -> list[ClockDue]:
        round_, clocks, number = state.round, table.clocks, table.rounds
        if round_.over:
            return [] if clocks.pause is None or table.closing else [ClockDue("pause", round=number)]
        if round_.phase is _BETTING and not round_.choosing:
            asks = clocks.betting is not None or bool(table.ready)
            return [ClockDue("betting", round=number)] if asks and any(map(takes_part, round_.boxes.values())) else []
        if clocks.decision is None:
            return []
        if round_.choosing:
            of = str(len(round_.incidents))
            return [ClockDue("choice", box, round_.boxes[box].player, number, of) for box in sorted(round_.choosing)]
        if round_.phase is not Phase.DECIDING:
            return []
        of = str(round_.stage)
        return [ClockDue("decision", box.number, box.player, number, of) for box in undecided(round_)]

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

    def own_parts_rest_on(self, state: HouseState) -> tuple[object, ...]:
        """Everything except the boxes: what others bet and decide changes no act of a player until the round goes on,
        and then phase or stage change."""
        round_ = state.round
        return (
            state.number,
            state.failure,
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

    def own_part_rests_on(self, state: HouseState, player: str) -> tuple[object, ...]:
        round_ = state.round
        return tuple([(box, round_.placed.get(box.number)) for box in round_.boxes.values() if box.player == player])

    def what_followed(self, events: Sequence[ev.HouseEvent]) -> Followed:
        if _SAY_MORE.isdisjoint(map(type, events)):
            return Followed()
        for event in events:
            match event:
                case ev.BetPlaced(excess=excess, cites=cites) if excess:
                    return Followed(cites, excess=dollars(excess))
                case ev.CardsLie(cites=cites):
                    return Followed(cites)
                case ev.IrregularityRuled(ruled=ruled):
                    return Followed(ruled.cites, ruling=ruled.ruling, still=_still(events))
                case _:
                    pass
        return Followed()

    def chips_at_table(self, state: HouseState, player: str) -> Cents | None:
        return None


def takes_part(box: Box) -> bool:
    """A jackpot bet alone goes back at the close, and does not make a round (R-60)."""
    for spot, stake in box.bets.items():  # noqa: SIM110 (asked after every act: a generator would cost more)
        if spot is not _JACKPOT and not stake.returned:
            return True
    return False


def _to_be_turned_up(table: LiveTable, state: HouseState) -> bool:
    book = at_the_table(table.book, table.sign.dealing)
    game = HOUSE_GAMES[book.game]
    return any(each.reason == "cards" for each in awaited(game.faces_due, game.places, book, state.round))


def _still(events: Sequence[ev.HouseEvent]) -> StillTold | None:
    recorded = next((event for event in events if isinstance(event, ev.PaymentRecorded)), None)
    return None if recorded is None else still_owed(recorded.due, recorded.paid, box=recorded.box)


HOUSE: Family[HouseState, cmd.HouseCommand, ev.HouseEvent] = HouseFamily()
