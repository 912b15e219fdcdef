"""croupier runs a casino's poker tables from their approved rule documents.

What stands in `__all__` is for programs that use croupier, and stays: docs/library.md describes it. Everything else
may change with any release. A name is loaded when somebody asks for it, so that `import croupier` is instant.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.base.errors import Refused, Unreadable
    from croupier.doors.joining.client import (
        AsyncLiveFloor,
        Done,
        LiveFloor,
        NotDone,
        NotReached,
        NotSignedIn,
        Offer,
        View,
        connect,
        connect_async,
    )
    from croupier.doors.library.books import Book, rulebook, rulebooks
    from croupier.doors.library.files import Round, RoundFile, hands_in, read_round_file
    from croupier.doors.library.frames import journal_frame, rounds_frame, simulation_frames
    from croupier.doors.library.numbers import Advice, Equities, Odds, advise, equity, odds
    from croupier.doors.library.sweeps import Sweep, sweep
    from croupier.doors.library.tables import HouseTable, PokerTable, Table, open_table

__all__ = [
    "Advice",
    "AsyncLiveFloor",
    "Book",
    "Done",
    "Equities",
    "HouseTable",
    "LiveFloor",
    "NotDone",
    "NotReached",
    "NotSignedIn",
    "Odds",
    "Offer",
    "PokerTable",
    "Refused",
    "Round",
    "RoundFile",
    "Sweep",
    "Table",
    "Unreadable",
    "View",
    "__version__",
    "advise",
    "connect",
    "connect_async",
    "equity",
    "hands_in",
    "journal_frame",
    "odds",
    "open_table",
    "read_round_file",
    "rounds_frame",
    "rulebook",
    "rulebooks",
    "simulation_frames",
    "sweep",
]

_WHERE = {
    "base.errors": ("Refused", "Unreadable"),
    "doors.joining.client": (
        *("AsyncLiveFloor", "Done", "LiveFloor", "NotDone", "NotReached", "NotSignedIn", "Offer", "View"),
        *("connect", "connect_async"),
    ),
    "doors.library.books": ("Book", "rulebook", "rulebooks"),
    "doors.library.files": ("Round", "RoundFile", "hands_in", "read_round_file"),
    "doors.library.frames": ("journal_frame", "rounds_frame", "simulation_frames"),
    "doors.library.numbers": ("Advice", "Equities", "Odds", "advise", "equity", "odds"),
    "doors.library.sweeps": ("Sweep", "sweep"),
    "doors.library.tables": ("HouseTable", "PokerTable", "Table", "open_table"),
}


def __getattr__(name: str) -> Any:
    for module, names in _WHERE.items():
        if name in names:
            try:
                return getattr(import_module(f"croupier.{module}"), name)
            except ModuleNotFoundError as error:
                from croupier.base.extras import lacking

                lacks = lacking(f"croupier.{name}", error.name)
                if lacks is None:
                    raise
                raise ImportError(lacks, name=error.name) from None
    raise AttributeError(f"module 'croupier' has no attribute {name!r}; it offers {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__
