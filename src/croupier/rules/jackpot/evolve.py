"""Bookkeeping of a link: an event makes the next state. Nothing is decided here."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.link import (
    SHOWN_AWARDS,
    Award,
    AwardState,
    Deal,
    DealState,
    Link,
    Parameter,
    PendingChange,
    Pot,
)
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import Cents


def opened(event: ev.LinkOpened) -> Link:
    start = event.start * PARTS
    empty = Pot(0, 0)
    return Link(event.name, event.parameters, event.tables, Pot(start, start), empty, empty, began=event.start)


def evolve(link: Link | None, event: ev.LinkEvent) -> Link:
    if isinstance(event, ev.LinkOpened):
        assert link is None, "a link is opened once"
        return opened(event)
    assert link is not None, "the first event of a link opens it"
    return _EVOLVE[type(event)](link, event)


# --- Bets and hands -------------------------------------------------------------------------------------------


def _hands_dealt(link: Link, event: ev.HandsDealt) -> Link:
    added = event.contributions
    bets = meter = overflow = reserve = 0
    for each in added.values():
        bets += each.bet
        meter += each.meter
        overflow += each.overflow
        reserve += each.reserve
    deals = {**link.deals, event.table: Deal(event.round, event.deal, added, tuple(sorted(added)))}
    if overflow or reserve:
        pots = {"overflow": _contributed(link.overflow, overflow), "reserve": _contributed(link.reserve, reserve)}
        link = replace(link, **pots)
    if len(link.awards) > SHOWN_AWARDS:
        link = replace(link, awards=_in_sight(link, deals))
    return replace(
        link,
        deals=deals,
        deals_counted=link.deals_counted if event.deal is None else event.deal,
        bets_taken=Cents(link.bets_taken + bets),
        meter=_contributed(link.meter, meter),
    )


def _contributed(pot: Pot, parts: int) -> Pot:
    return replace(pot, parts=pot.parts + parts, contributions=pot.contributions + parts) if parts else pot


def _in_sight(link: Link, deals: Mapping[str, Deal]) -> Mapping[int, Award]:
    last = {deal.number for deal in deals.values()}
    return {
        number: award
        for number, award in link.awards.items()
        if award.waits or award.deal in last or number > link.awards_counted - SHOWN_AWARDS
    }


def _deal_completed(link: Link, event: ev.DealCompleted) -> Link:
    return replace(_with_deal(link, event.table, number=event.deal), deals_counted=event.deal)


def _hands_narrowed(link: Link, event: ev.HandsNarrowed) -> Link:
    live = tuple(box for box in link.deals[event.table].live if box not in event.boxes)
    return _with_deal(link, event.table, live=live)


def _taken_back(link: Link, event: ev.ContributionsTakenBack) -> Link:
    deal = link.deals[event.table]
    gone = [deal.contributions[box] for box in event.boxes]
    link = _with_deal(
        link,
        event.table,
        contributions={box: each for box, each in deal.contributions.items() if box not in event.boxes},
        live=tuple(box for box in deal.live if box not in event.boxes),
    )
    return replace(
        link,
        bets_taken=Cents(link.bets_taken - sum(each.bet for each in gone)),
        meter=_gives_back(link.meter, sum(each.meter for each in gone), event.from_meter),
        overflow=_gives_back(link.overflow, sum(each.overflow for each in gone), event.from_overflow),
        reserve=_gives_back(link.reserve, sum(each.reserve for each in gone), event.from_reserve),
    )


def _gives_back(pot: Pot, due: int, given: int) -> Pot:
    if not due:
        return pot
    return replace(pot, parts=pot.parts - given, taken_back=pot.taken_back + due, made_up=pot.made_up + due - given)


def _hands_resolved(link: Link, event: ev.HandsResolved) -> Link:
    deals = {**link.deals, event.table: replace(link.deals[event.table], state=DealState.RESOLVED)}
    link = replace(link, deals=deals)
    if not event.claims:
        return link
    deal, awards = link.deals[event.table].number, dict(link.awards)
    assert deal is not None, event
    for claim in event.claims:
        share = (claim.numerator, claim.denominator, claim.at_least)
        awards[claim.award] = Award(
            claim.award, deal, event.table, event.round, claim.box, *share, waited=claim.waits, at=event.at
        )
    return replace(link, awards=awards, awards_counted=event.claims[-1].award)


def _hands_reopened(link: Link, event: ev.HandsReopened) -> Link:
    link = _with_deal(link, event.table, state=DealState.OPEN)
    awards = {number: replace(link.awards[number], state=AwardState.UNDONE) for number in event.withdrawn}
    return replace(link, awards={**link.awards, **awards}) if awards else link


def _hands_voided(link: Link, event: ev.HandsVoided) -> Link:
    return _with_deal(link, event.table, state=DealState.VOID)


def _with_deal(link: Link, table: str, **changes: object) -> Link:
    return replace(link, deals={**link.deals, table: replace(link.deals[table], **changes)})


# --- Awards ---------------------------------------------------------------------------------------------------


def _award_locked(link: Link, event: ev.AwardLocked) -> Link:
    moved = (event.from_overflow + event.from_reserve) * PARTS
    made_up = (event.amount - event.from_meter) * PARTS - moved
    meter, overflow, reserve = link.meter, link.overflow, link.reserve
    link = replace(
        link,
        meter=replace(
            meter,
            parts=meter.parts - event.from_meter * PARTS,
            awards=meter.awards + event.amount * PARTS,
            made_up=meter.made_up + made_up,
            moved=meter.moved + moved,
        ),
        overflow=_moved(overflow, -event.from_overflow * PARTS),
        reserve=_moved(reserve, -event.from_reserve * PARTS),
        standing=link.standing + 1,
        hits=link.hits + 1,
    )
    return _with_award(
        link,
        event.award,
        state=AwardState.LOCKED,
        value=event.value,
        amount=event.amount,
        from_meter=event.from_meter,
        from_overflow=event.from_overflow,
        from_reserve=event.from_reserve,
        parameters=event.parameters,
        verify=event.verify,
        across=event.across,
        at=event.at,
    )


def _moved(pot: Pot, parts: int) -> Pot:
    return replace(pot, parts=pot.parts + parts, moved=pot.moved + parts) if parts else pot


def _fixed_preferred(link: Link, event: ev.FixedPreferred) -> Link:
    return _with_award(link, event.award, state=AwardState.FIXED, value=event.value, across=event.across, at=event.at)


def _award_verified(link: Link, event: ev.AwardVerified) -> Link:
    return _with_award(link, event.award, state=AwardState.VERIFIED)


def _award_paid(link: Link, event: ev.AwardPaid) -> Link:
    return replace(_with_award(link, event.award, state=AwardState.PAID), paid=Cents(link.paid + event.amount))


def _award_undone(link: Link, event: ev.AwardUndone) -> Link:
    award, meter = link.awards[event.award], link.meter
    amount = award.amount
    assert amount is not None, award
    link = replace(
        link,
        meter=replace(
            meter,
            parts=meter.parts + event.to_meter,
            awards=meter.awards - amount * PARTS,
            made_up=meter.made_up - event.to_house,
            moved=meter.moved - event.to_overflow - event.to_reserve,
        ),
        overflow=_moved(link.overflow, event.to_overflow),
        reserve=_moved(link.reserve, event.to_reserve),
        standing=link.standing_without(award),
        hits=link.hits - 1,
        paid=Cents(link.paid - amount) if award.state is AwardState.PAID else link.paid,
    )
    return _with_award(link, event.award, state=AwardState.UNDONE)


def _with_award(link: Link, number: int, **changes: object) -> Link:
    return replace(link, awards={**link.awards, number: replace(link.awards[number], **changes)})


# --- What the House does --------------------------------------------------------------------------------------


def _change_proposed(link: Link, event: ev.ChangeProposed) -> Link:
    asked = PendingChange(event.number, event.change, event.by, event.reason)
    return replace(link, changes=(*link.changes, asked), changes_counted=event.number)


def _change_approved(link: Link, event: ev.ChangeApproved) -> Link:
    approved = [each for each in link.changes if each.approved_by is not None]
    others = [each for each in link.changes if each.approved_by is None and each.number != event.number]
    (this,) = (each for each in link.changes if each.number == event.number)
    return replace(link, changes=(*approved, replace(this, approved_by=event.by), *others))


def _change_gone(link: Link, event: ev.ChangeWithdrawn | ev.ChangeLapsed) -> Link:
    return replace(link, changes=_others(link, event.number))


def _others(link: Link, number: int) -> tuple[PendingChange, ...]:
    return tuple(each for each in link.changes if each.number != number)


def _in_effect(link: Link, number: int) -> Link:
    """After a change of any kind the link counts from its new beginning."""
    parameters = replace(link.parameters, number=link.parameters.number + 1)
    return replace(link, parameters=parameters, changes=_others(link, number), began=link.displayed, standing=0)


def _parameters_changed(link: Link, event: ev.ParametersChanged) -> Link:
    changed = replace(link.parameters, **{_FIELDS[event.parameter]: event.after})
    return _in_effect(replace(link, parameters=changed), event.number)


_FIELDS = {parameter: parameter.value.replace("-", "_") for parameter in Parameter}


def _meter_corrected(link: Link, event: ev.MeterCorrected) -> Link:
    meter, parts = link.meter, event.amount * PARTS
    meter = replace(meter, parts=meter.parts + parts, corrections=meter.corrections + parts)
    return _in_effect(replace(link, meter=meter), event.number)


def _table_linked(link: Link, event: ev.TableLinked) -> Link:
    return _in_effect(replace(link, tables={**link.tables, event.table: event.bet}), event.number)


def _table_unlinked(link: Link, event: ev.TableUnlinked) -> Link:
    tables = {table: bet for table, bet in link.tables.items() if table != event.table}
    return _in_effect(replace(link, tables=tables), event.number)


def _link_closed(link: Link, event: ev.LinkClosed) -> Link:
    link = replace(
        link,
        tables={},
        meter=_transferred(link.meter, -event.meter),
        overflow=_transferred(link.overflow, -event.overflow),
        reserve=_transferred(link.reserve, -event.reserve),
        transferred_to=event.to,
    )
    return _in_effect(link, event.number)


def _transfer_received(link: Link, event: ev.TransferReceived) -> Link:
    return replace(
        link,
        tables={**link.tables, **event.tables},
        meter=_transferred(link.meter, event.meter),
        overflow=_transferred(link.overflow, event.overflow),
        reserve=_transferred(link.reserve, event.reserve),
    )


def _bet_prescribed(link: Link, event: ev.BetPrescribed) -> Link:
    return replace(link, tables={**link.tables, event.table: event.after})


def _transferred(pot: Pot, parts: int) -> Pot:
    return replace(pot, parts=pot.parts + parts, transferred=pot.transferred + parts)


def _link_suspended(link: Link, _: ev.LinkSuspended) -> Link:
    return replace(link, suspended=True)


def _link_resumed(link: Link, _: ev.LinkResumed) -> Link:
    return replace(link, suspended=False)


_EVOLVE: dict[type, Callable[[Link, Any], Link]] = {
    ev.HandsDealt: _hands_dealt,
    ev.DealCompleted: _deal_completed,
    ev.HandsNarrowed: _hands_narrowed,
    ev.ContributionsTakenBack: _taken_back,
    ev.HandsResolved: _hands_resolved,
    ev.HandsReopened: _hands_reopened,
    ev.HandsVoided: _hands_voided,
    ev.AwardLocked: _award_locked,
    ev.FixedPreferred: _fixed_preferred,
    ev.AwardVerified: _award_verified,
    ev.AwardPaid: _award_paid,
    ev.AwardUndone: _award_undone,
    ev.ChangeProposed: _change_proposed,
    ev.ChangeApproved: _change_approved,
    ev.ChangeWithdrawn: _change_gone,
    ev.ChangeLapsed: _change_gone,
    ev.ParametersChanged: _parameters_changed,
    ev.MeterCorrected: _meter_corrected,
    ev.TableLinked: _table_linked,
    ev.TableUnlinked: _table_unlinked,
    ev.LinkClosed: _link_closed,
    ev.TransferReceived: _transfer_received,
    ev.BetPrescribed: _bet_prescribed,
    ev.LinkSuspended: _link_suspended,
    ev.LinkResumed: _link_resumed,
}


class Draft:
    """Collects the events of one command and shows the state they lead to."""

    __slots__ = ("at", "events", "link")

    def __init__(self, link: Link, at: int = 0) -> None:
        self.link = link
        self.at = at
        self.events: list[ev.LinkEvent] = []

    def emit(self, event: ev.LinkEvent) -> None:
        self.events.append(event)
        self.link = _EVOLVE[type(event)](self.link, event)
