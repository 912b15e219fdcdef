"""`croupier advise`: what each option of a box is worth, with the cards and bets that it has."""

import argparse
import sys
from collections.abc import Sequence

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer, Record
from croupier.doors.cli.arguments import FOUND, amount, cards, number, show
from croupier.doors.cli.json_output import print_answer
from croupier.doors.cli.odds import changes_of
from croupier.doors.cli.page import terminal_width
from croupier.doors.cli.progress import solving
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import game_of

UNKNOWN = 2

USAGE = """croupier advise three-card-poker --hand "Qs 6h 4d" [--pair-plus 10] [--jackpot --meter 80000]
       croupier advise casino-stud --hand "Ah Kd 9c 5s 2h" --up 9d --ante 50
       croupier advise progressive-holdem --hand "7d 2c" [--board "As Kd 9c"] [--turn-bet]
       croupier advise GAME --blind [--seen CARDS]      a second box, whose cards you must not look at"""


class Option(Record):
    antes: str
    dollars: str
    cost_antes: str
    cost_dollars: str
    parts: dict[str, str]


class Advice(Answer):
    SCHEMA = "advise"
    game: str
    book: str
    hand: str | None
    spot: str
    best: str
    options: dict[str, Option]


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier advise",
        usage=USAGE,
        description="The exact value of every option of a box, in antes and money, and what each mistake costs.",
        epilog="Exit status: 0 advised, 2 there is no such decision.",
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(HOUSE_GAMES))
    parser.add_argument("--hand", metavar="CARDS", help="the cards of the box")
    parser.add_argument("--blind", action="store_true", help="the cards of the box have not been looked at")
    parser.add_argument(
        "--seen", metavar="CARDS", help="with --blind: the cards of your other box, which you have seen"
    )
    parser.add_argument("--up", metavar="CARD", help="Casino Stud: the dealer's card")
    parser.add_argument("--board", metavar="CARDS", help="Hold'em: flop, or flop and turn")
    parser.add_argument("--turn-bet", action="store_true", help="Hold'em, on the turn: the Turn bet was made")
    parser.add_argument("--ante", metavar="DOLLARS", default="1", help="the Ante (1)")
    for spot, games in _side_bets().items():
        parser.add_argument(f"--{spot}", metavar="DOLLARS", default="0", help=f"{games}: the {spot.words} bet")
    parser.add_argument("--jackpot", action="store_true", help="the box has made the jackpot bet")
    parser.add_argument("--jackpot-bet", metavar="DOLLARS", default="5", help="the prescribed jackpot bet (5)")
    parser.add_argument("--meter", metavar="DOLLARS", help="what the meter shows")
    parser.add_argument("--others", metavar="N", default="0", help="3 Card Poker: boxes of other players")
    parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="change a figure")
    parser.add_argument("--changes", metavar="FILE", help="change figures by a TOML file")
    parser.add_argument("--json", action="store_true", help='one JSON object; exact values are "num/den" strings')
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    try:
        return _advise(options)
    except Unreadable as error:
        print(f"croupier advise: {error}", file=sys.stderr)
        return UNKNOWN


def _advise(options: argparse.Namespace) -> int:
    if game_of(options.game) not in HOUSE_GAMES:
        raise Unreadable(f"{options.game!r} is not a game against the House; there are {', '.join(HOUSE_GAMES)}")
    if options.blind is (options.hand is not None):
        raise Unreadable('give either the cards, --hand "Qs 6h 4d", or say that nobody looked at them: --blind')
    if options.seen is not None and not options.blind:
        raise Unreadable("--seen goes with --blind: who has looked at one box decides blind on the others (R-8)")
    if options.meter is not None and not options.jackpot:
        raise Unreadable("the meter matters only with --jackpot")
    if options.jackpot and options.meter is None:
        raise Unreadable("with --jackpot, say what the meter shows: --meter 125000")
    hand = () if options.blind else cards("--hand", options.hand)
    if not hand and not options.blind:
        raise Unreadable("--hand: no card is given")
    up = cards("--up", options.up or "")
    board = cards("--board", options.board or "")
    seen = cards("--seen", options.seen or "")
    changes = changes_of(options)
    placed = {spot: amount(f"--{spot}", getattr(options, spot.replace("-", "_"))) for spot in _side_bets()}
    jackpot = amount("--jackpot-bet", options.jackpot_bet)
    if options.jackpot and not jackpot:
        raise Unreadable("--jackpot-bet: expected an amount above 0; without a jackpot bet, leave --jackpot out")
    placed[Spot.JACKPOT] = jackpot if options.jackpot else Cents(0)
    bets = {spot: stake for spot, stake in placed.items() if stake}
    with solving("weighing the options", options.game):
        from croupier.numbers.maths.decisions.advice import advise
        from croupier.numbers.maths.decisions.boxes import Box
        from croupier.numbers.maths.odds.sheet import approved
        from croupier.numbers.maths.odds.whatif import changed
        from croupier.numbers.reports.figures import exact
        from croupier.numbers.reports.layout import laid_out
        from croupier.numbers.reports.page import advice

        book = changed(approved(options.game), changes)
        box = Box(
            hand=hand,
            up=up,
            board=board,
            seen=seen,
            ante=amount("--ante", options.ante),
            bets=bets,
            meter=Cents(0) if options.meter is None else amount("--meter", options.meter),
            others=number("--others", options.others, most=10),
            turn_bet=options.turn_bet,
        )
        found = advise(book, box)
    if options.json:
        told = Advice(
            game=book.game,
            book=book.key,
            hand=" ".join(hand) if hand else None,
            spot=found.spot,
            best=found.options.best.value,
            options={
                decision.value: Option(
                    antes=exact(value / box.ante),
                    dollars=exact(value / 100),
                    cost_antes=exact(found.options.costs[decision] / box.ante),
                    cost_dollars=exact(found.options.costs[decision] / 100),
                    parts={name: exact(part / 100) for name, part in found.options.parts[decision].items()},
                )
                for decision, value in found.options.values.items()
            },
        )
        print_answer(told, indent=2)
        return FOUND
    width = terminal_width()
    around = [list(laid_out([words], width)) for words in (found.spot, found.sentence)]
    return show([*around[0], "", *advice(found.options, box.ante, width), "", *around[1]])


def _side_bets() -> dict[Spot, str]:
    """Those of all games, each with the games that have it."""
    games: dict[Spot, list[str]] = {}
    for game in HOUSE_GAMES.values():
        for bet in game.bets:
            if bet.side:
                games.setdefault(bet.spot, []).append(game.key)
    return {spot: ", ".join(keys) for spot, keys in games.items()}
