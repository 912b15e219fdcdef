"""What a ruling does to cards, bets and meter, told from the events and from the table before and after them."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from croupier.citation import Citation
from croupier.errors import Refused
from croupier.floor.following import FloorEvent
from croupier.floor.house_dealer import HouseDealer
from croupier.floor.poker_dealer import PokerDealer
from croupier.games.house import commands as house
from croupier.games.house import events as hev
from croupier.games.house.decisions import undecided
from croupier.games.house.lines import Result
from croupier.games.house.reports import policy_cites
from croupier.games.house.spots import Spot
from croupier.games.house.table import Box, Decision, HouseRound, Phase, Policy
from croupier.games.poker import events as pev
from croupier.games.poker.betting import options as poker_options
from croupier.games.poker.commands import Act, Incident, TakeAction
from croupier.games.poker.machine import STREET, decide
from croupier.games.poker.table import SETTLING, PokerState
from croupier.money import NOTHING, Cents
from croupier.rulings_desk.model import Choice, May

E = TypeVar("E")

UNCHANGED = "Nothing changes: the round stands as it is."
STAYS = "Cards and bets stay as they lie."
GOING_ON = {
    "face-up-in-shoe": "A card that lies face up counts as the next one from the device.",
    "jackpot-down-seen": "Jackpot awards are paid from the meter as it stood before the failure.",
}
"""Where the round goes on and the paragraph asks for something that no event tells."""
PUT_RIGHT = "The cards are put where they belong; bets stay as they lie."


def _of(kind: type[E], events: Sequence[object]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def listed(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def boxes(numbers: Sequence[int]) -> str:
    return f"box {numbers[0]}" if len(numbers) == 1 else f"boxes {listed(numbers)}"


def cited_beside(events: Sequence[object]) -> tuple[Citation, ...]:
    """Where bets were closed or a round voided on the way."""
    cited: list[Citation] = []
    for event in events:
        match event:
            case hev.BetsClosed() | pev.RoundVoided():
                cited += event.cites
            case hev.RoundVoided():
                cited += [cite for box in event.boxes.values() for line in box.lines for cite in line.cites]
    return tuple(dict.fromkeys(cited))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# Tables with the House


def house_remedies(
    before: HouseRound, meter: Cents | None, events: Sequence[FloorEvent], dealer: HouseDealer
) -> Iterator[str]:
    """`before` and `meter` are the round and the meter to which it was reported."""
    after = dealer.round
    rulings = {event.ruled.ruling for event in _of(hev.IrregularityRuled, events)}
    undone = bool(_of(hev.SettlementUndone, events))
    for swap in _of(hev.CardsChangedPlaces, events):
        assert {swap.first, swap.second} <= set(before.dealt), swap
        yield "The two cards change places, and the hands with them."
    if _of(hev.FaceUpCardExposed, events):
        rest = "" if before.dealer_shown else "; the last one dealt to the dealer lies face down"
        yield f"The exposed card is the dealer's face-up card{rest}."
    if _of(hev.RoundVoided, events):
        yield from _void(dealer, undone=undone)
    elif out := [event.box for event in _of(hev.BoxTakenOut, events)]:
        yield from _taken_out(out, contributed=dealer.displayed != meter, undone=undone)
    elif "invalidated" in rulings:
        yield from _struck_out(events, contributed=dealer.displayed != meter)
    elif asked := [box for event in _of(hev.OptionsGiven, events) for box in event.boxes]:
        yield _sentence(f"{_who_is_asked(before, asked)} may continue or have its bets back")
        yield "Until all who are asked have chosen, nothing else is accepted."
    elif before.over:
        put_right = "The cards are put where they belong, and the round is settled on them."
        yield put_right if "reconstructed" in rulings else UNCHANGED
    elif "none" in rulings:
        yield "Nothing changes in the round that has begun." if before.phase is Phase.BETTING else UNCHANGED
    elif "reconstructed" in rulings:
        yield PUT_RIGHT
    else:
        cited = {cite for event in _of(hev.IrregularityRuled, events) for cite in event.ruled.cites}
        yield from (words for clause, words in GOING_ON.items() if dealer.book.cited.get(clause) in cited)
        yield PUT_RIGHT if dealer.book.cited["continue-reconstructed"] in cited else STAYS
    if undone and before.claims and not after.claims:
        yield "The share of the jackpot that waited is not paid."
    yield from goes_on(after)


def _who_is_asked(before: HouseRound, asked: Sequence[int]) -> str:
    playing = before.in_play()
    if len(asked) == len(playing):
        return "every box in play"
    if set(asked) == {box.number for box in playing if not box.committed}:
        return "every box in play that is not bound by a choice before"
    return f"box {asked[0]}" if len(asked) == 1 else f"each of the boxes {listed(asked)}"


def _void(dealer: HouseDealer, *, undone: bool) -> Iterator[str]:
    if undone:
        yield "The settlement is undone and what was paid is taken back."
    lines = [line for box in dealer.round.boxes.values() for line in box.lines]
    assert all(line.result is Result.RETURNED and line.returned == line.staked for line in lines), lines
    assert dealer.displayed == dealer.displayed_before, "a void takes out of the meter what the round has added"
    yield "Every bet of the round goes back to whoever put it in, and the meter to where it was before the round."


def _taken_out(out: Sequence[int], *, contributed: bool, undone: bool) -> Iterator[str]:
    yield _sentence(f"{boxes(out)} is out of the round: the hand counts for nothing and all bets on it go back")
    if contributed:
        yield "What its jackpot bet added to the meter is taken out again."
    if undone:
        yield "The round is settled again without it; awards of other boxes that hung on it change with it."


def _struck_out(events: Sequence[FloorEvent], *, contributed: bool) -> Iterator[str]:
    """A hand that has folded before."""
    yield "The hand is struck out; what the fold has lost stays lost."
    for back in _of(hev.BetReturned, events):
        meter = ", and out of the meter what it added" if contributed else ""
        yield f"The {back.spot} bet on box {back.box}, which was still alive, goes back{meter}."


def goes_on(round_: HouseRound) -> Iterator[str]:
    if round_.phase is Phase.BETTING:
        yield "Betting goes on."
    elif not round_.choosing and not round_.over:
        yield "The dealer pays." if round_.phase is Phase.SETTLING else "The round goes on."


def house_decisions(dealer: HouseDealer) -> Iterator[Choice]:
    """What the boxes decide next in the ordinary course of the round."""
    if dealer.round.choosing:
        return
    for box in undecided(dealer.round) if dealer.round.phase is Phase.DECIDING else ():
        yield Choice(f"box {box.number}", tuple(_decisions(dealer, box)))


def _decisions(dealer: HouseDealer, box: Box) -> Iterator[May]:
    """Each decision that the game knows is tried on the engine."""
    for decision in dealer.game.decisions:
        try:
            events = dealer.game.decide(dealer.book, dealer.round, house.MakeDecision(box.number, decision))
        except Refused:
            continue
        yield May(decision, next(event.cites for event in events if isinstance(event, hev.DecisionMade)))


def house_choices(dealer: HouseDealer) -> Iterator[Choice]:
    """What each box may choose, tried out on the engine."""
    for number in sorted(dealer.round.choosing):
        may = []
        for choice in house.Choice:
            events = dealer.game.decide(dealer.book, dealer.round, house.Choose(number, choice))
            cites = [e.cites for e in events if isinstance(e, hev.OptionChosen | hev.BoxTakenOut)]
            may.append(May(choice, cites[0]))
        yield Choice(f"box {number}", tuple(may))


def policies(dealer: HouseDealer) -> Choice:
    """What the House may decide for the rounds after a failure of the jackpot system."""
    return Choice("the House", tuple(May(policy, policy_cites(dealer.book, policy)) for policy in Policy))


def later_rounds(dealer: HouseDealer) -> Iterator[tuple[str, tuple[Citation, ...]]]:
    """What the table says when this round is over and people want to play on."""
    brought_to_an_end(dealer)
    try:
        dealer.act(house.OpenRound())
    except Refused as refused:
        yield f"After this round no other starts: {refused.why}.", refused.cites
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
        yield "In the rounds after it all bets are taken.", ()
    elif Spot.ANTE not in refused_bets:
        yield "In the rounds after it no jackpot bets are taken.", cites
    else:
        where = "any box" if refused_bets[Spot.ANTE] == every else boxes(refused_bets[Spot.ANTE])
        yield f"In the rounds after it no bets are taken on {where}.", cites


def brought_to_an_end(dealer: HouseDealer) -> list[FloorEvent]:
    """Everybody stays in, or continues, until the round is over."""
    events: list[FloorEvent] = []
    while not dealer.round.over:
        if dealer.round.phase is Phase.AWARDING:  # the award that waits is paid some time; how much matters to nobody
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
    stays = next(may.act for may in _decisions(dealer, box) if may.act != Decision.FOLD)
    return house.MakeDecision(box.number, Decision(stays))


# Poker


def poker_decisions(dealer: PokerDealer) -> Iterator[Choice]:
    """What the player whose turn it is may do; the engine tries each act."""
    round_ = dealer.state.round
    if round_ is None or round_.over or round_.turn is None:
        return
    allowed = poker_options(dealer.state, round_.turn)
    may = []
    for act in allowed.may:
        amount = allowed.bet if act is Act.BET else allowed.raise_to if act is Act.RAISE else None
        events = decide(dealer.book, dealer.state, TakeAction(round_.turn, act, amount))
        may.append(May(act, next(event.cites for event in events if isinstance(event, pev.ActionTaken))))
    yield Choice(f"seat {round_.turn}", tuple(may))


def poker_remedies(before: PokerState, events: Sequence[pev.PokerEvent], after: PokerState) -> Iterator[str]:
    assert before.round is not None and after.round is not None
    rulings = {event.ruled.ruling for event in _of(pev.IrregularityRuled, events)}
    if _of(pev.RoundVoided, events):
        opening = before.round.opening
        assert {number: seat.stack for number, seat in after.seats.items()} == {
            number: seat.stack for number, seat in opening.seats.items()
        }
        yield "Every chip of the round goes back to whoever put it in, blinds included; nothing is raked."
        yield "The button stays: the next round is as if this one had not been dealt."
        return
    for discarded in _of(pev.ExposedCardDiscarded, events):
        (replacement,) = _of(pev.ReplacementDealt, events)
        assert replacement.seat == discarded.seat
        yield f"The exposed card is set aside; seat {discarded.seat} gets the next card for it."
    if _of(pev.FaceUpCardSetAside, events):
        yield "The face-up card is set aside and not used in the round; the one after it is the next card."
    burnt = not any(event.ruled.incident == Incident.NO_BURN for event in _of(pev.IrregularityRuled, events))
    for taken in _of(pev.StreetTakenBack, events):
        yield from _taken_back(before, taken, burnt=burnt)
    if _of(pev.ShoeReshuffled, events) and not _of(pev.StreetTakenBack, events):
        yield "What was exposed and its burnt card are shuffled into the rest of the shoe."
        yield "When the betting round is over the street is dealt from there; cards in the players' hands stay."
    if "reconstructed" in rulings:
        yield PUT_RIGHT
    elif "none" in rulings:
        yield UNCHANGED
    elif "continue" in rulings:
        yield STAYS
    if after.round.phase is SETTLING:
        yield "The dealer pays."
    elif not before.round.over:
        played = before.round.acted or before.round.phase is SETTLING
        again = played and _of(pev.StreetTakenBack, events)
        yield "The betting round begins again." if again else "The round goes on with the player whose turn it is."


def _taken_back(before: PokerState, taken: pev.StreetTakenBack, *, burnt: bool) -> Iterator[str]:
    """`burnt`: a card had been burnt for the street and goes back with it."""
    assert before.round is not None
    street = STREET[taken.street]
    goes = "and its burnt card go" if burnt else "goes"
    again = f", and a new {street} is dealt" if taken.dealt_again else "; no other is dealt, for one player is left"
    yield f"The {street} {goes} back into the shoe, which is shuffled{again}."
    if any(before.round.bets.values()):
        yield "The bets of this betting round go back."
    if before.round.folded > before.round.folded_before:
        yield "Who has folded on it stays out of the round."
