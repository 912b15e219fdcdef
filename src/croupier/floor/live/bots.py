"""Bots of the demo: players with names, chips and views of their own. They take their time and play sensibly."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256

from croupier.base.actors import RunBy
from croupier.floor.ledger.accounts import stack, wallet
from croupier.floor.live.floor import Floor
from croupier.floor.live.state.commands import AddPlayer, Deposit
from croupier.floor.live.state.people import SYSTEM, Role, Who
from croupier.floor.live.state.problems import Problem
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.rounds.players import house as house_players
from croupier.rounds.players.amateur import CAREFUL, LOOSE, STEADY, amateur
from croupier.rounds.players.house import BOLD, CAUTIOUS
from croupier.rounds.roundfile.said import house_words, poker_words
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.options import options
from croupier.rules.games.house.table import HouseState, Phase
from croupier.rules.games.house.view import view as house_view
from croupier.rules.games.poker.table import PokerState
from croupier.rules.games.poker.view import view as poker_view
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.load import at_the_table

NAMES = (
    *("Ada", "Bram", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hana", "Ines", "Jun"),
    *("Kai", "Lea", "Milo", "Noor", "Otto", "Pilar", "Quin", "Rosa", "Sven", "Tara"),
    *("Uma", "Vera", "Wim", "Xavi", "Yara", "Zeno", "Anouk", "Bilal", "Carla", "Deniz"),
    *("Emil", "Farid", "Goro", "Hugo", "Iris", "Jonas", "Kofi", "Lin", "Mei", "Nils"),
)
CHIPS = Cents(1_000_000)
MANNERS = (amateur(STEADY), amateur(LOOSE), amateur(CAREFUL))
"""Manners at the poker table; the length of a bot's name picks one."""
USUAL = (700, 2_400)
"""Milliseconds that a bot takes to act; it looks at its cards and decides in one go."""
HURRIES = (100, 400)
"""Milliseconds in which a bot places all its bets once a person is ready."""
HURRIES_TO_DECIDE = (50, 150)
"""Milliseconds in which a bot decides when no person has anything left to decide. Hold'em asks three times."""


class Bots:
    """The server calls `changed` after each change and `fire` on time; each bot acts when its delay is over."""

    def __init__(self, floor: Floor, chance: random.Random, now: Callable[[], int]) -> None:
        self._floor = floor
        self._chance = chance
        self._now = now
        self._when: dict[tuple[str, str], int] = {}
        """By table and bot: when the bot acts next."""
        self._plans: dict[tuple[str, str], tuple[int, Sequence[house_cmd.PlaceBet]]] = {}
        """The round, and the bets the bot plans for it."""
        self._acts = 0
        self.running = True

    def settle_in(self) -> None:
        """Gives every new bot a name and chips, and starts its delay before it sits down."""
        for name, table in sorted(self._floor.books.tables.items()):
            for bot in self.of(table):
                if bot not in self._floor.players:
                    self._floor.perform(SYSTEM, f"bot/{bot}", AddPlayer(bot, chips=CHIPS))
            self.changed(name)
        self._floor.timers.bots = self.of

    def of(self, table: LiveTable) -> list[str]:
        """The bots of a table: different ones at each table, the same ones every evening. Some play at two tables."""
        return _names(table.name, table.sign.bots)

    def changed(self, name: str) -> None:
        """Starts the delay of every bot that has just got something to do. A bot in a hurry acts earlier than
        planned."""
        table = self._floor.books.tables[name]
        hurries = self._hurries(table)
        for bot in self.of(table):
            key = name, bot
            if self._next_act(table, bot) is None:
                self._when.pop(key, None)
            elif hurries is not None:
                soon = self._now() + self._chance.randint(*hurries)
                self._when[key] = min(soon, self._when.get(key, soon))
            elif key not in self._when:
                self._when[key] = self._now() + self._chance.randint(*USUAL)

    def _hurries(self, table: LiveTable) -> tuple[int, int] | None:
        """How fast the bots are while a person waits for them."""
        if self._person_is_ready(table):
            return HURRIES
        return HURRIES_TO_DECIDE if self._people_have_decided(table) else None

    def _people_have_decided(self, table: LiveTable) -> bool:
        """Whether people play in this round and only bots are asked now. Bots among themselves take their time."""
        state = house_state(table)
        if state is None or state.round.phase is not Phase.DECIDING:
            return False
        bots = self.of(table)
        people = {box.player for box in state.round.boxes.values() if box.bets}.difference(bots)
        return bool(people) and people.isdisjoint(box.player for box in undecided(state.round))

    def _person_is_ready(self, table: LiveTable) -> bool:
        state = house_state(table)
        if not table.ready or state is None or state.round.phase is not Phase.BETTING:
            return False
        return not {state.round.boxes[box].player for box in table.ready}.issubset(self.of(table))

    def next_due(self) -> int | None:
        return min(self._when.values(), default=None) if self.running else None

    def fire(self) -> int:
        """Lets every bot whose delay is over act, one after the other. Returns how many acted."""
        acts = 0
        while self.running and (due := self._first()) is not None:
            name, bot = due
            del self._when[due]
            said = self._act(name, bot)
            while said and self._person_is_ready(self._floor.books.tables[name]):
                acts += said
                said = self._act(name, bot)  # the bot places all its bets and says that it is ready
            acts += said
            self.changed(name)
        return acts

    def _act(self, name: str, bot: str) -> int:
        """Acts once; a bot that has looked at its cards decides at once, too."""
        table = self._floor.books.tables[name]
        do = self._next_act(table, bot)
        if do is None or not self._say(table, bot, do):
            return 0
        return 1 + self._act(name, bot) if do.endswith(" look") else 1

    def _first(self) -> tuple[str, str] | None:
        now = self._now()
        due = [(when, *key) for key, when in self._when.items() if when <= now]
        return min(due)[1:] if due else None

    def _say(self, table: LiveTable, bot: str, do: str) -> int:
        self._acts += 1
        id_ = f"bot-{self._floor.books.store.epoch}-{self._acts:08d}"
        try:
            ticket = self._floor.act(Who(bot, Role.PLAYER), table.name, id_, do, table.moment)
        except Problem:
            return 0
        return int(ticket.status == 200)

    # --- What it does ---------------------------------------------------------------------------------------------

    def _next_act(self, table: LiveTable, bot: str) -> str | None:
        game = table.game
        if game.closed or table.closing or game.suspended is not None:
            return None
        if (state := house_state(table)) is not None:
            return self._at_the_layout(table, state, bot)
        return self._at_the_seat(table, poker_game(table), bot)

    def _at_the_layout(self, table: LiveTable, state: HouseState, bot: str) -> str | None:
        boxes = [box for box, holder in state.table.players.items() if holder == bot]
        between = state.round.over or state.round.phase is Phase.BETTING
        chips = self._floor.books.balances.get(stack(table.name, bot), 0)
        enough = 20 * min((limits.low for limits in state.table.limits.values()), default=Cents(100))
        if not boxes and table.queue:
            return None  # a bot leaves free places to people on the waiting list
        if not boxes:
            free = [box for box in range(1, state.table.places + 1) if box not in state.table.players]
            wanted = self._brings(bot, enough * 5)
            return f"{free[0]} sits {bot} {dollars(wanted)}" if free and between and wanted else None
        (box, *_) = boxes
        if chips < enough and between and (wanted := self._brings(bot, enough * 5)):
            return f"{box} tops-up {dollars(wanted)}"
        book = at_the_table(table.book, table.sign.dealing)
        game = HOUSE_GAMES[book.game]
        seen = house_view(state.round, Who(bot, Role.PLAYER).viewer)
        manner = BOLD if len(bot) % 3 == 0 else CAUTIOUS
        if state.round.phase is Phase.BETTING:
            if (table.name, bot) not in self._plans or self._plans[table.name, bot][0] != table.rounds:
                plan = house_players.bets(seen, box, manner, self._chance)
                self._plans[table.name, bot] = (table.rounds, plan)
            return _next_bet(table, state, box, self._plans[table.name, bot][1])
        may = options(game.decide, book, state.round, bot)
        command = house_players.act(game, seen, box, manner, may)
        return None if command is None else house_words(command)

    def _at_the_seat(self, table: LiveTable, state: PokerState, bot: str) -> str | None:
        seat = next((number for number, each in state.seats.items() if each.player == bot), None)
        wanted = min(state.table.stake_high, 100 * state.table.big_blind)
        wanted = Cents(max(wanted, state.table.stake_low) // state.table.chip * state.table.chip)
        if seat is None:
            return None if table.queue else self._sits(state, bot, wanted)
        if state.seats[seat].stack == 0 and not state.playing:
            return f"{seat} tops-up {dollars(wanted)}" if self._brings(bot, wanted) else None
        if state.seats[seat].away and not state.playing:
            return f"{seat} back"
        if state.table.dealt_by_hand:
            return None  # a bot sees no real card: the dealer acts for it
        command = MANNERS[len(bot) % len(MANNERS)](poker_view(state, Who(bot, Role.PLAYER).viewer), self._chance)
        return None if command is None else poker_words(command)

    def _sits(self, state: PokerState, bot: str, wanted: Cents) -> str | None:
        free = [number for number in range(1, state.table.seats + 1) if number not in state.seats]
        if not free or state.playing or bot in state.left_with or not self._brings(bot, wanted):
            return None
        return f"{free[0]} sits {bot} {dollars(wanted)}"

    def _brings(self, bot: str, wanted: int) -> Cents:
        """The amount the bot brings: at most what it has. A bot with an empty wallet gets new chips."""
        held = self._floor.books.balances.get(wallet(bot), 0)
        if held < wanted:
            self._acts += 1
            id_ = f"chips-{self._floor.books.store.epoch}-{self._acts:08d}"
            self._floor.perform(SYSTEM, id_, Deposit(bot, CHIPS), "play chips for a bot")
        return Cents(wanted)


@cache
def _names(table: str, bots: int) -> list[str]:
    first = int(sha256(table.encode()).hexdigest(), 16)
    return [NAMES[(first + number) % len(NAMES)] for number in range(min(bots, len(NAMES)))]


def _next_bet(table: LiveTable, state: HouseState, box: int, wanted: Sequence[house_cmd.PlaceBet]) -> str | None:
    """The next bet of the plan. After the last one the bot says that it is ready."""
    lying = state.round.boxes[box].bets if box in state.round.boxes else {}
    bet = next((house_words(bet) for bet in wanted if bet.spot not in lying), None)
    if bet is not None or box in table.ready or not lying or state.table.run_by is not RunBy.SYSTEM:
        return bet
    return f"{box} ready"
