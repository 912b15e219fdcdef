"""What a run of random evenings must have met; what it never met, it has not tested."""

from collections import Counter
from collections.abc import Iterator, Mapping

from croupier.proofs.sim.house.crowd import kinds_of
from croupier.proofs.sim.house.referee import GAMES

RULED: Mapping[str, tuple[str, ...]] = {
    "interruption": ("continue", "void", "none"),
    "foreign-card": ("void", "none"),
    "deck-count": ("void", "none"),
    "shoe-short": ("void", "none"),
    "unshuffled": ("void", "none"),
    "exposed": ("continue", "options", "void", "none"),
    "face-up": ("continue", "none"),
    "misdealt": ("reconstructed", "options", "continue", "void", "none"),
    "no-burn": ("options", "continue", "void", "none"),
    "simultaneous": ("options", "continue", "none"),
    "dealing-error": ("options", "continue", "none"),
    "player-count": ("invalidated", "options", "continue", "reconstructed", "none"),
    "dealer-count": ("void", "options", "continue", "reconstructed", "none"),
    "community-count": ("void", "options", "continue", "reconstructed", "none"),
    "extra-look": ("invalidated", "continue", "none"),
    "jackpot-down": ("void", "continue", "none"),
    "jackpot-up": ("none",),
    "other": ("void", "continue", "none"),
}
"""Every ruling that there is on each kind of incident."""

LINES: Mapping[str, tuple[str, ...]] = {
    "three-card-poker": (
        *("ante win", "ante lose", "ante push", "ante returned", "play win", "play lose", "play push", "play returned"),
        *("pair-plus win", "pair-plus lose", "pair-plus returned", "jackpot win", "jackpot lose", "jackpot returned"),
        *("ante by 3.12.1", "ante by 3.13", "ante by 4.5", "play by 5.3.1", "play by 5.3.2", "pair-plus by 3.14"),
        *("pair-plus by 5.1.1", "pair-plus by 5.2.1", "ante by 5.18", "ante-bonus", "envy"),
    ),
    "casino-stud": (
        *("ante win", "ante lose", "ante push", "ante returned", "bet win", "bet lose", "bet push", "bet returned"),
        *("jackpot win", "jackpot lose", "jackpot returned", "ante by 3.12.1", "ante by 3.13", "ante by 4.3"),
        *("bet by 4.1.1", "bet by 5.3.1", "bet by 5.3.2", "jackpot by R-91", "ante by 5.19", "jackpot by 5.19"),
    ),
    "progressive-holdem": (
        *("ante win", "ante lose", "ante push", "ante returned"),
        *(f"{spot} {result}" for spot in ("flop", "turn", "river") for result in ("win", "lose", "push", "returned")),
        *("bonus win", "bonus lose", "bonus returned", "jackpot win", "jackpot lose", "jackpot returned"),
        *("ante by 3.11.2(a)", "ante by 3.12.3(a)", "ante by 4.3", "bonus by 4.1.1", "bonus by 3.9"),
        *(f"{spot} by {cite}" for spot in ("flop", "turn", "river") for cite in ("5.3.1", "5.3.2")),
        *("ante by 5.18", "jackpot by 5.18", "turn by 5.5"),
    ),
}


def phases(game: str) -> tuple[str, ...]:
    stages = len(GAMES[game].stages)
    deciding = [f"deciding {stage}" for stage in range(1, stages + 1)] if stages > 1 else ["deciding"]
    return ("first bets", "betting", *deciding, "choosing", "pause", "settled", "void")


def expected(game: str) -> Mapping[str, tuple[str, ...]]:
    """By heading; incidents by phase have a table of their own."""
    referee_game = GAMES[game]
    decisions = dict.fromkeys(decision for stage in referee_game.stages for decision in stage)
    deciding = [phase for phase in phases(game) if phase.startswith("deciding")]
    verbs = ("close", "take-back", "look", "hides", "leaves", "continue", "withdraw", "settle", "next")
    return {
        "Tables": ("shoe", "shuffler", "payments made by hand", "no jackpot offered", "one player on several boxes"),
        "Rounds": (
            *("rounds settled", "rounds void", "third incident of a round", "all boxes out of a settled round (R-55)"),
        ),
        "Acts": (
            *("looks", "looks after a blind decision", "chooses to continue", "chooses to withdraw"),
            *(f"{decision}{blind}" for decision in decisions for blind in ("", ", blind")),
            *(f"leaves, {when}" for when in phases(game)),
            *(f"hides, {when}" for when in (*deciding, "pause", "settled")),
        ),
        "Bets": (
            *LINES[game],
            *("ante by 5.1.1", "ante by 5.2", "ante by 5.2.1", "ante by 5.5", "ante by 5.6", "ante by 5.10.3"),
            *("ante by 5.15", "jackpot by 5.4"),
        ),
        "Jackpot": (
            *("share of the meter", "fixed award", "meter left at its reset value", "parts of a cent in the meter"),
            # a deck has one A-K-Q of spades, and a board makes one royal flush; in Casino Stud nothing fixed competes
            "several shares of the meter in one round" if game == "casino-stud" else "fixed award rather than a share",
        ),
        "Rulings": tuple(f"{kind}: {ruling}" for kind in kinds_of(game) for ruling in RULED[kind]),
        "Refused": (
            *(f"refused: {verb}" for verb in verbs),
            *(f"refused: bet {spot}" for spot in referee_game.spots),
            *(f"refused: decide {decision}" for decision in decisions),
            *(f"refused: incident {kind}" for kind in sorted(_REFUSABLE) if kind in kinds_of(game)),
        ),
    }


_REFUSABLE = {
    *("exposed", "misdealt", "no-burn", "simultaneous", "dealing-error", "player-count", "dealer-count"),
    *("community-count", "extra-look", "jackpot-down", "jackpot-up"),
}


def never(game: str, covered: Counter[str]) -> list[str]:
    met = [name for names in expected(game).values() for name in names if not covered[name]]
    return met + [cell for kind in kinds_of(game) for phase in phases(game) if not covered[cell := f"{kind}, {phase}"]]


def table(game: str, covered: Counter[str]) -> Iterator[str]:
    """Counts by heading, and then incidents by phase."""
    for heading, names in expected(game).items():
        yield heading
        for name in names:
            yield f"  {covered[name]:>12,}  {name}"
    columns = phases(game)
    yield "Incidents" + " " * 9 + "".join(f"{phase:>12}" for phase in columns)
    for kind in kinds_of(game):
        yield f"  {kind:<16}" + "".join(f"{covered[f'{kind}, {phase}']:>12,}" for phase in columns)
