"""Plant every fault, let the fuzzer search, and write down the rounds that each took."""

import argparse
import sys
import tomllib
from pathlib import Path

from tests.faults.search import NO_FAULT, ROUNDS, SUITES, Found, search

FOUND = Path(__file__).with_name("found.toml")
CONTENT = 2_000
"""How many rounds must pass without a complaint first; otherwise a later find would not be the planted fault."""
HEAD = "# The rounds that the fuzzer of each game took to find each planted fault; made by python -m tests.faults\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("game", nargs="*", help=f"these games only: {', '.join(SUITES)}")
    parser.add_argument("-k", metavar="WORD", help="faults with this in their name only")
    parser.add_argument("--seed", default="1", metavar="S", help="the same seed plays the same tables (1)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"give up after N rounds ({ROUNDS})")
    options = parser.parse_args()
    if unknown := set(options.game) - set(SUITES):
        parser.error(f"there are no faults of {', '.join(unknown)}; there are of {', '.join(SUITES)}")
    found = tomllib.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    missing = 0
    for game in options.game or SUITES:
        if (objection := search(game, NO_FAULT, options.seed, CONTENT)).what is not None:
            print(f"{game}: the rules as they are do not content the referee: {objection.what}")
            return 1
        earlier = found.get(game, {})
        took = {}
        for fault in SUITES[game].faults:
            if options.k is not None and options.k not in fault.name:
                if fault.name in earlier:
                    took[fault.name] = earlier[fault.name]
                continue
            result = search(game, fault.name, options.seed, options.rounds)
            print(told(game, fault.breaks, fault.name, result), flush=True)
            if result.what is None:
                missing += 1
            else:
                took[fault.name] = {"breaks": fault.breaks, "rounds": result.rounds}
        found[game] = took
        FOUND.write_text(as_toml(found), encoding="utf-8")
    print(f"{missing} not found" if missing else "all found")
    return 1 if missing else 0


def told(game: str, breaks: str, name: str, result: Found) -> str:
    if result.what is None:
        return f"{game} {breaks}: {name}: NOT FOUND in {result.rounds:,} rounds"
    what = " ".join(result.what.split())
    return f"{game} {breaks}: {name}: {result.rounds:,} rounds: {what[:100]}"


def as_toml(found: dict[str, dict[str, dict[str, str | int]]]) -> str:
    lines = [HEAD]
    for game in sorted(found):
        lines.append(f"[{game}]")
        for name, entry in found[game].items():
            lines.append(f'"{name}" = {{ breaks = "{entry["breaks"]}", rounds = {entry["rounds"]} }}')
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
