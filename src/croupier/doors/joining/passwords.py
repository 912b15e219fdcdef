"""Where a password comes from: never from the command line, which everybody on the machine can read."""

import argparse
import getpass
import os
import sys
from pathlib import Path

from croupier.base.errors import Unreadable

VARIABLE = "CROUPIER_PASSWORD"


def add_options(parser: argparse.ArgumentParser) -> None:
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--password-file", metavar="FILE", help="its first line is the password")
    ways.add_argument("--password-stdin", action="store_true", help="the first line of standard input is the password")


def password(options: argparse.Namespace, name: str) -> str:
    """From a file, standard input, the environment, or asked for."""
    if options.password_file is not None:
        try:
            return Path(options.password_file).read_text().partition("\n")[0]
        except (OSError, UnicodeDecodeError) as error:
            raise Unreadable(f"--password-file: {options.password_file} cannot be read: {error}") from None
    if options.password_stdin:
        return sys.stdin.readline().rstrip("\n")
    if found := os.environ.get(VARIABLE):
        return found
    if not sys.stdin.isatty():
        raise Unreadable(f"whose password? Set {VARIABLE}, or give --password-file or --password-stdin")
    return getpass.getpass(f"Password of {name}: ")
