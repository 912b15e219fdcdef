"""The Envy Bonus takes two boxes, so it is not in `settle`: rounds are played, and read (3 Card Poker 4.7, R-14)."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import product

from croupier.base.citation import ruling
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.following import jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.settlement_sheet.asking import ANY, JACKPOT_BET, UNIT, Row, SheetTable, by_clauses, row_of, words
from croupier.rules.cards import parse_cards, seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.settlement import Settled
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Limits
from croupier.rules.games.three_card.clauses import ThreeCard
from croupier.rules.games.three_card.settle import Hand
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, game_of

HANDS = {
    Hand.AKQ_OF_SPADES: "As Ks Qs",
    Hand.AKQ_OF_ANOTHER_SUIT: "Ah Kh Qh",
    Hand.STRAIGHT_FLUSH: "9s 8s 7s",
    Hand.THREE_OF_A_KIND: "9s 9h 9d",
    Hand.STRAIGHT: "9s 8h 7d",
    Hand.FLUSH: "As Js 7s",
    Hand.PAIR: "9s 9h 7d",
    Hand.THREE_ODD_CARDS: "As Jh 7d",
}
RECEIVER, DEALER = "6c 4c 3d", "Kd 8c 2d"
JACKPOT = jackpot_at(displayed=Cents(50_000_00), reset=Cents(10_000_00), contribution=Fraction(1, 2))
GIVES, RECEIVES = 1, 2


class Giving(StrEnum):
    """The box whose hand might trigger it."""

    PLAYS = "with an Ante, not folded"
    FOLDS = "folded"
    HIDES = "not shown"
    PAIR_PLUS = "Pair Plus only"
    OWN = "of the same player"


class Receiving(StrEnum):
    LIVE = "live"
    FOLDED = "folded"
    NONE = "none"


def envy_bonus(key: str) -> SheetTable:
    rows: dict[tuple[str, ...], Row] = {}
    for receiving, giving, hand in product(Receiving, Giving, Hand):
        if hand is Hand.NOT_SHOWN:
            continue  # shown as a box that hides one of the others
        shoe, shuffler = (_played(key, device, giving, hand, receiving) for device in (Device.SHOE, Device.SHUFFLER))
        row = row_of("envy", shoe, shuffler, _unpaid(key, giving, receiving))
        assert row is not None
        known = rows.setdefault(_matters(giving, hand, receiving), row)
        assert known == row, (giving, hand, receiving, row, known)
    return SheetTable("Envy Bonus", "envy", ("other box", "its hand", "own jackpot bet"), rows)


def _matters(giving: Giving, hand: Hand, receiving: Receiving) -> tuple[str, ...]:
    if receiving is not Receiving.LIVE:
        return ANY, ANY, receiving
    if giving is not Giving.PLAYS:
        return giving, ANY, receiving
    return giving, words(hand), receiving


def _unpaid(key: str, giving: Giving, receiving: Receiving) -> str:
    """Why none is paid."""
    if receiving is Receiving.NONE:
        return by_clauses(key, ThreeCard.ENVY_BONUS)
    if receiving is Receiving.FOLDED:
        return by_clauses(key, ThreeCard.ENVY_BONUS, ThreeCard.FOLD_FORFEITS, rulings=(ruling(14),))
    match giving:
        case Giving.PLAYS:  # a hand that triggers none
            return by_clauses(key, ThreeCard.ENVY_BONUS, House.JACKPOT_PAYS)
        case Giving.HIDES:
            return by_clauses(key, ThreeCard.ENVY_BONUS, House.HAND_NOT_SHOWN, rulings=(ruling(74),))
        case Giving.PAIR_PLUS:
            return by_clauses(key, ThreeCard.NO_ENVY_FROM_PAIR_PLUS, rulings=(ruling(14),))
        case Giving.FOLDS | Giving.OWN:
            return by_clauses(key, ThreeCard.ENVY_BONUS, rulings=(ruling(14),))


def _played(key: str, device: Device, giving: Giving, hand: Hand, receiving: Receiving) -> Settled:
    """What the second box is awarded."""
    owner = "Ben" if giving is Giving.OWN else "Ann"
    limits = Limits(UNIT, UNIT)
    table = HouseTable(device, {Spot.ANTE: limits, Spot.PAIR_PLUS: limits}, {1: owner, 2: "Ben"}, JACKPOT_BET)
    cards = _order(device, [HANDS[hand], RECEIVER, DEALER])
    dealer = HouseDealer(
        HOUSE_GAMES[game_of(key)],
        at_the_table(key, device),
        table,
        JACKPOT,
        ShuffledDecks(seeded_chance(0), parse_cards(cards)),
    )
    bets = [(GIVES, Spot.PAIR_PLUS if giving is Giving.PAIR_PLUS else Spot.ANTE, UNIT), (RECEIVES, Spot.ANTE, UNIT)]
    if receiving is not Receiving.NONE:
        bets.append((RECEIVES, Spot.JACKPOT, JACKPOT_BET))
    for box, spot, amount in bets:
        dealer.act(cmd.PlaceBet(box, spot, amount))
    dealer.act(cmd.CloseBets())
    if giving is Giving.HIDES:
        dealer.act(cmd.HideHand(GIVES))
    if giving is not Giving.PAIR_PLUS:
        dealer.act(cmd.MakeDecision(GIVES, Decision.FOLD if giving is Giving.FOLDS else Decision.PLAY))
    folds = receiving is Receiving.FOLDED
    dealer.act(cmd.MakeDecision(RECEIVES, Decision.FOLD if folds else Decision.PLAY))
    receiver = dealer.round.boxes[RECEIVES]
    return Settled(receiver.lines, receiver.awards)


def _order(device: Device, hands: Sequence[str]) -> str:
    """The order in which these hands leave the device."""
    if device is Device.SHUFFLER:
        return " ".join(hands)
    one_by_one = zip(*(hand.split() for hand in hands), strict=True)
    return " ".join(["5c", *(card for cards in one_by_one for card in cards)])
