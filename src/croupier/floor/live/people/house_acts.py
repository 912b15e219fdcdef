"""The floor's own acts at a house-banked table: boxes taken and freed, chips brought and taken away."""

from msgspec.structs import replace

from croupier.base.actors import RunBy
from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.floor.ledger.accounts import stack, wallet
from croupier.floor.ledger.postings import transfer
from croupier.floor.live.people.debts import check_owes_nothing, owe
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import words
from croupier.floor.live.state.demands import counted
from croupier.floor.live.state.house_family import HOUSE
from croupier.floor.live.state.table import LiveTable, house_game, house_state
from croupier.floor.live.state.work import Work
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.betting import check_window, present_box
from croupier.rules.games.house.table import HouseState, Phase
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook


def sits(work: Work, name: str, act: words.Sits) -> None:
    chips = stack(name, act.player)
    check_owes_nothing(work, act.player)
    if not act.amount and not work.balance(chips):
        raise Refused(says("no-chips-here", player=act.player, table=name))
    work.play(name, cmd.TakeBox(act.box, act.player))
    _bring(work, name, act.player, act.amount)


def tops_up(work: Work, name: str, act: words.TopsUp, player: str) -> None:
    round_ = _state(work, name).round
    if round_.phase is not Phase.BETTING and not round_.over:
        raise Refused(says("chips-between-rounds"))
    if not act.amount:
        raise Refused(says("bring-more-than-0"))
    check_owes_nothing(work, player)
    if player in work.table(name).leaving:
        raise Refused(says("leaving", player=player, table=name), (ruling(78),))
    _bring(work, name, player, act.amount)


def _bring(work: Work, name: str, player: str, amount: Cents) -> None:
    work.post(f"table/{name}", transfer(wallet(player), stack(name, player), amount))
    work.happens(name, ev.ChipsBrought(player, amount))


def leaves(work: Work, name: str, box: int, player: str) -> None:
    """Gives up all boxes of the player; their bets play on without them (5.5, R-49)."""
    if _plays(_state(work, name), player):
        work.play(name, cmd.WalkAway(box))
    work.happens(name, ev.PlayerLeaves(player))


def ready(work: Work, name: str, box: int) -> None:
    table = work.table(name)
    check_ready(work.book(table), table, box)
    work.happens(name, ev.BoxReady(box))


def check_ready(book: Rulebook, table: LiveTable, box: int) -> None:
    """Refuses unless the bets on this box alone would make a round."""
    state = house_game(table)
    if state.table.run_by is not RunBy.SYSTEM:
        raise Refused(says("dealer-closes-bets", table=table.name))
    check_window(book, state.round)
    alone = replace(state.round, boxes={box: present_box(book, state.round, box)})
    HOUSE_GAMES[book.game].run(book, replace(state, round=alone), cmd.CloseBets())
    if box in table.ready:
        raise Refused(says("ready-already", box=box))


def clear_up(work: Work, name: str) -> None:
    """Pays out players who have left as soon as their last round is over, and frees their boxes."""
    table = work.table(name)
    state = house_game(table)
    if state.round.undone or state.round.phase is Phase.VOID:
        _square_up(work, name, state)
    if state.suspended is not None:
        return
    if table.leaving and HOUSE.can_sit(state):  # boxes are freed only between rounds and during betting
        for player in table.leaving:
            if not _plays(state, player):
                _take_away(work, name, player)
    if table.closing and not HOUSE.interrupted(state):
        for player in dict.fromkeys((*state.table.players.values(), *work.with_chips(name))):
            _take_away(work, name, player)
        if counted(table) and not state.closed:
            work.play(name, cmd.CloseTable())


def square_up_all(work: Work) -> None:
    """Squares up every table that the work has touched."""
    for name, table in list(work.tables.items()):
        state = house_state(table)
        if state is not None and (state.round.undone or state.round.phase is Phase.VOID):
            _square_up(work, name, state)


def _square_up(work: Work, name: str, state: HouseState) -> None:
    """Re-settling (R-5) also adjusts players who have left: their wallet pays or receives, and they owe the rest
    (R-108).

    Nobody can bet on such a round, so chips that are missing now were paid out before.
    """
    incidents = state.round.incidents
    cites = incidents[-1].cites if incidents else state.round.void
    for player in dict.fromkeys(box.player for box in state.round.boxes.values()):
        held = work.balance(chips := stack(name, player))
        came_back = held == work.moved(chips)  # a player who only freed their boxes still had chips here
        if held < 0:
            brought = min(-held, max(0, work.balance(wallet(player))))
            if brought:
                _bring(work, name, player, Cents(brought))
            if missing := -held - brought:
                owe(work, name, player, Cents(missing), cites)
        elif held and came_back and player not in state.table.players.values() and not _plays(state, player):
            _take_away(work, name, player)


def _take_away(work: Work, name: str, player: str) -> None:
    for box, holder in _state(work, name).table.players.items():
        if holder == player:
            work.play(name, cmd.FreeBox(box))
    amount = Cents(work.balance(stack(name, player)))
    work.post(f"table/{name}", transfer(stack(name, player), wallet(player), amount))
    work.happens(name, ev.ChipsTaken(player, amount))


def _plays(state: HouseState, player: str) -> bool:
    """Whether the player has something at stake in a round that is not over."""
    round_ = state.round
    return not round_.over and any(box.bets for box in round_.boxes.values() if box.player == player)


def _state(work: Work, name: str) -> HouseState:
    return house_game(work.table(name))
