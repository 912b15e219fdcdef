"""Every irregularity that a rulebook knows, in every phase: dealt by hand it is ruled as where cards are known."""

from collections.abc import Iterator
from itertools import product

import pytest

from croupier.base.errors import Refused, Unreadable
from croupier.rounds.dealing.following import jackpot_at
from croupier.rounds.roundfile.live_words import read_live_action
from croupier.rules.cards import DECK, Card, seeded_chance, shuffled
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.irregularities import IRREGULARITIES
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseRound, HouseTable, Phase
from croupier.rules.money import Cents, fraction
from croupier.rules.rulebook.model import Device
from tests.properties.by_hand import ByHand, in_no_order
from tests.properties.rounds import ANTE, ANYBODY, BOOKS, JACKPOT_BET, SIDE_BET, Setup
from tests.properties.rounds import Table as Sealed

PHASES = ("dealt", "seen", "folded", "pause", "paid")

VALUES = {
    "box": ("1", "2", "3", "1,2"),
    "dealer": ("true",),
    "cards": ("2",),
    "card": ("DEALER'S",),
    "reconstructable": ("true",),
    "hands-movable": ("true",),
    "intentional": ("true",),
    "first": ("#1", "#2", "#3", "#8", "#12"),
    "second": ("#3", "#2", "#9", "#11"),
    "policy": ("close", "disallow", "without-jackpot"),
    "ruling": ("void", "continue"),
}


def setup_of(key: str, device: Device) -> Setup:
    side = {"three-card-poker@3": {Spot.PAIR_PLUS: SIDE_BET}, "progressive-holdem@6": {Spot.BONUS: SIDE_BET}}
    table = HouseTable(
        device=device,
        limits={Spot.ANTE: ANTE, **side.get(key, {})},
        players={1: "Ann", 2: "Ben", 3: "Ann"},
        jackpot_bet=JACKPOT_BET,
        settles_by_hand=True,
    )
    jackpot = jackpot_at(displayed=Cents(60_000_00), reset=Cents(50_000_00), contribution=fraction("0.60"))
    return Setup(key, table, jackpot, (shuffled(DECK, seeded_chance(f"{key} {device}")),))


class Both:
    """The same words at a table with sealed cards and at one that is dealt by hand."""

    def __init__(self, key: str, device: Device) -> None:
        self.setup = setup_of(key, device)
        self.sealed, self.by_hand = Sealed(self.setup), ByHand(self.setup)

    @property
    def round(self) -> HouseRound:
        return self.sealed.dealer.round

    def say(self, words: str) -> Refused | None:
        command = read_live_action(self.setup.game, self.setup.table.players, words.split(), ANYBODY)
        refused = self.sealed.do(command).refused
        other = self.by_hand.do(command)
        if refused is not None and refused.tells_cards:
            return refused  # by hand such a card may be what was turned up
        assert str(refused) == str(other), words
        assert self.by_hand.as_if_sealed() == in_no_order(self.round), words
        return refused

    def play_to(self, phase: str) -> None:
        for words in ("1 ante 10", "2 ante 20", "3 ante 30", "1 jackpot 5", "2 jackpot 5", "close"):
            self.say(words)
        if phase == "dealt":
            return
        self.say("1 look")
        self.say("2 look")
        if phase == "seen":
            return
        self.say("2 fold")
        if phase in ("pause", "paid"):
            self.decide()
        if phase == "paid":
            self.say("settle")

    def decide(self) -> None:
        while asked := undecided(self.round):
            self.say(f"{asked[0].number} {self.setup.game.staying[self.round.stage - 1]}")

    def finish(self) -> None:
        for number in sorted(self.round.choosing):
            self.say(f"{number} {'withdraw' if number == 2 else 'continue'}")
        if not self.round.over:
            self.decide()
        if self.round.phase is Phase.SETTLING:
            self.say("settle")
        assert self.round.over and self.by_hand.round.over


def reports(kind: cmd.Incident, dealer: tuple[Card, ...]) -> Iterator[str]:
    """With every key that may be said of it, and without."""
    row = IRREGULARITIES[kind]
    keys = sorted(row.keys)
    choices = [VALUES[key] if key in row.required else (None, *VALUES[key]) for key in keys]
    for values in product(*choices):
        said = [f"{key}={value}" for key, value in zip(keys, values, strict=True) if value is not None]
        yield " ".join(["incident", kind, *said]).replace("DEALER'S", dealer[1] if dealer else DECK[0])


@pytest.mark.slow
@pytest.mark.parametrize("device", Device)
@pytest.mark.parametrize("key", BOOKS)
def test_every_irregularity_is_ruled_alike(key: str, device: Device) -> None:
    game = setup_of(key, device).game
    heard: set[cmd.Incident] = set()
    for phase, kind in product(PHASES, sorted(game.incidents)):
        example = Both(key, device)
        example.play_to(phase)
        for report in reports(kind, example.round.dealer):
            both = Both(key, device)
            both.play_to(phase)
            try:
                refused = both.say(report)
            except Unreadable:
                continue
            if refused is None:
                heard.add(kind)
            both.finish()
    shoe_only = {kind for kind in game.incidents if IRREGULARITIES[kind].only_with_a_shoe}
    assert heard == game.incidents - (shoe_only if device is Device.SHUFFLER else set())
