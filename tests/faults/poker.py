"""Faults in the rules of Poker. Most of them leave every sum right: nothing is lost, and yet it is wrong."""

from tests.faults.planting import Planted

SEATING = "games.poker.seating"
POTS = "games.poker.pots"

FAULTS = (
    # --- Button, blinds, posts, waiting
    Planted(
        "a missed small blind is forgotten",
        "5.4.2",
        SEATING,
        "_Walk._small_blind",
        "replace(seat, missed_small=True, button_passed=False)",
        "replace(seat, button_passed=False)",
    ),
    # --- Pots
    Planted(
        "the odd chip goes to the last",
        "4.5",
        POTS,
        "shares",
        "(place < odd)",
        "(place >= len(winners) - odd)",
    ),
)
