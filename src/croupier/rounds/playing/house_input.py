"""What a player types at a house-banked table, read as commands. Whether they are allowed is for the desk to say."""

from collections.abc import Collection, Iterator, Sequence

from croupier.rules.games import HouseGame
from croupier.rules.games.house.commands import (
    CloseBets,
    HideHand,
    Look,
    MakeDecision,
    PlaceBet,
    RoundCommand,
    WithdrawBet,
)
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable
from croupier.rules.money import Cents, cents

ALIASES = {"pp": "pair-plus", "close": "deal"}


class NotUnderstood(Exception):
    """Typed, but not a sentence of this game; what would be."""


def read_line(
    line: str, game: HouseGame, table: HouseTable, own: Sequence[int], box: int, now: Collection[str]
) -> Iterator[RoundCommand]:
    """Reads "ante 50 jackpot", "4 ante 20", "withdraw ante", "deal", "look", "play 30".

    `box` is the default if none of the `own` ones is named, and `now` are the words that make sense now.
    """
    words = line.lower().replace(", ", " ").split()
    if len(words) > 1 and words[0] in map(str, table.players):
        box = int(words.pop(0))
        if box not in own:
            raise NotUnderstood(f"box {box} is not yours; yours are {' and '.join(map(str, own))}")
    said = False
    known = [*game.spots, *game.decisions, "look", "hide", "withdraw", "deal"]
    while words:
        word, first = words.pop(0), not said
        said = True
        if _is_amount(word):
            if not first:
                raise NotUnderstood(f"{word} of what? An amount begins the line (Ante) or follows the name of a bet")
            yield PlaceBet(box, Spot.ANTE, amount(word))
            continue
        match completed(word, known, now):
            case "look":
                yield Look(box)
            case "hide":
                yield HideHand(box)
            case "deal":
                yield CloseBets()
            case "withdraw":
                if not words or (spot := completed(words.pop(0), known, now)) not in game.spots:
                    raise NotUnderstood(f"withdraw which bet? {', '.join(game.spots)}")
                yield WithdrawBet(box, Spot(spot))
            case bet if bet in game.spots:
                given = amount(words.pop(0)) if words and _is_amount(words[0]) else None
                yield PlaceBet(box, Spot(bet), smallest(table, Spot(bet)) if given is None else given)
            case decision:
                given = amount(words.pop(0)) if words and _is_amount(words[0]) else None
                yield MakeDecision(box, Decision(decision), given)


def completed(word: str, known: Sequence[str], now: Collection[str]) -> str:
    """The word that was begun: among those that make sense now if there is one, else among all."""
    word = ALIASES.get(word, word)
    if word in known:
        return word
    begun = [each for each in known if each.startswith(word)]
    meant = [each for each in begun if each in now] or begun
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise NotUnderstood(f"{word!r} may be {' or '.join(meant)}")
    raise NotUnderstood(f"this table does not know {word!r}; ? tells what you may do")


def smallest(table: HouseTable, spot: Spot) -> Cents:
    if spot is Spot.JACKPOT:
        return table.jackpot_bet or Cents(0)
    return table.limits[spot].low


def amount(word: str) -> Cents:
    try:
        return cents(word.replace(",", ""))
    except ValueError as error:
        raise NotUnderstood(str(error)) from None


def _is_amount(word: str) -> bool:
    return word[0].isdigit() or word[0] in "+-.$"
