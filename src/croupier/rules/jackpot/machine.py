"""One progressive meter over many tables: decide. It knows no game.

A link learns from its tables which hands with a jackpot bet are open, in which order they were dealt, and which of
them claim a share. It answers claims in that order. The time of a deal is a number that the link counts, not a clock
(R-102). What a claim is worth is known when its turn has come; then the amount is locked, the meter falls, and the
table pays, at once or after verification. Folding the events decides nothing.
"""

from collections.abc import Callable, Container
from typing import Any

from croupier.base.actors import Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import Sentence, says, word
from croupier.rules.jackpot import changes
from croupier.rules.jackpot import commands as cmd
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.awards import is_held, release, reopen
from croupier.rules.jackpot.contributions import contributions, take_back
from croupier.rules.jackpot.evolve import Draft, opened
from croupier.rules.jackpot.link import Award, AwardState, Deal, DealState, Link
from croupier.rules.money import dollars

MOST_BOXES = 52
MOST_SHARES = 10**6
"""The finest share of a meter is one in this many."""

_OPEN = DealState.OPEN


def decide(link: Link | None, command: cmd.LinkCommand) -> tuple[ev.LinkEvent, ...]:
    return advance(link, command)[0]


def advance(link: Link | None, command: cmd.LinkCommand, at: int = 0) -> tuple[tuple[ev.LinkEvent, ...], Link]:
    """The events, and the state they lead to; `at` is written into the award log and decides nothing."""
    if link is None:
        if not isinstance(command, cmd.OpenLink):
            raise Refused(says("link-not-opened"))
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
        raise Refused(says("meter-start", most=dollars(most)))
    if set_.verify_above is not None and not 0 <= set_.verify_above <= changes.MOST:
        raise Refused(says("verify-above", most=dollars(changes.MOST)))
    if len(command.tables) > changes.MOST_TABLES:
        raise Refused(says("link-takes-tables", most=changes.MOST_TABLES))
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
        raise Refused(says("link-closed-no-bets", link=link.name), cites)
    if command.table not in link.tables:
        raise Refused(says("not-linked-no-bets", table=command.table, link=link.name), cites)
    if link.suspended:
        raise Refused(says("jackpot-down-no-bets"), (*cites, ruling(15)))
    if link.changes and (approved := changes.first_approved(link)) is not None:
        raise Refused(
            says("change-about-to-be", change=approved.number, link=link.name),
            cites,
        )


def _check_last_round_over(link: Link, command: cmd.DealHands) -> None:
    cites, before = command.cites, link.deals.get(command.table)
    if not 0 < command.round <= changes.MOST:
        raise Refused(says("round-numbers", round=command.round), cites)
    if before is None:
        return
    if command.round <= before.round:
        raise Refused(
            says("bets-counted-already", round=command.round, table=command.table, next=before.round + 1),
            (*cites, ruling(11)),
        )
    if before.state is _OPEN:
        raise Refused(says("round-of-table-open", round=before.round, table=command.table), (*cites, ruling(11)))
    if link.awards and any(award.waits for award in link.awards.values() if award.table == command.table):
        raise Refused(says("award-not-paid", round=before.round, table=command.table), (*cites, ruling(13)))


def _check_bets(link: Link, command: cmd.DealHands) -> None:
    """One bet a box, of the prescribed amount: anything else is unreasonable, and nothing of it is added."""
    prescribed = link.tables[command.table]
    if not 0 < len(command.bets) <= MOST_BOXES:
        raise Refused(says("name-jackpot-boxes", most=MOST_BOXES), command.cites)
    for box, bet in command.bets.items():
        if not 0 < box <= MOST_BOXES:
            raise Refused(says("no-such-box", box=box, most=MOST_BOXES), command.cites)
        if bet != prescribed:
            why = says("jackpot-bet-prescribed", box=box, amount=dollars(bet), prescribed=dollars(prescribed))
            raise Refused(why, (*command.cites, ruling(47)))


def complete_deal(draft: Draft, command: cmd.CompleteDeal) -> None:
    deal = _open_deal(draft.link, command)
    if deal.number is not None:
        raise Refused(says("round-complete", round=deal.round, table=command.table), (ruling(13), ruling(102)))
    draft.emit(ev.DealCompleted(command.table, deal.round, draft.link.deals_counted + 1))


def narrow_hands(draft: Draft, command: cmd.NarrowHands) -> None:
    deal = _open_deal(draft.link, command)
    _check_boxes(command.boxes, deal.live, says("no-live-jackpot-bet"), ruling(13))
    draft.emit(ev.HandsNarrowed(command.table, deal.round, command.boxes, command.cites))


def take_boxes_out(draft: Draft, command: cmd.TakeBack) -> None:
    deal = _open_deal(draft.link, command, *command.cites)
    _check_boxes(command.boxes, deal.contributions, says("no-jackpot-bet-to-go-back"), *command.cites, ruling(54))
    take_back(draft, command.table, command.boxes, *command.cites, ruling(54))


def _check_boxes(boxes: tuple[int, ...], known: Container[int], missing: Sentence, *cites: Citation) -> None:
    if not boxes or len(set(boxes)) != len(boxes):
        raise Refused(says("name-boxes-once"), cites)
    for box in boxes:
        if box not in known:
            raise Refused(says("box-has-no", box=box, missing=missing), cites)


def resolve_hands(draft: Draft, command: cmd.ResolveHands) -> None:
    link, table = draft.link, command.table
    deal = _open_deal(link, command)
    if not command.claims:
        draft.emit(ev.HandsResolved(table, deal.round))
        return
    claims = sorted(command.claims, key=lambda claim: claim.box)  # clockwise, however they are named
    if deal.number is None:
        raise Refused(says("hands-not-complete", round=deal.round, table=table), (ruling(13),))
    if len({claim.box for claim in claims}) != len(claims):
        raise Refused(says("one-share-each"), (ruling(12),))
    for claim in claims:
        if claim.box not in deal.contributions:  # also one that holds up nobody: a board may win for it
            raise Refused(says("no-live-bet-no-share", box=claim.box), (ruling(12), ruling(13)))
        if not 0 < claim.numerator <= claim.denominator <= MOST_SHARES or not 0 <= claim.at_least <= changes.MOST:
            raise Refused(says("share-limits", box=claim.box), (ruling(11),))
    waits = is_held(link, deal.number)
    queued = tuple(
        ev.ClaimQueued(number, claim.box, claim.numerator, claim.denominator, claim.at_least, waits)
        for number, claim in enumerate(claims, link.awards_counted + 1)
    )
    draft.emit(ev.HandsResolved(table, deal.round, queued, draft.at))


def reopen_hands(draft: Draft, command: cmd.ReopenHands) -> None:
    deal = _last_deal(draft.link, command, *command.cites)
    if deal.state is not DealState.RESOLVED:
        why = says("only-settlement-undone", round=deal.round, table=command.table, state=word("state", deal.state))
        raise Refused(why, (*command.cites, ruling(5)))
    reopen(draft, command.table, *command.cites)


def void_hands(draft: Draft, command: cmd.VoidHands) -> None:
    deal = _last_deal(draft.link, command, *command.cites)
    if deal.state is DealState.VOID:
        raise Refused(says("round-of-table-void", round=deal.round, table=command.table), (*command.cites, ruling(7)))
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
        raise Refused(says("no-jackpot-bet-there", link=link.name, table=command.table), cites)
    if deal.round != command.round:
        what = says("last-jackpot-bets", table=command.table, round=deal.round, given=command.round)
        raise Refused(what, (*cites, ruling(5)))
    return deal


def _open_deal(link: Link, command: _OfRound, *cites: Citation) -> Deal:
    deal = _last_deal(link, command, *cites)
    if deal.state is not _OPEN:
        raise Refused(
            says("round-of-table-not-open", round=deal.round, table=command.table, state=word("state", deal.state)),
            (*cites, ruling(5)),
        )
    return deal


# --- Awards ---------------------------------------------------------------------------------------------------


def verify_award(draft: Draft, command: cmd.VerifyAward) -> None:
    award = _award(draft.link, command.award)
    changes.check_rank(command.by, Rank.PIT_SUPERVISOR, says("verify-an-award"))
    changes.check_reason(command.reason)
    if award.state is not AwardState.LOCKED or not award.verify:
        raise Refused(says("award-not-to-verify", award=award.number, state=word("state", award.state)))
    draft.emit(ev.AwardVerified(award.number, command.by, command.reason))


def pay_award(draft: Draft, command: cmd.PayAward) -> None:
    award = _award(draft.link, command.award)
    if award.table != command.table:
        raise Refused(says("award-of-another-table", award=award.number, table=award.table, given=command.table))
    if award.state is AwardState.HELD:
        raise Refused(says("award-waits", award=award.number), (ruling(13),))
    if award.state is AwardState.LOCKED and award.verify:
        raise Refused(says("award-verify-first", award=award.number, amount=dollars(award.amount or 0)))
    if not is_payable(award):
        raise Refused(says("award-paid-once", award=award.number, state=word("state", award.state)), (ruling(12),))
    assert award.amount is not None, award
    draft.emit(ev.AwardPaid(award.number, award.table, award.round, award.box, award.amount))


def is_payable(award: Award) -> bool:
    return award.state is AwardState.VERIFIED or (award.state is AwardState.LOCKED and not award.verify)


def _award(link: Link, number: int) -> Award:
    award = link.awards.get(number)
    if award is None:
        raise Refused(says("no-open-award", link=link.name, award=number))
    return award


# --- The system -----------------------------------------------------------------------------------------------


def suspend(draft: Draft, command: cmd.SuspendLink) -> None:
    """Claims of bets already closed are still answered, from what is registered (R-15)."""
    if command.by is not None:
        changes.check_rank(command.by, Rank.PIT_SUPERVISOR, says("suspend-a-link"))
    if isinstance(command.reason, str):
        changes.check_reason(command.reason)
    if draft.link.suspended:
        raise Refused(says("suspended-already", link=draft.link.name))
    draft.emit(ev.LinkSuspended(command.by, command.reason, draft.link.displayed))


def resume(draft: Draft, command: cmd.ResumeLink) -> None:
    changes.check_rank(command.by, Rank.PIT_SUPERVISOR, says("resume-a-link"))
    if command.reason:
        changes.check_reason(command.reason)
    if not draft.link.suspended:
        raise Refused(says("link-not-suspended", link=draft.link.name))
    draft.emit(ev.LinkResumed(command.by, command.reason))


def prescribe_bet(draft: Draft, command: cmd.PrescribeBet) -> None:
    """Between two rounds of that table: what is bet in the other tables stays as it is."""
    link, table = draft.link, command.table
    before, deal = link.tables.get(table), link.deals.get(table)
    if before is None:
        raise Refused(says("not-linked", table=table, link=link.name))
    if deal is not None and deal.state is _OPEN:
        raise Refused(says("round-of-table-open", round=deal.round, table=table), (ruling(11),))
    if why := changes.table_fault(table, command.bet):
        raise Refused(why)
    if command.bet != before:
        draft.emit(ev.BetPrescribed(table, before, command.bet))


def open_again(draft: Draft, _: cmd.OpenLink) -> None:
    raise Refused(says("link-open-already", link=draft.link.name))


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
