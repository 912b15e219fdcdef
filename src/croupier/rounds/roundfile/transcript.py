"""A round file as text for people, with the paragraph after every line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from croupier.base.citation import ruling
from croupier.rounds.dealing.following import FloorEvent
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile.house_script import read_house_script
from croupier.rounds.roundfile.run import Played, PlayedTables, Refusal, ToldOfTables, digests_of
from croupier.rounds.roundfile.told_act import Told
from croupier.rounds.telling.house_story import MARGIN, HouseStory, Sentence, opened
from croupier.rounds.telling.layout import columns_of, lay, numbers, wrapped
from croupier.rules.cards import show_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.rules.games.poker.events import PokerEvent

WIDTH = 100


def transcript(file: str, played: Played | PlayedTables, width: int = WIDTH) -> Iterator[str]:
    """The story, and at the end what it takes to check it elsewhere."""
    for line in tell(file, played, width):
        yield from [line] if columns_of(line) <= width else wrapped(line, width, further="  ")
    of = digests_of(played)
    digests = (of.rulebooks or {}) | ({"rulebook": of.rulebook} if of.rulebook else {}) | {"file": of.file}
    rows = {"croupier": __version__} | {name: f"{hex_} (SHA-256)" for name, hex_ in digests.items()}
    rows |= {} if played.seed is None else {"seed": str(played.seed)}
    wide = max(10, *(len(name) + 2 for name in rows))
    yield ""
    yield from (f"{name:{wide}}{value}" for name, value in rows.items())


def tell(file: str, played: Played | PlayedTables, width: int = WIDTH) -> Iterator[str]:
    """Lines of at most `width` columns; the paragraphs of a line are flush right."""
    yield file
    if isinstance(played, PlayedTables):
        yield from _tables(played, width)
        return
    yield from _house(played, width) if played.script.game in HOUSE_GAMES else _poker(played, width)


def _house(played: Played, width: int) -> Iterator[str]:
    script = read_house_script(played.script)
    left_open = None if played.rounds[-1].status != "open" else len(played.rounds)
    assert isinstance(played.dealer, HouseDealer)
    story = HouseStory(
        script.game, played.script.book, *opened(played.dealer.opening), left_open=left_open, width=width
    )
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
            yield from _laid(width, *_aside(told))
    yield from _refused(played.refusal, width)
    yield from story.closing()


def _tables(played: PlayedTables, width: int) -> Iterator[str]:
    """The tables one below the other, then what happened at which of them, in order."""
    stories = {name: _story(played, name, width) for name in played.script.tables}
    yield from next(iter(stories.values())).meter()
    for name, story in stories.items():
        yield ""
        yield f"Table {name}"
        yield from story.heading(meter=False)
    there = None
    for told in played.story:
        text = told.text.split(maxsplit=1)[1]
        if told.starts_round:
            yield from _at(told.table) if told.table != there else [""]
            yield from stories[told.table].closing()
        for one in told.happened:
            story, waited = stories[one.table], bool(stories[one.table].round.claims)
            lines = list(story.action(told.number, text, one.events))
            for other in stories.values():
                other.link = story.link
            if lines and one.table != there:
                yield from _at(one.table)
            there = one.table if lines else there
            yield from lines
            if story.round.claims and not waited:
                yield from _laid(width, *story.settled_so_far())
        if told.starts_round:
            yield from stories[told.table].opening()
            there = told.table
        yield from _laid(width, *_aside(told))
    yield from _refused(played.refusal, width)
    for name, story in stories.items():
        yield from _at(name)
        yield from story.closing()


def _story(played: PlayedTables, name: str, width: int) -> HouseStory:
    script, rounds = played.script.tables[name], played.rounds[name]
    left_open = None if rounds[-1].status != "open" else len(rounds)
    return HouseStory(
        HOUSE_GAMES[script.game], script.book, *opened(played.opening[name]), left_open=left_open, width=width
    )


def _at(table: str) -> Iterator[str]:
    yield ""
    yield f"At {table}:"


def _laid(width: int, *sentences: Sentence) -> Iterator[str]:
    for sentence in sentences:
        yield from lay(sentence.text, numbers(sentence.cites), width=width, indent=MARGIN + sentence.deeper)


def _aside(told: Told | ToldOfTables) -> Iterator[Sentence]:
    """What the file says of an action and no event does."""
    if told.on_request:
        yield Sentence(f"Staff entered action {told.number} at the player's request", told.on_request)
    if told.unlisted:
        yield Sentence(f"Not listed in the file, drawn by the seed: {show_cards(told.unlisted)}", (ruling(99),))


def _refused(refusal: Refusal | None, width: int) -> Iterator[str]:
    if refusal is not None:
        words = f"action {refusal.action} {refusal.text!r}: refused: {refusal.why}"
        yield from lay(words, numbers(refusal.cites), width=width)
        yield "  Nothing of it takes effect, and the script stops here."


def _poker(played: Played, width: int) -> Iterator[str]:
    from croupier.rounds.roundfile.poker_script import read_poker_script
    from croupier.rounds.telling.poker_story import PokerStory

    story = PokerStory(played.script.book, read_poker_script(played.script).state, width)
    yield from story.heading()
    if played.story and not played.story[0].starts_round:
        yield ""
    for told in played.story:
        if told.starts_round:
            yield from story.opening()
        events = cast("tuple[PokerEvent, ...]", told.events)
        yield from story.action(told.number, told.text, events, aside=_aside(told))
    yield from _refused(played.refusal, width)
    yield from story.closing()
