"""Rounds of a simulation at the real desk: to prove that it pays what was counted, and where the dealer errs."""

from collections.abc import Iterator, Mapping, Sequence

from croupier.numbers.simulation.batches import RoundPlayed, round_of, tables_of
from croupier.numbers.simulation.errors import (
    KINDS,
    Errors,
    Happened,
    exposed_place,
    happened,
    worth_of_card,
)
from croupier.numbers.simulation.plan import Plan
from croupier.numbers.simulation.round_files import decisions_of, nets_of, round_file, with_acts
from croupier.numbers.simulation.runs import Different
from croupier.numbers.simulation.verdict import exact_of
from croupier.rounds.roundfile.answers import HouseRound
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.money import cents, dollars

_worth: dict[tuple[str, int, int], Mapping[str, float]] = {}
_means: dict[str, list[float]] = {}
"""By the digest of a plan; of the process, for a desk is sent to each worker with every batch."""


class RealDesk:
    """Plays round files by the rules that live tables follow."""

    def replay(self, plan: Plan, number: int) -> None:
        """Plays round n; raises `Different` unless the desk pays each box what the simulation counts."""
        file = round_file(plan, number)
        found = _settled(number, file)
        for box, net in enumerate(nets_of(plan, round_of(plan, number)), 1):
            paid = found.boxes[str(box)].net
            if paid != dollars(net):
                raise Different(number, f"box {box} wins {paid} at the desk, {dollars(net)} in the simulation", file)

    # --- Dealers' errors ------------------------------------------------------------------------------------------

    def errors(self, plan: Plan, batch: int) -> Errors:
        """Each round in which the dealer errs, compared with the same round without the error."""
        found: dict[str, tuple[int, int, int]] = {}
        for error in happened(plan, batch):
            played = round_of(plan, error.round)
            cost = self.net_with(plan, played, error) - sum(nets_of(plan, played))
            count, total, squares = found.get(error.kind, (0, 0, 0))
            found[error.kind] = (count + 1, total + cost, squares + cost**2)
        return dict(sorted(found.items()))

    def net_with(self, plan: Plan, played: RoundPlayed, error: Happened) -> int:
        """What all boxes win together, in cents, if this goes wrong."""
        result = _settled(error.round, self.file_with(plan, played, error), may_be_void=True)
        return sum(_cents(box.net) for box in result.boxes.values())

    def file_with(self, plan: Plan, played: RoundPlayed, error: Happened) -> str:
        """The round with the error, to its end: boxes that may choose do, and those still in decide as always."""
        kind, tables = KINDS[error.kind], tables_of(plan)
        report = f"incident {kind.incident} {kind.words.format(box=error.box + 1)}".rstrip()
        if kind.at_the_end:
            return with_acts(plan, played, [*decisions_of(tables, played), report])
        acts = [report]
        waiting = _waiting(error.round, with_acts(plan, played, acts))
        if choosing := [box for box, what in waiting if what == "choice"]:
            acts += [f"{box} {self._choice(plan, played, error, box - 1)}" for box in choosing]
            waiting = _waiting(error.round, with_acts(plan, played, acts))
        return with_acts(plan, played, [*acts, *decisions_of(tables, played, [box for box, _ in waiting])])

    def _choice(self, plan: Plan, played: RoundPlayed, error: Happened, box: int) -> str:
        """A box goes on if what everybody has seen makes that worth more than nothing, and else has its bets back."""
        kind = KINDS[error.kind]
        if not kind.exposes:
            worth = _mean_of(plan, box)
        else:
            place = exposed_place(plan, kind, error.box)
            worth = _worth_at(plan, place, box)[played.cards[place][0]]
        return "continue" if worth > 0 else "withdraw"


def _mean_of(plan: Plan, box: int) -> float:
    if plan.digest not in _means:
        _means[plan.digest] = [float(each.mean) for each in exact_of(plan)]
    return _means[plan.digest][box]


def _worth_at(plan: Plan, place: int, box: int) -> Mapping[str, float]:
    key = (plan.digest, place, box)
    if key not in _worth:
        _worth[key] = worth_of_card(plan, place, box)
    return _worth[key]


def _settled(number: int, file: str, *, may_be_void: bool = False) -> HouseRound:
    found = _played(number, file)
    if found.status != "settled" and not (may_be_void and found.status == "void"):
        raise Different(number, f"the desk leaves the round {found.status}", file)
    return found


def _played(number: int, file: str) -> HouseRound:
    played = play(read_script(file))
    if played.refusal is not None:
        raise Different(number, f"the desk refuses {played.refusal.text!r}: {played.refusal.why}", file)
    (found,) = played.rounds
    assert isinstance(found, HouseRound)
    return found


def _waiting(number: int, file: str) -> Sequence[tuple[int, str]]:
    """The boxes that the table waits for, and for what."""
    return list(_boxes(_played(number, file)))


def _boxes(found: HouseRound) -> Iterator[tuple[int, str]]:
    for each in found.waiting or ():
        if isinstance(each.box, int):
            yield each.box, each.what


def _cents(net: object) -> int:
    """Of a box that is out of the round nothing is said: it has its bets back."""
    if not isinstance(net, str):
        return 0
    return -cents(net[1:]) if net.startswith("-") else cents(net)
