"""Progressive Texas Hold'em, played in document order."""

from collections.abc import Mapping

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.games.house import betting, by_hand, dealing, irregularities, reports, rulings
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import decisions as play
from croupier.rules.games.house import events as ev
from croupier.rules.games.house import machine as acts
from croupier.rules.games.house.bets import ANTE, JACKPOT, Bet, jackpot_without_ante
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.dealing import Place, To
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.settlement import Settled, check_awaited, conclude, counted, settle_boxes
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Decision, HouseRound, Phase, Standing
from croupier.rules.games.progressive_holdem.clauses import Holdem
from croupier.rules.games.progressive_holdem.settle import facts_of, settle
from croupier.rules.rulebook.model import Device, Rulebook

_DEALING, _BY_HAND = Phase.DEALING, by_hand.BY_HAND
IRREGULARITIES = reports.Game(incidents=frozenset(cmd.Incident), jackpot_outlives_fold=True)

STAGES = ((Decision.FLOP, Decision.FOLD), (Decision.TURN, Decision.CHECK), (Decision.RIVER, Decision.CHECK))
"""What a box decides in each betting round."""

ASKED_BY = {1: Holdem.FLOP_IS_TWICE_ANTE, 2: Holdem.FLOP_REVEALED, 3: Holdem.TURN_REVEALED}

NEXT_TURNED = {0: 3, 3: 4, 4: 5}
"""Community cards face up before and after the dealer turns the next ones."""

REVEALED_BY = {3: Holdem.FLOP_REVEALED, 4: Holdem.TURN_REVEALED, 5: Holdem.RIVER_REVEALED}

STREETS = {3: "flop", 4: "turn", 5: "river"}


def bonus_without_ante(book: Rulebook) -> tuple[Citation, ...]:
    return (book.cite(Holdem.BONUS_NEEDS_ANTE), *jackpot_without_ante(book), ruling(48))


BETS = (ANTE, Bet(Spot.BONUS, ("bonus-needs-ante", "bets-pay"), bonus_without_ante), JACKPOT)


def places(book: Rulebook, round_: HouseRound) -> tuple[Place, ...]:
    """Where the cards that are due now go."""
    if round_.phase is not _DEALING:
        return ()
    hands = tuple([box.number for box in round_.boxes.values() if box.live])
    cards = book.procedure.cards_in_hand
    if round_.table.device is Device.SHUFFLER:
        return (To.COMMUNITY,) * 5 + dealing.in_sets((*hands, To.DEALER), cards)
    if not round_.dealt:
        return dealing.one_at_a_time(hands, cards, "hole-cards" in book.procedure.burn_before)
    turned = NEXT_TURNED[round_.turned]
    street = (To.BURN,) * (STREETS[turned] in book.procedure.burn_before) + (To.COMMUNITY,) * (turned - round_.turned)
    if turned == 5 and round_.anybody_in_play:
        return street + (To.DEALER,) * cards  # the dealer's own two come last, without a burn
    return street


def deal(book: Rulebook, draft: Draft, command: cmd.DealCards) -> None:
    due = places(book, draft.round)
    if not due:
        raise Refused(says("no-cards-due-now"), (book.cite(House.DEAL),))
    first = not draft.round.dealt
    shoe = draft.round.table.device is Device.SHOE
    cites: list[Citation] = [book.cite(Holdem.BURN_BEFORE_EACH_DEAL)] if shoe else []
    if first:
        cites.append(book.cite(House.DEAL))
    if first and not shoe:
        cites.append(book.cite(Holdem.COMMUNITY_CARDS_DEALT))
    elif not first:
        turned = NEXT_TURNED[draft.round.turned]
        cites.append(book.cite(Holdem.COMMUNITY_CARDS_DEALT if turned == 3 else REVEALED_BY[turned]))
    own = (book.cite(Holdem.DEALER_HAND_COMPARED), ruling(24)) if not first and To.DEALER in due else ()
    stage = 1 if first else None
    draft.emit(dealing.dealt_to(book, draft.round, due, command.cards, *cites, stage=stage, dealer_cites=own))


def faces_due(book: Rulebook, round_: HouseRound) -> tuple[by_hand.FacesDue, ...]:
    """Dealt by hand: the next community cards, which leave the shoe one street at a time; then dealer and boxes."""
    if round_.phase is _DEALING and round_.dealt and round_.table.cards is _BY_HAND:
        return (by_hand.FacesDue(cmd.Of.BOARD, places(book, round_).count(To.COMMUNITY)),)
    if not by_hand.played_by_hand(round_):
        return ()
    if down := by_hand.faceless(round_.board):
        return (by_hand.FacesDue(cmd.Of.BOARD, len(down)),)
    if play.decisions_due(round_):
        return ()
    if round_.turned == 5 or not (round_.in_play() or community_chance(round_)):
        return by_hand.hands_due(round_)
    turned = NEXT_TURNED[round_.turned]
    down = by_hand.faceless(round_.community[round_.turned : turned])
    return (by_hand.FacesDue(cmd.Of.BOARD, len(down)),) if down else ()


def make_decision(book: Rulebook, draft: Draft, command: cmd.MakeDecision) -> None:
    in_for_the_finish = book.cite(Holdem.FLOP_IS_TWICE_ANTE)
    stage = max(draft.round.stage, 1)
    asked = book.cite(ASKED_BY[stage])
    box = play.deciding_box(book, draft.round, command, asked, in_for_the_finish)
    if draft.round.table.cards is _BY_HAND:
        by_hand.check_board(draft.round, asked)
    if command.decision not in STAGES[stage - 1]:
        raise play.not_in_this_game(command, STAGES[stage - 1], asked, in_for_the_finish)
    match command.decision:
        case Decision.FOLD:
            play.no_amount(command)
            draft.emit(ev.DecisionMade(box.number, Decision.FOLD, (book.cite(Holdem.FOLD_FORFEITS),)))
        case Decision.FLOP:
            place(book, draft, box, command, Spot.FLOP, in_for_the_finish)
        case Decision.TURN:
            seen_flop = book.cite(Holdem.FLOP_REVEALED)
            place(book, draft, box, command, Spot.TURN, seen_flop, ruling(28))
        case Decision.RIVER:
            seen_turn = book.cite(Holdem.TURN_REVEALED)
            place(book, draft, box, command, Spot.RIVER, seen_turn, ruling(28))
        case Decision.CHECK:
            play.no_amount(command)
            draft.emit(ev.DecisionMade(box.number, Decision.CHECK, (asked, ruling(28))))
        case _:
            raise AssertionError(command.decision)


def place(
    book: Rulebook,
    draft: Draft,
    box: Box,
    command: cmd.MakeDecision,
    spot: Spot,
    *cites: Citation,
) -> None:
    amount = play.bet_at(book, draft.round, box, command, antes=book.procedure.multiples[spot])
    draft.emit(ev.DecisionMade(box.number, command.decision, cites, spot, amount))


def go_on(book: Rulebook, draft: Draft) -> None:
    """What the dealer does by rule until somebody has something to say again."""
    while not play.decisions_due(draft.round):
        if draft.round.turned == 5 or not (draft.round.anybody_in_play or community_chance(draft.round)):
            settle_round(book, draft)
            return
        if draft.round.table.cards is _BY_HAND and faces_due(book, draft.round):
            return
        turn_over(book, draft)
        if draft.round.phase is _DEALING:
            return


def community_chance(round_: HouseRound) -> bool:
    """A folded box's jackpot bet still plays for the community cards, so they are dealt (R-27)."""
    return any(box.standing is Standing.FOLDED and box.bet(Spot.JACKPOT) is not None for box in round_.boxes.values())


def turn_over(book: Rulebook, draft: Draft) -> None:
    """Turn the next community cards, or call for them; then ask those who are in for the finish."""
    turned = NEXT_TURNED[draft.round.turned]
    if len(draft.round.community) < turned:
        draft.emit(ev.CardsCalled())
        return
    draft.emit(ev.CommunityTurned(turned, (book.cite(REVEALED_BY[turned]),)))
    if turned < 5:
        draft.emit(ev.DecisionsAsked(stage=draft.round.stage + 1))


def settle_round(book: Rulebook, draft: Draft) -> None:
    awaited = faces_due(book, draft.round) if draft.round.table.cards is _BY_HAND else ()
    if by_hand.dealer_is_due(awaited):
        return
    if not draft.round.dealer_shown and draft.round.anybody_in_play:
        draft.emit(ev.DealerRevealed(book.cite_all((Holdem.DEALER_HAND_COMPARED, *rulings.RANKED_BY))))
    if not awaited:
        conclude(book, draft, settle_box)


def pay(book: Rulebook, draft: Draft, _: cmd.Settle) -> None:
    check_awaited(draft.round)
    settle_boxes(book, draft, settle_box)


def settle_box(book: Rulebook, round_: HouseRound, box: Box) -> Settled:
    bets = counted(book, round_, box, book.procedure.multiples)
    folded = box.standing is Standing.FOLDED
    hole, dealer = box.cards, round_.dealer
    if round_.table.cards is _BY_HAND:
        hole, dealer = by_hand.to_settle(round_, box)
    facts = facts_of(book, hole, round_.board, dealer, folded=folded, shown=box.shown)
    return settle(book, bets, facts)


def hide_hand(book: Rulebook, draft: Draft, command: cmd.HideHand) -> None:
    rulings.hide_hand(book, draft, command, folds=False)


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
