"""3 Card Poker, played in document order."""

from collections.abc import Iterator, Mapping

from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.cards import Card
from croupier.rules.games.house import betting, by_hand, dealing, irregularities, reports, rulings
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import decisions as play
from croupier.rules.games.house import events as ev
from croupier.rules.games.house import machine as acts
from croupier.rules.games.house.bets import ANTE, JACKPOT, Bet
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.lines import AwardPaid
from croupier.rules.games.house.settlement import Settled, check_awaited, conclude, counted, settle_boxes
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Decision, HouseRound, Standing
from croupier.rules.games.three_card.clauses import ThreeCard
from croupier.rules.games.three_card.settle import Facts, facts_of, qualifies, settle
from croupier.rules.hands import three_card_value
from croupier.rules.rulebook.model import Rulebook

BETS = (ANTE, Bet(Spot.PAIR_PLUS, ("pair-plus-on-own-hand", "pair-plus-pays")), JACKPOT)
_PLAYS, _FOLDS = DECISIONS = (Decision.PLAY, Decision.FOLD)
STAGES = (DECISIONS,)
_ANTE, _PLAY, _JACKPOT = Spot.ANTE, Spot.PLAY, Spot.JACKPOT
_FOLDED, _BY_HAND = Standing.FOLDED, by_hand.BY_HAND

COMPARED = (ThreeCard.QUALIFYING_HAND, ThreeCard.HANDS_COMPARED, *rulings.RANKED_BY)
NOT_COMPARED = (ThreeCard.QUALIFYING_HAND, ThreeCard.DEALER_NOT_QUALIFIED, *rulings.RANKED_BY)
IRREGULARITIES = reports.Game(incidents=frozenset(cmd.Incident) - {cmd.Incident.COMMUNITY_COUNT})


places = dealing.hands_and_dealer


def deal(book: Rulebook, draft: Draft, command: cmd.DealCards) -> None:
    due = places(book, draft.round)
    draft.emit(dealing.dealt_to(book, draft.round, due, command.cards, book.cite(House.DEAL), stage=1))


def faces_due(_: Rulebook, round_: HouseRound) -> tuple[by_hand.FacesDue, ...]:
    """Dealt by hand: nothing is turned up before the last decision."""
    if not by_hand.played_by_hand(round_) or play.decisions_due(round_):
        return ()
    return by_hand.hands_due(round_)


def look(book: Rulebook, draft: Draft, command: cmd.Look) -> None:
    box = play.box_with_cards(book, draft.round, command.box)
    if box.bet(_ANTE) is None:
        raise Refused(
            says("pair-plus-not-examined", box=box.number),
            (book.cite(ThreeCard.PAIR_PLUS_ONLY_UNSEEN),),
        )
    play.look_at(book, draft, box)


def make_decision(book: Rulebook, draft: Draft, command: cmd.MakeDecision) -> None:
    needs_ante = book.cite(ThreeCard.DECISION_NEEDS_ANTE)
    box = play.box_with_cards(book, draft.round, command.box)
    if box.bet(_ANTE) is None:
        raise Refused(says("no-ante", box=box.number), (needs_ante, ruling(18)))
    play.check_undecided(draft.round, box, needs_ante)
    decision = command.decision
    if decision is _PLAYS:
        amount = play.bet_at(book, draft.round, box, command, antes=book.procedure.multiples[_PLAY])
        draft.emit(ev.DecisionMade(box.number, decision, (book.cite(ThreeCard.PLAY_EQUALS_ANTE),), _PLAY, amount))
    elif decision is _FOLDS:
        play.no_amount(command)
        draft.emit(ev.DecisionMade(box.number, decision, (book.cite(ThreeCard.FOLD_FORFEITS),)))
    else:
        raise play.not_in_this_game(command, DECISIONS, needs_ante)


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
        conclude(book, draft, settle_box)


def pay(book: Rulebook, draft: Draft, _: cmd.Settle) -> None:
    check_awaited(draft.round)
    settle_boxes(book, draft, settle_box)


def box_facts(book: Rulebook, round_: HouseRound, box: Box) -> Facts:
    cards, dealer = box.cards, round_.dealer
    if round_.table.cards is _BY_HAND:
        cards, dealer = by_hand.to_settle(round_, box)
    return facts_of(book, cards, dealer, folded=box.standing is _FOLDED, shown=box.shown)


def dealer_qualifies(book: Rulebook, dealer: tuple[Card, ...]) -> bool:
    return qualifies(book, three_card_value(dealer))


def settle_box(book: Rulebook, round_: HouseRound, box: Box) -> Settled:
    bets = counted(book, round_, box, book.procedure.multiples)
    settled = settle(book, bets, box_facts(book, round_, box))
    if _JACKPOT in bets and len(round_.boxes) > 1 and (envy := tuple(envy_bonuses(book, round_, box))):
        return Settled(settled.lines, settled.awards + envy, settled.claim)
    return settled


def envy_bonuses(book: Rulebook, round_: HouseRound, box: Box) -> Iterator[AwardPaid]:
    """To every live jackpot bet, once for each triggering hand of another player (4.7, R-14)."""
    assert book.jackpot is not None, book.key
    if box.standing is _FOLDED:
        return
    for other in round_.in_play():
        if other.player == box.player or other.bet(_ANTE) is None:
            continue  # a Pair-Plus-only hand triggers none
        row = book.jackpot.rows.get(box_facts(book, round_, other).hand)
        if row is not None and row.envy is not None:
            cites = (book.cite(ThreeCard.ENVY_BONUS), book.cite(House.JACKPOT_PAYS), ruling(14), ruling(114))
            yield AwardPaid("envy", row.envy, cites, source=other.number)


def hide_hand(book: Rulebook, draft: Draft, command: cmd.HideHand) -> None:
    box = betting.present_box(book, draft.round, command.box)
    if box.cards and box.bet(_ANTE) is None:
        raise Refused(
            says("pair-plus-dealer-reveals", box=box.number),
            (book.cite(ThreeCard.PAIR_PLUS_ONLY_UNSEEN), ruling(18)),
        )
    rulings.hide_hand(book, draft, command, folds=False)


def rule_on(book: Rulebook, draft: Draft, command: cmd.ReportIrregularity) -> None:
    irregularities.rule_on(book, draft, command, IRREGULARITIES)


ACTS: Mapping[type, acts.Act] = {
    **acts.SHARED,
    **betting.acts(BETS),
    cmd.DealCards: deal,
    **by_hand.acts(deal, places, faces_due),
    cmd.Look: look,
    cmd.MakeDecision: make_decision,
    cmd.HideHand: hide_hand,
    cmd.Settle: pay,
    cmd.ReportIrregularity: rule_on,
}

decide, advance = acts.machine(ACTS, go_on, decisions=len(STAGES))
