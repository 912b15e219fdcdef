"""A player's own figures: what they staked and won, what the mathematics expected, and luck, by game and by bet.

The rounds are those of the player's own list. The same functions (`expected`) make these figures and the pit's; the
sign differs, because there the House wins. If a settlement was made again, its last version counts. A correction posted
after the next round has begun does not change the round, here or in the list.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock

from msgspec import UNSET

from croupier.base.values import Value
from croupier.floor.live.answers.money import BetFigures, GameFigures, PathPoint
from croupier.floor.live.answers.money import OwnFigures as OwnFiguresTold
from croupier.floor.live.history.expected import Bets, Compared, Expectations, bets_of, compared, won_of
from croupier.floor.live.history.own_rounds import OwnRounds, Place
from croupier.floor.live.history.past_rounds import History
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.state.times import printed_time, read_time
from croupier.rules.games import GAMES, HOUSE_GAMES
from croupier.rules.games.house.lines import Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Phase
from croupier.rules.games.poker.table import Phase as PokerPhase
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import game_of

MOST = 1000
"""How many rounds one answer adds up: the newest ones."""
KEPT = 20_000
"""How many rounds are kept in memory, as a few numbers for each player; others are read from the history again."""
POINTS = 60
"""How many points a path has at most."""


class Bet(Value):
    """The player's result of one bet and the bets that follow it, in cents."""

    staked: int
    won: int


class Played(Value):
    """What a player did in one settled round."""

    game: str
    book: str
    won: int
    """The player's win on the bets that the mathematics covers; at poker, on all."""
    staked: int
    boxes: tuple[Bets, ...] = ()
    bets: tuple[tuple[Spot, Bet], ...] = ()


class OwnFigures:
    def __init__(self, books: FloorState, history: History, own_rounds: OwnRounds, expectations: Expectations) -> None:
        self._books = books
        self._history = history
        self._own_rounds = own_rounds
        self._expectations = expectations
        self._kept: OrderedDict[Place, dict[str, Played]] = OrderedDict()
        self._keeping = Lock()

    def told(self, who: Who, beginning: str | None) -> OwnFiguresTold:
        until = self._books.now()
        begin = 0 if beginning is None else _begin(beginning)
        places, more = self._own_rounds.since(who.name, begin, MOST)
        found = [self._played(place).get(who.name) for place in reversed(places)]
        rounds = [each for each in found if each is not None]
        by_game = {game: [each for each in rounds if each.game == game] for game in GAMES}
        return OwnFiguresTold(
            since=None if beginning is None else printed_time(begin),
            until=printed_time(until),
            rounds=len(rounds),
            most=MOST,
            more=more,
            games=[self._of_game(game, played) for game, played in by_game.items() if played],
        )

    # --- Reading --------------------------------------------------------------------------------------------------

    def _played(self, place: Place) -> dict[str, Played]:
        """The round, by player. A finished round is read from the history only once."""
        with self._keeping:
            kept = self._kept.get(place)
            if kept is not None:
                self._kept.move_to_end(place)
                return kept
        table = self._history.at_its_end(place.table, place.round)
        found = _by_player(table)
        if place.round < self._books.shown.tables[place.table].rounds:
            with self._keeping:
                self._kept[place] = found
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return found

    # --- Telling --------------------------------------------------------------------------------------------------

    def _of_game(self, game: str, rounds: Sequence[Played]) -> GameFigures:
        against = self._against(rounds) if game in HOUSE_GAMES else None
        told = GameFigures(
            game=game,
            rounds=len(rounds),
            staked=dollars(sum(each.staked for each in rounds)),
            won=dollars(sum(each.won for each in rounds)),
            bets=self._bets(rounds),
            path=[],
        )
        if against is not None:
            told.expected, told.luck = dollars(-against.expected), dollars(against.expected - against.won)
            if against.has_band:
                told.sigma, told.outside = dollars(against.sigma), against.outside
                told.path = self._path(rounds)
        return told

    def _bets(self, rounds: Sequence[Played]) -> list[BetFigures]:
        spots = [spot for spot in Spot if any(spot == each for round_ in rounds for each, _ in round_.bets)]
        return [self._of_bet(spot, rounds) for spot in spots]

    def _of_bet(self, spot: Spot, rounds: Sequence[Played]) -> BetFigures:
        bets = [bet for each in rounds for of, bet in each.bets if of is spot]
        won = sum(bet.won for bet in bets)
        only = [
            Played(each.game, each.book, 0, 0, tuple(tuple(bet for bet in box if bet[0] is spot) for box in each.boxes))
            for each in rounds
        ]
        against = None if spot is Spot.JACKPOT else self._against(only)
        return BetFigures(
            bet=spot,
            rounds=len(bets),
            staked=dollars(sum(bet.staked for bet in bets)),
            won=dollars(won),
            expected=UNSET if against is None else dollars(-against.expected),
            luck=UNSET if against is None else dollars(won + against.expected),
        )

    def _against(self, rounds: Iterable[Played]) -> Compared | None:
        rounds = list(rounds)
        boxes = Counter((each.book, box) for each in rounds for box in each.boxes)
        found = self._expectations.of(boxes)
        return None if found is None else compared(-sum(each.won for each in rounds), boxes.total(), found)

    def _path(self, rounds: Sequence[Played]) -> list[PathPoint]:
        """The sums at equal steps to the last round."""
        steps = min(POINTS, len(rounds))
        path: list[PathPoint] = []
        for step in range(1, steps + 1):
            number = len(rounds) * step // steps
            against = self._against(rounds[:number])
            assert against is not None, "all rounds together have an expectation"
            won, expected, sigma = dollars(-against.won), dollars(-against.expected), dollars(against.sigma)
            path.append(PathPoint(rounds=number, won=won, expected=expected, sigma=sigma))
        return path


def _begin(beginning: str) -> int:
    try:
        return read_time(beginning)
    except (ValueError, OverflowError) as error:
        raise Problem(Code.UNREADABLE, f"since: {error}") from None


def _by_player(table: LiveTable) -> dict[str, Played]:
    """What each player did in a settled round; empty for an open or void round."""
    game = game_of(table.book)
    if (state := house_state(table)) is not None:
        if state.round.phase is not Phase.SETTLED:
            return {}
        boxes = [box for box in state.round.boxes.values() if box.player and box.bets]
        players = {box.player for box in boxes if box.player}
        return {name: _house(game, table.book, [box for box in boxes if box.player == name]) for name in players}
    round_ = poker_game(table).round
    if round_ is None or round_.phase is not PokerPhase.SETTLED:
        return {}
    found: dict[str, Played] = {}
    for seat in round_.order:
        player, put_in = round_.opening.seats[seat].player, round_.put_in(seat)
        if player:
            won = sum(pot.won.get(seat, 0) for pot in round_.pots) - put_in
            found[player] = Played(game, table.book, won, put_in)
    return found


def _house(game: str, book: str, own: Sequence[Box]) -> Played:
    staked: Counter[Spot] = Counter()
    won: Counter[Spot] = Counter()
    for box in own:
        before = {spot for spot, _ in bets_of(book, box.lines)} | {Spot.JACKPOT}
        for line in box.lines:
            if line.result is not Result.RETURNED:
                spot = line.spot if line.spot in before else Spot.ANTE  # a bet that follows is part of the Ante
                staked[spot] += line.staked
                won[spot] += line.returned + line.paid - line.staked
        for award in box.awards:
            won[Spot.ANTE if award.source is None else Spot.JACKPOT] += award.paid
    return Played(
        game=game,
        book=book,
        won=-sum(won_of(box.lines, box.awards) for box in own),
        staked=staked.total() - staked[Spot.JACKPOT],
        boxes=tuple(bets for box in own if (bets := bets_of(book, box.lines))),
        bets=tuple((spot, Bet(staked[spot], won[spot])) for spot in Spot if spot in staked or spot in won),
    )
