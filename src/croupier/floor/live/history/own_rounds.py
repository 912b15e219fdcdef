"""A player's own rounds at all tables, newest first: found by the movements of their chips."""

import re
from collections.abc import Iterator
from heapq import merge
from itertools import islice, takewhile
from typing import NamedTuple

from msgspec import UNSET

from croupier.base.actors import Viewer
from croupier.base.values import Value
from croupier.floor.ledger.accounts import Account, stack
from croupier.floor.live.answers.history import OwnRound, Total
from croupier.floor.live.answers.history import OwnRounds as OwnRoundsTold
from croupier.floor.live.history.past_rounds import History, seen_by
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.state.times import printed_time, read_time
from croupier.floor.live.views.house_round import cards_seen
from croupier.floor.live.views.made_hands import makes, makes_at_poker
from croupier.rounds.telling.public import standing
from croupier.rounds.telling.words import net
from croupier.rules.games import GAMES, HOUSE_GAMES
from croupier.rules.games.house.lines import Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseRound, Phase
from croupier.rules.games.poker.table import Phase as PokerPhase
from croupier.rules.games.poker.table import PokerRound
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import game_of

RESULTS = ("won", "lost", "void", "award")
LOOKED_AT = 400
"""How many rounds one page looks at; a filtered list goes on with the next page."""
WITHOUT_A_CHIP = 30
"""How many rounds in a row a poker player can be dealt in without putting a chip in."""
_CURSOR = re.compile(r"([0-9]{1,19})\.([a-z0-9][a-z0-9-]{0,31})\.([1-9][0-9]{0,8})")


class RoundFilter(Value):
    """Which rounds a player asked for."""

    limit: int
    before: str | None = None
    """The end of the last page."""
    table: str | None = None
    game: str | None = None
    result: str | None = None
    since: str | None = None


class Place(Value):
    """A round's place in the list: newest first; of rounds that ended together, the table with the lower name first."""

    at: int
    table: str
    round: int

    @property
    def key(self) -> tuple[int, str, int]:
        return -self.at, self.table, -self.round

    def __str__(self) -> str:
        return f"{self.at}.{self.table}.{self.round}"


class Own(NamedTuple):
    """One round of the list, with the amounts that are added up."""

    told: OwnRound
    staked: int
    net: int


class OwnRounds:
    def __init__(self, books: FloorState, history: History) -> None:
        self._books = books
        self._history = history

    def told(self, who: Who, asked: RoundFilter) -> OwnRoundsTold:
        before, since = _checked(asked)
        found: list[Own] = []
        last: Place | None = None
        more = False
        for looked_at, place in enumerate(self._places(who.name, asked)):
            if before is not None and place.key <= before.key:
                continue
            if place.at < since:
                break
            if len(found) == asked.limit or looked_at >= LOOKED_AT + asked.limit:
                more = True
                break
            last = place
            own = self._own(who, place)
            if own is not None and _fits(own, asked.result):
                found.append(own)
        total = Total(
            rounds=len(found),
            staked=dollars(sum(own.staked for own in found)),
            net=dollars(sum(own.net for own in found)),
        )
        return OwnRoundsTold([own.told for own in found], total, str(last) if more else None)

    def latest(self, player: str, most: int) -> list[Place]:
        """Where the newest rounds of a player are."""
        return list(islice(self._places(player, RoundFilter(limit=most)), most))

    def since(self, player: str, at: int, most: int) -> tuple[list[Place], bool]:
        """The newest `most` rounds of a player that ended at `at` or later, and whether there are more."""
        places = takewhile(lambda place: place.at >= at, self._places(player, RoundFilter(limit=most)))
        found = list(islice(places, most + 1))
        return found[:most], len(found) > most

    # --- Finding them ---------------------------------------------------------------------------------------------

    def _places(self, player: str, asked: RoundFilter) -> Iterator[Place]:
        tables = [
            self._at(name, table, player)
            for name, table in sorted(self._books.shown.tables.items())
            if asked.table in (None, name) and asked.game in (None, game_of(table.book))
        ]
        return merge(*tables, key=lambda place: place.key)

    def _at(self, name: str, table: LiveTable, player: str) -> Iterator[Place]:
        stream, account = f"table/{name}", stack(name, player)
        if account not in self._books.shown.balances:
            return  # no chip of theirs was ever here
        above = table.rounds + 1
        for number in self._posted(account, stream, above):
            without = range(above - 1, number, -1)
            if not family_of(table.book).house_banked and len(without) <= WITHOUT_A_CHIP:
                for between in without:
                    yield from self._ended(stream, name, between)
            yield from self._ended(stream, name, number)
            above = number

    def _posted(self, account: Account, stream: str, below: int) -> Iterator[int]:
        """The rounds that moved their chips, and at the end 0, for the time before the first round."""
        while found := self._books.store.rounds_posted(account, stream, below, 100):
            yield from found
            below = found[-1]
        yield 0

    def _ended(self, stream: str, name: str, number: int) -> Iterator[Place]:
        entry = self._books.store.last_of_round(stream, number)
        if entry is not None:
            yield Place(entry.at, name, number)

    # --- Telling them ---------------------------------------------------------------------------------------------

    def _own(self, who: Who, place: Place) -> Own | None:
        """The round in the player's list; None if they were not in it."""
        table = self._history.at_its_end(place.table, place.round)
        if (state := house_state(table)) is not None:
            return _house(place, table, state.round, who.name, who.viewer)
        round_ = poker_game(table).round
        return None if round_ is None else _poker(place, table, round_, who.name, who.viewer)


def _house(place: Place, table: LiveTable, round_: HouseRound, player: str, viewer: Viewer) -> Own | None:
    own = [box for box in round_.boxes.values() if box.player == player and box.bets]
    if not own:
        return None
    book = at_the_table(table.book, table.sign.dealing)
    game, seen = HOUSE_GAMES[book.game], seen_by(table, viewer)
    staked = sum(stake.amount for box in own for stake in box.bets.values())
    result = sum(net(box.lines, box.awards) for box in own)
    won = [line for box in own for line in box.lines if line.spot is Spot.JACKPOT and line.result is Result.WIN]
    told = OwnRound(
        table=place.table,
        rulebook=table.book,
        game=game_of(table.book),
        round=place.round,
        at=printed_time(place.at),
        status=round_.phase if round_.over else "open",
        places=[box.number for box in own],
        staked=dollars(staked),
        net=dollars(result),
        hands={str(box.number): cards_seen(box.cards, seen) for box in own if box.cards},
        made={
            str(box.number): found
            for box in own
            if box.cards and (found := makes(game, box.cards, round_.board, seen, round_.dealer)) is not None
        },
        stands={str(box.number): standing(book, round_, box) for box in own} if round_.over else {},
        void_cites=list(round_.void) if round_.phase is Phase.VOID else [],
        dealer=(makes(game, round_.dealer, round_.board, seen) if round_.dealer else None) or UNSET,
        award=dollars(sum(line.paid for line in won)) if won else UNSET,
    )
    return Own(told, staked, result)


def _poker(place: Place, table: LiveTable, round_: PokerRound, player: str, viewer: Viewer) -> Own | None:
    seat = next((seat for seat in round_.order if round_.opening.seats[seat].player == player), None)
    if seat is None:
        return None
    seen = seen_by(table, viewer)
    cards = round_.hands.get(seat, ())
    staked, won = round_.put_in(seat), sum(pot.won.get(seat, 0) for pot in round_.pots)
    result = won - staked if round_.phase is PokerPhase.SETTLED else 0
    made = makes_at_poker(tuple(card if card in seen else None for card in cards), round_.board)
    told = OwnRound(
        table=place.table,
        rulebook=table.book,
        game=game_of(table.book),
        round=place.round,
        at=printed_time(place.at),
        status=round_.phase if round_.over else "open",
        places=[seat],
        staked=dollars(staked),
        net=dollars(result),
        hands={str(seat): cards_seen(cards, seen)} if cards else {},
        made={} if made is None else {str(seat): made},
        stands={str(seat): "folded" if seat in round_.folded else "won" if won else "lost"} if round_.over else {},
        void_cites=list(round_.void) if round_.phase is PokerPhase.VOID else [],
    )
    return Own(told, staked, result)


def _fits(own: Own, result: str | None) -> bool:
    match result:
        case "won":
            return own.net > 0
        case "lost":
            return own.net < 0
        case "void":
            return own.told.status == "void"
        case "award":
            return own.told.award is not UNSET
        case _:
            return True


def _checked(asked: RoundFilter) -> tuple[Place | None, int]:
    """The place where the page begins, and how far back it may go. Refuses unreadable input."""
    if asked.result is not None and asked.result not in RESULTS:
        raise Problem(Code.UNREADABLE, f"result is one of {', '.join(RESULTS)}")
    if asked.game is not None and asked.game not in GAMES:
        raise Problem(Code.UNREADABLE, f"game is one of {', '.join(GAMES)}")
    before = None
    if asked.before is not None:
        found = _CURSOR.fullmatch(asked.before)
        if found is None:
            raise Problem(Code.UNREADABLE, "before must be what the last page gave")
        before = Place(int(found[1]), found[2], int(found[3]))
    if asked.since is None:
        return before, 0
    try:
        return before, read_time(asked.since)
    except ValueError as error:
        raise Problem(Code.UNREADABLE, f"since: {error}") from None
