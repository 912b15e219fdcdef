"""Journals of random evenings: real tables and one link, written down as the floor writes them."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import msgspec

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.floor.journal.chain import ZERO, chained
from croupier.floor.journal.checkpoints import EMPTY, next_line
from croupier.floor.journal.decks import DeckRow, DrawnDeck, seal
from croupier.floor.journal.entry import Body, DeckBegun, Entry, Opened, encode_body
from croupier.floor.journal.places import Places, seal_events
from croupier.floor.journal.upcast import VERSION
from croupier.floor.ledger.accounts import CAGE, Account, stack, wallet
from croupier.floor.ledger.postings import Posting, house_postings, link_postings, poker_postings, transfer
from croupier.floor.store.base import Batch
from croupier.floor.store.export import write_export
from croupier.floor.store.keys import KeyRing, create
from croupier.floor.store.opening import open_store
from croupier.proofs.sim.poker.crowd import MANNERS, Crowd, random_setup
from croupier.proofs.sim.poker.lives import SimPokerTable as PokerLife
from croupier.rounds.dealing import linked
from croupier.rounds.dealing.following import jackpot_at
from croupier.rules.cards import Card, Deck, parse_cards, seeded_chance, shuffled_deck
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.options import options
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState, HouseTable, Limits
from croupier.rules.games.poker import events as pk
from croupier.rules.games.poker.commands import StartRound
from croupier.rules.jackpot import commands as link_cmd
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.evolve import evolve as evolve_link
from croupier.rules.jackpot.link import Change, Correct, Link, Parameter, SetParameter
from croupier.rules.jackpot.machine import advance as advance_link
from croupier.rules.money import cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

KEY = bytes(range(32))
CHIPS = 10**12
BOOKS = {
    "tcp-1": "three-card-poker@3",
    "cs-1": "casino-stud@2",
    "cs-2": "casino-stud@2",
    "pth-1": "progressive-holdem@6",
}
ROYAL = parse_cards("2c As Qd Ks 7c Qs 2h Js 5d Ts Kh")
"""For the first box of Casino Stud, from the shoe; in 3 Card Poker it is a mini royal."""
MANAGER, OTHER_MANAGER = Actor(Rank.SHIFT_MANAGER, "sam"), Actor(Rank.SHIFT_MANAGER, "sue")
LINK = "grand"


class Scribe:
    """Chains what happens and keeps it in order."""

    def __init__(self, seed: int) -> None:
        self.chance = seeded_chance(f"journal {seed}")
        self.entries: list[Entry] = []
        self.decks: list[DeckRow] = []
        self.batches: list[Batch] = []
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._at = 1_767_225_600_000_000

    def write(
        self, stream: str, do: str, then: Sequence[msgspec.Struct] = (), post: Iterable[Posting] = (), **more: object
    ) -> None:
        self._at += self.chance.randrange(1, 5_000_000)
        seq, previous = self._heads.get(stream, (0, ZERO))
        fields = {"then": msgspec.Raw(msgspec.json.encode(then))} if then else {}
        body = Body(VERSION, "sam", f"{stream.replace('/', '-')}-{seq + 1:06}", do, (), tuple(post), **fields, **more)  # type: ignore[arg-type]
        entry = chained(previous, stream, seq + 1, self._at, 1, encode_body(body))
        self._heads[stream] = (entry.seq, entry.hash)
        self.entries.append(entry)

    def deck(self, stream: str, round_: int, deck: int, first: int, cards: Deck) -> DrawnDeck:
        drawn = DrawnDeck(stream, round_, deck, first, cards, self.chance.randbytes(32))
        self.decks.append(seal(drawn, 1, KEY))
        return drawn

    def commit(self) -> None:
        """What belongs together, in one batch."""
        self.batches.append(Batch(entries=tuple(self.entries), decks=tuple(self.decks)))
        self.entries, self.decks = [], []


def begun(drawn: DrawnDeck) -> tuple[DeckBegun, ...]:
    return (DeckBegun(drawn.round, drawn.deck, drawn.first, drawn.root.hex()),)


def turned_up(drawn: DrawnDeck, places: Iterable[int]) -> tuple[Opened, ...]:
    return tuple(Opened(drawn.deck, place, drawn.card(place), drawn.salt(place).hex()) for place in places)


class HouseEvening:
    """Several house-banked tables and their link."""

    def __init__(self, scribe: Scribe, books: dict[str, str]) -> None:
        self.scribe, self.chance = scribe, scribe.chance
        everybody = {1: "Ann", 2: "Ben", 3: "Cy"}
        signs = {}
        for name, book_name in books.items():
            book = at_the_table(book_name, Device.SHOE)
            players = everybody if name.startswith("pth") else {1: "Ann"}  # whose hand can be a royal
            sign = HouseTable(Device.SHOE, {Spot.ANTE: Limits(cents("10"), cents("100"))}, players, cents("5"))
            signs[name] = (HOUSE_GAMES[book.game], book, sign)
        jackpot = jackpot_at(displayed=cents("75000.37"), reset=cents("50000"), contribution=Fraction(61, 100))
        happened, moved, self.now = linked.opened(signs, jackpot)
        self.link: Link | None = None
        self.decks: dict[str, DrawnDeck] = {}
        for one in happened:
            stream = f"table/{one.table}"
            self.decks[one.table] = self._next_deck(one.table, 1)
            brought = [
                each for player in everybody.values() for each in transfer(CAGE, stack(one.table, player), CHIPS)
            ]
            scribe.write(stream, "open", one.events, brought, round=1, decks=begun(self.decks[one.table]))
        self._move_link("open", moved, None)
        scribe.commit()

    def _next_deck(self, name: str, round_: int) -> DrawnDeck:
        listed = ROYAL if self.chance.randrange(2) == 0 else ()
        return self.scribe.deck(f"table/{name}", round_, 0, 0, shuffled_deck(self.chance, listed))

    def _move_link(self, do: str, events: Sequence[LinkEvent], acting: str | None) -> None:
        after = self.link
        for event in events:
            after = evolve_link(after, event)
        if events and after is not None:
            self.scribe.write(f"link/{after.name}", do, events, link_postings(self.link, after, acting))
            self.link = after

    def cards(self, name: str, state: HouseState, due: int) -> tuple[Card, ...]:
        return self.decks[name].cards.next_cards(len(state.round.dealt), due)

    def act(self, name: str, command: cmd.HouseCommand) -> bool:
        before = self.now
        try:
            happened, self.now = linked.act(before, name, command, self.cards)
        except Refused as refused:
            self.scribe.write(f"table/{name}", f"refused: {refused.why}", refused=True)
            self.scribe.commit()
            return False
        states = {table: one.state for table, one in before.tables.items()}
        for one in happened:
            events = [event for event in one.events if not isinstance(event, LinkEvent)]
            self._write_table(one.table, type(command).__name__, states[one.table], events)
            states[one.table] = self.now.tables[one.table].state
            self._move_link(
                f"what {one.table} did", [event for event in one.events if isinstance(event, LinkEvent)], one.table
            )
        self.scribe.commit()
        return True

    def _write_table(self, name: str, do: str, before: HouseState, events: Sequence[ev.HouseEvent]) -> None:
        after = self.now.tables[name].state
        decks: tuple[DeckBegun, ...] = ()
        if any(isinstance(event, ev.RoundOpened) for event in events):
            self.decks[name] = self._next_deck(name, after.number)
            decks = begun(self.decks[name])
        drawn = self.decks[name]
        opens = any(isinstance(event, ev.RoundSettled) for event in events)
        up = turned_up(drawn, range(len(after.round.dealt))) if opens else ()
        sealed = seal_events(events, Places(drawn.cards.cards))
        post = house_postings(name, before, events, after)
        self.scribe.write(f"table/{name}", do, sealed, post, round=after.number, decks=decks, opened=up)

    def step(self) -> None:
        """Anything that may be done at one of the tables."""
        name = self.chance.choice([*self.now.tables])
        table = self.now.tables[name]
        round_ = table.state.round
        if round_.over:
            if self.chance.randrange(3) == 0:
                self._incident(name)
            else:
                self.act(name, cmd.OpenRound())
            return
        if self.chance.randrange(40) == 0:
            self._incident(name)
            return
        ask = (table.game.decide, table.book, round_)
        may = [each for player in ("Ann", "Ben", "Cy", None) for each in options(*ask, player)]
        bets = [each for each in may if isinstance(each, cmd.PlaceBet)]
        jackpot = [each for each in bets if each.spot is Spot.JACKPOT]
        if bets and self.chance.randrange(5):
            self.act(name, self.chance.choice(jackpot or bets))
        elif may:
            likely = [each for each in may if not isinstance(each, cmd.WithdrawBet | cmd.WalkAway | cmd.HideHand)]
            self.act(name, self.chance.choice(likely if likely and self.chance.randrange(20) else may))

    def _incident(self, name: str) -> None:
        """Whatever it is, the rules say what becomes of the round."""
        incident = self.chance.choice([each for each in cmd.Incident if each is not cmd.Incident.JACKPOT_DOWN])
        void = self.chance.randrange(2) == 0
        self.act(name, cmd.ReportIrregularity(incident, MANAGER, (1,), void=void, reason="seen by the camera"))

    def change_link(self) -> None:
        """Two shift managers, as always."""
        assert self.link is not None
        change: Change = SetParameter(Parameter.RESERVE, 10**10)
        if self.chance.randrange(2):
            change = Correct(self.chance.randrange(-500, 500) or 1)
        for command in (
            link_cmd.ProposeChange(change, MANAGER, "as agreed"),
            link_cmd.ApproveChange(self.link.changes_counted + 1, OTHER_MANAGER),
        ):
            try:
                events, link = advance_link(self.now.link, command)
            except Refused:
                return
            self._move_link("a change", events, None)
            self.now = linked.Linked(self.now.tables, link)
            self.scribe.commit()


class PokerEvening:
    def __init__(self, scribe: Scribe, name: str) -> None:
        self.scribe, self.name, self.stream = scribe, name, f"table/{name}"
        chance = random.Random(scribe.chance.getrandbits(64))
        setup = random_setup(chance)
        self.life = PokerLife(setup)
        self.crowd = Crowd(chance, chance.choice(MANNERS), setup.rulebook())
        self.round, self.used = 0, 0
        self.known: Counter[Account] = Counter()
        state = self.life.state
        opened = pk.TableOpened(setup.table, setup.players, setup.button, setup.first_orbit)
        post = poker_postings(name, None, (opened,), state)
        scribe.write(self.stream, "open", (opened,), self._funded(post))
        scribe.commit()
        self.drawn: DrawnDeck | None = None
        self.places = Places()

    def _funded(self, post: Iterable[Posting]) -> tuple[Posting, ...]:
        """A player buys chips before sitting down."""
        bought: list[Posting] = []
        for each in post:
            if each.account.startswith("wallet/") and self.known[each.account] + each.amount < 0:
                bought += transfer(CAGE, each.account, CHIPS)
                self.known[each.account] += CHIPS
            self.known[each.account] += each.amount
        return (*bought, *post)

    def step(self) -> None:
        move = self.crowd.next_move(self.life.state)
        used = self.life._dealer.drawn
        step = self.life.make(move)
        if step.refused is not None:
            self.scribe.write(self.stream, f"refused: {step.refused.why}", refused=True)
            self.scribe.commit()
            return
        decks: tuple[DeckBegun, ...] = ()
        further = None
        if isinstance(step.command, StartRound):
            self.round, self.used = self.round + 1, 0
            self.drawn = self.scribe.deck(self.stream, self.round, 0, 0, self.life._dealer.deck)
            self.places, decks = Places(self.drawn.cards.cards), begun(self.drawn)
        elif any(isinstance(event, pk.ShoeReshuffled) for event in step.events) and self.drawn is not None:
            self.used += used
            self.drawn = self.scribe.deck(
                self.stream, self.round, self.drawn.deck + 1, self.used, self.life._dealer.deck
            )
            further, decks = self.places.and_then(self.used, self.drawn.cards.cards), begun(self.drawn)
        sealed = seal_events(step.events, self.places, further)
        self.places = further or self.places
        post = self._funded(poker_postings(self.name, step.before, step.events, step.after))
        over = any(isinstance(event, pk.PotsGivenOut) for event in step.events)
        up = (
            turned_up(self.drawn, range(self.drawn.first, self.drawn.first + self.life._dealer.drawn))
            if over and self.drawn
            else ()
        )
        self.scribe.write(self.stream, "act", sealed, post, round=self.round, decks=decks, opened=up)
        self.scribe.commit()


def evening(seed: int, steps: int = 250) -> Scribe:
    scribe = Scribe(seed)
    scribe.write("house", "open the house", post=transfer(CAGE, wallet("Dee"), 1_000_000))
    scribe.commit()
    house = HouseEvening(scribe, BOOKS)
    poker = PokerEvening(scribe, "pk-1")
    for _ in range(steps):
        match scribe.chance.randrange(100):
            case 0:
                house.change_link()
            case number if number < 30:
                poker.step()
            case _:
                house.step()
    return scribe


class Written(NamedTuple):
    """A store in a folder, the auditor's checkpoint log next to it, the export of both, and the key ring."""

    store: Path
    book: Path
    export: Path
    key: Path


RING = KeyRing({1: KEY}, bytes(range(32, 64)))


def written(folder: Path, scribe: Scribe) -> Written:
    """As the server does it, with a checkpoint now and then and one at the end."""
    store, lines, book = open_store(folder / "demo"), list[bytes](), EMPTY
    quarters = {len(scribe.batches) * quarter // 4 - 1 for quarter in (1, 2, 3, 4)}
    for number, batch in enumerate(scribe.batches):
        store.submit(batch, lambda _: None)
        if number in quarters:
            store.flush()
            heads = {stream: (head.seq, head.hash.hex()) for stream, head in store.heads().items()}
            at = f"2026-01-01T00:{number // 60 % 60:02}:{number % 60:02}.000Z"
            line, book = next_line(book, at, heads, RING.public_key, RING.sign)
            lines.append(line)
    store.close()
    files = Written(folder / "demo", folder / "demo.checkpoints.jsonl", folder / "demo.export", folder / "demo.key")
    files.book.write_bytes(b"".join(line + b"\n" for line in lines))
    write_export(files.store, files.book, files.export)
    create(files.key, RING)
    return files
