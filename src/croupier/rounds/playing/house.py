"""An evening at a house-banked table: one player types, simple ones have the other boxes.

What is shown comes out of the player's own view, what they may do out of `options`, what is paid and why out of the
settlement lines. Nothing here knows a rule.
"""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

from croupier.base.actors import Viewer
from croupier.base.errors import Refused
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.following import jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.players import house as players
from croupier.rounds.players.house import BOLD, CAUTIOUS, Manner
from croupier.rounds.playing import explain, picture
from croupier.rounds.playing.coach import Coach
from croupier.rounds.playing.house_input import NotUnderstood, read_line
from croupier.rounds.playing.house_input import amount as read_amount
from croupier.rounds.playing.record import Record
from croupier.rounds.playing.screen import Screen
from croupier.rounds.telling.words import device_words, gain, listed, money, net, sign
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.options import options
from croupier.rules.games.house.shown import all_shown
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseRound, HouseTable, Limits, Phase
from croupier.rules.games.house.view import BoxView, HouseView, view
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.model import Device, Rulebook

ANTE, SIDE_BETS = Limits(cents("10"), cents("500")), Limits(cents("5"), cents("200"))
JACKPOT_BET = cents("5")
JACKPOT = jackpot_at(displayed=cents("125000"), reset=cents("50000"), contribution=Fraction("0.60"))

OWN_BOXES = (3, 4)
"""Where the player sits, and a second box that they may take."""
OTHERS = {1: ("Bea", CAUTIOUS), 2: ("Max", BOLD), 5: ("Ida", CAUTIOUS)}

STREETS = {3: "Flop", 4: "Turn", 5: "River"}


class Leave(Exception):
    """The player has had enough."""


def sit_down(
    book: Rulebook,
    device: Device,
    screen: Screen,
    *,
    name: str,
    stake: Cents,
    of_cards: random.Random,
    of_others: random.Random,
    coached: bool = False,
) -> "HouseEvening":
    """A table for play chips. Chance is handed in: one for the cards, one for the other players."""
    game = HOUSE_GAMES[book.game]
    others = {box: other if other != name else f"{other} II" for box, (other, _) in OTHERS.items()}
    table = HouseTable(
        device=device,
        limits={
            spot: ANTE if spot is Spot.ANTE else SIDE_BETS for spot in game.bets_in(book) if spot is not Spot.JACKPOT
        },
        players=dict.fromkeys(OWN_BOXES, name) | others,
        jackpot_bet=JACKPOT_BET if game.offers_jackpot else None,
    )
    dealer = HouseDealer(game, book, table, JACKPOT if game.offers_jackpot else None, ShuffledDecks(of_cards))
    manners = {box: manner for box, (_, manner) in OTHERS.items()}
    return HouseEvening(dealer, name, manners, screen, of_others, stake, Coach(screen, speaks=coached))


class HouseEvening:
    def __init__(
        self,
        dealer: HouseDealer,
        name: str,
        others: Mapping[int, Manner],
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
        """Chips when the round began; `chips` are those in front of the player now."""
        self.usual: list[cmd.PlaceBet] = []
        """The bets of the last round that they took part in."""
        self.paid: tuple[HouseView, dict[int, ev.JackpotPaid]] | None = None
        """The last round settled, which `why` explains."""
        self.answers: dict[int, ev.JackpotPaid] = {}
        """What the meter has answered to the claims of this round, by box."""
        self.record: Record[cmd.HouseCommand] = Record()
        self.meter_at_first = dealer.displayed
        self.rounds = 0
        self.credited: HouseRound | None = None

    @property
    def jackpot(self) -> Cents | None:
        """What the meter shows, where the game has one."""
        return self.dealer.displayed

    def act(self, command: cmd.HouseCommand) -> tuple[ev.HouseEvent, ...]:
        """Acts at the desk and shows it to the player; keeps the meter's answers for the command `why`."""
        before = self.dealer.state
        dealt = self.dealer.round.dealt if isinstance(command, cmd.OpenRound) else None
        happened = [event for event in self.dealer.act(command) if not isinstance(event, LinkEvent)]
        self.record.note(command, dealt)
        events = tuple(all_shown(happened, before, Viewer(self.name)))
        if isinstance(command, cmd.OpenRound):
            self.answers = {}
        self.answers |= {event.box: event for event in events if isinstance(event, ev.JackpotPaid)}
        return events

    @property
    def view(self) -> HouseView:
        return view(self.dealer.round, Viewer(self.name))

    @property
    def chips(self) -> int:
        seen = self.view
        if seen.over:
            if self.credited is self.dealer.round:
                return self.stack
            return self.stack + sum(net(box.lines, box.awards) for box in self.own(seen))
        return self.stack - sum(bet.amount for box in self.own(seen) for bet in box.bets.values())

    def own(self, seen: HouseView) -> list[BoxView]:
        return [box for box in seen.boxes.values() if box.player == self.name]

    def may(self) -> tuple[cmd.RoundCommand, ...]:
        """What the player may do now; they also give the word to deal."""
        ask = (self.dealer.game.decide, self.book, self.dealer.round)
        return (*options(*ask, self.name), *options(*ask, None))

    # --- The evening ----------------------------------------------------------------------------------------

    def play(self) -> None:
        """Round after round, until the player leaves, interrupts or has no more to say."""
        try:
            self.greet()
            while True:
                self.play_round()
        except Leave:
            pass
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
        self.leave()

    def greet(self) -> None:
        table = self.view.table
        others = listed([table.players[box] for box in self.others])
        self.screen.title(self.book.title, self.book.key)
        self.screen.say(f"{sign(table)}; dealt from {device_words(table.device)}.", hang=0)
        self.screen.say(f"You are {self.name} at box {OWN_BOXES[0]}, with {money(self.chips)} in play chips.")
        self.screen.say(f"Box {OWN_BOXES[1]} is free for you too; {others} have the others.")
        self.screen.say("? explains what you may do, hint what is best, why the last payments, q leaves.")

    def play_round(self) -> None:
        for box, manner in self.others.items():
            for bet in players.bets(self.view, box, manner, self.chance):
                self.act(bet)
        self.screen.say()
        standing = f"chips {money(self.chips)}"
        if self.jackpot is not None:
            standing += f", jackpot {money(self.jackpot)}"
        self.screen.title(f"Round {self.rounds + 1}", standing)
        picture.layout(self.screen, self.view, self.name)
        self.take_bets()
        self.play_on()
        self.act(cmd.OpenRound())

    def play_on(self) -> None:
        """From the cards on the table to the settlement."""
        before = self.jackpot
        self.take_decisions()
        picture.results(self.screen, self.book, self.view, self.name, self.answers)
        self.meter_moved(before)
        self.paid = self.view, self.answers
        self.credit()

    def credit(self) -> None:
        """The result of a round that is over joins the stack, once."""
        if self.view.over and self.credited is not self.dealer.round:
            self.stack, self.credited, self.rounds = self.chips, self.dealer.round, self.rounds + 1

    def leave(self) -> None:
        """Bets are taken back while they may be; with cards on the table, leaving is walking away."""
        seen = self.view
        if seen.phase is Phase.DECIDING and any(box.cards for box in self.own(seen)):
            self.screen.say(f"{self.name} walks away.", (self.book.cite("walked-away-undecided"),))
            self.act(cmd.WalkAway(OWN_BOXES[0]))
            self.play_on()
        for box in self.own(self.view):
            for spot in box.bets if self.view.phase is Phase.BETTING else ():
                self.act(cmd.WithdrawBet(box.number, spot))
        self.credit()  # also of a round that was interrupted while it was shown
        rounds = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        jackpot = "" if self.jackpot is None else f" The jackpot stands at {money(self.jackpot)}."
        self.screen.say()
        self.screen.say(
            f"Good night, {self.name}. You played {rounds}, bought {money(self.bought)} and leave with"
            f" {money(self.stack)}: {gain(self.stack - self.bought)}.{jackpot}",
            hang=0,
        )
        self.coach.summary()

    # --- The betting window ---------------------------------------------------------------------------------

    def take_bets(self) -> None:
        before = self.jackpot
        while self.view.phase is Phase.BETTING:
            lying = self.lying_bets()
            if not lying and self.chips < self.least():
                self.offer_a_stack()
            bets = [] if lying else self.usual_bets()
            if lying and (why := self.not_dealt()) is not None:
                self.screen.say(f"You have down {explain.bets_words(lying, OWN_BOXES[0])}: {why.why}.", why.cites)
                self.screen.say(f"You may: {self.payable()}, or buy chips.")
                self.perform(self.listen("bets>", OWN_BOXES[0], ()))
                continue
            if lying:
                self.screen.say(f"You have down {explain.bets_words(lying, OWN_BOXES[0])}. Enter: deal.")
            else:
                self.screen.say(f"Place your bets: {explain.offered(self.view.table)}.")
                self.screen.say(f"Enter: {explain.bets_words(bets, OWN_BOXES[0])}, and deal.")
            self.perform(self.listen("bets>", OWN_BOXES[0], (*bets, cmd.CloseBets())))
        self.usual = self.lying_bets() or self.usual
        picture.layout(self.screen, self.view, self.name)
        self.meter_moved(before)

    def not_dealt(self) -> Refused | None:
        """Why the cards cannot come yet with the present bets."""
        try:
            self.rehearse((cmd.CloseBets(),))
        except Refused as refused:
            return refused
        return None

    def payable(self) -> str:
        """What the player may do and has the chips for."""
        may = [each for each in self.may() if explain.cost(self.dealer, each) <= self.chips]
        return explain.in_short(self.dealer, may)

    def meter_moved(self, before: Cents | None) -> None:
        if self.jackpot is not None and before is not None and self.jackpot != before:
            self.screen.say(f"The jackpot moves from {money(before)} to {money(self.jackpot)}.")

    def least(self) -> Cents:
        """The smallest bet that takes part in a round on its own."""
        limits = self.view.table.limits
        return min(limits[spot].low for spot in self.alone())

    def alone(self) -> list[Spot]:
        """Bets on the sign that need no other bet, the Ante first."""
        limits = self.view.table.limits
        return [bet.spot for bet in self.dealer.game.bets if bet.spot in limits and not bet.needs_ante]

    def lying_bets(self) -> list[cmd.PlaceBet]:
        """What the player has put down, as they could put it down again."""
        lying = [(box.number, spot, bet) for box in self.own(self.view) for spot, bet in box.bets.items()]
        return [cmd.PlaceBet(box, spot, bet.amount) for box, spot, bet in lying]

    def usual_bets(self) -> list[cmd.PlaceBet]:
        """Those of last time; the smallest Ante the first time, or where the chips do not reach."""
        if self.usual and sum(bet.amount for bet in self.usual) <= self.chips:
            return self.usual
        limits = self.view.table.limits
        spot = next((spot for spot in self.alone() if limits[spot].low <= self.chips), Spot.ANTE)
        return [cmd.PlaceBet(OWN_BOXES[0], spot, limits[spot].low)]

    def offer_a_stack(self) -> None:
        self.screen.say(f"You have {money(self.chips)} left; the smallest bet is {money(self.least())}.")
        question = f"Another {money(self.stake)}? Enter: yes, buy 100: so much, q: leave."
        while self.chips < self.least():
            match self.screen.ask(question).lower().split():
                case [] | ["y" | "yes"]:
                    self.add(self.stake)
                    return
                case ["n" | "no" | "q" | "quit" | "leave"]:
                    raise Leave
                case ["buy", *amount]:
                    self.buy(amount)
                case words:
                    self.screen.say(f"Not understood: {' '.join(words)}. There are no chips for it; buy some or leave.")

    def buy(self, amount: Sequence[str]) -> bool:
        """Chips before the cards are out; as many as the player came with, if no number is said."""
        if self.view.phase is not Phase.BETTING:
            self.screen.say("Chips are bought before the cards are dealt.")
            return False
        try:
            chips = read_amount(amount[0]) if amount else self.stake
        except NotUnderstood as error:
            self.screen.say(f"Not understood: {error}.")
            return False
        if not chips:
            self.screen.say("Say how much: buy 100.")
            return False
        self.add(chips)
        self.screen.say(f"You buy {money(chips)} and have {money(self.chips)} in front of you.")
        return True

    def add(self, chips: Cents) -> None:
        self.stack += chips
        self.bought += chips

    # --- Decisions ------------------------------------------------------------------------------------------

    def take_decisions(self) -> None:
        """Box by box as the round waits for them, until it is settled."""
        done: list[str] = []
        turned = 0
        while not self.view.over:
            seen = self.view
            open_cards = [card for card in seen.board if card is not None]
            box = seen.waiting[0].box
            assert box is not None, seen.waiting
            if len(open_cards) > turned:
                done = self.others_did(done)
                turned = len(open_cards)
                picture.board(self.screen, self.book, seen, self.name, STREETS[turned])
            if box in self.others:
                done += self.other_acts(box)
            else:
                done = self.others_did(done)
                self.own_decision(box)
        self.others_did(done)
        if len([card for card in self.view.board if card is not None]) > turned:
            street = STREETS[5] if turned == 4 else "Board"  # all at once where only a folded jackpot bet is alive
            picture.board(self.screen, self.book, self.view, self.name, street)

    def others_did(self, done: list[str]) -> list[str]:
        if done:
            self.screen.say(" · ".join(done))
        return []

    def other_acts(self, box: int) -> list[str]:
        """A simple player's next act; prints what everybody sees of it."""
        player = self.view.boxes[box].player
        own_view = view(self.dealer.round, Viewer(player))
        may = options(self.dealer.game.decide, self.book, self.dealer.round, player)
        chosen = players.act(self.dealer.game, own_view, box, self.others[box], may)
        assert chosen is not None, (box, may)
        words = f"{player}: {explain.act_words(self.dealer, chosen)}"
        self.act(chosen)
        return [words] if isinstance(chosen, cmd.MakeDecision) else []

    def own_decision(self, box: int) -> None:
        may = [each for each in self.may() if isinstance(each, cmd.Look | cmd.MakeDecision) and each.box == box]
        unseen = "" if self.view.boxes[box].looked else ", unseen"
        default = (cmd.Look(box),) if cmd.Look(box) in may else ()
        enter = " Enter: look." if default else ""
        self.screen.say(f"Box {box}{unseen}: {explain.in_short(self.dealer, may)}?{enter}")
        commands = self.listen("you>", box, default)
        decided = [each.decision for each in commands if isinstance(each, cmd.MakeDecision) and each.box == box]
        values = self.coach.values(self.dealer, box) if self.coach.speaks and decided else None
        where = f"round {self.rounds + 1}, box {box}"
        if self.perform(commands) and values is not None:
            self.coach.after(where, values, decided[0])

    # --- What is typed and what comes of it -----------------------------------------------------------------

    def listen(self, prompt: str, box: int, default: tuple[cmd.RoundCommand, ...]) -> tuple[cmd.RoundCommand, ...]:
        """The player's next acts, on this box unless another is named; questions are answered on the way."""
        while True:
            line = self.screen.ask(prompt)
            match line.lower().split():
                case []:
                    if default:
                        return default
                    self.screen.say("Say what you decide; ? explains it.")
                case ["q" | "quit" | "exit"]:
                    raise Leave
                case ["?" | "help"]:
                    explain.options(self.screen, self.dealer, self.may())
                case ["?" | "help", number]:
                    explain.paragraph(self.screen, self.book, number)
                case ["hint"]:
                    self.hint(box)
                case ["buy", *amount] if len(amount) < 2:
                    if self.buy(amount):
                        return ()
                case ["why"]:
                    self.explain_payments([box.number for box in self.own(self.view)])
                case ["why", number] if number.isdecimal():
                    self.explain_payments([int(number)])
                case _:
                    try:
                        now = {explain.verb(each) for each in self.may()}
                        table = self.view.table
                        return tuple(read_line(line, self.dealer.game, table, OWN_BOXES, box, now))
                    except NotUnderstood as error:
                        self.screen.say(f"Not understood: {error}.")

    def hint(self, box: int) -> None:
        if self.view.phase is Phase.DECIDING:
            self.coach.hint(self.dealer, box)
        else:
            self.screen.say("The coach speaks when there is something to decide.")

    def explain_payments(self, boxes: list[int]) -> None:
        if self.paid is None:
            self.screen.say("Nothing has been paid yet.")
            return
        seen, answers = self.paid
        explain.payments(self.screen, self.book, [seen.boxes[n] for n in boxes if n in seen.boxes], answers)

    def perform(self, commands: tuple[cmd.RoundCommand, ...]) -> bool:
        """One act after the other; none where the rules or the chips do not allow them all."""
        try:
            self.rehearse(commands)
        except Refused as refused:
            self.screen.say(f"Refused: {refused.why}.", refused.cites)
            self.screen.say(f"You may: {self.payable()}.")
            return False
        if self.too_dear(commands):
            return False
        for command in commands:
            for event in self.act(command):
                if isinstance(event, ev.BetPlaced) and event.excess:
                    self.screen.say(f"{money(event.excess)} is above the limit and goes back.", event.cites)
                if isinstance(event, ev.BetReturned) and self.view.boxes[event.box].player == self.name:
                    self.screen.say(f"{event.spot.words} without an Ante goes back.", event.cites)
                if isinstance(event, ev.HandExamined):
                    picture.own_hand(self.screen, self.book, self.view, event.box)
                if isinstance(event, ev.HandHidden):
                    self.screen.say(f"You do not show the hand of box {event.box}.", event.cites)
        return True

    def rehearse(self, commands: tuple[cmd.RoundCommand, ...]) -> None:
        """All the acts of a line on a copy of the round, so that a refused one leaves nothing half done."""
        game, round_ = self.dealer.game, self.dealer.round
        for command in commands:
            if command is not commands[0] and (round_.over or game.places(self.book, round_)):
                raise Refused("the cards come first; say the rest when they lie on the table")
            _, round_ = game.advance(self.book, round_, command)

    def too_dear(self, commands: tuple[cmd.RoundCommand, ...]) -> bool:
        """The rules would allow it, the chips do not."""
        cost = sum(explain.cost(self.dealer, command) for command in commands)
        if cost <= self.chips:
            return False
        self.screen.say(f"That takes {money(cost)}, and you have {money(self.chips)} in front of you.")
        command = commands[-1]
        if self.chips and isinstance(command, cmd.MakeDecision):
            less = f"{command.decision} {money(self.chips)}"
            self.screen.say(f"{less} would be settled as it is.", (self.book.cite("undersized-bet"),))
        return True
