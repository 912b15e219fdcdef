"""One act and everything that follows it, in all the streams that it touches.

A work builds on the newest decided state of the house and leaves that state alone. It ends with one entry for each
stream, all committed together, or it is dropped.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, cast

from msgspec.structs import replace

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.base.limits import MOST_CENTS
from croupier.base.sentences import says
from croupier.floor.journal.decks import DrawnDeck
from croupier.floor.journal.entry import DeckBegun, Opened
from croupier.floor.ledger.accounts import Account, may_be_negative, stack
from croupier.floor.ledger.postings import Posting, Unbalanced, balanced, link_postings
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import table as live_table
from croupier.floor.live.state.families import family_of, noted
from croupier.floor.live.state.family import GameCommand, GameEvent, GameState, StreamEvent
from croupier.floor.live.state.table import LiveTable, house_game, house_state
from croupier.rounds.dealing.following import TELLING, as_linked, told
from croupier.rounds.dealing.linked import ANSWERED, check_not_held, owed
from croupier.rounds.dealing.poker_dealer import NOT_ENOUGH_CARDS
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.jackpot import commands as link_cmd
from croupier.rules.jackpot import events as link_ev
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.evolve import evolve as evolve_link
from croupier.rules.jackpot.link import Link
from croupier.rules.jackpot.machine import advance as advance_link
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Rulebook

BY_SYSTEM = Actor(Rank.SHIFT_MANAGER, "system")
_SEALED = Faces.SEALED
_ENDING = frozenset({house_ev.RoundSettled, house_ev.JackpotPaid, house_ev.RoundVoided})
_TOLD_TO_LINKS = TELLING | {house_ev.CardsDealt}
TURN_NOTHING_UP = frozenset(
    {
        house_ev.BetPlaced,
        house_ev.BetWithdrawn,
        house_ev.HandExamined,
        house_ev.DecisionMade,
        poker_ev.CardsLookedAt,
        poker_ev.ActionTaken,
    }
)
"""After most acts nothing else has happened, and everybody sees the same cards as before."""


class Unaffordable(Refused):
    """No rule forbids it: there are not enough chips, or an account would become too large."""


class Decided(Protocol):
    """The decided state of the house; some of it may not be durable yet."""

    @property
    def tables(self) -> Mapping[str, LiveTable]: ...

    @property
    def links(self) -> Mapping[str, Link]: ...

    @property
    def balances(self) -> Mapping[Account, int]: ...

    @property
    def decks(self) -> Mapping[str, Mapping[int, DrawnDeck]]:
        """By table with sealed cards: the deck of its round, and of the next one once drawn."""

    def draw_deck(self, table: str, round_: int, deck: int, listed: Sequence[Card]) -> DrawnDeck: ...

    def now(self) -> int:
        """Microseconds since 1970."""

    def check_deck(self, table: LiveTable, deck: DrawnDeck) -> None:
        """Checks, before a deal, that the deck is the one whose root was published."""


class Record:
    """What one stream's entry will say."""

    def __init__(self) -> None:
        self.events: list[StreamEvent] = []
        self.post: dict[Account, int] = {}
        self.opened: list[Opened] = []
        self.decks: list[DeckBegun] = []
        self.said = ""
        """The act in this stream's words, if the act belongs to another stream."""
        self.by = ""
        """Who acts here, if it is another person."""

    def add(self, postings: Iterable[Posting]) -> None:
        post = self.post
        for posting in postings:
            account = posting.account
            post[account] = post.get(account, 0) + posting.amount

    def postings(self) -> tuple[Posting, ...]:
        return balanced(self.post) if self.post else ()


class Work:
    def __init__(self, decided: Decided) -> None:
        self._decided = decided
        self.at = decided.now()
        """The time of the whole work; all its entries carry it."""
        self.tables: dict[str, LiveTable] = {}
        self.links: dict[str, Link] = {}
        self.decks: dict[str, dict[int, DrawnDeck]] = {}
        """Decks drawn by this work, by table and round."""
        self.records: defaultdict[str, Record] = defaultdict(Record)
        """By stream, in the order in which they were touched."""
        self._meters: dict[str, Cents] = {}
        """By table: the jackpot at the end of its round, before awards of other tables were paid."""

    # --- What is so now -------------------------------------------------------------------------------------------

    def table(self, name: str) -> LiveTable:
        return self.tables.get(name) or self._decided.tables[name]

    def link(self, name: str) -> Link:
        return self.links.get(name) or self._decided.links[name]

    @property
    def _all_links(self) -> Mapping[str, Link]:
        """All links after this work; few acts need them."""
        return {**self._decided.links, **self.links}

    def balance(self, account: Account) -> int:
        return self._decided.balances.get(account, 0) + self.moved(account)

    def with_chips(self, table: str) -> list[str]:
        """Everybody with chips there, with a place or without, by name."""
        at_this_table = stack(table, "")
        moved = (account for record in self.records.values() for account in record.post)
        known = {account for account in (*self._decided.balances, *moved) if account.startswith(at_this_table)}
        return [account.removeprefix(at_this_table) for account in sorted(known) if self.balance(account)]

    def all_tables(self) -> Mapping[str, LiveTable]:
        """All tables after this work."""
        return {**self._decided.tables, **self.tables}

    def moved(self, account: Account) -> int:
        """What this work moves."""
        return sum(record.post.get(account, 0) for record in self.records.values())

    def book(self, table: LiveTable) -> Rulebook:
        return at_the_table(table.book, table.sign.dealing)

    def deck(self, table: LiveTable) -> DrawnDeck:
        """The deck of the current round."""
        name, number = table.name, table.rounds
        drawn = self.decks.get(name, {}).get(number)
        return drawn or self._decided.decks[name][number]

    def record(self, stream: str) -> Record:
        return self.records[stream]

    # --- What happens ---------------------------------------------------------------------------------------------

    def happens(self, name: str, event: ev.LiveEvent) -> None:
        """Applies an event of the floor itself."""
        self.record(f"table/{name}").events.append(event)
        self.tables[name] = live_table.evolve(self.table(name), event)

    def post(self, stream: str, postings: Iterable[Posting]) -> None:
        self.record(stream).add(postings)

    def play(self, name: str, command: GameCommand) -> tuple[GameEvent, ...]:
        """Does a command at a table and everything that follows by rule, here and at the tables of its link."""
        events = self._act(name, command)
        links = self._follow_link(name, events) | self._deal(name)
        if isinstance(command, house_cmd.ResumeTable) and (link := self.round_link(name)) is not None:
            links.add(link)  # pay now what was won elsewhere meanwhile
        for link in links:
            self.answer_claims(link)
        return events

    def open_table(self, opened: ev.FloorTableOpened, command: GameCommand) -> None:
        name = opened.sign.name
        family = family_of(opened.book)
        book = at_the_table(opened.book, opened.sign.dealing)
        events, state = family.advance(book, None, command)
        record = self.record(f"table/{name}")
        record.events += [opened, *events]
        record.add(family.postings(name, None, events, state))
        table = LiveTable(opened.sign, opened.book, state)
        for event in events:
            table = noted(table, event, self.at)
        self.tables[name] = table

    def _act(self, name: str, command: GameCommand) -> tuple[GameEvent, ...]:
        table = self.table(name)
        family, book = family_of(table.book), self.book(table)
        before = table.game
        if isinstance(command, house_cmd.ReportIrregularity) and (link := self.round_link(name)) is not None:
            command = as_linked(command, self.link(link))
        events, state = family.advance(book, before, command)
        for player, amount in family.put_down(before, events).items():
            if amount > (held := self.balance(chips := stack(name, player))):
                _not_enough(chips, held, amount)
        record = self.records[f"table/{name}"]
        record.events += events
        record.add(family.postings(name, before, events, state))
        for event in events:
            table = noted(table, event, self.at)
        after = self.tables[name] = replace(table, game=state)
        if table.sign.cards is _SEALED and not TURN_NOTHING_UP.issuperset(map(type, events)):
            self._open_cards(record, before, after)
        return events

    def _open_cards(self, record: Record, before: GameState, after: LiveTable) -> None:
        """Adds cards that have just been turned up to the entry, each with its salt."""
        family = family_of(after.book)
        if not family.drawn(after.game):
            return
        seen = family.public_cards(after.game)
        newly = seen - family.public_cards(before) if seen else seen
        if not newly:
            return
        drawn = self.deck(after)
        for place, card in enumerate(drawn.cards.cards[: family.drawn(after.game)], drawn.first):
            if card in newly:
                record.opened.append(Opened(drawn.deck, place, card, drawn.salt(place).hex()))

    def _deal(self, name: str) -> set[str]:
        """Deals the due cards of the sealed deck. Returns the links that heard of it."""
        links: set[str] = set()
        while (cards := self._due(name)) is not None:
            links |= self._follow_link(name, self._act(name, cards))
        return links

    def _due(self, name: str) -> GameCommand | None:
        table = self.table(name)
        family, state = family_of(table.book), table.game
        if state.suspended is not None or table.sign.cards is not _SEALED:
            return None
        due = family.cards_due(self.book(table), state)
        if not due:
            return None
        deck, drawn = self.deck(table), family.drawn(state)
        self._decided.check_deck(table, deck)
        if drawn + due > len(deck.cards.cards):
            return NOT_ENOUGH_CARDS
        return family.deal(deck.cards.next_cards(drawn, due))

    # --- Links ----------------------------------------------------------------------------------------------------

    def _follow_link(self, name: str, events: Sequence[GameEvent]) -> set[str]:
        """Passes these events on to the table's link. Returns its name if any concerned it."""
        if _TOLD_TO_LINKS.isdisjoint(map(type, events)):
            return set()
        table = self.table(name)
        state = house_state(table)
        if state is None or (link := self._round_link(table)) is None:
            return set()
        book = self.book(table)
        heard_of = False
        for event in cast(Sequence[house_ev.HouseEvent], events):
            if (heard := self._told(table, link, book, state, event)) is not None:
                before = self.link(link)
                moved = self.move_link(link, heard, name)
                heard_of = True
                if not _ENDING.isdisjoint(map(type, events)):
                    self._meters[name] = self._left_by(name, before, moved)
        return {link} if heard_of else set()

    def _left_by(self, name: str, link: Link, moved: Iterable[LinkEvent]) -> Cents:
        """The meter after this table's awards, before those of other tables that they unblock."""
        for event in moved:
            if isinstance(event, link_ev.AwardLocked) and event.table != name:
                break
            link = evolve_link(link, event)
        return link.displayed

    def round_link(self, name: str) -> str | None:
        return self._round_link(self.table(name))

    def _round_link(self, table: LiveTable) -> str | None:
        if table.sign.link_before is None:  # most tables never changed link: skip the scan
            return table.sign.link
        return live_table.round_link(table, self._all_links)

    def _told(
        self, table: LiveTable, name: str, book: Rulebook, state: HouseState, event: house_ev.HouseEvent
    ) -> link_cmd.LinkCommand | None:
        """The link's command for an event. If cards are read or dealt by hand, the deal's time comes after the close
        (R-102)."""
        link, at_once, number = self.link(name), table.sign.cards is _SEALED, state.number
        if type(event) in TELLING:
            heard = told(HOUSE_GAMES[book.game], book, link, table.name, state, event)
            return replace(heard, complete=at_once) if isinstance(heard, link_cmd.DealHands) else heard
        if not at_once and isinstance(event, house_ev.CardsDealt) and event.hands:
            deal = link.deals.get(table.name)
            if deal is not None and deal.round == number and deal.number is None:
                return link_cmd.CompleteDeal(table.name, number)
        return None

    def move_link(self, name: str, command: link_cmd.LinkCommand, acting: str | None) -> tuple[LinkEvent, ...]:
        opens = isinstance(command, link_cmd.OpenLink)
        if opens and name in self._all_links:
            raise Refused(says("link-there-already", link=name))
        before = None if opens else self.link(name)
        events, after = advance_link(before, command, self.at)
        record = self.record(f"link/{name}")
        record.events += events
        record.add(link_postings(before, after, acting))
        self.links[name] = after
        for event in events:
            match event:
                case link_ev.TableLinked(table=table, bet=bet):
                    self._put_on_sign(table, name, None if after.suspended else bet)
                case link_ev.TableUnlinked(table=table):
                    self._put_on_sign(table, None, None)
                case link_ev.LinkClosed() if before is not None:
                    self._pass_on(before, event)
                case _:
                    pass
        return events

    def _put_on_sign(self, name: str, link: str | None, bet: Cents | None) -> None:
        """The table joins or leaves a link. While bets are open that counts at once, and bets for a jackpot that is no
        longer offered go back. Without a bet the jackpot is not offered, as during a suspension."""
        table = self.table(name)
        sign, state = table.sign, house_game(table)
        prescribed = bet or state.table.jackpot_bet or sign.jackpot_bet
        joined = replace(sign, link=link, link_before=sign.link or sign.link_before, jackpot_bet=prescribed)
        record = self.record(f"table/{name}")
        record.said = record.said or ("(unlinked)" if link is None else f"(linked to {link})")
        self.happens(name, ev.FloorSignChanged(joined))
        if not state.closed and (bet or None) != state.table.jackpot_bet:
            self._act(name, house_cmd.ChangeSign(jackpot_bet=bet or Cents(0), at_once=True))

    def _pass_on(self, closed: Link, event: link_ev.LinkClosed) -> None:
        """A link's money is owed to players: it moves to the other link with the tables whose players paid it."""
        heir = self.link(event.to)
        while heir.transferred_to is not None and heir.transferred_to != closed.name:
            heir = self.link(heir.transferred_to)
        pots = (event.meter, event.overflow, event.reserve)
        self.move_link(heir.name, link_cmd.ReceiveTransfer(closed.name, *pots, closed.tables), None)
        for table, bet in closed.tables.items():
            self._put_on_sign(table, heir.name, None if heir.suspended else bet)
            state = house_game(self.table(table))
            if not heir.suspended and not state.closed and state.failure is not None:
                self.record(f"table/{table}").said = "incident jackpot-up"
                self._act(table, house_cmd.ReportIrregularity(house_cmd.Incident.JACKPOT_UP, by=BY_SYSTEM))

    def answer_claims(self, link: str) -> None:
        """Pays every claim whose turn has come, at any table, in the order of the deals (R-13, R-102)."""
        while True:
            waiting = {award.table for award in self.link(link).awards.values() if award.state in ANSWERED}
            states = {name: house_game(self.table(name)) for name in sorted(waiting)}
            due = owed(states, self.link(link))
            if due is None:
                return
            name, answered = due
            self._follow_link(name, self._act(name, answered))

    def note_meter(self, name: str) -> None:
        """Notes the jackpot when the round begins and when it is over."""
        table = self.table(name)
        state = house_state(table)
        if state is None or (table.meter_before is not None and not state.round.over):
            return
        if (link := self._round_link(table)) is None:
            return
        meter = self.link(link)
        if table.meter_before is None:
            set_ = meter.parameters
            noted = ev.MeterNoted(meter.displayed, False, set_.reset, set_.contribution, set_.limit, meter.carry)
            self.happens(name, noted)
        events = self.record(f"table/{name}").events
        if state.round.over and not _ENDING.isdisjoint(map(type, events)):
            self.happens(name, ev.MeterNoted(self._meters.get(name, meter.displayed), over=True))

    def check_not_held(self, name: str) -> None:
        """Refuses the next round while an award of this one waits for a hand dealt earlier elsewhere (R-13)."""
        table, link = self.table(name), self.round_link(name)
        if link is not None:
            check_not_held(self.book(table), name, house_game(table), self.link(link))

    # --- Decks ----------------------------------------------------------------------------------------------------

    def seal_next_deck(self, name: str, listed: Sequence[Card] = ()) -> None:
        """Draws the deck of the open round that is not dealt yet, or of the next one."""
        table = self.table(name)
        number = self.next_deal(table)
        before = self.decks.get(name, {}).get(number) or self._decided.decks.get(name, {}).get(number)
        drawn = self._decided.draw_deck(name, number, 0 if before is None else before.deck + 1, listed)
        self.decks.setdefault(name, {})[number] = drawn
        begun = DeckBegun(number, drawn.deck, drawn.first, drawn.root.hex())
        self.record(f"table/{name}").decks.append(begun)
        self.tables[name] = replace(table, decks=(begun,))

    def next_deal(self, table: LiveTable) -> int:
        return family_of(table.book).next_deal(table, table.game)

    def needs_a_deck(self, name: str) -> bool:
        table = self.table(name)
        game = table.game
        if table.sign.cards is not _SEALED or game.closed:
            return False
        if not family_of(table.book).can_seal(game):
            return False
        number = self.next_deal(table)
        return number not in self.decks.get(name, {}) and number not in self._decided.decks.get(name, {})

    # --- Money ----------------------------------------------------------------------------------------------------

    def check_funds(self) -> None:
        """Refuses acts that somebody cannot pay, or that overfill an account. This is the only check of chips."""
        posts = [record.post for record in self.records.values() if record.post]
        if not posts:
            return
        moved, balances = posts[0] if len(posts) == 1 else _added_up(posts), self._decided.balances
        for account, amount in moved.items():
            held = balances.get(account, 0)
            then = held + amount
            if then < 0 and amount < 0 and not may_be_negative(account):
                _not_enough(account, held, -amount)
            if abs(then) > MOST_CENTS and abs(then) > abs(held):
                raise Unaffordable(says("account-too-large", account=account, most=dollars(MOST_CENTS)))


def _added_up(posts: Iterable[Mapping[Account, int]]) -> Mapping[Account, int]:
    moved: dict[Account, int] = {}
    for post in posts:
        for account, amount in post.items():
            moved[account] = moved.get(account, 0) + amount
    return moved


def _not_enough(account: Account, held: int, wanted: int) -> None:
    kind, _, owner = account.partition("/")
    match kind:
        case "wallet":
            why = says("not-enough-in-wallet", player=owner, has=dollars(held), takes=dollars(wanted))
        case "stack":
            table, _, player = owner.partition("/")
            has, takes = dollars(held), dollars(wanted)
            why = says("not-enough-chips", player=player, has=has, table=table, takes=takes)
        case _:
            raise Unbalanced(f"{account} holds {dollars(held)}, and {dollars(wanted)} would leave it")
    raise Unaffordable(why)
