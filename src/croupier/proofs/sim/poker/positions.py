"""Button, blinds and posts, worked out a second time: 3.7, 3.8, 5.4 to 5.6, and the rulings on them.

Where the engine marks seats that the button has passed, this reads a counter: how many seats the button has moved
since the table opened. Who has to wait notes where it stood, and has waited long enough when it has gone beyond their
seat. Misses are settled last, when it is known whether only two are dealt in.
"""

from collections.abc import Iterator, Mapping

from croupier.proofs.sim.poker.broken import Broken
from croupier.proofs.sim.poker.people import People, Sitter
from croupier.rules.games.poker.table import PokerState


class Start:
    """How a round must start."""

    def __init__(self, button: int, small: int | None, big: int, order: list[int]) -> None:
        self.button = button
        self.small = small
        self.big = big
        self.order = order
        self.posts: dict[int, tuple[int, int]] = {}
        self.begins_again = False
        self.first_orbit_over = False
        self.free: set[int] = set()
        """Dealt in without owing anything."""


class Positions:
    def __init__(self, people: People, button: int, *, first_orbit: bool) -> None:
        self.people = people
        self.opened_at = button
        self.moved = 0
        """Seats by which the button has moved since the table opened."""
        self.placed = False
        """Whether the button is in place; before the first round only its future place is known."""
        self.first_orbit = first_orbit
        self.empty: tuple[int, Sitter] | None = None
        """The seat of an absent player to which the button goes next (5.5)."""
        self.before: tuple[int, bool, bool, tuple[int, Sitter] | None] = (0, False, first_orbit, None)

    # --- Where things are ----------------------------------------------------------------------------------------

    @property
    def seats(self) -> Mapping[int, Sitter]:
        return self.people.seats

    @property
    def button(self) -> int:
        return self._lies_at(self.moved)

    def _lies_at(self, moved: int) -> int:
        return (self.opened_at + moved - 1) % self.people.table.seats + 1

    def _steps(self, start: int, seat: int) -> int:
        """From a seat on to another; a whole circle to itself."""
        return (seat - start - 1) % self.people.table.seats + 1

    def _left_of(self, seat: int) -> list[int]:
        """Taken seats, clockwise, ending with this one."""
        return sorted(self.seats, key=lambda other: self._steps(seat, other))

    def _has_passed(self, number: int, now: int) -> bool:
        """The button has come to their seat and gone on, since they last missed a blind or were made to wait."""
        since = self.seats[number].since
        reached = since + self._steps(self._lies_at(since), number) % self.people.table.seats
        return reached < now

    # --- A round starts ------------------------------------------------------------------------------------------

    def start(self) -> Start:
        """Everything that follows from the call for blinds; what changes for the people is written down."""
        self.before = (self.moved, self.placed, self.first_orbit, self.empty)
        self.people.remember()
        free, owing = self._who_is_there(self.first_orbit)
        if self.first_orbit and self.placed and self._goes_by(self._goes_to(free, owing)) >= self._first_orbit_left():
            free, owing = self._who_is_there(False)
        begins_again = len(free) < 2
        if begins_again:
            free, owing = sorted(free + owing), []
        return self._walk(free, owing, begins_again=begins_again)

    def _who_is_there(self, first_orbit: bool) -> tuple[list[int], list[int]]:
        """Present and free to play, and present but owing a post."""
        there = [number for number, sitter in self.seats.items() if sitter.there]
        owing = []
        for number in there:
            sitter = self.seats[number]
            posts_to_join = sitter.new and not sitter.relocated and not first_orbit
            if posts_to_join or (not sitter.new and (sitter.owes_small or sitter.owes_big)):
                owing.append(number)
        return [number for number in there if number not in owing], owing

    def _first_orbit_left(self) -> int:
        return self.people.table.seats - self.moved

    def _goes_by(self, seat: int) -> int:
        return self._steps(self.button, seat) if self.placed else (seat - self.button) % self.people.table.seats

    def _on_empty_seat(self, there: int) -> int | None:
        """The absent player's seat, as long as it is theirs, and more than two are present (R-63)."""
        if self.empty is None or there == 2:
            return None
        number, sitter = self.empty
        return number if self.seats.get(number) is sitter else None

    def _due(self, there: int) -> list[int]:
        """The seats on which the button is due, in order."""
        if self.empty is not None and there > 2:
            number = self.empty[0]
            left = self._left_of(number)
            return [number, *left] if number in self.seats else left
        return self._left_of(self.button)

    def _goes_to(self, free: list[int], owing: list[int]) -> int:
        if len(free) < 2:
            free, owing = free + owing, []
        empty = self._on_empty_seat(len(free) + len(owing))
        if empty is not None:
            return empty
        if not self.placed and self.button in free:
            return self.button
        return next(number for number in self._due(len(free) + len(owing)) if number in free)

    def _walk(self, free: list[int], owing: list[int], *, begins_again: bool) -> Start:
        there = len(free) + len(owing)
        button = self._goes_to(free, owing)
        on_empty = self._on_empty_seat(there) is not None
        made_to_wait = set()
        if on_empty:
            made_to_wait = {button} & set(owing)
        elif self.placed:
            for number in self._due(there):
                if number == button:
                    break
                if number in owing and not self.seats[number].waits:
                    made_to_wait.add(number)
        now = self.moved + self._goes_by(button)
        misses_small, skipped, small, count_from = self._small_blind(button, free, owing)
        misses_big, big = self._big_blind(count_from, free, owing)
        plays = set(free) | {big}
        for number in owing:
            sitter = self.seats[number]
            if number == big or number in skipped or number in made_to_wait:
                continue
            passed = self._has_passed(number, now) if self.placed else False
            if sitter.waits or (sitter.owes_big and not sitter.new):
                if passed:
                    plays.add(number)
                else:
                    made_to_wait.add(number)
            else:
                plays.add(number)
        empty = None
        if len(plays) == 2:
            button, small, big, misses_big = self._between_two(free, plays)
            misses_small = set()
        elif small is None:
            empty = [number for number in self._left_of(button) if number in misses_small | misses_big][-1]
        return self._write_down(
            Start(button, small, big, [number for number in self._left_of(button) if number in plays]),
            begins_again=begins_again,
            free=set(free),
            waits=(made_to_wait - plays, skipped - plays),
            misses=(misses_small, misses_big),
            empty=empty,
        )

    def _small_blind(
        self, button: int, free: list[int], owing: list[int]
    ) -> tuple[set[int], set[int], int | None, int]:
        """Who misses it, who waits between the button and it, who posts it, and from where the big blind is counted."""
        missed: set[int] = set()
        skipped: set[int] = set()
        for number in self._left_of(button):
            sitter = self.seats[number]
            if number in free:
                return missed, skipped, number, number
            if number in owing:
                skipped.add(number)
            elif sitter.can_miss:
                missed.add(number)
                if not sitter.owes_big:  # 5.5; where a big blind was missed before, 5.6 passes them
                    return missed, skipped, None, number
        raise AssertionError("two can play")

    def _big_blind(self, start: int, free: list[int], owing: list[int]) -> tuple[set[int], int]:
        missed: set[int] = set()
        for number in self._left_of(start):
            if number in free or number in owing:
                return missed, number
            if self.seats[number].can_miss:
                missed.add(number)
        raise AssertionError("two can play")

    def _between_two(self, free: list[int], plays: set[int]) -> tuple[int, int, int, set[int]]:
        """The button posts the small blind (3.8); that goes before all else (R-63)."""
        able = plays & set(free) or plays
        if not self.placed and self.button in plays:
            button = self.button
        else:
            button = next(number for number in self._left_of(self.button) if number in able)
        (big,) = plays - {button}
        reach = self._steps(button, big)
        missed = {
            number for number, each in self.seats.items() if each.can_miss and self._steps(button, number) < reach
        }
        return button, button, big, missed

    def _write_down(
        self,
        start: Start,
        *,
        begins_again: bool,
        free: set[int],
        waits: tuple[set[int], set[int]],
        misses: tuple[set[int], set[int]],
        empty: int | None,
    ) -> Start:
        earlier = self.moved
        start.begins_again, start.free = begins_again, free
        start.posts = dict(self._posts(start))
        self.moved += self._goes_by(start.button)
        made_to_wait, skipped = waits
        for number in made_to_wait | skipped:
            sitter = self.seats[number]
            if number in skipped:
                # they are before the button and have to wait until it has passed once more; between two it posts
                # the small blind itself, and may have passed them on its way
                sitter.since = earlier if len(start.order) == 2 else self.moved
            elif not sitter.waits and sitter.new:
                sitter.since = earlier
            sitter.waits = True
        for number in misses[0]:
            self.seats[number].owes_small = True
            self.seats[number].since = self.moved
        for number in misses[1]:
            self.seats[number].owes_big = True
            self.seats[number].turns += 1
            self.seats[number].since = self.moved
        for number in start.order:
            self.seats[number].settle_up()
        self.first_orbit = self.first_orbit and self.moved < self.people.table.seats
        start.first_orbit_over = not self.first_orbit
        self.placed = True
        self.empty = (empty, self.seats[empty]) if empty is not None else None
        return start

    def _posts(self, start: Start) -> Iterator[tuple[int, tuple[int, int]]]:
        small = self.people.table.small_blind
        for number in start.order:
            sitter = self.seats[number]
            if number == start.big:
                live, dead = 2 * small, 0
            elif number == start.small:
                live, dead = small, 0
            elif number in start.free:
                continue
            elif sitter.new:
                live, dead = 2 * small, 0
            elif sitter.owes_big:
                live, dead = 2 * small, small
            else:
                live, dead = 0, small
            put = min(live, sitter.stack)
            yield number, (put, min(dead, sitter.stack - put))

    def undo(self) -> None:
        """After a void round the button is where it was (R-62)."""
        self.moved, self.placed, self.first_orbit, self.empty = self.before

    def compare(self, state: PokerState) -> None:
        due = self.empty[0] if self.empty is not None else None
        told = (state.button, state.started, state.orbit_from is not None, state.dead_button)
        if told != (self.button, self.placed, self.first_orbit, due):
            raise Broken(
                f"button, placed, first orbit, next on: {told} "
                f"and should be {(self.button, self.placed, self.first_orbit, due)}"
            )
