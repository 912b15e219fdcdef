"""Play a history's hand at one of our tables, act by act, and compare what everybody has at the end."""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from itertools import combinations

from croupier.base.citation import Citation, printed, ruling
from croupier.base.errors import Refused, Unreadable
from croupier.base.values import Value
from croupier.rounds.histories.hand import AS_DEALT, UNKNOWN, Action, Hand, Verb, action_text
from croupier.rounds.histories.opening import Unplayed, begin, book_of, cents_of
from croupier.rules.cards import DECK, Card
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.card_corrections import before_the_payments
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import Act, DealCards, TakeAction
from croupier.rules.games.poker.dealing import cards_due
from croupier.rules.games.poker.machine import advance
from croupier.rules.games.poker.table import BettingRound, Phase, PokerRound, PokerState
from croupier.rules.hands import best_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook


class ReplayResult(StrEnum):
    AGREED = "agreed"
    PLAYED = "played"
    """Played to the end, or as far as the history goes; it states no stacks to compare."""
    EXPLAINED = "explained"
    """Differs, and a paragraph of ours says why."""
    DIFFERS = "differs"
    LEFT_OUT = "left out"
    """Played, and not compared."""
    SKIPPED = "skipped"
    """Not played here."""


class Difference(Value):
    """A stack, or what somebody won, that is not as stated, in cents of the history's unit."""

    player: int
    expected: Decimal
    got: Cents
    of_winnings: bool = False


class ReplayRefusal(Value):
    """An action of the history that the rules here forbid."""

    action: int
    text: str
    why: str
    cites: tuple[Citation, ...] = ()


class Contradiction(Unreadable):
    """The history's cards contradict each other, and this action of it is the first to do so."""

    def __init__(self, why: str, action: int) -> None:
        super().__init__(why)
        self.action = action


class Result(Value):
    outcome: ReplayResult
    differences: tuple[Difference, ...] = ()
    refusal: ReplayRefusal | None = None
    reason: str = ""


def replay(hand: Hand, rulebook: str | None = None, chip: Cents | None = None) -> Result:
    """Raises Contradiction where the history's cards contradict each other."""
    book = book_of(hand, rulebook)
    try:
        table = Replay(book, begin(book, hand, chip), Cards.of(hand))
    except Unplayed as unplayed:
        return Result(ReplayResult.SKIPPED, reason=str(unplayed))
    for number, action in enumerate(hand.actions, 1):
        try:
            table.act(action)
        except Refused as refused:
            refusal = ReplayRefusal(number, action_text(action), refused.why, refused.cites)
            return Result(ReplayResult.DIFFERS, refusal=refusal)
    return _compare(book, hand, table)


class Cards(Value):
    """Whose cards are whose, and which cards the history does not mention."""

    hole: Mapping[int, tuple[Card, ...]]
    guessed: frozenset[int]
    """Players whose cards are not all known: what they hold here is made up."""
    spare: tuple[Card, ...]

    @classmethod
    def of(cls, hand: Hand) -> "Cards":
        told = _told(hand)
        board = tuple(card for action in hand.actions if action.verb is Verb.DEAL_BOARD for card in action.cards)
        if len(board) > 5:
            why = f"{len(board)} cards on the board; there are five"
            raise Contradiction(why, _sixth_card(hand))
        if UNKNOWN in board:
            raise Unplayed("a card of the board is unknown")
        known = [card for card in (*board, *(card for cards in told.values() for card in cards)) if card != UNKNOWN]
        if len(set(known)) < len(known):
            twice = next(card for card in known if known.count(card) > 1)
            raise Contradiction(f"{twice} is dealt twice; there is one of each card", _dealt_again(hand, twice))
        mentioned = set(known)
        spare = [card for card in DECK if card not in mentioned]
        hole = {player: tuple(map(Card, cards)) for player, cards in told.items() if UNKNOWN not in cards}
        guessed = frozenset(told) - frozenset(hole)
        mucked = _mucked(hand) if guessed else set()
        for player in sorted(guessed):
            cards = told[player]
            if player in mucked and len(board) == 5:
                made_up = _weakest(cards, board, spare)
            else:
                made_up = tuple(spare[: cards.count(UNKNOWN)])
            spare = [card for card in spare if card not in made_up]
            supply = iter(made_up)
            hole[player] = tuple(Card(card) if card != UNKNOWN else next(supply) for card in cards)
        return cls(hole, guessed, tuple(spare))


def _told(hand: Hand) -> dict[int, tuple[str, ...]]:
    """Two cards for every player, as dealt or as shown later; `??` where neither says."""
    told: dict[int, tuple[str, ...]] = dict.fromkeys(range(1, hand.players + 1), ())
    for number, action in enumerate(hand.actions, 1):
        if action.verb is Verb.DEAL_HOLE:
            assert action.player is not None
            told[action.player] += action.cards
            if len(told[action.player]) > 2:
                why = f"p{action.player} is dealt {len(told[action.player])} cards; in hold'em they are two"
                raise Contradiction(why, number)
    told = {player: cards + (UNKNOWN,) * (2 - len(cards)) for player, cards in told.items()}
    for number, action in enumerate(hand.actions, 1):
        if action.verb is Verb.SHOW_OR_MUCK and action.cards not in ((), (AS_DEALT,)):
            assert action.player is not None
            told[action.player] = _shown(number, action.player, told[action.player], action.cards)
    return told


def _sixth_card(hand: Hand) -> int:
    """The action in which a sixth card comes to the board."""
    lying = 0
    for number, action in enumerate(hand.actions, 1):
        lying += len(action.cards) if action.verb is Verb.DEAL_BOARD else 0
        if lying > 5:
            return number
    raise AssertionError("there are six")


def _dealt_again(hand: Hand, card: str) -> int:
    """The action in which a card comes out a second time; showing one's own does not count."""
    mentions = [(number, action) for number, action in enumerate(hand.actions, 1) if card in action.cards]
    (_, first), *later = mentions
    for number, action in later:
        if action.verb is not Verb.SHOW_OR_MUCK or action.player != first.player:
            return number
    raise AssertionError("it is dealt twice")


def _shown(number: int, player: int, held: tuple[str, ...], shown: tuple[str, ...]) -> tuple[str, ...]:
    """The hand with what was shown of it; the order in which cards are shown means nothing."""
    new = [card for card in shown if card != UNKNOWN and card not in held]
    if len(shown) != 2 or len(new) > held.count(UNKNOWN):
        raise Contradiction(f"p{player} shows {''.join(shown)} and was dealt {''.join(held)}", number)
    supply = iter(new)
    return tuple(next(supply, UNKNOWN) if card == UNKNOWN else card for card in held)


def _weakest(cards: tuple[str, ...], board: tuple[str, ...], spare: list[Card]) -> tuple[Card, ...]:
    """A hand thrown away unseen was beaten: give it the least that it can have been."""
    lying = tuple(Card(card) for card in (*board, *cards) if card != UNKNOWN)
    return min(combinations(spare, cards.count(UNKNOWN)), key=lambda made_up: best_value(lying + made_up))


class Replay:
    """A round in which the history acts."""

    def __init__(self, book: Rulebook, state: PokerState, cards: Cards) -> None:
        self.book = book
        self.cards = cards
        self.state = state
        self.half_raise_came_back = False
        """An all-in of half a raise came back to somebody who had acted: here they may raise, elsewhere not (R-30)."""
        self.not_asked: int | None = None
        """Who answers in the history though nobody could answer them: here they are not asked (R-68)."""
        self._spare = iter(cards.spare)
        self._board: list[Card] = []
        self._answered: frozenset[int] = frozenset()
        order = self.round.order
        burnt = self._burn(cards_due(book, state) - 2 * len(order))
        dealt = tuple(cards.hole[seat][turn] for turn in range(2) for seat in order)
        self._advance(DealCards(burnt + dealt))

    @property
    def round(self) -> PokerRound:
        assert self.state.round is not None
        return self.state.round

    @property
    def turn(self) -> int | None:
        return self.round.turn if self.round.phase is Phase.BETTING else None

    def act(self, action: Action) -> None:
        """One action of the history; Refused where the rules, or the course of the round, forbid it."""
        match action.verb:
            case Verb.NOTHING:
                return
            case Verb.DEAL_HOLE:
                if self.round.acted or self.round.folded or self.round.community:
                    raise Refused("hole cards are dealt before the betting")
            case Verb.DEAL_BOARD:
                self._deal_board(action.cards)
            case Verb.SHOW_OR_MUCK:
                if self.turn is not None:
                    raise Refused(f"p{self.turn} is to act; hands are shown when the betting is over")
                if self.round.phase is Phase.DEALING and self._can_bet():
                    raise Refused("a card of the board is due; hands are shown when the betting is over")
            case _:
                assert action.player is not None
                self._take(action.player, action)

    def _can_bet(self) -> bool:
        return sum(self.state.seats[seat].stack > 0 for seat in self.round.live()) > 1

    def _is_not_asked(self, player: int) -> bool:
        """The only player with chips left, who has matched every live bet."""
        seats, live = before_the_payments(self.state).seats, self.round.live()
        with_chips = [seat for seat in live if seats[seat].stack > 0]
        return self.turn is None and len(live) > 1 and with_chips == [player]

    def _take(self, player: int, action: Action) -> None:
        if action.verb in (Verb.CHECK_OR_CALL, Verb.BET_OR_RAISE) and self._is_not_asked(player):
            self.not_asked = player  # nothing changes: nobody can call a bet, and all of it would go back
            return
        if self.round.phase is Phase.DEALING:
            raise Refused("a card of the board is due before that")
        price, mine = self.round.price, self.round.bets.get(player, 0)
        match action.verb:
            case Verb.FOLD:
                command = TakeAction(player, Act.FOLD)
            case Verb.CHECK_OR_CALL:
                command = TakeAction(player, Act.CALL if price > mine else Act.CHECK)
            case Verb.BET_OR_RAISE:
                assert action.amount is not None
                command = TakeAction(player, Act.RAISE if price else Act.BET, cents_of(action.amount))
            case _:
                raise Refused("no such act in hold'em; it is f, cc or cbr")
        self._advance(command)

    def _deal_board(self, cards: tuple[str, ...]) -> None:
        """Cards of one street may come one by one."""
        for card in cards:
            due = cards_due(self.book, self.state)
            if not due:
                who = f"p{self.turn} is to act" if self.turn is not None else "the round is over"
                raise Refused(f"no card of the board is due: {who}")
            self._board.append(Card(card))
            wanted = 3 if self.round.betting_round is BettingRound.FIRST else 1
            if len(self._board) == wanted:
                dealt = self._burn(due - wanted) + tuple(self._board)
                self._board = []
                self._advance(DealCards(dealt))

    def _burn(self, number: int) -> tuple[Card, ...]:
        return tuple(next(self._spare) for _ in range(number))

    def _advance(self, command: DealCards | TakeAction) -> None:
        before = self.round
        events, self.state = advance(self.book, self.state, command)
        if isinstance(command, TakeAction):
            self._watch_half_raises(before, events)
        else:
            self._answered = frozenset()

    def _watch_half_raises(self, before: PokerRound, events: tuple[ev.PokerEvent, ...]) -> None:
        for event in events:
            if not isinstance(event, ev.ActionTaken | ev.FoldedByRule):
                continue
            if isinstance(event, ev.ActionTaken) and event.reopens:
                half = event.act is Act.RAISE and event.price - before.price < before.step
                self._answered = before.acted - {event.seat} if half else frozenset()
            if event.turn in self._answered:
                self.half_raise_came_back = True


def _compare(book: Rulebook, hand: Hand, table: Replay) -> Result:
    round_ = table.round
    showdown = len(round_.live()) > 1
    if round_.phase is Phase.SETTLED and showdown and (made_up := table.cards.guessed.intersection(round_.live())):
        won = {seat for pot in round_.pots for seat in pot.won}
        shown = set(round_.live()) - _mucked(hand)
        if made_up & shown or made_up & won:
            return Result(ReplayResult.SKIPPED, reason="a hand at the showdown is unknown")
    if table.half_raise_came_back and "_rulebook" not in hand.own:  # in other rulebooks it does not reopen the betting
        reason = f"half a raise came back to a player who had acted ({_numbers(book, Poker.BELOW_HALF_NO_RAISE, 30)})"
        return Result(ReplayResult.LEFT_OUT, reason=reason)
    if hand.finishing_stacks is None and hand.winnings is None:
        return Result(ReplayResult.PLAYED)
    differences = _of_stacks(hand, table) or _of_winnings(hand, round_)
    if not differences and table.not_asked is not None:
        reason = f"the source asks p{table.not_asked}, whom nobody can answer; here they are not asked ({ruling(68)})"
        return Result(ReplayResult.EXPLAINED, reason=reason)
    if not differences:
        return Result(ReplayResult.AGREED)
    if round_.phase is Phase.SETTLED and (reason := _odd_chips(book, table.state, differences)):
        return Result(ReplayResult.EXPLAINED, differences, reason=reason)
    if round_.phase is Phase.SETTLED and _raked(round_, differences):
        return Result(ReplayResult.LEFT_OUT, reason="the house took a rake whose terms the history does not tell")
    return Result(ReplayResult.DIFFERS, differences)


def _of_stacks(hand: Hand, table: Replay) -> tuple[Difference, ...]:
    found = (
        Difference(player, Decimal(stated) * 100, table.state.seats[player].stack)
        for player, stated in enumerate(hand.finishing_stacks or (), 1)
    )
    return tuple(each for each in found if each.expected != each.got)


def _of_winnings(hand: Hand, round_: PokerRound) -> tuple[Difference, ...]:
    """What was won from the pots; some count a bet among it that nobody called. While a round is open, nothing is."""
    if round_.phase is not Phase.SETTLED:
        return ()
    found = []
    for player, stated in enumerate(hand.winnings or (), 1):
        won = Cents(sum(pot.won.get(player, 0) for pot in round_.pots))
        expected = Decimal(stated) * 100
        if expected not in (won, won + round_.uncalled.get(player, 0)):
            found.append(Difference(player, expected, won, of_winnings=True))
    return tuple(found)


def _raked(round_: PokerRound, differences: tuple[Difference, ...]) -> bool:
    """Winners, and only they, have less than they won here: up to a tenth of the pots in all."""
    won = {seat for pot in round_.pots for seat in pot.won}
    if any(difference.player not in won or difference.expected > difference.got for difference in differences):
        return False
    missing = sum(difference.got - difference.expected for difference in differences)
    return 10 * missing <= sum(pot.amount for pot in round_.pots)


def _mucked(hand: Hand) -> set[int | None]:
    return {action.player for action in hand.actions if action.verb is Verb.SHOW_OR_MUCK and not action.cards}


def _odd_chips(book: Rulebook, state: PokerState, differences: tuple[Difference, ...]) -> str:
    """Players who share a pot, none of them a chip or more away from the stated stack, or just one."""
    assert state.round is not None
    sharing = {seat for pot in state.round.pots if len(pot.won) > 1 for seat in pot.won}
    if any(difference.player not in sharing for difference in differences):
        return ""
    if sum(difference.expected - difference.got for difference in differences):
        return ""
    away = max(abs(difference.expected - difference.got) for difference in differences)
    paragraphs = _numbers(book, Poker.ODD_CHIP_LEFT_OF_BUTTON, 34)
    if away < state.table.chip:
        return f"the source divides a chip; here an odd chip goes to one player ({paragraphs})"
    if away == state.table.chip:
        return f"the source gives an odd chip to another player ({paragraphs})"
    return ""


def _numbers(book: Rulebook, clause: str, number: int) -> str:
    return ", ".join(printed((book.cite(clause), ruling(number))))
