"""Cards dealt by hand: each has a place, and no face until the dealer says what was turned up.

No device reads the deck at such a table. What the rules decide without faces goes on without them; where they need
faces the round waits until they are named. A hand that need not be shown is never asked for (R-45).
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import Sentence, listed, says
from croupier.base.values import Value
from croupier.rules.cards import DECK, Card, parse_cards
from croupier.rules.games.common import Faces, is_place
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.card_corrections import check_deck, check_single, lying, say_again
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import (
    CorrectEntry,
    DealCards,
    DealFaceDown,
    Incident,
    NameCards,
    NameHands,
    Of,
    RecordPayment,
    ReportIrregularity,
)
from croupier.rules.games.house.corrections import correct_entry, record_payment
from croupier.rules.games.house.dealing import Place, face_down
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, HouseRound, Phase, Standing
from croupier.rules.rulebook.model import Rulebook

BY_HAND = Faces.BY_HAND
_DECK = frozenset(DECK)
_STAND_IN = parse_cards("2c 4d 7h 9s Jc")


class FacesDue(Value):
    """How many cards the dealer has to name now."""

    of: Of
    due: int
    box: int | None = None

    @property
    def words(self) -> str:
        """As the dealer would begin to say it."""
        return f"{self.box} hand" if self.box is not None else self.of

    @property
    def told(self) -> Sentence:
        return says("cards-due-of", what=self.words, due=self.due)


FacesDueAt = Callable[[Rulebook, HouseRound], tuple[FacesDue, ...]]
"""What is to be named now at a table dealt by hand; each game says when."""


# --- What is waited for ---------------------------------------------------------------------------------------


def played_by_hand(round_: HouseRound) -> bool:
    """Whether cards are on the table and the dealer says what is turned up next."""
    return round_.table.cards is BY_HAND and round_.phase is Phase.DECIDING and not round_.choosing


def hands_due(round_: HouseRound, *, folded_hand_wins: bool = False) -> tuple[FacesDue, ...]:
    """At the end: the dealer's hand, if anybody meets it, and first; then each hand that counts."""
    due: list[FacesDue] = []
    if round_.in_play() and (down := faceless(round_.dealer)):
        due.append(FacesDue(Of.DEALER, len(down)))
    for box in round_.boxes.values():
        if _counts(box, folded_hand_wins=folded_hand_wins) and (down := faceless(box.cards)):
            due.append(FacesDue(Of.HAND, len(down), box.number))
    return tuple(due)


def _counts(box: Box, *, folded_hand_wins: bool) -> bool:
    """Whether its cards matter; a hand that its player hides establishes nothing (R-74, R-91)."""
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
        raise Refused(says("face-up-card-not-entered"), cites)


def check_board(round_: HouseRound, *cites: Citation) -> None:
    """The boxes decide in sight of the board; two cards that changed places may have put an unknown one there."""
    if faceless(round_.board):
        raise Refused(says("board-card-not-entered"), cites)


def to_settle(
    round_: HouseRound, box: Box, *, folded_hand_wins: bool = False
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A box's cards and the dealer's. If cards that were not named do not matter, any will do."""
    cards, dealer = box.cards, round_.dealer
    if faceless(cards):
        assert not _counts(box, folded_hand_wins=folded_hand_wins), "a hand that counts is named before it is paid"
        cards = _STAND_IN[: len(cards)]
    if faceless(dealer):
        assert box.standing is not Standing.IN_PLAY, "the dealer's hand is named before anybody meets it"
        dealer = _STAND_IN[: len(dealer)]
    return cards, dealer


def faceless(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(filter(is_place, cards))


# --- What the dealer says -------------------------------------------------------------------------------------


def acts(
    deal: Callable[[Rulebook, Draft, DealCards], None],
    places: Callable[[Rulebook, HouseRound], tuple[Place, ...]],
    faces_due: FacesDueAt,
) -> Mapping[type, Callable[[Rulebook, Draft, Any], None]]:
    """A game's acts for dealing by hand, built from how it deals."""

    def deal_face_down(book: Rulebook, draft: Draft, _: DealFaceDown) -> None:
        if draft.round.table.cards is not BY_HAND:
            raise Refused(says("not-dealt-by-hand"), (book.cite(House.DEAL), ruling(96)))
        due = places(book, draft.round)
        deal(book, draft, DealCards(face_down(draft.round, len(due))))

    def name_cards(book: Rulebook, draft: Draft, command: NameCards) -> None:
        if draft.round.table.cards is not BY_HAND:
            return say_again(book, draft, (command,))
        if command.of is Of.BOARD and draft.round.phase is Phase.DEALING and draft.round.dealt:
            deal_face_down(book, draft, DealFaceDown())  # they are turned up as they leave the shoe
        all_due = faces_due(book, draft.round)
        for due in all_due:
            if (due.of is command.of and due.box == command.box) or _one_of_the_dealers(due, command):
                return _name(book, draft, replace(command, of=due.of), due)
        if faceless(lying(book, draft.round, command)) or not lying(book, draft.round, command):
            named = listed(each.told for each in all_due)
            raise Refused(says("cards-not-to-be-named", due=named), (book.cite(House.DEAL),))
        return say_again(book, draft, (command,))

    def name_hands(book: Rulebook, draft: Draft, command: NameHands) -> None:
        say_again(book, draft, command.hands)

    return {
        DealFaceDown: deal_face_down,
        NameCards: name_cards,
        NameHands: name_hands,
        CorrectEntry: correct_entry,
        RecordPayment: record_payment,
    }


def _one_of_the_dealers(due: FacesDue, command: NameCards) -> bool:
    """Where one card of the dealer's is due, there is no other that could be meant: `up Kd` and `dealer Kd` are one."""
    dealers = (Of.UP, Of.DEALER)
    return due.of in dealers and command.of in dealers and due.due == len(command.cards) == 1


def _name(book: Rulebook, draft: Draft, command: NameCards, due: FacesDue) -> None:
    """Names the face-down cards, or the whole hand: known cards stay, and the rest takes the places in order."""
    round_, cards = draft.round, command.cards
    check_deck(book, cards)
    there = faceless(round_.board) or _to_be_turned(round_, due) if due.of is Of.BOARD else lying(book, round_, command)
    before, named = faceless(there), cards
    if len(cards) == len(there):
        before = tuple(card for card in there if card not in cards)
        named = tuple(card for card in cards if card not in there)
    elif len(cards) != len(before):
        raise Refused(says("cards-due-there", due=len(before), given=len(cards)), (book.cite(House.DEAL),))
    check_single(book, round_, before, named)
    draft.emit(ev.CardsNamed(command.of, before, named, command.box))


def _to_be_turned(round_: HouseRound, due: FacesDue) -> tuple[Card, ...]:
    return round_.community[round_.turned : round_.turned + due.due]


# --- Reports that name cards ----------------------------------------------------------------------------------


def with_cards(draft: Draft, report: ReportIrregularity) -> ReportIrregularity:
    """A face-down card is reported by its place, counted in the order in which cards left the device.

    Dealt by hand, a dealer's card that came up is named in its report (R-92).
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
    down = [place for place in faceless(draft.round.dealer) if place != draft.round.up]
    if report.incident is Incident.EXPOSED and report.dealer and down:
        draft.emit(ev.CardsNamed(Of.DEALER, (down[0],), (card,)))
    return report


def _card_at(dealt: tuple[Card, ...], card: Card | None) -> Card | None:
    if card is None or not is_place(card):
        return card
    number = int(card[1:])
    return dealt[number - 1] if 1 <= number <= len(dealt) else card
