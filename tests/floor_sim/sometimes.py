"""What must happen sometimes: a simulation that never comes there proves nothing about it."""

GAMES = ("three-card-poker", "casino-stud", "progressive-holdem", "poker")
_HOUSE = ("betting", "dealing", "deciding", "settling", "awarding", "settled", "void")
_POKER = ("none", "dealing", "betting", "settling", "settled", "void")
_CELLS = {
    "bets, no card out": "void",
    "cards dealt, nothing decided": "void",
    "money folded": "continue",
    "pause before the payments": "continue",
}

CATALOGUE = (
    *(f"crash {game} {phase}" for game in GAMES for phase in (_POKER if game == "poker" else _HOUSE)),
    *(f"verdict {game}: {cell}: {ruling}" for game in GAMES for cell, ruling in _CELLS.items()),
    *(f"verdict {game}: award waits: continue" for game in GAMES[:3]),
    "verdict poker: folded without money: void",
    "verdict poker: all-in and called, board incomplete: void",
    *(f"crash {how}" for how in ("now", "before", "between", "after", "untold")),
    "crash in recovery",
    "crash while an award waits",
    "a commit fails",
    "a rulebook changes at its hour",
    "an award is locked",
    "an award was held",
    "an award is paid",
    "an award waits for verification in a crash",
    "a link is changed",
    "a link is suspended",
    "bets are closed because everybody is ready",
    "a place is freed",
    "an offer passes",
    "somebody takes the place that was offered",
)
