"""A poker table as one of its players sees it."""

from croupier.rounds.playing.picture import LABEL
from croupier.rounds.playing.screen import Screen, pictures
from croupier.rounds.telling.layout import padded
from croupier.rounds.telling.poker_words import STREETS, YOU
from croupier.rounds.telling.words import hand_words, money
from croupier.rules.cards import Card
from croupier.rules.games.poker.table import BettingRound
from croupier.rules.games.poker.view import Cards, HandView, PokerView, RoundView, SeatView

STACK = 12


def name(seen: PokerView, number: int) -> str:
    return YOU if number == seen.seat else seen.seats[number].player


def layout(screen: Screen, seen: PokerView) -> None:
    """Every seat: cards, the chips behind, the chips in front of it."""
    for number in seen.seats:
        screen.say(row(seen, number), hang=LABEL)


def street(screen: Screen, seen: PokerView) -> None:
    """The board, the pot, and who is still in."""
    round_ = seen.round
    assert round_ is not None
    board(screen, seen)
    if own_hand_lives(seen):
        for number in round_.order:
            if not round_.hands[number].folded and number in seen.seats:
                screen.say(row(seen, number), hang=LABEL)


def board(screen: Screen, seen: PokerView, title: str = "") -> None:
    """The open community cards, and the pot while there is one."""
    round_ = seen.round
    assert round_ is not None
    title = title or STREETS[round_.betting_round].title()
    pot = "" if round_.over else f"   pot {money(in_the_pot(round_))}"
    screen.say(f"{f'  {title}':<{LABEL}}{pictures(open_cards(round_.board))}{pot}")


def own_hand(screen: Screen, seen: PokerView) -> None:
    assert seen.round is not None and seen.seat is not None
    screen.say(f"{'  Your hand':<{LABEL}}{hand(seen.round, seen.seat)}", hang=LABEL)


def hand(round_: RoundView, number: int) -> str:
    """The cards, and what they make with the board."""
    cards = open_cards(round_.hands[number].cards)
    words = hand_words(cards, open_cards(round_.board))
    return f"{pictures(cards)}{'  ' if words else ''}{words}"


def own_hand_lives(seen: PokerView) -> bool:
    round_ = seen.round
    if round_ is None or seen.seat is None or seen.seat not in round_.hands:
        return False
    return not round_.hands[seen.seat].folded and not seen.seats[seen.seat].leaving


def in_the_pot(round_: RoundView) -> int:
    """Everything in the middle and in front of the seats."""
    return sum(pot.amount for pot in round_.pots) + sum(hand.bet for hand in round_.hands.values())


def open_cards(cards: Cards) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def label(seen: PokerView, number: int) -> str:
    return padded(f"{number:>3} {name(seen, number)} ", LABEL)


def row(seen: PokerView, number: int) -> str:
    seat, round_ = seen.seats[number], seen.round
    held = None if round_ is None or round_.over else round_.hands.get(number)
    cards = "" if held is None else pictures(held.cards)
    words = [] if round_ is None or number != round_.button else ["button"]
    words += [mark for mark in marks(seat) if held is None or mark != "no chips"]
    if held is not None and round_ is not None:
        words += standing(round_, number, held)
    elif round_ is not None and not round_.over and seat.stack and not (seat.away or seat.waits):
        words.append("not dealt in")
    return f"{label(seen, number)}{cards:<5}{money(seat.stack):>{STACK}}  {' · '.join(words)}".rstrip()


def marks(seat: SeatView) -> list[str]:
    """The markers at the seat that everybody sees."""
    words = ["away"] if seat.away else []
    if seat.missed_big:
        words.append("missed both blinds" if seat.missed_small else "missed the big blind")
    elif seat.missed_small:
        words.append("missed the small blind")
    if seat.waits:
        words.append("waits for the button to pass")
    if not seat.stack:
        words.append("no chips")
    return words


def standing(round_: RoundView, number: int, held: HandView) -> list[str]:
    if held.folded:
        return ["folded"]
    words = [f"{blind(round_, number, held)} {money(held.bet)}"] if held.bet else []
    return [*words, "all-in"] if held.all_in else words


def blind(round_: RoundView, number: int, held: HandView) -> str:
    """A blind is called so while nothing has been added to it."""
    if round_.betting_round is BettingRound.FIRST and held.bet == held.posted:
        if number == round_.small_blind:
            return "small blind"
        if number == round_.big_blind:
            return "big blind"
        return "post" if held.posted else "bet"
    return "bet"
