"""Irregularities at the poker table: what was found leads to a cited ruling and what follows from it.

The functions stand in the order of chapter 5. A wrong deal is wrong whenever it is found (R-90), also in the pause
before the payments (R-93). Between a settlement and the next start a report means the round just settled and changes
nothing (R-50, R-100); what cannot have happened is refused (R-96).
"""

from collections.abc import Callable

from croupier.base.actors import Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says, word
from croupier.rules.games.common import Ruled, is_place
from croupier.rules.games.irregularity import Irregularity
from croupier.rules.games.poker import by_hand
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import Incident, ReportIrregularity, Street
from croupier.rules.games.poker.evolve import Draft
from croupier.rules.games.poker.ranks import check_rank, on_ranks
from croupier.rules.games.poker.table import FIRST, FOLLOWING, FOURTH, SETTLING, TURNED, BettingRound, PokerRound
from croupier.rules.rulebook.model import Rulebook

ROUND_OF = {Street.FLOP: BettingRound.SECOND, Street.TURN: BettingRound.THIRD, Street.RIVER: BettingRound.FOURTH}
STREET_OF = {betting_round: street for street, betting_round in ROUND_OF.items()}

Rule = Callable[[Rulebook, Draft, ReportIrregularity], None]


def check_possible(book: Rulebook, round_: PokerRound, report: ReportIrregularity, row: Irregularity) -> None:
    """What cannot have happened is refused, also when it is too late for what can (R-96)."""
    of_cards = row.of_dealt_cards or of_the_deal(report) or report.incident is Incident.EARLY_CARD
    if of_cards and not round_.hands:
        raise Refused(says("hole-cards-not-dealt"), (book.cite(Poker.HOLE_CARDS_DEALT), ruling(96)))
    if report.seat is not None and report.seat not in round_.hands:
        cites = (book.cite(Poker.HOLE_CARDS_DEALT), ruling(96))
        raise Refused(says("seat-without-hand", seat=report.seat), cites)
    if report.incident is Incident.EXPOSED:
        check_in_time(book, round_, report)
        check_was_dealt(book, round_, report)
    street = ROUND_OF.get(report.street or Street.DEAL)
    of_a_street = report.incident is Incident.TOO_MANY or (report.incident is Incident.NO_BURN and street is not None)
    if of_a_street and (street is None or round_.turned < TURNED[street]):
        cites = (book.cite(Poker.FLOP_DEALT), ruling(96))
        raise Refused(says("name-a-street"), cites)


def check_in_time(book: Rulebook, round_: PokerRound, report: ReportIrregularity) -> None:
    """A single exposed card is set aside before the first act (R-90); which card it was is not asked any more then."""
    if round_.over or voids(round_, report) or not begun(round_):
        return
    raise Refused(
        says("exposed-too-late"),
        (book.cite(Poker.EXPOSED_CARD_DISCARDED), book.cite(Poker.SHIFT_MANAGER_DECIDES), ruling(90)),
    )


def voids(round_: PokerRound, exposed: ReportIrregularity) -> bool:
    """Two or more cards exposed in the deal (5.2.5)."""
    return round_.exposed + exposed.cards >= 2


def check_was_dealt(book: Rulebook, round_: PokerRound, report: ReportIrregularity) -> None:
    """A card that was not dealt there, or more cards than were, cannot have been exposed."""
    hands = round_.hands if report.seat is None else {report.seat: round_.hands[report.seat]}
    where = says("in-the-deal") if report.seat is None else says("to-seat", seat=report.seat)
    dealt = [card for hand in hands.values() for card in hand]
    cites = (book.cite(Poker.EXPOSED_CARD_DISCARDED), ruling(96))
    if report.card in round_.discarded:
        raise Refused(says("set-aside-already", card=report.card), cites[:1])
    unnamed = report.card not in round_.dealt and any(map(is_place, dealt))
    if report.card is not None and report.card not in dealt and not unnamed:
        raise Refused(says("not-dealt-there", card=report.card, where=where), cites, tells_cards=True)
    if report.cards > len(dealt):
        raise Refused(says("too-many-exposed-in-deal", dealt=len(dealt), where=where, cards=report.cards), cites)


def of_the_deal(report: ReportIrregularity) -> bool:
    """A burn left out, if no street is named, is that before the hole cards."""
    return report.incident is Incident.NO_BURN and report.street in (None, Street.DEAL)


def begun(round_: PokerRound) -> bool:
    """A player has acted, or folded by rule; looking is not an act (R-90)."""
    first = round_.betting_round is FIRST and round_.phase is not SETTLING
    return not first or bool(round_.acted or round_.folded)


def whenever_found(round_: PokerRound) -> tuple[Citation, ...]:
    """What lets an incident of the deal count though players have acted."""
    return (ruling(90),) if begun(round_) else ()


def before_the_payments(round_: PokerRound) -> tuple[Citation, ...]:
    """What lets an incident count though nothing is left but to pay."""
    return (ruling(93),) if round_.phase is SETTLING else ()


def ruled(draft: Draft, report: ReportIrregularity, verdict: str, *cites: Citation) -> None:
    exposed = report.cards if report.incident is Incident.EXPOSED else 0
    cites += before_the_payments(draft.round)
    on_record = Ruled(report.incident, verdict, cites, by=report.by, reason=report.reason)
    draft.emit(ev.IrregularityRuled(on_record, exposed))


def void(book: Rulebook, draft: Draft, report: ReportIrregularity, *cites: Citation) -> None:
    ruled(draft, report, "void", *cites)
    cites += before_the_payments(draft.round)
    draft.emit(ev.RoundVoided((*cites, book.cite(Poker.VOID_RETURNS_BETS), ruling(7))))
    for number, seat in list(draft.state.seats.items()):
        if seat.leaving:
            draft.emit(ev.PlayerLeft(number, seat.stack, (ruling(66),)))


def interruption(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    """Established once a player with money at stake has folded (R-6), and in the pause before the payments (R-93)."""
    round_ = draft.round
    if round_.phase is SETTLING or any(round_.put_in(seat) for seat in round_.folded):
        ruled(draft, report, "continue", book.cite(Poker.OUTCOME_ESTABLISHED), ruling(6))
    else:
        void(book, draft, report, book.cite(Poker.NO_OUTCOME_ESTABLISHED), ruling(6))


def ground_for_void(*clauses: str) -> Rule:
    def rule(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
        void(book, draft, report, *book.cite_all(clauses), book.cite(Poker.EARLIER_ROUNDS_STAND))

    return rule


def exposed(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    """Two or more in the deal void the round; one is replaced, as long as nobody has acted (R-71, R-90)."""
    round_ = draft.round
    if voids(round_, report):
        cites = (book.cite(Poker.TWO_CARDS_EXPOSED), book.cite(Poker.EARLIER_ROUNDS_STAND), *whenever_found(round_))
        return void(book, draft, report, *cites)
    cite = book.cite(Poker.EXPOSED_CARD_DISCARDED)
    if report.seat is None:
        raise Refused(says("name-the-seat"), (cite,))
    ruled(draft, report, "discarded", cite, ruling(71))
    card = by_hand.set_aside(book, draft, report.seat, report.card)
    draft.emit(ev.ExposedCardDiscarded(report.seat, card))
    return None


def face_up(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    """The next card is set aside (R-71), where one is still to come (R-90)."""
    cite = book.cite(Poker.EXPOSED_CARD_DISCARDED)
    if draft.round.phase is SETTLING or draft.round.betting_round is FOURTH:
        raise Refused(says("no-more-cards-come"), (cite, ruling(90), ruling(96)))
    ruled(draft, report, "discarded", cite, ruling(71), *whenever_found(draft.round))
    draft.emit(ev.FaceUpCardFound())


def player_count(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    found = whenever_found(draft.round)
    if draft.round.looked:
        cites = (book.cite(Poker.PLAYER_COUNT_WRONG_SEEN), book.cite(Poker.EARLIER_ROUNDS_STAND))
        return void(book, draft, report, *cites, *found)
    if report.reconstructable:
        return ruled(draft, report, "reconstructed", book.cite(Poker.PLAYER_COUNT_WRONG_SEEN), *found)
    cite = book.cite(Poker.SHIFT_MANAGER_DECIDES)
    check_rank(report.by, Rank.SHIFT_MANAGER, cite, ruling(72), on_ranks(draft.round))
    return void(book, draft, report, cite, ruling(72), *found)


def hands_wrong(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    """A hand left out, or one too many."""
    found = whenever_found(draft.round)
    stand = book.cite(Poker.EARLIER_ROUNDS_STAND)
    if draft.round.looked:
        return void(book, draft, report, book.cite(Poker.HANDS_WRONG_SEEN), stand, *found)
    if report.reconstructable:
        return ruled(draft, report, "reconstructed", book.cite(Poker.HANDS_WRONG_UNRESTORABLE), *found)
    return void(book, draft, report, book.cite(Poker.HANDS_WRONG_UNRESTORABLE), stand, *found)


def no_burn(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    if of_the_deal(report):
        return first_burn(book, draft, report)
    assert report.street is not None
    street = ROUND_OF[report.street]
    cite = book.cite(Poker.BURN_LEFT_OUT_RESTORED)
    if draft.round.betting_round > street:
        return ruled(draft, report, "none", cite, ruling(72))
    if report.reconstructable and not report.other_cards_exposed:
        return ruled(draft, report, "reconstructed", cite)
    cites = [cite, book.cite(Poker.BURN_LEFT_OUT_RESHUFFLED), ruling(72)]
    if report.other_cards_exposed:
        cites.append(ruling(98))
    if bet_since(draft.round, street):
        cites.append(book.cite(Poker.BURN_LEFT_OUT_BETS_RETURNED))
    if draft.round.folded > draft.round.folded_before:
        cites.append(book.cite(Poker.BURN_LEFT_OUT_FOLD_STANDS))
    return take_back(book, draft, report, street, *cites)


def bet_since(round_: PokerRound, street: BettingRound) -> bool:
    """Chips have been put in since the street was dealt; a BET that a fold left behind is among them (R-69)."""
    return any(round_.bets.values()) or any(left.betting_round is street for left in round_.forfeited.values())


def first_burn(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    found = whenever_found(draft.round)
    if report.other_cards_exposed:
        why = says("other-cards-exposed")
        raise Refused(why, (book.cite(Poker.BURN_LEFT_OUT_RESHUFFLED), ruling(98)))
    voids = book.cite(Poker.FIRST_BURN_LEFT_OUT_VOIDS)
    if draft.round.looked:
        return void(book, draft, report, voids, ruling(107), *found)
    if not report.reconstructable:
        return void(book, draft, report, voids, *found)
    return ruled(draft, report, "reconstructed", book.cite(Poker.FIRST_BURN_LEFT_OUT_RESTORED), *found)


def early_card(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    """It goes back with its burnt card; the street comes from the reshuffled shoe."""
    street = ROUND_OF.get(report.street or Street.DEAL)
    clause = Poker.EARLY_FLOP_TAKEN_BACK if report.street is Street.FLOP else Poker.EARLY_TURN_RIVER_TAKEN_BACK
    coming = None if draft.round.phase is SETTLING else FOLLOWING.get(draft.round.betting_round)
    if street is None or street is not coming:
        following = (
            says("none-comes") if coming is None else says("the-street", street=word("street", STREET_OF[coming]))
        )
        why = says("exposed-early", next=following)
        raise Refused(why, (book.cite(clause), ruling(96)))
    ruled(draft, report, "reshuffled", book.cite(clause), ruling(40))
    draft.emit(ev.ShoeReshuffled())


def too_many(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    clauses = {
        Street.FLOP: Poker.EXTRA_FLOP_TAKEN_BACK,
        Street.TURN: Poker.EXTRA_TURN_TAKEN_BACK,
        Street.RIVER: Poker.EXTRA_RIVER_TAKEN_BACK,
    }
    assert report.street is not None
    street = ROUND_OF[report.street]
    cite = book.cite(clauses[report.street])
    acted = draft.round.acted or draft.round.folded != draft.round.folded_before
    if draft.round.betting_round != street:
        raise Refused(says("too-many-found-late", street=word("street", report.street)), (cite,))
    if acted:
        raise Refused(says("too-many-acted", street=word("street", report.street)), (cite,))
    if report.reconstructable:
        return ruled(draft, report, "reconstructed", cite)
    return take_back(book, draft, report, street, cite)


def take_back(book: Rulebook, draft: Draft, report: ReportIrregularity, street: BettingRound, *cites: Citation) -> None:
    """The street's cards and its burnt card are shuffled into the rest of the shoe (R-40)."""
    round_ = draft.round
    burnt = round_.burnt[-1:] if report.street in book.procedure.burn_before else ()
    cards = (*burnt, *round_.community[TURNED[BettingRound(street - 1)] :])
    paused = (ruling(104),) if round_.phase is SETTLING else ()
    ruled(draft, report, "reshuffled", *cites, ruling(40), *paused)
    left = [seat for seat in round_.live() if seat not in round_.mucked]
    draft.emit(ev.StreetTakenBack(street, cards, dealt_again=len(left) > 1))
    for seat in round_.mucked:
        draft.emit(ev.FoldedByRule(seat, None, (ruling(104), ruling(138))))
    draft.emit(ev.ShoeReshuffled())


def other(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    cite = book.cite(Poker.SHIFT_MANAGER_DECIDES)
    if report.void:
        void(book, draft, report, cite)
    else:
        ruled(draft, report, "continue", cite)
