"""A live table: the state of its game and the floor's own state, one frozen value that folding rebuilds."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from croupier.base.values import Value
from croupier.floor.journal.entry import DeckBegun
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.sign import ROUNDS_A_BANK, Clocks, Sign
from croupier.rules.cards import Card
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.link import Link
from croupier.rules.money import Cents

ASK_WAITS = 60_000_000
"""Microseconds in which a player can answer whether staff may bring chips from their wallet."""
DECIDED_INCIDENTS = 50
"""How many decided incidents a table keeps; older ones are in the journal."""


class Bank(Value):
    """How much of the time bank a player has used since it was last full."""

    used: int
    full_in: int
    """The round in which it was full."""


class Departure(Value):
    """How a player left a poker table: for a while they may be relocated from it (R-109)."""

    at: int
    stack: Cents
    small_blind: Cents


RELOCATED_WITHIN = 30 * 60 * 1_000_000
"""Microseconds after leaving a table in which a player may be relocated from it (R-109)."""


class Incident(Value):
    reported: ev.IncidentWaits
    decided: ev.IncidentDecided | None = None
    understood: ev.IncidentUnderstood | None = None


class Waiting(Value):
    """Somebody on the waiting list."""

    player: str
    since: int
    place: int | None = None
    """The only place they want, if just one."""
    offered: int | None = None
    """The place offered to them."""
    until: int = 0
    """0 while nobody can sit down."""
    rest: int = 0
    """Microseconds left of an offer on hold."""
    passed: int | None = None
    """A free place that they did not take and that others are offered."""
    missed: int = 0
    """How many offers ran out."""


class RealDeck(Value):
    """The deck of real cards that the table plays with."""

    deck: str
    colour: str
    by: str
    since: int
    rounds: int
    """The table's last round when it came in."""
    checked: ev.DeckWasChecked | None = None
    shuffled: ev.DeckShuffled | None = None


class Tenure(Value):
    """A dealer has the table, or had it."""

    dealer: str
    since: int
    by: str = ""
    """Who of the pit assigned the dealer; empty if the dealer took the table."""
    until: int | None = None


class Slip(Value):
    """Chips to be moved or counted at a table, and who has signed."""

    asked: ev.ChipsAsked
    approved: ev.ChipsApproved | None = None
    moved: ev.ChipsMoved | None = None


SLIPS = 100
"""How many finished slips a table lists; older ones are in the journal."""
TENURES = 50
"""How many dealers a table lists; older ones are in the journal."""


class LiveTable(Value):
    sign: Sign
    book: str
    game: HouseState | PokerState
    rounds: int = 0
    """Rounds opened (house-banked) or started (poker)."""
    version: int = 0
    """Rises by one with each act that changed something."""
    signs: int = 1
    asked: str = ""
    """The question that the table waits for, as a key; a new key is a new moment."""
    moments: int = 0
    """How many moments this round has had."""
    decks: tuple[DeckBegun, ...] = ()
    """Of the current round, or of the one about to start."""
    read: tuple[Card, ...] = ()
    """The cards of this round that a device has read."""
    held: tuple[Card, ...] = ()
    """Read cards that wait for the rest of their deal; then all go on the table together."""
    meter_before: Cents | None = None
    meter_after: Cents | None = None
    """The jackpot at the beginning and at the end of this round, at tables with one."""
    leaving: tuple[str, ...] = ()
    """House-banked: players who take their chips as soon as the round is over."""
    banks: Mapping[str, Bank] = {}
    silences: Mapping[str, int] = {}
    """How often in a row a player's time has run out."""
    incidents: Mapping[int, Incident] = {}
    """The waiting incidents, and the last decided ones."""
    asks: Mapping[int, ev.PlayerAsked] = {}
    """Unanswered questions to players; some may have expired."""
    asks_counted: int = 0
    """Number of the last question here."""
    closing: bool = False
    departures: Mapping[str, Departure] = {}
    """Poker: how players left who may still be relocated from here."""
    ready: tuple[int, ...] = ()
    """House-banked: boxes of this round whose players have placed all their bets."""
    queue: tuple[Waiting, ...] = ()
    """The waiting list, first in line first."""
    clocks_before: Clocks | None = None
    """The clocks of this round, if the sign has changed since it began."""
    real_deck: RealDeck | None = None
    """At tables with real cards: the deck in play, if somebody recorded one."""
    dealers: tuple[Tenure, ...] = ()
    """Who has dealt here, oldest first; the last one has the table."""
    slips: Mapping[int, Slip] = {}
    """If the float is kept: the waiting slips, and the last finished ones."""
    slips_counted: int = 0
    """Number of the last slip."""
    has_float: bool = False
    """The table has got its opening float."""
    counted_out: bool = False
    """The tray was counted after the last round of a closing table."""
    arrived: Mapping[str, int] = {}
    """Poker tables whose players move on to another: who sat down when, and is still there."""
    before_entry: PokerState | None = None
    """Poker dealt by hand: the game before the last act, if that is a player's act which the dealer entered (R-139)."""

    @property
    def dealer(self) -> Tenure | None:
        """The dealer who has the table."""
        return self.dealers[-1] if self.dealers else None

    @property
    def clocks(self) -> Clocks:
        return self.sign.clocks if self.clocks_before is None else self.clocks_before

    @property
    def name(self) -> str:
        return self.sign.name

    @property
    def moment(self) -> str:
        return f"{self.rounds}.{self.moments}"

    @property
    def waiting(self) -> list[ev.IncidentWaits]:
        return [each.reported for each in self.incidents.values() if each.decided is None]

    def bank_used(self, player: str) -> int:
        bank = self.banks.get(player)
        return bank.used if bank is not None and self.rounds < bank.full_in + ROUNDS_A_BANK else 0


def house_state(table: LiveTable) -> HouseState | None:
    """The state of a house-banked table; None at a poker table."""
    return table.game if isinstance(table.game, HouseState) else None


def house_game(table: LiveTable) -> HouseState:
    """The state of a table that is house-banked: only such tables have links, jackpots and boxes."""
    assert isinstance(table.game, HouseState), f"{table.name} is not house-banked"
    return table.game


def poker_game(table: LiveTable) -> PokerState:
    """The state of a table where poker is played: only such tables have seats, blinds and pots."""
    assert isinstance(table.game, PokerState), f"{table.name} is not a poker table"
    return table.game


def round_link(table: LiveTable, links: Mapping[str, Link]) -> str | None:
    """The link whose jackpot this round plays for, even if the table has moved to another link since bets closed."""
    if table.sign.link_before is not None and (state := house_state(table)) is not None:
        for link in links.values():
            deal = link.deals.get(table.name)
            if deal is not None and deal.round == state.number:
                return link.name
    return table.sign.link


def last_deal_first(tables: Iterable[LiveTable], links: Mapping[str, Link]) -> list[str]:
    """The order for ruling on rounds that are interrupted at the same moment (R-106).

    The earliest deal comes last: its held claim is answered after everything has been returned that has to be.
    """

    def holds(table: LiveTable) -> tuple[int, str]:
        link = round_link(table, links)
        deal = None if link is None or link not in links else links[link].deals.get(table.name)
        return (deal.number if deal is not None and deal.playing and deal.number is not None else 0), table.name

    return [name for number, name in sorted(map(holds, tables), key=lambda each: (each[0] > 0, -each[0], each[1]))]


def evolve(table: LiveTable, event: ev.LiveEvent) -> LiveTable:
    """Applies an event of the floor; decides nothing."""
    return _EVOLVE[type(event)](table, event)


def player_left(table: LiveTable, player: str, departure: Departure) -> LiveTable:
    since = departure.at - RELOCATED_WITHIN
    recent = {name: each for name, each in table.departures.items() if each.at >= since}
    arrived = {name: at for name, at in table.arrived.items() if name != player}
    return replace(table, departures={**recent, player: departure}, arrived=arrived)


def player_arrived(table: LiveTable, player: str, at: int) -> LiveTable:
    return replace(table, arrived={**table.arrived, player: at}) if table.sign.must_move else table


def in_order_of_arrival(table: LiveTable) -> list[str]:
    """Poker: who moves on to another table, in that order; nobody who is away or has no chips."""
    present = {seat.player for seat in poker_game(table).seats.values() if seat.present}
    return [player for player, _ in sorted(table.arrived.items(), key=lambda each: each[1]) if player in present]


def round_begins(table: LiveTable) -> LiveTable:
    return replace(
        table,
        rounds=table.rounds + 1,
        moments=-1,
        asked="",
        read=(),
        held=(),
        meter_before=None,
        meter_after=None,
        clocks_before=None,
        ready=(),
    )


def bets_changed(table: LiveTable, box: int) -> LiveTable:
    """A changed bet makes the box's player not ready."""
    return table if box not in table.ready else replace(table, ready=tuple(each for each in table.ready if each != box))


def deck_changes(table: LiveTable) -> LiveTable:
    """Cards read for an unfinished deal go back with the other cards."""
    return table if not table.held else replace(table, held=())


def _sign_changed(table: LiveTable, event: ev.FloorSignChanged) -> LiveTable:
    clocks = table.clocks if event.sign.clocks != table.clocks else None
    return replace(table, sign=event.sign, signs=table.signs + 1, clocks_before=clocks)


def _rulebook_changed(table: LiveTable, event: ev.RulebookChanged) -> LiveTable:
    return replace(table, book=event.book, signs=table.signs + 1)


def _cards_read(table: LiveTable, event: ev.CardsRead) -> LiveTable:
    read = table.read + event.cards
    if event.goes_first:
        return replace(table, read=read)
    return replace(table, read=read, held=() if event.complete else table.held + event.cards)


def _meter_noted(table: LiveTable, event: ev.MeterNoted) -> LiveTable:
    if event.over:
        return replace(table, meter_after=event.value)
    return replace(table, meter_before=event.value)


def _player_leaves(table: LiveTable, event: ev.PlayerLeaves) -> LiveTable:
    return replace(table, leaving=(*(each for each in table.leaving if each != event.player), event.player))


def _chips_brought(table: LiveTable, event: ev.ChipsBrought) -> LiveTable:
    return replace(table, leaving=tuple(each for each in table.leaving if each != event.player))


def _chips_taken(table: LiveTable, event: ev.ChipsTaken) -> LiveTable:
    return replace(table, leaving=tuple(each for each in table.leaving if each != event.player))


def _box_ready(table: LiveTable, event: ev.BoxReady) -> LiveTable:
    return replace(table, ready=(*table.ready, event.box))


def _wait_begun(table: LiveTable, event: ev.WaitBegun) -> LiveTable:
    last = Waiting(event.player, event.at, event.place, passed=event.passed, missed=event.missed)
    return replace(table, queue=(*table.queue, last))


def _place_offered(table: LiveTable, event: ev.PlaceOffered) -> LiveTable:
    def offered(each: Waiting) -> Waiting:
        return replace(each, offered=event.place, until=event.until, rest=event.rest, passed=None)

    queue = tuple(offered(each) if each.player == event.player else each for each in table.queue)
    return replace(table, queue=queue)


def _wait_ended(table: LiveTable, event: ev.WaitEnded) -> LiveTable:
    return replace(table, queue=tuple(each for each in table.queue if each.player != event.player))


def _time_taken(table: LiveTable, event: ev.TimeTaken) -> LiveTable:
    used = table.bank_used(event.player)
    since = table.banks[event.player].full_in if used else table.rounds
    return replace(table, banks={**table.banks, event.player: Bank(used + event.bank, since)})


def _time_ran_out(table: LiveTable, event: ev.TimeRanOut) -> LiveTable:
    return replace(table, silences={**table.silences, event.player: table.silences.get(event.player, 0) + 1})


def heard(table: LiveTable, player: str) -> LiveTable:
    """The player has acted, so the count of silences in a row starts again."""
    if player not in table.silences:
        return table
    return replace(table, silences={name: times for name, times in table.silences.items() if name != player})


def _incident_waits(table: LiveTable, event: ev.IncidentWaits) -> LiveTable:
    return replace(table, incidents={**table.incidents, event.number: Incident(event)})


def _incident_decided(table: LiveTable, event: ev.IncidentDecided) -> LiveTable:
    incidents = {**table.incidents, event.number: replace(table.incidents[event.number], decided=event)}
    decided = [number for number, each in incidents.items() if each.decided is not None]
    for number in decided[: len(decided) - DECIDED_INCIDENTS]:
        del incidents[number]
    return replace(table, incidents=incidents)


def _incident_understood(table: LiveTable, event: ev.IncidentUnderstood) -> LiveTable:
    understood = replace(table.incidents[event.number], understood=event)
    return replace(table, incidents={**table.incidents, event.number: understood})


def _player_asked(table: LiveTable, event: ev.PlayerAsked) -> LiveTable:
    now = event.until - ASK_WAITS
    still = {number: each for number, each in table.asks.items() if each.until > now}
    return replace(table, asks={**still, event.number: event}, asks_counted=event.number)


def _player_answered(table: LiveTable, event: ev.PlayerAnswered) -> LiveTable:
    return replace(table, asks={number: each for number, each in table.asks.items() if number != event.number})


def _closing_begun(table: LiveTable, _: ev.ClosingBegun) -> LiveTable:
    return replace(table, closing=True)


def _deck_came_in(table: LiveTable, event: ev.DeckCameIn) -> LiveTable:
    return replace(table, real_deck=RealDeck(event.deck, event.colour, event.by, event.at, table.rounds))


def _deck_was_checked(table: LiveTable, event: ev.DeckWasChecked) -> LiveTable:
    assert table.real_deck is not None
    return replace(table, real_deck=replace(table.real_deck, checked=event))


def _deck_shuffled(table: LiveTable, event: ev.DeckShuffled) -> LiveTable:
    assert table.real_deck is not None
    return replace(table, real_deck=replace(table.real_deck, shuffled=event))


def _dealer_took_over(table: LiveTable, event: ev.DealerTookOver) -> LiveTable:
    before = table.dealers
    if before:
        before = (*before[:-1], replace(before[-1], until=event.at))
    return replace(table, dealers=(*before, Tenure(event.dealer, event.at, event.by))[-TENURES:])


def _chips_asked(table: LiveTable, event: ev.ChipsAsked) -> LiveTable:
    return replace(table, slips={**table.slips, event.number: Slip(event)}, slips_counted=event.number)


def _chips_approved(table: LiveTable, event: ev.ChipsApproved) -> LiveTable:
    return replace(table, slips={**table.slips, event.number: replace(table.slips[event.number], approved=event)})


def _chips_moved(table: LiveTable, event: ev.ChipsMoved) -> LiveTable:
    slips = {**table.slips, event.number: replace(table.slips[event.number], moved=event)}
    over = [number for number, slip in slips.items() if slip.moved is not None]
    for number in over[: len(over) - SLIPS]:
        del slips[number]
    has_float = table.has_float or event.kind == "opening"
    return replace(table, slips=slips, has_float=has_float, counted_out=table.counted_out or event.closes)


def _entry_taken_back(table: LiveTable, _: ev.EntryTakenBack) -> LiveTable:
    assert table.before_entry is not None, "an entry is taken back once"
    return replace(table, game=table.before_entry)


_EVOLVE: Mapping[type, Callable[..., LiveTable]] = {
    ev.FloorSignChanged: _sign_changed,
    ev.RulebookChanged: _rulebook_changed,
    ev.CardsRead: _cards_read,
    ev.MeterNoted: _meter_noted,
    ev.ChipsBrought: _chips_brought,
    ev.ChipsTaken: _chips_taken,
    ev.PlayerLeaves: _player_leaves,
    ev.BoxReady: _box_ready,
    ev.WaitBegun: _wait_begun,
    ev.PlaceOffered: _place_offered,
    ev.WaitEnded: _wait_ended,
    ev.TimeTaken: _time_taken,
    ev.TimeRanOut: _time_ran_out,
    ev.IncidentWaits: _incident_waits,
    ev.IncidentDecided: _incident_decided,
    ev.IncidentUnderstood: _incident_understood,
    ev.RoundCorrected: lambda table, _: table,
    ev.PlayerAsked: _player_asked,
    ev.PlayerAnswered: _player_answered,
    ev.ClosingBegun: _closing_begun,
    ev.DeckCameIn: _deck_came_in,
    ev.DeckWasChecked: _deck_was_checked,
    ev.DeckShuffled: _deck_shuffled,
    ev.DeckWentOut: lambda table, _: replace(table, real_deck=None),
    ev.DealerTookOver: _dealer_took_over,
    ev.SteppedIn: lambda table, _: table,
    ev.ChipsAsked: _chips_asked,
    ev.ChipsApproved: _chips_approved,
    ev.ChipsMoved: _chips_moved,
    ev.EntryTakenBack: _entry_taken_back,
    ev.MovedOn: lambda table, _: table,
    ev.MovedHere: lambda table, _: table,
}
