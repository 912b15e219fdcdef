"""Questions to the coach: one decision of one player, with the cards that player sees and no others.

This module builds the question and words the answer. Another process computes it, which may take seconds.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.base.extras import lacking
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.live.answers.coaching import CoachOption, CoachPot, CoachPrice, CoachSays, CoachTold
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.numbers.maths.decisions.boxes import Box, box_at
from croupier.numbers.maths.decisions.seats import seat_at
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.table import Decision, HouseState, Phase
from croupier.rules.games.poker.table import Phase as PokerPhase
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.link import Link
from croupier.rules.money import NOTHING, Cents, dollars, in_money
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device


class AtTheLayout(Value, tag="house"):
    """A box that has to decide. A blind box has no hand."""

    book: str
    device: Device
    box: Box


class AtTheSeat(Value, tag="poker"):
    """A hand, the open board, and for each pot the number of opponents."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    others: tuple[int, ...]


Question = AtTheLayout | AtTheSeat


class CoachQuestion(Value):
    question: Question
    place: int
    moment: str
    exact: bool
    price: CoachPrice | None = None
    pots: tuple[tuple[Cents, int], ...] = ()
    """Poker only, known without computing: each pot with its number of opponents."""


def ask(table: LiveTable, who: Who, place: int, link: Link | None) -> CoachQuestion:
    if not table.sign.coach:
        raise Problem(Code.REFUSED, says("no-coach-here", table=table.name))
    if table.sign.cards is Faces.BY_HAND:
        raise Problem(Code.REFUSED, says("coach-sees-no-cards", table=table.name))
    if (state := house_state(table)) is not None:
        return _at_the_layout(table, state, who, place, link)
    return _at_the_seat(table, poker_game(table), who, place)


# --- House-banked -----------------------------------------------------------------------------------------------------


def _at_the_layout(table: LiveTable, state: HouseState, who: Who, place: int, link: Link | None) -> CoachQuestion:
    book, round_ = at_the_table(table.book, table.sign.dealing), state.round
    box = round_.boxes.get(place)
    if box is None or box.player != who.name:
        raise Problem(Code.FORBIDDEN, says("box-not-yours", box=place))
    if round_.phase is not Phase.DECIDING or round_.choosing or box not in undecided(round_):
        raise Problem(Code.REFUSED, says("nothing-to-decide", box=place))
    if not any(other.looked for other in round_.boxes.values() if other.player == who.name):
        raise Problem(Code.REFUSED, says("coach-look-first"))
    asks = box_at(book, round_, place, NOTHING if link is None else link.displayed)
    if HOUSE_GAMES[book.game].board and not asks.board:
        asks = replace(asks, seen=())  # cards seen do not count before the flop
    question = AtTheLayout(table.book, table.sign.dealing, asks)
    return CoachQuestion(question, place, table.moment, exact=True)


def of_options(asked: CoachQuestion, values: Mapping[str, str]) -> CoachSays:
    """`values`: each decision's value in cents, as an exact fraction."""
    assert isinstance(asked.question, AtTheLayout)
    game = HOUSE_GAMES[at_the_table(asked.question.book, asked.question.device).game]
    exact = {Decision(decision): Fraction(value) for decision, value in values.items()}
    best = max(exact.values())
    options = [
        CoachOption(f"{asked.place} {decision}", game.words_for(decision), in_money(value), value == best)
        for decision, value in exact.items()
    ]
    return CoachSays(CoachTold(asked.place, asked.moment, asked.exact, options=options))


# --- Poker ------------------------------------------------------------------------------------------------------------


def _at_the_seat(table: LiveTable, state: PokerState, who: Who, place: int) -> CoachQuestion:
    round_, seat = state.round, state.seats.get(place)
    if seat is None or seat.player != who.name:
        raise Problem(Code.FORBIDDEN, says("seat-not-yours", seat=place))
    if round_ is None or round_.phase is not PokerPhase.BETTING or round_.turn != place:
        raise Problem(Code.REFUSED, says("coach-not-your-turn"))
    if place not in round_.looked:
        raise Problem(Code.REFUSED, says("coach-look-first"))
    found = seat_at(state, place)
    question = AtTheSeat(found.hole, found.board, tuple(others for _, others in found.pots))
    price = None
    if found.price is not None:
        price = CoachPrice(dollars(found.price.call), dollars(found.price.wins), str(found.price.percent))
    exact = all(others <= 1 for others in question.others)
    return CoachQuestion(question, place, table.moment, exact, price, tuple(found.pots))


def of_shares(asked: CoachQuestion, shares: Mapping[str, str]) -> CoachSays:
    """`shares`: by number of opponents, as fractions of 1; the answer has whole per cent."""
    pots = [
        CoachPot(dollars(amount), others, str(round(100 * Fraction(shares[str(others)]))))
        for amount, others in asked.pots
    ]
    return CoachSays(CoachTold(asked.place, asked.moment, asked.exact, price=asked.price, pots=pots))


def answered(asked: CoachQuestion, worked_out: Mapping[str, str]) -> CoachSays:
    if "error" in worked_out:
        raise Problem(Code.REFUSED, worked_out["error"])
    return (of_options if isinstance(asked.question, AtTheLayout) else of_shares)(asked, worked_out)


def work_out(question: Question) -> dict[str, str]:
    """Computes fractions, as text. Takes a millisecond to many seconds: never call it where acts wait."""
    try:
        return _worked_out(question)
    except Unreadable as error:
        return {"error": str(error)}
    except ModuleNotFoundError as error:
        lacks = lacking("the coach", error.name)
        if lacks is None:
            raise
        return {"error": lacks}


def _worked_out(question: Question) -> dict[str, str]:
    if isinstance(question, AtTheSeat):
        from croupier.numbers.maths.equity.random_hands import share_against

        return {str(each): str(share_against(question.hole, question.board, each)) for each in set(question.others)}
    from croupier.numbers.maths.decisions.advice import advise

    found = advise(at_the_table(question.book, question.device), question.box).options
    return {decision: str(value) for decision, value in found.values.items()}
