"""`croupier schema`: the shapes of what `--json` prints, as JSON Schema."""

import argparse
from collections.abc import Sequence

from croupier.doors.cli.json_output import print_json
from croupier.doors.cli.page import columns
from croupier.doors.cli.schemas import SCHEMAS, json_schema


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier schema",
        description="Print the JSON Schema (draft 2020-12) of a --json output, or list the schemas.",
        epilog="Exit status: 0 printed, 2 there is no such schema.",
    )
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="the name in the object's schema field, such as rules-book"
    )
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    if options.name is None:
        print("\n".join(columns([(name, shape.words) for name, shape in SCHEMAS.items()])))
        return 0
    name = options.name.partition("/")[0]
    if name not in SCHEMAS:
        parser.error(f"there is no schema {options.name!r}; there are {', '.join(SCHEMAS)}")
    print_json(json_schema(name), indent=2)
    return 0
