"""The rulebooks as data: reading, versions, places, comparing, weaving."""

from datetime import datetime

import pytest
from msgspec.structs import replace

from croupier.base.citation import Citation, is_ruling
from croupier.base.errors import Unreadable
from croupier.proofs.traceability.scenarios import scenario, tried
from croupier.proofs.traceability.source import books_served, citations
from croupier.rules.rulebook.load import BOOKS, at_the_table, in_force, load, read
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rules.rulebook.readers.coverage import (
    Evidence,
    Live,
    Place,
    Proof,
    Site,
    above,
    beneath,
    clauses_by_paragraph,
    coverage,
    places,
    proved_by,
    uncited,
    unproved,
)
from croupier.rules.rulebook.readers.diff import Figure, Pair, Stretch, compare, stretches
from croupier.rules.rulebook.readers.weave import pay_tables, procedure_lines, weave

SMALL = """
key = "small@1"
title = "A small game"
effective = 2020-01-01T08:00:00+08:00
[procedure]
devices = ["shoe", "shuffler"]
bet-payout-cap = "100"
[paytables.bet]
paragraph = "4.1"
rows = [{ hand = "pair", pays = 2 }, { hand = "odd", pays = 1 }]
[paytables.jackpot]
paragraph = "4.2"
rows = [{ hand = "pair", pays = "10%", envy = "5" }, { hand = "odd", pays = "7.50" }]
[clauses]
deal   = { shoe = "3.1", shuffler = "3.2" }
burn   = { shoe = "3.1" }
pays   = "4.1"
meter  = "4.2"
[informative]
"1.1" = "a synonym"
"3.2(a)" = "an example"
[paragraphs]
"1.1" = "Bet: another word for wager."
"3.1" = "Shoe: a card is burnt, then cards are dealt."
"3.2" = "Shuffler: sets are dealt."
"3.2(a)" = "For example two."
"4.1" = "The table of the bet."
"4.2" = "The table of the jackpot."
"""

BOOK = read(SMALL)


# Reading


@pytest.mark.parametrize("key", BOOKS)
def test_books_are_as_their_keys_say(key: str) -> None:
    book = load(key)
    assert book.key == key
    assert book.effective.utcoffset() is not None
    for device in book.procedure.devices:
        bound = book.dealt_from(device)
        assert all(not is_ruling(cite) and cite in book.paragraphs for cite in bound.cited.values())


def test_a_clause_is_cited_where_it_stands_for_the_device() -> None:
    assert BOOK.dealt_from(Device.SHOE).cite("deal") == Citation("3.1")
    assert BOOK.dealt_from(Device.SHUFFLER).cite("deal") == Citation("3.2")
    assert "burn" not in BOOK.dealt_from(Device.SHUFFLER).cited


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"1.1" = "a synonym"', "", "1.1 is neither a clause's nor explained"),
        ('"1.1" = "a synonym"', '"1.1" = "a synonym"\n"4.1" = "a table"', "4.1 is both"),
        ('meter  = "4.2"', 'meter = "4.3"', "there is no paragraph 4.3"),
        ('paragraph = "4.1"', 'paragraph = "4.9"', "a pay table stands at 4.9"),
        ('paragraph = "4.2"', 'paragraph = "4.9"', "a pay table stands at 4.9"),
        ("pays = 2", "pays = 2.5", "expected a whole number to 1"),
        ("pays = 2", "pays = -2", "expected a whole number to 1"),
        ('hand = "odd", pays = 1', 'hand = "pair", pays = 1', "pair appears twice"),
    ],
)
def test_what_does_not_hold_together_is_refused(old: str, new: str, fault: str) -> None:
    with pytest.raises(Unreadable, match=fault):
        read(SMALL.replace(old, new))


def test_unknown_books_and_devices_are_refused() -> None:
    with pytest.raises(Unreadable, match="there is no rulebook 'poker@8'; there are casino-stud@2, poker@6"):
        load("poker@8")
    with pytest.raises(Unreadable, match="poker@6 has no dealing from the shuffler; it has the shoe"):
        at_the_table("poker@6", Device.SHUFFLER)
    with pytest.raises(Unreadable, match="there is no game 'bridge'"):
        in_force("bridge", datetime.fromisoformat("2022-01-01T00:00+08:00"))


@pytest.mark.parametrize(
    ("moment", "key"),
    [
        ("2020-04-07T07:59:59+08:00", None),
        ("2020-04-07T08:00:00+08:00", "poker@6"),
        ("2023-04-19T07:59:59+08:00", "poker@6"),
        ("2023-04-19T08:00:00+08:00", "poker@7"),
        ("2023-04-19T00:00:00+00:00", "poker@7"),
        ("2023-04-18T23:59:59+00:00", "poker@6"),
    ],
)
def test_the_version_in_force(moment: str, key: str | None) -> None:
    book = in_force("poker", datetime.fromisoformat(moment))
    assert (book.key if book else None) == key


# Covering


def test_places_differ_by_device() -> None:
    assert clauses_by_paragraph(BOOK) == {
        "3.1": {"deal": (Device.SHOE,), "burn": (Device.SHOE,)},
        "3.2": {"deal": (Device.SHUFFLER,)},
        "4.1": {"pays": (Device.SHOE, Device.SHUFFLER)},
        "4.2": {"meter": (Device.SHOE, Device.SHUFFLER)},
    }
    assert Place("deal", "3.2") in set(places(BOOK))


def test_coverage_counts_paragraphs() -> None:
    site, deal, meter = (
        Site("croupier.rules.games.house.decisions", "play", (1,)),
        Proof("small/deal"),
        Proof("small/meter--low"),
    )
    in_passing = {Place("deal", "3.1"): (deal,), Place("meter", "4.2"): (deal, meter), Place("pays", "4.1"): (deal,)}
    evidence = Evidence({"deal": (site,), "pays": (site,)}, in_passing)
    found = coverage(BOOK, evidence)
    assert found.live is None and found.live_counts() is None
    assert found.explained == ("1.1", "3.2(a)")
    assert found.cited == ("3.2", "4.1"), "of 3.1, burn is not"
    assert found.proved == ("4.2",), "4.1 is cited in the scenario of another clause"
    assert found.open == ("3.1", "3.2", "4.1", "4.2")
    assert found.counts() == {"paragraphs": 6, "explained": 2, "cited": 2, "proved": 1, "open": 4}
    live = coverage(BOOK, replace(evidence, live={"4.1": (Live.ENFORCED, Live.TOLD), "4.2": (Live.RECORDED,)}))
    assert live.live_counts() == {"enforced": 1, "told": 1, "recorded": 1, "nothing": 4}
    assert set(uncited(BOOK, evidence)) == {Place("burn", "3.1"), Place("meter", "4.2")}
    assert set(unproved(BOOK, evidence)) == {Place("burn", "3.1"), Place("deal", "3.2"), Place("pays", "4.1")}


def test_a_round_proves_what_it_names_for_its_device() -> None:
    shuffler = BOOK.dealt_from(Device.SHUFFLER)
    assert list(proved_by(shuffler, ["deal", "4.1", "3.2(a)", "R-7"])) == [Place("deal", "3.2"), Place("pays", "4.1")]
    shoe = BOOK.dealt_from(Device.SHOE)
    assert set(proved_by(shoe, ["3.1"])) == {Place("deal", "3.1"), Place("burn", "3.1")}


def test_paragraphs_have_parts() -> None:
    numbers = ["3.1", "3.1.1", "3.1.1(a)", "3.10", "3.10(a)"]
    assert beneath("3.1", numbers) == ["3.1.1", "3.1.1(a)"]
    assert above("3.1.1(a)", numbers) == "3.1.1"
    assert above("3.10(a)", numbers) == "3.10"
    assert above("3.1", numbers) is None


def test_a_scenario_speaks_of_its_name_and_of_what_must_be_cited() -> None:
    text = """
        rulebook = "three-card-poker@3"
        dealing  = "shuffler"
        [expect]
        void_cites = ["5.8.1"]
        boxes.1.bets.ante = { cites = ["fold-forfeits", "R-7"] }
        incidents = [{ incident = "foreign-card", cites = ["5.21"] }]
        [refused]
        action = 1
        cites = ["3.8"]
        cites_any = ["3.4", "3.6"]
    """
    assert set(scenario("three-card-poker/deal--sets", text).speaks_of()) == {
        Place("deal", "3.11"),
        Place("foreign-card", "5.8.1"),
        Place("fold-forfeits", "3.12.1"),
        Place("void-returns-bets", "5.21"),
        Place("jackpot-needs-ante", "3.8"),
    }
    assert not tried(scenario("three-card-poker/deal", 'rulebook = "three-card-poker@3"')).proves()


# Citing


CLAUSES = """
class House:
    DEAL = "deal"
    BURN = "burn"
"""


def cited(module: str, text: str) -> list[tuple[str, str, tuple[int, ...]]]:
    found = citations({"croupier.rules.games.house.clauses": CLAUSES, module: text})
    return [(one.clause, one.site.name, one.site.lines) for one in found]


def test_citations_are_found_wherever_they_stand() -> None:
    text = """
from croupier.rules.games.house import clauses
from croupier.rules.games.house.clauses import House as H, House
TABLE: dict[str, House] = {
    "a": House.DEAL,
}
PAIR = (H.BURN, clauses.House.BURN)
def outer(book: House) -> None:
    def inner() -> None:
        book.cite(House.DEAL)
    book.cite(
        House.BURN
    ); book.cite(House.DEAL)
class Desk:
    async def deal(self) -> None:
        House.DEAL.upper()
if TABLE:
    House.BURN
"""
    assert cited("croupier.rules.games.house.decisions", text) == [
        ("deal", "TABLE", (5,)),
        ("burn", "PAIR", (7,)),
        ("deal", "outer", (10, 13)),
        ("burn", "outer", (12,)),
        ("deal", "Desk.deal", (16,)),
        ("burn", "(module)", (18,)),
    ]


def test_only_members_are_citations() -> None:
    assert not cited(
        "croupier.rules.games.house.decisions",
        "def f(c: House) -> House:\n    '''House.DEAL'''\n    return House.name\n",
    )
    assert not cited("croupier.rules.games.three_card.clauses", "DEAL = House.DEAL\n")


def test_code_speaks_for_the_books_of_its_game() -> None:
    house = ("casino-stud@2", "progressive-holdem@6", "three-card-poker@3")
    assert books_served("croupier.rules.games.house.decisions") == house
    assert books_served("croupier.rules.games.three_card.settle") == ("three-card-poker@3",)
    assert books_served("croupier.rules.games.poker.pots") == ("poker@6", "poker@7")
    assert books_served("croupier.rounds.dealing.desk") == tuple(BOOKS)
    modules = {
        "croupier.rules.games.house.clauses": CLAUSES,
        "croupier.rules.games.casino_stud.settle": "X = House.DEAL",
    }
    assert [one.books for one in citations(modules)] == [("casino-stud@2",)]
    modules = {"croupier.rules.games.house.clauses": CLAUSES, "croupier.rounds.dealing.desk": "X = House.DEAL"}
    assert [one.books for one in citations(modules)] == [house]


def test_a_long_function_is_shortened() -> None:
    text = '''
def settle(book: Rulebook, outcome: Outcome) -> Line:
    """Pays."""
    first = 1
    second = 2
    third = 3
    if first:
        fourth = 4
        fifth = 5
        match outcome:
            case Outcome.WON:
                return wins()
            case Outcome.LOST:
                sixth = 6
                return loses(
                    book.cite(House.DEAL),
                )
    return nothing()
'''
    (found,) = citations({"croupier.rules.games.house.clauses": CLAUSES, "croupier.rules.games.house.decisions": text})
    assert (
        found.site.excerpt
        == '''def settle(book: Rulebook, outcome: Outcome) -> Line:
    """Pays."""
    …
    if first:
        …
        match outcome:
            …
            case Outcome.LOST:
                sixth = 6
                return loses(
                    book.cite(House.DEAL),
                )'''
    )


# Comparing


def changed(**fields: object) -> Rulebook:
    return replace(BOOK, key="small@2", **fields)


def test_nothing_differs_from_itself() -> None:
    found = compare(BOOK, BOOK)
    assert found.unchanged == tuple(BOOK.paragraphs)
    assert not (found.changed or found.moved or found.added or found.removed or found.procedure or found.paytables)


def test_clauses_then_words_then_numbers_say_what_became_what() -> None:
    new = changed(
        paragraphs={
            "1.1": "Ante: a bet.",
            "1.2": "Bet: another word for wager.",
            "3.1": "Dealing.",
            "3.1.1": "Shoe: a card is burnt, then cards are dealt.",
            "3.2": "Shuffler: sets of two are dealt.",
            "3.2(a)": "For example three.",
            "4.2": "The table of the bet.",
        },
        clauses={
            "deal": {Device.SHOE: "3.1.1", Device.SHUFFLER: "3.2"},
            "burn": {Device.SHOE: "3.1.1"},
            "pays": dict.fromkeys(Device, "4.2"),
            "late": dict.fromkeys(Device, "3.1"),
        },
    )
    found = compare(BOOK, new)
    assert found.moved == (Pair("1.1", "1.2"), Pair("3.1", "3.1.1"), Pair("4.1", "4.2"))
    assert found.changed == (Pair("3.2", "3.2"), Pair("3.2(a)", "3.2(a)"))
    assert found.added == ("1.1", "3.1")
    assert found.removed == ("4.2",)
    assert not found.unchanged
    assert (found.clauses_added, found.clauses_removed) == (("late",), ("meter",))


def test_figures_differ_by_line() -> None:
    new = read(SMALL.replace("pays = 2", "pays = 3").replace('"7.50"', '"8"').replace('cap = "100"', 'cap = "200"'))
    found = compare(BOOK, new)
    assert found.procedure == (Figure("bet-payout-cap", "100.00", "200.00"),)
    assert found.paytables == (Figure("bet, pair", "2 to 1", "3 to 1"), Figure("jackpot, odd", "7.50", "8.00"))
    gone = compare(BOOK, replace(BOOK, jackpot=None))
    assert gone.paytables[0] == Figure("jackpot, pair", "10 % of the meter, envy 5.00", None)


def test_poker_seven_says_nine_things_twice() -> None:
    old, new = load("poker@6"), load("poker@7")
    found = compare(old, new)
    targets: dict[str, list[str]] = {}
    for pair in found.moved:
        targets.setdefault(pair.old, []).append(pair.new)
    twice = {number: both for number, both in targets.items() if len(both) == 2}
    assert len(twice) == 9
    assert twice["3.10.1(d)"] == ["3.9.4(d)", "3.10.5(d)"]
    assert Pair("3.9", "3.9.1") in found.changed
    assert Pair("3.10", "3.9.3") in found.changed  # what is discarded is now the Burnt Card, a term
    assert Pair("3.10", "3.10.4") in found.changed  # with the shuffler nothing is burnt
    assert found.removed == ()
    told = stretches(old, new, found.moved)
    assert sum(len(one.old) for one in told) == len(targets)
    assert Stretch(("3.13",), (("3.9.7",), ("3.10.8",))) in told


@pytest.mark.parametrize("old", BOOKS)
@pytest.mark.parametrize("new", BOOKS)
def test_every_paragraph_is_accounted_for(old: str, new: str) -> None:
    """Any two books can be compared, also those of two games."""
    first, second = load(old), load(new)
    found = compare(first, second)
    matched = [*found.changed, *found.moved, *(Pair(number, number) for number in found.unchanged)]
    assert {pair.old for pair in matched} | set(found.removed) == set(first.paragraphs)
    assert {pair.new for pair in matched} | set(found.added) == set(second.paragraphs)
    assert not {pair.old for pair in matched} & set(found.removed)
    assert not {pair.new for pair in matched} & set(found.added)
    for tally, book in ((found.of_the_old(), first), (found.of_the_new(), second)):
        assert tally.unchanged + tally.moved + tally.changed + tally.alone == len(book.paragraphs)


def test_same_words_mean_the_same_figures_and_terms() -> None:
    """Where version 7 has another term or another cross-reference, our words differ too."""
    old, new = load("poker@6"), load("poker@7")
    changed = {pair.new: pair.old for pair in compare(old, new).changed}
    terms = {"1.1": "Folded", "1.5": "Folded", "1.8": "hole cards"}
    terms |= dict.fromkeys(("3.9.1", "3.9.3", "3.9.5", "3.9.6"), "Burnt Card")
    references = {"3.11": "3.11.2(b)", "5.10": "3.9.3", "5.10.1": "3.9.5", "5.10.2": "3.9.6"}
    for number, word in {**terms, **references}.items():
        assert word in new.paragraphs[number]
        assert word not in old.paragraphs[changed[number]]


# Weaving


def test_a_book_in_words() -> None:
    assert procedure_lines(BOOK.procedure) == {
        "devices": "shoe, shuffler",
        "cards-in-hand": "2",
        "bet-payout-cap": "100.00",
    }
    assert [(table.name, table.paragraph) for table in pay_tables(BOOK)] == [("bet", "4.1"), ("jackpot", "4.2")]
    assert pay_tables(BOOK)[1].rows == {"pair": "10 % of the meter, envy 5.00", "odd": "7.50"}


def test_a_woven_book() -> None:
    site = Site("croupier.rules.games.house.decisions", "deal_it", (7, 9), "def deal_it() -> None:\n    House.DEAL")
    proofs = (Proof("small/deal--twice", "Two are dealt_."), Proof("small/pays"))
    evidence = Evidence({"deal": (site,)}, {Place("deal", "3.1"): proofs})
    text = weave(BOOK, evidence, lambda site: f"play.py#L{site.lines[0]}", lambda proof: f"{proof.scenario}.toml")
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# A small game, version 1",
        "## Procedure",
        *("## 1 Definitions", "### 1.1"),
        *("## 3 How to play", "### 3.1", "### 3.2", "### 3.2(a)"),
        *("## 4 Settlement", "### 4.1", "### 4.2"),
    ]
    assert text.count("```python\ndef deal_it() -> None:\n    House.DEAL\n```") == 2  # at 3.1 and at 3.2
    assert "- [deal--twice](small/deal--twice.toml): Two are dealt\\_.\n- cited in [pays](small/pays.toml)\n" in text
    assert "**deal** (shoe)" in text
    assert "[croupier.rules.games.house.decisions:deal\\_it](play.py#L7)" in text
    assert "*No code needed: a synonym.*" in text
    assert "| pair | 10 % of the meter, envy 5.00 |" in text
    assert text.count("No code cites it.") == 3
    assert text.count("- no scenario proves it") == 4
