"""Faults that a demo plants on purpose: the N-th commit after the server is ready kills, hangs or fails."""

import os
import re
import signal
import threading

from croupier.base.errors import Unreadable
from croupier.base.values import Value

KINDS = ("before-commit:N:kill", "after-commit:N:kill", "after-commit:N:hang", "commit:N:error")
BEFORE, COMMIT, AFTER = "before-commit", "commit", "after-commit"


class Fault(Value):
    where: str
    number: int
    what: str


class PlantedError(Exception):
    """Stands for an I/O error of the disk."""


def parse_fault(text: str) -> Fault:
    where, _, rest = text.partition(":")
    number, _, what = rest.partition(":")
    if f"{where}:N:{what}" not in KINDS or not re.fullmatch(r"[1-9][0-9]{0,8}", number):
        accepted = ", ".join(KINDS)
        raise Unreadable(f"CROUPIER_FAULT: expected one of {accepted} with a number N from 1, got {text[:60]!r}")
    return Fault(where, int(number), what)


def strike(fault: Fault | None, where: str, number: int) -> None:
    """Strikes at this point of the commit with this number."""
    if fault is None or (fault.where, fault.number) != (where, number):
        return
    if fault.what == "error":
        raise PlantedError("the disk reports an I/O error (planted)")
    if fault.what == "kill":
        os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    elif hasattr(signal, "SIGSTOP"):
        os.kill(os.getpid(), signal.SIGSTOP)  # the whole process stops answering
    threading.Event().wait()
