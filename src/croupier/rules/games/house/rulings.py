"""Irregularities: what was found, in any phase, leads to a cited ruling and what follows from it.

Each ruling is a function in the order of chapter 5. A report of something that the paragraphs know only while
cards lie on the table comes too late once the next round has opened, and mostly once the round is settled (R-50).
"""

from collections.abc import Callable

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import listed, says
from croupier.rules.games.common import Ruled
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.betting import present_box
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import Choose, HideHand, Incident, ReportIrregularity, RoundCommand, WalkAway
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.reports import Game, check_rank, policy_cites, seen, who_undoes
from croupier.rules.games.house.settlement import everything_back, outcome_established
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import INVALIDATED, Box, HouseRound, Phase, Standing
from croupier.rules.rulebook.model import Rulebook

_CHANGES_NOTHING = ("none", "reconstructed")
"""Verdicts that leave a settlement as it was made."""
RANKED_BY = (House.RANK_OF_CARDS, House.RANKING_OF_HANDS, House.RANKING_OF_EQUALS)


def check_choices_first(book: Rulebook, round_: HouseRound, command: RoundCommand) -> None:
    """Until every affected box has chosen, only choices and reports are accepted (5.10); anybody may leave (R-95)."""
    if not isinstance(command, Choose | ReportIrregularity | WalkAway):
        boxes = listed(sorted(round_.choosing))
        raise Refused(says("boxes-choose-first", boxes=boxes), (book.cite(House.DEALING_ERROR),))


def hide_hand(book: Rulebook, draft: Draft, command: HideHand, *, folds: bool) -> None:
    """A hand that is not shown establishes nothing (R-74, R-75).

    In Casino Stud it is folded, and one that has folded can still be kept from winning the jackpot (R-91).
    """
    box = present_box(book, draft.round, command.box)
    cites = (book.cite(House.HAND_NOT_SHOWN), ruling(91) if folds else ruling(74))
    hideable = box.standing is Standing.IN_PLAY or (folds and box.standing is Standing.FOLDED)
    if not box.cards or draft.round.phase is Phase.VOID or not hideable:
        raise Refused(says("no-hand-to-show", box=box.number), cites)
    if not box.shown:
        raise Refused(says("hand-hidden-already", box=box.number), cites)
    undone = _undone(draft.round)
    if undone:
        if command.by is not None:
            check_rank(draft.round, command.by, who_undoes(draft.round, (box.number,)), cites)
        draft.emit(ev.SettlementUndone())
    draft.emit(ev.HandHidden(box.number, (*cites, *undone)))
    if folds and box.standing is Standing.IN_PLAY:
        draft.emit(ev.ConsideredFolded(box.number, cites))


def ruled(draft: Draft, report: ReportIrregularity, verdict: str, *cites: Citation, box: int | None = None) -> None:
    counts = report.incident is Incident.EXPOSED and verdict != "none"  # noticed too late, it adds to nothing
    exposed = report.cards if counts else 0
    alone = report.alone and draft.round.settlement_made and verdict not in _CHANGES_NOTHING
    draft.emit(
        ev.IrregularityRuled(
            Ruled(report.incident, verdict, cites, box, report.by, report.reason, alone),
            exposed_boxes=0 if report.dealer else exposed,
            exposed_dealer=exposed if report.dealer else 0,
            exposed_in=report.boxes if counts else (),
        )
    )


def comes_too_late(draft: Draft, report: ReportIrregularity, *cites: Citation, box: int | None = None) -> None:
    """Noticed after the settlement, by a paragraph that does not wait until the next round (R-50, R-100)."""
    ruled(draft, report, "none", *cites, ruling(50), ruling(100), box=box)


def void(
    book: Rulebook, draft: Draft, report: ReportIrregularity, *cites: Citation, afterwards: tuple[Citation, ...] = ()
) -> None:
    """Every chip of the round goes back to the player who put it in (R-7); `afterwards` is ruled for the rounds to
    come."""
    ruled(draft, report, "void", *cites, *afterwards)
    if draft.round.settlement_made:
        draft.emit(ev.SettlementUndone())
    back = (*cites, book.cite(House.VOID_RETURNS_BETS), ruling(7))
    boxes = {box.number: ev.BoxSettled(everything_back(box, *back)) for box in draft.round.boxes.values() if box.bets}
    draft.emit(ev.RoundVoided(cites, boxes))


def options(book: Rulebook, draft: Draft, report: ReportIrregularity, boxes: tuple[int, ...], *cites: Citation) -> None:
    """The affected boxes may continue or have their bets back; who has chosen to continue is not asked again (R-56)."""
    affected = tuple(
        box.number
        for box in draft.round.in_play()
        if (not boxes or box.number in boxes) and not box.committed and box.player not in draft.round.departed
    )
    how = House.CONTINUE_RECONSTRUCTED if report.reconstructable else House.CONTINUE_AS_DEALT
    offered = (book.cite(House.DEALING_ERROR), book.cite(how), book.cite(House.BET_RETURNED_ON_REQUEST))
    if not affected:
        committed = any(box.committed for box in draft.round.in_play() if not boxes or box.number in boxes)
        return ruled(draft, report, "continue", *cites, *offered, *((ruling(56),) if committed else ()))
    ruled(draft, report, "options", *cites, *offered)
    draft.emit(ev.OptionsGiven(affected, (book.cite(how),)))
    return None


def interruption(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    """While anything is left to conclude, be it a share of the jackpot; afterwards it comes too late (R-100)."""
    established = outcome_established(draft.round)
    if draft.round.over:
        why = (book.cite(House.OUTCOME_ESTABLISHED), ruling(6)) if established else (ruling(55),)
        comes_too_late(draft, report, *why)
    elif established:
        ruled(draft, report, "continue", book.cite(House.OUTCOME_ESTABLISHED), ruling(6))
    else:
        void(book, draft, report, book.cite(House.NO_OUTCOME_ESTABLISHED), ruling(6))


def ground_for_void(*clauses: str) -> Callable[[Rulebook, Draft, ReportIrregularity, Game], None]:
    def rule(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
        if draft.round.settlement_made:
            ruled(draft, report, "none", *book.cite_all(clauses), ruling(50))
        else:
            void(book, draft, report, *book.cite_all(clauses))

    return rule


def exposed(book: Rulebook, draft: Draft, report: ReportIrregularity, game: Game) -> None:
    covers = game.dealer_card_covers
    round_ = draft.round
    boxes = round_.exposed_boxes + (0 if report.dealer else report.cards)
    dealer = round_.exposed_dealer + (report.cards if report.dealer else 0)
    covered = covers if dealer == 1 else None
    if covered:
        dealer = 0  # it is face up by rule and no longer counts as exposed
    if round_.settlement_made:
        unseen = House.TWO_CARDS_EXPOSED if boxes + dealer >= 2 else House.DEALING_ERROR
        too_late = (report.dealer and covered) or (House.EXPOSED_AFTER_SEEN if seen(round_) else unseen)
        return comes_too_late(draft, report, book.cite(too_late))
    if report.dealer and covered:
        cites = (book.cite(covered), ruling(92))
        ruled(draft, report, "continue", *cites)
        return draft.emit(ev.FaceUpCardExposed(report.card or round_.dealer[0], cites))
    if seen(round_):
        return ruled(draft, report, "continue", book.cite(House.EXPOSED_AFTER_SEEN), ruling(51))
    if boxes + dealer >= 2:
        return void(book, draft, report, book.cite(House.TWO_CARDS_EXPOSED), ruling(53))
    return options(book, draft, report, () if report.dealer else report.boxes, ruling(53))


def misdealt(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    cite = book.cite(House.DEALT_INCORRECTLY)
    if draft.round.settlement_made:
        return comes_too_late(draft, report, cite)
    if report.hands_movable:
        return ruled(draft, report, "reconstructed", cite, ruling(52))
    if seen(draft.round):
        return options(book, draft, report, report.boxes)
    return void(book, draft, report, cite)


def dealer_count(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    """Also the community's; noticed at any time before the next round (5.8.7)."""
    cite = book.cite(House.DEALER_COUNT_WRONG)
    undone = _undone(draft.round)
    if not report.reconstructable:
        return void(book, draft, report, cite, *undone)
    if undone:
        return ruled(draft, report, "reconstructed", cite, ruling(52), *undone)
    return options(book, draft, report, (), cite, ruling(52))


def _undone(round_: HouseRound) -> tuple[Citation, ...]:
    """What lets the pit change a settlement that was made (R-5, R-107)."""
    return (ruling(107),) if round_.settlement_made else ()


def no_burn(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    cite = book.cite(House.BURN_LEFT_OUT)
    if draft.round.settlement_made:
        return comes_too_late(draft, report, cite)
    if seen(draft.round):
        return void(book, draft, report, cite, ruling(107))
    if not report.reconstructable:  # at the House's discretion
        return void(book, draft, report, cite, ruling(101))
    return options(book, draft, report, (), cite, ruling(101))


def dealing_error(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    if draft.round.settlement_made:
        return comes_too_late(draft, report, book.cite(House.DEALING_ERROR))
    return options(book, draft, report, report.boxes)


def face_up(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    """It is used as though it were the next card."""
    if draft.round.settlement_made:
        return comes_too_late(draft, report, book.cite(House.FACE_UP_IN_SHOE))
    return ruled(draft, report, "continue", book.cite(House.FACE_UP_IN_SHOE))


def simultaneous(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    """The supervisor says which card came first; if it lay second, the two change places."""
    cites = (book.cite(House.DRAWN_TOGETHER), book.cite(House.DRAWN_TOGETHER_IS_AN_ERROR))
    if draft.round.settlement_made:
        return comes_too_late(draft, report, *cites)
    first, second = report.first, report.second
    assert first is not None and second is not None, "the report was checked"
    order = draft.round.dealt
    if order.index(first) > order.index(second):
        draft.emit(ev.CardsChangedPlaces(first, second))
    return options(book, draft, report, (), *cites)


def player_count(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    cite, undone = book.cite(House.PLAYER_COUNT_WRONG), _undone(draft.round)
    for number in report.boxes or tuple(box.number for box in draft.round.in_play()):
        if report.reconstructable:
            if undone:
                ruled(draft, report, "reconstructed", cite, ruling(52), *undone, box=number)
            else:
                options(book, draft, report, (number,), cite, ruling(52))
            continue
        take_out(draft, report, number, cite, ruling(54), *undone)


def take_out(draft: Draft, report: ReportIrregularity, number: int, *cites: Citation) -> None:
    """Invalidates one hand; a settlement is made again without it."""
    ruled(draft, report, INVALIDATED, *cites, box=number)
    if draft.round.settlement_made:
        draft.emit(ev.SettlementUndone())
    draft.emit(ev.BoxTakenOut(number, cites))


def extra_look(book: Rulebook, draft: Draft, report: ReportIrregularity, game: Game) -> None:
    cite = book.cite(House.EXTRA_HAND_EXAMINED)
    box = draft.round.boxes[report.boxes[0]]
    if draft.round.settlement_made:
        return comes_too_late(draft, report, cite, box=box.number)
    draft.emit(ev.HandExamined(box.number, by_right=False))
    if not report.intentional:
        return ruled(draft, report, "continue", cite, ruling(8), box=box.number)
    if box.standing is Standing.FOLDED:
        return strike_out_folded(draft, report, game, box, cite, ruling(8), ruling(94))
    return take_out(draft, report, box.number, cite, ruling(8))


def strike_out_folded(draft: Draft, report: ReportIrregularity, game: Game, box: Box, *cites: Citation) -> None:
    """What the fold has lost stays lost; a jackpot bet that is still alive goes back (R-94, R-54)."""
    ruled(draft, report, INVALIDATED, *cites, box=box.number)
    if game.jackpot_outlives_fold and box.shown and box.bet(Spot.JACKPOT) is not None:
        draft.emit(ev.BetReturned(box.number, Spot.JACKPOT, (*cites, ruling(54))))


def jackpot_down(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    """What happens to this round; the policy for the rounds after it is the House's."""
    policy = policy_cites(book, report.policy)
    if report.policy is not None:
        policy = (*policy, ruling(101))
    if draft.round.over or draft.round.settlement_made or draft.round.table.jackpot_refused:
        too_late = (ruling(50),) if draft.round.settlement_made else ()
        ruled(draft, report, "none", *too_late, *policy)
    elif seen(draft.round):
        ruled(draft, report, "continue", book.cite(House.JACKPOT_DOWN_SEEN), ruling(15), *policy)
    else:
        void(book, draft, report, book.cite(House.JACKPOT_DOWN_UNSEEN), ruling(58), afterwards=policy)


def jackpot_up(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    ruled(draft, report, "none", book.cite(House.AFTER_JACKPOT_DOWN))
    draft.emit(ev.RestrictionsLifted())


def other(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    cite = book.cite(House.SHIFT_MANAGER_DECIDES)
    if draft.round.settlement_made:
        comes_too_late(draft, report, cite)
    elif report.void:
        void(book, draft, report, cite)
    else:
        ruled(draft, report, "continue", cite)
