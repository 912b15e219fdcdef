"""The story of a poker table: posts, cards, acts, pots with their arithmetic, and who comes and goes.

Anybody may read it, so it names a hand only after it has been turned up (R-45).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from croupier.base.citation import Citation, ruling
from croupier.base.sentences import Sentence as Coded
from croupier.base.sentences import joined, says, word
from croupier.rounds.telling.house_story import MARGIN, WIDTH, Sentence, coded
from croupier.rounds.telling.layout import lay, numbers
from croupier.rounds.telling.poker_words import STREETS, act_says, asked, pots_words, returned_says, sign
from croupier.rounds.telling.words import CHIPS_BACK, device_words, gain, hand_says, hand_words, listed, money
from croupier.rules.cards import Card, show_cards
from croupier.rules.games.common import Ruled, faces, is_place
from croupier.rules.games.irregularity import SHOWS, finding, verdict
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.showdown import to_show
from croupier.rules.games.poker.table import Phase, PokerRound, PokerState, PotWon
from croupier.rules.hands import made
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Device, Rulebook

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}


class PokerStory:
    """Follows a table event by event, from its opening on."""

    def __init__(self, book: Rulebook, state: PokerState, width: int = WIDTH) -> None:
        self.book = book
        self.width = width
        self.state = state
        self.number = 0
        self.carried: tuple[Citation, ...] = ()
        """Paragraphs of an event that is printed together with the next one."""
        self.ruled_by: tuple[Citation, ...] = ()
        """Those of the last ruling, for what it brings about."""
        self.showdown: set[Citation] = set()
        """What this showdown has cited; a duty that all hands share is named with the first."""

    @property
    def round(self) -> PokerRound:
        assert self.state.round is not None
        return self.state.round

    # --- Around the rounds ----------------------------------------------------------------------------------

    def heading(self) -> Iterator[str]:
        table = self.state.table
        yield f"{self.book.title} ({self.book.key}), dealt from {device_words(table.device)}"
        yield from lay(sign(table), width=self.width)
        if table.small_blind % table.chip:
            words = "These blinds cannot be made of whole chips: they are posted and called as they are"
            yield from lay(words, numbers((ruling(84),)), width=self.width)
        seats = [f"Seat {number} {seat.player} {money(seat.stack)}" for number, seat in self.state.seats.items()]
        yield from lay_items(", ".join(map(unbroken, seats)) or "Nobody is seated", self.width)

    def opening(self) -> Iterator[str]:
        self.number += 1
        yield from ("", f"Round {self.number}")

    def closing(self) -> Iterator[str]:
        """The state of a round that does not go on; one that is over has said so itself."""
        round_ = self.state.round
        if round_ is None or round_.over:
            return
        yield f"Round {self.number} is open. It waits for:"
        if due := to_show(self.book, self.state):
            yield from lay(f"{self.names(each.seat for each in due)}, to show", "", width=self.width, indent=2)
        elif round_.phase is Phase.SETTLING:
            yield from lay("the dealer, to pay: settle", numbers((ruling(93),)), width=self.width, indent=2)
        if round_.turn is not None:
            may = listed(asked(options(self.state, round_.turn)), "or")
            yield from lay(f"{self.seat_and_name(round_.turn)}, to decide: {may}", width=self.width, indent=2)
        seats = [seat for seat in self.state.seats.values() if not seat.leaving]
        behind = ", ".join(unbroken(f"{seat.player} {money(seat.stack)}") for seat in seats)
        yield from lay_items(f"In the pot {money(self.in_the_pot())}; behind: {behind}", self.width)

    def over(self) -> Iterator[str]:
        """Said as soon as a round is over: the stacks of all who still have a seat."""
        verdict = "void" if self.round.phase is Phase.VOID else "settled"
        stacks = []
        for number, seat in self.state.seats.items():
            change = seat.stack - self.round.opening.seats[number].stack
            stacks.append(unbroken(f"{seat.player} {money(seat.stack)}{f' ({gain(change)})' if change else ''}"))
        yield from lay_items(f"Round {self.number} is {verdict}. Stacks: {', '.join(stacks) or 'none'}", self.width)

    def in_the_pot(self) -> int:
        began = self.round.opening.seats
        return sum(began[number].stack - self.state.seats[number].stack for number in self.round.order)

    def name(self, number: int) -> str:
        """A player's name; for one who has left since, the name when the round began."""
        seat = self.state.seats.get(number)
        if seat is None and self.state.round is not None:
            seat = self.round.opening.seats.get(number)
        return f"Seat {number}" if seat is None else seat.player

    def seat_and_name(self, number: int) -> str:
        return f"Seat {number}, {self.name(number)}" if number in self.state.seats else f"Seat {number}"

    def names(self, numbers: Iterable[int]) -> str:
        return listed([self.name(number) for number in numbers])

    # --- One action and what came of it ---------------------------------------------------------------------

    def action(
        self, number: int, text: str, events: Sequence[ev.PokerEvent], aside: Iterable[Sentence] = ()
    ) -> Iterator[str]:
        """`text` is how the action was written, which tells of an incident what no event does."""
        first = f"{number:>4}"
        was_over = self.state.round is not None and self.round.over
        for place, event in enumerate(events):
            before = self.state
            self.state = evolve(before, event)
            for sentence in self.sentences(text, before, event, events[place + 1 :]):
                indent = MARGIN + sentence.deeper
                yield from lay(sentence.text, numbers(sentence.cites), width=self.width, indent=indent, first=first)
                first = ""
        for sentence in aside:
            yield from lay(sentence.text, numbers(sentence.cites), width=self.width, indent=MARGIN)
        begun = any(isinstance(event, ev.RoundStarted) for event in events)
        if self.state.round is not None and self.round.over and (begun or not was_over):
            yield from self.over()

    def sentences(
        self, text: str, before: PokerState, event: ev.PokerEvent, following: Sequence[ev.PokerEvent]
    ) -> Iterator[Sentence]:
        """`before` is the table without the event, `self.state` the one with it."""
        match event:
            case ev.RoundStarted():
                yield from self.round_started(before, event)
            case ev.BlindPosted():
                yield self.posted(event)
            case ev.HoleCardsDealt():
                yield self.dealt(event)
            case ev.BettingOpened(turn=turn, cites=cites):
                yield coded(says("told.first-to-act", player=self.name(turn)), cites)
            case ev.CardsCalled(cites=cites):
                self.carried = cites
            case ev.CommunityTurned():
                yield self.community_turned(event, following)
            case ev.CardsLookedAt(seat=seat):
                yield coded(says("told.looks-at-hole-cards", player=self.name(seat)), (ruling(4),))
            case ev.ActionTaken(seat=seat):
                assert before.round is not None
                price, step = before.round.price, before.round.step
                bet = before.round.bets.get(seat, Cents(0))
                yield coded(act_says(self.name(seat), event, price=price, bet=bet, step=step), event.cites)
            case ev.FoldedByRule(seat=seat, cites=cites):
                folded = says("told.folded-by-rule", player=self.name(seat))
                if before.seats[seat].away and ruling(66) in cites:
                    folded = says("told.away-folded", player=self.name(seat))
                yield coded(folded, cites)
            case ev.BetReturned(cites=cites):
                yield coded(returned_says(event, self.name), cites)
            case ev.HandShown():
                yield from self.shown(event)
            case ev.HandTurnedUp():
                yield self.turned_up(before, event)
            case ev.HandMucked(seat=seat, cites=cites):
                yield coded(says("told.mucks", player=self.name(seat)), cites)
            case ev.SettlementAwaited(cites=cites):
                hands_are_shown = self.state.table.dealt_by_hand and len(self.round.live()) > 1
                yield coded(says("told.showdown") if hands_are_shown else says("told.payments-wait"), cites)
            case ev.PotsGivenOut(pots=pots):
                yield from self.unseen(event)
                yield from self.pots(pots)
            case ev.PlayerSatDown():
                yield self.sat_down(event)
            case ev.StakeIncreased(seat=seat, amount=amount, cites=cites):
                stack = dollars(self.state.seats[seat].stack)
                yield coded(says("told.tops-up", player=self.name(seat), amount=dollars(amount), stack=stack), cites)
            case ev.StakeGivenBack(seat=seat, amount=amount, cites=cites):
                yield coded(says("told.gives-back", player=before.seats[seat].player, amount=dollars(amount)), cites)
            case ev.PlayerWentAway(seat=seat):
                yield self.went_away(seat)
            case ev.PlayerCameBack(seat=seat):
                yield self.came_back(seat)
            case ev.SeatChanged(seat=seat, to=to, cites=cites):
                yield coded(says("told.moves", player=before.seats[seat].player, seat=seat, to=to), cites)
            case ev.PlayerLeft(seat=seat, stack=stack, cites=cites):
                left = says("told.leaves-table", player=before.seats[seat].player, amount=dollars(stack))
                if cites and not before.seats[seat].leaving:
                    left = says("told.deemed-gone", player=before.seats[seat].player, amount=dollars(stack))
                yield coded(left, cites or (ruling(65),))
            case ev.PlayerLeaving():
                yield self.leaving(event)
            case ev.ActedOutOfTurn(seat=seat, cites=cites):
                act = " ".join(text.split()[2:])
                yield coded(says("told.acted-out-of-turn", player=self.name(seat), act=act), cites)
            case ev.OutOfTurnBetForfeited(seat=seat, chips=chips, cites=cites):
                yield coded(says("told.forfeited", player=self.name(seat), amount=dollars(chips)), cites)
            case ev.PaymentRecorded():
                pushed, won = dollars(event.paid), dollars(event.due)
                told = says("told.seat-was-pushed", seat=event.seat, paid=pushed, due=won)
                yield coded(told, event.cites)
            case ev.CardsLie():
                yield from self.lie(event)
            case ev.BettingTakenBack(cites=cites):
                yield coded(says("told.betting-again"), cites)
            case ev.PotsGivenOutAgain(pots=pots, cites=cites):
                yield coded(says("told.pots-again"), cites)
                yield from self.pots(pots)
            case ev.IrregularityRuled():
                yield from self.ruled(text, event)
            case ev.ExposedCardDiscarded(seat=seat, card=card):
                aside = says("told.card-set-aside", card=card_says(card), player=self.name(seat))
                yield coded(aside, (ruling(71),))
            case ev.ReplacementDealt(seat=seat):
                yield coded(says("told.gets-next-card", player=self.name(seat)), (ruling(71),))
            case ev.FaceUpCardSetAside(card=card):
                yield coded(says("told.next-card-used", card=card_says(card)), (ruling(71),))
            case ev.StreetTakenBack():
                yield from self.taken_back(before, event)
            case ev.RoundVoided():
                yield from self.voided(before, event)
            case ev.FaceUpCardFound() | ev.ShoeReshuffled() | ev.CardsNamed():
                pass  # printed with what comes next, or with the ruling
            case ev.TableOpened():
                pass  # printed in the heading
            case ev.ButtonPlaced(seat=seat):
                yield coded(says("told.button-lies", seat=seat))
            case ev.SignChanged(table=table):
                yield Sentence(f"From the next round on: {sign(table)}", says=says("told.sign-changed"))
            case ev.TableSuspended(why=why):
                yield coded(says("told.table-waits", why=why))
            case ev.TableResumed():
                yield coded(says("told.table-goes-on"))
            case ev.TableClosed():
                yield coded(says("told.table-closed"))
            case ev.DayEnded():
                yield coded(says("told.day-ends-forgotten"), (ruling(65),))
            case _:
                assert_never(event)

    # --- The start of a round -------------------------------------------------------------------------------

    def round_started(self, before: PokerState, event: ev.RoundStarted) -> Iterator[Sentence]:
        """The button, and every seat that does not simply take its part."""
        place = says("seat", seat=event.button)
        if event.button in self.state.seats:
            place = says("told.seat-of", seat=event.button, player=self.name(event.button))
        started = says("told.round-started", place=place)
        if event.button not in event.order:
            started = says("told.round-started-empty", place=place)
        elif event.small_blind == event.button:
            started = says("told.round-started-two", place=place)
        yield coded(started, event.cites)
        if event.first_orbit_over and before.orbit_from is not None:
            yield coded(says("told.first-orbit-over"), (ruling(36),))
        for number, seat in before.seats.items():
            now, why = self.state.seats[number], event.reasons.get(number, ())
            if number in event.order:
                if seat.newcomer and why and not now.newcomer and ruling(81) not in why:
                    owes = says("told.first-orbit-owes-nothing", player=seat.player)
                    if seat.relocated:
                        owes = says("told.relocated-owes-nothing", player=seat.player)
                    yield coded(owes, why)
            elif now.missed_turns > seat.missed_turns:
                misses = says("told.misses-big", player=seat.player)
                if seat.missed_small:
                    misses = says("told.misses-big-too", player=seat.player)
                yield coded(misses, why)
            elif now.missed_small and not seat.missed_small:
                misses = says("told.misses-small", player=seat.player)
                if event.small_blind is None:
                    misses = says("told.misses-small-nobody", player=seat.player)
                yield coded(misses, why)
            elif now.waits:  # perhaps since an earlier round
                waits = says("told.waits-for-button", player=seat.player, seat=number)
                yield coded(waits, why or (ruling(64),))
            elif seat.away:
                yield coded(says("told.away", player=seat.player), self.absent())
            elif not seat.stack:
                yield coded(says("told.no-chips", player=seat.player), (ruling(65),))
        if event.dead_button is not None:
            seat, now = before.seats[event.dead_button], self.state.seats[event.dead_button]
            two_absent = now.missed_turns > seat.missed_turns
            empty = ruling(63) if two_absent else self.book.cite(Poker.BUTTON_ON_EMPTY_SEAT)
            yield coded(says("told.dead-button", seat=event.dead_button), (empty,))

    def posted(self, event: ev.BlindPosted) -> Sentence:
        table, who = self.state.table, self.name(event.seat)
        if event.seat in (self.round.small_blind, self.round.big_blind):
            small = event.seat == self.round.small_blind
            due = table.small_blind if small else table.big_blind
            live = dollars(event.live)
            posted = says("told.posts-big", player=who, amount=dollars(due))
            if event.live < due:
                posted = says("told.posts-big-short", player=who, amount=live)
            if small:
                posted = says("told.posts-small", player=who, amount=dollars(due))
                if event.live < due:
                    posted = says("told.posts-small-short", player=who, amount=live)
            return coded(posted, event.cites)
        joins = self.round.opening.seats[event.seat]
        if joins.newcomer:
            return coded(says("told.posts-to-join", player=who, amount=dollars(event.live)), event.cites)
        missed = says("told.posts-missed-small", player=who, dead=dollars(event.dead))
        if joins.missed_big:
            missed = says("told.posts-missed-both", player=who, live=dollars(event.live), dead=dollars(event.dead))
        return coded(missed, event.cites)

    def dealt(self, event: ev.HoleCardsDealt) -> Sentence:
        number = word("number", NUMBERS[self.book.procedure.cards_in_hand])
        players = joined([self.name(seat) for seat in event.hands])
        if self.state.table.device is Device.SHUFFLER:
            return coded(says("told.dealt-in-sets", number=number, players=players), event.cites)
        return self.after_the_burn(
            event.burnt, says("told.dealt-one-by-one", number=number, players=players), event.cites
        )

    def after_the_burn(self, burnt: tuple[Card, ...], told: Coded, cites: tuple[Citation, ...]) -> Sentence:
        sentence = coded(told, cites)
        return replace(sentence, text=f"{self.burnt(burnt)}{sentence.text}")

    def burnt(self, cards: tuple[Card, ...]) -> str:
        return f"Burnt: {show_cards(cards)}. " if faces(cards) else ""

    def community_turned(self, event: ev.CommunityTurned, following: Sequence[ev.PokerEvent]) -> Sentence:
        street = STREETS[event.betting_round]
        burns = self.state.table.device is Device.SHOE and street in self.book.procedure.burn_before
        burnt = self.round.burnt[-1:] if burns else ()
        fresh = self.round.board[3:][-1:] if event.turned > 3 else self.round.board
        cards, pot = says("cards", cards=show_cards(fresh)), dollars(self.in_the_pot())
        turned = says("told.street-turned", street=word("street", street), cards=cards, amount=pot)
        if not following or not isinstance(following[0], ev.BettingOpened):
            turned = says("told.street-turned-no-bets", street=word("street", street), cards=cards, amount=pot)
        cites, self.carried = self.carried + event.cites, ()
        return self.after_the_burn(burnt, turned, cites)

    # --- The showdown ---------------------------------------------------------------------------------------

    def shown(self, event: ev.HandShown) -> Iterator[Sentence]:
        if len(self.round.shown) == 1:
            self.showdown = set()
        all_up = self.book.cite("hand-played-out")
        if all_up in event.cites and not self.showdown:
            why = tuple(cite for cite in event.cites if cite in (all_up, self.book.cited["final-betting-round"]))
            yield coded(says("told.all-hands-up"), (*why, ruling(35)))
            self.showdown |= {*why, ruling(35)}
        fresh = tuple(cite for cite in event.cites if cite not in self.showdown)
        shared = (all_up,) if all_up in event.cites else event.cites[:1]
        yield coded(self.duty(event), fresh or shared)
        self.showdown |= set(event.cites)

    def duty(self, event: ev.HandShown) -> Coded:
        """Who shows what, and of the first one: why."""
        who, hand, round_ = self.name(event.seat), self.hand(event.seat), self.round
        if len(round_.shown) > 1 or ruling(138) in event.cites:
            return says("told.shows", player=who, hand=hand)
        obliged = round_.raiser or round_.opener
        if obliged is None:
            return says("told.shows-first-left", player=who, hand=hand)
        if event.seat != obliged:
            return says("told.shows-first-for", player=who, other=self.name(obliged), hand=hand)
        if round_.raiser:
            return says("told.shows-first-raised", player=who, hand=hand)
        return says("told.shows-first-bet", player=who, hand=hand)

    def pots(self, pots: Sequence[PotWon]) -> Iterator[Sentence]:
        """One after the other; a bet left behind is in the pots it reaches, dead posts in the main pot."""
        dead = self.round.dead if len(pots) == 1 else Cents(sum(self.round.dead_money.values()))
        told = pots_words(self.state.table, pots, self.name, dead)
        return (Sentence(words, cites) for words, cites in told)

    def unseen(self, event: ev.PotsGivenOut) -> Iterator[Sentence]:
        """Hands that live to the end and are not shown."""
        told = (*self.round.shown, *self.round.turned_up, *self.round.mucked)
        unseen = [seat for seat in self.round.live() if seat not in told]
        if unseen and not self.round.shown:
            (winner,) = unseen
            left = says("told.only-one-left", player=self.name(winner))
            if not event.pots:
                left = says("told.only-one-left-wins-nothing", player=self.name(winner))
            yield coded(left, (self.book.cite("last-player-wins-unshown"),))
            return
        contested = {seat for pot in event.pots if len(pot.eligible) > 1 for seat in pot.eligible}
        for seat in unseen:
            if seat in contested:
                beaten = (self.book.cite("equal-or-better-shown"), ruling(35))
                yield coded(says("told.beaten-unseen", player=self.name(seat)), beaten)
            else:
                yield coded(says("told.shares-no-pot", player=self.name(seat)), (ruling(70),))

    def turned_up(self, before: PokerState, event: ev.HandTurnedUp) -> Sentence:
        who = self.name(event.seat)
        early = before.round is not None and before.round.phase is Phase.BETTING
        if not faces(self.round.hands[event.seat]):
            return coded(says("told.exposes-unnamed", player=who), event.cites)
        hand = self.hand(event.seat)
        turned = says("told.shows-unasked", player=who, hand=hand)
        if early:
            turned = says("told.exposes-early", player=who, hand=hand)
        return coded(turned, event.cites)

    def hand(self, seat: int) -> Coded:
        cards = self.round.hands[seat]
        return hand_says(cards, made(cards + self.round.board), hand_words(cards, self.round.board))

    # --- Coming and going -----------------------------------------------------------------------------------

    def sat_down(self, event: ev.PlayerSatDown) -> Sentence:
        player, seat, stake = event.player, event.seat, dollars(event.stake)
        if event.relocated:
            return coded(says("told.is-moved", player=player, seat=seat, amount=stake), event.cites)
        if self.state.started and self.state.orbit_from is None:
            blind = dollars(self.state.table.big_blind)
            owes = says("told.sits-down-owes", player=player, seat=seat, amount=stake, blind=blind)
            return coded(owes, (*event.cites, self.book.cite(Poker.NEW_PLAYER_POSTS), ruling(36)))
        return coded(says("told.sits-down", player=player, seat=seat, amount=stake), event.cites)

    def went_away(self, number: int) -> Sentence:
        to_come = self.state.playing and self.round.phase is not Phase.SETTLING
        if to_come and number in self.round.live() and self.state.seats[number].stack:
            return coded(says("told.goes-away-folded", player=self.name(number)), (ruling(66),))
        return coded(says("told.goes-away", player=self.name(number)), self.absent())

    def absent(self) -> tuple[Citation, ...]:
        """What a player misses while away."""
        return self.book.cite_all((Poker.ABSENT_SMALL_BLIND, Poker.ABSENT_BIG_BLIND))

    def came_back(self, number: int) -> Sentence:
        seat, player = self.state.seats[number], self.name(number)
        if seat.missed_big:
            both = self.book.cite_all((Poker.MISSED_BLINDS_BOTH_PAID, Poker.MISSED_BOTH_BACK_AT_BIG))
            return coded(says("told.comes-back-owes-both", player=player), both)
        if seat.missed_small:
            here = (Poker.MISSED_SMALL_BACK_ON_BUTTON, Poker.MISSED_SMALL_BACK_ELSEWHERE)
            small = self.book.cite_all((*here, Poker.MISSED_SMALL_BACK_AT_BIG))
            return coded(says("told.comes-back-owes-small", player=player), small)
        return coded(says("told.comes-back", player=player), self.absent())

    def leaving(self, event: ev.PlayerLeaving) -> Sentence:
        player = self.name(event.seat)
        leaves = says("told.leaves-paid-later", player=player)
        if event.seat in self.round.live():
            paused = self.round.phase is Phase.SETTLING
            leaves = says("told.leaves-hand-stays", player=player)
            if not paused:
                leaves = says("told.leaves-all-in", player=player)
        return coded(leaves, event.cites)

    # --- Irregularities -------------------------------------------------------------------------------------

    def ruled(self, text: str, event: ev.IrregularityRuled) -> Iterator[Sentence]:
        ruled = event.ruled
        if ruled.incident == SHOWS:
            return  # a hand exposed too early is printed with its cards
        self.ruled_by = ruled.cites
        yield self.incident(text, ruled)

    def incident(self, text: str, ruled: Ruled) -> Sentence:
        _, _, reported = text.partition(" ")
        told = f"Incident ({reported.strip()}): {finding(ruled.incident)}. Ruling: {verdict(ruled.ruling)}"
        return Sentence(told, ruled.cites)

    def lie(self, event: ev.CardsLie) -> Iterator[Sentence]:
        """What was read for them stays untold: it may be a hand that nobody has seen."""
        if event.board:
            board = says("told.lie-there", whose=says("told.the-board"), cards=show_cards(self.round.board))
            yield coded(board, event.cites)
        for seat in event.seats:
            hand = show_cards(self.round.hands[seat])
            yield coded(says("told.lie-there", whose=self.name(seat), cards=hand), event.cites)

    def taken_back(self, before: PokerState, event: ev.StreetTakenBack) -> Iterator[Sentence]:
        yield coded(says("told.back-into-the-shoe", cards=show_cards(faces(event.cards))), (ruling(40),))
        if back := self.gone_back(before):
            text = f"The bets of the {STREETS[event.street]} go back: {back}"
            yield Sentence(text, self.ruled_by, says=says("does.street-bets-back"))

    def voided(self, before: PokerState, event: ev.RoundVoided) -> Iterator[Sentence]:
        text = f"Every chip goes back: {self.gone_back(before) or 'there was none'}"
        yield Sentence(text, event.cites, says=CHIPS_BACK)
        yield coded(says("told.next-as-if-not-dealt"), (ruling(62),))

    def gone_back(self, before: PokerState) -> str:
        """Chips that an event has put back on their stacks."""
        back = {number: seat.stack - before.seats[number].stack for number, seat in self.state.seats.items()}
        paid = [f"{money(chips)} to {self.name(number)}" for number, chips in sorted(back.items()) if chips]
        return listed(paid) if paid else ""


def card_says(card: Card) -> Card | Coded:
    return says("told.a-card") if is_place(card) else card


def unbroken(item: str) -> str:
    """An item of a list that stays on one line."""
    return item.replace(" ", "\N{NO-BREAK SPACE}")


def lay_items(text: str, width: int) -> Iterator[str]:
    return (line.replace("\N{NO-BREAK SPACE}", " ") for line in lay(text, width=width))
