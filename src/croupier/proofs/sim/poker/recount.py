"""One round of poker, kept a second time by other means than the engine's.

Only what people did comes in: posts, acts, hands folded by rule, streets. Out come whose turn it is, what they may do,
who has to show, what the pots are and who gets what. Where the engine asks "who has not answered yet?", this keeps a
queue of those who still have to; where it cuts pots at all-in players, this piles up layers and merges them. Nothing
is imported from the engine but the names of acts and the sign at the table.
"""

from collections.abc import Mapping, Sequence
from math import gcd
from typing import NamedTuple

from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import PokerTable


class Layer(NamedTuple):
    amount: int
    eligible: frozenset[int]
    coin: int
    """The largest in which everything that was put into it can be counted."""


class Given(NamedTuple):
    """A pot as it is given out."""

    amount: int
    rake: int
    eligible: tuple[int, ...]
    won: Mapping[int, int]


class Done(NamedTuple):
    """What an act amounted to."""

    act: Act
    """By its size: an all-in is a BET, a call or a raise."""
    reopens: bool
    forfeited: int


class Early:
    """An act out of turn, taken back and remembered until the player's turn comes (5.12, R-69)."""

    def __init__(self, indicated: int) -> None:
        self.indicated = indicated
        """The total that the player would have had in front of them; nothing for a check or a fold."""
        self.since: set[Act] = set()
        """What others have done since then."""


class Recount:
    def __init__(self, table: PokerTable, order: Sequence[int], big_blind: int, stacks: Mapping[int, int]) -> None:
        self.table = table
        self.order = list(order)
        self.big_blind = big_blind
        self.stacks = {seat: stacks[seat] for seat in order}
        self.live = list(order)
        self.front = dict.fromkeys(order, 0)
        """Chips in front of each seat in this betting round."""
        self.put = dict.fromkeys(order, 0)
        """Bets of the whole round."""
        self.dead: dict[int, int] = {}
        self.left_behind: dict[int, tuple[int, int]] = {}
        """Bets out of turn that stood though their players folded: in which betting round, and how much."""
        self.betting_round = 1
        self.price = 0
        self.step = 0
        self.closed: set[int] = set()
        """Players who have acted since the last BET, full raise or half raise, and so must not raise (R-30, R-67)."""
        self.queue: list[int] = []
        """Who still has to act in this betting round, in the order in which they will be asked."""
        self.opener: int | None = None
        self.raiser: int | None = None
        self.early: dict[int, Early] = {}

    # --- What happens ------------------------------------------------------------------------------------------

    def post(self, seat: int, live: int, dead: int) -> None:
        self._pay(seat, live)
        self.stacks[seat] -= dead
        if dead:
            self.dead[seat] = dead

    def open_first(self) -> None:
        self.price = self.step = 2 * self.table.small_blind
        self._open(self.order.index(self.big_blind) + 1)

    def open_later(self) -> None:
        self.betting_round += 1
        self.front = dict.fromkeys(self.order, 0)
        self.price, self.step = 0, 2 * self.table.small_blind
        self._open(0)

    def take_back(self) -> None:
        """The street is dealt again, and the bets made on it go back (R-72)."""
        for seat, chips in self.front.items():
            self._pay(seat, -chips)
        for seat, (betting_round, chips) in list(self.left_behind.items()):
            if betting_round == self.betting_round:
                self.stacks[seat] += chips
                del self.left_behind[seat]
        self.betting_round -= 1
        self.queue = []

    def _open(self, start: int) -> None:
        self.closed, self.early = set(), {}
        self.queue = self._from(start)
        self._dismiss()
        if self.queue:
            self.opener = self.raiser = None

    def act_early(self, seat: int, indicated: int) -> None:
        """A BET once made out of turn is the one that counts; a check before them counts whatever they try (R-87)."""
        earlier = self.early.get(seat, Early(0))
        if earlier.indicated:
            return
        self.early[seat] = Early(indicated)
        self.early[seat].since = earlier.since & {Act.CHECK}

    def fold(self, seat: int) -> int:
        """By the player's own decision or by rule; what a bet out of turn that stands by now leaves behind."""
        early = self.early.pop(seat, None)
        chips = 0
        if early is not None and seat in self.queue and self._stands(early):
            chips = max(0, min(early.indicated - self.front[seat], self.stacks[seat]))
            if chips:
                self.stacks[seat] -= chips
                self.left_behind[seat] = (self.betting_round, chips)
        self._remember(seat, Act.FOLD)
        self.live.remove(seat)
        self._dismiss()
        return chips

    def act(self, seat: int, act: Act, amount: int | None) -> Done:
        if act is Act.FOLD:
            return Done(act, False, self.fold(seat))
        self._remember(seat, act)
        total, price = self.total(seat, act, amount), self.price
        self._pay(seat, total - self.front[seat])
        reopens = False
        if total > price:
            reopens = self._raised(seat, total)
            by_size = Act.RAISE if price else Act.BET
        else:
            by_size = Act.CHECK if act is Act.CHECK else Act.CALL
            self.closed.add(seat)
            self.queue.pop(0)
        self._dismiss()
        return Done(by_size, reopens, 0)

    def _stands(self, early: Early) -> bool:
        """The BET stays in the pot despite the fold: there is a larger one to answer, or none and somebody folded."""
        return self.price > early.indicated if self._faces_a_bet(early) else Act.FOLD in early.since

    def _faces_a_bet(self, early: Early) -> bool:
        """Somebody has put chips in since the attempt; a bet that stood before it counts for nothing (R-97)."""
        return not early.since <= {Act.FOLD, Act.CHECK}

    def _remember(self, seat: int, act: Act) -> None:
        """Those still to act after them take note; a fold by rule may come before their turn, or behind those."""
        self.early.pop(seat, None)
        place = self.queue.index(seat) if seat in self.queue else len(self.queue)
        for other in self.queue[place:]:
            if other in self.early:
                self.early[other].since.add(act)

    def total(self, seat: int, act: Act, amount: int | None) -> int:
        everything = self.front[seat] + self.stacks[seat]
        if act in (Act.CHECK, Act.FOLD):
            return self.front[seat]
        if act is Act.CALL:
            return min(self.price, everything)
        if act is Act.ALL_IN:
            return everything
        assert amount is not None
        return amount

    def _raised(self, seat: int, total: int) -> bool:
        """Whether everybody may raise again."""
        if self.price == 0:
            reopens = True
            self.price = self.step = max(total, 2 * self.table.small_blind)
            self.opener = seat
        else:
            by = total - self.price
            reopens = by * 2 >= self.step
            if reopens:
                self.raiser = seat
            self.step = max(self.step, by)
            self.price = total
        self.closed = {seat} if reopens else self.closed | {seat}
        *self.queue, _ = self._from(self.order.index(seat) + 1)
        return reopens

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.front[seat] += chips
        self.put[seat] += chips

    def _from(self, start: int) -> list[int]:
        return self.order[start:] + self.order[:start]

    def _dismiss(self) -> None:
        """Skips players who have folded, have no chips, or whom nobody can answer (R-68)."""
        able = [seat for seat in self.live if self.stacks[seat]]
        self.queue = [seat for seat in self.queue if seat in able]
        if len(self.live) < 2:
            self.queue = []
        elif len(able) == 1:
            most = max(self.put[seat] for seat in self.live if seat != able[0])
            if self.put[able[0]] >= most:
                self.queue = []

    # --- What may happen ----------------------------------------------------------------------------------------

    def legal(self, seat: int, act: Act, amount: int | None) -> bool:
        if not self.queue or self.queue[0] != seat:
            return False
        if (act in (Act.BET, Act.RAISE)) is (amount is None):
            return False
        early = self.early.get(seat)
        if early is not None and not self._legal_after(early, seat, act, amount):
            return False
        return self._by_right(seat, act, amount)

    def legal_early(self, seat: int, act: Act, amount: int | None) -> bool:
        """Out of turn: still to act, and a bet, raise or all-in is one that could be made now, by any word."""
        if seat not in self.queue[1:]:
            return False
        if act not in (Act.BET, Act.RAISE):
            return amount is None and (act is not Act.ALL_IN or self._by_right(seat, act, None))
        return amount is not None and self._by_right(seat, Act.RAISE if self.price else Act.BET, amount)

    def _by_right(self, seat: int, act: Act, amount: int | None) -> bool:
        """What the turn alone allows."""
        mine, chip = self.front[seat], self.table.chip
        everything = mine + self.stacks[seat]
        if act is Act.FOLD:
            return True
        if act is Act.CHECK:
            return mine == self.price
        if act is Act.CALL:
            return mine < self.price
        if act is Act.ALL_IN:
            return everything <= self.price or self.price == 0 or seat not in self.closed
        assert amount is not None
        if amount > everything or amount <= self.price:
            return False
        all_in = amount == everything
        if act is Act.BET:
            return self.price == 0 and (all_in or (amount % chip == 0 and amount >= 2 * self.table.small_blind))
        if self.price == 0 or seat in self.closed:
            return False
        return all_in or (amount % chip == 0 and amount - self.price >= self.step)

    def _legal_after(self, early: Early, seat: int, act: Act, amount: int | None) -> bool:
        """What an act out of turn leaves to choose from; folding is always allowed."""
        total = self.total(seat, act, amount)
        if act is Act.FOLD:
            return True
        if self._faces_a_bet(early):
            return self.price > early.indicated or total <= self.price
        if Act.FOLD in early.since and early.indicated:
            return total == early.indicated
        if Act.CHECK not in early.since:
            return True
        return act is Act.CHECK or (self.front[seat] < self.price and total <= self.price)

    # --- How it ends --------------------------------------------------------------------------------------------

    def return_uncalled(self) -> dict[int, int]:
        """The highest bet comes down to the second highest (R-32, R-88)."""
        second, most = sorted(self.put.values())[-2:]
        if most == second:
            return {}
        seat = next(seat for seat in self.order if self.put[seat] == most)
        self.stacks[seat] += most - second
        self.put[seat] = second
        self.front[seat] = max(0, self.front[seat] - (most - second))
        return {seat: most - second}

    def pots(self) -> list[Layer]:
        """A layer for every amount that anybody put in; layers with the same claimants are one pot."""
        put = {seat: chips + self.left_behind.get(seat, (0, 0))[1] for seat, chips in self.put.items()}
        levels = sorted({0, *put.values()})
        layers: list[Layer] = []
        for below, level in zip([0, *levels], levels, strict=False):
            amount = sum(min(chips, level) - min(chips, below) for chips in put.values())
            amount += sum(self.dead.values()) if level == 0 else 0
            coin = gcd(*self.dead.values()) if level == 0 else level - below
            eligible = frozenset(seat for seat in self.live if put[seat] >= level)
            if layers and (not eligible or eligible == layers[-1].eligible):
                last = layers[-1]
                layers[-1] = Layer(last.amount + amount, last.eligible, gcd(last.coin, coin))
            else:
                layers.append(Layer(amount, eligible, coin))
        return [layer for layer in layers if layer.amount]

    def give_out(self, strength: Mapping[int, int]) -> list[Given]:
        chip, cap = self.table.chip, self.table.rake_cap
        given = []
        taken = 0
        for amount, eligible, coin in self.pots():
            rake = amount * self.table.rake_basis_points // 10_000
            rake -= rake % chip
            if cap is not None:
                rake = min(rake, cap - taken)
            taken += rake
            claimants = [seat for seat in self.order if seat in eligible]
            best = max((strength.get(seat, 0) for seat in claimants), default=0)
            winners = [seat for seat in claimants if strength.get(seat, 0) == best]
            given.append(Given(amount, rake, tuple(sorted(eligible)), self._share(amount - rake, winners, coin)))
        for pot in given:
            for seat, chips in pot.won.items():
                self.stacks[seat] += chips
        return given

    def _share(self, amount: int, winners: Sequence[int], coin: int) -> dict[int, int]:
        """Coin by coin, beginning on the left of the button, in no larger ones than are in the pot."""
        in_whole = [amount, coin, self.table.chip]
        chip = next(chip for chip in range(self.table.chip, 0, -1) if all(each % chip == 0 for each in in_whole))
        rounds, odd = divmod(amount // chip, len(winners))
        won = dict.fromkeys(winners, rounds * chip)
        for seat in winners[:odd]:
            won[seat] += chip
        return won

    def shown(self, strength: Mapping[int, int]) -> list[int]:
        """The hands that are turned up at the showdown, in order (3.11.2, R-35, R-70)."""
        duty = self.raiser if self.raiser is not None else self.opener
        start = 0 if duty is None else self.order.index(duty)
        live = [seat for seat in self._from(start) if seat in self.live]
        if sum(self.stacks[seat] > 0 for seat in live) <= 1:
            return live
        contested = [layer.eligible for layer in self.pots() if len(layer.eligible) > 1]
        shown: list[int] = []
        for seat in live:
            for claimants in contested:
                if seat in claimants and all(strength[seat] >= strength[other] for other in claimants & set(shown)):
                    shown.append(seat)
                    break
        return shown
