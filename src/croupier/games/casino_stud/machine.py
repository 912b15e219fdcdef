"""Multi-Link Progressive Casino Stud, played in document order."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.cards import Card
from croupier.citation import ruling
from croupier.games.casino_stud.clauses import CasinoStud
from croupier.games.casino_stud.settle import facts_of, qualifies, settle
from croupier.games.house import acts, betting, dealing, play, rulings
from croupier.games.house import commands as cmd
from croupier.games.house import events as ev
from croupier.games.house.clauses import House
from croupier.games.house.dealing import Place
from croupier.games.house.evolve import Draft
from croupier.games.house.lines import Spot
from croupier.games.house.settlement import Settled, counted, settle_boxes
from croupier.games.house.table import Box, Decision, HouseRound, Phase, Standing
from croupier.hands import five_card_value
from croupier.rulebook.model import Rulebook

SPOTS = (Spot.ANTE, Spot.JACKPOT)
DECISIONS = (Decision.BET, Decision.FOLD)
IRREGULARITIES = rulings.Game(
    incidents=frozenset(cmd.Incident) - {cmd.Incident.COMMUNITY_COUNT},
    dealer_card_covers=CasinoStud.DEALER_CARD_EXPOSED,
)


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
    """The dealer's last card lies face up over the others (R-22)."""
    due = places(book, draft.round)
    cites = (book.cite(House.DEAL), book.cite(CasinoStud.FACE_UP_CARD), ruling(22))
    dealt = dealing.dealt_to(book, draft.round, due, command.cards, *cites, stage=1)
    draft.emit(replace(dealt, up=dealt.dealer[-1]))


def make_decision(book: Rulebook, draft: Draft, command: cmd.MakeDecision) -> None:
    box = play.deciding_box(book, draft.round, command)
    match command.decision:
        case Decision.FOLD:
            play.no_amount(command)
            draft.emit(ev.DecisionMade(box.number, Decision.FOLD, (book.cite(CasinoStud.FOLD_LOSES_ANTE),)))
        case Decision.BET:
            amount = play.bet_at(book, draft.round, box, command, antes=book.procedure.bet_multiple)
            cites = (book.cite(CasinoStud.BET_IS_TWICE_ANTE),)
            draft.emit(ev.DecisionMade(box.number, Decision.BET, cites, Spot.BET, amount))
        case _:
            raise play.not_in_this_game(command, DECISIONS, book.cite(CasinoStud.BET_IS_TWICE_ANTE))


def go_on(book: Rulebook, draft: Draft) -> None:
    """What the dealer does by rule until somebody has something to say again."""
    play.fold_the_absent(book, draft, decisions=1)
    if play.undecided(draft.round):
        return
    if draft.round.in_play() and not draft.round.dealer_shown:
        compared = (
            CasinoStud.HANDS_COMPARED if dealer_qualifies(draft.round.dealer) else CasinoStud.DEALER_NOT_QUALIFIED
        )
        clauses = (CasinoStud.QUALIFYING_HAND, compared, *rulings.RANKED_BY)
        draft.emit(ev.DealerRevealed(tuple(map(book.cite, clauses))))
    settle_boxes(book, draft, lambda box: settle_box(book, draft.round, box))


def dealer_qualifies(dealer: tuple[Card, ...]) -> bool:
    return qualifies(dealer, five_card_value(dealer))


def settle_box(book: Rulebook, round_: HouseRound, box: Box) -> Settled:
    bets = counted(book, round_, box, {Spot.BET: book.procedure.bet_multiple})
    folded = box.standing is Standing.FOLDED
    return settle(
        book,
        rulings.with_reason(bets, box),
        facts_of(box.cards, round_.dealer, folded=folded, shown=box.shown),
    )


def hide_hand(book: Rulebook, draft: Draft, command: cmd.HideHand) -> None:
    rulings.hide_hand(book, draft, command, folds=True)


def rule_on(book: Rulebook, draft: Draft, command: cmd.ReportIrregularity) -> None:
    rulings.rule_on(book, draft, command, IRREGULARITIES)


ACTS: Mapping[type, acts.Act] = {
    **acts.SHARED,
    cmd.CloseBets: close_bets,
    cmd.DealCards: deal,
    cmd.MakeDecision: make_decision,
    cmd.HideHand: hide_hand,
    cmd.ReportIrregularity: rule_on,
}
