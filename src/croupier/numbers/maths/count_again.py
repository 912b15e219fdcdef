"""Counts again what ships in `counts/`, and rewrites files that are wrong or missing.

python -m croupier.numbers.maths.count_again      needs numpy and numba, and half a minute for compiling
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from croupier.numbers.maths.casino_stud import counts as stud_counts
from croupier.numbers.maths.casino_stud import solver as stud
from croupier.numbers.maths.holdem import counts as holdem_counts
from croupier.numbers.maths.holdem import mistakes as holdem_mistakes
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.tools.settlement_table import ONE
from croupier.numbers.maths.tools.shipped import FOLDER, key_of
from croupier.rules.rulebook.load import versions

Counting = tuple[Callable[..., Any], tuple[Any, ...]]


def asked_for() -> dict[str, list[Counting]]:
    """By file, what the sheets of the approved books ask for."""
    (book,) = versions(holdem_counts.FILE)
    settled, lowest = holdem.tables(book, ONE), holdem.pays_from(book)
    turn, river = settled.gain(2), settled.gain(1)
    played_out = holdem_counts.played_out, (lowest, turn, river)
    out = holdem_mistakes.places_of(holdem.solve(book).folds)
    best = stud.solve(versions(stud_counts.FILE)[-1])
    return {
        stud_counts.FILE: [
            (stud_counts.deals, (best.qualifies,)),
            (stud_counts.bets, (best.qualifies, best.gains)),
            (stud_counts.undecided, (best.qualifies, best.gains)),
        ],
        holdem_counts.FILE: [
            played_out,
            (holdem_counts.awards, ()),
            (holdem_counts.turn_bets, (lowest, turn, out)),
            (holdem_counts.river_bets, (lowest, river, out)),
            (holdem_counts.aces_against_aces, (turn, river, lowest)),
            (holdem_counts.award_deals, (lowest, turn, river)),
        ],
    }


def counted(countings: list[Counting]) -> Mapping[str, Any]:
    """What the functions count, without looking at what ships."""
    return {key_of(each.__name__, given): each.__wrapped__(*given) for each, given in countings}  # type: ignore[attr-defined]


def main() -> None:
    for file, countings in asked_for().items():
        lines = (
            f"{msgspec.json.encode(key).decode()}: {msgspec.json.encode(value).decode()}"
            for key, value in counted(countings).items()
        )
        text = "{\n" + ",\n".join(lines) + "\n}\n"
        place = Path(str(FOLDER / f"{file}.json"))
        print(
            f"{file}: {len(text):,} bytes, {'as it was' if place.exists() and place.read_text() == text else 'written'}"
        )
        place.write_text(text)


if __name__ == "__main__":
    main()
