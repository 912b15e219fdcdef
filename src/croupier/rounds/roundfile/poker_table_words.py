"""What a file of a poker table can say in addition to the play; see `table_words`."""

from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.rounds.roundfile.read import amount, place, shown
from croupier.rounds.roundfile.table_words import ChangeBook, DealDue, check, pairs
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.rulebook.load import BOOKS, at_the_table
from croupier.rules.rulebook.model import Device, Rulebook, game_of


def read_poker_words(
    book: Rulebook, table: PokerTable, words: list[str]
) -> poker_cmd.PokerCommand | ChangeBook | DealDue | None:
    match words:
        case ["deal"]:
            return DealDue()
        case ["day-ends"]:
            return poker_cmd.EndDay()
        case ["button", number]:
            return poker_cmd.PlaceButton(place("seat", number, table.seats))
        case ["sign", *given]:
            return poker_cmd.ChangeSign(_poker_sign(table, pairs(given)))
        case ["rulebook", key]:
            return ChangeBook(_book(book, key, table.device))
        case _:
            return None


def _book(book: Rulebook, key: str, device: Device) -> Rulebook:
    versions = [known for known in BOOKS if game_of(known) == book.game]
    if key not in versions:
        raise Unreadable(f"rulebook {shown(key)} is not one of this game; known: {', '.join(versions)}")
    return at_the_table(key, device)


def _poker_sign(table: PokerTable, given: dict[str, list[str]]) -> PokerTable:
    check(given, {"small-blind": 1, "stake": 2, "rake-percent": 1, "rake-cap": 1})
    for key in ("small-blind", "stake", "rake-percent"):
        if key not in given:
            raise Unreadable(f"sign: {key}=… is missing")
    low, high = (amount("stake", value) for value in given["stake"])
    return replace(
        table,
        small_blind=amount("small-blind", given["small-blind"][0]),
        stake_low=low,
        stake_high=high,
        rake_basis_points=amount("rake-percent", given["rake-percent"][0]),
        rake_cap=amount("rake-cap", given["rake-cap"][0]) if "rake-cap" in given else None,
    )
