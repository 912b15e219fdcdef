"""Time-based one-time codes (RFC 6238: SHA-1, six digits, thirty seconds) and recovery codes.

Thirty lines of `hmac`, checked against the RFC's vectors, are less to maintain than a library and its updates.
"""

import hmac
import secrets
from base64 import b32decode, b32encode
from hashlib import blake2b
from urllib.parse import quote

STEP = 30
DIGITS = 6
DRIFT = 1
"""Steps that a phone's clock may be behind or ahead."""
RECOVERY_CODES = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_secret() -> str:
    return b32encode(secrets.token_bytes(20)).decode()


def new_recovery_codes() -> list[str]:
    """Ten codes of 69 bits each: nobody can find one from its digest."""
    return [f"{_letters()}-{_letters()}" for _ in range(RECOVERY_CODES)]


def _letters() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(7))


def digest_of_recovery(code: str, user: str) -> str:
    return blake2b(f"{user}\0{code}".encode(), digest_size=16, person=b"croupier/recover").hexdigest()


def uri(secret: str, house: str, user: str) -> str:
    """The text of the QR code for an authenticator."""
    label = quote(f"{house}:{user}", safe="")
    return f"otpauth://totp/{label}?secret={secret}&issuer={quote(house, safe='')}&digits={DIGITS}&period={STEP}"


def code_at(secret: str, step: int, digits: int = DIGITS) -> str:
    mac = hmac.digest(b32decode(secret), step.to_bytes(8, "big"), "sha1")
    offset = mac[-1] & 15
    number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}d}"


def step_of(secret: str, code: str, now: int, after: int = 0) -> int | None:
    """The time step of this code, if later than the last one used; `now` in microseconds."""
    current = now // 1_000_000 // STEP
    for step in range(current - DRIFT, current + DRIFT + 1):
        if step > after and hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            return step
    return None
