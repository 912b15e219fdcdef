"""Our rounds as PHH: what the standard has no word for stands in fields of our own.

`_rulebook _dealing _button _chip _rake_percent _rake_cap` say at which table it was played, `_pots` and `_rake`
what each pot came to, `_dead` the dead money of each player (also among the antes, where other programs look for
it), `_paragraphs` what was cited, `_incidents` and `_void` what went wrong. `_out_of_order` stands on a hand that
the notation cannot follow, such as one in which an all-in player was folded by rule.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from croupier.base.citation import printed
from croupier.base.errors import Refused, Unreadable
from croupier.base.json_answers import as_object
from croupier.rounds.histories.hand import HOLDEM, UNKNOWN, Action, Chips, Hand, Verb
from croupier.rounds.histories.opening import OUT_OF_ORDER, Unplayed, begin, book_of
from croupier.rounds.histories.replay import Cards, Replay
from croupier.rounds.histories.rounds import HistoryLine, Recorded, RoundStep, lines
from croupier.rounds.roundfile.details import incident
from croupier.rules.cards import Card
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import Phase, PotWon
from croupier.rules.money import Cents

Hands = Mapping[int, tuple[Card, ...]]


def hand_of(recorded: Recorded, facts: Mapping[str, Any] | None = None, seen: Hands | None = None) -> Hand:
    """`facts`: optional fields of the standard that the round does not know, such as the venue; `seen`: hands that were
    not shown but that the reader of this file has seen."""
    round_, before = recorded.round, recorded.before
    order = round_.order
    told: dict[str, Any] = {"ante_trimming_status": False, **(facts or {}), "hand": recorded.number}
    told |= {"seats": list(order), "seat_count": before.table.seats}
    told["players"] = [before.seats[seat].player for seat in order]
    if round_.over:
        told["finishing_stacks"] = [chips(recorded.finishing(seat)) for seat in order]
        told["winnings"] = [chips(_won(round_.pots, seat)) for seat in order]
    hand = Hand(
        variant=HOLDEM,
        antes=_by_place(recorded, {seat: chips(amount) for seat, amount in round_.nobodys_bets.items()}),
        blinds_or_straddles=_by_place(recorded, _blinds(recorded)),
        min_bet=chips(before.table.big_blind),
        starting_stacks=tuple(chips(before.seats[seat].stack) for seat in order),
        actions=(),
        facts={key: tuple(value) if isinstance(value, list) else value for key, value in told.items()},
        own=_own(recorded),
    )
    return _with_actions(recorded, hand, {**(seen or {}), **recorded.shown})


def chips(amount: int) -> Chips:
    """Whole if it is whole; otherwise with two decimals."""
    whole, rest = divmod(amount, 100)
    return Decimal(f"{whole}.{rest:02d}") if rest else whole


def _by_place(recorded: Recorded, amounts: Mapping[int, Chips]) -> tuple[Chips, ...]:
    """In the order of the deal; with two players the standard lists forced bets backwards."""
    listed = tuple(amounts.get(seat, 0) for seat in recorded.round.order)
    return listed[::-1] if len(listed) == 2 else listed


def _blinds(recorded: Recorded) -> dict[int, Chips]:
    """The blinds due, even where a stack is too short for them; a big blind posted to join is negative."""
    round_, table = recorded.round, recorded.before.table
    due: dict[int, Chips] = {
        step.event.seat: -chips(table.big_blind)
        for step in recorded.steps
        if isinstance(step.event, ev.BlindPosted) and step.event.live
    }
    due[round_.big_blind] = chips(table.big_blind)
    if round_.small_blind is not None:
        due[round_.small_blind] = chips(table.small_blind)
    return due


def _won(pots: tuple[PotWon, ...], seat: int) -> int:
    return sum(pot.won.get(seat, 0) for pot in pots)


def _own(recorded: Recorded) -> dict[str, Any]:
    round_, table = recorded.round, recorded.before.table
    own: dict[str, Any] = {
        "_rulebook": recorded.book.key,
        "_dealing": str(table.device),
        "_button": round_.button,
        "_chip": chips(table.chip),
        "_rake_percent": chips(table.rake_basis_points),
    }
    if table.rake_cap is not None:
        own["_rake_cap"] = chips(table.rake_cap)
    if round_.nobodys_bets:
        own["_dead"] = [chips(round_.nobodys_bets.get(seat, Cents(0))) for seat in round_.order]
    if recorded.settled:
        own["_pots"] = [
            {
                "amount": chips(pot.amount),
                "rake": chips(pot.rake),
                "eligible": list(pot.eligible),
                "won": {str(seat): chips(amount) for seat, amount in pot.won.items()},
                "paragraphs": printed(pot.cites),
            }
            for pot in round_.pots
        ]
        own["_rake"] = [chips(pot.rake) for pot in round_.pots]
    if round_.phase is Phase.VOID:
        own["_void"] = printed(round_.void)
    if round_.incidents:
        own["_incidents"] = [as_object(incident(ruled)) for ruled in round_.incidents]
    own["_paragraphs"] = recorded.paragraphs()
    return own


def _with_actions(recorded: Recorded, hand: Hand, seen: Hands) -> Hand:
    place = {seat: number for number, seat in enumerate(recorded.round.order, 1)}
    unseen = (UNKNOWN, UNKNOWN)
    deal = [Action(Verb.DEAL_HOLE, place[seat], seen.get(seat, unseen)) for seat in recorded.round.order]
    if not recorded.round.hands:
        deal = []
    told = lines(recorded)
    acts = [(line, _action(line, place)) for line in told]
    last = max((index for index, line in enumerate(told) if line.act is not None), default=-1)
    # Once nobody can bet any more, the hands are shown first, as other programs expect, and the board follows.
    head, tail = acts[: last + 1], acts[last + 1 :]
    folded_late: set[int] = set()
    ordered = [action for _, action in head]
    fits = not any(_no_dead_money_of_phh(recorded, step) for step in recorded.steps)
    if any(line.by_rule for line in told):
        found = _in_turn(recorded, replace(hand, actions=(*deal, *(action for _, action in acts))), head)
        fits = fits and found is not None and not found[1]
        ordered, folded_late = found or (ordered, folded_late)
    if not fits:
        hand = replace(hand, own={**hand.own, OUT_OF_ORDER: True})
    show = list(_showdown(recorded, place, folded_late))
    return replace(hand, actions=(*deal, *ordered, *show, *(action for _, action in tail)))


def _no_dead_money_of_phh(recorded: Recorded, step: RoundStep) -> bool:
    """Among the antes it would leave the player nothing to fold with, or be in the main pot only."""
    event = step.event
    if not isinstance(event, ev.OutOfTurnBetForfeited):
        return False
    return step.after.seats[event.seat].stack == 0 or (
        recorded.end.round is not None and len(recorded.end.round.pots) > 1
    )


def _action(line: HistoryLine, place: Mapping[int, int]) -> Action:
    comment = line.remark or None
    if line.board:
        return Action(Verb.DEAL_BOARD, cards=line.board, comment=comment)
    if line.act is None:
        who = "" if line.seat is None else f"p{place[line.seat]} "
        return Action(Verb.NOTHING, comment=f"{who}{line.remark}")
    assert line.seat is not None
    player = place[line.seat]
    match line.act:
        case Act.FOLD:
            return Action(Verb.FOLD, player, comment=comment)
        case Act.CHECK | Act.CALL:
            return Action(Verb.CHECK_OR_CALL, player, comment=comment)
        case _:
            return Action(Verb.BET_OR_RAISE, player, amount=chips(line.total), comment=comment)


def _showdown(recorded: Recorded, place: Mapping[int, int], folded_late: set[int]) -> Iterator[Action]:
    for seat in recorded.showdown():
        cards = recorded.shown[seat] if seat in recorded.round.shown else ()
        yield Action(Verb.SHOW_OR_MUCK, place[seat], cards)
    for player in sorted(folded_late):
        yield Action(Verb.SHOW_OR_MUCK, player, comment="folded by rule")


def _in_turn(
    recorded: Recorded, hand: Hand, told: list[tuple[HistoryLine, Action]]
) -> tuple[list[Action], set[int]] | None:
    """Folds by rule where a reader of the notation expects them: at the player's turn.

    Answers also who was never asked again, such as an all-in player whose hand was folded; None where the
    notation cannot follow what happened.
    """
    acts: list[Action] = []
    folding: dict[int, Action] = {}
    try:
        book = book_of(hand)
        table = Replay(book, begin(book, hand), Cards.of(hand))
        for line, action in told:
            if line.by_rule:
                assert action.player is not None
                folding[action.player] = action
            else:
                table.act(action)
                acts.append(action)
            while table.turn in folding:
                assert table.turn is not None
                fold = folding.pop(table.turn)
                table.act(fold)
                acts.append(fold)
    except (Refused, Unplayed, Unreadable):
        return None
    if folding and not table.round.over and not recorded.showdown():
        return None
    return acts, set(folding)
