"""From the layout to settlement lines: what counts, what goes back, who has won the jackpot, in which order."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says, word
from croupier.base.values import Value
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import AnswerClaim
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.lines import AwardPaid, Counted, LineSettled, Result, goes_back, loses, wins_award
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, ClaimOpen, HouseRound, Phase, Stake, Standing
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

Bets = Mapping[Spot, Counted]

_ANTE = Spot.ANTE
_IN_PLAY, _RETURNED = Standing.IN_PLAY, Standing.RETURNED


class Settled(Value):
    """What `settle` says of one box; a share of the meter is a claim until the meter has answered."""

    lines: tuple[LineSettled, ...]
    awards: tuple[AwardPaid, ...] = ()
    claim: "Share | None" = None
    opens_hand: bool = False
    """It has folded and is paid on its own cards, so they are open."""


class Share(Value):
    """A share of the meter, or the fixed award if that is worth as much."""

    numerator: int
    denominator: int
    at_least: Cents
    cites: tuple[Citation, ...]
    fixed_cites: tuple[Citation, ...] = ()
    """Of the fixed award, if that is paid."""


def jackpot(book: Rulebook, bet: Counted, hands: tuple[str, ...], *cites: Citation) -> LineSettled | Share:
    """One award a bet, the most valuable of those that the hand reaches (R-12)."""
    if not hands:
        return loses(bet, book.cite(House.JACKPOT_PAYS), *cites)
    assert book.jackpot is not None, book.key
    rows = [book.jackpot.rows[hand] for hand in hands]
    shares = [row.share for row in rows if row.share is not None]
    fixed = max((row.fixed for row in rows if row.fixed is not None), default=Cents(0))
    cites = (book.cite(House.JACKPOT_PAYS), *cites)
    if shares:
        best = max(shares)
        return Share(best.numerator, best.denominator, fixed, (*cites, ruling(11), *bet.cites), (*cites, *bet.cites))
    if fixed:
        return wins_award(bet, fixed, *cites)
    return loses(bet, *cites)


def counted(book: Rulebook, round_: HouseRound, box: Box, proper: Mapping[str, int]) -> dict[Spot, Counted]:
    """Each live bet as it counts. `proper` gives, in Antes, the size of the bets that depend on the Ante."""
    bets: dict[Spot, Counted] = {}
    for spot, stake in box.bets.items():
        if stake.returned:
            continue
        multiple = proper.get(spot)
        if multiple is None:
            if stake.unnoticed:
                bets[spot] = _within_limits(book, round_, spot, stake)
            else:
                bets[spot] = Counted(spot, stake.amount, stake.amount, stake.cut)
            continue
        ante = bets[_ANTE]
        size = ante.counts * multiple
        if stake.amount > size:
            cites: tuple[Citation, ...] = (book.cite(House.OVERSIZED_BET),)
            if ante.counts < ante.staked:
                cites = (*cites, ruling(46))
            bets[spot] = Counted(spot, stake.amount, Cents(size), cites)
        elif stake.amount < size:
            bets[spot] = Counted(spot, stake.amount, stake.amount, (book.cite(House.UNDERSIZED_BET),))
        else:
            bets[spot] = Counted(spot, stake.amount, stake.amount)
    if box.because:  # such as having walked away (5.5)
        return {spot: Counted(spot, bet.staked, bet.counts, bet.cites + box.because) for spot, bet in bets.items()}
    return bets


def _within_limits(book: Rulebook, round_: HouseRound, spot: Spot, stake: Stake) -> Counted:
    """How much of a bet counts that nobody has noticed to break a limit (5.1.1, 5.2.1)."""
    amount = stake.amount
    limits = round_.table.limits.get(spot)
    if limits is None:
        return Counted(spot, amount, amount, stake.cut)
    if amount > limits.high:
        return Counted(spot, amount, limits.high, (book.cite(House.EXCESS_UNNOTICED), ruling(46)))
    if amount < limits.low:
        return Counted(spot, amount, amount, (book.cite(House.BELOW_MINIMUM_UNNOTICED),))
    return Counted(spot, amount, amount, stake.cut)


def proper_ante(book: Rulebook, round_: HouseRound, box: Box) -> Cents:
    """The Ante as everything derived from it sees it (R-46)."""
    ante = box.bets[_ANTE]
    return _within_limits(book, round_, _ANTE, ante).counts if ante.unnoticed else ante.amount


def everything_back(box: Box, *cites: Citation) -> tuple[LineSettled, ...]:
    return tuple(
        goes_back(Counted(spot, stake.amount, stake.amount), *stake.returned, *cites)
        for spot, stake in box.bets.items()
    )


SettleBox = Callable[[Rulebook, HouseRound, Box], Settled]


def conclude(book: Rulebook, draft: Draft, settle_box: SettleBox, several: str | None = None) -> None:
    """Nothing is left to turn up or decide: pay, or wait for the dealer; what is settled again never waits (R-93)."""
    if draft.round.table.settles_by_hand and not draft.round.undone:
        draft.emit(ev.SettlementAwaited((ruling(93),)))
    else:
        settle_boxes(book, draft, settle_box, several)


def check_awaited(round_: HouseRound) -> None:
    """Whether the dealer's word to pay is what the table waits for."""
    if round_.phase is Phase.SETTLING:
        return
    if not round_.table.settles_by_hand:
        raise Refused(says("settles-by-itself"), (ruling(93),))
    if round_.phase is Phase.VOID:
        raise Refused(says("round-void", ruling=word("ruling", "void")), (*round_.void, ruling(93)))
    if round_.settlement_made:
        raise Refused(says("round-settled"), (ruling(93),))
    raise Refused(says("not-ready-to-settle"), (ruling(93),))


def settle_boxes(book: Rulebook, draft: Draft, settle_box: SettleBox, several: str | None = None) -> None:
    """Settle every box, clockwise; shares of the meter are claimed in the order of the deal (R-13).

    `several` is the clause on that order, for a document that has one for two or more winners at a table.
    """
    boxes: dict[int, ev.BoxSettled] = {}
    claims: list[ClaimOpen] = []
    for box in draft.round.boxes.values():
        if not box.bets:
            continue
        if box.standing is _RETURNED:
            boxes[box.number] = ev.BoxSettled(everything_back(box, *box.because))
            continue
        back: tuple[LineSettled, ...] = ()
        for spot, stake in box.bets.items():
            if stake.returned:
                back += (goes_back(Counted(spot, stake.amount, stake.amount), *stake.returned),)
        if len(back) == len(box.bets):
            boxes[box.number] = ev.BoxSettled(back)
            continue
        settled = settle_box(book, draft.round, box)
        walked = _left_decided(book, draft.round, box) if draft.round.departed else ()
        own = tuple(_also_citing(line, walked) for line in settled.lines) if walked else settled.lines
        boxes[box.number] = ev.BoxSettled(own + back, settled.awards, settled.opens_hand)
        if settled.claim is not None:
            share = settled.claim
            cites, fixed = (*share.cites, ruling(13), *walked), (*share.fixed_cites, *walked)
            claims.append(ClaimOpen(box.number, share.numerator, share.denominator, share.at_least, cites, fixed))
    if several is not None and len(claims) > 1:
        claims = [replace(claim, cites=(*claim.cites, book.cite(several))) for claim in claims]
    draft.emit(ev.RoundSettled(boxes, tuple(claims)))


def answer_claim(book: Rulebook, round_: HouseRound, answer: AnswerClaim) -> ev.JackpotPaid:
    """The meter has answered the first open claim."""
    claim = round_.claims[0]
    in_turn = (book.cite(House.PAID_ACROSS_TABLES), ruling(102)) if answer.across else ()
    stake = round_.boxes[claim.box].bets[Spot.JACKPOT]
    bet = Counted(Spot.JACKPOT, stake.amount, stake.amount)
    if answer.fixed_instead:
        level = (ruling(59),) if answer.share_worth == claim.at_least else ()
        line = wins_award(bet, claim.at_least, *claim.fixed_cites, ruling(12), *level, *in_turn)
    else:
        line = wins_award(bet, answer.share_worth, *claim.cites, *in_turn)
    paid = (answer.share_worth, answer.fixed_instead, answer.award, answer.meter, answer.from_meter)
    return ev.JackpotPaid(claim.box, line, claim, *paid)


def _left_decided(book: Rulebook, round_: HouseRound, box: Box) -> tuple[Citation, ...]:
    """Its player walked away when nothing was left to decide (5.6)."""
    if box.player not in round_.departed or box.standing is not _IN_PLAY:
        return ()
    return (book.cite(House.WALKED_AWAY_DECIDED), *((ruling(95),) if box.left_choosing else ()))


def _also_citing(line: LineSettled, cites: tuple[Citation, ...]) -> LineSettled:
    return LineSettled(line.spot, line.staked, line.returned, line.paid, line.result, (*line.cites, *cites), line.odds)


def outcome_established(round_: HouseRound) -> bool:
    """Some bet can no longer change its result: a box has folded, or the dealer's hand is known (R-6)."""
    if round_.dealer_shown:
        return True
    return any(box.standing is Standing.FOLDED for box in round_.boxes.values()) or any(
        line.result is not Result.RETURNED for box in round_.boxes.values() for line in box.lines
    )
