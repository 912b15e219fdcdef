"""What moved: the difference of two balance sheets of one round, never worked out a second time."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from croupier.base.values import Value
from croupier.floor.ledger.accounts import Account
from croupier.floor.ledger.sheets import Sheet, house_sheet, link_sheet, poker_sheet, poker_stacks
from croupier.rules.games.house.events import (
    BetPlaced,
    BetWithdrawn,
    DecisionMade,
    HandExamined,
    HouseEvent,
    RoundOpened,
)
from croupier.rules.games.house.table import Box, HouseState
from croupier.rules.games.poker.events import ActionTaken, PokerEvent, RoundStarted
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.link import Link
from croupier.rules.money import Cents, dollars


class Posting(Value, array_like=True):
    """Cents that came to an account, or left it."""

    account: Account
    amount: int


class Unbalanced(Exception):
    """Chips would appear or disappear. No ruling leads here: the program is wrong, and stops."""


def difference(before: Sheet, after: Sheet) -> tuple[Posting, ...]:
    """The sum is zero."""
    moved = dict(after)
    for account, held in before.items():
        moved[account] = moved.get(account, 0) - held
    return balanced(moved)


def balanced(moved: Mapping[Account, int]) -> tuple[Posting, ...]:
    """What moved, as postings in the order of the accounts' names."""
    postings = tuple([Posting(account, amount) for account, amount in sorted(moved.items()) if amount])
    if total := sum(moved.values()):
        told = ", ".join(f"{posting.account} {dollars(posting.amount)}" for posting in postings)
        raise Unbalanced(f"{dollars(total)} too much: {told}")
    return postings


def transfer(source: Account, target: Account, amount: int) -> tuple[Posting, ...]:
    """What people carry from one account to another: chips bought, brought to a table and taken away again."""
    assert amount >= 0, amount
    return (Posting(source, -amount), Posting(target, amount)) if amount and source != target else ()


_OF_ONE_BOX = (BetPlaced, BetWithdrawn, HandExamined, DecisionMade)


def house_postings(
    table: str, before: HouseState | None, events: Sequence[HouseEvent], after: HouseState
) -> tuple[Posting, ...]:
    """Of one act. Where it opens a round, the round before is posted already and its sheet is closed."""
    if before is None or RoundOpened in map(type, events):
        return difference({}, house_sheet(table, after.round.boxes.values()))
    was, now = before.round.boxes, after.round.boxes
    if was is now:
        return ()
    old, new = [], []
    for number in _boxes_changed(was, events, now):
        one, other = was.get(number), now.get(number)
        if one is not None and other is not None and not _chips_moved(one, other):
            continue
        if one is not None:
            old.append(one)
        if other is not None:
            new.append(other)
    return difference(house_sheet(table, old), house_sheet(table, new)) if old or new else ()


def _boxes_changed(was: Mapping[int, Box], events: Sequence[HouseEvent], now: Mapping[int, Box]) -> Collection[int]:
    """The boxes that these events can have changed: most acts are about one."""
    numbers = [event.box for event in events if isinstance(event, _OF_ONE_BOX)]
    return numbers if len(numbers) == len(events) else {**was, **now}


def _chips_moved(before: Box, after: Box) -> bool:
    """Whether anything has changed that a sheet reads off a box. Parts that stayed the same are the same objects."""
    return (
        before.bets is not after.bets
        or before.lines is not after.lines
        or before.awards is not after.awards
        or before.standing is not after.standing
        or before.player != after.player
    )


def house_put_down(before: HouseState, events: Iterable[HouseEvent]) -> Mapping[str, int]:
    """What players put down in one act, with bets and decisions, by player.

    The same act may settle the round and pay them more than that; they must have had it before, or whether they may
    decide so, and what it costs, would depend on cards that nobody has seen.
    """
    put: dict[str, int] = {}
    for event in events:
        if isinstance(event, DecisionMade):
            amount, box = event.amount, before.round.boxes[event.box]
        elif isinstance(event, BetPlaced):
            box = before.round.boxes[event.box]
            lies = box.bets.get(event.spot)
            amount = event.total if lies is None else Cents(event.total - lies.amount)
        else:
            continue
        if amount > 0:
            put[box.player] = put.get(box.player, 0) + amount
    return put


def poker_put_down(before: PokerState, events: Iterable[PokerEvent]) -> Mapping[str, int]:
    """What players put over the line in one act, by player, whatever of it the same act gives back or pays."""
    put: dict[str, int] = {}
    for event in events:
        if isinstance(event, ActionTaken) and event.chips:
            player = before.seats[event.seat].player
            put[player] = put.get(player, 0) + event.chips
    return put


def poker_postings(
    table: str, before: PokerState | None, events: Sequence[PokerEvent], after: PokerState
) -> tuple[Posting, ...]:
    """Of one act. Where it starts a round, the round before is posted already and its sheet is closed."""
    if before is None:  # the table opens, and those who sit there have brought their chips
        return difference({}, poker_sheet(table, after))
    if RoundStarted in map(type, events):
        return difference(poker_stacks(table, before), poker_sheet(table, after))
    seats = _where_chips_moved(before, events, after)
    if seats == []:
        return ()
    return difference(poker_sheet(table, before, seats), poker_sheet(table, after, seats))


def poker_moved_back(table: str, now: PokerState, then: PokerState) -> tuple[Posting, ...]:
    """Chips go back to where they were before an act of the same round."""
    return difference(poker_sheet(table, now), poker_sheet(table, then))


def _where_chips_moved(before: PokerState, events: Sequence[PokerEvent], after: PokerState) -> list[int] | None:
    """The seats whose chips these events can have moved; None if those of everybody may have moved."""
    taken = [event for event in events if isinstance(event, ActionTaken)]
    if len(taken) == len(events):
        return [event.seat for event in taken if event.chips]
    was, now = before.round, after.round
    if was is None or now is None or was.over or now.over or was.void or now.void or was.pots or now.pots:
        return None
    old, new = before.seats, after.seats  # what goes into the pots leaves a stack, and so changes a seat
    return [number for number in {**old, **new} if old.get(number) is not new.get(number)]


def link_postings(before: Link | None, after: Link, acting: str | None) -> tuple[Posting, ...]:
    """Of one act of a table that moves its link, or of the House; a link that is opened was nothing before."""
    return difference({} if before is None else link_sheet(before, acting), link_sheet(after, acting))
