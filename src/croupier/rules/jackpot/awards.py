"""Shares of the meter: whose turn it is, what it is worth then, and how it is undone."""

from msgspec.structs import replace

from croupier.base.citation import Citation, ruling
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot import meter
from croupier.rules.jackpot.contributions import above_floor, room
from croupier.rules.jackpot.evolve import Draft
from croupier.rules.jackpot.link import Award, AwardState, Link
from croupier.rules.jackpot.meter import PARTS, FixedAwardPreferred
from croupier.rules.money import Cents


def release(draft: Draft) -> None:
    """Answer every claim whose turn has come, from the meter as displayed then (R-102)."""
    while (award := first_free(draft.link)) is not None:
        draft.emit(answered(draft.link, award, draft.at))


def first_free(link: Link) -> Award | None:
    """The first claim, unless a hand with a live jackpot bet that was dealt earlier is still open (R-13)."""
    queue = link.queue()
    return queue[0] if queue and not is_held(link, queue[0].deal) else None


def is_held(link: Link, number: int) -> bool:
    """Whether a hand that was dealt before the deal of this number is still open."""
    return any(deal.number is not None and deal.number < number and deal.playing for deal in link.deals.values())


def across_tables(link: Link, award: Award) -> bool:
    """Another table had a say in when it is paid: it waited for one, or the claim of one waits for it."""
    return award.waited or any(other.table != award.table for other in link.queue())


def answered(link: Link, award: Award, at: int) -> ev.AwardLocked | ev.FixedPreferred:
    claim = meter.Claim(award.numerator, award.denominator, award.at_least)
    answer = meter.decide(link.as_meter(), claim)
    where = (award.number, award.table, award.round, award.box)
    across = across_tables(link, award)
    if isinstance(answer, FixedAwardPreferred):
        level = (ruling(59),) if answer.share_worth == award.at_least else ()
        return ev.FixedPreferred(*where, link.displayed, answer.share_worth, (ruling(12), *level), across, at)
    from_overflow, from_reserve = funded(link, Cents(answer.amount - answer.from_meter))
    verify_above = link.parameters.verify_above
    return ev.AwardLocked(
        *where,
        award.numerator,
        award.denominator,
        link.displayed,
        answer.amount,
        answer.from_meter,
        from_overflow,
        from_reserve,
        link.parameters.number,
        verify=verify_above is not None and answer.amount > verify_above,
        cites=(ruling(11), ruling(13), ruling(102)),
        across=across,
        at=at,
    )


def funded(link: Link, missing: Cents) -> tuple[Cents, Cents]:
    """What keeps the meter at its reset value comes from the overflow, then from the reserve, then from the House."""
    from_overflow = min(missing, link.overflow.cents)
    return from_overflow, min(Cents(missing - from_overflow), link.reserve.cents)


def reopen(draft: Draft, table: str, *cites: Citation) -> None:
    """The settlement of the table's last deal is undone, the last award first (R-5)."""
    deal = draft.link.deals[table]
    own = [award for award in draft.link.awards.values() if award.table == table and award.deal == deal.number]
    unpaid = tuple(award.number for award in own if award.state in (AwardState.HELD, AwardState.FIXED))
    draft.emit(ev.HandsReopened(table, deal.round, unpaid, (*cites, ruling(5))))
    for award in reversed(own):
        if award.stands:
            draft.emit(undone(draft.link, award))


def undone(link: Link, award: Award) -> ev.AwardUndone:
    """Returns it where it came from: above the limit that is the overflow; what others were paid since stays (R-44)."""
    assert award.amount is not None, award
    own, taken = (award.from_meter + award.from_overflow + award.from_reserve) * PARTS, award.from_meter * PARTS
    to_overflow = award.from_overflow * PARTS
    to_house = award.amount * PARTS - own
    cites: tuple[Citation, ...] = (ruling(5),)
    if taken >= 0:
        limit = link.parameters.limit
        to_meter = taken if limit is None else room(limit, link.meter.parts, taken)
        to_overflow += taken - to_meter
    else:  # it had brought the meter up to its reset value
        to_meter = -above_floor(replace(link, standing=link.standing_without(award)), -taken)
        to_house += taken - to_meter
        cites += (ruling(44),) if to_meter != taken else ()
    to_reserve = award.from_reserve * PARTS
    return ev.AwardUndone(
        award.number, award.table, award.round, award.box, to_meter, to_overflow, to_reserve, to_house, cites
    )
