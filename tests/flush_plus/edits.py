"""3 Card Poker with Flush Plus, in a version 4: a bet beside an Ante that wins with a flush or better.

`EDITS` is everything that somebody writes for it below `src/croupier`; `BOOK` is the document. The pages need its
German name in `web/src/lib/words/de/floor.ts` as well, and `lib/types.ts` is written by a test.
"""

from pathlib import Path

import croupier

SOURCE = Path(croupier.__file__).parent
BOOK = "rules/rulebooks/three-card-poker/v4.toml"
KEY = "three-card-poker@4"

Edit = tuple[str, str]
"""A piece of text that stands in the file once, and what stands there instead."""

SETTLED = """

def settle_flush_plus(
    book: Rulebook, bet: Counted, facts: Facts, not_shown: tuple[Citation, ...]
) -> LineSettled:
    if facts.outcome is _FOLDED:
        return loses(bet, book.cite(ThreeCard.FOLD_FORFEITS))
    cites = (book.cite(ThreeCard.SIDE_BETS_IRRESPECTIVE), book.cite(ThreeCard.FLUSH_PLUS_PAYS))
    return as_the_table_pays(bet, book.pays("flush-plus", _as_straight_flush(facts.hand)), *cites, *not_shown)


def ante_bonus("""

GOES_BACK = """

def flush_plus_without_ante(book: Rulebook) -> tuple[Citation, ...]:
    return (book.cite(ThreeCard.FLUSH_PLUS_NEEDS_ANTE),)


BETS = (
    *BETS,
    Bet(Spot.FLUSH_PLUS, ("flush-plus-needs-ante", "flush-plus-pays"), flush_plus_without_ante),
)
places ="""

EDITS: dict[str, tuple[Edit, ...]] = {
    "rules/games/house/spots.py": (
        ('    JACKPOT = "jackpot"', '    FLUSH_PLUS = "flush-plus"\n    JACKPOT = "jackpot"'),
    ),
    "rules/games/three_card/clauses.py": (
        (
            '    PAIR_PLUS_PAYS = "pair-plus-pays"',
            '    PAIR_PLUS_PAYS = "pair-plus-pays"\n    FLUSH_PLUS_PAYS = "flush-plus-pays"\n'
            '    FLUSH_PLUS_NEEDS_ANTE = "flush-plus-needs-ante"',
        ),
    ),
    "rules/games/three_card/settle.py": (
        (
            "        elif spot is _PAIR_PLUS:",
            "        elif spot is Spot.FLUSH_PLUS:\n"
            "            lines.append(settle_flush_plus(book, bet, facts, not_shown))\n"
            "        elif spot is _PAIR_PLUS:",
        ),
        ("\n\ndef ante_bonus(", SETTLED),
    ),
    "rules/games/three_card/machine.py": (
        ("import ruling\n", "import Citation, ruling\n"),
        ("\n\nplaces =", GOES_BACK),
    ),
    "base/sentences/single_words.py": (
        ('    "spot.bonus": "bonus",', '    "spot.bonus": "bonus",\n    "spot.flush-plus": "flush-plus",'),
    ),
}

OF_THE_BOOK: tuple[Edit, ...] = (
    ("three-card-poker@3", KEY),
    ("effective = 2020-03-17", "effective = 2024-01-01"),
    (
        "[paytables.ante-bonus]",
        '[paytables.flush-plus]  # x to 1\nparagraph = "4.2.1"\nrows = [\n  { hand = "straight-flush", pays = 25 },\n'
        '  { hand = "three-of-a-kind", pays = 20 },\n  { hand = "straight", pays = 8 },\n'
        '  { hand = "flush", pays = 6 },\n]\n\n[paytables.ante-bonus]',
    ),
    (
        "\n[informative]",
        'flush-plus-needs-ante      = "3.6.3"\nflush-plus-pays            = "4.2.1"\n\n[informative]',
    ),
    (
        '"4.2" = ',
        '"3.6.3" = "The Flush Plus lies beside an Ante only."\n'
        '"4.2.1" = "Flush Plus pays 25 for a Straight Flush, 20 Three of a Kind, 8 Straight, 6 Flush, all to 1."\n'
        '"4.2" = ',
    ),
)


def edited(text: str, edits: tuple[Edit, ...]) -> str:
    for old, new in edits:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


def write(folder: Path) -> None:
    """A croupier in this folder that knows the bet; what is not edited is the one that is tested."""
    _link(SOURCE, folder / "croupier", {Path(name) for name in (*EDITS, BOOK)})
    for name, edits in EDITS.items():
        text = (SOURCE / name).read_text(encoding="utf-8")
        (folder / "croupier" / name).write_text(edited(text, edits), encoding="utf-8")
    text = (SOURCE / "rules/rulebooks/three-card-poker/v3.toml").read_text(encoding="utf-8")
    (folder / "croupier" / BOOK).write_text(edited(text, OF_THE_BOOK), encoding="utf-8")


def _link(source: Path, target: Path, written: set[Path]) -> None:
    """Folders with a file that is written are made; all else is a link."""
    target.mkdir(parents=True)
    for entry in source.iterdir():
        inside = {path.relative_to(entry.name) for path in written if path.parts[0] == entry.name}
        if Path() in inside:
            continue
        if inside:
            _link(entry, target / entry.name, inside)
        elif entry.name != "__pycache__":
            (target / entry.name).symlink_to(entry)
