"""The story of a house-banked table: who bet what, what was dealt and decided, each payment with its arithmetic.

Its reader may know every card, so it names hands, and says whether they were face down or looked at.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from croupier.base.citation import Citation, ruling
from croupier.base.sentences import Sentence as Coded
from croupier.base.sentences import capital, joined, says, word
from croupier.base.values import Value
from croupier.rounds.dealing.following import FloorEvent
from croupier.rounds.telling.layout import columns_of, lay, numbers, padded
from croupier.rounds.telling.words import (
    award_words,
    device_words,
    gain,
    hand_says,
    in_thousands,
    line_words,
    listed,
    made_says,
    money,
    net,
    outcome,
    sign,
)
from croupier.rules.cards import Card, show_cards
from croupier.rules.games import HouseGame
from croupier.rules.games.common import Ruled, is_place
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import MakeDecision, Of
from croupier.rules.games.house.life import evolve
from croupier.rules.games.house.options import options
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Decision, HouseRound, HouseState, Phase, Standing
from croupier.rules.games.house.view import Waiting, turned_up, waiting
from croupier.rules.games.irregularity import finding, verdict
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.evolve import evolve as evolve_link
from croupier.rules.jackpot.link import Link
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Device, Rulebook

WIDTH = 100
MARGIN = 6
"""The numbers of the actions stand here."""

AWAITED = says("told.all-turned-up")
STREETS = {3: "flop", 4: "turn", 5: "river"}


class Sentence(Value):
    text: str
    cites: tuple[Citation, ...] = ()
    deeper: int = 0
    """Further in than the action it belongs to."""
    says: Coded | None = None
    """What pages in other languages make theirs of."""


def coded(says: Coded, cites: tuple[Citation, ...] = ()) -> Sentence:
    return Sentence(capital(in_thousands(str(says))), cites, says=says)


def opened(opening: Iterable[FloorEvent]) -> tuple[HouseState, Link | None]:
    """The table and its link, of what happened when they were opened."""
    state: HouseState | None = None
    link: Link | None = None
    for event in opening:
        if isinstance(event, LinkEvent):
            link = evolve_link(link, event)
        else:
            state = evolve(state, event)
    assert state is not None, "a story begins with the opening of the table"
    return state, link


class HouseStory:
    """Follows a table event by event, from its first round on."""

    def __init__(
        self,
        game: HouseGame,
        book: Rulebook,
        state: HouseState,
        link: Link | None = None,
        *,
        left_open: int | None = None,
        width: int = WIDTH,
    ) -> None:
        """`left_open` is the number of a round that never ends: its face-down cards are left out (R-4)."""
        self.left_open = left_open
        self.width = width
        self.game = game
        self.book = book
        self.link = link
        self.answers: dict[int, ev.JackpotPaid] = {}
        """What the meter has answered to the claims of this round, by box."""
        self.told_so_far: dict[int, bool] = {}
        """The boxes whose payments were printed while an award of the round was held, and whether it was theirs."""
        self.dealer_takes: tuple[Citation, ...] = ()
        """Why the dealer's own cards, dealt with the river, appear only when it is turned up."""
        self.state = state
        self.meter_before = self.meter_after = self.displayed
        """When the round began, and when it was over; other tables of the link move the meter on."""

    @property
    def displayed(self) -> Cents | None:
        return None if self.link is None else self.link.displayed

    @property
    def round(self) -> HouseRound:
        return self.state.round

    @property
    def number(self) -> int:
        return self.state.number

    # --- Around the rounds ----------------------------------------------------------------------------------

    def heading(self, *, meter: bool = True) -> Iterator[str]:
        table = self.round.table
        yield f"{self.book.title} ({self.book.key}), dealt from {device_words(table.device)}"
        yield from lay(sign(table), width=self.width)
        if meter:
            yield from self.meter()
        yield from lay(", ".join(f"Box {number} {name}" for number, name in table.players.items()), width=self.width)

    def meter(self) -> Iterator[str]:
        if self.link is not None:
            reset = self.link.parameters.reset
            yield f"Jackpot meter {money(self.link.displayed)}, reset value {money(reset)}"

    def opening(self) -> Iterator[str]:
        yield ""
        call = f'Round {self.number}: "Place your Bets, please"'
        yield from lay(call, self.book.cite("betting-opens"), width=self.width)

    def closing(self) -> Iterator[str]:
        """The state of a round that does not go on."""
        if self.round.phase is Phase.SETTLED:
            yield f"Round {self.number} is settled."
        elif self.round.phase is Phase.VOID:
            yield f"Round {self.number} is void."
        else:
            yield f"Round {self.number} is open. It waits for:"
            for each in waiting(self.round):
                yield from lay(self.awaited(each), width=self.width, indent=2)
        after = self.meter_after if self.round.over else self.displayed
        if after is not None and self.meter_before is not None:
            yield f"Jackpot meter: {money(self.meter_before)} before the round, {money(after)} after."

    def awaited(self, each: Waiting) -> str:
        if each.box is None:
            return "the dealer, to settle" if each.reason == "settle" else '"No more Bets"'
        if each.reason == "choice":
            return f"{self.who(each.box)}: continue or withdraw"
        if each.reason == "jackpot":
            return self.held(each.box).text
        may = options(self.game.decide, self.book, self.round, self.round.boxes[each.box].player)
        decisions = [act.decision for act in may if isinstance(act, MakeDecision) and act.box == each.box]
        decisions.sort(key=lambda decision: decision is Decision.FOLD)
        return f"{self.who(each.box)}, to decide: {listed(decisions, 'or')}"

    def held(self, box: int) -> Sentence:
        """The round is settled but for this box's claim on the meter."""
        waits = "its jackpot award waits until no hand dealt earlier at another table is open"
        cites = (self.book.cite(House.PAID_ACROSS_TABLES), ruling(13), ruling(102))
        return Sentence(f"{self.who(box)}: {waits}", cites)

    def who(self, number: int) -> str:
        return f"Box {number}, {self.round.boxes[number].player}"

    def whose(self, number: int | None) -> Coded:
        if number is None:
            return says("told.the-dealer")
        return says("told.box-of", box=number, player=self.round.boxes[number].player)

    # --- One action and what came of it ---------------------------------------------------------------------

    def action(self, number: int, text: str, events: Sequence[FloorEvent]) -> Iterator[str]:
        """`text` is how the action was written, which tells of an incident what no event does."""
        first = f"{number:>4}"
        for event, of_link in _with_the_links(events):
            before, shown = self.round, self.displayed
            self.state = evolve(self.state, event)
            for moved in of_link:
                self.link = evolve_link(self.link, moved)
            match event:
                case ev.JackpotPaid(box=box):
                    self.answers[box] = event
                    self.meter_after = self.displayed
                case ev.RoundSettled() | ev.RoundVoided():
                    self.meter_after = self.displayed
                case ev.RoundOpened():
                    self.answers, self.told_so_far, self.meter_before = {}, {}, self.displayed
                case ev.SettlementUndone():
                    self.told_so_far = {}
                case _:
                    pass
            for sentence in (*self.sentences(text, before, event), *self.meter_moved(event, shown)):
                indent = MARGIN + sentence.deeper
                yield from lay(sentence.text, numbers(sentence.cites), width=self.width, indent=indent, first=first)
                first = ""

    def sentences(self, text: str, before: HouseRound, event: ev.HouseEvent) -> Iterator[Sentence]:
        """`before` is the round without the event, `self.round` the one with it."""
        match event:
            case ev.BetPlaced():
                yield self.bet_placed(before.boxes[event.box], event)
            case ev.BetWithdrawn(box=box, spot=spot):
                taken = before.boxes[box].bets[spot].amount
                back = says("told.bet-taken-back", whose=self.whose(box), spot=spot.words, amount=dollars(taken))
                yield coded(back, (self.book.cite(House.BETTING_CLOSES),))
            case ev.BetReturned(box=box, spot=spot, cites=cites):
                whose, stake = self.whose(box), dollars(before.boxes[box].bets[spot].amount)
                back = says("told.bet-without-ante", whose=whose, spot=spot.words, amount=stake)
                if self.round.dealt:
                    back = says("told.bet-alive", whose=whose, spot=spot.words, amount=stake)
                elif self.book.cite(House.BELOW_MINIMUM) in cites:
                    back = says("told.bet-below", whose=whose, spot=spot.words, amount=stake)
                yield coded(back, cites)
            case ev.BetsClosed(cites=cites):
                yield coded(says("told.no-more-bets"), cites)
            case ev.CardsDealt():
                yield from self.cards_dealt(event)
            case ev.CardsNamed(of=of, cards=cards, box=box):
                whose = says("told.the-board") if box is None and of is Of.BOARD else self.whose(box)
                lies = says("told.cards-named", whose=whose, cards=show_cards(cards))
                yield coded(lies, (self.book.cite(House.DEAL),))
            case ev.CardsLie(cards=cards, read=read, cites=cites, box=box):
                lie = says("told.cards-lie", whose=self.whose(box), cards=show_cards(cards), read=show_cards(read))
                yield coded(lie, cites)
            case ev.DecisionsTakenBack():
                yield coded(says("told.decide-again", boxes=event.boxes), event.cites)
            case ev.PaymentRecorded():
                yield coded(self.pushed(event), event.cites)
            case ev.CommunityTurned(turned=turned, cites=cites):
                up = show_cards(self.round.board[before.turned :])
                street = word("street", STREETS[turned])
                yield coded(says("told.street-up", street=street, cards=says("cards", cards=up)), cites)
                if self.dealer_takes:
                    yield coded(says("told.dealer-takes-two"), self.dealer_takes)
                    self.dealer_takes = ()
            case ev.HandExamined(box=box, by_right=by_right):
                one_hand = self.book.cite(House.OTHER_HANDS_UNSEEN if by_right else House.EXTRA_HAND_EXAMINED)
                yield coded(self.looks(self.round.boxes[box]), (one_hand, ruling(4)))
            case ev.DecisionMade(box=box, decision=decision, cites=cites, spot=spot, amount=amount):
                looked = before.boxes[box].looked
                yield coded(self.decides(box, decision, spot, amount, looked=looked), cites)
            case ev.PlayerWalkedAway(player=player):
                boxes = self.book.cite_all((House.WALKED_AWAY_UNDECIDED, House.WALKED_AWAY_DECIDED))
                yield coded(says("told.walks-away", player=player), (*boxes, ruling(49)))
            case ev.ConsideredFolded(box=box, cites=cites):
                yield coded(says("told.considered-folded", whose=self.whose(box)), cites)
            case ev.HandHidden(box=box, cites=cites):
                yield coded(says("told.not-shown", whose=self.whose(box)), cites)
            case ev.DealerRevealed(cites=cites):
                yield coded(self.dealer_shows(), cites)
            case ev.SettlementAwaited(cites=cites):
                yield coded(AWAITED, cites)
                for each in self.round.boxes.values():
                    yield from self.open_hands(each)
            case ev.RoundSettled() | ev.JackpotPaid():
                if not self.round.claims:
                    yield from self.settlement()
            case ev.RestrictionsLifted():
                again = self.book.cite(House.OFFERED_AT_THE_TABLE)
                yield coded(says("told.bets-taken-again"), (again,))
            case ev.SettlementUndone():
                yield coded(says("told.settlement-undone"), (ruling(5),))
            case ev.RoundVoided():
                yield from self.bets_back()
            case ev.IrregularityRuled():
                yield self.ruled(text, event)
            case ev.OptionsGiven(boxes=boxes, cites=cites):
                asked = says("told.options-several", boxes=joined(boxes))
                if len(boxes) == 1:
                    asked = says("told.options-one", box=boxes[0])
                yield coded(asked, cites)
            case ev.OptionChosen(box=box, cites=cites, left=left):
                whose = self.whose(box)
                yield coded(says("told.goes-on", whose=whose) if left else says("told.continues", whose=whose), cites)
            case ev.FaceUpCardExposed(card=card, cites=cites):
                shown = says("told.face-up-card", card=card)
                if not before.dealer_shown:
                    shown = says("told.face-up-card-changes", card=card, before=str(before.up))
                yield coded(shown, cites)
            case ev.BoxTakenOut(box=box, cites=cites):
                yield coded(says("told.box-out", whose=self.whose(box)), cites)
            case ev.CardsChangedPlaces(first=first, second=second):
                changed = says("told.cards-change-places", first=first, second=second)
                yield coded(changed, (self.book.cite(House.DRAWN_TOGETHER),))
            case ev.CardsCalled() | ev.DecisionsAsked():
                pass  # printed with the cards
            case ev.TableOpened() | ev.RoundOpened() | ev.PolicyNamed():
                pass  # printed around the rounds, and with the incident
            case ev.BoxTaken(box=box, player=player):
                yield coded(says("told.takes-box", player=player, box=box))
            case ev.BoxFreed(box=box):
                yield coded(says("told.box-free", box=box))
            case ev.SignChanged():
                yield Sentence(f"From the next round on: {sign(self.state.table)}", says=says("told.sign-changed"))
            case ev.TableSuspended(why=why):
                yield coded(says("told.table-waits", why=why))
            case ev.TableResumed():
                yield coded(says("told.table-goes-on"))
            case ev.TableClosed():
                yield coded(says("told.table-closed"))
            case ev.DayEnded():
                yield coded(says("told.day-ends"))
            case _:
                assert_never(event)

    def pushed(self, event: ev.PaymentRecorded) -> Coded:
        whose, paid, due = self.whose(event.box), dollars(event.paid), dollars(event.due)
        amount = dollars(abs(event.due - event.paid))
        if event.paid < event.due:
            return says("told.still-to-pay", whose=whose, paid=paid, due=due, amount=amount)
        return says("told.to-ask-back", whose=whose, paid=paid, due=due, amount=amount)

    def looks(self, box: Box) -> Coded:
        return says("told.looks-at", player=box.player, box=box.number, hand=self.hand(box))

    def decides(self, box: int, made: Decision, spot: Spot | None, amount: Cents, *, looked: bool) -> Coded:
        whose, decision = self.whose(box), says("decided", words=self.game.decisions[made].words, decision=made)
        if spot is None:
            if looked:
                return says("told.decides", whose=whose, decision=decision)
            return says("told.decides-unseen", whose=whose, decision=decision)
        bet = dollars(amount)
        if looked:
            return says("told.decides-bet", whose=whose, decision=decision, amount=bet, spot=spot.words)
        return says("told.decides-bet-unseen", whose=whose, decision=decision, amount=bet, spot=spot.words)

    def dealer_shows(self) -> Coded:
        cards, every = says("cards", cards=show_cards(self.round.dealer)), self.round.dealer + self.round.board
        hand = made_says(self.game.makes(every), self.game.describe(every))
        if self.game.qualifies is None:
            return says("told.dealer-shows", cards=cards, hand=hand)
        if self.game.qualifies(self.book, self.round.dealer):
            return says("told.dealer-shows-qualified", cards=cards, hand=hand)
        return says("told.dealer-shows-unqualified", cards=cards, hand=hand)

    def bet_placed(self, box: Box, event: ev.BetPlaced) -> Sentence:
        lay_there = box.bets.get(event.spot)
        bet = says("told.bet", whose=self.whose(event.box), spot=event.spot.words, amount=dollars(event.total))
        if lay_there is not None:
            added = Cents(event.total + event.excess - lay_there.amount)
            bet = says("told.bet-added", bet=bet, added=dollars(added))
        if event.excess:
            bet = says("told.bet-excess", bet=bet, excess=dollars(event.excess))
        if event.unnoticed:
            unnoticed = self.book.cite_all((House.EXCESS_UNNOTICED, House.BELOW_MINIMUM_UNNOTICED))
            return coded(says("told.bet-unnoticed", bet=bet), unnoticed)
        return coded(bet, event.cites or (self.book.cite(House.WITHIN_THE_LIMITS),))

    def cards_dealt(self, event: ev.CardsDealt) -> Iterator[Sentence]:
        shoe = self.round.table.device is Device.SHOE
        burnt = f"Burnt: {show_cards(event.burnt)}. " if event.burnt else ""
        if event.hands:
            yield Sentence(f"{burnt}Dealt {'card by card' if shoe else 'in sets'}:", event.cites)
        else:
            street = STREETS[len(self.round.community)]
            self.dealer_takes = event.dealer_cites
            dealt = says("told.street-dealt", street=word("street", street))
            yield Sentence(f"{burnt}{dealt}", event.cites, says=dealt)
            return  # the dealer's own cards, dealt with the river, appear when it is turned up
        rows: dict[str, str] = {}
        if event.community:
            rows["Board"] = f"{len(event.community)} cards  face down"
        rows |= {self.who(number): self.face_down(cards) for number, cards in event.hands.items()}
        if event.up is not None:
            rows["Dealer"] = f"{len(event.dealer) - 1} cards  face down, {event.up} face up"
        elif event.dealer:
            rows["Dealer"] = f"{len(event.dealer)} cards  face down"
        wide = max(map(columns_of, rows), default=0)
        for place, cards in rows.items():
            yield Sentence(f"{padded(place, wide)}  {cards}", deeper=2)

    def face_down(self, cards: tuple[Card, ...]) -> str:
        """A box's hand. The dealer's and the board appear when they are turned up, if they are."""
        told = f"{len(cards)} cards" if self.number == self.left_open else show_cards(cards)
        return f"{told}  face down"

    def ruled(self, text: str, event: ev.IrregularityRuled) -> Sentence:
        ruled = event.ruled
        _, _, reported = text.partition(" ")
        box = "" if ruled.box is None else f" for box {ruled.box}"
        told = f"Incident ({reported.strip()}): {finding(ruled.incident)}. Ruling{box}: {self.verdict(ruled)}"
        return Sentence(told, ruled.cites)

    def verdict(self, ruled: Ruled) -> Coded:
        if ruling(94) in ruled.cites:  # a bet that is still alive has a line of its own
            return says("ruling-fold-stands")
        if self.round.settlement_made and ruled.ruling == "reconstructed":
            return says("ruling-settled-again")
        return verdict(ruled.ruling)

    def meter_moved(self, event: ev.HouseEvent, shown: int | None) -> Iterator[Sentence]:
        displayed = self.displayed
        if displayed is None or shown is None or displayed == shown:
            return
        now = f"the jackpot meter shows {money(displayed)}"
        match event:
            case ev.BetsClosed():
                added = money(displayed - shown)
                yield Sentence(f"The jackpot bets add {added}: {now}", (ruling(11),))
            case ev.BoxTakenOut() | ev.BetReturned():
                yield Sentence(f"Its contribution is taken back: {now}", (ruling(54),))
            case ev.RoundVoided():
                yield Sentence(f"The contributions are taken back: {now}", (ruling(7),))
            case ev.SettlementUndone():
                yield Sentence(f"What the jackpot paid goes back: {now}", (ruling(5), ruling(117)))
            case _:
                pass  # an award is printed with its line

    # --- Settlement -----------------------------------------------------------------------------------------

    def settlement(self) -> Iterator[Sentence]:
        for box in self.round.boxes.values():
            held = self.told_so_far.get(box.number)
            if not box.bets or held is False:
                continue
            yield Sentence(f"{self.who(box.number)}: {self.stands(box)}", self.stands_by(box))
            yield from self.payments(box, only=Spot.JACKPOT if held else None)
            staked = sum(line.staked for line in box.lines)
            result = net(box.lines, box.awards)
            yield Sentence(f"staked {money(staked)}, gets {money(staked + result)}: {gain(result)}", deeper=2)

    def payments(self, box: Box, only: Spot | None = None) -> Iterator[Sentence]:
        for line in box.lines:
            if only is None or line.spot is only:
                yield Sentence(line_words(self.book, line, self.answers.get(box.number)), line.cites, deeper=2)
        for award in box.awards:
            if only is None:
                yield Sentence(award_words(award), award.cites, deeper=2)

    def settled_so_far(self) -> Iterator[Sentence]:
        """The round is settled except for held claims on the meter; printed once."""
        claimed = {claim.box for claim in self.round.claims}
        for box in self.round.boxes.values():
            if box.bets and box.number not in self.told_so_far:
                yield Sentence(f"{self.who(box.number)}: {self.stands(box)}", self.stands_by(box))
                yield from self.payments(box)
                self.told_so_far[box.number] = box.number in claimed
        yield from (self.held(claim.box) for claim in self.round.claims)

    def open_hands(self, box: Box) -> Iterator[Sentence]:
        """What everybody sees of a hand in the pause before the payments."""
        ranked = (self.book.cite(House.RANKING_OF_HANDS),)
        if turned_up(self.round, box):
            open_ = coded(says("told.hand-open", whose=self.whose(box.number), hand=self.hand(box)), ranked)
            yield replace(open_, deeper=2)

    def stands(self, box: Box) -> Coded:
        """What settlement found, in front of the payments."""
        if not box.live:
            return says("stands.not-in-play")
        if box.standing is Standing.RETURNED:
            return says("stands.out")
        if self.not_shown(box):
            return says("stands.not-shown")
        if box.standing is Standing.FOLDED:
            if turned_up(self.round, box):
                return says("stands.folded-shown", hand=self.hand(box))
            return says("stands.folded")
        return self.compared(box)

    def compared(self, box: Box) -> Coded:
        """The hand, and how it stood against the dealer's."""
        against_dealer = outcome(self.book, box.lines)
        if not against_dealer:
            return self.hand(box)
        return says("stands.against", hand=self.hand(box), outcome=word("outcome", against_dealer))

    def stands_by(self, box: Box) -> tuple[Citation, ...]:
        """What put the box into its standing, or ranks its hand, or else decided its bets."""
        if self.not_shown(box):
            folded = box.standing is Standing.FOLDED
            return (self.book.cite(House.HAND_NOT_SHOWN), ruling(91 if folded else 74))
        if box.because:
            return box.because
        if box.standing is Standing.FOLDED and turned_up(self.round, box):
            return (*box.lines[0].cites[:1], ruling(91))
        if box.live and box.shown and box.standing is Standing.IN_PLAY:
            return (self.book.cite(House.RANKING_OF_HANDS),)
        return box.lines[0].cites[:1]

    def not_shown(self, box: Box) -> bool:
        """The player kept it back; if the fold has already lost everything, that says nothing more."""
        if box.shown or box.standing is Standing.RETURNED:
            return False
        cite = self.book.cite(House.HAND_NOT_SHOWN)
        return box.standing is Standing.IN_PLAY or any(cite in line.cites for line in box.lines)

    def hand(self, box: Box) -> Coded:
        if any(map(is_place, box.cards)):
            return says("cards-not-entered", count=len(box.cards))
        every = box.cards + self.round.board
        return hand_says(box.cards, self.game.makes(every), self.game.describe(every))

    def bets_back(self) -> Iterator[Sentence]:
        for box in self.round.boxes.values():
            if not box.bets:
                continue
            bets = " and ".join(f"{line.spot.words} {money(line.returned)}" for line in box.lines)
            yield Sentence(f"{self.who(box.number)}: {bets} back", box.lines[0].cites)


def _with_the_links(events: Iterable[FloorEvent]) -> Iterator[tuple[ev.HouseEvent, list[LinkEvent]]]:
    """Each event of the table with the link's events that follow from it."""
    found: list[tuple[ev.HouseEvent, list[LinkEvent]]] = []
    for event in events:
        if isinstance(event, LinkEvent):
            found[-1][1].append(event)
        else:
            found.append((event, []))
    return iter(found)
