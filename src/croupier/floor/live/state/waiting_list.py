"""The waiting list of a table: who is on it, and who gets a place that has become free.

The list is part of the table's state and in its journal, so positions survive a restart. What happens at the table
makes and withdraws offers; an offer expires by an act of the system, like every other deadline.
"""

from collections.abc import Iterator, Mapping

from msgspec import UNSET, UnsetType

from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.floor.live.answers.tables import InTheQueue, PlaceOffer
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.clocks import OFFER
from croupier.floor.live.state.commands import WAITS_NO_MORE
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.table import LiveTable, Waiting
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.state.work import Work

MOST = 100
"""The most people who can wait at one table."""


def places(table: LiveTable) -> int:
    return family_of(table.book).places(table.game)


def holders(table: LiveTable) -> Mapping[int, str]:
    """The player at each place."""
    return family_of(table.book).holders(table.game)


def check_place(table: LiveTable, player: str, place: int) -> None:
    """Refuses a place that is offered to somebody else."""
    for each in table.queue:
        if each.offered == place and each.player != player:
            until = printed_time(each.until) if each.until else "-"
            raise Refused(says("place-on-offer", place=place, player=each.player, until=until))


def full(table: LiveTable, player: str, place: int) -> bool:
    """Whether the wanted place is taken, or every place is."""
    taken = holders(table)
    return taken.get(place, player) != player and len(taken) >= places(table)


def join(work: Work, name: str, player: str, place: int | None) -> None:
    table = work.table(name)
    if table.closing:
        raise Refused(says("table-closing", table=name))
    if place is not None and not 1 <= place <= places(table):
        raise Refused(says("no-such-place", table=name, most=places(table), place=place))
    if player in holders(table).values():
        raise Refused(says("has-a-place", player=player, table=name))
    if any(each.player == player for each in table.queue):
        raise Refused(says("waits-already", player=player, table=name))
    if len(table.queue) >= MOST:
        raise Refused(says("queue-full", table=name, waiting=len(table.queue)))
    work.happens(name, ev.WaitBegun(player, work.at, place))


def leave(work: Work, name: str, player: str) -> None:
    work.happens(name, ev.WaitEnded(player))


def goes_last(work: Work, name: str, player: str, *, ran_out: bool) -> None:
    """Offers a player's place to the next one and moves the player to the end of the list."""
    waiting = next((each for each in work.table(name).queue if each.player == player), None)
    if waiting is None or waiting.offered is None:
        raise Refused(says("no-place-offered", player=player, table=name))
    leave(work, name, player)
    missed = waiting.missed + ran_out
    work.happens(name, ev.WaitBegun(player, waiting.since, waiting.place, passed=waiting.offered, missed=missed))


def sat_down(work: Work, name: str, player: str) -> None:
    """Takes a player who has sat down off the list."""
    for other, table in work.all_tables().items():
        if table.queue and any(each.player == player for each in table.queue):
            if other != name:
                work.record(f"table/{other}").said = WAITS_NO_MORE
            leave(work, other, player)


def offer(work: Work, name: str) -> None:
    """Offers free places to those who wait, first in line first."""
    table = work.table(name)
    if not table.queue:
        return
    if table.game.closed:
        for each in table.queue:
            leave(work, name, each.player)
        return
    for change in _changes(table, work.at):
        work.happens(name, change)


def _changes(table: LiveTable, at: int) -> Iterator[ev.PlaceOffered]:
    taken, possible = holders(table), can_sit(table)
    free = [place for place in range(1, places(table) + 1) if place not in taken]
    offered = {each.offered for each in table.queue}
    for each in table.queue:
        if each.offered is not None and each.offered in free:
            if possible and not each.until:
                yield ev.PlaceOffered(each.player, each.offered, at + each.rest)
            elif not possible and each.until:
                yield ev.PlaceOffered(each.player, each.offered, 0, min(max(each.until - at, 0), OFFER))
            continue
        others = {*offered, each.passed}
        wanted = next((place for place in free if place not in others and each.place in (None, place)), None)
        if wanted is not None:
            offered.add(wanted)
            yield ev.PlaceOffered(each.player, wanted, *((at + OFFER,) if possible else (0, OFFER)))
        elif each.offered is not None or (each.passed is not None and each.passed not in free):
            yield ev.PlaceOffered(each.player, None, 0)  # a place that somebody took can be offered again later


def free_for(table: LiveTable, player: str) -> list[int]:
    """The free places that are not offered to somebody else."""
    kept = {each.offered for each in table.queue if each.player != player}
    taken = holders(table)
    return [place for place in range(1, places(table) + 1) if place not in taken and place not in kept]


def can_sit(table: LiveTable) -> bool:
    game = table.game
    if game.suspended is not None or table.closing:
        return False
    return family_of(table.book).can_sit(game)


def told(table: LiveTable) -> list[InTheQueue]:
    """The list as everybody at the table sees it."""
    return [
        InTheQueue(
            name=each.player,
            since=printed_time(each.since),
            place=each.place or 0,
            offered=offer_told(each),
            missed=each.missed,
        )
        for each in table.queue
    ]


def offer_told(each: Waiting) -> PlaceOffer | UnsetType:
    """`until` is null during a round in which nobody can sit down."""
    if each.offered is None:
        return UNSET
    return PlaceOffer(each.offered, printed_time(each.until) if each.until else None)
