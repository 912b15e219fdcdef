"""A table's whole life: opened, boxes taken and freed, round after round, suspended, closed. Rounds are the game's."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from msgspec.structs import replace

from croupier.base.actors import RunBy
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.limits import MOST_CENTS
from croupier.base.sentences import Sentence, listed, says, word, words
from croupier.rules.games.common import Faces, check_name, check_open, check_suspended, check_why
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house import evolve as of_round
from croupier.rules.games.house.betting import walked_away
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.machine import Advance
from croupier.rules.games.house.reports import policy_cites
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import (
    Box,
    HouseRound,
    HouseState,
    HouseTable,
    JackpotFailure,
    Limits,
    Phase,
    Policy,
    open_round,
)
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import Device, Rulebook

_BETTING = Phase.BETTING
_OUTLASTING = frozenset({cmd.ReportIrregularity, cmd.WalkAway})
"""Nothing else that happens in a round outlasts it."""
_HEARD_WHILE_SUSPENDED = (
    cmd.ReportIrregularity,
    cmd.CorrectEntry,
    cmd.RecordPayment,
    cmd.AnswerClaim,
    cmd.ResumeTable,
    cmd.CloseTable,
)


class Rules(Protocol):
    """What a table asks of its game."""

    def bets_in(self, book: Rulebook) -> tuple[Spot, ...]: ...

    @property
    def most_boxes(self) -> Mapping[Device, int]: ...

    @property
    def advance(self) -> Advance: ...


def advance(
    rules: Rules, book: Rulebook, state: HouseState | None, command: cmd.HouseCommand
) -> tuple[tuple[ev.HouseEvent, ...], HouseState]:
    """The events, and the state that they lead to."""
    kind = type(command)
    if state is None or kind is cmd.OpenTable:
        opened = open_table(rules, book, state, command)
        return (opened,), evolve(None, opened)
    if state.suspended is not None or state.closed:
        joins_or_leaves = isinstance(command, cmd.ChangeSign) and command.at_once
        heard = joins_or_leaves or isinstance(command, _HEARD_WHILE_SUSPENDED)
        check_open(state.suspended, state.closed, heard_while_suspended=heard)
    if kind is cmd.WalkAway and state.round.over:
        left = leave_between_rounds(book, state, command)  # type: ignore[arg-type]  # it is what its kind says
        return (left,), evolve(state, left)
    if kind in _ACTS:
        happened = _ACTS[kind](rules, book, state, command)
        return (happened,), _EVOLVE[type(happened)](state, happened)
    events, round_ = rules.advance(book, state.round, command)  # type: ignore[arg-type]  # the table's own are above
    after = HouseState(state.table, round_, state.number, state.failure, state.suspended)
    if kind in _OUTLASTING:
        for event in events:
            after = _kept_at_the_table(after, event)
        if (named := _policy_named(state, command)) is not None:
            return (*events, named), evolve(after, named)
    return events, after


# --- Opening, the sign ----------------------------------------------------------------------------------------


def open_table(rules: Rules, book: Rulebook, state: HouseState | None, command: cmd.HouseCommand) -> ev.TableOpened:
    if not isinstance(command, cmd.OpenTable):
        raise Refused(says("table-not-opened"))
    if state is not None:
        raise Refused(says("table-open-already") if not state.closed else says("table-closed"))
    table = command.table
    _check_sign(rules, book, table)
    for box, player in table.players.items():
        _check_box(table, box)
        check_name(player)
    departed = tuple(sorted({*table.departed}))
    return ev.TableOpened(replace(table, players=dict(sorted(table.players.items())), departed=departed))


def change_sign(rules: Rules, book: Rulebook, state: HouseState, command: cmd.ChangeSign) -> ev.SignChanged:
    now = _still_known(rules, book, state.table)
    sign = ev.SignChanged(
        limits=now.limits if command.limits is None else command.limits,
        jackpot_bet=now.jackpot_bet if command.jackpot_bet is None else command.jackpot_bet or None,
        settles_by_hand=now.settles_by_hand if command.settles_by_hand is None else command.settles_by_hand,
        places=now.places if command.places is None else command.places,
        at_once=command.at_once,
    )
    changed = _with_sign(now, sign)
    _check_sign(rules, book, changed)
    for box in changed.players:
        if box > sign.places:
            raise Refused(says("sign-leaves-box", box=box))
    return sign


def _still_known(rules: Rules, book: Rulebook, table: HouseTable) -> HouseTable:
    """The sign without bets that a later version of the document has dropped."""
    bets = rules.bets_in(book)
    limits = {spot: each for spot, each in table.limits.items() if spot in bets}
    return replace(table, limits=limits, jackpot_bet=table.jackpot_bet if Spot.JACKPOT in bets else None)


def _with_sign(table: HouseTable, sign: ev.SignChanged) -> HouseTable:
    return replace(
        table,
        limits=sign.limits,
        jackpot_bet=sign.jackpot_bet,
        settles_by_hand=sign.settles_by_hand,
        places=sign.places,
    )


def _check_sign(rules: Rules, book: Rulebook, table: HouseTable) -> None:
    if table.cards is not Faces.SEALED and table.run_by is not RunBy.DEALER:
        raise Refused(says("cards-need-a-dealer", cards=table.cards))
    most = rules.most_boxes[table.device]
    if not 1 <= table.places <= most:
        raise Refused(says("deck-serves-boxes", most=most, given=table.places))
    bets = rules.bets_in(book)
    offered = [spot for spot in bets if spot is not Spot.JACKPOT]
    for spot, limits in table.limits.items():
        if spot not in offered:
            raise Refused(says("no-such-limits", spot=word("spot", spot), known=words("spot", offered)))
        _check_limits(spot, limits)
    if table.jackpot_bet is not None and Spot.JACKPOT not in bets:
        raise Refused(says("game-without-jackpot-bet", known=words("spot", offered)))
    if table.jackpot_bet is not None and not 0 < table.jackpot_bet <= MOST_CENTS:
        raise Refused(says("prescribed-jackpot-bet", most=dollars(MOST_CENTS)))


def _check_limits(spot: Spot, limits: Limits) -> None:
    if not 0 <= limits.low <= limits.high <= MOST_CENTS or not limits.high:
        raise Refused(says("limits-in-order", spot=word("spot", spot), most=dollars(MOST_CENTS)))


# --- Boxes ----------------------------------------------------------------------------------------------------


def take_box(_: Rules, book: Rulebook, state: HouseState, command: cmd.TakeBox) -> ev.BoxTaken:
    _check_between(book, state)
    _check_box(state.table, command.box)
    check_name(command.player)
    holder = state.table.players.get(command.box)
    back = holder == command.player and holder in state.table.departed
    if holder is not None and not back:
        why = says("box-taken", player=holder, box=command.box, free=listed(_free_boxes(state.table)))
        raise Refused(why, (book.cite(House.OTHER_HANDS_UNSEEN),))
    return ev.BoxTaken(command.box, command.player)


def free_box(_: Rules, book: Rulebook, state: HouseState, command: cmd.FreeBox) -> ev.BoxFreed:
    _check_between(book, state)
    if command.box not in state.table.players:
        raise Refused(says("box-empty", box=command.box, occupied=listed(state.table.players)))
    box = state.round.boxes.get(command.box) if state.round.phase is _BETTING else None
    if box is not None and box.bets:
        raise Refused(says("box-has-bets", box=command.box, bets=words("spot", box.bets)))
    return ev.BoxFreed(command.box)


def leave_between_rounds(book: Rulebook, state: HouseState, command: cmd.WalkAway) -> ev.PlayerWalkedAway:
    """The present player of the box leaves, even if they took it after the round was over."""
    player = state.table.players.get(command.box)
    if player is None:
        raise Refused(says("box-empty", box=command.box, occupied=listed(state.table.players)))
    if player in state.table.departed:
        raise walked_away(book, player)
    return ev.PlayerWalkedAway(player)


def _check_between(book: Rulebook, state: HouseState) -> None:
    if state.round.phase is not _BETTING and not state.round.over:
        cites = (book.cite(House.BETTING_CLOSES),)
        raise Refused(says("boxes-change-between-rounds"), cites)


def _check_box(table: HouseTable, box: int) -> None:
    if not 1 <= box <= table.places:
        raise Refused(says("no-such-box", box=box, most=table.places))


def _free_boxes(table: HouseTable) -> list[int]:
    return [box for box in range(1, table.places + 1) if box not in table.players]


# --- Rounds ---------------------------------------------------------------------------------------------------


def start_round(_: Rules, book: Rulebook, state: HouseState, __: cmd.OpenRound) -> ev.RoundOpened:
    if state.round.phase is Phase.SETTLING:
        raise Refused(says("round-not-paid"), (ruling(93),))
    if not state.round.over:
        cites = (book.cite(House.BETTING_OPENS),)
        raise Refused(says("round-not-over"), cites)
    jackpot_refused, boxes_refused = refused_next(book, state)
    return ev.RoundOpened(state.number + 1, jackpot_refused, boxes_refused)


_Cites = tuple[Citation, ...]


def refused_next(book: Rulebook, state: HouseState) -> tuple[_Cites, Mapping[int, _Cites]]:
    """For the next round, while the jackpot system is down: why jackpot bets are refused, and why which boxes cannot
    bet. Refuses if no round can start at all."""
    if state.failure is None:
        return (), {}
    policy = state.failure.policy
    cites = policy_cites(book, policy)
    match policy:
        case None:
            raise Refused(says("jackpot-down-name-policy"), cites)
        case Policy.CLOSE:
            raise Refused(says("closed-while-jackpot-down"), cites)
        case Policy.DISALLOW:
            return (), dict.fromkeys(state.failure.boxes or range(1, state.table.places + 1), cites)
        case Policy.WITHOUT_JACKPOT:
            return cites, {}


def _policy_named(before: HouseState, report: cmd.HouseCommand) -> ev.PolicyNamed | None:
    """A report of a failure names the policy for the rounds to come, or adds boxes to it."""
    if not isinstance(report, cmd.ReportIrregularity) or report.incident is not cmd.Incident.JACKPOT_DOWN:
        return None
    known, boxes = before.failure, report.boxes
    if known is not None and report.policy is None:
        return None  # the House's policy stands
    if known is not None and known.policy is report.policy and known.boxes and boxes:
        boxes = tuple(sorted({*known.boxes, *boxes}))  # further boxes, until the system works again
    return ev.PolicyNamed(report.policy, boxes)


# --- Waiting, closing -----------------------------------------------------------------------------------------


def suspend(_: Rules, __: Rulebook, ___: HouseState, command: cmd.SuspendTable) -> ev.TableSuspended:
    check_why(command.why)
    return ev.TableSuspended(command.why)


def resume(_: Rules, __: Rulebook, state: HouseState, ___: cmd.ResumeTable) -> ev.TableResumed:
    check_suspended(state.suspended)
    return ev.TableResumed()


def close(_: Rules, book: Rulebook, state: HouseState, __: cmd.CloseTable) -> ev.TableClosed:
    _check_nothing_open(book, state.round, says("table-closes-when-over"))
    return ev.TableClosed()


def end_day(_: Rules, book: Rulebook, state: HouseState, __: cmd.EndDay) -> ev.DayEnded:
    _check_nothing_open(book, state.round, says("day-ends-when-over"))
    return ev.DayEnded()


def _check_nothing_open(book: Rulebook, round_: HouseRound, why: Sentence) -> None:
    waiting = round_.phase is _BETTING and not any(box.bets for box in round_.boxes.values())
    if not waiting and not round_.over:
        raise Refused(why, (book.cite(House.BETTING_OPENS),))


_ACTS: Mapping[type, Callable[[Rules, Rulebook, HouseState, Any], ev.TableEvent]] = {
    cmd.TakeBox: take_box,
    cmd.FreeBox: free_box,
    cmd.OpenRound: start_round,
    cmd.ChangeSign: change_sign,
    cmd.SuspendTable: suspend,
    cmd.ResumeTable: resume,
    cmd.CloseTable: close,
    cmd.EndDay: end_day,
}


# --- Bookkeeping ----------------------------------------------------------------------------------------------


def evolve(state: HouseState | None, event: ev.HouseEvent) -> HouseState:
    """An event makes the next state of a table; nothing is decided."""
    if isinstance(event, ev.TableOpened):
        return HouseState(event.table, open_round(event.table))
    assert state is not None, "a life begins with the opening of the table"
    if (at_the_table := _EVOLVE.get(type(event))) is not None:
        return at_the_table(state, event)
    round_ = of_round.evolve(state.round, event)  # type: ignore[arg-type]  # the table's own are above
    return _kept_at_the_table(replace(state, round=round_), event)


def _kept_at_the_table(state: HouseState, event: ev.HouseEvent) -> HouseState:
    """What outlasts the round."""
    match event:
        case ev.PlayerWalkedAway(player=player):
            table = state.table
            return replace(state, table=replace(table, departed=of_round.with_player(table.departed, player)))
        case ev.RestrictionsLifted():
            return replace(state, table=replace(state.table, jackpot_refused=(), boxes_refused={}), failure=None)
        case _:
            return state


def _box_taken(state: HouseState, event: ev.BoxTaken) -> HouseState:
    players = dict(sorted({**state.table.players, event.box: event.player}.items()))
    boxes = dict(state.round.boxes)
    boxes.setdefault(event.box, Box(event.box, event.player))
    departed = tuple(player for player in state.table.departed if player != event.player)
    return _with_players(state, players, departed, dict(sorted(boxes.items())))


def _box_freed(state: HouseState, event: ev.BoxFreed) -> HouseState:
    players = {box: player for box, player in state.table.players.items() if box != event.box}
    boxes = {number: box for number, box in state.round.boxes.items() if number != event.box}
    departed = tuple(player for player in state.table.departed if player in players.values())
    return _with_players(state, players, departed, boxes)


def _with_players(
    state: HouseState, players: Mapping[int, str], departed: tuple[str, ...], boxes: Mapping[int, Box]
) -> HouseState:
    """At once where bets are open; a round that is over stays as it was."""
    table, round_ = replace(state.table, players=players, departed=departed), state.round
    if round_.phase is _BETTING:
        there = replace(round_.table, players=players, departed=departed)
        round_ = replace(round_, table=there, boxes=boxes, departed=departed)
    return replace(state, table=table, round=round_)


def _round_opened(state: HouseState, event: ev.RoundOpened) -> HouseState:
    table = state.table
    refused = table.jackpot_refused or table.boxes_refused or event.jackpot_refused or event.boxes_refused
    if refused or not table.earlier_round:
        table = replace(
            table, earlier_round=True, jackpot_refused=event.jackpot_refused, boxes_refused=event.boxes_refused
        )
    return HouseState(table, open_round(table), event.number, state.failure, state.suspended)


def _sign_changed(state: HouseState, event: ev.SignChanged) -> HouseState:
    state = replace(state, table=_with_sign(state.table, event))
    round_ = state.round
    if not event.at_once or round_.phase is not _BETTING:
        return state
    boxes = round_.boxes
    if round_.table.jackpot_bet != event.jackpot_bet:  # no bet of another amount than the sign's is accepted
        boxes = {number: _without_jackpot(box) for number, box in boxes.items()}
    return replace(
        state, round=replace(round_, table=replace(round_.table, jackpot_bet=event.jackpot_bet), boxes=boxes)
    )


def _without_jackpot(box: Box) -> Box:
    return replace(box, bets={spot: stake for spot, stake in box.bets.items() if spot is not Spot.JACKPOT})


def _policy(state: HouseState, event: ev.PolicyNamed) -> HouseState:
    return replace(state, failure=JackpotFailure(event.policy, event.boxes))


def _suspended(state: HouseState, event: ev.TableSuspended) -> HouseState:
    return replace(state, suspended=event.why)


def _resumed(state: HouseState, _: ev.TableResumed) -> HouseState:
    return replace(state, suspended=None)


def _closed(state: HouseState, _: ev.TableClosed) -> HouseState:
    return replace(state, suspended=None, closed=True)


def _day_ended(state: HouseState, _: ev.DayEnded) -> HouseState:
    return _with_players(state, state.table.players, (), state.round.boxes)


_EVOLVE: Mapping[type, Callable[[HouseState, Any], HouseState]] = {
    ev.BoxTaken: _box_taken,
    ev.BoxFreed: _box_freed,
    ev.RoundOpened: _round_opened,
    ev.SignChanged: _sign_changed,
    ev.PolicyNamed: _policy,
    ev.TableSuspended: _suspended,
    ev.TableResumed: _resumed,
    ev.TableClosed: _closed,
    ev.DayEnded: _day_ended,
}
