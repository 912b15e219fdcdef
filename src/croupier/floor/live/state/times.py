"""Times as the contract writes them, and as rulebooks compare them."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment_of(microseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds)


def printed_time(microseconds: int) -> str:
    """RFC 3339 in UTC with milliseconds."""
    return f"{_printed_second(microseconds // 1_000_000)}.{microseconds // 1000 % 1000:03d}Z"


@lru_cache(1024)  # many things happen in the same second, and each stands in several views
def _printed_second(seconds: int) -> str:
    return moment_of(seconds * 1_000_000).strftime("%Y-%m-%dT%H:%M:%S")


def read_time(text: str) -> int:
    """Microseconds since 1970; a ValueError says what is accepted."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a time; write it as 2026-01-01T00:00:00.000Z") from None
    if moment.tzinfo is None:
        raise ValueError(f"{text!r} names no zone; end it with Z")
    return (moment - _EPOCH) // timedelta(microseconds=1)
