"""Totality: every report in every phase of every game is ruled on or refused by a paragraph, and reads as it should.

The golden files are the rulings manuals of the five books. Review their diffs as one would review the rules.
"""

from collections.abc import Callable, Iterator, Sequence

import pytest

from croupier.base.actors import Rank
from croupier.base.citation import is_ruling, ruling
from croupier.base.errors import Refused
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rounds.roundfile.house_script import read_incident
from croupier.rules.cards import DECK, Card, parse_cards
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.dealing import To
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseRound, HouseTable, Limits, Phase, open_round
from croupier.rules.money import cents
from croupier.rules.rulebook.load import BOOKS, at_the_table, load
from croupier.rules.rulebook.model import Device, Rulebook, game_of
from croupier.rulings_desk.corrections import LATE
from croupier.rulings_desk.desk import answer
from croupier.rulings_desk.example_tables import LIMITS
from croupier.rulings_desk.findings import as_text, findings, own_details
from croupier.rulings_desk.manual import every_answer as answers_to
from croupier.rulings_desk.manual import manual
from croupier.rulings_desk.model import Answer

RULINGS = {"void", "continue", "options", "invalidated", "reconstructed", "reshuffled", "discarded", "none"}
DEEDS = {
    *("accepted", "cut", "returned", "folded", "retracted", "hidden", "none"),
    *("posts", "free", "waits", "passed over", "gone"),
}
CORRECTIONS = {"corrected", "recorded"}
DECIDED_ABOVE_THE_DEALER = {
    "simultaneous": Rank.PIT_SUPERVISOR,
    "no-burn": Rank.PIT_SUPERVISOR,
    "gone": Rank.PIT_SUPERVISOR,
    "extra-look": Rank.PIT_SUPERVISOR,
    "jackpot-down policy=disallow": Rank.PIT_SUPERVISOR,
    "jackpot-down policy=without-jackpot": Rank.PIT_SUPERVISOR,
    "jackpot-down policy=close": Rank.SHIFT_MANAGER,
    "jackpot-up": Rank.PIT_SUPERVISOR,
    "other": Rank.SHIFT_MANAGER,
}
FORM_OF_THE_GAME = {
    "no cards have been dealt yet; report it after the close",
    "no round has started at this table yet; report it after the start",
    "name a street that has been dealt: street=flop, turn or river",
}
"""Refused for the stage alone, which ROUND-FILES.md lets stand without a paragraph; all others cite one."""

EVERYWHERE = [(key, device) for key in BOOKS for device in load(key).procedure.devices]


def every_answer(key: str, device: Device) -> list[Answer]:
    asked = findings(at_the_table(key, device)).values()
    return [said for finding in asked for said in answers_to(key, device, finding).values()]


@pytest.mark.parametrize("key", BOOKS)
def test_the_manual_reads_as_reviewed(key: str, golden: Callable[[str, str], None]) -> None:
    golden(f"manual/{key}.md", manual(key))


@pytest.mark.parametrize(("key", "device"), EVERYWHERE)
def test_every_report_is_ruled_on_or_refused_by_a_paragraph(key: str, device: Device) -> None:
    for said in every_answer(key, device):
        where = (said.phase, said.found)
        if said.refused is None:
            found = findings(at_the_table(key, device))[said.incident]
            known = DEEDS if found.deed else CORRECTIONS if found.correction else RULINGS
            assert said.ruling in known, where
            assert said.remedies and (said.cites or said.ruling == "accepted"), where
        else:
            assert said.refused.cites or said.refused.why in FORM_OF_THE_GAME, (where, said.refused.why)
            assert not said.ruling and not said.remedies and not said.choices, where
        assert (said.ruling == "options") <= bool(said.choices), where
        book = load(key)
        assert all(cite in book.paragraphs for cite in said.paragraphs if not is_ruling(cite)), where


PAID = ("settled", "held", "verifying")


@pytest.mark.parametrize(("key", "device"), EVERYWHERE)
def test_only_the_rank_that_the_paragraph_names_decides(key: str, device: Device) -> None:
    for said in every_answer(key, device):
        words = " ".join(word for word in said.found.split() if word == said.incident or word.startswith("policy="))
        needed = DECIDED_ABOVE_THE_DEALER.get(words, DECIDED_ABOVE_THE_DEALER.get(said.incident, Rank.DEALER))
        if said.incident == "entry":  # the dealer names cards again; an earlier round is the Shift Manager's
            late = said.phase == "bets-open-later" or "round=earlier" in said.found
            assert late == (said.does == LATE), (said.phase, said.found)
            decided = said.ruling or said.below is not None
            needed = Rank.SHIFT_MANAGER if late else Rank.PIT_SUPERVISOR if decided else Rank.DEALER
        if said.incident == "player-count" and ruling(72) in said.cites:
            needed = Rank.SHIFT_MANAGER  # where nobody has seen a card the paragraph says nothing
        if said.incident == "no-burn" and said.ruling in ("void", "none", ""):
            needed = said.decided_by  # somebody has looked, or not: R-107
            assert (ruling(107) in said.cites) <= (needed is Rank.DEALER), (said.phase, said.found)
        elif said.phase.startswith(("settled", "held", "verifying")) and said.incident in (
            "player-count",
            "dealer-count",
            "community-count",
        ):
            house = game_of(key) in HOUSE_GAMES
            needed = Rank.PIT_SUPERVISOR if house else needed  # it changes what was settled
        assert said.decided_by is needed, (said.phase, said.found)
        if needed > Rank.DEALER:
            below = answer(key, device, said.phase, said.found, by=Rank(needed - 1))
            assert below.refused is not None and below.refused == said.below, (said.phase, said.found)
            assert needed.words in below.refused.why and below.refused.cites, (said.phase, said.found)
            assert answer(key, device, said.phase, said.found, by=needed) == said


# Two phases pass before anybody could report at a desk that deals and answers claims at once; a floor may rest in them.

WINNERS = {"three-card-poker": "As Ks Qs", "casino-stud": "As Ks Qs Js Ts", "progressive-holdem": "As Ks"}
BOARD = parse_cards("Qs Js Ts 2h 3d")


def rounds_between(game: HouseGame, book: Rulebook, table: HouseTable) -> Iterator[HouseRound]:
    """Every time cards are due, and when box 1 waits for its share of the meter."""
    mine, board = list(parse_cards(WINNERS[game.key])), list(BOARD)
    rest = [card for card in DECK if card not in (*mine, *board)]
    round_ = open_round(table)
    for box in table.players:
        for spot in game.spots:
            round_ = game.advance(book, round_, cmd.PlaceBet(box, spot, cents("5" if spot is Spot.JACKPOT else "50")))[
                1
            ]
    round_ = game.advance(book, round_, cmd.CloseBets())[1]
    while True:
        if places := game.places(book, round_):
            yield round_
            hands: dict[object, list[Card]] = {1: mine, To.COMMUNITY: board}
            drawn = tuple(hands.get(place, rest).pop(0) for place in places)
            round_ = game.advance(book, round_, cmd.DealCards(drawn))[1]
        elif round_.phase is Phase.AWARDING:
            yield round_
            return
        else:
            stay = next(iter(game.decisions)) if round_.stage == 1 else Decision.CHECK
            box = undecided(round_)[0].number
            round_ = game.advance(book, round_, cmd.MakeDecision(box, stay))[1]


@pytest.mark.parametrize(("key", "device"), [where for where in EVERYWHERE if game_of(where[0]) in HOUSE_GAMES])
def test_nothing_is_unforeseen_while_cards_or_awards_are_due(key: str, device: Device) -> None:
    book, game = at_the_table(key, device), HOUSE_GAMES[game_of(key)]
    limits: dict[Spot, Limits] = {spot: LIMITS for spot in game.spots if spot is not Spot.JACKPOT}
    table = HouseTable(device, limits, {1: "Ann", 2: "Ben", 4: "Ann"}, cents("5"))
    seen = set()
    for round_ in rounds_between(game, book, table):
        seen.add(round_.phase)
        for finding in findings(book).values():
            for case in finding.cases("", folded=False) if not (finding.deed or finding.correction) else ():
                kind, *details = as_text(finding, case).split()
                report = read_incident(game, table.players, kind, reported(kind, details, round_), IN_CHARGE)
                try:
                    events = game.decide(book, round_, report)
                except Refused as refused:
                    assert refused.cites or refused.why in FORM_OF_THE_GAME, (round_.phase, kind, refused.why)
                else:
                    assert any(isinstance(event, ev.IrregularityRuled) for event in events), (round_.phase, kind)
    assert seen == {Phase.DEALING, Phase.AWARDING}


def reported(kind: str, details: Sequence[str], round_: HouseRound) -> list[str]:
    _, shared = own_details(kind, details)
    if kind == cmd.Incident.SIMULTANEOUS:
        first, second = round_.dealt[1:3] or DECK[:2]
        shared += [f"first={first}", f"second={second}"]
    return shared
