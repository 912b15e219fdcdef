"""One award with the system's checks, each with the entries that prove it, and the amount as arithmetic."""

from typing import TypeVar

import msgspec
from msgspec.structs import asdict, replace

from croupier.base.actors import PUBLIC
from croupier.base.citation import Citation, printed, ruling
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.journal.entry import decode_body
from croupier.floor.journal.proofs import Wrong, read_proof, verify
from croupier.floor.live.answers.links import CheckedAward, CheckTold, OneAward
from croupier.floor.live.history.past_rounds import History
from croupier.floor.live.state.entry_times import of_the_moment
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.fold import LINK_CODEC
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_game
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.views.links import award_view
from croupier.rounds.telling.arithmetic import Steps, SumStep
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces, face_down_but
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.house.commands import Settle
from croupier.rules.games.house.table import ClaimOpen, Phase
from croupier.rules.games.house.view import sees
from croupier.rules.jackpot import events as link_ev
from croupier.rules.jackpot.awards import is_held
from croupier.rules.jackpot.link import Award, AwardState, Link
from croupier.rules.jackpot.meter import AwardMade, Claim, Meter, decide
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table

Entries = list[list[str | int]]
E = TypeVar("E", link_ev.HandsDealt, link_ev.AwardLocked)


class Found(Value):
    """What the table's journal says about the round of the award."""

    bet: int | None = None
    """The box's jackpot bet, as accepted when bets closed."""
    closed: tuple[int, int] = (0, 0)
    """The entry that closed the bets, and its time."""
    cites: tuple[Citation, ...] = ()
    settled: int = 0
    """The entry that claimed the share."""
    claim: ClaimOpen | None = None
    deck: tuple[int, str] = (0, "")
    """The entry that published the root of the deck, and the root."""


class AwardChecks:
    def __init__(self, books: FloorState, history: History) -> None:
        self._books = books
        self._history = history

    def told(self, name: str, number: int) -> OneAward:
        link = self._books.shown.links.get(name)
        if link is None:
            raise Problem(Code.NOT_FOUND, says("no-such-link", link=name[:40]))
        award = link.awards.get(number)
        if award is None or award.state is AwardState.FIXED:
            raise Problem(Code.NOT_FOUND, says("no-award-in-sight", link=name, award=number))
        table = self._history.at_its_end(award.table, award.round)
        found = self._found(award)
        round_ = house_game(table).round
        box = round_.boxes[award.box]
        masked = face_down_but(sees(round_, PUBLIC))
        verify_above = link.parameters.verify_above
        checks = (
            self._coin(link, award, found),
            _hand(table, award, found),
            self._seal(table, award, found),
            self._order(link, award),
            _amount(link, award),
        )
        return OneAward(
            CheckedAward(
                **asdict(award_view(award)),
                player=box.player,
                hand=" ".join(map(masked, box.cards)),
                rulebook=table.book,
                verify=award.verify,
                verify_above=None if verify_above is None else dollars(verify_above),
                meter_now=dollars(link.displayed),
                checks=list(checks),
                arithmetic=_arithmetic(award),
            )
        )

    def _found(self, award: Award) -> Found:
        stream, found = f"table/{award.table}", Found()
        for entry in self._books.store.entries(stream, round=award.round):
            body = decode_body(entry.body)
            if body.refused:
                continue
            for deck in body.decks:
                if deck.round == award.round:
                    found = replace(found, deck=(entry.seq, deck.root))
            for event in family_of(body.book).codec.decode(body.v, body.then):
                match event:
                    case house_ev.BetsClosed(jackpot_bets=bets, cites=cites):
                        bet = bets.get(award.box)
                        found = replace(found, bet=bet, closed=(entry.seq, entry.at), cites=cites)
                    case house_ev.RoundSettled(claims=claims):
                        claim = next((each for each in claims if each.box == award.box), None)
                        found = replace(found, settled=entry.seq, claim=claim)
                    case _:
                        pass
        return found

    def _entry_of(self, link: Link, at: int, kind: type[E], award: Award) -> tuple[int, E] | None:
        """The link's entry of this kind about the award, and its number."""
        for entry in of_the_moment(self._books, f"link/{link.name}", at):
            body = decode_body(entry.body)
            for event in LINK_CODEC.decode(body.v, body.then):
                if isinstance(event, kind) and _of_the_round(event, award):
                    return entry.seq, event
        return None

    def _coin(self, link: Link, award: Award, found: Found) -> CheckTold:
        seq, at = found.closed
        dealt = self._entry_of(link, at, link_ev.HandsDealt, award)
        entries: Entries = [[f"table/{award.table}", seq]]
        counted = None
        if dealt is not None:
            entries.append([f"link/{link.name}", dealt[0]])
            counted = dealt[1].contributions.get(award.box)
        good = found.bet is not None and counted is not None and counted.bet == found.bet
        text = "No jackpot bet was accepted on the box at the close"
        if found.bet is not None:
            text = f"The jackpot bet of {dollars(found.bet)} lay on box {award.box} at the close, {printed_time(at)}"
        return _check("coin", good, text, entries, found.cites)

    def _seal(self, table: LiveTable, award: Award, found: Found) -> CheckTold:
        """Checks that the root was published before bets closed, and that the hand's open cards prove themselves
        against it."""
        if table.sign.cards is not Faces.SEALED:
            text = f"The cards of {award.table} come from a real shoe and have no seal"
            return _check("seal", None, text, [], ())
        seq, root = found.deck
        good = 0 < seq < found.closed[0] and self._proved(table, award, root)
        fits = "fit the seal that was shown before the bets" if good else "do not fit the seal"
        return _check("seal", good, f"The cards of the hand {fits}", [[f"table/{award.table}", seq]], ())

    def _proved(self, table: LiveTable, award: Award, root: str) -> bool:
        proof = self._history.proof(award.table, award.round, None)
        try:
            verify(read_proof(msgspec.json.encode(proof)))
        except Wrong:
            return False
        proved = {card.card for card in proof.cards}
        return proof.root == root and proved >= {*house_game(table).round.boxes[award.box].cards}

    def _order(self, link: Link, award: Award) -> CheckTold:
        cites = (ruling(13), ruling(102))
        earlier = sorted(
            name
            for name, deal in link.deals.items()
            if deal.number is not None and deal.number < award.deal and deal.playing
        )
        if award.state is AwardState.HELD and is_held(link, award.deal):
            text = f"A hand dealt earlier is open at {', '.join(earlier)}; the amount is not known yet"
            return _check("order", False, text, [], cites)
        locked = self._entry_of(link, award.at, link_ev.AwardLocked, award)
        entries: Entries = [] if locked is None else [[f"link/{link.name}", locked[0]]]
        return _check("order", True, "No hand with a jackpot bet that was dealt earlier is open", entries, cites)


def _of_the_round(event: link_ev.HandsDealt | link_ev.AwardLocked, award: Award) -> bool:
    return (event.table, event.round) == (award.table, award.round)


def _hand(table: LiveTable, award: Award, found: Found) -> CheckTold:
    """Settles the box again from its cards and checks that it claims the same share."""
    round_, book = house_game(table).round, at_the_table(table.book, table.sign.dealing)
    box = replace(round_.boxes[award.box], lines=(), awards=())
    again = replace(round_, phase=Phase.SETTLING, claims=(), boxes={award.box: box})
    events = HOUSE_GAMES[book.game].decide(book, again, Settle())
    claims = [claim for event in events if isinstance(event, house_ev.RoundSettled) for claim in event.claims]
    share = (award.numerator, award.denominator)
    good = [(claim.numerator, claim.denominator) for claim in claims] == [share] and found.claim is not None
    cites = () if found.claim is None else found.claim.cites
    text = "Settled again, the hand wins the same share" if good else "Settled again, the hand does not win this share"
    return _check("hand", good, text, [[f"table/{award.table}", found.settled]], cites)


def _amount(link: Link, award: Award) -> CheckTold:
    cites = (ruling(1), ruling(11))
    if award.value is None or award.amount is None:
        return _check("amount", False, "The amount is fixed when the turn of this award has come", [], cites)
    claim = Claim(award.numerator, award.denominator, award.at_least)
    made = decide(Meter(award.value, link.parameters.reset), claim)
    good = isinstance(made, AwardMade) and made.amount == award.amount
    is_it = "is" if good else "is not"
    text = f"{dollars(award.amount)} {is_it} the share of {dollars(award.value)}, to the cent, rounded down"
    return _check("amount", good, text, [], cites)


def _arithmetic(award: Award) -> Steps:
    if award.value is None or award.amount is None:
        return []
    share = f"{award.numerator}/{award.denominator}" if award.numerator != award.denominator else "1"
    return [SumStep("meter", dollars(award.value)), SumStep("share", dollars(award.amount), share=share)]


def _check(check: str, ok: bool | None, text: str, entries: Entries, cites: tuple[Citation, ...]) -> CheckTold:
    return CheckTold(check, ok, text, entries, printed(cites))
