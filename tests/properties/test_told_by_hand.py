"""Random evenings of the house-banked games dealt by hand: paid as with sealed cards, and again as a round file."""

from typing import Any, cast

import pytest

from croupier.proofs.sim.house.crowd import NOTHING_MORE, Crowd, random_setup
from croupier.proofs.sim.house.referee import GAMES, Referee
from croupier.proofs.sim.house.table import Evening, SimTable, head, round_file
from croupier.rounds.roundfile.by_whom import IN_CHARGE, speaker
from croupier.rounds.roundfile.house_report import house_round
from croupier.rounds.roundfile.house_script import read_house_script
from croupier.rounds.roundfile.live_words import read_live_action
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rounds.roundfile.told_by_hand import Scripted, scripted
from croupier.rules.cards import Card, parse_cards, seeded_chance, shuffled_deck
from croupier.rules.games.common import place_of
from croupier.rules.games.house.commands import OpenRound
from tests.as_json import as_json
from tests.properties.by_hand import ByHand
from tests.properties.rounds import Setup

ROUNDS = 4


class Lived:
    """One evening: a table of sealed cards that the crowd plays at, and beside it one that is dealt by hand."""

    def __init__(self, seed: str, game: str) -> None:
        chance = seeded_chance(seed)
        self.setup = random_setup(chance, game)
        self.crowd = Crowd(chance, self.setup)
        first = self.crowd.next_deck(set())
        self.referee, self.sealed = Referee(self.setup, first), SimTable(self.setup, first)
        script = read_script("\n".join(head(self.setup)))
        house = read_house_script(script)
        self.table = house.table
        self.decks: list[tuple[Card, ...]] = [whole(first)]
        made_up_on_the_way = cast(tuple[tuple[Card, ...], ...], self.decks)
        self.by_hand = ByHand(Setup(script.book.key, house.table, house.jackpot, made_up_on_the_way))
        self.acts: list[tuple[str, list[object]]] = []
        self.rounds: list[Scripted] = []
        self.reports: list[dict[str, Any]] = []
        for _ in range(400):
            words = self.crowd.next_act(self.referee)
            if words == NOTHING_MORE or (words == "next" and not self.referee.objections(words) and self.ends()):
                break
            self.act(words)
        self.end_of_round()

    def ends(self) -> bool:
        return self.referee.rounds + 1 == ROUNDS or self.referee.gone >= set(self.setup.players.values())

    def act(self, words: str) -> None:
        dealt = self.sealed.dealt
        deck: tuple[str, ...] = ()
        if words == "next" and not self.referee.objections(words):
            deck = self.crowd.next_deck(self.referee.gone)
            self.end_of_round()
            self.decks.append(whole(deck))
        if self.sealed.act(words, deck) is not None:
            return
        self.referee.perform(words, deck)
        if words == "next":
            self.by_hand.do(OpenRound())
            return
        words = by_places(words, dealt)
        before = len(self.by_hand.log)
        plain, by = speaker(words.split())
        command = read_live_action(self.by_hand.setup.game, self.table.players, plain, by or IN_CHARGE)
        refused = self.by_hand.do(command)
        assert refused is None, f"{words}: {refused}"
        self.acts.append((words, [*self.by_hand.log[before:]]))
        assert paid(as_json(house_round(self.by_hand.dealer))) == paid(self.sealed.report())

    def end_of_round(self) -> None:
        self.rounds.append(scripted(self.acts))
        self.reports.append(as_json(house_round(self.by_hand.dealer)))
        self.acts = []


def whole(deck: tuple[str, ...]) -> tuple[Card, ...]:
    return shuffled_deck(seeded_chance("nothing is left to chance"), parse_cards("".join(deck))).cards


def by_places(words: str, dealt: tuple[Card, ...]) -> str:
    """Two cards that were drawn at once lie face down."""
    if words.startswith("incident simultaneous"):
        for number, card in enumerate(dealt, 1):
            words = words.replace(f"={card}", f"={place_of(number)}")
    return words


def paid(report: dict[str, Any]) -> dict[str, Any]:
    """What was ruled and paid, and what it waits for, without the cards."""
    boxes = {number: {key: box[key] for key in box if key != "hand"} for number, box in report["boxes"].items()}
    kept = ("status", "void_cites", "waiting", "jackpot", "incidents")
    return {key: report[key] for key in kept if key in report} | {"boxes": boxes}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(16))
def test_an_evening_dealt_by_hand_becomes_a_round_file(game: str, seed: int) -> None:
    lived = Lived(f"by hand {seed}", game)
    decks = tuple(told.shoe for told in lived.rounds)
    (first, *others) = [told.actions for told in lived.rounds]
    actions = (*first, *(act for round_ in others for act in ("next", *round_)))
    played = play(read_script(round_file(Evening(lived.setup, decks, actions))))
    assert played.refusal is None, played.refusal
    assert [paid(as_json(round_)) for round_ in played.rounds] == [paid(report) for report in lived.reports]
