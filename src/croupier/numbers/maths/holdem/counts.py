"""What is counted of Progressive Hold'em, as plain numbers: those of the approved book ship with the package.

Deals stand by hole cards: [suited][rank][rank], the higher rank first, and so on as each function says.
"""

from typing import TYPE_CHECKING, Any

from croupier.numbers.maths.holdem.deals import Awarded, ByHole, Decided, Gain, Streets, Won
from croupier.numbers.maths.tools.shipped import shipped
from croupier.rules.games.progressive_holdem.game import GAME

if TYPE_CHECKING:
    from croupier.numbers.maths.tools.arrays import Ints

FILE = GAME.key


@shipped(FILE)
def played_out(pays_from: int, turn_gain: Gain, river_gain: Gain) -> ByHole:
    """Deals with the Flop bet and the best decisions after it, with this lowest value for which the Ante is paid."""
    from croupier.numbers.maths.holdem import boards

    found: ByHole = _plain(boards.played_out(pays_from, turn_gain, river_gain))
    return found


@shipped(FILE)
def awards() -> Won:
    """[own][board] for hole cards: boards in the order of dealing; places in `OWN` and `BOARD`."""
    from croupier.numbers.maths.holdem import awards as counting

    found: Won = _plain(counting.awards())
    return found


@shipped(FILE)
def turn_bets(pays_from: int, gain: Gain, out: tuple[int, ...]) -> Streets:
    """By what one holds on the flop; `out` are the hole cards that are folded, places in the list of all."""
    from croupier.numbers.maths.holdem import streets

    found: Streets = _plain(streets.turn_bets(pays_from, gain, out))
    return found


@shipped(FILE)
def river_bets(pays_from: int, gain: Gain, out: tuple[int, ...]) -> Streets:
    """By what one holds on four cards of the board."""
    from croupier.numbers.maths.holdem import streets

    found: Streets = _plain(streets.river_bets(pays_from, gain, out))
    return found


@shipped(FILE)
def aces_against_aces(turn_gain: Gain, river_gain: Gain, pays_from: int) -> Decided:
    """Deals of two Aces against the two others."""
    from croupier.numbers.maths.holdem import streets

    found: Decided = _plain(streets.aces(turn_gain, river_gain, pays_from))
    return found


@shipped(FILE)
def award_deals(pays_from: int, turn_gain: Gain, river_gain: Gain) -> list[Awarded]:
    """Deals with an award for each of all hole cards, in their order; at the end two Aces against the other two."""
    from croupier.numbers.maths.holdem import award_deals as counting

    return counting.award_deals(pays_from, turn_gain, river_gain)


def _plain(found: "Ints") -> Any:
    return found.tolist()
