"""What rounds would have paid by another book: the same cards, bets and decisions, through the same `settle`.

Each round is played again from the auditor's round file, by its own book and by the other one. The answer leaves out,
and names, a round in which its own book does not pay what the journal says, and one whose decisions the other book
forbids. People would play differently under other rules, so the answer has the exact odds of both books too.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from croupier.base.citation import printed
from croupier.base.errors import Unreadable
from croupier.base.sentences import Sentence, says
from croupier.base.values import Value
from croupier.floor.journal.entry import decode_body
from croupier.floor.live.answers.inspecting import ApartRound, BetCompared, BooksCompared, EdgeCompared, PlaceCompared
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.history.downloads import Downloads
from croupier.floor.live.history.expected import edges_of
from croupier.floor.live.history.figures import Figures
from croupier.floor.live.history.past_rounds import History
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.state.times import printed_time
from croupier.numbers.maths.odds.whatif import changed
from croupier.rounds.roundfile.answers import HouseRound, PokerRound
from croupier.rounds.roundfile.read import Script, read_script
from croupier.rounds.roundfile.run import Played, play
from croupier.rules.cards import DECK, show_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.money import dollars, signed_cents
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.model import Rulebook, game_of

MOST = 500
"""Rounds that one answer plays again, the newest: some seconds."""
_READER = Who("", Role.AUDITOR)
"""Reads whole round files; what the answer shows depends on who asks."""


class OtherBook(Value):
    """`against`: a book of the same game. `changes`: figures as in `croupier odds --set`, parted by semicolons."""

    table: str = ""
    against: str = ""
    changes: str = ""
    since: str | None = None
    until: str | None = None


class Paid(NamedTuple):
    """What a box or seat got, in cents."""

    player: str
    net: int
    """At house games its win or loss; at poker its chips after the round."""
    bets: Mapping[str, tuple[int, list[str]]]
    """By bet: what came back, and the paragraphs."""
    folded: bool = False


class Comparisons:
    def __init__(self, books: FloorState, history: History, downloads: Downloads, figures: Figures) -> None:
        self._books = books
        self._history = history
        self._downloads = downloads
        self._figures = figures

    def told(self, wanted: OtherBook, who: Who) -> BooksCompared:
        against = self._against(wanted)
        changes = _changes(wanted.changes)
        _varied(load(against), changes)  # refuses impossible changes before it plays any round
        tables = self._tables(wanted, game_of(against))
        begin, until = self._figures.period(wanted.since, wanted.until)
        found = list(self._rounds(tables, begin, until))
        told = BooksCompared(
            since=printed_time(begin),
            until=printed_time(until),
            tables=tables,
            against=against,
            changes=changes,
            rounds=0,
            places=0,
            more=len(found) > MOST,
            differ=0,
            items=[],
            forbidden=[],
            left_out=[],
            edges=[],
            difference="0.00",
            win="0.00",
            other_win="0.00",
        )
        sums, rakes = [0, 0], [0, 0]
        books: set[str] = set()
        for name, number in found[-MOST:]:
            table = self._history.at_its_end(name, number)
            if table.game.round is None or table.game.round.phase != "settled":
                continue  # void rounds pay nothing by any book
            books.add(table.book)
            self._compare(told, sums, rakes, table, number, against, changes, sees_all=who.role is Role.AUDITOR)
        own, other = sums
        if game_of(against) not in HOUSE_GAMES:
            own, other = -rakes[0], -rakes[1]
        told.differ = len(told.items)
        told.items.sort(key=lambda item: -abs(signed_cents(item.difference)))
        told.books = sorted(books)
        told.difference, told.win, told.other_win = map(dollars, (other - own, -own, -other))
        told.edges = list(_edges(books, against, changes)) if game_of(against) in HOUSE_GAMES else []
        return told

    # --- What is asked --------------------------------------------------------------------------------------------

    def _against(self, wanted: OtherBook) -> str:
        if wanted.against:
            if wanted.against not in BOOKS:
                raise Problem(Code.NOT_FOUND, says("no-such-rulebook", known=", ".join(BOOKS)))
            return wanted.against
        if not wanted.table:
            raise Problem(Code.UNREADABLE, "say against which book: against=poker@7, or name a table and its changes")
        return self._history.known_table(wanted.table).book

    def _tables(self, wanted: OtherBook, game: str) -> list[str]:
        if not wanted.table:
            tables = self._books.shown.tables
            return [name for name in sorted(tables) if game_of(tables[name].book) == game]
        if game_of(self._history.known_table(wanted.table).book) != game:
            raise Problem(Code.UNREADABLE, f"{wanted.table} plays another game than {wanted.against}")
        return [wanted.table]

    def _rounds(self, tables: list[str], begin: int, until: int) -> Iterator[tuple[str, int]]:
        """Table and number of each round that ended in the period, oldest first."""
        for share in self._figures.behind("rounds", tables, begin, until):
            (entry,) = self._books.store.entries(share.place.stream, share.place.seq, 1)
            yield share.place.stream.removeprefix("table/"), decode_body(entry.body).round

    # --- One round ------------------------------------------------------------------------------------------------

    def _compare(
        self,
        told: BooksCompared,
        sums: list[int],
        rakes: list[int],
        table: LiveTable,
        number: int,
        against: str,
        changes: Mapping[str, str],
        *,
        sees_all: bool,
    ) -> None:
        here = ApartRound(table.name, number)
        try:
            text = self._downloads.round_file(table.name, number, _READER)
            own = play(read_script(text))
        except (Unreadable, Problem):
            told.left_out.append(here)
            return
        paid = _paid(own)
        if own.refusal is not None or paid is None or {place: each.net for place, each in paid.items()} != _live(table):
            told.left_out.append(here)
            return
        try:
            other = play(_by_other(text, table, against, changes))
        except Unreadable:  # the other book does not know the device, a bet or a word of the round
            told.forbidden.append(here)
            return
        other_paid = _paid(other)
        if other.refusal is not None or other_paid is None:
            told.forbidden.append(_forbidden(here, other))
            return
        told.rounds += 1
        rakes[0] += _rake(own)
        rakes[1] += _rake(other)
        told.places += len(paid)
        for place, mine in paid.items():
            theirs = as_shown(mine, other_paid[place], sees_all=sees_all)
            sums[0] += mine.net
            sums[1] += theirs.net
            if mine.net != theirs.net:
                told.items.append(_differs(table, number, place, mine, theirs))


def as_shown(own: Paid, other: Paid, *, sees_all: bool) -> Paid:
    """A folded hand that won nothing stays face down: its result by the other book would reveal its cards."""
    face_down = own.folded and not any(back for back, _ in own.bets.values())
    return own if face_down and not sees_all else other


def _changes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, value = each.partition("=")
        if not equals or not name.strip() or not value.strip() or name.strip() in found:
            raise Problem(Code.UNREADABLE, "set: write each figure once as NAME=VALUE, such as pair-plus.straight=6")
        found[name.strip()] = value.strip()
    return found


def _varied(book: Rulebook, changes: Mapping[str, str]) -> Rulebook:
    if not changes:
        return book
    if book.game not in HOUSE_GAMES:
        raise Problem(Code.UNREADABLE, f"set: {book.key} has no pay tables to change; name another book")
    try:
        return changed(book, changes)
    except Unreadable as error:
        raise Problem(Code.UNREADABLE, f"set: {error}") from None


def _by_other(text: str, table: LiveTable, against: str, changes: Mapping[str, str]) -> Script:
    """The round file with the other book. Another version may burn other cards, so the file gives each place its cards
    by name."""
    if against != table.book:
        script = read_script(text.replace(f'rulebook = "{table.book}"', f'rulebook = "{against}"', 1))
        return replace(script, shoes=(), cards=_by_place(table), book=_varied(script.book, changes))
    script = read_script(text)
    return replace(script, book=_varied(script.book, changes))


def _by_place(table: LiveTable) -> dict[str, str]:
    game = table.game
    assert game.round is not None
    found = {str(place): cards for place, cards in family_of(table.book).hands(game).items()}
    if (state := house_state(table)) is not None:
        found["dealer"] = state.round.dealer
    found["board"] = game.round.community
    known = {place: [card for card in cards if card in DECK] for place, cards in found.items()}
    return {place: show_cards(cards) for place, cards in known.items() if cards}


def _paid(played: Played) -> dict[int, Paid] | None:
    """By box or seat. None unless the round was settled."""
    round_ = played.rounds[-1]
    if round_.status != "settled":
        return None
    if isinstance(round_, HouseRound):
        return {
            int(number): Paid(
                box.player,
                0 if box.net is UNSET else signed_cents(box.net),
                {
                    name: (
                        sum(signed_cents(sum_) for sum_ in (bet.returned, bet.paid) if sum_ is not UNSET),
                        [] if bet.cites is UNSET else bet.cites,
                    )
                    for name, bet in box.bets.items()
                },
                "fold" in box.decisions,
            )
            for number, box in round_.boxes.items()
        }
    assert isinstance(round_, PokerRound)
    won: dict[int, int] = {}
    cites: dict[int, list[str]] = {}
    for pot in round_.pots:
        for seat, amount in pot.won.items():
            won[int(seat)] = won.get(int(seat), 0) + signed_cents(amount)
            cites.setdefault(int(seat), []).extend(pot.cites)
    return {
        int(seat): Paid("", signed_cents(chips), {"pot": (won.get(int(seat), 0), cites.get(int(seat), []))})
        for seat, chips in round_.stacks.items()
    }


def _rake(played: Played) -> int:
    round_ = played.rounds[-1]
    return sum(signed_cents(pot.rake) for pot in round_.pots) if isinstance(round_, PokerRound) else 0


def _live(table: LiveTable) -> dict[int, int]:
    """What each place got according to the journal: at house games its win or loss, at poker its chips after the
    round."""
    if (state := house_state(table)) is not None:
        return {
            box.number: sum(line.returned + line.paid - line.staked for line in box.lines)
            + sum(award.paid for award in box.awards)
            for box in state.round.boxes.values()
            if box.player and box.bets
        }
    round_ = poker_game(table).round
    assert round_ is not None
    return dict(round_.stacks)


def _name(table: LiveTable, place: int, paid: Paid) -> str:
    if paid.player:
        return paid.player
    round_ = poker_game(table).round
    assert round_ is not None
    return round_.opening.seats[place].player


def _differs(table: LiveTable, number: int, place: int, own: Paid, other: Paid) -> PlaceCompared:
    names = [name for name in {**own.bets, **other.bets} if own.bets.get(name) != other.bets.get(name)]
    bets = []
    for name in names:
        (before, _), (after, cites) = own.bets.get(name, (0, [])), other.bets.get(name, (0, []))
        if before != after:
            bets.append(BetCompared(name, dollars(before), dollars(after), cites))
    return PlaceCompared(
        table=table.name,
        round=number,
        place=place,
        player=_name(table, place, own),
        bets=bets,
        difference=dollars(other.net - own.net),
    )


def _forbidden(here: ApartRound, played: Played) -> ApartRound:
    refusal = played.refusal
    if refusal is not None:
        here.act, here.why, here.cites = refusal.text, refusal.why, printed(refusal.cites)
        if isinstance(refusal.says, Sentence):
            here.says = SentenceTold.of(refusal.says)
    return here


def _edges(books: set[str], against: str, changes: Mapping[str, str]) -> Iterator[EdgeCompared]:
    """The exact edge of each bet by both books, if both can be solved here."""
    if len(books) != 1:
        return
    own, other = edges_of(load(min(books))), edges_of(_varied(load(against), changes))
    if own is None or other is None:
        return
    for spot in own:
        if spot in other:
            yield EdgeCompared(spot, _share(own[spot]), _share(other[spot]))


def _share(edge: Fraction) -> str:
    return f"{Decimal(edge.numerator) / edge.denominator:z.4f}"
