"""3 Card Poker, played in document order."""

from collections.abc import Mapping

from croupier.cards import Card
from croupier.citation import ruling
from croupier.errors import Refused
from croupier.games.house import acts, betting, dealing, play, rulings
from croupier.games.house import commands as cmd
from croupier.games.house import events as ev
from croupier.games.house.clauses import House
from croupier.games.house.dealing import Place
from croupier.games.house.evolve import Draft
from croupier.games.house.lines import AwardPaid, Spot
from croupier.games.house.settlement import Settled, counted, settle_boxes
from croupier.games.house.table import Box, Decision, HouseRound, Phase, Standing
from croupier.games.three_card.clauses import ThreeCard
from croupier.games.three_card.settle import Facts, Outcome, facts_of, qualifies, settle
from croupier.hands import three_card_value
from croupier.rulebook.model import Rulebook

SPOTS = (Spot.ANTE, Spot.PAIR_PLUS, Spot.JACKPOT)
DECISIONS = (Decision.PLAY, Decision.FOLD)
IRREGULARITIES = rulings.Game(incidents=frozenset(cmd.Incident) - {cmd.Incident.COMMUNITY_COUNT})


def advance(
    book: Rulebook, round_: HouseRound, command: cmd.HouseCommand
) -> tuple[tuple[ev.HouseEvent, ...], HouseRound]:
    return acts.advance(ACTS, go_on, book, round_, command)


def decide(book: Rulebook, round_: HouseRound, command: cmd.HouseCommand) -> tuple[ev.HouseEvent, ...]:
    return advance(book, round_, command)[0]


def places(book: Rulebook, round_: HouseRound) -> tuple[Place, ...]:
    """Where the cards that are due now go."""
    return dealing.hands_and_dealer(book, round_) if round_.phase is Phase.DEALING else ()


def close_bets(book: Rulebook, draft: Draft, _: cmd.CloseBets) -> None:
    betting.close_bets(book, draft, {Spot.JACKPOT: betting.jackpot_without_ante(book)})


def deal(book: Rulebook, draft: Draft, command: cmd.DealCards) -> None:
    due = places(book, draft.round)
    draft.emit(dealing.dealt_to(book, draft.round, due, command.cards, book.cite(House.DEAL), stage=1))


def look(book: Rulebook, draft: Draft, command: cmd.Look) -> None:
    box = play.box_with_cards(book, draft.round, command.box)
    if box.bet(Spot.ANTE) is None:
        raise Refused(
            f"box {box.number} has only a Pair Plus bet; its hand is not examined but revealed after the dealer's",
            (book.cite(ThreeCard.PAIR_PLUS_ONLY_UNSEEN),),
        )
    play.look_at(book, draft, box)


def make_decision(book: Rulebook, draft: Draft, command: cmd.MakeDecision) -> None:
    needs_ante = book.cite(ThreeCard.DECISION_NEEDS_ANTE)
    box = play.box_with_cards(book, draft.round, command.box)
    if box.bet(Spot.ANTE) is None:
        raise Refused(f"box {box.number} has no Ante and nothing to decide", (needs_ante, ruling(18)))
    play.check_undecided(draft.round, box, needs_ante)
    match command.decision:
        case Decision.FOLD:
            play.no_amount(command)
            draft.emit(ev.DecisionMade(box.number, Decision.FOLD, (book.cite(ThreeCard.FOLD_FORFEITS),)))
        case Decision.PLAY:
            amount = play.bet_at(book, draft.round, box, command, antes=book.procedure.play_multiple)
            cites = (book.cite(ThreeCard.PLAY_EQUALS_ANTE),)
            draft.emit(ev.DecisionMade(box.number, Decision.PLAY, cites, Spot.PLAY, amount))
        case _:
            raise play.not_in_this_game(command, DECISIONS, needs_ante)


def go_on(book: Rulebook, draft: Draft) -> None:
    """What the dealer does by rule until somebody has something to say again."""
    play.fold_the_absent(book, draft, decisions=1)
    if play.undecided(draft.round):
        return
    if draft.round.in_play() and not draft.round.dealer_shown:
        compared = ThreeCard.HANDS_COMPARED if dealer_qualifies(draft.round.dealer) else ThreeCard.DEALER_NOT_QUALIFIED
        clauses = (ThreeCard.QUALIFYING_HAND, compared, *rulings.RANKED_BY)
        draft.emit(ev.DealerRevealed(tuple(map(book.cite, clauses))))
    facts = {box.number: box_facts(draft.round, box) for box in draft.round.boxes.values() if box.cards}
    settle_boxes(book, draft, lambda box: settle_box(book, draft.round, box, facts))


def box_facts(round_: HouseRound, box: Box) -> Facts:
    return facts_of(box.cards, round_.dealer, folded=box.standing is Standing.FOLDED, shown=box.shown)


def dealer_qualifies(dealer: tuple[Card, ...]) -> bool:
    return qualifies(dealer, three_card_value(dealer))


def settle_box(book: Rulebook, round_: HouseRound, box: Box, facts: dict[int, Facts]) -> Settled:
    bets = counted(book, round_, box, {Spot.PLAY: book.procedure.play_multiple})
    settled = settle(book, rulings.with_reason(bets, box), facts[box.number])
    envy = tuple(envy_bonuses(book, round_, box, facts))
    return Settled(settled.lines, settled.awards + envy, settled.claim) if envy else settled


def envy_bonuses(book: Rulebook, round_: HouseRound, box: Box, facts: dict[int, Facts]) -> list[AwardPaid]:
    """To every live jackpot bet, once for each triggering hand of another player (4.7, R-14)."""
    if box.bet(Spot.JACKPOT) is None or facts[box.number].outcome is Outcome.FOLDED:
        return []
    assert book.jackpot is not None, book.key
    bonuses = []
    for other in round_.in_play():
        row = book.jackpot.rows.get(facts[other.number].hand)
        if other.player == box.player or row is None or row.envy is None:
            continue
        if other.bet(Spot.ANTE) is None:
            continue  # a Pair-Plus-only hand triggers none
        cites = (book.cite(ThreeCard.ENVY_BONUS), book.cite(House.JACKPOT_PAYS), ruling(14))
        bonuses.append(AwardPaid("envy", row.envy, cites, source=other.number))
    return bonuses


def hide_hand(book: Rulebook, draft: Draft, command: cmd.HideHand) -> None:
    rulings.hide_hand(book, draft, command, folds=False)


def rule_on(book: Rulebook, draft: Draft, command: cmd.ReportIrregularity) -> None:
    rulings.rule_on(book, draft, command, IRREGULARITIES)


ACTS: Mapping[type, acts.Act] = {
    **acts.SHARED,
    cmd.CloseBets: close_bets,
    cmd.DealCards: deal,
    cmd.Look: look,
    cmd.MakeDecision: make_decision,
    cmd.HideHand: hide_hand,
    cmd.ReportIrregularity: rule_on,
}
