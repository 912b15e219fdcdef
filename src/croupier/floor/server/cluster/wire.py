"""The connection between two processes of a house. Only who knows the cluster secret can read or write on it.

    follower  "croupier feed 1\\n" ‖ nonce (32 bytes)
    decider   nonce (32) ‖ proof (32)
    follower  proof (32)
    both      length (4) ‖ sealed frame, again and again

A proof is HMAC-SHA-256 over the side's name and both nonces. From the same the two make a key for each direction; it
seals frames with ChaCha20-Poly1305, numbered from 0. A frame is a msgpack array of messages: everything that one turn
of the event loop had to say.
"""

import asyncio
import hmac
import os
from collections.abc import Callable
from typing import Any

import msgspec
from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
)
from nacl.exceptions import CryptoError

GREETING = b"croupier feed 1\n"
NONCE = PROOF = 32
LENGTH = 4
LONGEST_FRAME = 64 * 2**20
MOST_BEHIND = 8 * 2**20
"""Bytes that wait for a reader. One who is further behind is cut off, and reads the store instead."""
PROVES_WITHIN = 5.0
"""Seconds for a stranger to prove that it knows the secret."""

_encode = msgspec.msgpack.Encoder().encode


class Wire(asyncio.Protocol):
    """One end. `opened`, `heard` with the messages of a frame, and `closed` are called in the event loop."""

    def __init__(
        self,
        secret: bytes,
        hears: "msgspec.msgpack.Decoder[list[Any]]",
        *,
        decides: bool,
        opened: "Callable[[Wire], None]",
        heard: "Callable[[Wire, list[Any]], None]",
        closed: "Callable[[Wire], None]",
    ) -> None:
        self._secret, self._hears, self._decides = secret, hears, decides
        self._opened, self._heard, self._closed = opened, heard, closed
        self._transport: asyncio.Transport
        self._own_nonce = os.urandom(NONCE)
        self._buffer = bytearray()
        self._nonces = b""
        """Both, as soon as the other one is known."""
        self.is_open = False
        self._keys: tuple[bytes, bytes]
        self._sent = self._received = 0
        self._waiting: list[bytes] = []
        self._deadline: asyncio.TimerHandle | None = None
        self.heard_at = 0.0

    # --- asyncio ---------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        self._deadline = asyncio.get_running_loop().call_later(PROVES_WITHIN, transport.abort)
        if not self._decides:
            transport.write(GREETING + self._own_nonce)

    def connection_lost(self, exc: Exception | None) -> None:
        self._open_in_time()
        if self.is_open:
            self.is_open = False
            self._closed(self)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        try:
            if not self._nonces and not self._meet():
                return
            if not self.is_open and not self._believe():
                return
            self._read_frames()
        except (CryptoError, msgspec.MsgspecError, ValueError):
            self._transport.abort()

    # --- Who is there ----------------------------------------------------------------------------------------------

    def _meet(self) -> bool:
        """Takes the other side's nonce. The decider answers with its proof."""
        if self._decides:
            if not (GREETING + bytes(NONCE)).startswith(self._buffer[: len(GREETING)]):
                raise ValueError
            if (theirs := self._take(len(GREETING) + NONCE)) is None:
                return False
            self._nonces = theirs[len(GREETING) :] + self._own_nonce
            self._transport.write(self._own_nonce + self._proof(b"decider"))
        else:
            if (theirs := self._take(NONCE)) is None:
                return False
            self._nonces = self._own_nonce + theirs
        return True

    def _believe(self) -> bool:
        """Takes the other side's proof. The follower answers with its own."""
        if (proof := self._take(PROOF)) is None:
            return False
        if not hmac.compare_digest(proof, self._proof(b"follower" if self._decides else b"decider")):
            raise ValueError
        if not self._decides:
            self._transport.write(self._proof(b"follower"))
        keys = self._proof(b"to the follower"), self._proof(b"to the decider")
        self._keys = keys if self._decides else (keys[1], keys[0])
        self._open_in_time()
        self.is_open = True
        self.heard_at = asyncio.get_running_loop().time()
        self._opened(self)
        return True

    def _proof(self, side: bytes) -> bytes:
        return hmac.digest(self._secret, side + b"\n" + self._nonces, "sha256")

    def _open_in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _take(self, size: int) -> bytes | None:
        if len(self._buffer) < size:
            return None
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    # --- Frames ----------------------------------------------------------------------------------------------------

    def _read_frames(self) -> None:
        at, buffer = 0, self._buffer
        while len(buffer) - at >= LENGTH:
            size = int.from_bytes(buffer[at : at + LENGTH], "big")
            if size > LONGEST_FRAME:
                raise ValueError
            if len(buffer) - at < LENGTH + size:
                break
            sealed = bytes(buffer[at + LENGTH : at + LENGTH + size])
            at += LENGTH + size
            frame = crypto_aead_chacha20poly1305_ietf_decrypt(sealed, None, _number(self._received), self._keys[1])
            self._received += 1
            self.heard_at = asyncio.get_running_loop().time()
            self._heard(self, self._hears.decode(frame))
            if not self.is_open:
                return
        del buffer[:at]

    def say(self, message: msgspec.Struct) -> None:
        self.say_encoded(_encode(message))

    def say_encoded(self, message: bytes) -> None:
        """Sends with everything else that this turn of the event loop has to say."""
        if not self.is_open:
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(message)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        if not self.is_open or not waiting:
            return
        frame = b"\xdd" + len(waiting).to_bytes(4, "big") + b"".join(waiting)  # an array of msgpack
        sealed = crypto_aead_chacha20poly1305_ietf_encrypt(frame, None, _number(self._sent), self._keys[0])
        self._sent += 1
        self._transport.write(len(sealed).to_bytes(LENGTH, "big") + sealed)
        if self._transport.get_write_buffer_size() > MOST_BEHIND:
            self._transport.abort()

    def close(self) -> None:
        """Sends what waits, then closes."""
        self._send()
        self._transport.close()

    def abort(self) -> None:
        self._transport.abort()


def _number(count: int) -> bytes:
    return count.to_bytes(12, "big")
