"""Every line, award, ruling and void says by which paragraph, and that paragraph exists."""

import re
from collections.abc import Iterable
from pathlib import Path

from hypothesis import given

from croupier.base.citation import Citation
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.table import HouseRound
from tests.properties.rounds import Played, played

DOCS = Path(__file__).parents[2] / "docs"
RULINGS = set(re.findall(r"^- \*\*(R-\d+)", (DOCS / "rulings.md").read_text(encoding="utf-8"), re.MULTILINE))


def decided(round_: HouseRound) -> Iterable[tuple[object, tuple[Citation, ...]]]:
    """Everything in the round that somebody may ask a reason for."""
    for box in round_.boxes.values():
        yield from ((line, line.cites) for line in box.lines)
        yield from ((award, award.cites) for award in box.awards)
        yield from ((stake, stake.returned) for stake in box.bets.values() if stake.returned)
    yield from ((ruled, ruled.cites) for ruled in round_.incidents)


def unknown(what: Played, cites: Iterable[Citation]) -> list[Citation]:
    book = what.setup.book
    known = {Citation(number) for number in book.paragraphs}
    known |= {Citation(number) for number in RULINGS}
    return [cite for cite in cites if cite not in known]


@given(played())
def test_what_is_decided_cites_what_exists(what: Played) -> None:
    for round_ in what.rounds:
        for thing, cites in decided(round_.final.round):
            assert cites, thing
            assert not unknown(what, cites), thing
        assert not unknown(what, round_.final.round.void)


@given(played())
def test_events_cite_what_exists(what: Played) -> None:
    for round_ in what.rounds:
        for event in round_.events:
            cites: tuple[Citation, ...] = getattr(event, "cites", ())
            if isinstance(event, ev.BetPlaced):
                assert bool(event.excess) <= bool(cites), event
            elif hasattr(event, "cites"):
                assert cites, event
            assert not unknown(what, cites), event


@given(played(disturbed=True))
def test_refusals_cite_what_exists(what: Played) -> None:
    for round_ in what.rounds:
        for step in round_.steps:
            if step.refused is not None:
                assert not unknown(what, step.refused.cites), step.command


def test_standing_rulings_are_found() -> None:
    assert {"R-1", "R-45", "R-74"} <= RULINGS
