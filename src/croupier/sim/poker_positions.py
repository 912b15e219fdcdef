"""Button, blinds and posts, looked at from outside: what any start of a round must satisfy (3.7, 3.8, 5.4 to 5.6)."""

from collections import Counter
from collections.abc import Iterator

from croupier.citation import ruling
from croupier.games.poker import events as ev
from croupier.games.poker.table import PokerState, Seat


class Misplaced(Exception):
    """Somebody has the wrong part at the start of a round."""


class Positions:
    def __init__(self, state: PokerState, covered: Counter[str]) -> None:
        self.covered = covered
        self.expected: dict[int, tuple[int, int]] = {}
        self.posted: dict[int, tuple[int, int]] = {}
        self.last: tuple[frozenset[tuple[int, str]], int] | None = None
        """Who was dealt in and who had the big blind, if the round before was a plain one."""
        self.moved = self.moved_before = 0
        """How many seats the button has moved since the table opened, and before the round being played."""

    def start(self, event: ev.RoundStarted, before: PokerState, after: PokerState) -> None:
        self._button(event, before)
        self._first_orbit(event, before)
        self._order(event, before)
        self._who_is_dealt_in(event, before, after)
        self._who_missed(event, before, after)
        self._next_in_turn(event, before)
        self.expected, self.posted = dict(self._posts(event, before)), {}
        self._count(event, before)

    def post(self, event: ev.BlindPosted) -> None:
        if event.seat in self.posted:
            raise Misplaced(f"seat {event.seat} posts twice")
        self.posted[event.seat] = (event.live, event.dead)

    def complete(self) -> None:
        if self.posted != self.expected:
            raise Misplaced(f"posted were {self.posted} and due were {self.expected}")

    def void(self) -> None:
        self.last = None
        self.moved = self.moved_before

    def _button(self, event: ev.RoundStarted, before: PokerState) -> None:
        if event.button not in event.order and event.button != before.dead_button:
            raise Misplaced(f"the button lies on seat {event.button}, and nobody is dealt in there")
        if event.button not in before.seats:
            raise Misplaced(f"the button lies on seat {event.button}, which nobody has")

    def _first_orbit(self, event: ev.RoundStarted, before: PokerState) -> None:
        """It is over when the button has moved by as many seats as the table has (R-36)."""
        every = before.table.seats
        self.moved_before = self.moved
        self.moved += (event.button - before.button - before.started) % every + before.started
        over = before.orbit_from is None or self.moved >= every
        if event.first_orbit_over is not over:
            raise Misplaced(f"the button has moved {self.moved} seats; first orbit over: {event.first_orbit_over}")

    def _order(self, event: ev.RoundStarted, before: PokerState) -> None:
        if list(event.order) != [seat for seat in _clockwise(before, event.button) if seat in event.order]:
            raise Misplaced(f"{event.order} is not clockwise from the left of seat {event.button}")
        if len(event.order) < 2 or event.big_blind not in event.order:
            raise Misplaced(f"seat {event.big_blind} has the big blind of {event.order}")
        if event.small_blind is not None and event.small_blind not in event.order:
            raise Misplaced(f"seat {event.small_blind} has the small blind of {event.order}")
        if len(event.order) == 2:
            if not event.small_blind == event.button != event.big_blind:
                raise Misplaced("of two players the one with the button has the small blind (3.8)")
        elif event.small_blind is not None:
            walk = list(_clockwise(before, event.button))
            if event.order[:2] != (event.small_blind, event.big_blind):
                raise Misplaced(f"the two on the left of the button have the blinds (3.8), not {event.big_blind}")
            free = self._free(event, before)
            first = next(seat for seat in walk if seat in free)
            if event.small_blind != first:
                raise Misplaced(f"seat {first} is next to the button and seat {event.small_blind} has the small blind")
        elif event.order[0] != event.big_blind:
            raise Misplaced(f"without a small blind seat {event.order[0]} has the big one, not {event.big_blind}")

    def _free(self, event: ev.RoundStarted, before: PokerState) -> list[int]:
        """Present, and owing nothing; where there are not two of these, everybody who is there (R-86).

        In the round in which the first orbit would end, it may be that which keeps the button from its start.
        """
        present = [number for number, seat in before.seats.items() if _present(seat)]
        over = event.first_orbit_over or ruling(86) in event.cites
        free = [number for number in present if not _owes(before.seats[number], over)]
        return free if len(free) >= 2 else present

    def _who_is_dealt_in(self, event: ev.RoundStarted, before: PokerState, after: PokerState) -> None:
        for number, seat in before.seats.items():
            dealt = number in event.order
            if dealt and not _present(seat):
                raise Misplaced(f"seat {number} is dealt in and is not there")
            if not dealt and number in self._free(event, before):
                raise Misplaced(f"seat {number} is there, owes nothing, and is not dealt in")
            if not dealt and _present(seat) and not after.seats[number].waits:
                raise Misplaced(f"seat {number} is not dealt in and does not wait either")
            has_waited = _present(seat) and seat.waits and len(event.order) > 2
            if not dealt and has_waited and number in _passed(event, before):
                raise Misplaced(f"seat {number} has waited for the button to pass, and is not dealt in")
            if dealt and (after.seats[number].missed or after.seats[number].waits or after.seats[number].newcomer):
                raise Misplaced(f"seat {number} is dealt in and still owes something")
            if after.seats[number].stack != seat.stack:
                raise Misplaced(f"the stack of seat {number} changed before anybody posted")

    def _who_missed(self, event: ev.RoundStarted, before: PokerState, after: PokerState) -> None:
        """Away between the button and the big blind: something was missed. Elsewhere, or present: nothing was."""
        walk = list(_clockwise(before, event.button))
        due = walk[: walk.index(event.big_blind)]
        for number, seat in before.seats.items():
            then = after.seats[number]
            could_miss = seat.away and not seat.newcomer and seat.stack > 0
            if could_miss and number in due:
                if not then.missed:
                    raise Misplaced(f"seat {number} is away when a blind is due on it, and has missed none")
            elif number not in event.order and _missed(then) != _missed(seat):
                raise Misplaced(f"seat {number} has missed what was not due on it")

    def _next_in_turn(self, event: ev.RoundStarted, before: PokerState) -> None:
        """The same people, nobody away: the big blind goes to the next of them, so all post it equally often."""
        dealt = frozenset((number, before.seats[number].player) for number in event.order)
        plain = not any(
            seat.stack and (seat.away or seat.newcomer or seat.missed or seat.waits) for seat in before.seats.values()
        )
        if self.last is not None and plain:
            same, big = self.last
            if same == dealt:
                following = next(seat for seat in _clockwise(before, big) if seat in event.order)
                if event.big_blind != following:
                    raise Misplaced(f"seat {following} is next for the big blind and seat {event.big_blind} posts it")
                self.covered["the big blind moved on by one"] += 1
            elif big == event.big_blind:
                self.covered["big blind twice in a row, others having come or gone"] += 1
        self.last = (dealt, event.big_blind) if plain else None

    def _posts(self, event: ev.RoundStarted, before: PokerState) -> Iterator[tuple[int, tuple[int, int]]]:
        small = before.table.small_blind
        free = self._free(event, before)
        for number in event.order:
            seat = before.seats[number]
            if number == event.big_blind:
                live, dead = 2 * small, 0
            elif number == event.small_blind:
                live, dead = small, 0
            elif number in free:
                continue
            elif seat.newcomer:
                live, dead = 2 * small, 0
            elif seat.missed_big:
                live, dead = 2 * small, small
            else:
                live, dead = 0, small
            put = min(live, seat.stack)
            yield number, (put, min(dead, seat.stack - put))

    def _count(self, event: ev.RoundStarted, before: PokerState) -> None:
        covered, seats, small = self.covered, before.seats, before.table.small_blind
        free = self._free(event, before)
        covered["no small blind (5.5)"] += event.small_blind is None
        covered["button on the absent player's seat (5.5)"] += event.button not in event.order
        covered["begins anew: nobody to wait for"] += ruling(86) in event.cites
        covered["first orbit goes on"] += not event.first_orbit_over
        for number, seat in seats.items():
            after = event.seats.get(number, seat)
            if number not in event.order:
                covered["waits for the button to pass"] += _present(seat)
                covered["somebody has no chips"] += not seat.stack
                covered["missed the small blind"] += after.missed_small and not seat.missed_small
                covered["missed the big blind"] += after.missed_turns > seat.missed_turns
                continue
            if number in (event.big_blind, event.small_blind):
                due = 2 * small if number == event.big_blind else small
                covered["blind of a stack too short for it"] += seat.stack < due
            if number == event.big_blind:
                covered["back at the big blind, small one missed"] += seat.missed_small and not seat.missed_big
                covered["back at the big blind, both missed"] += seat.missed_big
                covered["new player takes the big blind"] += seat.newcomer
            elif number not in free:
                covered["new player posts to join"] += seat.newcomer
                covered["pays both blinds missed"] += seat.missed_big
                covered["pays the small blind missed"] += seat.missed_small and not seat.missed_big
                covered["has waited, pays and plays"] += seat.waits
            else:
                covered["relocated, joins free"] += seat.relocated
                covered["new in the first orbit, joins free"] += seat.newcomer and not seat.relocated


def _present(seat: Seat) -> bool:
    return seat.stack > 0 and not seat.away and not seat.leaving


def _owes(seat: Seat, first_orbit_over: bool) -> bool:
    if seat.newcomer:
        return first_orbit_over and not seat.relocated
    return seat.missed_small or seat.missed_big


def _missed(seat: Seat) -> tuple[bool, bool, int]:
    return seat.missed_small, seat.missed_big, seat.missed_turns


def _passed(event: ev.RoundStarted, before: PokerState) -> set[int]:
    """The seats that the button leaves behind, but for those to which it comes back: between it and the blinds."""
    walk = [*_clockwise(before, event.button)]
    far = walk.index(event.order[0])
    every = before.table.seats
    step = (event.button - before.button - 1) % every + 1
    return {(before.button + by - 1) % every + 1 for by in range(step)} - set(walk[:far])


def _clockwise(state: PokerState, seat: int) -> Iterator[int]:
    """Seats that somebody has, from the left of this one round to it."""
    every = state.table.seats
    for step in range(1, every + 1):
        number = (seat + step - 1) % every + 1
        if number in state.seats:
            yield number
