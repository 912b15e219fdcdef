"""Logs: one JSON object a line on standard error. Callers never pass anything that must not be logged."""

import logging
import sys
import traceback
from datetime import UTC, datetime

import msgspec


class Log:
    def say(self, level: str, event: str, **more: object) -> None:
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = msgspec.json.encode({"at": at, "level": level, "event": event, **more}).decode()
        try:
            sys.stderr.write("".join(_escaped(character) for character in line) + "\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            pass  # nobody reads standard error any more

    def failed(self, event: str, error: BaseException) -> None:
        """Logs where an unexpected error happened, but not its text: that may quote what a client sent."""
        where = traceback.extract_tb(error.__traceback__)[-3:]
        places = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in where]
        self.say("error", event, error=type(error).__name__, where=places)


LOG = Log()


class _Uvicorn(logging.Handler):
    """uvicorn's messages, without the requests that they quote."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is not None and record.exc_info[1] is not None:
            LOG.failed("server", record.exc_info[1])
        elif record.levelno >= logging.ERROR:
            LOG.say("error", "server", words=str(record.msg))


def quiet_uvicorn() -> None:
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [_Uvicorn()]
        logger.propagate = False
        logger.setLevel(logging.WARNING)


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 32 or 127 <= code < 160 or code in (0x2028, 0x2029) else character
