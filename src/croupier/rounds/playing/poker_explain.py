"""What a player may do at the poker table, what it costs and why the pots went where they went."""

from collections.abc import Iterable, Sequence

from croupier.base.citation import Citation
from croupier.base.errors import Refused
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.playing import poker_picture as picture
from croupier.rounds.playing.screen import Screen
from croupier.rounds.telling.words import listed, money
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.view import PokerView, SeatView
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.house_rulings import told as ruling_told

HOW_TO_TYPE = (
    "An amount alone is a bet, or a raise to that total in this betting round; words may be cut short."
    " table shows the table, ? 4.1 a paragraph, why the last pots, q leaves."
)

Line = tuple[str, tuple[Citation, ...]]
"""A sentence, and the paragraphs behind it."""

# Clauses go by their names here: a clause counts as cited where a rule is applied, not where it is explained.
BETWEEN_ROUNDS = {
    "top-up": ("top-up-between-rounds", "stake-within-limits"),
    "away": ("absent-small-blind", "absent-big-blind", "two-missed-turns-gone"),
    "back": ("missed-blinds-both-paid", "wait-for-button-to-pass"),
    "show": ("last-player-wins-unshown",),
}


def acts(seen: PokerView) -> dict[str, cmd.PokerCommand]:
    """What the player may do on their turn, by what is typed; amounts are the smallest."""
    allowed, seat = seen.options, seen.seat
    if allowed is None or seat is None or seen.round is None:
        return {}
    found: dict[str, cmd.PokerCommand] = {}
    if not seen.round.hands[seat].looked:
        found["look"] = cmd.LookAtCards(seat)
    for act in allowed.may:
        match act:
            case Act.CALL:
                found[f"call {money(allowed.call or 0)}"] = cmd.TakeAction(seat, act)
            case Act.BET | Act.RAISE:
                least = allowed.bet if act is Act.BET else allowed.raise_to
                assert least is not None, allowed
                if least < allowed.all_in:
                    to = "to " if act is Act.RAISE else ""
                    found[f"{act} {to}{money(least)} or more"] = cmd.TakeAction(seat, act, least)
                found[f"allin {money(seen.seats[seat].stack)}"] = cmd.TakeAction(seat, Act.ALL_IN)
            case _:
                found[str(act)] = cmd.TakeAction(seat, act)
    return found


def in_short(seen: PokerView) -> str:
    return listed(list(acts(seen)) or ["wait"], "or")


def options(screen: Screen, dealer: PokerDealer, seen: PokerView) -> None:
    """Each act that is open to the player, with what the rulebook says of it the first time it is named."""
    lines = [(words, _cites(dealer, command)) for words, command in acts(seen).items()]
    explained(screen, dealer.book, lines)
    screen.say(HOW_TO_TYPE, hang=0)


def enter(seen: PokerView) -> str:
    """What Enter does between rounds."""
    seat = own_seat(seen)
    return "a round without you" if seat.away or not seat.stack else "the next round"


def standing(seen: PokerView) -> str:
    """How the player sits there between rounds."""
    seat = own_seat(seen)
    missed = "".join(f", and have {mark}" for mark in picture.marks(seat) if "missed" in mark)
    if not seat.stack:
        away = ", are away" if seat.away else ""
        return f"You have no chips{away}{missed}; top-up {money(least_top_up(seen))} or more buys you in. "
    if seat.away:
        return f"You are away with {money(seat.stack)}{missed}; back brings you in again. "
    return f"You have {money(seat.stack)}{missed}. " if missed else ""


def between_rounds(seen: PokerView) -> dict[str, str]:
    """The words that make sense between rounds, and what each of them does."""
    seat = own_seat(seen)
    may = {"Enter": enter(seen)}
    room = seen.table.stake_high - seat.stack
    if room > 0:
        may[f"top-up {money(least_top_up(seen))}"] = f"adds to your table stake, at most {money(room)}"
    may |= {"back": "you play again"} if seat.away else {"away": "rounds go on without you"}
    if may_show(seen):
        may["show"] = "turns up the hand that you need not show"
    return {**may, "quit": f"you leave with your {money(seat.stack)}"}


def least_top_up(seen: PokerView) -> Cents:
    return seen.table.chip if own_seat(seen).stack else seen.table.stake_low


def may_show(seen: PokerView) -> bool:
    """The player's hand lived to the end of a round and has not been turned up."""
    round_, seat = seen.round, seen.seat
    if round_ is None or seat is None or not round_.over or round_.void or seat not in round_.hands:
        return False
    return not round_.hands[seat].folded and seat not in round_.shown


def own_seat(seen: PokerView) -> SeatView:
    assert seen.seat is not None
    return seen.seats[seen.seat]


def seat_options(screen: Screen, book: Rulebook, seen: PokerView) -> None:
    """What the player may do with their seat between rounds."""
    lines = []
    for words, does in between_rounds(seen).items():
        clauses = BETWEEN_ROUNDS.get(words.partition(" ")[0], ())
        lines.append((f"{words}: {does}", tuple(book.cited[clause] for clause in clauses if clause in book.cited)))
    explained(screen, book, lines)
    screen.say("table shows the table, ? 4.1 a paragraph, why the last pots.", hang=0)


def explained(screen: Screen, book: Rulebook, lines: Iterable[Line], *, indent: int = 0) -> None:
    """Line by line, and each paragraph behind it the first time it is named."""
    told: set[Citation] = set()
    for words, cites in lines:
        screen.say(words, tuple(cite for cite in cites if cite in told), indent=indent)
        for cite in dict.fromkeys(cites):
            if cite not in told:
                says = book.paragraphs.get(cite) or ruling_told(cite)
                screen.say(f"{cite:<10}{says}", indent=4, hang=10)
        told |= set(cites)


def _cites(dealer: PokerDealer, command: cmd.PokerCommand) -> tuple[Citation, ...]:
    """The paragraphs behind an act, without doing it."""
    try:
        events: Sequence[ev.PokerEvent] = decide(dealer.book, dealer.state, command)
    except Refused as refused:
        return refused.cites
    return tuple(cite for event in events if isinstance(event, ev.ActionTaken) for cite in event.cites)
