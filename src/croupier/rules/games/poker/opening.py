"""Who has the button, who posts what, who waits: the start of a round (3.7, 3.8, 5.4 to 5.6).

A seat is walked past in one of four ways. A player takes their part as it comes. A poster is present but owes a
post first (new, or blinds missed): the button and the small blind pass by and the poster waits, but may take the
big blind. A player who is away misses what is due on them. A seat without chips is not there at all (R-65).
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.table import PokerState, Seat
from croupier.rules.money import NOTHING, Cents
from croupier.rules.rulebook.model import Rulebook


def start(book: Rulebook, state: PokerState) -> tuple[ev.RoundStarted, tuple[ev.BlindPosted, ...]]:
    """How a round starts, and what is posted."""
    return _Walk(book, state).start()


class _Walk:
    """One walk around the table. It keeps what changes about each seat on the way."""

    def __init__(self, book: Rulebook, state: PokerState) -> None:
        self.book = book
        self.state = state
        self.clockwise_from = state.clockwise_from
        self.seats = dict(state.seats)
        self.cites: list[Citation] = []
        self.reasons: dict[int, tuple[Citation, ...]] = {}
        self.orbit_over = state.orbit_from is None
        self._who_is_there()
        if not self.orbit_over and state.started and self._passes_the_start(self._lands_on()):
            self.orbit_over = True
            self._who_is_there()

    def _who_is_there(self) -> None:
        self.players: list[int] = []
        self.posters: list[int] = []
        self.unsettled: list[int] = []
        for number, seat in self.state.seats.items():
            if seat.settled:
                self.players.append(number)
            elif seat.present:
                self.unsettled.append(number)
                (self.posters if self._owes(seat) else self.players).append(number)
        if len(self.players) + len(self.posters) < 2:
            cites = (self.book.cite(Poker.BLINDS_LEFT_OF_BUTTON),)
            raise Refused(says("needs-two-players"), cites)
        self.begins_again = len(self.players) < 2
        if self.begins_again:
            # nobody to wait for: the table begins again with those who are there
            self.players, self.posters = sorted(self.players + self.posters), []

    def start(self) -> tuple[ev.RoundStarted, tuple[ev.BlindPosted, ...]]:
        button = self._button()
        small, absent = self._small_blind(button)
        big, dead_button = self._big_blind(button, small, absent)
        joining = [number for number in self.posters if self._joins(number, big)]
        dealt = {*self.players, *joining}
        if len(dealt) == 2:
            button, small, big = self._two_players(dealt)
            dead_button = None
        if self.begins_again:
            self.cites.append(ruling(86))
        # by the final place of the button: with two players, or when the table begins again, not where it was due
        orbit_over = self.state.orbit_from is None or (self.state.started and self._passes_the_start(button))
        order = tuple([number for number in self.clockwise_from(button) if number in dealt])
        posts = tuple(self._posts(small, big, joining))
        for number in self.unsettled:
            if number not in dealt:
                continue
            seat = self.seats[number]
            if seat.newcomer and number not in joining and not self.begins_again:
                free = Poker.RELOCATED_JOINS_FREE if seat.relocated else Poker.FIRST_ORBIT_JOINS_FREE
                self._because(number, *self.book.cite_all((free, Poker.ORBIT_ONCE_AROUND)))
            self.seats[number] = Seat(seat.player, seat.stack)  # nothing is owed any more
        changed: dict[int, Seat] = {}
        if self.unsettled or len(self.players) < len(self.seats):  # a settled player's standing stays as it is
            changed = {number: seat for number, seat in self.seats.items() if seat is not self.state.seats[number]}
        cites = tuple(dict.fromkeys(self.cites))
        return ev.RoundStarted(button, order, big, small, changed, dead_button, orbit_over, cites, self.reasons), posts

    def _because(self, number: int, *cites: Citation) -> None:
        self.reasons[number] = tuple(dict.fromkeys((*self.reasons.get(number, ()), *cites)))

    def _owes(self, seat: Seat) -> bool:
        """Must pay something before being dealt in again (5.4, 5.4.2)."""
        new = seat.newcomer and not seat.relocated and self.orbit_over
        return new or (seat.missed and not seat.newcomer)

    def _passes_the_start(self, button: int) -> bool:
        """With this move the button has been once around since the table opened (R-36)."""
        state, every = self.state, self.state.table.seats
        assert state.orbit_from is not None
        return (state.orbit_from - state.button - 1) % every <= (button - state.button - 1) % every

    def _lands_on(self) -> int:
        """Where the button goes: to the next player, or to the seat of who is absent (5.5)."""
        if self._dead_button_due:
            assert self.state.dead_button is not None
            return self.state.dead_button
        if not self.state.started and self.state.button in self.players:
            return self.state.button
        return next(number for number in self._due() if number in self.players)

    @property
    def _dead_button_due(self) -> bool:
        """Not for a player who has left, even if somebody else sits there now, nor with only two players (R-63)."""
        seat = self.state.seats.get(self.state.dead_button or 0)
        return seat is not None and not seat.newcomer and not self._two_present

    @property
    def _two_present(self) -> bool:
        return len(self.players) + len(self.posters) == 2

    def _due(self) -> list[int]:
        """The seats on which the button is due, one after the other."""
        dead = self.state.dead_button
        if dead is None or self._two_present:
            return self.clockwise_from(self.state.button)
        return [dead, *self.clockwise_from(dead)]

    def _button(self) -> int:
        self.cites.append(self.book.cite(Poker.BUTTON_MOVES_CLOCKWISE))
        button = self._lands_on()
        if self._dead_button_due:
            self.cites.append(self.book.cite(Poker.BUTTON_ON_EMPTY_SEAT))
            if button in self.posters:
                seat = self.seats[button]
                missed_small_only = seat.missed and not seat.missed_big and not seat.newcomer
                here = self.book.cite(Poker.WAIT_FOR_BUTTON_TO_PASS) if missed_small_only else ruling(64)
                self._let_wait(button, here)
        elif self.state.started and self.posters:
            for number in _until(self._due(), button):
                if number in self.posters and not self.seats[number].waits:
                    self.cites.append(ruling(81))
                    self._let_wait(number, ruling(81))
        self._button_passes(button)
        return button

    def _button_passes(self, button: int) -> None:
        """From the button's old seat to its new one."""
        if not self.state.started or len(self.players) == len(self.seats):
            return
        was = self.state.button
        for number in (was, *_until(self.clockwise_from(was), button)):
            seat = self.seats.get(number)
            if seat is not None and (seat.waits or seat.missed):
                self.seats[number] = replace(seat, button_passed=True)

    def _let_wait(self, number: int, because: Citation) -> None:
        self.seats[number] = replace(self.seats[number], waits=True)
        self._because(number, because)

    def _small_blind(self, button: int) -> tuple[int | None, int]:
        """The seat that posts it, and the seat from which the big blind is counted on."""
        for number in self.clockwise_from(button):
            seat = self.seats[number]
            if number in self.players:
                return number, number
            if number in self.posters:
                if seat.waits and seat.button_passed:
                    self._because(number, ruling(85))
                self.seats[number] = replace(seat, button_passed=False)
                self._let_wait(number, ruling(64))
            elif seat.away and not seat.newcomer and seat.stack:
                self.seats[number] = replace(seat, missed_small=True, button_passed=False)
                if not seat.missed_big:
                    self._because(number, self.book.cite(Poker.ABSENT_SMALL_BLIND))
                    return None, number
                self._because(number, self.book.cite(Poker.MISSED_BLIND_MARK_STAYS))
        raise AssertionError("two players are there")

    def _big_blind(self, button: int, small: int | None, start: int) -> tuple[int, int | None]:
        """The seat that posts it, and the empty seat to which the button goes next (5.5, R-63)."""
        dead_button = None if small is not None else start
        for number in self.clockwise_from(start):
            seat = self.seats[number]
            if number in self.players or number in self.posters:
                return number, dead_button
            if seat.away and not seat.newcomer and seat.stack:
                self._misses_big(number)
                if small is None:
                    dead_button = number
        raise AssertionError("two players are there")

    def _misses_big(self, number: int) -> None:
        seat = self.seats[number]
        turns = seat.missed_turns + 1
        self.seats[number] = replace(seat, missed_big=True, missed_turns=turns, button_passed=False)
        self._because(number, self.book.cite(Poker.ABSENT_BIG_BLIND))

    def _joins(self, number: int, big: int) -> bool:
        """Whether a poster plays this round; who is made to wait in this very walk does not."""
        seat = self.seats[number]
        if number == big:
            return True
        if seat.waits:
            return seat.button_passed and self.state.seats[number].waits
        if seat.missed_big and not seat.button_passed:
            self._let_wait(number, ruling(64))
            return False
        return True

    def _two_players(self, dealt: set[int]) -> tuple[int, int, int]:
        """The player with the button posts the small blind (3.8); this rule goes first (R-63)."""
        state = self.state
        # nobody has missed what would have come to them among three
        self.seats = {
            number: seat if number in self.posters else state.seats[number] for number, seat in self.seats.items()
        }
        self.cites = [self.book.cite(Poker.BUTTON_MOVES_CLOCKWISE), self.book.cite(Poker.TWO_PLAYER_BLINDS), ruling(63)]
        self.reasons = {number: why for number, why in self.reasons.items() if self.seats[number].waits}
        if not state.started and state.button in dealt:
            button = state.button
        else:
            able = dealt & set(self.players) or dealt
            button = next(number for number in self.clockwise_from(state.button) if number in able)
            self._button_passes(button)
        (big,) = dealt - {button}
        for number in self.clockwise_from(button):
            if number == big:
                break
            seat = self.seats[number]
            if seat.away and not seat.newcomer and seat.stack:
                self._misses_big(number)
        return button, button, big

    def _posts(self, small: int | None, big: int, joining: list[int]) -> Iterator[ev.BlindPosted]:
        cite, table = self.book.cite, self.state.table
        if small is not None:
            clause = Poker.TWO_PLAYER_BLINDS if len(self.players) == 2 and not joining else Poker.BLINDS_LEFT_OF_BUTTON
            yield self._post(small, table.small_blind, NOTHING, (cite(clause),))
        owed = self.state.seats[big]
        clauses = [Poker.BLINDS_LEFT_OF_BUTTON, Poker.BIG_BLIND_TWICE_SMALL]
        if owed.missed_big:
            clauses.append(Poker.MISSED_BOTH_BACK_AT_BIG)
        elif owed.missed_small:
            clauses.append(Poker.MISSED_SMALL_BACK_AT_BIG)
        elif big in joining:
            clauses.append(Poker.NEW_PLAYER_POSTS)
        yield self._post(big, table.big_blind, NOTHING, self.book.cite_all(clauses))
        for number in joining:
            seat = self.state.seats[number]
            if number == big:
                continue
            if seat.newcomer:
                yield self._post(number, table.big_blind, NOTHING, (cite(Poker.NEW_PLAYER_POSTS), ruling(36)))
            elif seat.missed_big:
                cites = (cite(Poker.MISSED_BLINDS_BOTH_PAID), ruling(36))
                yield self._post(number, table.big_blind, table.small_blind, cites)
            else:
                waited = Poker.MISSED_SMALL_BACK_ON_BUTTON if seat.waits else Poker.MISSED_SMALL_BACK_ELSEWHERE
                yield self._post(number, NOTHING, table.small_blind, (cite(waited), ruling(36)))

    def _post(self, number: int, live: Cents, dead: Cents, cites: tuple[Citation, ...]) -> ev.BlindPosted:
        """A stack that is too short posts what it has; the live part comes first."""
        stack = self.state.seats[number].stack
        if live <= stack:
            return ev.BlindPosted(number, live, min(dead, Cents(stack - live)) if dead else dead, cites)
        return ev.BlindPosted(number, stack, NOTHING, (*cites, ruling(31)))  # a call still costs the full big blind


def _until(numbers: Iterable[int], last: int) -> Iterator[int]:
    for number in numbers:
        if number == last:
            return
        yield number
