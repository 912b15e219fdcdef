"""Cards dealt by hand: each has a place, and no face until the dealer says what was turned up.

No device reads the deck at such a table. What the rules decide without faces goes on without them; where they need
faces the round waits until they are named. A hand that need not be shown is never asked for (R-45). Beside it stands
what is said of read cards: hands that went on as dealt lie otherwise than they were read (5.10.1).
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.cards import DECK, Card, parse_cards, show_cards
from croupier.citation import Citation, ruling
from croupier.errors import Refused
from croupier.games.common import Faces
from croupier.games.house import events as ev
from croupier.games.house.clauses import House
from croupier.games.house.commands import DealCards, DealFaceDown, Incident, NameCards, Of, ReportIrregularity
from croupier.games.house.dealing import Place, face_down, is_place
from croupier.games.house.evolve import Draft
from croupier.games.house.lines import Spot
from croupier.games.house.table import Box, HouseRound, Phase, Standing
from croupier.rulebook.model import Rulebook
from croupier.values import Value

BY_HAND = Faces.BY_HAND
_DECK = frozenset(DECK)
_STAND_IN = parse_cards("2c 4d 7h 9s Jc")


class FacesDue(Value):
    """So many cards are to be named now."""

    of: Of
    due: int
    box: int | None = None

    @property
    def words(self) -> str:
        """As the dealer would begin to say it."""
        return f"{self.box} hand" if self.box is not None else self.of


FacesDueAt = Callable[[Rulebook, HouseRound], tuple[FacesDue, ...]]
"""What is to be named now at a table dealt by hand; each game says when."""


# --- What is waited for ---------------------------------------------------------------------------------------


def played_by_hand(round_: HouseRound) -> bool:
    """Cards lie on the table, and what is to be turned up next is the dealer's to say."""
    return round_.table.cards is BY_HAND and round_.phase is Phase.DECIDING and not round_.choosing


def hands_due(round_: HouseRound, *, folded_hand_wins: bool = False) -> tuple[FacesDue, ...]:
    """At the end: the dealer's hand, if anybody meets it, and first; then each hand that counts."""
    due: list[FacesDue] = []
    if round_.in_play() and (down := _faceless(round_.dealer)):
        due.append(FacesDue(Of.DEALER, len(down)))
    for box in round_.boxes.values():
        if _counts(box, folded_hand_wins=folded_hand_wins) and (down := _faceless(box.cards)):
            due.append(FacesDue(Of.HAND, len(down), box.number))
    return tuple(due)


def _counts(box: Box, *, folded_hand_wins: bool) -> bool:
    """Something hangs on its cards; a hand that its player hides establishes nothing (R-74, R-91)."""
    if not box.shown or not box.live:
        return False
    if box.standing is Standing.FOLDED:
        return folded_hand_wins and box.bet(Spot.JACKPOT) is not None
    return box.standing is Standing.IN_PLAY


def dealer_is_due(due: tuple[FacesDue, ...]) -> bool:
    return bool(due) and due[0].of is Of.DEALER


def check_face_up(round_: HouseRound, *cites: Citation) -> None:
    """The boxes decide in sight of the dealer's face-up card."""
    if round_.up is not None and is_place(round_.up):
        raise Refused("the dealer's face-up card is not entered yet; the dealer says it first: up …", cites)


def whatever(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards to settle with. Those that were not named belong to hands on whose cards nothing hangs: any will do."""
    return _STAND_IN[: len(cards)] if any(map(is_place, cards)) else cards


def _faceless(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(filter(is_place, cards))


# --- What the dealer says -------------------------------------------------------------------------------------


def acts(
    deal: Callable[[Rulebook, Draft, DealCards], None],
    places: Callable[[Rulebook, HouseRound], tuple[Place, ...]],
    faces_due: FacesDueAt,
) -> Mapping[type, Callable[[Rulebook, Draft, Any], None]]:
    """A game's acts of dealing by hand, made of how it deals."""

    def deal_face_down(book: Rulebook, draft: Draft, _: DealFaceDown) -> None:
        if draft.round.table.cards is not BY_HAND:
            raise Refused("cards are not dealt by hand at this table", (book.cite(House.DEAL), ruling(96)))
        due = places(book, draft.round)
        deal(book, draft, DealCards(face_down(draft.round, len(due))))

    def name_cards(book: Rulebook, draft: Draft, command: NameCards) -> None:
        _check_deck(book, command.cards)
        match draft.round.table.cards:
            case Faces.SEALED:
                why = "cards are sealed at this table, and nobody names one"
                raise Refused(why, (book.cite(House.DEAL), ruling(96)))
            case Faces.READER:
                _say_what_lies(book, draft, command)
            case Faces.BY_HAND:
                if command.of is Of.BOARD and draft.round.phase is Phase.DEALING and draft.round.dealt:
                    deal_face_down(book, draft, DealFaceDown())  # they are turned up as they leave the shoe
                _name(book, draft, command, faces_due(book, draft.round))

    return {DealFaceDown: deal_face_down, NameCards: name_cards}


def _check_deck(book: Rulebook, cards: tuple[Card, ...]) -> None:
    if not _DECK.issuperset(cards):
        raise Refused("what was named is not a card of the deck", (book.cite(House.FOREIGN_CARD),))
    if len(set(cards)) != len(cards):
        raise Refused("a card was named twice; there is one of each", (book.cite(House.SINGLE_DECK),))


def _name(book: Rulebook, draft: Draft, command: NameCards, all_due: tuple[FacesDue, ...]) -> None:
    round_, cards = draft.round, command.cards
    due = next((each for each in all_due if each.of is command.of and each.box == command.box), None)
    lying = _lying(book, round_, command, due)
    down = _faceless(lying)
    if due is None and (down or not lying or round_.phase not in (Phase.DECIDING, Phase.SETTLING)):
        words = ", ".join(f"{each.words} (cards: {each.due})" for each in all_due)
        raise Refused(f"these cards are not to be named now; due: {words or 'none'}", (book.cite(House.DEAL),))
    if due is not None and len(cards) == len(down):
        before, named = down, cards
    elif len(cards) == len(lying):
        before, named = _other_than_said(lying, cards)
    else:
        due_now = len(down) or len(lying)
        raise Refused(f"{due_now} cards are due there, not {len(cards)}", (book.cite(House.DEAL),))
    if not named:
        raise Refused(f"{show_cards(cards)} is what was said before", (book.cite(House.DEAL),))
    for card in named:
        if card in round_.dealt and card not in before:
            raise Refused(f"{card} lies on the table already; there is one of each", (book.cite(House.SINGLE_DECK),))
    draft.emit(ev.CardsNamed(command.of, before, named, command.box))


def _lying(book: Rulebook, round_: HouseRound, command: NameCards, due: FacesDue | None) -> tuple[Card, ...]:
    """The cards that are meant, as far as they are known."""
    match command.of:
        case Of.UP:
            return () if due is None or round_.up is None else (round_.up,)
        case Of.DEALER:
            return round_.dealer
        case Of.BOARD if due is not None:
            return round_.community[round_.turned : round_.turned + due.due]
        case Of.BOARD:
            return round_.board if round_.turned == 5 else ()
        case Of.HAND:
            return _hand(book, round_, command.box).cards


def _hand(book: Rulebook, round_: HouseRound, number: int | None) -> Box:
    box = None if number is None else round_.boxes.get(number)
    if box is None:
        raise Refused(f"box {number} is empty; occupied: {', '.join(map(str, round_.boxes))}")
    if not box.cards:
        raise Refused(f"box {number} has no hand", (book.cite(House.DEAL),))
    return box


def _other_than_said(lying: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A whole hand is said: what was known of it stays where it is, and the rest takes the other places in order."""
    before = tuple(card for card in lying if card not in cards)
    return before, tuple(card for card in cards if card not in lying)


# --- Reports that name cards ----------------------------------------------------------------------------------


def with_cards(draft: Draft, report: ReportIrregularity) -> ReportIrregularity:
    """A card that lies face down is reported by its place, counted as they left the device.

    Dealt by hand, a card of the dealer's that came up is named with the report of it (R-92).
    """
    dealt = draft.round.dealt
    report = replace(
        report,
        first=_card_at(dealt, report.first),
        second=_card_at(dealt, report.second),
        card=_card_at(dealt, report.card),
    )
    card = report.card
    if card is None or card in dealt or card not in _DECK or draft.round.table.cards is not BY_HAND:
        return report
    down = [place for place in _faceless(draft.round.dealer) if place != draft.round.up]
    if report.incident is Incident.EXPOSED and report.dealer and down:
        draft.emit(ev.CardsNamed(Of.DEALER, (down[0],), (card,)))
    return report


def _card_at(dealt: tuple[Card, ...], card: Card | None) -> Card | None:
    if card is None or not is_place(card):
        return card
    number = int(card[1:])
    return dealt[number - 1] if 1 <= number <= len(dealt) else card


# --- Read cards that lie otherwise ----------------------------------------------------------------------------


def _say_what_lies(book: Rulebook, draft: Draft, command: NameCards) -> None:
    """Where hands go on unreconstructed, what lies in front of a box counts, and not what was read for it."""
    round_ = draft.round
    as_dealt = book.cite(House.CONTINUE_AS_DEALT)
    went_on = any(as_dealt in ruled.cites and ruled.ruling in ("options", "continue") for ruled in round_.incidents)
    if not went_on or round_.phase is not Phase.SETTLING or command.of not in (Of.HAND, Of.DEALER):
        why = "a hand is named in the pause before the payments, where hands went on as they were dealt"
        raise Refused(why, (as_dealt, ruling(93)))
    read = round_.dealer if command.of is Of.DEALER else _hand(book, round_, command.box).cards
    if len(command.cards) != len(read):
        raise Refused(f"{len(read)} cards lie there, not {len(command.cards)}", (book.cite(House.DEAL),))
    if set(command.cards) == set(read):
        raise Refused(f"{show_cards(command.cards)} is what was read", (as_dealt,))
    elsewhere = {*round_.dealer, *round_.community, *(card for box in round_.boxes.values() for card in box.cards)}
    for card in command.cards:
        if card in elsewhere and card not in read:
            raise Refused(f"{card} lies elsewhere; there is one of each", (as_dealt, book.cite(House.SINGLE_DECK)))
    draft.emit(ev.CardsLie(command.of, read, command.cards, (as_dealt,), command.box))
