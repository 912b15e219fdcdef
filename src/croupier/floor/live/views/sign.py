"""The sign at a table: everything that a player must know before they bet."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import UNSET

from croupier.base.actors import RunBy
from croupier.base.citation import printed, ruling
from croupier.base.sentences import says
from croupier.floor.live.answers.said import Sentence
from croupier.floor.live.answers.tables import (
    JackpotOnSign,
    JackpotShare,
    Notice,
    PaysLine,
    Print,
    PrintLine,
    Sign,
    SignTold,
    Stands,
)
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_file import FOR_EVER, HouseFile
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.views.names import named, words_of
from croupier.floor.live.views.told import notice, on_the_sign
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.qualify import least_in_words
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.link import Link
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Rulebook


def sign_view(table: LiveTable, link: Link | None, house: HouseFile, now: datetime, stands: Stands | None) -> Sign:
    book, game = at_the_table(table.book, table.sign.dealing), table.game
    layout = house_state(table)
    told = SignTold(
        table=table.name,
        title=table.sign.titled,
        sign=table.signs,
        rulebook=table.book,
        game=book.game,
        named=named(book),
        words=words_of(book),
        dealing=table.sign.dealing,
        run_by=game.table.run_by,
        cards=table.sign.cards,
        settle="by-hand" if game.table.settles_by_hand else "at-once",
        limits={},
        displays=_displays(book, _AT_A_POKER_TABLE if layout is None else _AT_A_LAYOUT),
        clock=clock_told(table),
        coach=table.sign.coach,
        link=table.sign.link,
        jackpot=UNSET if link is None else _jackpot(book, link),
        house_rules=list(_house_rules(table, house)),
        paytables=_paytables(book),
        print=UNSET if layout is None else _print(book),
        notices=list(on_the_sign(table, now)),
        stands=stands or UNSET,
    )
    if layout is not None:
        told.boxes, told.limits = layout.table.places, limits_told(layout)
        if table.sign.smallest_chip is not None:
            told.smallest_chip = dollars(table.sign.smallest_chip)
    else:
        seats = poker_game(table)
        stakes = seats.sign or seats.table
        percent = f"{stakes.rake_basis_points // 100}.{stakes.rake_basis_points % 100:02d}"
        told.seats, told.blinds, told.stake = stakes.seats, blinds_told(seats), stake_told(seats)
        told.chip = dollars(stakes.chip)
        told.rake = {"percent": percent, "cap": None if stakes.rake_cap is None else dollars(stakes.rake_cap)}
    return Sign(told)


def clock_told(table: LiveTable) -> dict[str, int | None]:
    clocks = table.sign.clocks
    return {"betting": clocks.betting, "decision": clocks.decision, "bank": clocks.bank, "pause": clocks.pause}


def limits_told(state: HouseState) -> dict[str, list[str]]:
    table = state.table
    limits = {str(spot): [dollars(each.low), dollars(each.high)] for spot, each in table.limits.items()}
    if table.jackpot_bet is not None:
        limits["jackpot"] = [dollars(table.jackpot_bet), dollars(table.jackpot_bet)]
    return limits


def blinds_told(state: PokerState) -> list[str]:
    table = state.sign or state.table
    return [dollars(table.small_blind), dollars(table.big_blind)]


def stake_told(state: PokerState) -> list[str]:
    table = state.sign or state.table
    return [dollars(table.stake_low), dollars(table.stake_high)]


_AT_A_LAYOUT = {"limits": House.OFFERED_AT_THE_TABLE}
_AT_A_POKER_TABLE = {
    "stake": Poker.STAKE_WITHIN_LIMITS,
    "rake": Poker.RAKE_CAP,
    "button": Poker.BUTTON_MOVES_CLOCKWISE,
    "betting-round": Poker.MARKER_BETTING_ROUND,
    "showdown": Poker.MARKER_SHOWDOWN,
    "all-in": Poker.ALL_IN_ANY_ROUND,
    "side-pot": Poker.SIDE_POT_FROM_ALL_IN,
    "missed-blind": Poker.MISSED_BLIND_MARK_STAYS,
    "shows": Poker.EARLY_EXPOSURE_FOLDS,
}


def _displays(book: Rulebook, what: Mapping[str, str]) -> dict[str, list[str]]:
    """What everybody can see on the sign or on the cloth, with the paragraph that puts it there."""
    return {name: printed((book.cite(clause),)) for name, clause in what.items()}


def _jackpot(book: Rulebook, link: Link) -> JackpotOnSign:
    set_ = link.parameters
    game = HOUSE_GAMES[book.game]
    fold = says("jackpot.fold-keeps") if game.jackpot_outlives_fold else says("jackpot.fold-loses")
    funding = says("jackpot.funding", share=printed_share(set_.contribution))
    assert book.jackpot is not None
    return JackpotOnSign(
        link=link.name,
        funding=str(funding),
        funding_says=Sentence.of(funding),
        reset=dollars(set_.reset),
        limit=None if set_.limit is None else dollars(set_.limit),
        parameters=set_.number,
        order=notice(says("jackpot.order"), *book.cite_all(game.awards_paid_by), ruling(13), ruling(102)),
        fold=notice(fold, book.cite(game.folds_by)),
        shares=[
            JackpotShare(
                hand=row.hand,
                share=None if row.share is None else str(row.share),
                fixed=None if row.fixed is None else dollars(row.fixed),
                envy=None if row.envy is None else dollars(row.envy),
                cites=[book.jackpot.paragraph],
            )
            for row in book.jackpot.rows.values()
        ],
    )


def _house_rules(table: LiveTable, house: HouseFile) -> Iterator[Notice]:
    by_clock = table.game.table.run_by is RunBy.SYSTEM and table.sign.clocks.decision is not None
    in_time = says("in-time") if by_clock else says("when-the-dealer-asks")
    if family_of(table.book).house_banked:
        yield notice(says("rule.silent-walks-away", when=in_time), ruling(41))
    else:
        yield notice(says("rule.silent-checks-or-folds", when=in_time), ruling(41))
        if by_clock:
            yield notice(says("rule.away-after", times=house.away_after), ruling(41))
    yield notice(says("rule.clocks-go-on"), ruling(43))
    if house.places_kept is not None and house.places_kept != FOR_EVER:
        yield notice(says("rule.place-kept", seconds=house.places_kept // 1000))
    if table.game.table.settles_by_hand:
        yield notice(says("rule.dealer-pays"), ruling(93))


def _paytables(book: Rulebook) -> dict[str, list[PaysLine]]:
    return {
        name: [PaysLine(hand, str(pays), [table.paragraph]) for hand, pays in table.pays.items()]
        for name, table in book.paytables.items()
    }


def _print(book: Rulebook) -> Print:
    """What is printed on the felt: the dealer's qualifying hand, the hand from which the Ante is paid, pay tables."""
    words, least = book.procedure.dealer_qualifies, book.procedure.ante_pays_from
    spots = frozenset(Spot)
    return Print(
        qualifier=f"Dealer plays with {least_in_words(words)} or better" if words else None,
        qualifies=words or None,
        ante=f"Ante pays with {least_in_words(least)} or better" if least else None,
        ante_pays_from=least or None,
        lines=[
            PrintLine(
                table=name,
                named=name.replace("-", " ").title() if name not in spots else Spot(name).words,
                pays=[str(odds) for odds in dict.fromkeys(table.pays.values())],
            )
            for name, table in book.paytables.items()
            if spots.isdisjoint(table.pays)
        ],
    )


def printed_share(parts: int) -> str:
    """The share of a bet, as a decimal."""
    digits = f"{parts:0{len(str(PARTS))}d}"
    whole, part = digits[: 1 - len(str(PARTS))], digits[1 - len(str(PARTS)) :].rstrip("0")
    return f"{int(whole)}.{part.ljust(2, '0')}"
