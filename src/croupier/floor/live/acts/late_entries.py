"""A wrong entry that somebody notices after a later round has begun (R-110).

The old round stays as paid. The report holds what is due, worked out at the time of the report. A Shift Manager other
than the reporter decides; then the amounts are posted with the number of the round.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from croupier.base.actors import Actor, Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.floor.ledger.accounts import stack, tray, wallet
from croupier.floor.ledger.postings import transfer
from croupier.floor.live.people.debts import owe
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.table import LiveTable, poker_game
from croupier.floor.live.state.words import Report
from croupier.floor.live.state.work import Work
from croupier.rules.games.house.commands import CorrectEntry
from croupier.rules.games.house.corrections import ENTRY
from croupier.rules.games.poker.commands import CorrectEntry as CorrectPokerEntry
from croupier.rules.games.poker.commands import GiveBack
from croupier.rules.money import Cents, dollars, signed_cents
from croupier.rules.rulebook.load import at_the_table

Ended = Callable[[str, int], LiveTable]
"""The table as it was at the end of a round."""


def late_round(table: LiveTable, report: Report) -> int | None:
    """The earlier round that a report of a wrong entry is about; None if it is about the current one."""
    if report.kind != ENTRY:
        return None
    named = report.value_of("round")
    if named is not None:
        return int(named) if named.isdecimal() and int(named) < table.rounds else None
    return table.rounds - 1 if table.rounds > 1 and family_of(table.book).no_cards_yet(table.game) else None


def with_what_is_due(ended: Ended, table: LiveTable, report: Report) -> Report:
    """The report with its round's number, and with the amount due to each player. Refused if nothing is due."""
    number = late_round(table, report)
    if number is None:
        return report
    said = replace(report, details=tuple(word for word in report.details if not word.startswith(("due=", "round="))))
    then = ended(table.name, number)
    due = " ".join(f"{player} {dollars(amount)}" for player, amount in _due(then, said).items())
    return replace(said, details=(*said.details, f"round={number}", f'due="{due}"'))


def _due(then: LiveTable, report: Report) -> Mapping[str, int]:
    """By player: how much more (or less) the round pays with the corrected cards."""
    book, family = at_the_table(then.book, then.sign.dealing), family_of(then.book)
    command = family.read(then, book, report.words, Actor(Rank.SHIFT_MANAGER, ""))
    assert isinstance(command, CorrectEntry | CorrectPokerEntry), report
    before = then.game if then.game.suspended is None else replace(then.game, suspended=None)
    events, after = family.advance(book, before, command)
    if family.claims_share(after):
        raise Refused(says("no-share-afterwards"), (ruling(110),))
    due: Counter[str] = Counter()
    for each in family.postings(then.name, before, events, after):
        for prefix in (stack(then.name, ""), wallet("")):  # players who have left have chips in their wallets only
            if each.account.startswith(prefix):
                due[each.account.removeprefix(prefix)] += each.amount
    if not any(due.values()):
        raise Refused(says("nothing-due"), (ruling(110),))
    return {player: amount for player, amount in due.items() if amount}


def post(work: Work, table: LiveTable, report: Report, cites: tuple[Citation, ...]) -> ev.RoundCorrected:
    """Pays into the wallet; collects from the chips at the table, then the wallet. The rest is owed (R-108, R-118)."""
    given = dict(word.partition("=")[::2] for word in report.details)
    pairs = given["due"].strip('"').split()
    number, name = int(given["round"]), table.name
    due = {player: signed_cents(amount) for player, amount in zip(pairs[::2], pairs[1::2], strict=True)}
    corrected = ev.RoundCorrected(number, due, cites)
    work.happens(name, corrected)
    for player, amount in due.items():
        if amount > 0:
            work.post(f"table/{name}", transfer(tray(name), wallet(player), amount))
            continue
        missing = -amount
        house_banked = family_of(table.book).house_banked
        if not house_banked:
            _from_the_stake(work, name, player, missing)
        here = [stack(name, player)] if house_banked else []
        for account in (*here, wallet(player)):
            taken = min(missing, max(0, work.balance(account)))
            work.post(f"table/{name}", transfer(account, tray(name), taken))
            missing -= taken
        if missing:
            owe(work, name, player, Cents(missing), cites, to=tray(name), round_=number)
    return corrected


def _from_the_stake(work: Work, name: str, player: str, missing: int) -> None:
    """Between rounds, moves a poker player's chips to the wallet first. In a round no stake changes (3.6.1)."""
    game = poker_game(work.table(name))
    seat = next((number for number, each in game.seats.items() if each.player == player), None)
    if seat is not None and not game.playing and (given := min(missing, game.seats[seat].stack)):
        work.play(name, GiveBack(seat, Cents(given)))
