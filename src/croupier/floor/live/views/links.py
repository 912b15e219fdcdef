"""A link as everybody sees it."""

from croupier.floor.live.answers.links import AwardTold, LinkTold
from croupier.floor.live.state.times import printed_time
from croupier.rules.jackpot.link import SHOWN_AWARDS, Award, AwardState, Link
from croupier.rules.money import dollars

_STATES = {
    AwardState.HELD: "held",
    AwardState.LOCKED: "locked",
    AwardState.VERIFIED: "locked",
    AwardState.PAID: "paid",
    AwardState.UNDONE: "undone",
}


def link_view(link: Link, version: int, at: int) -> LinkTold:
    awards = [award_view(award) for award in link.awards.values() if award.state in _STATES]
    return LinkTold(
        name=link.name,
        version=version,
        at=printed_time(at),
        state="closed" if link.transferred_to is not None else "suspended" if link.suspended else "open",
        value=dollars(link.displayed),
        reset=dollars(link.parameters.reset),
        at_limit=link.at_limit,
        parameters=link.parameters.number,
        tables=sorted(link.tables),
        awards=awards[::-1][:SHOWN_AWARDS],
    )


def award_view(award: Award) -> AwardTold:
    known = award.state is not AwardState.HELD and award.value is not None and award.amount is not None
    return AwardTold(
        award=award.number,
        table=award.table,
        round=award.round,
        box=award.box,
        share="1" if award.denominator == award.numerator else f"{award.numerator}/{award.denominator}",
        state=_STATES[award.state],
        value=dollars(award.value or 0) if known else None,
        amount=dollars(award.amount or 0) if known else None,
        at=printed_time(award.at),
    )
