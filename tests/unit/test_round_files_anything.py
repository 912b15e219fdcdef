"""Round files of any kind: whatever stands in one, it is played, or it cannot be read and it says why."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.errors import Unreadable
from croupier.rounds.roundfile.check import differences
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.read_tables import read_scripts
from croupier.rounds.roundfile.run import play, report
from croupier.rounds.roundfile.transcript import transcript
from tests.unit.round_files import GAMES, LINKED, NO_ACTIONS, REFUSED, File, changed, written


def survives(text: str) -> None:
    """Only Unreadable comes out; what the rules forbid becomes a refusal."""
    try:
        (script,) = read_scripts(text)
        played = play(script)
    except Unreadable as error:
        assert str(error).strip()
        assert "\n" not in str(error)
        return
    told = msgspec.json.encode(report("a.round.toml", played))
    assert told
    assert played.refusal is None or played.refusal.why.strip()
    assert all(isinstance(line, str) for line in transcript("a.round.toml", played))
    assert all(isinstance(line, str) for line in differences(played))


@given(st.text())
def test_any_text(text: str) -> None:
    survives(text)
    survives('rulebook = "casino-stud@2"\n' + text)


VALID = [*map(written, GAMES.values()), written(REFUSED), written(LINKED)]


@given(
    st.sampled_from(VALID),
    st.lists(
        st.tuples(
            st.integers(0, 2000), st.integers(0, 12), st.sampled_from([*'"=[]{},.\n 10', "", "close", "\\", "'", "é"])
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_valid_files_with_some_damage(text: str, damage: list[tuple[int, int, str]]) -> None:
    for roll, length, put_in in damage:
        place = roll % (len(text) + 1)
        text = text[:place] + put_in + text[place + length :]
    survives(text)


scalars = st.one_of(
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.text("0123456789.AsKd -=\n\tx", max_size=6),
    st.dates(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["1", "2", "ante", "boxes", "meter", "action", "x"]), inner, max_size=3),
    ),
    max_leaves=6,
)


@given(st.data())
def test_wrong_types_at_one_of_several_tables(data: st.DataObject) -> None:
    first, second = LINKED["tables"]
    for path in data.draw(st.lists(st.sampled_from(sorted(paths(first))), min_size=1, max_size=3)):
        with suppress(KeyError, TypeError):
            first = changed(first, path, data.draw(values))
    survives(written({**LINKED, "tables": [first, second]}))


LINKED_WORDS = ["1 ante 50", "1 jackpot 5", "close", "1 bet", "1 play", "1 fold", "next", "settle"]
LINKED_INCIDENTS = [
    "interruption",
    "dealer-count",
    "player-count box=1",
    "jackpot-down policy=without-jackpot",
    "jackpot-up",
]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["cs-1", "tcp-1"]),
            st.sampled_from([*LINKED_WORDS, *(f"incident {kind}" for kind in LINKED_INCIDENTS)]),
        ).map(" ".join),
        max_size=20,
    )
)
def test_sentences_at_several_tables(actions: list[str]) -> None:
    survives(written({**LINKED, "actions": actions}))
    survives(written({**LINKED, "actions": [*LINKED["actions"][:7], *actions]}))


@given(st.sampled_from([*GAMES.values(), LINKED]), st.data())
def test_wrong_types_everywhere(file: File, data: st.DataObject) -> None:
    for path in data.draw(st.lists(st.sampled_from(sorted(paths(file))), min_size=1, max_size=3)):
        with suppress(KeyError, TypeError):
            file = changed(file, path, data.draw(values))
    survives(written(file))


def paths(file: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for key, value in file.items():
        yield before + key
        if isinstance(value, dict):
            yield from paths(value, f"{before}{key}/")


WORDS = sorted(
    {word for actions in NO_ACTIONS.values() for action in actions for word in action.split() if '"' not in word}
    | {word for file in GAMES.values() for action in file["actions"] for word in action.split()}
    | {
        "1",
        "2",
        "3",
        "10",
        "ante",
        "jackpot",
        "withdraw",
        "leaves",
        "hides",
        "close",
        "look",
        "fold",
        "continue",
        "next",
    }
)


@given(
    st.sampled_from(list(GAMES.values())),
    st.lists(st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), max_size=8),
)
def test_words_in_any_order(file: File, actions: list[str]) -> None:
    survives(written({**file, "actions": actions}))


SENTENCES = [
    *[
        "1 look",
        "2 look",
        "1 fold",
        "2 play",
        "2 bet",
        "2 flop",
        "1 turn 7",
        "1 check",
        "2 check",
        "2 river",
        "1 hides",
    ],
    *[
        "1 leaves",
        "2 leaves",
        "1 continue",
        "2 continue",
        "1 withdraw",
        "2 withdraw",
        "1 withdraw ante",
        "next",
        "close",
    ],
    *["incident interruption", "incident misdealt hands-movable=true", "incident misdealt", "incident no-burn"],
    *[
        "incident exposed dealer=true",
        "incident exposed cards=2",
        "incident dealing-error box=1,2 reconstructable=true",
    ],
    *["incident player-count box=1", "incident dealer-count", "incident community-count reconstructable=true"],
    *["incident extra-look box=2 intentional=true", "incident jackpot-down", "incident jackpot-down policy=close"],
    *[
        "incident jackpot-down policy=disallow box=1",
        "incident jackpot-up",
        "incident other ruling=void",
        "start",
        "1 call",
    ],
    *["2 raise 10", "3 allin", "1 shows", "2 away", "2 back", "3 leaves", "4 sits Eve 100", "2 out-of-turn bet 20"],
    *["incident simultaneous first=As second=2c", "incident face-up", "2 ante 2000 unnoticed", "1 ante 1 unnoticed"],
]


@cache
def sentences(name: str) -> list[str]:
    """Actions that are well-formed in this game."""
    actions = dict.fromkeys([*SENTENCES, *(action for file in GAMES.values() for action in file["actions"])])
    return [action for action in actions if readable({**GAMES[name], "actions": [action]})]


def readable(file: File) -> bool:
    try:
        play(read_script(written(file)))
    except Unreadable:
        return False
    return True


@given(st.sampled_from(list(GAMES)), st.data())
def test_sentences_in_any_order(name: str, data: st.DataObject) -> None:
    """Well-formed actions, so that most of them are reached."""
    actions = data.draw(st.lists(st.sampled_from(sentences(name)), max_size=20))
    survives(written({**GAMES[name], "actions": actions}))
