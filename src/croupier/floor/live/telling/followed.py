"""What followed an act at a live table, for everybody to read: what the rules did, and what the floor did."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import cast, get_args

from msgspec import UNSET

from croupier.base.citation import Citation, printed, ruling
from croupier.base.sentences import Sentence, says, word
from croupier.base.values import Value
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.answers.tables import ThenTold
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.family import TableEvent
from croupier.floor.live.state.fold import entered
from croupier.floor.live.state.people import ROLE_OF_RANK
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.rounds.telling.public import Aloud, house_aloud, poker_aloud, tag, values_of
from croupier.rules.games.house.events import HouseEvent
from croupier.rules.games.irregularity import finding, verdict
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table

_OF_THE_FLOOR = frozenset(get_args(ev.LiveEvent))
MOST = 40
"""How many consequences of one act are shown; the journal has the others."""


def followed(before: LiveTable | None, do: str, events: Sequence[TableEvent]) -> list[ThenTold]:
    """The consequences, oldest first. `do` is the act as everybody may read it."""
    return [_told(each) for each in islice(_aloud(before, do, events), MOST)]


def _told(each: Aloud) -> ThenTold:
    return ThenTold(
        event=each.event,
        text=each.text,
        cites=printed(each.cites),
        place=UNSET if each.place is None else each.place,
        values=dict(each.values),
        says=UNSET if each.says is None else SentenceTold.of(each.says),
    )


def _aloud(table: LiveTable | None, do: str, events: Sequence[TableEvent]) -> Iterator[Aloud]:
    if table is not None and _OF_THE_FLOOR.isdisjoint(map(type, events)):  # as after most acts
        yield from _of_the_game(table, do, events)
        return
    passed: list[TableEvent] = []
    for floors, group in groupby(events, key=lambda event: type(event) in _OF_THE_FLOOR):
        some = list(group)
        if floors:
            yield from (told for event in some if (told := _of_the_floor(event)) is not None)
        else:
            for event in passed:  # only here: after most acts no further table is needed
                table = entered(table, event, at=0)  # no consequence depends on the time
            passed = []
            if table is not None and table.game is not None:
                yield from _of_the_game(table, do, some)
        passed += some


def _of_the_game(table: LiveTable, do: str, events: Sequence[TableEvent]) -> Iterator[Aloud]:
    book = at_the_table(table.book, table.sign.dealing)
    if (state := house_state(table)) is not None:
        return house_aloud(book, state, do, cast(Sequence[HouseEvent], events))
    return poker_aloud(book, poker_game(table), do, cast(Sequence[PokerEvent], events))


def _of_the_floor(event: Value) -> Aloud | None:
    match event:
        case ev.RulebookChanged(book=book):
            return _coded(event, says("told.new-rulebook", book=book))
        case ev.ChipsBrought(player=player, amount=amount):
            return _coded(event, says("told.brings", player=player, amount=dollars(amount)))
        case ev.ChipsTaken(player=player, amount=amount):
            return _coded(event, says("told.leaves-with", player=player, amount=dollars(amount)), ruling(78))
        case ev.PlayerLeaves(player=player):
            return _coded(event, says("told.leaves-when-over", player=player), ruling(78))
        case ev.EntryTakenBack():
            return _coded(event, says("told.entry-taken-back"), ruling(139))
        case ev.TimeRanOut(player=player):
            return _coded(event, says("told.time-ran-out", player=player), ruling(41))
        case ev.RoundCorrected(round=number, cites=cites):
            return _coded(event, says("told.round-corrected", round=number), *cites)
        case ev.PlayerAsked(player=player, by=by):
            return _coded(event, says("told.player-asked", player=player, by=by))
        case ev.PlayerAnswered(yes=False):
            return _coded(event, says("told.player-declined"))
        case ev.ClosingBegun():
            return _coded(event, says("told.no-further-round"))
        case ev.IncidentWaits(kind=kind, cites=cites):
            rank = ROLE_OF_RANK.get(event.rank, "pit-supervisor")
            waits = says("told.reported", kind=finding(kind), rank=word("role", rank))
            values = {"incident": event.number, "kind": kind, "rank": rank}
            return Aloud(tag(event), str(waits), cites, None, values, waits)
        case ev.IncidentDecided(number=number, ruling=ruled):
            rank = ROLE_OF_RANK.get(event.rank, "pit-supervisor")
            decided = says("told.dismissed", incident=number, rank=word("role", rank))
            if ruled:
                decided = says("told.ruled", incident=number, ruling=verdict(ruled), rank=word("role", rank))
            return Aloud(
                tag(event), str(decided), (), None, {"incident": number, "ruling": ruled, "rank": rank}, decided
            )
        case _:
            return None  # shown with the acts they belong to, or not at all


def _coded(event: Value, sentence: Sentence, *cites: Citation) -> Aloud:
    return Aloud(tag(event), str(sentence), cites, None, values_of(event), sentence)
