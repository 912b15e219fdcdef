"""Where others extend croupier without changing it, one line for each point (docs/tutorials/house-rules.md)."""

RULEBOOKS = "CROUPIER_RULEBOOKS"
"""Environment variable, also `--rulebooks DIR` and `[house] rulebooks`: add the rulebooks of these folders."""

RULEBOOKS_OF_PACKAGES = "croupier.rulebooks"
"""Entry points, `NAME = "package"`: add the rulebooks that stand in the folder of that package."""

GAMES_OF_PACKAGES = "croupier.games"
"""Entry points, `GAME = "package.module:GAME"`: add a game against the House, with its own code (`HouseGame`)."""
