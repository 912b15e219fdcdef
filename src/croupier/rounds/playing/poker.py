"""An evening at a poker table: one player types, simple ones have the other seats.

What is shown comes out of the player's own view and of what everybody saw happen. Nothing here knows a rule.
"""

import random
from collections.abc import Mapping

from croupier.base.actors import Viewer
from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.players.poker import Player
from croupier.rounds.playing import explain, poker_explain
from croupier.rounds.playing import poker_picture as picture
from croupier.rounds.playing.coach import Coach
from croupier.rounds.playing.house_input import NotUnderstood
from croupier.rounds.playing.picture import LABEL
from croupier.rounds.playing.poker_explain import Line
from croupier.rounds.playing.poker_guests import guests, table_for
from croupier.rounds.playing.poker_input import read_line
from croupier.rounds.playing.record import Record
from croupier.rounds.playing.screen import Screen
from croupier.rounds.telling.layout import padded
from croupier.rounds.telling.poker_words import YOU, act_words, does, pots_words, returned_words, sign
from croupier.rounds.telling.words import device_words, gain, listed, money
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.shown import all_shown
from croupier.rules.games.poker.table import open_table
from croupier.rules.games.poker.view import PokerView, view
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Device, Rulebook


class Leave(Exception):
    """The player has had enough."""


def sit_down(
    book: Rulebook,
    device: Device,
    screen: Screen,
    *,
    name: str,
    seats: int,
    small_blind: Cents,
    stake: Cents,
    of_cards: random.Random,
    of_others: random.Random,
    coached: bool = False,
) -> "PokerEvening":
    """A table for play chips. Chance is handed in: one for the cards, one for the other players."""
    table = table_for(device, seats=seats, small_blind=small_blind, stake=stake)
    seated = guests(table, name)
    players = {seat: (seated[seat][0] if seat in seated else name, stake) for seat in range(1, seats + 1)}
    state = open_table(table, players, button=1, first_orbit=True)
    dealer = PokerDealer(book, state, ShuffledDecks(of_cards))
    others = {seat: player for seat, (_, player) in seated.items()}
    return PokerEvening(dealer, name, others, screen, of_others, stake, Coach(screen, speaks=coached, exact=False))


class PokerEvening:
    def __init__(
        self,
        dealer: PokerDealer,
        name: str,
        others: Mapping[int, Player],
        screen: Screen,
        chance: random.Random,
        stake: Cents,
        coach: Coach,
    ) -> None:
        self.dealer = dealer
        self.book = dealer.book
        self.name = name
        self.others = others
        self.screen = screen
        self.chance = chance
        self.stake = stake
        self.coach = coach
        self.bought: int = stake
        self.stack: int = stake
        """What the player leaves with, once they have left."""
        self.rounds = 0
        """Dealt to the player."""
        self.number = 0
        self.names = {number: seat.player for number, seat in self.view.seats.items()}
        (self.seat,) = (number for number, player in self.names.items() if player == name)
        self.happened: list[ev.PokerEvent] = []
        """In this round, as the player saw it."""
        self.step = Cents(0)
        """The largest bet or raise of the betting round."""
        self.began_with: int = stake
        self.record: Record[cmd.PokerCommand] = Record()
        self.pots: list[Line] = []
        """How the last pots came to be given out, which `why` explains."""

    @property
    def view(self) -> PokerView:
        return view(self.dealer.state, Viewer(self.name))

    @property
    def playing(self) -> bool:
        round_ = self.view.round
        return round_ is not None and not round_.over

    def called(self, number: int) -> str:
        return YOU if number == self.seat else self.names[number]

    # --- The evening ----------------------------------------------------------------------------------------

    def play(self) -> None:
        """Round after round, until the player leaves, interrupts or has no more to say."""
        try:
            self.greet()
            while True:
                self.between_rounds()
                self.play_round()
        except Leave:
            pass
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
        self.leave()

    def greet(self) -> None:
        seen = self.view
        self.screen.title(self.book.title, self.book.key)
        self.screen.say(f"{sign(seen.table)}; dealt from {device_words(seen.table.device)}.", hang=0)
        others = listed([self.names[number] for number in self.others])
        self.screen.say(f"You are {self.name} on seat {self.seat}, with {money(self.stake)} in play chips.")
        self.screen.say(f"With you {'sit' if len(self.others) > 1 else 'sits'} {others}.")
        self.screen.say("? explains what you may do, hint your chances, why the last pots, q leaves.")

    def leave(self) -> None:
        """In the middle of a round the hand is folded, but an all-in hand stays in; the round is played out."""
        was_playing, turned = self.playing, self.turned()
        if self.seat in self.view.seats and not self.view.seats[self.seat].leaving:
            if was_playing and picture.own_hand_lives(self.view):
                stays = "is folded" if self.view.seats[self.seat].stack else "is all-in and stays in"
                self.screen.say(f"{self.name} leaves the table; the hand {stays}.", (ruling(66),))
            self.act(cmd.LeaveTable(self.seat))
        if was_playing:
            self.play_on(turned)
        rounds = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        self.screen.say()
        self.screen.say(
            f"Good night, {self.name}. You played {rounds}, bought {money(self.bought)} and leave with"
            f" {money(self.stack)}: {gain(self.stack - self.bought)}.",
            hang=0,
        )
        self.coach.summary()

    def act(self, command: cmd.PokerCommand) -> tuple[ev.PokerEvent, ...]:
        """Everything that happens at the table passes here."""
        if isinstance(command, cmd.StartRound):
            self.began_with = self.view.seats[self.seat].stack
        before = self.dealer.state
        happened = self.dealer.act(command)
        ended = before.round if isinstance(command, cmd.StartRound) else None
        self.record.note(command, None if ended is None else ended.dealt)
        events = tuple(all_shown(happened, before, Viewer(self.name)))
        for event in events:
            match event:
                case ev.RoundStarted(order=order):
                    self.happened, self.number = [], self.number + 1
                    self.rounds += self.seat in order
                case ev.BettingOpened(step=step) | ev.ActionTaken(step=step):
                    self.step = step
                case ev.StakeIncreased(seat=self.seat, amount=amount):
                    self.bought += amount
                case ev.PlayerLeft(seat=self.seat, stack=stack):
                    self.stack = stack
                case _:
                    pass
        self.happened += events
        return events

    # --- Between rounds -------------------------------------------------------------------------------------

    def between_rounds(self) -> None:
        """Until the player wants cards and there are two to deal to."""
        for number in self.others:
            if not self.view.seats[number].stack:
                self.act(cmd.TopUp(number, self.stake))
                self.screen.say(f"{self.names[number]} tops up with {money(self.stake)}.")
        while True:
            self.screen.say(f"{poker_explain.standing(self.view)}Enter: {poker_explain.enter(self.view)}.")
            while (command := self.listen("table>")) is not None:
                self.perform(command)
            try:
                self.act(cmd.StartRound())
                return
            except Refused as refused:
                self.screen.say(f"Refused: {refused.why}.", refused.cites)

    # --- A round --------------------------------------------------------------------------------------------

    def play_round(self) -> None:
        seen = self.view
        self.screen.say()
        blinds = f"blinds {money(seen.table.small_blind)} and {money(seen.table.big_blind)}"
        self.screen.title(f"Round {self.number}", blinds)
        self.posted()
        picture.layout(self.screen, seen)
        self.play_on(turned=0)

    def posted(self) -> None:
        """What the player had to put in to join, or why they have to wait."""
        for event in self.happened:
            match event:
                case ev.RoundStarted(reasons=reasons) if self.view.seats[self.seat].waits:
                    because = reasons.get(self.seat, (ruling(64),))
                    self.screen.say(f"You wait until the button has passed seat {self.seat}.", because)
                case ev.BlindPosted(seat=self.seat, live=live, dead=dead, cites=cites) if dead:
                    self.screen.say(f"You post {money(live + dead)}, {money(dead)} of it dead money.", cites)
                case _:
                    pass

    def play_on(self, turned: int) -> None:
        """Everybody acts in turn until the round is over; `turned` community cards have been shown already."""
        told: list[Line] = []
        while self.playing:
            round_ = self.view.round
            assert round_ is not None and round_.turn is not None, round_
            if round_.turn == self.seat:
                told = self.others_did(told)
                self.own_turn()
            else:
                told += self.other_acts(round_.turn)
            if self.turned() > turned and self.playing:
                told = self.others_did(told)
                turned = self.turned()
                picture.street(self.screen, self.view)
        self.others_did(told)
        if self.turned() > turned:
            picture.board(self.screen, self.view, "" if self.turned() == turned + 1 else "Board")
        self.result()

    def turned(self) -> int:
        round_ = self.view.round
        return 0 if round_ is None else len(picture.open_cards(round_.board))

    def others_did(self, told: list[Line]) -> list[Line]:
        if told:
            self.screen.say(" · ".join(words for words, _ in told))
        return []

    def other_acts(self, number: int) -> list[Line]:
        """A simple player's next act; prints what everybody sees of it."""
        chosen = self.others[number](view(self.dealer.state, Viewer(self.names[number])), self.chance)
        assert chosen is not None, number
        return self.in_public(chosen)

    def in_public(self, command: cmd.PokerCommand) -> list[Line]:
        """An act in a round, and what everybody sees of it."""
        before, step = self.view.round, self.step
        assert before is not None
        lines: list[Line] = []
        for event in self.act(command):
            match event:
                case ev.ActionTaken(seat=seat, cites=cites):
                    price, bet = before.price, before.hands[seat].bet
                    lines.append((act_words(self.called(seat), event, price=price, bet=bet, step=step), cites))
                case ev.FoldedByRule(seat=seat, cites=cites):
                    lines.append((f"{does(self.called(seat), 'fold')} by rule", cites))
                case ev.PlayerWentAway(seat=seat):
                    lines.append((does(self.called(seat), "go") + " away", ()))
                case _:
                    pass
        return lines

    def own_turn(self) -> None:
        seen = self.view
        round_, allowed = seen.round, seen.options
        assert round_ is not None and allowed is not None
        looked = round_.hands[self.seat].looked
        if looked:
            picture.own_hand(self.screen, seen)
        may = poker_explain.in_short(seen)
        enter = "look" if not looked else "check" if Act.CHECK in allowed.may else ""
        self.screen.say(
            f"Pot {money(picture.in_the_pot(round_))}{'' if looked else ', your hand unseen'}: {may}?"
            f"{enter and f' Enter: {enter}.'}"
        )
        before = self.dealer.state
        while not self.perform(command := self.listen("you>") or self.on_enter()):
            pass
        if self.coach.speaks and looked and isinstance(command, cmd.TakeAction):
            self.coach.poker_after(f"round {self.number}", before, self.seat, command.act)

    def on_enter(self) -> cmd.PokerCommand:
        round_ = self.view.round
        assert round_ is not None
        if round_.hands[self.seat].looked:
            return cmd.TakeAction(self.seat, Act.CHECK)
        return cmd.LookAtCards(self.seat)

    # --- The end of a round ---------------------------------------------------------------------------------

    def result(self) -> None:
        """The hands shown, the pots given out, and the player's result."""
        seen = self.view
        round_ = seen.round
        assert round_ is not None
        self.pots = []
        for event in self.happened:
            match event:
                case ev.BetReturned(cites=cites):
                    self.tell([(f"{returned_words(event, self.called)}.", cites)])
                case ev.HandShown(seat=seat, cites=cites):
                    hand = picture.hand(round_, seat)
                    self.screen.say(f"{padded(f'{seat:>3} {self.called(seat)}', LABEL)}{hand}", hang=LABEL)
                    self.pots.append((f"{does(self.called(seat), 'show')} {hand}.", cites))
                case ev.PotsGivenOut(pots=pots):
                    dead = Cents(sum(each.dead for each in self.happened if isinstance(each, ev.BlindPosted)))
                    told = pots_words(seen.table, pots, self.called, dead)
                    self.tell([(f"{words}.", cites) for words, cites in told])
                case _:
                    pass
        self.net()

    def tell(self, lines: list[Line]) -> None:
        """Said now, and explained when the player asks why."""
        for words, cites in lines:
            self.screen.say(words, cites)
        self.pots += lines

    def net(self) -> None:
        """What the round has brought."""
        round_ = self.view.round
        assert round_ is not None
        if self.seat in round_.order:
            seat = self.view.seats.get(self.seat)
            now = self.stack if seat is None else seat.stack
            self.screen.result(f"You have {money(now)} after round {self.number}.", gain(now - self.began_with))

    # --- What is typed and what comes of it -----------------------------------------------------------------

    def listen(self, prompt: str) -> cmd.PokerCommand | None:
        """The player's next act, None for Enter if it means something; answers questions on the way."""
        while True:
            line = self.screen.ask(prompt)
            match line.lower().split():
                case []:
                    if self.enter_means_something():
                        return None
                    self.screen.say(f"Enter alone does nothing here. {self.may_words()}")
                case ["q" | "quit" | "exit"]:
                    raise Leave
                case ["?" | "help"]:
                    if self.playing:
                        poker_explain.options(self.screen, self.dealer, self.view)
                    else:
                        poker_explain.seat_options(self.screen, self.book, self.view)
                case ["?" | "help", number]:
                    explain.paragraph(self.screen, self.book, number)
                case ["hint"]:
                    self.hint()
                case ["why"]:
                    self.explain_pots()
                case ["table"]:
                    picture.layout(self.screen, self.view)
                case _:
                    try:
                        return read_line(line, self.seat, self.words_now())
                    except NotUnderstood as error:
                        self.screen.say(f"Not understood: {error}.")

    def enter_means_something(self) -> bool:
        """Looking and checking cost nothing; a call is said."""
        seen = self.view
        if not self.playing or seen.round is None:
            return True
        return not seen.round.hands[self.seat].looked or (seen.options is not None and Act.CHECK in seen.options.may)

    def words_now(self) -> list[str]:
        if self.playing:
            return [words.partition(" ")[0] for words in poker_explain.acts(self.view)]
        return [words.partition(" ")[0] for words in poker_explain.between_rounds(self.view)]

    def may_words(self) -> str:
        if self.playing:
            return f"You may: {poker_explain.in_short(self.view)}."
        may = [words for words in poker_explain.between_rounds(self.view) if words != "Enter"]
        return f"You may: {listed(may, 'or')}."

    def hint(self) -> None:
        round_ = self.view.round
        if round_ is None or not self.playing or round_.turn != self.seat:
            self.screen.say("The coach speaks when it is your turn.")
        elif not round_.hands[self.seat].looked:
            self.screen.say("Look at your cards first; the coach knows no more than you do.")
        else:
            self.coach.poker_hint(self.dealer.state, self.seat)

    def explain_pots(self) -> None:
        if not self.pots:
            self.screen.say("No pot has been given out yet.")
        poker_explain.explained(self.screen, self.book, self.pots)

    def perform(self, command: cmd.PokerCommand) -> bool:
        """One act, or the reason why not."""
        if isinstance(command, cmd.ShowHand) and self.playing:
            folds = (self.book.cited["early-exposure-folds"],)
            self.screen.say("Shown now, your hand would be folded; show it after the round.", folds)
            return False
        try:
            told = self.in_public(command) if self.playing else self.at_the_seat(command)
        except Refused as refused:
            self.screen.say(f"Refused: {refused.why}.", refused.cites)
            self.screen.say(self.may_words())
            return False
        for words, cites in told:
            self.screen.say(f"{words}.", cites)
        return True

    def at_the_seat(self, command: cmd.PokerCommand) -> list[Line]:
        """What a player does with their seat between rounds."""
        lines: list[Line] = []
        for event in self.act(command):
            match event:
                case ev.StakeIncreased(amount=amount, cites=cites):
                    stack = money(self.view.seats[self.seat].stack)
                    lines.append((f"You add {money(amount)} and have {stack}", cites))
                case ev.PlayerWentAway():
                    lines.append(("You are away; what comes due on your seat is missed", ()))
                case ev.PlayerCameBack():
                    owes = [mark for mark in picture.marks(self.view.seats[self.seat]) if "missed" in mark]
                    lines.append((" and have ".join(["You are back", *owes]), ()))
                case ev.HandTurnedUp():
                    round_ = self.view.round
                    assert round_ is not None
                    lines.append((f"You show {picture.hand(round_, self.seat)}", ()))
                case _:
                    pass
        return lines
