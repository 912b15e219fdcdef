"""What lies on the table where something else was said or read of it: the last word before the payments counts.

A dealer who deals by hand may have named a card wrongly. Where a device reads the cards and hands go on as they were
dealt (5.10.1), what lies in front of a box is not what was read for it. What was known before stays on record.
"""

from croupier.cards import DECK, Card, show_cards
from croupier.citation import ruling
from croupier.errors import Refused
from croupier.games.common import Faces
from croupier.games.house import events as ev
from croupier.games.house.clauses import House
from croupier.games.house.commands import NameCards, Of
from croupier.games.house.dealing import is_place
from croupier.games.house.evolve import Draft
from croupier.games.house.table import HouseRound, Phase
from croupier.limits import NAMED_AGAIN
from croupier.rulebook.model import Rulebook
from croupier.sentences import listed, says

_DECK = frozenset(DECK)


def say_again(book: Rulebook, draft: Draft, hands: tuple[NameCards, ...]) -> None:
    """Several at once, so that cards which were taken for each other's can be exchanged."""
    if not hands or len({(each.of, each.box) for each in hands}) < len(hands):
        raise Refused(says("name-each-hand-once"), (book.cite(House.DEAL),))
    for each in hands:
        check_deck(book, each.cards)
    match draft.round.table.cards:
        case Faces.SEALED:
            why = says("cards-sealed")
            raise Refused(why, (book.cite(House.DEAL), ruling(96)))
        case Faces.READER:
            _read_otherwise(book, draft, hands)
        case Faces.BY_HAND:
            _named_otherwise(book, draft, hands)


def _named_otherwise(book: Rulebook, draft: Draft, hands: tuple[NameCards, ...]) -> None:
    before: tuple[Card, ...] = ()
    named: tuple[Card, ...] = ()
    for each in hands:
        there = lying(book, draft.round, each)
        if not there or any(map(is_place, there)) or draft.round.phase not in (Phase.DECIDING, Phase.SETTLING):
            why = says("named-again-only-before-payment")
            raise Refused(why, (book.cite(House.DEAL), ruling(93)))
        _check_number(book, there, each.cards)
        before += there
        named += _in_their_places(there, each.cards)
    changed = [(old, new) for old, new in zip(before, named, strict=True) if old != new]
    if not changed:
        raise Refused(says("said-before"), (book.cite(House.DEAL),))
    before, named = tuple(old for old, _ in changed), tuple(new for _, new in changed)
    check_single(book, draft.round, before, named)
    dealers = any(each.of is Of.DEALER for each in hands)
    of, box = (hands[0].of, hands[0].box) if len(hands) == 1 else (Of.DEALER if dealers else Of.HAND, None)
    draft.emit(ev.CardsNamed(of, before, named, box))


def _in_their_places(there: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """What stays, stays in its place; the rest takes the other places in order."""
    others = iter([card for card in cards if card not in there])
    return tuple([card if card in cards else next(others) for card in there])


def _read_otherwise(book: Rulebook, draft: Draft, hands: tuple[NameCards, ...]) -> None:
    round_ = draft.round
    as_dealt = book.cite(House.CONTINUE_AS_DEALT)
    went_on = any(as_dealt in ruled.cites and ruled.ruling in ("options", "continue") for ruled in round_.incidents)
    if not went_on or round_.phase is not Phase.SETTLING or any(each.of in (Of.UP, Of.BOARD) for each in hands):
        why = says("hand-named-only-in-pause")
        raise Refused(why, (as_dealt, ruling(93)))
    _check_room(round_)
    lie = {(Of.HAND, box.number): box.cards for box in round_.boxes.values()}
    lie[Of.DEALER, 0] = round_.dealer
    for each in hands:
        _check_number(book, lying(book, round_, each), each.cards)
        lie[each.of, each.box or 0] = each.cards
    out: set[Card] = {*round_.community}
    for cards in lie.values():
        if not out.isdisjoint(cards):  # which card it is could tell a hand that lies face down
            why = says("card-lies-elsewhere")
            raise Refused(why, (as_dealt, book.cite(House.SINGLE_DECK)))
        out.update(cards)
    told = False
    for each in hands:
        if {*(read := lying(book, round_, each))} != {*each.cards}:
            draft.emit(ev.CardsLie(each.of, read, each.cards, (as_dealt,), each.box))
            told = True
    if not told:
        raise Refused(says("read-so"), (as_dealt,))


def lying(book: Rulebook, round_: HouseRound, command: NameCards) -> tuple[Card, ...]:
    """What is known of the cards that are meant; of the board nothing before all of it is turned up."""
    match command.of:
        case Of.UP:
            return () if round_.up is None else (round_.up,)
        case Of.DEALER:
            return round_.dealer
        case Of.BOARD:
            return round_.board if round_.turned == 5 else ()
        case Of.HAND:
            box = None if command.box is None else round_.boxes.get(command.box)
            if box is None:
                raise Refused(says("box-empty", box=command.box or 0, occupied=listed(round_.boxes)))
            if not box.cards:
                raise Refused(says("box-no-hand", box=box.number), (book.cite(House.DEAL),))
            return box.cards


# --- What can lie there ---------------------------------------------------------------------------------------


def check_deck(book: Rulebook, cards: tuple[Card, ...]) -> None:
    if not _DECK.issuperset(cards):
        raise Refused(says("named-no-card"), (book.cite(House.FOREIGN_CARD),))
    if len(set(cards)) != len(cards):
        raise Refused(says("card-named-twice"), (book.cite(House.SINGLE_DECK),))


def check_single(book: Rulebook, round_: HouseRound, before: tuple[Card, ...], named: tuple[Card, ...]) -> None:
    """Nothing of what takes the place of the cards before lies elsewhere."""
    if not all(map(is_place, before)):
        _check_room(round_)
    elsewhere = {*round_.dealt}.difference(before)
    if (twice := elsewhere.intersection(named)) or len(set(named)) < len(named):
        why = says("card-lies-already", cards=show_cards(sorted(twice))) if twice else says("one-lies-already")
        raise Refused(why, (book.cite(House.SINGLE_DECK),))


def _check_number(book: Rulebook, there: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    if len(cards) != len(there):
        raise Refused(says("cards-lie-there", lie=len(there), given=len(cards)), (book.cite(House.DEAL),))


def _check_room(round_: HouseRound) -> None:
    if round_.named_again >= NAMED_AGAIN:
        raise Refused(says("named-again-too-often", times=round_.named_again))
