"""Irregularities: what was found, in any phase, leads to a cited ruling and what follows from it.

Each ruling is a function in the order of chapter 5. A report of something that the paragraphs know only while
cards lie on the table comes too late once the next round has opened, and mostly once the round is settled (R-50).
"""

from collections.abc import Callable
from typing import NamedTuple

from croupier.actors import Rank
from croupier.citation import Citation, ruling
from croupier.errors import Refused
from croupier.games.common import Ruled
from croupier.games.house import events as ev
from croupier.games.house.betting import present_box
from croupier.games.house.clauses import House
from croupier.games.house.commands import Choose, HideHand, HouseCommand, Incident, Policy, ReportIrregularity
from croupier.games.house.evolve import Draft
from croupier.games.house.lines import Spot
from croupier.games.house.settlement import everything_back, losing_for_good
from croupier.games.house.table import HouseRound, Phase, Standing
from croupier.rulebook.model import Device, Rulebook

RANKED_BY = (House.RANK_OF_CARDS, House.RANKING_OF_HANDS, House.RANKING_OF_EQUALS)


class Game(NamedTuple):
    """Where the three documents differ."""

    incidents: frozenset[Incident]
    dealer_card_covers: str | None = None
    """The clause by which one exposed card of the dealer becomes his face-up card (Casino Stud)."""


def check_choices_first(book: Rulebook, round_: HouseRound, command: HouseCommand) -> None:
    """Until every affected box has chosen, only choices and reports are heard (5.10)."""
    if not isinstance(command, Choose | ReportIrregularity):
        boxes = ", ".join(map(str, sorted(round_.choosing)))
        raise Refused(f"box {boxes} must first choose to continue or to withdraw", (book.cite(House.DEALING_ERROR),))


def hide_hand(book: Rulebook, draft: Draft, command: HideHand, *, folds: bool) -> None:
    """A hand that is not shown establishes nothing; in Casino Stud it is folded (R-74, R-75)."""
    box = present_box(book, draft.round, command.box)
    cites = (book.cite(House.HAND_NOT_SHOWN), ruling(74))
    if not box.cards or draft.round.phase is Phase.VOID or box.standing is not Standing.IN_PLAY:
        raise Refused(f"box {box.number} has no hand to show now", cites)
    if not box.shown:
        raise Refused(f"box {box.number} has already said that it does not show its hand", cites)
    if draft.round.settlement_made:
        draft.emit(ev.SettlementUndone())
    draft.emit(ev.HandHidden(box.number, cites))
    if folds:
        draft.emit(ev.ConsideredFolded(box.number, cites))


def rule_on(book: Rulebook, draft: Draft, report: ReportIrregularity, game: Game) -> None:
    check_report(book, draft.round, report, game)
    if report.incident in _OF_DEALT_CARDS and draft.round.phase is Phase.BETTING:
        if not draft.round.table.earlier_round:
            why = "no cards have been dealt at this table yet; report it after the close"
            raise Refused(why, (book.cite(House.DEAL),))
        return ruled(draft, report, "none", book.cite(House.NOTICED_TOO_LATE))
    if draft.round.phase is Phase.VOID and report.incident not in (
        Incident.JACKPOT_DOWN,
        Incident.JACKPOT_UP,
    ):
        return ruled(draft, report, "none", ruling(50))
    return _RULINGS[report.incident](book, draft, report, game)


def check_report(book: Rulebook, round_: HouseRound, report: ReportIrregularity, game: Game) -> None:
    if report.incident not in game.incidents:
        why = f"no paragraph of this game knows {report.incident}; report it as other"
        raise Refused(why, (book.cite(House.SHIFT_MANAGER_DECIDES),))
    rank, clause = _DECIDED_BY[report.incident]
    if report.by.rank < rank:
        raise Refused(f"this is for the {rank.words} or above to decide", (book.cite(clause),))
    if round_.table.device is Device.SHUFFLER and report.incident in _ONLY_WITH_A_SHOE:
        cites = (book.cite(House.DEAL), book.cite(_ONLY_WITH_A_SHOE[report.incident]))
        raise Refused(f"{report.incident} cannot happen with the shuffler", cites)
    if report.incident in _OF_THE_JACKPOT and round_.table.jackpot_bet is None:
        raise Refused("this table has no progressive jackpot", (book.cite(House.OFFERED_AT_THE_TABLE),))
    if report.cards < 1:
        raise Refused(f"{report.cards} cards cannot be exposed; 1 or more", (book.cite(House.TWO_CARDS_EXPOSED),))
    for number in report.boxes:
        if number not in round_.boxes:
            raise Refused(f"nobody has box {number}; taken are {', '.join(map(str, round_.boxes))}")
        if report.incident in _OF_DEALT_CARDS and round_.dealt and not round_.boxes[number].cards:
            raise Refused(f"box {number} has no hand in this round", (book.cite(House.DEAL),))


def ruled(draft: Draft, report: ReportIrregularity, verdict: str, *cites: Citation, box: int | None = None) -> None:
    counts = report.incident is Incident.EXPOSED and verdict != "none"  # noticed too late, it adds to nothing
    exposed = report.cards if counts else 0
    draft.emit(
        ev.IrregularityRuled(
            Ruled(report.incident, verdict, cites, box, report.by, report.reason),
            exposed_boxes=0 if report.dealer else exposed,
            exposed_dealer=exposed if report.dealer else 0,
        )
    )


def void(
    book: Rulebook, draft: Draft, report: ReportIrregularity, *cites: Citation, afterwards: tuple[Citation, ...] = ()
) -> None:
    """Every chip of the round goes back to whoever put it in (R-7); `afterwards` is ruled for the rounds to come."""
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
        if (not boxes or box.number in boxes) and not box.bound and box.player not in draft.round.departed
    )
    how = House.CONTINUE_RECONSTRUCTED if report.reconstructable else House.CONTINUE_AS_DEALT
    offered = (book.cite(House.DEALING_ERROR), book.cite(how), book.cite(House.BET_RETURNED_ON_REQUEST))
    if not affected:
        bound = any(box.bound for box in draft.round.in_play() if not boxes or box.number in boxes)
        return ruled(draft, report, "continue", *cites, *offered, *((ruling(56),) if bound else ()))
    ruled(draft, report, "options", *cites, *offered)
    draft.emit(ev.OptionsGiven(affected, (book.cite(how),)))
    return None


def seen(round_: HouseRound) -> bool:
    """Any player has seen cards distributed to him (R-4)."""
    return any(box.looked for box in round_.boxes.values())


def interruption(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    if losing_for_good(draft.round):
        ruled(draft, report, "continue", book.cite(House.OUTCOME_ESTABLISHED), ruling(6))
    elif draft.round.settlement_made:
        ruled(draft, report, "none", ruling(50), ruling(55))
    else:
        void(book, draft, report, book.cite(House.NO_OUTCOME_ESTABLISHED), ruling(6))


def _ground_for_void(*clauses: str) -> Callable[[Rulebook, Draft, ReportIrregularity, Game], None]:
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
        dealer = 0  # it lies face up by rule and counts as exposed no more
    if round_.settlement_made:
        unseen = House.TWO_CARDS_EXPOSED if boxes + dealer >= 2 else House.DEALING_ERROR
        too_late = House.EXPOSED_AFTER_SEEN if seen(round_) else (report.dealer and covered) or unseen
        return ruled(draft, report, "none", book.cite(too_late), ruling(50))
    if report.dealer and covered:
        return ruled(draft, report, "continue", book.cite(covered))
    if seen(round_):
        return ruled(draft, report, "continue", book.cite(House.EXPOSED_AFTER_SEEN), ruling(51))
    if boxes + dealer >= 2:
        return void(book, draft, report, book.cite(House.TWO_CARDS_EXPOSED), ruling(53))
    return options(book, draft, report, () if report.dealer else report.boxes, ruling(53))


def misdealt(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    cite = book.cite(House.DEALT_INCORRECTLY)
    if draft.round.settlement_made:
        return ruled(draft, report, "none", cite, ruling(50))
    if report.hands_movable:
        return ruled(draft, report, "reconstructed", cite, ruling(52))
    if seen(draft.round):
        return options(book, draft, report, report.boxes)
    return void(book, draft, report, cite)


def dealer_count(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    """Also the community's; noticed at any time before the next round (5.8.7)."""
    cite = book.cite(House.DEALER_COUNT_WRONG)
    if not report.reconstructable:
        return void(book, draft, report, cite)
    if draft.round.settlement_made:
        return ruled(draft, report, "reconstructed", cite, ruling(52))
    return options(book, draft, report, (), cite, ruling(52))


def no_burn(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    cite = book.cite(House.BURN_LEFT_OUT)
    if draft.round.settlement_made:
        return ruled(draft, report, "none", cite, ruling(50))
    if seen(draft.round) or not report.reconstructable:
        return void(book, draft, report, cite)
    return options(book, draft, report, (), cite)


def dealing_error(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    if draft.round.settlement_made:
        return ruled(draft, report, "none", book.cite(House.DEALING_ERROR), ruling(50))
    return options(book, draft, report, report.boxes)


def face_up(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    """It is used as though it were the next card."""
    if draft.round.settlement_made:
        return ruled(draft, report, "none", book.cite(House.FACE_UP_IN_SHOE), ruling(50))
    return ruled(draft, report, "continue", book.cite(House.FACE_UP_IN_SHOE))


def simultaneous(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    """The supervisor says which card came first; if it lay second, the two change places."""
    cites = (book.cite(House.DRAWN_TOGETHER), book.cite(House.DRAWN_TOGETHER_IS_AN_ERROR))
    if draft.round.settlement_made:
        return ruled(draft, report, "none", *cites, ruling(50))
    first, second = report.first, report.second
    order = draft.round.dealt
    if first is None or second is None or first not in order or second not in order:
        raise Refused("name the two cards drawn at once, both dealt in this round: first=… second=…", cites)
    if abs(order.index(first) - order.index(second)) != 1:
        raise Refused(f"{first} and {second} did not leave the shoe one after the other", cites)
    if order.index(first) > order.index(second):
        draft.emit(ev.CardsChangedPlaces(first, second))
    return options(book, draft, report, (), *cites)


def player_count(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    cite = book.cite(House.PLAYER_COUNT_WRONG)
    for number in report.boxes or tuple(box.number for box in draft.round.in_play()):
        box = draft.round.boxes[number]
        if not box.cards or box.standing is Standing.RETURNED:
            raise Refused(f"box {number} has no hand in this round", (cite,))
        if report.reconstructable:
            if draft.round.settlement_made:
                ruled(draft, report, "reconstructed", cite, ruling(52), box=number)
            else:
                options(book, draft, report, (number,), cite, ruling(52))
            continue
        take_out(draft, report, number, cite, ruling(54))


def take_out(draft: Draft, report: ReportIrregularity, number: int, *cites: Citation) -> None:
    """Invalidate one hand; whatever was settled is settled anew without it."""
    ruled(draft, report, "invalidated", *cites, box=number)
    if draft.round.settlement_made:
        draft.emit(ev.SettlementUndone())
    draft.emit(ev.BoxTakenOut(number, cites))


def extra_look(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    cite = book.cite(House.EXTRA_HAND_EXAMINED)
    if len(report.boxes) != 1:
        raise Refused("name the one box whose hand was examined: box=…", (cite,))
    box = draft.round.boxes[report.boxes[0]]
    if draft.round.settlement_made:
        return ruled(draft, report, "none", cite, ruling(50), box=box.number)
    others = [own for own in draft.round.boxes.values() if own.player == box.player and own.number != box.number]
    if not box.cards or box.standing is Standing.RETURNED:
        raise Refused(f"box {box.number} has no hand to examine", (cite,))
    if box.by_right or (box.bet(Spot.ANTE) is not None and not any(own.by_right for own in others)):
        raise Refused(f"box {box.number} is the one hand that {box.player} may look at", (cite, ruling(8)))
    draft.emit(ev.HandExamined(box.number, by_right=False))
    if report.intentional:
        return take_out(draft, report, box.number, cite, ruling(8))
    return ruled(draft, report, "continue", cite, ruling(8), box=box.number)


def jackpot_down(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    """What happens to this round; the policy for the rounds after it is the House's."""
    policy = policy_cites(book, report.policy)
    if draft.round.over or draft.round.table.jackpot_refused:
        too_late = (ruling(50),) if draft.round.settlement_made else ()
        ruled(draft, report, "none", *too_late, *policy)
    elif seen(draft.round):
        ruled(draft, report, "continue", book.cite(House.JACKPOT_DOWN_SEEN), ruling(15), *policy)
    else:
        void(book, draft, report, book.cite(House.JACKPOT_DOWN_UNSEEN), ruling(58), afterwards=policy)


def policy_cites(book: Rulebook, policy: Policy | None) -> tuple[Citation, ...]:
    match policy:
        case None:
            return (book.cite(House.AFTER_JACKPOT_DOWN),)
        case Policy.CLOSE:
            return (book.cite(House.CLOSE_THE_TABLE),)
        case Policy.DISALLOW:
            return (book.cite(House.DISALLOW_THE_BOX),)
        case Policy.WITHOUT_JACKPOT:
            return (book.cite(House.WITHOUT_JACKPOT),)


def jackpot_up(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    ruled(draft, report, "none", book.cite(House.AFTER_JACKPOT_DOWN))
    draft.emit(ev.RestrictionsLifted())


def other(book: Rulebook, draft: Draft, report: ReportIrregularity, _: Game) -> None:
    cite = book.cite(House.SHIFT_MANAGER_DECIDES)
    if draft.round.settlement_made:
        ruled(draft, report, "none", cite, ruling(50))
    elif report.void:
        void(book, draft, report, cite)
    else:
        ruled(draft, report, "continue", cite)


_RULINGS: dict[Incident, Callable[[Rulebook, Draft, ReportIrregularity, Game], None]] = {
    Incident.INTERRUPTION: interruption,
    Incident.FOREIGN_CARD: _ground_for_void(House.FOREIGN_CARD),
    Incident.DECK_COUNT: _ground_for_void(House.DECK_COUNT_WRONG, House.SINGLE_DECK),
    Incident.SHOE_SHORT: _ground_for_void(House.SHOE_TOO_SHORT),
    Incident.UNSHUFFLED: _ground_for_void(House.NOT_SHUFFLED),
    Incident.EXPOSED: exposed,
    Incident.FACE_UP: face_up,
    Incident.MISDEALT: misdealt,
    Incident.NO_BURN: no_burn,
    Incident.SIMULTANEOUS: simultaneous,
    Incident.DEALING_ERROR: dealing_error,
    Incident.PLAYER_COUNT: player_count,
    Incident.DEALER_COUNT: dealer_count,
    Incident.COMMUNITY_COUNT: dealer_count,
    Incident.EXTRA_LOOK: extra_look,
    Incident.JACKPOT_DOWN: jackpot_down,
    Incident.JACKPOT_UP: jackpot_up,
    Incident.OTHER: other,
}

_DECIDED_BY = {
    Incident.INTERRUPTION: (Rank.DEALER, House.OUTCOME_ESTABLISHED),
    Incident.FOREIGN_CARD: (Rank.DEALER, House.FOREIGN_CARD),
    Incident.DECK_COUNT: (Rank.DEALER, House.DECK_COUNT_WRONG),
    Incident.SHOE_SHORT: (Rank.DEALER, House.SHOE_TOO_SHORT),
    Incident.UNSHUFFLED: (Rank.DEALER, House.NOT_SHUFFLED),
    Incident.EXPOSED: (Rank.DEALER, House.TWO_CARDS_EXPOSED),
    Incident.FACE_UP: (Rank.DEALER, House.FACE_UP_IN_SHOE),
    Incident.MISDEALT: (Rank.DEALER, House.DEALT_INCORRECTLY),
    Incident.NO_BURN: (Rank.DEALER, House.BURN_LEFT_OUT),
    Incident.SIMULTANEOUS: (Rank.PIT_SUPERVISOR, House.DRAWN_TOGETHER),
    Incident.DEALING_ERROR: (Rank.DEALER, House.DEALING_ERROR),
    Incident.PLAYER_COUNT: (Rank.DEALER, House.PLAYER_COUNT_WRONG),
    Incident.DEALER_COUNT: (Rank.DEALER, House.DEALER_COUNT_WRONG),
    Incident.COMMUNITY_COUNT: (Rank.DEALER, House.DEALER_COUNT_WRONG),
    Incident.EXTRA_LOOK: (Rank.PIT_SUPERVISOR, House.EXTRA_HAND_EXAMINED),
    Incident.JACKPOT_DOWN: (Rank.DEALER, House.AFTER_JACKPOT_DOWN),
    Incident.JACKPOT_UP: (Rank.DEALER, House.AFTER_JACKPOT_DOWN),
    Incident.OTHER: (Rank.SHIFT_MANAGER, House.SHIFT_MANAGER_DECIDES),
}
"""Who may rule on it at least, and the paragraph that he rules by."""

_ONLY_WITH_A_SHOE = {Incident.NO_BURN: House.BURN_LEFT_OUT, Incident.SIMULTANEOUS: House.DRAWN_TOGETHER}

_OF_THE_JACKPOT = frozenset({Incident.JACKPOT_DOWN, Incident.JACKPOT_UP})

_OF_DEALT_CARDS = frozenset(
    {
        Incident.EXPOSED,
        Incident.MISDEALT,
        Incident.NO_BURN,
        Incident.SIMULTANEOUS,
        Incident.DEALING_ERROR,
        Incident.PLAYER_COUNT,
        Incident.DEALER_COUNT,
        Incident.COMMUNITY_COUNT,
        Incident.EXTRA_LOOK,
    }
)
