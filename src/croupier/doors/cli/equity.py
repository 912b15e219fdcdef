"""`croupier odds poker`: all-in equity of hands and ranges, with side pots and rake."""

import argparse
import re
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.base.errors import Unreadable
from croupier.doors.cli.arguments import FOUND, above_nothing, amount, cards, or_else, show
from croupier.doors.cli.json_output import print_answer
from croupier.doors.cli.page import terminal_width
from croupier.doors.cli.progress import solving
from croupier.numbers.maths.equity.ranges import players_in
from croupier.rules.money import Cents

HOUSE_ONLY = (
    *("set", "changes", "report", "strategy", "quick", "ante", "jackpot_bet", "meter", "others"),
    *("contribution", "reset", "limits", "boxes", "rounds_an_hour"),
)


class Money(NamedTuple):
    """The pots: what each player has put in, or one pot to be raked, or nothing."""

    put: list[Cents] | None
    dead_money: Cents
    pot: Cents | None
    table: Any


def equity(hands: str, options: argparse.Namespace) -> int:
    for name in HOUSE_ONLY:
        if getattr(options, name) not in (None, [], False):
            given = name.replace("_", "-")
            raise Unreadable(f"--{given} is for the house games; at the poker table there is only equity")
    names = list(players_in(hands))
    board, dead = cards("--board", options.board), cards("--dead", options.dead)
    money = _money(options, len(names))
    with solving("counting all boards", "poker") as share:
        from croupier.doors.library.numbers import equity as counted
        from croupier.numbers.maths.equity.all_in import all_in, parse_range, with_rake

        found = counted(hands, board, dead, share).found
        ranges = [parse_range(name) for name in names]
        raked = pots = None
        if money.put is not None:
            pots = all_in(ranges, money.put, money.table, board, dead, money.dead_money, found=found, tell=share)
        elif money.pot is not None:
            raked = with_rake(found, money.pot, money.table)
    if options.json:
        from croupier.numbers.reports.figures import equity_figures

        print_answer(equity_figures(names, board, found, raked, pots), indent=2)
        return FOUND
    from croupier.numbers.reports.page import equity_page

    return show(equity_page(names, found, raked, pots, terminal_width()))


def _money(options: argparse.Namespace, players: int) -> Money:
    """Read before anything is counted, which may take a while."""
    table = _table(options)
    if options.put is not None:
        if options.pot is not None:
            raise Unreadable("give either the pot or what each player has put into it, not both")
        put = [above_nothing("--put", part) for part in re.split(r"[,;\s]+", options.put.strip())]
        if len(put) != players:
            raise Unreadable(f"--put: {len(put)} amounts are given for {players} players")
        return Money(put, amount("--dead-money", or_else(options.dead_money, "0")), None, table)
    if options.dead_money is not None:
        raise Unreadable("--dead-money goes with --put")
    if options.rake is not None:
        return Money(None, Cents(0), above_nothing("--pot", or_else(options.pot, "100")), table)
    if (options.cap, options.pot, options.chip) != (None, None, None):
        raise Unreadable("a pot, a cap and chips matter only with --rake or --put")
    return Money(None, Cents(0), None, table)


def _table(options: argparse.Namespace) -> Any:
    from croupier.rules.games.poker.table import PokerTable
    from croupier.rules.rulebook.load import applying
    from croupier.rules.rulebook.model import Device

    rake = or_else(options.rake, "0")
    bound = applying("poker", datetime.now(UTC)).procedure.rake_percent_bound
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,2})?", rake) or Fraction(rake) > bound:
        raise Unreadable(f"--rake: expected a percentage from 0 to {bound} (4.1), such as 5 or 2.5, got {rake!r}")
    chip = above_nothing("--chip", or_else(options.chip, "1"))
    return PokerTable(
        device=Device.SHOE,
        seats=10,
        small_blind=chip,
        stake_low=chip,
        stake_high=chip,
        chip=chip,
        rake_basis_points=int(Fraction(rake) * 100),
        rake_cap=None if options.cap is None else amount("--cap", options.cap),
    )
