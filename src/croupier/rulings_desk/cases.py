"""Combinations of facts, and short names for them."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import product

from croupier.rules.rulebook.model import Device
from croupier.rulings_desk.model import Fact, Finding, Reply
from croupier.rulings_desk.phases import A_BOX_HAS_FOLDED, AT_THE_DEAL, NO_JACKPOT_LIVES, HousePhase, PokerPhase

Case = tuple[Reply, ...]


def cases(phase: HousePhase | PokerPhase, device: Device, finding: Finding) -> Iterator[tuple[Case, Case]]:
    """Every possible combination of the phase's circumstances and the report's facts."""
    for so in product(*(fact.replies for fact in phase.circumstances)):
        said = {reply.text for reply in so}
        folded = isinstance(phase, HousePhase) and (phase.folded or A_BOX_HAS_FOLDED.text in said)
        for case in finding.cases(phase.key, folded=folded, board=board_lies(phase, device, said)):
            yield so, case


def board_lies(phase: HousePhase | PokerPhase, device: Device, said: AbstractSet[str]) -> bool:
    """Whether community cards are dealt; True also if the phase leaves that open and nothing is said about it."""
    if device is Device.SHUFFLER or not isinstance(phase, HousePhase):
        return True
    return phase.board if phase.board is not None else said.isdisjoint((AT_THE_DEAL.text, NO_JACKPOT_LIVES.text))


def in_short(facts: Sequence[Fact], told: Sequence[Case], every: Sequence[Case]) -> list[str]:
    """Names the cases `told` among all cases `every`; facts that make no difference are left out."""
    if not facts:
        return [""] if told else []
    fact, *others = facts
    words: dict[str, list[str]] = {}
    for reply in fact.replies:
        rest = [case[1:] for case in every if case[0] == reply]
        if rest:
            words[reply.words] = in_short(others, [case[1:] for case in told if case[0] == reply], rest)
    first, *further = words.values()
    if all(each == first for each in further):
        return first
    return [", ".join(filter(None, (reply, rest))) for reply, rests in words.items() for rest in rests]
