"""Exact odds, advice and equity for programs; the commands ask the same functions."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from croupier.base.errors import Unreadable
from croupier.base.json_answers import as_object
from croupier.numbers.maths.decisions.advice import Advice as Found
from croupier.numbers.maths.decisions.advice import advise as weighed
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.odds.risk import Risk
from croupier.numbers.maths.odds.sheet import Link, Sheet, approved
from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.odds.whatif import changed
from croupier.numbers.reports.figures import equity_figures, figures
from croupier.numbers.reports.page import advice as advice_page
from croupier.numbers.reports.page import equity_page, page
from croupier.numbers.reports.words import summary
from croupier.rules.cards import Card, parse_cards, with_letters
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents, cents, dollars
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.weave import title_of

if TYPE_CHECKING:
    from croupier.numbers.maths.equity.all_in import Equity

Money = str | int
Cards = str | Sequence[str]


def odds(
    game: str,
    changes: Mapping[str, Any] | None = None,
    *,
    ante: Money = 1,
    jackpot_bet: Money = 5,
    meter: Money | None = None,
    others: int = 0,
    contribution: Fraction | None = None,
    reset: Money | None = None,
    limits: Mapping[str, Money] | None = None,
    boxes: int = 1,
    rounds_an_hour: int | None = None,
    quick: bool = False,
) -> "Odds":
    """Solve a game against the House: an approved book ("three-card-poker", "casino-stud@2"), or changed figures of it.

    `changes` are those of `croupier odds --set`: `{"pair-plus.straight": 6, "pair-plus.pair": "push"}`. A payout of 0
    loses the stake, `push` returns it. `quick` leaves out simple strategies, mistakes and liability. With
    `contribution` and `reset` the long run of a linked meter is worked out. `limits` are the highest bets of the sign,
    `{"ante": 1000, "pair-plus": 500}`, for the liability of `boxes` boxes.
    """
    book = _book(game, changes)
    if (contribution is None) != (reset is None):
        raise Unreadable("the long run needs both contribution and reset")
    link = None if contribution is None or reset is None else Link(contribution, money("reset", reset))
    return Odds(
        sheet(
            book,
            ante=money("ante", ante),
            jackpot_bet=money("jackpot_bet", jackpot_bet),
            meter=None if meter is None else money("meter", meter),
            others=others,
            link=link,
            habits=not quick,
            most={_spot("limits", name): money(name, most) for name, most in (limits or {}).items()},
            boxes=boxes,
            rounds_an_hour=rounds_an_hour,
        )
    )


class Odds:
    """What a game comes to under perfect play, exact: fractions of an Ante unless something else is said."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    @property
    def book(self) -> Rulebook:
        return self.sheet.book

    @property
    def expected_value(self) -> Fraction:
        """What a player gains on average, in Antes; a loss is negative."""
        return self.sheet.played.ev

    @property
    def house_edge(self) -> Fraction:
        """What the House keeps of each Ante."""
        return -self.sheet.played.ev

    @property
    def element_of_risk(self) -> Fraction:
        """What the House keeps of everything staked."""
        return self.sheet.played.element_of_risk

    @property
    def variance(self) -> Fraction:
        return self.sheet.played.variance

    @property
    def risk(self) -> Risk:
        """Spread of each bet, bands of the hold, intervals between jackpots, liability."""
        assert self.sheet.risk is not None, "every sheet that is solved has it"
        return self.sheet.risk

    @property
    def deals(self) -> int:
        """How many deals were counted, each equally likely."""
        return self.sheet.played.deals

    @property
    def side_bets(self) -> dict[str, Fraction]:
        """The House's edge on each bet that is settled on its own."""
        return {bet.name: -bet.ev for bet in self.sheet.side_bets}

    def figures(self) -> dict[str, Any]:
        """The object that `croupier odds --json` prints."""
        return as_object(figures(self.sheet))

    def __str__(self) -> str:
        return "\n".join(page(self.sheet))

    def __repr__(self) -> str:
        return f"<odds of {self.book.key}: house edge {self.house_edge} ({float(self.house_edge):.4%})>"

    def _repr_html_(self) -> str:
        cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in summary(self.sheet))
        title = escape(f"{title_of(self.book)} ({self.book.key}), perfect play")
        return f"<table><caption>{title}</caption>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def advise(
    game: str,
    hand: Cards = (),
    *,
    up: Cards = (),
    board: Cards = (),
    seen: Cards = (),
    ante: Money = 1,
    meter: Money = 0,
    others: int = 0,
    turn_bet: bool = False,
    changes: Mapping[str, Any] | None = None,
    **bets: Money,
) -> "Advice":
    """The value of each option of a box with these cards and bets. Without a hand: of a hand that nobody has looked at.
    Other bets than the Ante are named: `pair_plus=10`, `bonus=5`, `jackpot=5`."""
    book = _book(game, changes)
    placed = {_spot("bets", name.replace("_", "-")): money(name, stake) for name, stake in bets.items()}
    box = Box(
        hand=_cards("hand", hand),
        up=_cards("up", up),
        board=_cards("board", board),
        seen=_cards("seen", seen),
        ante=money("ante", ante),
        bets={spot: stake for spot, stake in placed.items() if stake},
        meter=money("meter", meter),
        others=others,
        turn_bet=turn_bet,
    )
    return Advice(book, box, weighed(book, box))


class Advice:
    """What each option of a box is worth, exact, and the best of them."""

    def __init__(self, book: Rulebook, box: Box, found: Found) -> None:
        self.book = book
        self.box = box
        self.found = found

    @property
    def best(self) -> str:
        return str(self.found.options.best)

    @property
    def values(self) -> dict[str, Fraction]:
        """By option, in Antes."""
        return {str(option): value / self.box.ante for option, value in self.found.options.values.items()}

    @property
    def costs(self) -> dict[str, Fraction]:
        """What each option costs compared with the best, in Antes."""
        return {str(option): cost / self.box.ante for option, cost in self.found.options.costs.items()}

    def __str__(self) -> str:
        return "\n".join(
            [self.found.spot, "", *advice_page(self.found.options, self.box.ante), "", self.found.sentence]
        )

    def __repr__(self) -> str:
        worth = ", ".join(f"{option} {float(value):+.4f}" for option, value in self.values.items())
        return f"<{self.book.key}, ante {dollars(self.box.ante)}: {self.best} ({worth} antes)>"


def _to_nobody(share: Fraction) -> None:
    """For callers who do not ask how much is done."""


def equity(
    hands: str, board: Cards = (), dead: Cards = (), tell: Callable[[Fraction], None] = _to_nobody
) -> "Equities":
    """All-in equity of hold'em hands or ranges: "AsAh vs KdKc", "QQ+, AKs vs 22-66 vs random"."""
    from croupier.numbers.maths.equity.all_in import equities
    from croupier.numbers.maths.equity.ranges import parse_range, players_in

    names = players_in(hands)
    ranges = [parse_range(name) for name in names]
    on_board = _cards("board", board)
    return Equities(names, on_board, equities(ranges, on_board, _cards("dead", dead), tell))


class Equities(Sequence[Fraction]):
    """The part of the pot that each player gets on average, in the order in which they were named."""

    def __init__(self, names: tuple[str, ...], board: tuple[Card, ...], found: "tuple[Equity, ...]") -> None:
        self.names = names
        self.board = board
        self.found = found

    def __getitem__(self, place: Any) -> Any:
        return tuple(one.equity for one in self.found)[place]

    def __len__(self) -> int:
        return len(self.found)

    @property
    def deals(self) -> int:
        return self.found[0].deals

    def figures(self) -> dict[str, Any]:
        """The object that `croupier odds poker HANDS --json` prints."""
        return as_object(equity_figures(self.names, self.board, self.found))

    def __str__(self) -> str:
        return "\n".join(equity_page(list(self.names), self.found, None, None))

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} {float(part):.4%}" for name, part in zip(self.names, self, strict=True))
        return f"<equity of {parts}>"

    def _repr_html_(self) -> str:
        rows = (
            f"<tr><td>{escape(name)}</td><td>{float(part):.4%}</td><td>{part}</td></tr>"
            for name, part in zip(self.names, self, strict=True)
        )
        head = "<tr><th>hand</th><th>equity</th><th>exact</th></tr>"
        return f"<table><caption>{self.deals:,} deals, every one counted</caption>{head}{''.join(rows)}</table>"


def _book(game: str, changes: Mapping[str, Any] | None) -> Rulebook:
    """Figures may be numbers; they are read as the command line reads them."""
    written = {
        name: str(value) if isinstance(value, int | Fraction) else value for name, value in (changes or {}).items()
    }
    return changed(approved(game), written) if written else approved(game)


def _spot(of: str, name: str) -> Spot:
    if name not in set(Spot):
        raise Unreadable(f"{of}: there is no bet {name!r}; expected names such as ante or pair-plus")
    return Spot(name)


def money(name: str, value: Money) -> Cents:
    """Dollars: a text such as "12.50", or a whole number."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Unreadable(f'{name}: expected dollars as a text such as "12.50" or a whole number, got {value!r}')
    try:
        return cents(str(value))
    except ValueError as wrong:
        raise Unreadable(f"{name}: {wrong}") from None


def _cards(name: str, value: Cards) -> tuple[Card, ...]:
    try:
        return parse_cards(with_letters(value if isinstance(value, str) else " ".join(value)))
    except ValueError as wrong:
        raise Unreadable(f"{name}: {wrong}") from None
