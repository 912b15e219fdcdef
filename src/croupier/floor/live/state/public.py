"""Which entries everybody may know of. Each of them is one event for programs, numbered in the order of commits.

The number is written in the entry itself, so that a program which was away finds its place again, in every process and
after any restart.
"""

from collections.abc import Sequence

from croupier.floor.live.state import events as ev
from croupier.floor.live.state import house_events as house_ev
from croupier.floor.live.state.family import StreamEvent
from croupier.floor.live.state.table import LiveTable
from croupier.rules.jackpot import events as link_ev

OF_LINKS = (
    *(link_ev.LinkOpened, link_ev.HandsDealt, link_ev.ContributionsTakenBack, link_ev.HandsVoided),
    *(link_ev.AwardLocked, link_ev.FixedPreferred, link_ev.AwardPaid, link_ev.AwardUndone),
    *(link_ev.ParametersChanged, link_ev.MeterCorrected, link_ev.TableLinked, link_ev.TableUnlinked),
    *(link_ev.LinkClosed, link_ev.TransferReceived, link_ev.LinkSuspended, link_ev.LinkResumed),
)
"""What a jackpot display shows, or follows from it. Who asked for a change, and who verified an award, is the pit's."""
OF_THE_HOUSE = (house_ev.ShiftOpened, house_ev.ShiftClosed)


def is_for_the_pit(events: Sequence[object]) -> bool:
    """A player's waiting report: only the pit sees it, so that players cannot use reports to talk to each other."""
    return not all(event.suspends for event in events if isinstance(event, ev.IncidentWaits))


def is_public(stream: str, table: LiveTable | None, events: Sequence[StreamEvent]) -> bool:
    """Whether an entry that was not refused is public: at a table, if spectators see it there."""
    if table is not None:
        return table.sign.spectators and not is_for_the_pit(events)
    shown = OF_LINKS if stream.startswith("link/") else OF_THE_HOUSE
    return any(isinstance(event, shown) for event in events)
