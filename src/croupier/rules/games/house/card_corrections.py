"""Corrects cards that the dealer named or the device read wrongly: the last word before the payments counts.

A dealer who deals by hand may have named a card wrongly. Where a device reads the cards and hands go on as they were
dealt (5.10.1), the cards in front of a box are not those that were read for it. The first reading stays on record.
"""

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.limits import NAMED_AGAIN
from croupier.base.sentences import listed, says
from croupier.rules.cards import DECK, Card, show_cards
from croupier.rules.games.common import Faces, is_place
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import NameCards, Of
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.table import HouseRound, Phase
from croupier.rules.rulebook.model import Rulebook

_DECK = frozenset(DECK)
_TURNED_WHEN_ASKED = (0, 0, 3, 4)
"""How many community cards are face up at each decision."""


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


def correct(book: Rulebook, draft: Draft, hands: tuple[NameCards, ...], cites: tuple[Citation, ...]) -> None:
    """By somebody who may: what was said or read of these cards is something else."""
    for each in hands:
        check_deck(book, each.cards)
    if draft.round.table.cards is Faces.READER:
        _lie_so(book, draft, hands, cites)
    else:
        _named_so(book, draft, hands)


def decided_against(round_: HouseRound) -> bool:
    """Whether somebody has decided in sight of the present face-up cards."""
    return any(box.decisions and len(box.decisions) >= round_.stage for box in round_.boxes.values())


def _named_otherwise(book: Rulebook, draft: Draft, hands: tuple[NameCards, ...]) -> None:
    if draft.round.phase not in (Phase.DECIDING, Phase.SETTLING):
        raise Refused(says("named-again-only-before-payment"), (book.cite(House.DEAL), ruling(93), ruling(110)))
    _check_undecided(draft.round, hands)
    _named_so(book, draft, hands)


def _check_undecided(round_: HouseRound, hands: tuple[NameCards, ...]) -> None:
    """The dealer enters a face-up card again until somebody has decided against it (R-111)."""
    if any(each.of is Of.UP for each in hands) and decided_against(round_):
        raise Refused(says("decided-against-it"), (ruling(111),))
    stage = round_.stage if decided_against(round_) else round_.stage - 1
    seen = round_.community[: _TURNED_WHEN_ASKED[stage]] if stage > 0 else ()
    for each in hands:
        if each.of is Of.BOARD and not set(seen).issubset(each.cards):
            raise Refused(says("decided-against-it"), (ruling(111),))


def _named_so(book: Rulebook, draft: Draft, hands: tuple[NameCards, ...]) -> None:
    before: tuple[Card, ...] = ()
    named: tuple[Card, ...] = ()
    for each in hands:
        there = lying(book, draft.round, each)
        if not there or any(map(is_place, there)):
            raise Refused(says("named-again-only-before-payment"), (book.cite(House.DEAL), ruling(93)))
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
    """In the pause before the payments, when the cards are open; a face-up card also while players decide."""
    round_ = draft.round
    face_up = all(each.of in (Of.UP, Of.BOARD) for each in hands)
    if round_.phase is not Phase.SETTLING and not (face_up and round_.phase is Phase.DECIDING):
        why = says("hand-named-only-in-pause")
        raise Refused(why, (book.cite(House.CONTINUE_AS_DEALT), ruling(93), ruling(110)))
    _check_undecided(round_, hands)
    _lie_so(book, draft, hands, (book.cite(House.CONTINUE_AS_DEALT), ruling(110)))


def _lie_so(book: Rulebook, draft: Draft, hands: tuple[NameCards, ...], cites: tuple[Citation, ...]) -> None:
    round_, as_dealt = draft.round, cites[0]
    _check_room(round_)
    lie = {(Of.HAND, box.number): box.cards for box in round_.boxes.values()}
    lie[Of.DEALER, 0], lie[Of.BOARD, 0] = round_.dealer, round_.community
    for each in hands:
        _check_number(book, there := lying(book, round_, each), each.cards)
        if each.of is Of.UP:
            lie[Of.DEALER, 0] = tuple(each.cards[0] if card in there else card for card in lie[Of.DEALER, 0])
        elif each.of is Of.BOARD:
            lie[Of.BOARD, 0] = each.cards + round_.community[len(each.cards) :]
        else:
            lie[each.of, each.box or 0] = each.cards
    out = [card for cards in lie.values() for card in cards]
    if len(set(out)) < len(out):  # the card's name could reveal a face-down hand or board card
        why = says("card-lies-elsewhere")
        cites = (as_dealt, book.cite(House.SINGLE_DECK))
        raise Refused(why, cites, tells_cards=not round_.undone)
    told = False
    for each in hands:
        if {*(read := lying(book, round_, each))} != {*each.cards}:
            draft.emit(ev.CardsLie(each.of, read, each.cards, cites, each.box))
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
            return round_.board
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
    """Checks that none of the new cards is elsewhere on the table."""
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
