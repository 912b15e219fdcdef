"""`croupier`, with a fault that is armed from the first commit: `python -m tests.kills.opening FAULT open …`"""

import sys
from collections.abc import Sequence

import croupier.doors.cli.open
import croupier.floor.server.run  # noqa: F401  # both before a fork, so that a copy of this process need not read them
from croupier.doors import cli
from croupier.floor.store.faults import parse_fault
from croupier.floor.store.writer import Writer


def main(argv: Sequence[str]) -> int:
    planted, *arguments = argv
    if planted:
        fault, made = parse_fault(planted), Writer.__init__

        def armed(self: Writer, *told: object) -> None:
            made(self, *told)  # type: ignore[arg-type]
            self.arm(fault)

        Writer.__init__ = armed  # type: ignore[method-assign,assignment]
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
