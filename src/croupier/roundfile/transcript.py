"""A round file told to a person, with the paragraph behind every line."""

from collections.abc import Iterator
from typing import cast

from croupier.cards import Card, show_cards
from croupier.citation import ruling
from croupier.floor.following import FloorEvent
from croupier.floor.house_dealer import HouseDealer
from croupier.games import HOUSE_GAMES
from croupier.games.poker.events import PokerEvent
from croupier.roundfile.house_script import read_house_script
from croupier.roundfile.poker_script import read_poker_script
from croupier.roundfile.run import Played, Refusal, provenance
from croupier.telling.house_story import MARGIN, HouseStory, Sentence
from croupier.telling.layout import lay, numbers
from croupier.telling.poker_story import PokerStory

WIDTH = 100


def transcript(file: str, played: Played) -> Iterator[str]:
    """The story, and at the end what it takes to check it elsewhere."""
    yield from tell(file, played)
    known = provenance(played)
    rows = {"croupier": known["croupier"]} | {name: f"{hex_} (SHA-256)" for name, hex_ in known["digests"].items()}
    rows |= {} if played.seed is None else {"seed": played.seed}
    yield ""
    yield from (f"{name:10}{value}" for name, value in rows.items())


def tell(file: str, played: Played) -> Iterator[str]:
    """Lines of at most 100 columns; the paragraphs behind a line stand flush right."""
    yield file
    yield from _house(played) if played.script.game in HOUSE_GAMES else _poker(played)


def _house(played: Played) -> Iterator[str]:
    script = read_house_script(played.script)
    left_open = None if played.rounds[-1]["status"] != "open" else len(played.rounds)
    assert isinstance(played.desk, HouseDealer)
    story = HouseStory(script.game, played.script.book, played.desk.opening, left_open=left_open)
    yield from story.heading()
    yield from story.opening()
    for told in played.story:
        events = cast("tuple[FloorEvent, ...]", told.events)
        if told.starts_round:
            yield from story.closing()
            yield from story.action(told.number, told.text, events)
            yield from story.opening()
        else:
            yield from story.action(told.number, told.text, events)
            for sentence in _unlisted(told.unlisted):
                yield from lay(sentence.text, numbers(sentence.cites), width=WIDTH, indent=MARGIN)
    yield from _refused(played.refusal)
    yield from story.closing()


def _unlisted(cards: tuple[Card, ...]) -> Iterator[Sentence]:
    if cards:
        yield Sentence(f"Not listed in the file, drawn by the seed: {show_cards(cards)}", (ruling(99),))


def _refused(refusal: Refusal | None) -> Iterator[str]:
    if refusal is not None:
        words = f"action {refusal.action} {refusal.text!r}: refused: {refusal.why}"
        yield from lay(words, numbers(refusal.cites), width=WIDTH)
        yield "  Nothing of it takes effect, and the script stops here."


def _poker(played: Played) -> Iterator[str]:
    story = PokerStory(played.script.book, read_poker_script(played.script).state)
    yield from story.heading()
    if played.story and not played.story[0].starts_round:
        yield ""
    for told in played.story:
        if told.starts_round:
            yield from story.opening()
        events = cast("tuple[PokerEvent, ...]", told.events)
        yield from story.action(told.number, told.text, events, aside=_unlisted(told.unlisted))
    yield from _refused(played.refusal)
    yield from story.closing()
