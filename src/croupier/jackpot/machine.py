"""One progressive meter over many tables: decide. It knows no game.

A link learns from its tables which hands with a jackpot bet are open, in which order they were dealt, and which of
them claim a share. It answers claims in that order. The time of a deal is a number that the link counts, not a clock
(R-102). What a claim is worth is known when its turn has come; then the amount is locked, the meter falls, and the
table pays, at once or after verification. Folding the events decides nothing.
"""

from collections.abc import Callable, Container
from typing import Any

from croupier.actors import Rank
from croupier.citation import Citation, ruling
from croupier.errors import Refused
from croupier.jackpot import changes
from croupier.jackpot import commands as cmd
from croupier.jackpot import events as ev
from croupier.jackpot.awards import is_held, release, reopen
from croupier.jackpot.contributions import contributions, take_back
from croupier.jackpot.evolve import Draft, opened
from croupier.jackpot.link import Award, AwardState, Deal, DealState, Link
from croupier.money import dollars

MOST_BOXES = 52
MOST_SHARES = 10**6
"""The finest share of a meter is one in so many."""

_OPEN = DealState.OPEN


def decide(link: Link | None, command: cmd.LinkCommand) -> tuple[ev.LinkEvent, ...]:
    return advance(link, command)[0]


def advance(link: Link | None, command: cmd.LinkCommand, at: int = 0) -> tuple[tuple[ev.LinkEvent, ...], Link]:
    """The events, and the state they lead to; `at` is written into the award log and decides nothing."""
    if link is None:
        if not isinstance(command, cmd.OpenLink):
            raise Refused("the link has not been opened")
        event = open_link(command)
        return (event,), opened(event)
    draft = Draft(link, at)
    _ACTS[type(command)](draft, command)
    if draft.link.awards:
        release(draft)
    if draft.link.changes:
        changes.take_effect(draft)
    return tuple(draft.events), draft.link


def open_link(command: cmd.OpenLink) -> ev.LinkOpened:
    set_, start = command.parameters, command.start
    faults = [
        changes.named(command.name),
        changes.parameters_fault(set_.contribution, set_.reserve, reset=set_.reset, limit=set_.limit),
        *(changes.table_fault(table, bet) for table, bet in command.tables.items()),
    ]
    if why := next(filter(None, faults), None):
        raise Refused(why)
    most = changes.MOST if set_.limit is None else set_.limit
    if not 0 <= start <= most:
        raise Refused(f"a meter starts at 0 at least and at {dollars(most)} at most")
    if set_.verify_above is not None and not 0 <= set_.verify_above <= changes.MOST:
        raise Refused(f"awards are verified above an amount from 0 to {dollars(changes.MOST)}, or not at all")
    if len(command.tables) > changes.MOST_TABLES:
        raise Refused(f"a link takes at most {changes.MOST_TABLES} tables")
    return ev.LinkOpened(command.name, start, set_, command.tables)


# --- Bets and hands -------------------------------------------------------------------------------------------


def deal_hands(draft: Draft, command: cmd.DealHands) -> None:
    link = draft.link
    _check_bets_taken(link, command)
    _check_last_round_over(link, command)
    _check_bets(link, command)
    number = link.deals_counted + 1 if command.complete else None
    draft.emit(ev.HandsDealt(command.table, command.round, number, contributions(link, command.bets), command.feeds))


def _check_bets_taken(link: Link, command: cmd.DealHands) -> None:
    cites = command.cites
    if link.transferred_to is not None:
        raise Refused(f"{link.name} is closed; no jackpot bet is accepted", cites)
    if command.table not in link.tables:
        raise Refused(f"{command.table} is not linked to {link.name}; no jackpot bet is accepted there", cites)
    if link.suspended:
        raise Refused(
            "the jackpot system is down; no jackpot bet is accepted until it works again", (*cites, ruling(15))
        )
    if link.changes and (approved := changes.first_approved(link)) is not None:
        what = f"change {approved.number} of {link.name} takes effect when the hands now open are over"
        raise Refused(f"{what}; close again then, or without jackpot bets", cites)


def _check_last_round_over(link: Link, command: cmd.DealHands) -> None:
    cites, before = command.cites, link.deals.get(command.table)
    if not 0 < command.round <= changes.MOST:
        raise Refused(f"rounds are numbered from 1, not {command.round}", cites)
    if before is None:
        return
    if command.round <= before.round:
        what = f"the bets of round {command.round} of {command.table} were counted already, or came too late"
        raise Refused(f"{what}; the next round is {before.round + 1} or later", (*cites, ruling(11)))
    if before.state is _OPEN:
        raise Refused(f"round {before.round} of {command.table} is still open", (*cites, ruling(11)))
    if link.awards and any(award.waits for award in link.awards.values() if award.table == command.table):
        raise Refused(f"an award of round {before.round} of {command.table} is not paid yet", (*cites, ruling(13)))


def _check_bets(link: Link, command: cmd.DealHands) -> None:
    """One bet a box, of the prescribed amount: whatever else comes in is unreasonable, and nothing of it is added."""
    prescribed = link.tables[command.table]
    if not 0 < len(command.bets) <= MOST_BOXES:
        raise Refused(f"name from 1 to {MOST_BOXES} boxes with a jackpot bet", command.cites)
    for box, bet in command.bets.items():
        if not 0 < box <= MOST_BOXES:
            raise Refused(f"there is no box {box}; boxes have numbers from 1 to {MOST_BOXES}", command.cites)
        if bet != prescribed:
            what = f"the jackpot bet on box {box} is {dollars(bet)}"
            raise Refused(f"{what}; the prescribed amount is {dollars(prescribed)}", (*command.cites, ruling(47)))


def complete_deal(draft: Draft, command: cmd.CompleteDeal) -> None:
    deal = _open_deal(draft.link, command)
    if deal.number is not None:
        raise Refused(f"round {deal.round} of {command.table} was complete already", (ruling(13), ruling(102)))
    draft.emit(ev.DealCompleted(command.table, deal.round, draft.link.deals_counted + 1))


def narrow_hands(draft: Draft, command: cmd.NarrowHands) -> None:
    deal = _open_deal(draft.link, command)
    _check_boxes(command.boxes, deal.live, "no live jackpot bet", ruling(13))
    draft.emit(ev.HandsNarrowed(command.table, deal.round, command.boxes))


def take_boxes_out(draft: Draft, command: cmd.TakeBack) -> None:
    deal = _open_deal(draft.link, command, *command.cites)
    _check_boxes(command.boxes, deal.contributions, "no jackpot bet that could go back", *command.cites, ruling(54))
    take_back(draft, command.table, command.boxes, *command.cites, ruling(54))


def _check_boxes(boxes: tuple[int, ...], known: Container[int], missing: str, *cites: Citation) -> None:
    if not boxes or len(set(boxes)) != len(boxes):
        raise Refused("name the boxes, each once", cites)
    for box in boxes:
        if box not in known:
            raise Refused(f"box {box} has {missing}", cites)


def resolve_hands(draft: Draft, command: cmd.ResolveHands) -> None:
    link, table = draft.link, command.table
    deal = _open_deal(link, command)
    if not command.claims:
        draft.emit(ev.HandsResolved(table, deal.round))
        return
    claims = sorted(command.claims, key=lambda claim: claim.box)  # clockwise, however they are named
    if deal.number is None:
        raise Refused(f"the hands of round {deal.round} of {table} are not complete; nothing is won", (ruling(13),))
    if len({claim.box for claim in claims}) != len(claims):
        raise Refused("a jackpot bet is paid one award; claim one share for each box", (ruling(12),))
    for claim in claims:
        if claim.box not in deal.live:
            raise Refused(f"box {claim.box} has no live jackpot bet and can claim no share", (ruling(12), ruling(13)))
        if not 0 < claim.numerator <= claim.denominator <= MOST_SHARES or not 0 <= claim.at_least <= changes.MOST:
            raise Refused(f"box {claim.box} can claim a share up to the whole meter, and no less than 0", (ruling(11),))
    waits = is_held(link, deal.number)
    queued = tuple(
        ev.ClaimQueued(number, claim.box, claim.numerator, claim.denominator, claim.at_least, waits)
        for number, claim in enumerate(claims, link.awards_counted + 1)
    )
    draft.emit(ev.HandsResolved(table, deal.round, queued, draft.at))


def reopen_hands(draft: Draft, command: cmd.ReopenHands) -> None:
    deal = _last_deal(draft.link, command, *command.cites)
    if deal.state is not DealState.RESOLVED:
        what = f"round {deal.round} of {command.table} is {deal.state}"
        raise Refused(f"{what}; only a settlement can be undone", (*command.cites, ruling(5)))
    reopen(draft, command.table, *command.cites)


def void_hands(draft: Draft, command: cmd.VoidHands) -> None:
    deal = _last_deal(draft.link, command, *command.cites)
    if deal.state is DealState.VOID:
        raise Refused(f"round {deal.round} of {command.table} is void already", (*command.cites, ruling(7)))
    if deal.state is DealState.RESOLVED:
        reopen(draft, command.table, *command.cites)
    cites = (*command.cites, ruling(7))
    if deal.contributions:
        take_back(draft, command.table, tuple(sorted(deal.contributions)), *cites)
    draft.emit(ev.HandsVoided(command.table, deal.round, cites))


_OfRound = cmd.CompleteDeal | cmd.NarrowHands | cmd.TakeBack | cmd.ResolveHands | cmd.ReopenHands | cmd.VoidHands


def _last_deal(link: Link, command: _OfRound, *cites: Citation) -> Deal:
    """What is not a table's last deal cannot be changed any more (R-5)."""
    deal = link.deals.get(command.table)
    if deal is None:
        raise Refused(f"{link.name} knows of no jackpot bet at {command.table}", cites)
    if deal.round != command.round:
        what = f"the last jackpot bets at {command.table} were in round {deal.round}, not {command.round}"
        raise Refused(what, (*cites, ruling(5)))
    return deal


def _open_deal(link: Link, command: _OfRound, *cites: Citation) -> Deal:
    deal = _last_deal(link, command, *cites)
    if deal.state is not _OPEN:
        raise Refused(f"round {deal.round} of {command.table} is {deal.state} and not open", (*cites, ruling(5)))
    return deal


# --- Awards ---------------------------------------------------------------------------------------------------


def verify_award(draft: Draft, command: cmd.VerifyAward) -> None:
    award = _award(draft.link, command.award)
    changes.check_rank(command.by, Rank.PIT_SUPERVISOR, "verify an award")
    changes.check_reason(command.reason)
    if award.state is not AwardState.LOCKED or not award.verify:
        raise Refused(f"award {award.number} is {award.state} and not waiting for verification")
    draft.emit(ev.AwardVerified(award.number, command.by, command.reason))


def pay_award(draft: Draft, command: cmd.PayAward) -> None:
    award = _award(draft.link, command.award)
    if award.table != command.table:
        raise Refused(f"award {award.number} was won at {award.table}, not at {command.table}")
    if award.state is AwardState.HELD:
        raise Refused(f"award {award.number} waits for a hand that was dealt earlier", (ruling(13),))
    if award.state is AwardState.LOCKED and award.verify:
        raise Refused(f"award {award.number} of {dollars(award.amount or 0)} must be verified first")
    if not is_payable(award):
        raise Refused(f"award {award.number} is {award.state}; an award is paid once", (ruling(12),))
    assert award.amount is not None, award
    draft.emit(ev.AwardPaid(award.number, award.table, award.round, award.box, award.amount))


def is_payable(award: Award) -> bool:
    return award.state is AwardState.VERIFIED or (award.state is AwardState.LOCKED and not award.verify)


def _award(link: Link, number: int) -> Award:
    award = link.awards.get(number)
    if award is None:
        raise Refused(f"{link.name} has no award {number} that anything could be done with")
    return award


# --- The system -----------------------------------------------------------------------------------------------


def suspend(draft: Draft, command: cmd.SuspendLink) -> None:
    """Claims of bets already closed are still answered, from what is registered (R-15)."""
    if command.by is not None:
        changes.check_rank(command.by, Rank.PIT_SUPERVISOR, "suspend a link")
    changes.check_reason(command.reason)
    if draft.link.suspended:
        raise Refused(f"{draft.link.name} is suspended already")
    draft.emit(ev.LinkSuspended(command.by, command.reason, draft.link.displayed))


def resume(draft: Draft, command: cmd.ResumeLink) -> None:
    changes.check_rank(command.by, Rank.PIT_SUPERVISOR, "resume a link")
    changes.check_reason(command.reason)
    if not draft.link.suspended:
        raise Refused(f"{draft.link.name} is not suspended")
    draft.emit(ev.LinkResumed(command.by, command.reason))


def prescribe_bet(draft: Draft, command: cmd.PrescribeBet) -> None:
    """Between two rounds of that table: what is bet in the other tables stays as it is."""
    link, table = draft.link, command.table
    before, deal = link.tables.get(table), link.deals.get(table)
    if before is None:
        raise Refused(f"{table} is not linked to {link.name}")
    if deal is not None and deal.state is _OPEN:
        raise Refused(f"round {deal.round} of {table} is still open", (ruling(11),))
    if why := changes.table_fault(table, command.bet):
        raise Refused(why)
    if command.bet != before:
        draft.emit(ev.BetPrescribed(table, before, command.bet))


def open_again(draft: Draft, _: cmd.OpenLink) -> None:
    raise Refused(f"{draft.link.name} is open already")


_ACTS: dict[type, Callable[[Draft, Any], None]] = {
    cmd.OpenLink: open_again,
    cmd.DealHands: deal_hands,
    cmd.CompleteDeal: complete_deal,
    cmd.NarrowHands: narrow_hands,
    cmd.TakeBack: take_boxes_out,
    cmd.ResolveHands: resolve_hands,
    cmd.ReopenHands: reopen_hands,
    cmd.VoidHands: void_hands,
    cmd.VerifyAward: verify_award,
    cmd.PayAward: pay_award,
    cmd.ProposeChange: changes.propose,
    cmd.ApproveChange: changes.approve,
    cmd.WithdrawChange: changes.withdraw,
    cmd.ReceiveTransfer: changes.receive,
    cmd.PrescribeBet: prescribe_bet,
    cmd.SuspendLink: suspend,
    cmd.ResumeLink: resume,
}
