"""Advice to a box: which cards and bets go with which decision, and what each option is worth then."""

from collections.abc import Sequence

from msgspec import Struct

from croupier.cards import Card, show_cards
from croupier.errors import Unreadable
from croupier.games.house.lines import Spot
from croupier.hands import describe
from croupier.maths import casino_stud, holdem, three_card
from croupier.maths.options import Options, casino_stud_options, holdem_options, three_card_options
from croupier.maths.tabulate import NOTHING
from croupier.money import Cents, dollars
from croupier.rulebook.model import Rulebook


class Box(Struct, frozen=True):
    """What a box knows and has bet when it decides."""

    hand: Sequence[Card]
    up: Sequence[Card] = ()
    board: Sequence[Card] = ()
    ante: Cents = Cents(100)
    pair_plus: Cents = NOTHING
    bonus: Cents = NOTHING
    jackpot: Cents = NOTHING
    meter: Cents = NOTHING
    others: int = 0
    turn_bet: bool = False


class Advice(Struct, frozen=True):
    spot: str
    options: Options
    sentence: str
    note: str = ""


def advise(book: Rulebook, box: Box) -> Advice:
    """Refuse what is no decision of this game; then the exact value of each option."""
    game = book.key.partition("@")[0]
    _check(game, box)
    note = ""
    if game == three_card.GAME:
        stakes = {Spot.ANTE: box.ante, Spot.PAIR_PLUS: box.pair_plus, Spot.JACKPOT: box.jackpot}
        found = three_card_options(book, box.hand, stakes, box.meter, box.others)
        spot = f"{show_cards(box.hand)}: {describe(box.hand)}"
    elif game == casino_stud.GAME:
        stakes = {Spot.ANTE: box.ante, Spot.JACKPOT: box.jackpot}
        found = casino_stud_options(book, box.hand, box.up[0], stakes, box.meter)
        spot = f"{show_cards(box.hand)} against {box.up[0]}: {describe(box.hand)}"
    else:
        stakes = {Spot.ANTE: box.ante, Spot.BONUS: box.bonus, Spot.JACKPOT: box.jackpot}
        found = holdem_options(book, box.hand, box.board, stakes, box.meter, turn_bet=box.turn_bet)
        spot = show_cards(box.hand)
        if box.board:
            spot += f" on {show_cards(box.board)}"
            if box.bonus or box.jackpot:
                note = "Bonus and jackpot bet can no longer be lost by deciding, so they are not in the values."
    return Advice(f"{spot}; {_bets(box)}", found, _sentence(found, box), note)


def _sentence(found: Options, box: Box) -> str:
    best = found.best
    others = [decision for decision in found.values if decision is not best]
    (worst,) = others
    cost = found.costs[worst]
    if not cost:
        return f"{best.value.capitalize()} or {worst.value}: both are worth the same."
    in_money = f"{float(cost / 100):,.4f}"
    return f"{best.value.capitalize()}. To {worst.value} costs {float(cost / box.ante):.6f} antes, {in_money} dollars."


def _bets(box: Box) -> str:
    told = [f"ante {dollars(box.ante)}"]
    for name, stake in (("pair plus", box.pair_plus), ("bonus", box.bonus)):
        if stake:
            told.append(f"{name} {dollars(stake)}")
    if box.jackpot:
        told.append(f"jackpot bet {dollars(box.jackpot)} at a meter of {dollars(box.meter)}")
    if box.others:
        told.append(f"{box.others} other boxes")
    return ", ".join(told)


_CARDS = {three_card.GAME: 3, casino_stud.GAME: 5, holdem.GAME: 2}


def _check(game: str, box: Box) -> None:
    if not box.ante:
        raise Unreadable("without an ante there is nothing to decide; give an amount above 0")
    if len(box.hand) != _CARDS[game]:
        raise Unreadable(f"a hand of {game} has {_CARDS[game]} cards, not {len(box.hand)}")
    known = [*box.hand, *box.up, *box.board]
    if len(set(known)) < len(known):
        twice = next(card for card in known if known.count(card) > 1)
        raise Unreadable(f"{twice} stands twice; there is one of each card")
    if game == casino_stud.GAME and len(box.up) != 1:
        raise Unreadable("Casino Stud is decided with one dealer's card face up: --up 9d")
    if game != casino_stud.GAME and box.up:
        raise Unreadable(f"in {game} no dealer's card is seen when a box decides")
    if game != holdem.GAME and (box.board or box.bonus or box.turn_bet):
        raise Unreadable(f"{game} has no community cards, no Bonus and no Turn bet")
    if game != three_card.GAME and (box.pair_plus or box.others):
        raise Unreadable(f"{game} has no Pair Plus and no Envy Bonuses")
    if len(box.board) not in (0, 3, 4):
        raise Unreadable(f"one decides before the flop, on three or on four cards, not on {len(box.board)}")
    if box.turn_bet and len(box.board) != 4:
        raise Unreadable("whether the Turn bet was made matters on four community cards only")
