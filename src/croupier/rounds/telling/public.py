"""What followed an act, for everybody at the table: in words with paragraphs, and in values for pages.

No card is named before it is open. It is the story of the round files without what lay face down: what a hand is, is
said once it has been turned up, and every event is looked at as a spectator sees it (`shown`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from croupier.base.actors import PUBLIC
from croupier.base.citation import Citation
from croupier.base.sentences import Sentence as Coded
from croupier.base.sentences import joined, says
from croupier.base.values import Value
from croupier.rounds.telling.house_story import AWAITED, STREETS, HouseStory, Sentence, coded
from croupier.rounds.telling.poker_story import PokerStory
from croupier.rounds.telling.poker_words import STREETS as POKER_STREETS
from croupier.rounds.telling.words import BETS_BACK, line_words, made_says, net, outcome
from croupier.rules.cards import Card, show_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Ruled, faces, is_place
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.life import evolve as evolve_house
from croupier.rules.games.house.shown import shown as shown_house
from croupier.rules.games.house.table import Box, HouseRound, HouseState, Phase, Standing
from croupier.rules.games.house.view import turned_up
from croupier.rules.games.irregularity import found_and_ruled, verdict
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.games.poker.evolve import evolve as evolve_poker
from croupier.rules.games.poker.shown import shown as shown_poker
from croupier.rules.games.poker.table import PokerState, PotWon
from croupier.rules.hands import made
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook


class Aloud(Value):
    """One thing that happened."""

    event: str
    """The tag of the event; of a settlement there is one for each box, of pots given out one for each pot."""
    text: str
    cites: tuple[Citation, ...] = ()
    place: int | None = None
    values: Mapping[str, Any] = {}
    """What happened, for programs."""
    says: Coded | None = None
    """What pages in other languages make theirs of."""


def house_aloud(
    book: Rulebook, before: HouseState, text: str, events: Iterable[house_ev.HouseEvent]
) -> Iterator[Aloud]:
    """`text` is how the act was written."""
    story = _HouseAloud(HOUSE_GAMES[book.game], book, before)
    for event in events:
        round_ = story.round
        seen = shown_house(event, round_, PUBLIC)
        story.state = evolve_house(story.state, event)
        yield from story.aloud(text, round_, seen)


def poker_aloud(
    book: Rulebook, before: PokerState, text: str, events: Sequence[poker_ev.PokerEvent]
) -> Iterator[Aloud]:
    story = _PokerAloud(book, before)
    for number, event in enumerate(events):
        state = story.state
        seen = shown_poker(event, state, PUBLIC)
        story.state = evolve_poker(state, event)
        yield from story.aloud(text, state, seen, events[number + 1 :])


class _HouseAloud(HouseStory):
    def aloud(self, text: str, before: HouseRound, event: house_ev.HouseEvent) -> Iterator[Aloud]:
        match event:
            case house_ev.BetPlaced() | house_ev.DecisionMade():  # most of what happens
                yield from self.told(text, before, event, values_of(event))
            case house_ev.RoundSettled():
                yield from self.boxes_settled()
            case house_ev.JackpotPaid(box=box, line=line):
                words = f"{self.who(box)}: {line_words(self.book, line, event)}"
                player, paid = self.round.boxes[box].player, dollars(line.paid)
                pays = says("told.jackpot-pays", whose=self.whose(box), amount=paid)
                yield Aloud(tag(event), words, line.cites, box, {"player": player, "amount": paid}, pays)
            case house_ev.RoundVoided(cites=cites):
                yield from self.chips_back(cites)
            case house_ev.RoundOpened() | house_ev.TableOpened():
                call = says("told.place-your-bets")
                opens = (self.book.cite(House.BETTING_OPENS),)
                yield Aloud("round-opened", str(call), opens, None, {"round": self.number}, call)
            case house_ev.CardsDealt():
                yield from self.told(text, before, event, {} if event.up is None else {"up": event.up})
            case house_ev.CommunityTurned(turned=turned):
                street = {"street": STREETS[turned], "board": show_cards(self.round.board)}
                yield from self.told(text, before, event, street)
            case house_ev.BetReturned(box=box, spot=spot) | house_ev.BetWithdrawn(box=box, spot=spot):
                amount = before.boxes[box].bets[spot].amount
                yield from self.told(text, before, event, {"spot": spot, "amount": dollars(amount)})
            case house_ev.SettlementAwaited(cites=cites):
                yield Aloud(tag(event), str(AWAITED), cites, says=AWAITED)
                yield from self.lying_open()
            case house_ev.DealerRevealed():
                yield from self.told(text, before, event, self.dealers_hand())
            case _:
                yield from self.told(text, before, event, values_of(event))

    def told(
        self, text: str, before: HouseRound, event: house_ev.HouseEvent, values: Mapping[str, Any]
    ) -> Iterator[Aloud]:
        place = getattr(event, "box", None)
        if place is not None and place in self.round.boxes:
            values = {"player": self.round.boxes[place].player, **values}
        for sentence in self.sentences(text, before, event):
            yield Aloud(tag(event), sentence.text, sentence.cites, place, values, sentence.says)

    def dealers_hand(self) -> dict[str, Any]:
        cards = self.round.dealer
        found = self.game.makes(cards + self.round.board)
        values: dict[str, Any] = {"cards": show_cards(cards)}
        if found is not None:
            values |= {"hand": found.hand, "ranks": list(found.ranks)}
        if self.game.qualifies is not None:
            values["qualifies"] = self.game.qualifies(self.book, cards)
        return values

    def lying_open(self) -> Iterator[Aloud]:
        for box in self.round.boxes.values():
            for sentence in self.open_hands(box):
                values = {"player": box.player, "cards": show_cards(box.cards), **self.makes(box)}
                yield Aloud("hand-lies-open", sentence.text, sentence.cites, box.number, values, sentence.says)

    def makes(self, box: Box) -> dict[str, Any]:
        if not turned_up(self.round, box) or any(map(is_place, box.cards)):
            return {}
        found = self.game.makes(box.cards + self.round.board)
        return {} if found is None else {"hand": found.hand, "ranks": list(found.ranks)}

    def boxes_settled(self) -> Iterator[Aloud]:
        claimed = {claim.box for claim in self.round.claims}
        for box in self.round.boxes.values():
            if not box.bets:
                continue
            result = net(box.lines, box.awards)
            net_ = f"{'+' if result > 0 else ''}{dollars(result)}"
            settled = says("told.box-settled", whose=self.whose(box.number), stands=self.stands(box), net=net_)
            if box.number in claimed:
                settled = says("told.box-settled-claimed", settled=settled)
            told = coded(settled, self.stands_by(box))
            values: dict[str, Any] = {
                "player": box.player,
                "net": dollars(result),
                "stands": standing(self.book, self.round, box),
            }
            yield Aloud("box-settled", told.text, told.cites, box.number, values | self.makes(box), told.says)

    def chips_back(self, cites: tuple[Citation, ...]) -> Iterator[Aloud]:
        void = coded(BETS_BACK)
        yield Aloud("round-voided", void.text, cites, says=void.says)
        for box in self.round.boxes.values():
            back = sum(line.returned for line in box.lines)
            if back:
                values = {"player": box.player, "amount": dollars(back)}
                told = says("told.back", whose=self.whose(box.number), amount=dollars(back))
                yield Aloud("round-voided", str(told), box.lines[0].cites, box.number, values, told)

    def cards_dealt(self, event: house_ev.CardsDealt) -> Iterator[Sentence]:
        if event.hands:
            dealt = says("told.dealt")
            if event.up is not None:
                dealt = says("told.dealt-up", cards=says("cards", cards=event.up))
            yield coded(dealt, event.cites)
        else:
            yield from super().cards_dealt(replace(event, burnt=()))

    def compared(self, box: Box) -> Coded:
        """In short: everybody sees the cards, and the result tells how they stood against the dealer's."""
        every = box.cards + self.round.board
        if not turned_up(self.round, box) or any(map(is_place, every)) or not self.game.describe(every):
            return self.hand(box)
        return made_says(self.game.makes(every), self.game.describe(every))

    def ruled(self, text: str, event: house_ev.IrregularityRuled) -> Sentence:
        ruled = event.ruled
        return coded(found_and_ruled(ruled.incident, self.verdict(ruled), ruled.box), ruled.cites)

    def looks(self, box: Box) -> Coded:
        return says("told.looks", player=box.player, box=box.number)

    def hand(self, box: Box) -> Coded:
        if not turned_up(self.round, box) or any(map(is_place, box.cards)):
            return says("cards-down", count=len(box.cards))
        return super().hand(box)


def standing(book: Rulebook, round_: HouseRound, box: Box) -> str:
    """In one word: the clause by which it stood against the dealer, or why it did not."""
    if round_.phase is Phase.VOID or not box.live or box.standing is Standing.RETURNED:
        return "returned"
    if box.standing is Standing.FOLDED:
        return "folded"
    return outcome(book, box.lines) if box.shown else "not-shown"


class _PokerAloud(PokerStory):
    def aloud(
        self, text: str, before: PokerState, event: poker_ev.PokerEvent, following: Sequence[poker_ev.PokerEvent]
    ) -> Iterator[Aloud]:
        if isinstance(event, poker_ev.PotsGivenOut):
            yield from self.given_out(event)
            return
        values = values_of(event)
        if isinstance(event, poker_ev.HandShown | poker_ev.HandTurnedUp):
            values |= self.shown_hand(event.seat)
        elif isinstance(event, poker_ev.HoleCardsDealt):
            values = {}
        elif isinstance(event, poker_ev.CommunityTurned):
            values = {"street": POKER_STREETS[event.betting_round], "board": show_cards(self.round.board)}
        place = getattr(event, "seat", None)
        if place is not None:
            sat = before.seats.get(place)
            values = {"player": self.name(place) if sat is None else sat.player, **values}
        event_, told = tag(event), self.sentences(text, before, event, following)
        for sentence in told:
            yield Aloud(event_, sentence.text, sentence.cites, place, values, sentence.says)
            if isinstance(event, poker_ev.RoundStarted):  # what else happens to seats
                event_, values = "seat-stands", {}

    def given_out(self, event: poker_ev.PotsGivenOut) -> Iterator[Aloud]:
        for sentence in self.unseen(event):
            yield Aloud("hands-not-shown", sentence.text, sentence.cites, says=sentence.says)
        for number, pot in enumerate(event.pots):
            won = {str(seat): dollars(chips) for seat, chips in pot.won.items()}
            values = {"amount": dollars(pot.amount), "rake": dollars(pot.rake), "won": won}
            told = coded(self.pot_won(pot, number, len(event.pots)), pot.cites)
            yield Aloud("pot-won", told.text, told.cites, None, values, told.says)

    def pot_won(self, pot: PotWon, number: int, of: int) -> Coded:
        """Without the arithmetic, which the round's payments have."""
        name = says("told.pot-side", number=number) if number else says("told.pot-main")
        if of == 1:
            name = says("told.pot-only")
        winners = joined(
            [says("told.won", player=self.name(seat), amount=dollars(chips)) for seat, chips in pot.won.items()]
        )
        amount = dollars(pot.amount)
        if pot.rake:
            return says("told.pot-won-rake", pot=name, amount=amount, winners=winners, rake=dollars(pot.rake))
        return says("told.pot-won", pot=name, amount=amount, winners=winners)

    def shown_hand(self, seat: int) -> dict[str, Any]:
        cards = faces(self.round.hands[seat])
        if not cards:
            return {}
        found = made(cards + self.round.board)
        told: dict[str, Any] = {"cards": show_cards(cards)}
        return told if found is None else {**told, "hand": found.hand, "ranks": list(found.ranks)}

    def duty(self, event: poker_ev.HandShown) -> Coded:
        """In short: the paragraphs tell why this hand is shown first."""
        return says("told.shows", player=self.name(event.seat), hand=self.hand(event.seat))

    def incident(self, text: str, ruled: Ruled) -> Sentence:
        return coded(found_and_ruled(ruled.incident, verdict(ruled.ruling)), ruled.cites)

    def burnt(self, cards: tuple[Card, ...]) -> str:
        return ""


# --- Events as values -------------------------------------------------------------------------------------------------


def tag(event: Struct) -> str:
    return str(event.__struct_config__.tag)


def values_of(event: Struct) -> dict[str, Any]:
    """What is plain in an event: amounts, names, numbers and cards; neither paragraphs nor what is at its default."""
    ruled = getattr(event, "ruled", None)
    found = {"incident": ruled.incident, "ruling": ruled.ruling} if isinstance(ruled, Ruled) else {}
    for name, write in _plain(type(event)):
        value = getattr(event, name)
        if value or value == "":
            found[name] = write(value)
    return found


@cache
def _plain(kind: type[Struct]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    found: list[tuple[str, Callable[[Any], Any]]] = []
    for name, hint in get_type_hints(kind).items():
        if name in ("box", "seat"):  # the place
            continue
        kinds = [each for each in get_args(hint) or (hint,) if each is not NoneType]
        if kinds == [Cents]:
            found.append((name, dollars))
        elif hint == tuple[Card, ...]:
            found.append((name, " ".join))
        elif len(kinds) == 1 and (kinds[0] in _PLAIN or (isinstance(kinds[0], type) and issubclass(kinds[0], StrEnum))):
            found.append((name, _as_it_is))
    return tuple(found)


_PLAIN = (str, int, bool, Card)


def _as_it_is(value: Any) -> Any:
    return value
