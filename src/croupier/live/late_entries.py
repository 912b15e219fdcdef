"""A wrong entry that is noticed when a later round has begun (R-110).

The old round stays as it was paid. What is due is worked out when it is reported and stands in the report; a Shift
Manager who has not reported it decides, and then it is posted, naming the round.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from croupier.actors import Actor, Rank
from croupier.citation import Citation, ruling
from croupier.errors import Refused
from croupier.games.house.commands import CorrectEntry
from croupier.games.house.corrections import ENTRY
from croupier.games.house.table import HouseState, Phase
from croupier.games.poker.commands import CorrectEntry as CorrectPokerEntry
from croupier.games.poker.commands import GiveBack
from croupier.games.poker.table import PokerState
from croupier.ledger.accounts import stack, tray, wallet
from croupier.ledger.postings import transfer
from croupier.live import events as ev
from croupier.live.debts import owe
from croupier.live.families import family_of
from croupier.live.table import LiveTable
from croupier.live.work import Work
from croupier.money import Cents, cents, dollars
from croupier.rulebook.load import at_the_table
from croupier.sentences import says

Ended = Callable[[str, int], LiveTable]
"""The table when a round of that number was over."""


def late_round(table: LiveTable, words: list[str]) -> int | None:
    """The earlier round that a report of a wrong entry is about; None where it is about this one."""
    if words[:2] != ["incident", ENTRY]:
        return None
    named = next((word.partition("=")[2] for word in words if word.startswith("round=")), None)
    if named is not None:
        return int(named) if named.isdecimal() and int(named) < table.rounds else None
    return table.rounds - 1 if _no_cards_yet(table.game) and table.rounds > 1 else None


def _no_cards_yet(game: HouseState | PokerState) -> bool:
    """The round that is open has no cards that something could be wrong with."""
    if isinstance(game, HouseState):
        return game.round.phase is Phase.BETTING
    return game.round is not None and not game.round.over and not game.round.hands


def with_what_is_due(ended: Ended, table: LiveTable, words: list[str]) -> list[str]:
    """The report with the number of its round, and to whom how much is due; `Refused` where nothing is."""
    number = late_round(table, words)
    if number is None:
        return words
    said = [word for word in words if not word.startswith(("due=", "round="))]
    then = ended(table.name, number)
    due = " ".join(f"{player} {dollars(amount)}" for player, amount in _due(then, said).items())
    return [*said, f"round={number}", f'due="{due}"']


def _due(then: LiveTable, words: list[str]) -> Mapping[str, int]:
    """By player, what the same round would have paid more, or less, with the cards as they lie."""
    book, family = at_the_table(then.book, then.sign.dealing), family_of(then.book)
    command = family.read(then, book, words, Actor(Rank.SHIFT_MANAGER, ""))
    assert isinstance(command, CorrectEntry | CorrectPokerEntry), words
    before = then.game if then.game.suspended is None else replace(then.game, suspended=None)
    events, after = family.advance(book, before, command)
    if isinstance(after, HouseState) and after.round.claims:
        raise Refused(says("no-share-afterwards"), (ruling(110),))
    due: Counter[str] = Counter()
    for each in family.postings(then.name, before, events, after):
        for prefix in (stack(then.name, ""), wallet("")):  # who has left has no chips there
            if each.account.startswith(prefix):
                due[each.account.removeprefix(prefix)] += each.amount
    if not any(due.values()):
        raise Refused(says("nothing-due"), (ruling(110),))
    return {player: amount for player, amount in due.items() if amount}


def post(work: Work, table: LiveTable, words: list[str], cites: tuple[Citation, ...]) -> ev.RoundCorrected:
    """To the wallet, or from the chips here and then from the wallet; what is missing is owed (R-108, R-118)."""
    given = dict(word.partition("=")[::2] for word in words[2:])
    pairs = given["due"].strip('"').split()
    number, name = int(given["round"]), table.name
    due = {player: _signed(amount) for player, amount in zip(pairs[::2], pairs[1::2], strict=True)}
    corrected = ev.RoundCorrected(number, due, cites)
    work.happens(name, corrected)
    for player, amount in due.items():
        if amount > 0:
            work.post(f"table/{name}", transfer(tray(name), wallet(player), amount))
            continue
        missing = -amount
        if isinstance(table.game, PokerState):
            _from_the_stake(work, name, player, missing)
        here = [stack(name, player)] if isinstance(table.game, HouseState) else []
        for account in (*here, wallet(player)):
            taken = min(missing, max(0, work.balance(account)))
            work.post(f"table/{name}", transfer(account, tray(name), taken))
            missing -= taken
        if missing:
            owe(work, name, player, Cents(missing), cites, to=tray(name), round_=number)
    return corrected


def _from_the_stake(work: Work, name: str, player: str, missing: int) -> None:
    """Between two rounds the chips at a poker table go to the wallet first; in a round no stake changes (3.6.1)."""
    game = work.table(name).game
    assert isinstance(game, PokerState), name
    seat = next((number for number, each in game.seats.items() if each.player == player), None)
    if seat is not None and not game.playing and (given := min(missing, game.seats[seat].stack)):
        work.play(name, GiveBack(seat, Cents(given)))


def _signed(amount: str) -> int:
    return -cents(amount[1:]) if amount.startswith("-") else cents(amount)
