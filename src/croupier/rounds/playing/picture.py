"""A house-banked table as its player sees it."""

from collections.abc import Mapping

from croupier.rounds.playing.screen import Screen, pictures
from croupier.rounds.telling.layout import padded
from croupier.rounds.telling.words import award_words, dealer_words, gain, line_words, money, net, outcome
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.events import JackpotPaid
from croupier.rules.games.house.table import Standing
from croupier.rules.games.house.view import BoxView, Cards, HouseView
from croupier.rules.rulebook.model import Rulebook

LABEL = 13

SHORTLY = {"higher-hand-wins": "; higher", "lower-hand-loses": "; lower", "same-ranking-stands-off": "; the same"}
"""How a hand stood against the dealer's; whether the dealer's qualified is said there."""


def layout(screen: Screen, seen: HouseView, me: str) -> None:
    """Every box with its bets and its cards."""
    wide = max(len(pictures(cards)) for cards in (seen.dealer, *(box.cards for box in seen.boxes.values())))
    if seen.dealer:
        screen.say(f"{'  Dealer':<{LABEL}}{pictures(seen.dealer)}")
    if seen.board:
        screen.say(f"{'  Board':<{LABEL}}{pictures(seen.board)}")
    for box in seen.boxes.values():
        if not box.bets and _is_spare(seen, box):
            continue
        bets = " · ".join(f"{spot.words} {money(bet.amount)}" for spot, bet in box.bets.items())
        cards = f"{pictures(box.cards):<{wide}}  " if wide else ""
        screen.say(f"{label(box, me)}{cards}{bets or 'no bet'}".rstrip(), hang=LABEL)


def board(screen: Screen, book: Rulebook, seen: HouseView, me: str, street: str) -> None:
    """The community cards that were just turned up, and what they make of the player's hand."""
    screen.say(f"{'  ' + street:<{LABEL}}{pictures([card for card in seen.board if card is not None])}")
    for box in seen.boxes.values():
        if box.player == me and box.looked and box.standing is Standing.IN_PLAY:
            own_hand(screen, book, seen, box.number)


def own_hand(screen: Screen, book: Rulebook, seen: HouseView, number: int) -> None:
    box = seen.boxes[number]
    screen.say(f"{'  Your hand':<{LABEL}}{_hand(book, box, seen)}")


def results(screen: Screen, book: Rulebook, seen: HouseView, me: str, answers: Mapping[int, JackpotPaid]) -> None:
    """The dealer's hand, what the others got in a line each, and the player's own payments one by one."""
    if seen.dealer_shown:
        words = dealer_words(book, known(seen.dealer), known(seen.board))
        screen.say(f"{'  Dealer':<{LABEL}}{pictures(seen.dealer)}  {words}", hang=LABEL)
    else:
        screen.say("  No hand is left against the dealer's; it stays covered.")
    for box in seen.boxes.values():
        if not box.bets:
            continue
        result = gain(net(box.lines, box.awards))
        if box.player != me:
            screen.result(f"{label(box, me)}{stands(book, seen, box)}", result, hang=LABEL)
            continue
        against_dealer = SHORTLY.get(outcome(book, box.lines), "")
        screen.result(f"{label(box, me)}{stands(book, seen, box)}{against_dealer}", result, hang=LABEL)
        for line in box.lines:
            screen.say(line_words(book, line, answers.get(box.number)), line.cites, indent=LABEL)
        for award in box.awards:
            screen.say(award_words(award), award.cites, indent=LABEL)


def stands(book: Rulebook, seen: HouseView, box: BoxView) -> str:
    """The hand as it lay at the settlement."""
    if box.standing is Standing.RETURNED:
        return "out of the round"
    if box.standing is Standing.FOLDED:
        return f"{_hand(book, box, seen)}; folded" if known(box.cards) else "folded"
    if not box.shown:
        return "not shown"
    return _hand(book, box, seen)


def label(box: BoxView, me: str) -> str:
    return padded(f"{box.number:>3} {'You' if box.player == me else box.player} ", LABEL)


def known(cards: Cards) -> tuple[Card, ...]:
    """All of the cards if they can be seen, none otherwise."""
    return tuple(card for card in cards if card is not None) if None not in cards else ()


def _hand(book: Rulebook, box: BoxView, seen: HouseView) -> str:
    cards, on_the_board = known(box.cards), tuple(card for card in seen.board if card is not None)
    words = HOUSE_GAMES[book.game].describe(cards + on_the_board) if cards else ""
    return f"{pictures(box.cards)}{'  ' if words else ''}{words}"


def _is_spare(seen: HouseView, box: BoxView) -> bool:
    """A further box of a player who has another one."""
    first = next(each.number for each in seen.boxes.values() if each.player == box.player)
    return box.number != first
