"""A round file told to a person, with the paragraph behind every line."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from croupier.games import HOUSE_GAMES
from croupier.games.house.events import HouseEvent
from croupier.roundfile.house_script import read_house_script
from croupier.roundfile.run import Played, Refusal
from croupier.terminal.house_story import HouseStory
from croupier.terminal.layout import lay, numbers

WIDTH = 100


def tell(file: str, played: Played) -> Iterator[str]:
    """Lines of at most 100 columns; the paragraphs behind a line stand flush right."""
    yield file
    yield from _house(played) if played.script.game in HOUSE_GAMES else _poker(played)


def _house(played: Played) -> Iterator[str]:
    script = read_house_script(played.script)
    left_open = None if played.rounds[-1]["status"] != "open" else len(played.rounds)
    story = HouseStory(script.game, played.script.book, script.table, script.meter, left_open=left_open)
    yield from story.heading()
    yield from story.opening()
    for told in played.story:
        if told.starts_round:
            yield from story.closing()
            story.next_round()
            yield from story.opening()
        else:
            yield from story.action(told.number, told.text, cast("tuple[HouseEvent, ...]", told.events))
    yield from _refused(played.refusal)
    yield from story.closing()


def _refused(refusal: Refusal | None) -> Iterator[str]:
    if refusal is not None:
        words = f"action {refusal.action} {refusal.text!r}: refused: {refusal.why}"
        yield from lay(words, numbers(refusal.cites), width=WIDTH)
        yield "  Nothing of it takes effect, and the script stops here."


def _poker(played: Played) -> Iterator[str]:
    """The actions as they were written, and what each round came to."""
    yield f"{played.script.book.title} ({played.script.book.key})"
    number = 0
    for told in played.story:
        if told.starts_round:
            if number:
                yield from _poker_round(played.rounds[number - 1])
            number += 1
            yield from ["", f"Round {number}"]
        yield f"{told.number:>4}  {told.text}"
    yield from _refused(played.refusal)
    if number:
        yield from _poker_round(played.rounds[number - 1])


def _poker_round(report: Mapping[str, Any]) -> Iterator[str]:
    for key, words in (
        ("posts", "Posted"),
        ("hands", "Shown"),
        ("uncalled", "Not called, and back"),
        ("stacks", "Stacks"),
    ):
        if report.get(key):
            seats = ", ".join(f"seat {seat} {value}" for seat, value in report[key].items())
            yield from lay(f"{words}: {seats}", width=WIDTH, indent=6)
    for key in ("board", "burnt"):
        if report.get(key):
            yield f"      {key.title()}: {report[key]}"
    for pot in report.get("pots", ()):
        won = ", ".join(f"seat {seat} wins {amount}" for seat, amount in pot["won"].items())
        yield from lay(
            f"Pot of {pot['amount']}, rake {pot['rake']}: {won}", ", ".join(pot["cites"]), width=WIDTH, indent=6
        )
    yield f"The round is {report['status']}."
