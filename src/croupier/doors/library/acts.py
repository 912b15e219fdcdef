"""Acts in the words of round files, so that what somebody may do can be said as it stands."""

from collections.abc import Iterator

from croupier.base.errors import Refused
from croupier.rounds.roundfile.said import house_words
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.options import options as house_options
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import Phase, PokerState
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import Rulebook


def house_acts(book: Rulebook, state: HouseState, player: str | None) -> Iterator[str]:
    """Bets at their smallest; None asks for the dealer."""
    game = HOUSE_GAMES[book.game]
    for command in house_options(game.decide, book, state.round, player):
        yield house_words(command)
    if player is None and state.round.over:
        yield "next"


def poker_acts(book: Rulebook, state: PokerState, player: str | None) -> Iterator[str]:
    """Bets and raises at their smallest; None asks for the dealer."""
    for words, command in _of_the_dealer() if player is None else _of_a_player(state, player):
        try:
            decide(book, state, command)
        except Refused:
            continue
        yield words


Said = tuple[str, poker_cmd.PokerCommand]


def _of_the_dealer() -> Iterator[Said]:
    yield "start", poker_cmd.StartRound()
    yield "dealt", poker_cmd.DealFaceDown()
    yield "settle", poker_cmd.Settle()


def _of_a_player(state: PokerState, player: str) -> Iterator[Said]:
    seat = next((number for number, each in state.seats.items() if each.player == player), None)
    if seat is None:
        return
    round_ = state.round
    if round_ is not None and seat not in round_.looked:
        yield f"{seat} look", poker_cmd.LookAtCards(seat)
    if round_ is not None and round_.phase is Phase.BETTING and round_.turn == seat:
        allowed = options(state, seat)
        for act in allowed.may:
            least = {Act.BET: allowed.bet, Act.RAISE: allowed.raise_to}.get(act)
            words = f"{seat} {act}" if least is None else f"{seat} {act} {dollars(least)}"
            yield words, poker_cmd.TakeAction(seat, act, least)
        yield f"{seat} allin", poker_cmd.TakeAction(seat, Act.ALL_IN)
    yield f"{seat} mucks", poker_cmd.MuckHand(seat)
    yield f"{seat} away", poker_cmd.GoAway(seat)
    yield f"{seat} back", poker_cmd.ComeBack(seat)
    yield f"{seat} leaves", poker_cmd.LeaveTable(seat)
