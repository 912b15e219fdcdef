"""Environments for programs that learn: Gymnasium for games against the House, PettingZoo for poker.

Names of this page stay, as those of `import croupier` do; docs/environments.md describes them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.environments.house import HouseEnv, VectorHouseEnv
    from croupier.environments.poker import PokerEnv

__all__ = ["HouseEnv", "PokerEnv", "VectorHouseEnv"]

_WHERE = {"HouseEnv": "house", "VectorHouseEnv": "house", "PokerEnv": "poker"}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it offers {', '.join(__all__)}")
    try:
        return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    except ModuleNotFoundError as error:
        from croupier.base.extras import lacking

        lacks = lacking(f"croupier.environments.{name}", error.name)
        if lacks is None:
            raise
        raise ImportError(lacks, name=error.name) from None


def __dir__() -> list[str]:
    return __all__
