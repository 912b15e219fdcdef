"""Advice to a box: which cards and bets go with which decision, and what each option is worth then."""

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.decisions.options import Options
from croupier.numbers.maths.odds.sanity import check_amounts, check_paytables
from croupier.numbers.maths.odds.solver import solver_of
from croupier.rules.cards import show_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import Rulebook


class Advice(Value):
    spot: str
    options: Options
    sentence: str


def advise(book: Rulebook, box: Box) -> Advice:
    """Refuse what is not a decision of this game; then the exact value of each option."""
    if book.game not in HOUSE_GAMES:
        raise Unreadable(f"there is no advice for {book.game}; there is for {', '.join(HOUSE_GAMES)}")
    _check(book, box)
    check_paytables(book)
    check_amounts(book, ante=box.ante, side_bets=tuple(box.bets.values()), meter=box.meter)
    found = solver_of(book).options(book, box)
    _check_all_weighed(box, found)
    return Advice(f"{_cards(book, box)}; {_bets(box)}", found, _sentence(found, box))


def _sentence(found: Options, box: Box) -> str:
    best, costs = found.best, found.costs
    (other,) = (decision for decision in costs if decision is not best)
    if not costs[other]:
        return f"{best.value.capitalize()} or {other.value}: both are worth the same."
    in_money = f"{float(costs[other] / 100):,.4f}"
    in_antes = f"{float(costs[other] / box.ante):.6f}"
    return f"{best.value.capitalize()}. To {other.value} costs {in_antes} antes, {in_money} dollars."


def _cards(book: Rulebook, box: Box) -> str:
    words = show_cards(box.hand) if box.hand else "cards not looked at"
    if box.up:
        words += f" against {box.up[0]}"
    if box.board:
        words += f" on {show_cards(box.board)}"
    if box.hand and not HOUSE_GAMES[book.game].board:
        words += f": {HOUSE_GAMES[book.game].describe(tuple(box.hand))}"
    if box.seen:
        words += f", having seen {show_cards(box.seen)}"
    return words


def _bets(box: Box) -> str:
    told = [f"ante {dollars(box.ante)}"]
    told += [f"{spot.words.lower()} {dollars(stake)}" for spot, stake in box.bets.items() if spot is not Spot.JACKPOT]
    if box.jackpot:
        told.append(f"jackpot bet {dollars(box.jackpot)} at a meter of {dollars(box.meter)}")
    if box.others:
        told.append("1 other box" if box.others == 1 else f"{box.others} other boxes")
    return ", ".join(told)


def _check_all_weighed(box: Box, found: Options) -> None:
    """Advice that leaves out a bet can be wrong by the whole of it, so none is given then."""
    for spot, stake in box.bets.items():
        if stake and any(spot.value not in parts for parts in found.parts.values()):
            raise Unreadable(f"no advice with a {spot.words} bet here: its value is not known; leave it out")


def _check(book: Rulebook, box: Box) -> None:
    game, cards, known_here = book.game, book.procedure.cards_in_hand, solver_of(book).KNOWS
    bets = HOUSE_GAMES[game].bets_in(book)
    for spot in box.bets:
        if spot not in bets:
            raise Unreadable(f"{book.key} has no {spot.words} bet; its bets are {', '.join(bets)}")
    if not box.ante:
        for bet in HOUSE_GAMES[game].side_bets_in(book):
            if bet.spot in box.bets and not bet.needs_ante:
                words = f"a {bet.spot.words} without an Ante decides nothing and is settled as it is (R-18)"
                raise Unreadable(words)
        raise Unreadable("without an ante there is nothing to decide; give an amount above 0")
    if box.hand and len(box.hand) != cards:
        raise Unreadable(f"a hand of {game} has {cards} cards, not {len(box.hand)}")
    known = [*box.hand, *box.up, *box.board, *box.seen]
    if len(set(known)) < len(known):
        twice = next(card for card in known if known.count(card) > 1)
        raise Unreadable(f"{twice} appears twice; there is one of each card")
    if len(box.seen) % cards:
        raise Unreadable(f"another box of {game} has {cards} cards, not {len(box.seen)}")
    if len(box.seen) > 4 * cards:
        raise Unreadable(f"{len(box.seen)} cards seen in other boxes are more than anyone can have looked at")
    if "up" in known_here and len(box.up) != 1:
        raise Unreadable(f"{game} is decided with one dealer's card face up: --up 9d")
    if "up" not in known_here and box.up:
        raise Unreadable(f"in {game} no dealer's card is seen when a box decides")
    if "board" not in known_here and (box.board or box.turn_bet):
        raise Unreadable(f"{game} has no community cards and no Turn bet")
    if "others" not in known_here and box.others:
        raise Unreadable(f"{game} has no Envy Bonuses")
    if len(box.board) not in (0, 3, 4):
        raise Unreadable(f"one decides before the flop, on three or on four cards, not on {len(box.board)}")
    if box.turn_bet and len(box.board) != 4:
        raise Unreadable("whether the Turn bet was made matters on four community cards only")
