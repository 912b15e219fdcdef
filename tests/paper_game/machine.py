"""Two Card Duel, played in document order."""

from collections.abc import Mapping

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
from croupier.rules.rulebook.model import Rulebook
from tests.paper_game.clauses import Duel
from tests.paper_game.settle import facts_of, qualifies, settle

BETS = (ANTE, JACKPOT)
DECISIONS = (Decision.BET, Decision.FOLD)
STAGES = (DECISIONS,)
COMPARED = (Duel.QUALIFYING_HAND, Duel.HANDS_COMPARED, *rulings.RANKED_BY)
NOT_COMPARED = (Duel.QUALIFYING_HAND, Duel.DEALER_NOT_QUALIFIED, *rulings.RANKED_BY)
IRREGULARITIES = reports.Game(incidents=frozenset(cmd.Incident) - {cmd.Incident.COMMUNITY_COUNT})

places = dealing.hands_and_dealer


def deal(book: Rulebook, draft: Draft, command: cmd.DealCards) -> None:
    due = places(book, draft.round)
    draft.emit(dealing.dealt_to(book, draft.round, due, command.cards, book.cite(House.DEAL), stage=1))


def faces_due(_: Rulebook, round_: HouseRound) -> tuple[by_hand.FacesDue, ...]:
    if not by_hand.played_by_hand(round_) or play.decisions_due(round_):
        return ()
    return by_hand.hands_due(round_)


def make_decision(book: Rulebook, draft: Draft, command: cmd.MakeDecision) -> None:
    box = play.deciding_box(book, draft.round, command)
    equals_ante = book.cite(Duel.BET_EQUALS_ANTE)
    if command.decision is Decision.BET:
        amount = play.bet_at(book, draft.round, box, command, antes=book.procedure.multiples[Spot.BET])
        draft.emit(ev.DecisionMade(box.number, command.decision, (equals_ante,), Spot.BET, amount))
    elif command.decision is Decision.FOLD:
        play.no_amount(command)
        draft.emit(ev.DecisionMade(box.number, command.decision, (book.cite(Duel.FOLD_LOSES_ALL),)))
    else:
        raise play.not_in_this_game(command, DECISIONS, equals_ante)


def go_on(book: Rulebook, draft: Draft) -> None:
    """What the dealer does by rule until somebody has something to say again."""
    if play.decisions_due(draft.round):
        return
    awaited = faces_due(book, draft.round)
    if by_hand.dealer_is_due(awaited):
        return
    if not draft.round.dealer_shown and draft.round.in_play():
        compares = qualifies(book, draft.round.dealer)
        draft.emit(ev.DealerRevealed(book.cite_all(COMPARED if compares else NOT_COMPARED)))
    if not awaited:
        conclude(book, draft, settle_box)


def pay(book: Rulebook, draft: Draft, _: cmd.Settle) -> None:
    check_awaited(draft.round)
    settle_boxes(book, draft, settle_box)


def settle_box(book: Rulebook, round_: HouseRound, box: Box) -> Settled:
    bets = counted(book, round_, box, book.procedure.multiples)
    folded = box.standing is Standing.FOLDED
    cards, dealer = by_hand.to_settle(round_, box)
    return settle(book, bets, facts_of(book, cards, dealer, folded=folded, shown=box.shown))


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
