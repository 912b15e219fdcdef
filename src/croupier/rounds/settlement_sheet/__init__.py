"""Settlement sheets: the result of each bet in every case, to be checked against the document.

They ask the games' own `settle` about every combination of facts. A table shows one bet and the facts that matter to
it; if any other fact made a difference, the sheet is not written.
"""

from importlib import import_module

from croupier.base.errors import Unreadable
from croupier.rounds.settlement_sheet.asking import Sheet
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import BOOKS
from croupier.rules.rulebook.model import game_of


def settlement_sheet(book_key: str) -> str:
    """The whole page, as Markdown."""
    sheet = sheet_of(book_key)
    stakes = ", ".join(f"{spot} {dollars(stake)}" for spot, stake in sheet.stakes.items())
    text = [
        f"# Settlement sheet: {sheet.book.title} ({sheet.book.key})",
        "",
        f"What becomes of every bet of one box, for stakes of {stakes}.",
        f"The game's own settlement was asked about all {sheet.cases:,} {sheet.asked}.",
        "Each table shows the facts that matter to its bet; the page cannot be written if any other made a difference.",
        "`returned` is the stake that goes back, `paid` what the House or the meter adds. `by` names the paragraphs of",
        "this rulebook and standing rulings (R-n); where the dealing devices have paragraphs of their own, the card",
        "shoe's stands first: 3.10 / 3.11.",
        "",
    ]
    for each in sheet.tables:
        text += each.lines()
    text += sheet.every_case
    return "\n".join(text).rstrip() + "\n"


def sheet_of(book_key: str) -> Sheet:
    """By the module that the game's record names."""
    if book_key not in (known := books_with_a_sheet()):
        raise Unreadable(f"{book_key!r} has no settlement sheet; there are {', '.join(known)}")
    found = import_module(HOUSE_GAMES[game_of(book_key)].sheet).sheet(book_key)
    assert isinstance(found, Sheet), book_key
    _check_all_told(found)
    return found


def _check_all_told(sheet: Sheet) -> None:
    """A sheet that leaves out a bet of the book must not be approved, so there is none then."""
    game = HOUSE_GAMES[sheet.book.game]
    told = {table.bet for table in sheet.tables}
    for spot in (*game.bets_in(sheet.book), *(move.spot for move in game.decisions.values() if move.spot)):
        if spot not in told or spot not in sheet.stakes:
            raise Unreadable(f"{sheet.book.key} has a {spot.words} bet, and its settlement sheet has no table for it")


def books_with_a_sheet() -> tuple[str, ...]:
    """Those of the games against the House."""
    return tuple(key for game in HOUSE_GAMES for key in BOOKS if game_of(key) == game)
