"""Adds up what entries of tables and links moved: chips, rounds, rulings. Each sum remembers its entries."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from croupier.base.values import Value
from croupier.floor.journal.entry import Body, Entry, decode_body
from croupier.floor.ledger.accounts import kind
from croupier.floor.live.history.expected import Bets, bets_of, won_of
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.fold import LINK_CODEC
from croupier.rules.games.common import Ruled
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.jackpot import events as link_ev

EntryOf = tuple[str, int]
"""The stream and the number of an entry."""


class Moved(Value):
    """What one entry moved at a table, in cents."""

    at: int
    entry: EntryOf
    drop: int = 0
    """Chips brought from wallets."""
    hold: int = 0
    """What the tray won; negative if it lost."""
    rake: int = 0
    contributions: int = 0
    """From the tray to the jackpot."""
    awards: int = 0
    """From the jackpot through the tray to players."""
    fills: int = 0
    credits: int = 0
    variance: int = 0


class RoundOver(Value):
    at: int
    entry: EntryOf
    handle: int
    """The stakes; 0 unless the round was settled."""
    book: str = ""
    won: int = 0
    """The House's win on the bets that the mathematics covers."""
    boxes: tuple[Bets, ...] = ()


class RuledThen(Value):
    at: int
    entry: EntryOf
    table: str
    round: int
    ruled: Ruled


class TableTally:
    def __init__(self) -> None:
        self.moved: list[Moved] = []
        self.rounds: dict[int, RoundOver] = {}
        """By number; a round that was settled again counts once."""

    def forget(self, before: int) -> None:
        if self.moved and self.moved[0].at < before:
            self.moved = [each for each in self.moved if each.at >= before]
            self.rounds = {number: each for number, each in self.rounds.items() if each.at >= before}


class Tally:
    def __init__(self) -> None:
        self.tables: dict[str, TableTally] = {}
        self.rulings: list[RuledThen] = []
        self.books: dict[str, str] = {}
        """By table: the rulebook of its last entry."""

    def of(self, table: str) -> TableTally:
        return self.tables.setdefault(table, TableTally())

    def add(self, entry: Entry) -> tuple[Body, Sequence[Value]]:
        """Adds an entry of a table or a link. Returns its body and events; a refused entry has none."""
        body = decode_body(entry.body)
        if body.refused:
            return body, ()
        of, _, name = entry.stream.partition("/")
        events: Sequence[Value] = ()
        if body.then != b"[]":
            codec = LINK_CODEC if of == "link" else family_of(body.book).codec
            events = codec.decode(body.v, body.then)
        for table, moved in _moves(of, name, entry, body, events):
            self.of(table).moved.append(moved)
        if of == "table":
            self.books[name] = body.book
            self._add_events(name, entry, body, events)
        return body, events

    def _add_events(self, name: str, entry: Entry, body: Body, events: Sequence[Value]) -> None:
        rounds, at, where = self.of(name).rounds, entry.at, (entry.stream, entry.seq)
        for event in events:
            match event:
                case house_ev.RoundSettled(boxes=boxes):
                    staked = sum(line.staked for box in boxes.values() for line in box.lines)
                    won = sum(won_of(box.lines, box.awards) for box in boxes.values())
                    bets = tuple(found for box in boxes.values() if (found := bets_of(body.book, box.lines)))
                    rounds[body.round] = RoundOver(at, where, staked, body.book, won, bets)
                case poker_ev.PotsGivenOut(pots=pots):
                    rounds[body.round] = RoundOver(at, where, sum(pot.amount for pot in pots))
                case house_ev.RoundVoided() | poker_ev.RoundVoided():
                    rounds[body.round] = RoundOver(at, where, 0)
                case house_ev.SettlementUndone():
                    rounds.pop(body.round, None)
                case house_ev.IrregularityRuled(ruled=ruled) | poker_ev.IrregularityRuled(ruled=ruled):
                    self.rulings.append(RuledThen(at, where, name, body.round, ruled))
                case _:
                    pass


def _moves(of: str, name: str, entry: Entry, body: Body, events: Sequence[Value]) -> Iterator[tuple[str, Moved]]:
    """A link takes contributions from the trays of its tables and pays awards through them. Chips moved by slips are
    no win."""
    at, where = entry.at, (entry.stream, entry.seq)
    slip = next((event for event in events if isinstance(event, ev.ChipsMoved)), None)
    if slip is not None:
        fills, credits = (slip.amount if slip.kind == each else 0 for each in ("fill", "credit"))
        if fills or credits or slip.variance:
            yield name, Moved(at, where, fills=fills, credits=credits, variance=slip.variance)
        return
    paid = _paid(events) if of == "link" else {}
    for posting in body.post:
        account, amount = posting.account, posting.amount
        match kind(account):
            case "tray" if of == "link":
                table = account.removeprefix("tray/")
                awards = paid.pop(table, 0)
                yield table, Moved(at, where, hold=amount, contributions=awards - amount, awards=awards)
            case "tray":
                yield account.removeprefix("tray/"), Moved(at, where, hold=amount)
            case "rake":
                yield account.removeprefix("rake/"), Moved(at, where, rake=amount)
            case "wallet" if of == "table" and amount < 0:
                yield name, Moved(at, where, drop=-amount)
            case _:
                pass
    for table, awards in paid.items():  # equal amounts came from the table and went back
        yield table, Moved(at, where, contributions=awards, awards=awards)


def _paid(events: Sequence[Value]) -> dict[str, int]:
    paid: dict[str, int] = {}
    for event in events:
        if isinstance(event, link_ev.AwardPaid):
            paid[event.table] = paid.get(event.table, 0) + event.amount
    return paid


def ratio(won: int, of: int) -> str | None:
    """A share with four decimals; None of nothing."""
    return f"{Decimal(won) / of:z.4f}" if of else None
