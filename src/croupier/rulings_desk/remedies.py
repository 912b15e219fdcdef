"""What a ruling does to cards, bets and meter, read from the events and the table before and after them."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from croupier.base.citation import Citation
from croupier.base.errors import Refused
from croupier.base.sentences import Sentence, joined, says, word
from croupier.rounds.dealing.following import FloorEvent
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.games.house import commands as house
from croupier.rules.games.house import events as hev
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.lines import Result
from croupier.rules.games.house.reports import policy_cites
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Decision, HouseRound, Phase, Policy
from croupier.rules.games.poker import events as pev
from croupier.rules.games.poker.betting import options as poker_options
from croupier.rules.games.poker.commands import Act, Incident, TakeAction
from croupier.rules.games.poker.dealing import STREET
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import SETTLING, PokerState
from croupier.rules.money import NOTHING, Cents
from croupier.rulings_desk.model import Choice, May

E = TypeVar("E")

UNCHANGED = says("does.unchanged")
STAYS = says("does.stays")
GOING_ON = {"face-up-in-shoe": says("does.next-card"), "jackpot-down-seen": says("does.meter-before")}
"""Remedies of paragraphs that no event shows, for rounds that go on."""
PUT_RIGHT = says("does.put-right")
GOES_ON = word("ruling", "continue")


def _of(kind: type[E], events: Sequence[object]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def cited_beside(events: Sequence[object]) -> tuple[Citation, ...]:
    """The citations for bets closed or a round voided on the way."""
    cited: list[Citation] = []
    for event in events:
        match event:
            case hev.BetsClosed() | pev.RoundVoided():
                cited += event.cites
            case hev.RoundVoided():
                cited += [cite for box in event.boxes.values() for line in box.lines for cite in line.cites]
    return tuple(dict.fromkeys(cited))


# Tables with the House


def house_remedies(
    before: HouseRound, meter: Cents | None, events: Sequence[FloorEvent], dealer: HouseDealer
) -> Iterator[Sentence]:
    """`before` and `meter`: the round and the meter before the report."""
    after = dealer.round
    rulings = {event.ruled.ruling for event in _of(hev.IrregularityRuled, events)}
    undone = bool(_of(hev.SettlementUndone, events))
    for swap in _of(hev.CardsChangedPlaces, events):
        assert {swap.first, swap.second} <= set(before.dealt), swap
        yield says("follows.cards-change-places")
    if _of(hev.FaceUpCardExposed, events):
        yield says("follows.face-up-card") if before.dealer_shown else says("does.last-card-down")
    if _of(hev.RoundVoided, events):
        yield from _void(dealer, undone=undone)
    elif out := [event.box for event in _of(hev.BoxTakenOut, events)]:
        yield from _taken_out(out, contributed=dealer.displayed != meter, undone=undone)
    elif "invalidated" in rulings:
        yield from _struck_out(events, contributed=dealer.displayed != meter)
    elif asked := [box for event in _of(hev.OptionsGiven, events) for box in event.boxes]:
        yield _asked(before, asked)
        yield says("does.until-chosen")
    elif before.over:
        yield says("does.settled-right") if "reconstructed" in rulings else UNCHANGED
    elif "none" in rulings:
        yield says("does.unchanged-begun") if before.phase is Phase.BETTING else UNCHANGED
    elif "reconstructed" in rulings:
        yield PUT_RIGHT
    else:
        cited = {cite for event in _of(hev.IrregularityRuled, events) for cite in event.ruled.cites}
        yield from (said for clause, said in GOING_ON.items() if dealer.book.cited.get(clause) in cited)
        yield PUT_RIGHT if dealer.book.cited["continue-reconstructed"] in cited else STAYS
    if undone and before.claims and not after.claims:
        yield says("does.share-unpaid")
    yield from goes_on(after)


def _asked(before: HouseRound, asked: Sequence[int]) -> Sentence:
    playing = before.in_play()
    if len(asked) == len(playing):
        return says("does.asked-all")
    if set(asked) == {box.number for box in playing if not box.committed}:
        return says("does.asked-unbound")
    return says("does.asked-one", box=asked[0]) if len(asked) == 1 else says("does.asked-several", boxes=joined(asked))


def _void(dealer: HouseDealer, *, undone: bool) -> Iterator[Sentence]:
    if undone:
        yield says("follows.settlement-undone")
    lines = [line for box in dealer.round.boxes.values() for line in box.lines]
    assert all(line.result is Result.RETURNED and line.returned == line.staked for line in lines), lines
    assert dealer.displayed == dealer.displayed_before, "a void takes out of the meter what the round has added"
    yield says("does.all-back")


def _taken_out(out: Sequence[int], *, contributed: bool, undone: bool) -> Iterator[Sentence]:
    yield says("does.box-out", boxes=joined(out))
    if contributed:
        yield says("does.contribution-out")
    if undone:
        yield says("does.settled-without")


def _struck_out(events: Sequence[FloorEvent], *, contributed: bool) -> Iterator[Sentence]:
    """A hand that has folded before."""
    yield says("does.struck-out")
    for back in _of(hev.BetReturned, events):
        spot = word("spot", back.spot)
        if contributed:
            yield says("does.live-bet-back-meter", spot=spot, box=back.box)
        else:
            yield says("does.live-bet-back", spot=spot, box=back.box)


def goes_on(round_: HouseRound) -> Iterator[Sentence]:
    if round_.phase is Phase.BETTING:
        yield says("does.betting-goes-on")
    elif not round_.choosing and not round_.over:
        yield says("does.dealer-pays") if round_.phase is Phase.SETTLING else GOES_ON


def house_decisions(dealer: HouseDealer) -> Iterator[Choice]:
    """What the boxes decide next in the ordinary course of the round."""
    if dealer.round.choosing:
        return
    for box in undecided(dealer.round) if dealer.round.phase is Phase.DECIDING else ():
        yield Choice(says("box", box=box.number), tuple(_decisions(dealer, box).values()))


def _decisions(dealer: HouseDealer, box: Box) -> dict[Decision, May]:
    """Tries each decision of the game on the engine."""
    heard = {}
    for decision in dealer.game.decisions:
        try:
            events = dealer.game.decide(dealer.book, dealer.round, house.MakeDecision(box.number, decision))
        except Refused:
            continue
        cites = next(event.cites for event in events if isinstance(event, hev.DecisionMade))
        heard[decision] = May(word("decision", decision), cites)
    return heard


def house_choices(dealer: HouseDealer) -> Iterator[Choice]:
    """What each box may choose, tried on the engine."""
    for number in sorted(dealer.round.choosing):
        may = []
        for choice in house.Choice:
            events = dealer.game.decide(dealer.book, dealer.round, house.Choose(number, choice))
            cites = [e.cites for e in events if isinstance(e, hev.OptionChosen | hev.BoxTakenOut)]
            may.append(May(word("choice", choice), cites[0]))
        yield Choice(says("box", box=number), tuple(may))


def policies(dealer: HouseDealer) -> Choice:
    """What the House may decide for the rounds after a failure of the jackpot system."""
    may = (May(word("policy", policy), policy_cites(dealer.book, policy)) for policy in Policy)
    return Choice(says("the-house"), tuple(may))


def later_rounds(dealer: HouseDealer) -> Iterator[tuple[Sentence, tuple[Citation, ...]]]:
    """What the table says when this round is over and people want to play on."""
    brought_to_an_end(dealer)
    try:
        dealer.act(house.OpenRound())
    except Refused as refused:
        yield says("does.no-other-round", why=refused.says), refused.cites
        return
    refused_bets: dict[str, list[int]] = {}
    cites: tuple[Citation, ...] = ()
    for box in dealer.round.boxes:
        for bet in (house.PlaceBet(box, Spot.ANTE, Cents(50_00)), house.PlaceBet(box, Spot.JACKPOT, Cents(5_00))):
            try:
                dealer.game.decide(dealer.book, dealer.round, bet)
            except Refused as refused:
                refused_bets.setdefault(bet.spot, []).append(box)
                cites = refused.cites
    every = list(dealer.round.boxes)
    if not refused_bets:
        yield says("does.all-bets-taken"), ()
    elif Spot.ANTE not in refused_bets:
        yield says("does.no-jackpot-bets"), cites
    elif refused_bets[Spot.ANTE] == every:
        yield says("does.no-bets"), cites
    else:
        yield says("does.no-bets-on", boxes=joined(refused_bets[Spot.ANTE])), cites


def brought_to_an_end(dealer: HouseDealer) -> list[FloorEvent]:
    """Everybody stays in, or continues, until the round is over."""
    events: list[FloorEvent] = []
    while not dealer.round.over:
        if dealer.round.phase is Phase.AWARDING:  # the waiting award is paid; its amount does not matter here
            dealer.link = None
            events += dealer.act(house.AnswerClaim(NOTHING))
        else:
            events += dealer.act(_next_act(dealer))
    return events


def _next_act(dealer: HouseDealer) -> house.HouseCommand:
    round_ = dealer.round
    if round_.choosing:
        return house.Choose(min(round_.choosing), house.Choice.CONTINUE)
    if round_.phase is Phase.BETTING:
        return house.CloseBets()
    if round_.phase is Phase.SETTLING:
        return house.Settle()
    box = undecided(round_)[0]
    stays = next(decision for decision in _decisions(dealer, box) if decision is not Decision.FOLD)
    return house.MakeDecision(box.number, stays)


# Poker


def poker_decisions(dealer: PokerDealer) -> Iterator[Choice]:
    """What the player whose turn it is may do; each act is tried on the engine."""
    round_ = dealer.state.round
    if round_ is None or round_.over or round_.turn is None:
        return
    allowed = poker_options(dealer.state, round_.turn)
    may = []
    for act in allowed.may:
        amount = allowed.bet if act is Act.BET else allowed.raise_to if act is Act.RAISE else None
        events = decide(dealer.book, dealer.state, TakeAction(round_.turn, act, amount))
        cites = next(event.cites for event in events if isinstance(event, pev.ActionTaken))
        may.append(May(word("act", act), cites))
    yield Choice(says("seat", seat=round_.turn), tuple(may))


def poker_remedies(before: PokerState, events: Sequence[pev.PokerEvent], after: PokerState) -> Iterator[Sentence]:
    assert before.round is not None and after.round is not None
    rulings = {event.ruled.ruling for event in _of(pev.IrregularityRuled, events)}
    if _of(pev.RoundVoided, events):
        opening = before.round.opening
        assert {number: seat.stack for number, seat in after.seats.items()} == {
            number: seat.stack for number, seat in opening.seats.items()
        }
        yield says("does.chips-back")
        yield says("does.as-if-not-dealt")
        return
    for discarded in _of(pev.ExposedCardDiscarded, events):
        (replacement,) = _of(pev.ReplacementDealt, events)
        assert replacement.seat == discarded.seat
        yield says("follows.card-set-aside", seat=discarded.seat)
    if _of(pev.FaceUpCardSetAside, events):
        yield says("follows.next-card")
    burnt = not any(event.ruled.incident == Incident.NO_BURN for event in _of(pev.IrregularityRuled, events))
    for taken in _of(pev.StreetTakenBack, events):
        yield from _taken_back(before, taken, burnt=burnt)
    if _of(pev.ShoeReshuffled, events) and not _of(pev.StreetTakenBack, events):
        yield says("does.into-the-shoe")
        yield says("does.street-later")
    if "reconstructed" in rulings:
        yield PUT_RIGHT
    elif "none" in rulings:
        yield UNCHANGED
    elif "continue" in rulings:
        yield STAYS
    if after.round.phase is SETTLING:
        yield says("does.dealer-pays")
    elif not before.round.over:
        played = before.round.acted or before.round.phase is SETTLING
        again = played and _of(pev.StreetTakenBack, events)
        yield says("does.betting-again") if again else says("does.turn-goes-on")


def _taken_back(before: PokerState, taken: pev.StreetTakenBack, *, burnt: bool) -> Iterator[Sentence]:
    """`burnt`: a card had been burnt for the street and goes back with it."""
    assert before.round is not None
    street = word("street", STREET[taken.street])
    match burnt, taken.dealt_again:
        case True, True:
            yield says("does.street-burn-back-again", street=street)
        case True, False:
            yield says("does.street-burn-back", street=street)
        case False, True:
            yield says("does.street-back-again", street=street)
        case _:
            yield says("does.street-back", street=street)
    if any(before.round.bets.values()):
        yield says("does.street-bets-back")
    if before.round.folded > before.round.folded_before:
        yield says("does.folded-stay-out")
