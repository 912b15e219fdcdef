"""Irregularities at the poker table: what was found leads to a cited ruling and what follows from it.

The functions stand in the order of chapter 5. Between a settlement and the next start a report means the round just
settled and changes nothing (R-50).
"""

from collections.abc import Callable, Mapping

from croupier.actors import Rank
from croupier.citation import Citation, ruling
from croupier.errors import Refused
from croupier.games.common import Ruled
from croupier.games.poker import events as ev
from croupier.games.poker.clauses import Poker
from croupier.games.poker.commands import Incident, ReportIrregularity, Street
from croupier.games.poker.evolve import Draft
from croupier.games.poker.table import TURNED, BettingRound, PokerRound
from croupier.rulebook.model import Device, Rulebook

ROUND_OF = {Street.FLOP: BettingRound.SECOND, Street.TURN: BettingRound.THIRD, Street.RIVER: BettingRound.FOURTH}

Rule = Callable[[Rulebook, Draft, ReportIrregularity], None]


def known_to(book: Rulebook) -> frozenset[Incident]:
    """The incidents that a version's paragraphs know; only version 7 has one on a burn left out."""
    if Poker.BURN_LEFT_OUT_RESTORED in book.clauses:
        return frozenset(Incident)
    return frozenset(Incident) - {Incident.NO_BURN}


def rule_on(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    if report.incident not in known_to(book):
        why = f"no paragraph of {book.key} knows {report.incident}; report it as other"
        raise Refused(why, (book.cite(Poker.SHIFT_MANAGER_DECIDES),))
    check_rank(book, report, Rank.SHIFT_MANAGER if report.incident is Incident.OTHER else Rank.DEALER)
    round_ = draft.state.round
    if round_ is None:
        why = "no round has been played at this table yet; report it after the start"
        raise Refused(why, (book.cite(Poker.HOLE_CARDS_DEALT),))
    if round_.over:
        return ruled(draft, report, "none", ruling(50))
    if draft.state.table.device is Device.SHUFFLER and report.incident in _ONLY_WITH_A_SHOE:
        cites = (book.cite(Poker.SHIFT_MANAGER_DECIDES), ruling(72))
        raise Refused(f"no paragraph rules on {report.incident} with the shuffler; report it as other, ruling=…", cites)
    if report.incident in _OF_THE_DEAL or (
        report.incident is Incident.NO_BURN and report.street in (None, Street.DEAL)
    ):
        check_before_first_act(book, round_)
    if report.seat is not None and report.seat not in round_.order:
        raise Refused(f"seat {report.seat} has no hand in this round", (book.cite(Poker.HOLE_CARDS_DEALT),))
    return _RULINGS[report.incident](book, draft, report)


def check_rank(book: Rulebook, report: ReportIrregularity, rank: Rank) -> None:
    if report.by.rank < rank:
        why = f"this is for the {rank.words} or above to decide"
        raise Refused(why, (book.cite(Poker.SHIFT_MANAGER_DECIDES),))


def check_before_first_act(book: Rulebook, round_: PokerRound) -> None:
    if round_.betting_round is not BettingRound.FIRST or round_.acted or round_.folded:
        why = "an incident of the deal is reported after the start and before the first act of a player"
        raise Refused(why, (book.cite(Poker.HOLE_CARDS_DEALT),))


def ruled(draft: Draft, report: ReportIrregularity, verdict: str, *cites: Citation) -> None:
    exposed = report.cards if report.incident is Incident.EXPOSED else 0
    on_record = Ruled(report.incident, verdict, cites, by=report.by, reason=report.reason)
    draft.emit(ev.IrregularityRuled(on_record, exposed))


def void(book: Rulebook, draft: Draft, report: ReportIrregularity, *cites: Citation) -> None:
    ruled(draft, report, "void", *cites)
    draft.emit(ev.RoundVoided((*cites, book.cite(Poker.VOID_RETURNS_BETS), ruling(7))))
    for number, seat in list(draft.state.seats.items()):
        if seat.leaving:
            draft.emit(ev.PlayerLeft(number, seat.stack, (ruling(66),)))


def interruption(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    """Established once a player with money at stake has folded (R-6)."""
    round_ = draft.round
    if any(round_.put_in(seat) for seat in round_.folded):
        ruled(draft, report, "continue", book.cite(Poker.OUTCOME_ESTABLISHED), ruling(6))
    else:
        void(book, draft, report, book.cite(Poker.NO_OUTCOME_ESTABLISHED), ruling(6))


def _ground_for_void(*clauses: str) -> Rule:
    def rule(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
        void(book, draft, report, *book.cite_all(clauses), book.cite(Poker.EARLIER_ROUNDS_STAND))

    return rule


def exposed(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    """Two or more in the deal void the round; one is discarded and replaced (R-71)."""
    if draft.round.exposed + report.cards >= 2:
        return void(book, draft, report, book.cite(Poker.TWO_CARDS_EXPOSED), book.cite(Poker.EARLIER_ROUNDS_STAND))
    cite = book.cite(Poker.EXPOSED_CARD_DISCARDED)
    hand = draft.round.hands.get(report.seat or 0)
    if report.seat is None or hand is None:
        raise Refused("name the seat whose card was exposed: seat=…", (cite,))
    card = report.card or hand[0]
    if card not in hand:
        raise Refused(f"{card} was not dealt to seat {report.seat}", (cite,))
    ruled(draft, report, "discarded", cite, ruling(71))
    draft.emit(ev.ExposedCardDiscarded(report.seat, card))
    return None


def face_up(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    ruled(draft, report, "discarded", book.cite(Poker.EXPOSED_CARD_DISCARDED), ruling(71))
    draft.emit(ev.FaceUpCardFound())


def player_count(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    if draft.round.looked:
        cites = (book.cite(Poker.PLAYER_COUNT_WRONG_SEEN), book.cite(Poker.EARLIER_ROUNDS_STAND))
        return void(book, draft, report, *cites)
    if report.reconstructable:
        return ruled(draft, report, "reconstructed", book.cite(Poker.PLAYER_COUNT_WRONG_SEEN))
    check_rank(book, report, Rank.SHIFT_MANAGER)
    return void(book, draft, report, book.cite(Poker.SHIFT_MANAGER_DECIDES), ruling(72))


def hands_wrong(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    """A hand left out, or one too many."""
    if draft.round.looked:
        return void(book, draft, report, book.cite(Poker.HANDS_WRONG_SEEN), book.cite(Poker.EARLIER_ROUNDS_STAND))
    if report.reconstructable:
        return ruled(draft, report, "reconstructed", book.cite(Poker.HANDS_WRONG_UNRESTORABLE))
    cites = (book.cite(Poker.HANDS_WRONG_UNRESTORABLE), book.cite(Poker.EARLIER_ROUNDS_STAND))
    return void(book, draft, report, *cites)


def no_burn(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    if report.street in (None, Street.DEAL):
        if draft.round.looked or not report.reconstructable:
            return void(book, draft, report, book.cite(Poker.FIRST_BURN_LEFT_OUT_VOIDS))
        return ruled(draft, report, "reconstructed", book.cite(Poker.FIRST_BURN_LEFT_OUT_RESTORED))
    street = dealt_street(book, draft.round, report)
    cite = book.cite(Poker.BURN_LEFT_OUT_RESTORED)
    if draft.round.betting_round > street:
        return ruled(draft, report, "none", cite, ruling(72))
    if report.reconstructable:
        return ruled(draft, report, "reconstructed", cite)
    cites = [cite, book.cite(Poker.BURN_LEFT_OUT_RESHUFFLED), ruling(72)]
    if any(draft.round.bets.values()):
        cites.append(book.cite(Poker.BURN_LEFT_OUT_BETS_RETURNED))
    if draft.round.folded > draft.round.folded_before:
        cites.append(book.cite(Poker.BURN_LEFT_OUT_FOLD_STANDS))
    return take_back(book, draft, report, street, *cites)


def early_card(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    """It goes back with its burnt card; the street comes from the reshuffled shoe."""
    street = ROUND_OF.get(report.street or Street.DEAL)
    clause = Poker.EARLY_FLOP_TAKEN_BACK if report.street is Street.FLOP else Poker.EARLY_TURN_RIVER_TAKEN_BACK
    if street is None or street != draft.round.betting_round + 1:
        following = {2: "the flop", 3: "the turn", 4: "the river"}.get(draft.round.betting_round + 1, "none any more")
        raise Refused(f"only the next street's cards can be exposed early: {following}", (book.cite(clause),))
    ruled(draft, report, "reshuffled", book.cite(clause), ruling(40))
    draft.emit(ev.ShoeReshuffled())


def too_many(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    clauses = {
        Street.FLOP: Poker.EXTRA_FLOP_TAKEN_BACK,
        Street.TURN: Poker.EXTRA_TURN_TAKEN_BACK,
        Street.RIVER: Poker.EXTRA_RIVER_TAKEN_BACK,
    }
    street = dealt_street(book, draft.round, report)
    assert report.street is not None
    cite = book.cite(clauses[report.street])
    acted = draft.round.acted or draft.round.folded != draft.round.folded_before
    if draft.round.betting_round != street or acted:
        raise Refused(f"too many cards on the {report.street} are reported before the first act after it", (cite,))
    if report.reconstructable:
        return ruled(draft, report, "reconstructed", cite)
    return take_back(book, draft, report, street, cite)


def dealt_street(book: Rulebook, round_: PokerRound, report: ReportIrregularity) -> BettingRound:
    street = ROUND_OF.get(report.street or Street.DEAL)
    if street is None or round_.betting_round < street:
        raise Refused("name a street that has been dealt: street=flop, turn or river", (book.cite(Poker.FLOP_DEALT),))
    return street


def take_back(book: Rulebook, draft: Draft, report: ReportIrregularity, street: BettingRound, *cites: Citation) -> None:
    """The street's cards and its burnt card are shuffled into the rest of the shoe (R-40)."""
    round_ = draft.round
    burnt = round_.burnt[-1:] if report.street in book.procedure.burn_before else ()
    cards = (*burnt, *round_.community[TURNED[BettingRound(street - 1)] :])
    ruled(draft, report, "reshuffled", *cites, ruling(40))
    draft.emit(ev.StreetTakenBack(street, cards))
    draft.emit(ev.ShoeReshuffled())


def other(book: Rulebook, draft: Draft, report: ReportIrregularity) -> None:
    cite = book.cite(Poker.SHIFT_MANAGER_DECIDES)
    if report.void:
        void(book, draft, report, cite)
    else:
        ruled(draft, report, "continue", cite)


_RULINGS: Mapping[Incident, Rule] = {
    Incident.INTERRUPTION: interruption,
    Incident.FOREIGN_CARD: _ground_for_void(Poker.FOREIGN_CARD),
    Incident.DECK_COUNT: _ground_for_void(Poker.DECK_COUNT_WRONG, Poker.SINGLE_DECK),
    Incident.SHOE_SHORT: _ground_for_void(Poker.SHOE_TOO_SHORT),
    Incident.UNSHUFFLED: _ground_for_void(Poker.NOT_SHUFFLED),
    Incident.EXPOSED: exposed,
    Incident.FACE_UP: face_up,
    Incident.PLAYER_COUNT: player_count,
    Incident.HAND_LEFT_OUT: hands_wrong,
    Incident.EXTRA_HAND: hands_wrong,
    Incident.NO_BURN: no_burn,
    Incident.EARLY_CARD: early_card,
    Incident.TOO_MANY: too_many,
    Incident.OTHER: other,
}

_ONLY_WITH_A_SHOE = frozenset({Incident.FACE_UP, Incident.NO_BURN, Incident.EARLY_CARD, Incident.TOO_MANY})

_OF_THE_DEAL = frozenset({Incident.EXPOSED, Incident.PLAYER_COUNT, Incident.HAND_LEFT_OUT, Incident.EXTRA_HAND})
