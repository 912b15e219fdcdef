"""Two Card Duel as a house would deal it that offers no jackpot: the same game, and a document that says less."""

import re
from pathlib import Path

from msgspec.structs import replace

from croupier.rules.games.house.bets import JACKPOT
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import Incident
from tests.paper_game.table import BOOK, FILE, GAME

KEY = "plain-card-duel@1"

UNSAID = {
    House.PROGRESSIVE_JACKPOT,
    House.JACKPOT_NEEDS_ANTE,
    House.JACKPOT_PAYS,
    House.PAID_ACROSS_TABLES,
    House.JACKPOT_WITHOUT_ANTE,
    House.JACKPOT_DOWN_UNSEEN,
    House.JACKPOT_DOWN_SEEN,
    House.AFTER_JACKPOT_DOWN,
    House.CLOSE_THE_TABLE,
    House.DISALLOW_THE_BOX,
    House.WITHOUT_JACKPOT,
}
"""Clauses that the shared rules know, and this document does not have."""

PLAIN = replace(
    GAME,
    key=KEY.partition("@")[0],
    bets=tuple(bet for bet in GAME.bets if bet is not JACKPOT),
    incidents=GAME.incidents - {Incident.JACKPOT_DOWN, Incident.JACKPOT_UP},
)


def plain(text: str) -> str:
    """The Duel's book, or a scenario of it, under the other name."""
    return text.replace(BOOK, KEY)


def write_book(folder: Path) -> Path:
    """The Duel's book without its jackpot table, those clauses, and their paragraphs."""
    text = re.sub(r"\[paytables\.jackpot\].*?\n\]\n", "", FILE.read_text(encoding="utf-8"), flags=re.DOTALL)
    gone = {"5.17"}
    kept = []
    for line in text.splitlines():
        name, _, paragraph = (part.strip(' "') for part in line.partition("="))
        if name in UNSAID:
            gone.add(paragraph)
        elif name not in gone:
            kept.append(line)
    file = folder / "v1.toml"
    file.write_text(plain("\n".join(kept)), encoding="utf-8")
    return file
