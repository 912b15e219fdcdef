"""Which reports of irregularities are heard: from whom, and only of what can have happened.

Until the settlement a dealer's report suffices where the paragraph itself decides (R-101); what changes a settlement
is the pit's (R-107). A report carries what was found and what the person who may decide it has decided. A rank that is
too low is refused, and so is what the device cannot have or the cards on the table show to be impossible (R-96).
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from croupier.base.actors import Actor, Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import listed, says, word
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import Incident, ReportIrregularity
from croupier.rules.games.house.dealing import Place, To
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Exposed, HouseRound, Policy
from croupier.rules.games.irregularity import Irregularity
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Device, Rulebook


class Game(NamedTuple):
    """Where the three documents differ."""

    incidents: frozenset[Incident]
    dealer_card_covers: str | None = None
    """The clause by which one exposed card of the dealer's becomes the face-up card (Casino Stud)."""
    jackpot_outlives_fold: bool = False
    """A folded box's jackpot bet can still win (Casino Stud, Hold'em)."""


def check_report(book: Rulebook, round_: HouseRound, report: ReportIrregularity, game: Game, row: Irregularity) -> None:
    if report.incident not in game.incidents:
        why = says("incident-unknown-to-game", incident=report.incident)
        raise Refused(why, (book.cite(House.SHIFT_MANAGER_DECIDES),))
    check_rank(round_, report.by, *decided_by(book, round_, report, row))
    if round_.table.device is Device.SHUFFLER and row.only_with_a_shoe:
        cites = (book.cite(House.DEAL), book.cite(row.clause))
        raise Refused(says("not-with-the-shuffler", incident=report.incident), cites)
    if row.of_the_jackpot and round_.table.jackpot_bet is None:
        raise Refused(says("no-jackpot-here"), (book.cite(House.OFFERED_AT_THE_TABLE),))
    for number in report.boxes:
        if number not in round_.boxes:
            raise Refused(says("box-empty", box=number, occupied=listed(round_.boxes)))
    if row.of_dealt_cards and (round_.dealt or not round_.table.earlier_round):
        check_possible(book, round_, report, game)


# --- Who decides ----------------------------------------------------------------------------------------------


def check_rank(round_: HouseRound, by: Actor, rank: Rank, cites: tuple[Citation, ...]) -> None:
    """Refuse a rank that is too low, and say whose decision it is and why."""
    if by.rank < rank:
        why = says("rank-decides", rank=word("rank", rank.key))
        raise Refused(why, (*cites, on_ranks(round_)), left_to=rank)


def on_ranks(round_: HouseRound) -> Citation:
    """The ruling on who decides: another one after a settlement, even if it was undone since."""
    return ruling(107) if round_.settlement_made or round_.undone else ruling(101)


def decided_by(
    book: Rulebook, round_: HouseRound, report: ReportIrregularity, row: Irregularity
) -> tuple[Rank, tuple[Citation, ...]]:
    """The lowest rank whose word suffices, and why; what is decided for a failed jackpot has ranks of its own."""
    if report.incident is Incident.JACKPOT_DOWN and report.policy is not None:
        rank = Rank.SHIFT_MANAGER if report.policy is Policy.CLOSE else Rank.PIT_SUPERVISOR
        return rank, policy_cites(book, report.policy)
    rank, cites = row.decided_by, (book.cite(row.clause), *row.beside)
    if report.incident is Incident.NO_BURN and seen(round_):
        return Rank.DEALER, cites  # the paragraph itself voids, and nothing is left to the House
    if row.undoes_settlement and round_.settlement_made:
        boxes = report.boxes if report.incident is Incident.PLAYER_COUNT else tuple(round_.boxes)
        rank = who_undoes(round_, boxes, report.verify_above, put_right=report.reconstructable)
    return rank, cites


def who_undoes(
    round_: HouseRound, boxes: tuple[int, ...], verify_above: Cents | None = None, *, put_right: bool = False
) -> Rank:
    """Whose decision it is to take back what these boxes were paid, which undoes every share of the meter (R-107).

    What is put right is settled as it was, so nothing is taken back.
    """
    share = any(box.share for box in round_.boxes.values())
    large = verify_above is not None and any(
        paid > verify_above
        for number, box in round_.boxes.items()
        if number in boxes  # a report may name a box that nobody played
        for paid in _jackpot_awards(box)
    )
    return Rank.SHIFT_MANAGER if (share or large) and not put_right else Rank.PIT_SUPERVISOR


def _jackpot_awards(box: Box) -> Iterator[Cents]:
    """Fixed awards of the jackpot bet and Envy Bonuses."""
    yield from (line.paid for line in box.lines if line.spot is Spot.JACKPOT)
    yield from (award.paid for award in box.awards if award.source is not None)


def seen(round_: HouseRound) -> bool:
    """Any player has seen cards distributed to them (R-4)."""
    return any(box.looked for box in round_.boxes.values())


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


# --- What can have happened -----------------------------------------------------------------------------------


def check_possible(book: Rulebook, round_: HouseRound, report: ReportIrregularity, game: Game) -> None:
    """Cards that never lay on the table, hands that are not there and too many cards are refused (R-96)."""
    if not round_.dealt:
        why = says("report-after-the-close")
        raise Refused(why, (book.cite(House.DEAL), ruling(96)))
    for number in report.boxes:
        if not round_.boxes[number].cards:
            raise Refused(says("box-without-hand", box=number), (book.cite(House.DEAL), ruling(96)))
    match report.incident:
        case Incident.EXPOSED:
            _check_exposed(book, round_, report, game)
        case Incident.DEALER_COUNT:
            _check_dealer(round_, book.cite(House.DEALER_COUNT_WRONG))
        case Incident.COMMUNITY_COUNT if not round_.community:
            cites = (book.cite(House.DEALER_COUNT_WRONG), ruling(96))
            raise Refused(says("no-community-cards"), cites)
        case Incident.SIMULTANEOUS:
            _check_drawn_together(book, round_, report)
        case Incident.PLAYER_COUNT:
            _check_not_out(round_, report, book.cite(House.PLAYER_COUNT_WRONG))
        case Incident.EXTRA_LOOK:
            _check_extra_look(book, round_, report)
        case _:
            pass


def _check_dealer(round_: HouseRound, *cites: Citation) -> None:
    if not round_.dealer:
        raise Refused(says("no-dealer-cards"), (*cites, ruling(96)))


def _check_not_out(round_: HouseRound, report: ReportIrregularity, *cites: Citation) -> None:
    for number in report.boxes:
        if round_.struck_out(round_.boxes[number]):
            why = says("box-out-without-hand", box=number)
            raise Refused(why, (*cites, ruling(96)))


def _check_exposed(book: Rulebook, round_: HouseRound, report: ReportIrregularity, game: Game) -> None:
    clause = book.cite(House.TWO_CARDS_EXPOSED)
    _check_not_out(round_, report, clause)
    if report.dealer:
        _check_dealer(round_, clause)
    if report.card is not None:
        covers = (clause,) if game.dealer_card_covers is None else (book.cite(game.dealer_card_covers), ruling(92))
        if not report.dealer or report.card not in round_.dealer:
            why = says("not-a-dealer-card", card=report.card)
            raise Refused(why, (*covers, ruling(96)), tells_cards=True)
        if report.card == round_.up:
            by_rule = ruling(103) if round_.exposed_dealer else ruling(22)
            raise Refused(says("face-up-already", card=report.card), (clause, *covers, ruling(96), by_rule))
    if report.cards < len(report.boxes):
        why = says("exposed-say-how-many", boxes=len(report.boxes))
        raise Refused(why, (clause, ruling(96), ruling(105)))
    lying = room_for_exposed(round_, report)
    if not 1 <= report.cards <= lying:
        why = says("too-many-exposed", cards=report.cards, lie=lying)
        raise Refused(why, (clause, ruling(96), ruling(105)))


def room_for_exposed(round_: HouseRound, report: ReportIrregularity) -> int:
    """How many cards can have been exposed there, in addition to those reported before in the round (R-105).

    A report that names several boxes, or none, leaves open how many of the cards each box has. So each set of places is
    checked: the cards reported within it need as many face-down cards there.
    """
    down: dict[Place, int] = {box.number: len(box.cards) for box in round_.boxes.values() if box.cards}
    down |= {To.DEALER: _dealer_down(round_), To.COMMUNITY: len(round_.community)}
    told = list(_places_of(round_, round_.exposed))
    where = frozenset(_places_named(round_, report.boxes, dealer=report.dealer))
    most = sum(down.values())
    for several in range(len(down) + 1):
        for chosen in map(frozenset, combinations(down, several)):
            room = sum(down[place] for place in chosen) - sum(cards for places, cards in told if places <= chosen)
            if where <= chosen:
                most = min(most, room)
            elif len(chosen.intersection(report.boxes)) > room:
                return 0  # one of the boxes has no card left
    return most


def _dealer_down(round_: HouseRound) -> int:
    """The dealer's cards that can be exposed: not the face-up one; one that took its place has left it face down."""
    if round_.up is None:
        return len(round_.dealer)
    covered = round_.up != round_.dealer[-1]
    return len(round_.dealer) - 1 + covered


def _places_of(round_: HouseRound, told: Iterable[Exposed]) -> Iterator[tuple[frozenset[Place], int]]:
    """Where cards were exposed so far: one in each box that was named, the others somewhere among them."""
    for each in told:
        places = _places_named(round_, each.boxes, dealer=each.dealer)
        for box in each.boxes:
            yield frozenset({box}), 1
        yield frozenset(places), each.cards - len(each.boxes)


def _places_named(round_: HouseRound, boxes: tuple[int, ...], *, dealer: bool) -> tuple[Place, ...]:
    if dealer:
        return (To.DEALER,)
    return boxes or (*(box.number for box in round_.boxes.values() if box.cards), To.DEALER, To.COMMUNITY)


def _check_drawn_together(book: Rulebook, round_: HouseRound, report: ReportIrregularity) -> None:
    cites = (book.cite(House.DRAWN_TOGETHER), book.cite(House.DRAWN_TOGETHER_IS_AN_ERROR), ruling(96))
    first, second = report.first, report.second
    order = round_.dealt
    if first is None or second is None or first not in order or second not in order:
        why = says("name-two-cards")
        raise Refused(why, cites, tells_cards=bool(first and second))
    if abs(order.index(first) - order.index(second)) != 1:
        raise Refused(says("not-one-after-the-other", first=first, second=second), cites, tells_cards=True)


def _check_extra_look(book: Rulebook, round_: HouseRound, report: ReportIrregularity) -> None:
    cite = book.cite(House.EXTRA_HAND_EXAMINED)
    if len(report.boxes) != 1:
        raise Refused(says("name-one-box"), (cite,))
    box = round_.boxes[report.boxes[0]]
    _check_not_out(round_, report, cite)
    others = [own for own in round_.boxes.values() if own.player == box.player and own.number != box.number]
    if box.by_right or (box.bet(Spot.ANTE) is not None and not any(own.by_right for own in others)):
        raise Refused(says("box-may-be-looked-at", box=box.number, player=box.player), (cite, ruling(8), ruling(96)))
