"""The table that is tried: a round file's desk, played act by act, and an evening as the round file that it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from croupier.base.citation import printed
from croupier.base.errors import Refused
from croupier.base.json_answers import JsonObject, as_object
from croupier.proofs.sim.house.account import Setup
from croupier.proofs.sim.house.referee import GAMES
from croupier.proofs.sim.house.words import dollars
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile.by_whom import IN_CHARGE, speaker
from croupier.rounds.roundfile.house_report import house_round
from croupier.rounds.roundfile.house_script import read_action, read_house_script
from croupier.rounds.roundfile.read import read_script
from croupier.rules.cards import Card, Deck, parse_cards, seeded_chance, shuffled_deck
from croupier.rules.games.house.commands import HouseCommand, OpenRound


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything that happens, one deck a round."""

    setup: Setup
    decks: tuple[tuple[str, ...], ...]
    actions: tuple[str, ...]


class SimTable:
    def __init__(self, setup: Setup, deck: Sequence[str]) -> None:
        script = read_script("\n".join(head(setup)))
        house = read_house_script(script)
        self._game, self._table = house.game, house.table
        self._deck = deck
        self._dealer = HouseDealer(house.game, script.book, house.table, house.jackpot, self)

    def next_deck(self) -> Deck:
        return shuffled_deck(seeded_chance("nothing is left to chance"), parse_cards("".join(self._deck)))

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        raise AssertionError("no shoe of a house game is reshuffled within a round")

    def act(self, words: str, deck: Sequence[str] = ()) -> tuple[str, list[str]] | None:
        """Make the act; why and by which paragraphs it was refused, if it was."""
        command = self._read(words)
        try:
            if isinstance(command, OpenRound):
                self._deck = deck
            self._dealer.act(command)
        except Refused as refused:
            return refused.why, printed(refused.cites)
        return None

    def refusal(self, words: str) -> tuple[str, list[str]] | None:
        """Why and by which paragraphs the act would be refused now, if it would; nothing is done."""
        command = self._read(words)
        try:
            self._dealer.game.run(self._dealer.book, self._dealer.state, command)
        except Refused as refused:
            return refused.why, printed(refused.cites)
        return None

    def _read(self, words: str) -> HouseCommand:
        act, by = speaker(words.split())
        return read_action(self._game, self._table.players, act, by or IN_CHARGE)

    @property
    def dealt(self) -> tuple[Card, ...]:
        return self._dealer.round.dealt

    def report(self) -> JsonObject:
        return as_object(house_round(self._dealer))


def head(setup: Setup) -> Iterator[str]:
    """Rulebook, device and table, in the words of a round file."""
    yield f'rulebook = "{GAMES[setup.game].rulebook}"'
    yield f'dealing = "{setup.device}"'
    yield ""
    yield "[table]"
    yield f"boxes = {setup.boxes}"
    for spot, (low, high) in setup.limits.items():
        yield f'{spot} = ["{dollars(low)}", "{dollars(high)}"]'
    if setup.jackpot_bet is not None:
        yield f'jackpot-bet = "{dollars(setup.jackpot_bet)}"'
    if setup.by_hand:
        yield 'settle = "by-hand"'
    if setup.jackpot_bet is not None:
        yield "[jackpot]"
        yield f'meter = "{dollars(setup.meter)}"'
        yield f'reset = "{dollars(setup.reset)}"'
        yield f'contribution = "{setup.contribution}"'
    yield "[boxes]"
    for number, player in setup.players.items():
        yield f'{number} = "{player}"'


def round_file(evening: Evening, *comments: str) -> str:
    rulebook, dealing, *table = head(evening.setup)
    lines = [f"# {' '.join(comment.split())}" for comment in comments]
    lines += [rulebook, dealing, "shoe = [", *(f'    "{" ".join(deck)}",' for deck in evening.decks), "]"]
    lines += ["actions = [", *(f'    "{words}",' for words in evening.actions), "]", *table]
    return "\n".join(lines) + "\n"
