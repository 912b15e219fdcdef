"""Where the paper game lies, and under which names."""

from pathlib import Path

from tests.paper_game.game import GAME

HERE = Path(__file__).parent
BOOK = "two-card-duel@1"
FILE = HERE / "rulebooks" / "two-card-duel" / "v1.toml"
SCENARIOS = HERE / "scenarios"

__all__ = ["BOOK", "FILE", "GAME", "HERE", "SCENARIOS"]
