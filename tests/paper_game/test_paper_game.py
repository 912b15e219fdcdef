"""A fourth house game is played, cited, covered, printed and solved out of its own folder, and named nowhere else."""

import sys
from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from itertools import combinations
from pathlib import Path

import pytest

from croupier.doors.cli import main
from croupier.numbers.maths.decisions.advice import advise
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.odds.strategies import Threshold
from croupier.numbers.reports.page import page
from croupier.numbers.reports.par import par_sheet
from croupier.proofs.traceability.evidence import evidence
from croupier.proofs.traceability.scenarios import read_scenarios, tried_with
from croupier.proofs.traceability.source import citations, own_modules
from croupier.rounds.roundfile.check import differences
from croupier.rounds.roundfile.read_tables import read_scripts
from croupier.rounds.roundfile.run import play
from croupier.rounds.roundfile.transcript import transcript
from croupier.rounds.settlement_sheet import settlement_sheet
from croupier.rules.cards import DECK, RANKS, parse_cards
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.table import Decision
from croupier.rules.money import cents
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.readers.coverage import coverage
from croupier.rulings_desk.heard import heard
from croupier.rulings_desk.manual import manual
from tests.paper_game.clauses import Duel
from tests.paper_game.table import BOOK, GAME, HERE, SCENARIOS

ROOT = HERE.parents[1]
PRINTED = "../paper_game/printed"
Golden = Callable[[str, str], None]
FILES = sorted(SCENARIOS.rglob("*.round.toml"))


# --- Played ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.partition(".")[0])
def test_its_rounds_are_played_and_printed(file: Path) -> None:
    (script,) = read_scripts(file.read_text(encoding="utf-8"))
    assert not [sentence for seed in (None, 1, 2) for sentence in differences(play(script, seed))]
    assert list(transcript(file.name, play(script)))


def test_it_is_played_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("50\n\nbet\nquit\n"))
    assert main(["play", GAME.key, "--seed", "3"]) == 0
    assert "Two Card Duel" in capsys.readouterr().out


# --- Cited and covered ----------------------------------------------------------------------------------------


def modules() -> dict[str, str]:
    """The sources of croupier with those of this game, as if they lay among the games."""
    rules = {name: (HERE / f"{name}.py").read_text(encoding="utf-8") for name in ("clauses", "settle", "machine")}
    return own_modules() | {f"croupier.rules.games.two_card_duel.{name}": text for name, text in rules.items()}


def test_every_paragraph_is_explained_or_cited_and_proved() -> None:
    scenarios = read_scenarios(SCENARIOS)
    assert not scenarios.unreadable
    tries = tried_with(scenarios, BOOK)
    assert len(tries) == len(FILES)
    assert not [fault for one in tries for fault in (*one.scenario.faults(), *one.faults())]
    cited = citations(modules())
    found = coverage(load(BOOK), evidence(BOOK, cited, tries))
    assert found.open == ()
    assert len(found.paragraphs) == len(found.explained) + len(found.cited)
    # and it can fail: what only this game says is cited in this folder alone
    elsewhere = [one for one in cited if ".two_card_duel." not in one.site.module]
    without = coverage(load(BOOK), evidence(BOOK, elsewhere, tries))
    assert without.open is not None and "3.12.1" in without.open


def test_book_and_code_know_the_same_clauses() -> None:
    named = {clause for names in (House, Duel) for key, clause in vars(names).items() if key.isupper()}
    assert named == set(load(BOOK).clauses)


# --- Printed --------------------------------------------------------------------------------------------------


def test_the_book_reads_as_reviewed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["rules", BOOK]) == 0
    golden(f"{PRINTED}/book.txt", capsys.readouterr().out)


def test_the_settlement_sheet_reads_as_reviewed(golden: Golden) -> None:
    golden(f"{PRINTED}/settlement.md", settlement_sheet(BOOK))


@pytest.mark.slow
def test_the_rulings_manual_reads_as_reviewed(golden: Golden) -> None:
    golden(f"{PRINTED}/manual.md", manual(BOOK))


def test_the_commands_by_phase_read_as_reviewed(golden: Golden) -> None:
    golden(f"{PRINTED}/commands.md", heard(BOOK))


# --- Solved ---------------------------------------------------------------------------------------------------


def strength(cards: tuple[str, ...]) -> tuple[bool, bool, list[int]]:
    """Two cards ranked a second time, as 3.1 has it."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    return ranks[0] == ranks[1], cards[0][1] == cards[1][1], ranks


def test_the_odds_are_those_of_every_deal() -> None:
    """All 1,624,350 deals one by one: for each hand the better of losing 1 Ante and of what the BET brings."""
    hands = list(combinations(DECK, 2))
    strengths = sorted(map(strength, hands))
    ranked = [(set(hand), bisect_left(strengths, strength(hand))) for hand in hands]
    lowest = bisect_left(strengths, strength(("Js", "2h")))
    total, folded = 0, 0
    for cards, own in ranked:
        staying = 0
        for others, dealer in ranked:
            if cards.isdisjoint(others):
                staying += 1 if dealer < lowest else 2 * ((own > dealer) - (own < dealer))
        folded += staying <= -1225
        total += max(staying, -1225)
    found = sheet(load(BOOK), meter=cents("1000"))
    assert found.played.ev == Fraction(total, 1326 * 1225)
    assert isinstance(found.strategy, Threshold) and found.strategy.folded == folded
    assert all(check.holds for check in found.checks)
    assert found.jackpot is not None
    hits = {award.hand: award.hits // 1225 for award in found.jackpot.odds.awards}
    assert hits == {"pair-of-aces": 6, "pair": 12 * 6, "ace-king-of-spades": 1}


def test_the_odds_are_printed(golden: Golden) -> None:
    found = sheet(load(BOOK), meter=cents("1000"))
    golden(f"{PRINTED}/odds.txt", "\n".join(page(found)) + "\n")
    assert par_sheet(found).blocks


def test_it_is_advised() -> None:
    told = advise(load(BOOK), Box(hand=parse_cards("As 2d")))
    assert told.options.best is Decision.BET
    assert "two odd cards" in told.spot


# --- Named nowhere else ---------------------------------------------------------------------------------------


def test_nothing_else_names_it() -> None:
    """What a fourth game needs is this folder; a game that ships would stand in one more line, in `games/__init__`."""
    words = ("two-card-duel", "two_card_duel", "Two Card Duel", "paper_game")
    suffixes = {".py", ".toml", ".md", ".txt", ".json"}
    naming = [
        file.relative_to(ROOT).as_posix()
        for place in ("*", "src/**/*", "tests/**/*", "docs/**/*")
        for file in sorted(ROOT.glob(place))
        if file.suffix in suffixes and HERE not in file.parents
        if any(word in file.read_text(encoding="utf-8", errors="replace") for word in words)
    ]
    assert naming == ["ARCHITECTURE.md", "docs/tutorials/house-rules.md"]  # which tell how it is done
