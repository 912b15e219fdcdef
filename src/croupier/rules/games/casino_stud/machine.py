"""Multi-Link Progressive Casino Stud, played in document order."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.base.citation import ruling
from croupier.rules.cards import Card
from croupier.rules.games.casino_stud.clauses import CasinoStud
from croupier.rules.games.casino_stud.settle import facts_of, qualifies, settle
from croupier.rules.games.common import is_place
from croupier.rules.games.house import betting, by_hand, dealing, irregularities, reports, rulings
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import decisions as play
from croupier.rules.games.house import events as ev
from croupier.rules.games.house import machine as acts
from croupier.rules.games.house.bets import ANTE, JACKPOT
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.settlement import Settled, check_awaited, conclude, counted, settle_boxes
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Decision, HouseRound, Standing
from croupier.rules.hands import five_card_value
from croupier.rules.rulebook.model import Rulebook

BETS = (ANTE, JACKPOT)
DECISIONS = (Decision.BET, Decision.FOLD)
STAGES = (DECISIONS,)
_BET, _FOLDED, _BY_HAND = Spot.BET, Standing.FOLDED, by_hand.BY_HAND

COMPARED = (CasinoStud.QUALIFYING_HAND, CasinoStud.HANDS_COMPARED, *rulings.RANKED_BY)
NOT_COMPARED = (CasinoStud.QUALIFYING_HAND, CasinoStud.DEALER_NOT_QUALIFIED, *rulings.RANKED_BY)

IRREGULARITIES = reports.Game(
    incidents=frozenset(cmd.Incident) - {cmd.Incident.COMMUNITY_COUNT},
    dealer_card_covers=CasinoStud.DEALER_CARD_EXPOSED,
    jackpot_outlives_fold=True,
)


places = dealing.hands_and_dealer


def deal(book: Rulebook, draft: Draft, command: cmd.DealCards) -> None:
    """The dealer's last card is face up on top of the others (R-22)."""
    due = places(book, draft.round)
    cites = (book.cite(House.DEAL), book.cite(CasinoStud.FACE_UP_CARD), ruling(22))
    dealt = dealing.dealt_to(book, draft.round, due, command.cards, *cites, stage=1)
    draft.emit(replace(dealt, up=dealt.dealer[-1]))


def faces_due(_: Rulebook, round_: HouseRound) -> tuple[by_hand.FacesDue, ...]:
    """Dealt by hand: the face-up card first; a folded hand may still win the jackpot, unless it is hidden (R-91)."""
    if not by_hand.played_by_hand(round_):
        return ()
    if play.decisions_due(round_):
        down = round_.up is not None and is_place(round_.up)
        return (by_hand.FacesDue(cmd.Of.UP, 1),) if down else ()
    return by_hand.hands_due(round_, folded_hand_wins=True)


def make_decision(book: Rulebook, draft: Draft, command: cmd.MakeDecision) -> None:
    box = play.deciding_box(book, draft.round, command)
    if draft.round.table.cards is _BY_HAND:
        by_hand.check_face_up(draft.round, book.cite(CasinoStud.FACE_UP_CARD), ruling(22))
    decision, twice_ante = command.decision, book.cite(CasinoStud.BET_IS_TWICE_ANTE)
    if decision is Decision.BET:
        amount = play.bet_at(book, draft.round, box, command, antes=book.procedure.multiples[_BET])
        draft.emit(ev.DecisionMade(box.number, decision, (twice_ante,), _BET, amount))
    elif decision is Decision.FOLD:
        play.no_amount(command)
        draft.emit(ev.DecisionMade(box.number, decision, (book.cite(CasinoStud.FOLD_LOSES_ANTE),)))
    else:
        raise play.not_in_this_game(command, DECISIONS, twice_ante)


def go_on(book: Rulebook, draft: Draft) -> None:
    """What the dealer does by rule until somebody has something to say again."""
    if play.decisions_due(draft.round):
        return
    awaited = faces_due(book, draft.round) if draft.round.table.cards is _BY_HAND else ()
    if by_hand.dealer_is_due(awaited):
        return
    if not draft.round.dealer_shown and draft.round.anybody_in_play:
        compares = dealer_qualifies(book, draft.round.dealer)
        draft.emit(ev.DealerRevealed(book.cite_all(COMPARED if compares else NOT_COMPARED)))
    if not awaited:
        conclude(book, draft, settle_box, CasinoStud.PAID_CLOCKWISE)


def pay(book: Rulebook, draft: Draft, _: cmd.Settle) -> None:
    check_awaited(draft.round)
    settle_boxes(book, draft, settle_box, CasinoStud.PAID_CLOCKWISE)


def dealer_qualifies(book: Rulebook, dealer: tuple[Card, ...]) -> bool:
    return qualifies(book, five_card_value(dealer))


def settle_box(book: Rulebook, round_: HouseRound, box: Box) -> Settled:
    bets = counted(book, round_, box, book.procedure.multiples)
    cards, dealer = box.cards, round_.dealer
    if round_.table.cards is _BY_HAND:
        cards, dealer = by_hand.to_settle(round_, box, folded_hand_wins=True)
    facts = facts_of(book, cards, dealer, folded=box.standing is _FOLDED, shown=box.shown)
    return settle(book, bets, facts)


def hide_hand(book: Rulebook, draft: Draft, command: cmd.HideHand) -> None:
    rulings.hide_hand(book, draft, command, folds=True)


def rule_on(book: Rulebook, draft: Draft, command: cmd.ReportIrregularity) -> None:
    irregularities.rule_on(book, draft, command, IRREGULARITIES)


ACTS: Mapping[type, acts.Act] = {
    **acts.SHARED,
    **betting.acts(BETS),
    cmd.DealCards: deal,
    **by_hand.acts(deal, places, faces_due),
    cmd.MakeDecision: make_decision,
    cmd.HideHand: hide_hand,
    cmd.Settle: pay,
    cmd.ReportIrregularity: rule_on,
}

decide, advance = acts.machine(ACTS, go_on, decisions=len(STAGES))
