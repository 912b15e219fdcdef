"""A round step by step: each act, what followed it, and the round after it."""

from itertools import chain

from msgspec import UNSET

from croupier.base.actors import PUBLIC
from croupier.base.sentences import says
from croupier.floor.live.answers.history import Step, Steps
from croupier.floor.live.answers.tables import Sign
from croupier.floor.live.history.past_rounds import History, seen_by
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.telling.followed import followed
from croupier.floor.live.telling.recent_acts import said_in
from croupier.floor.live.views.poker_round import seats
from croupier.rounds.telling.arithmetic import answers_in
from croupier.rules.cards import Card

MOST = 1_000
"""How many steps of a round are shown; the journal has the others."""


def steps(history: History, name: str, number: int, who: Who | None, sign: Sign) -> Steps:
    """Hands that the viewer may see now are shown from the deal on; board and dealer appear as they did then. Of an
    open round everybody gets the public view."""
    end = history.at_its_end(name, number)
    over = family_of(end.book).over(end.game)
    viewer = PUBLIC if who is None or not over else who.viewer
    known = _hands(end) & seen_by(end, viewer)
    told: list[Step] = []
    events: list[object] = []
    for before, body, fold in history.fold_through(name, number):
        table = fold.table
        assert table is not None and fold.last is not None
        if table.rounds != number or body.refused:
            continue
        events += fold.events
        said = said_in(body, fold.last.at, fold.events)
        if not said.is_shown_to(who):
            continue
        told.append(
            Step(
                version=said.version,
                at=printed_time(said.at),
                by=said.by,
                do=said.do,
                cites=list(said.cites),
                then=followed(before, said.do, fold.events),
                seq=fold.last.seq,
                round=history.round_view(table, viewer, answers_in(events), known),
                seats=UNSET if house_state(table) is not None else seats(poker_game(table), ()),
            )
        )
    if not told:
        raise Problem(Code.NOT_FOUND, says("no-such-round", table=name, round=number))
    return Steps(end.book, told[:MOST], sign.sign)


def _hands(table: LiveTable) -> frozenset[Card]:
    """The cards of boxes and seats."""
    return frozenset(chain.from_iterable(family_of(table.book).hands(table.game).values()))
