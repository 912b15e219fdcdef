"""A wire to a server that a test cuts: before a statement arrives, or after it was done and before anybody hears."""

import contextlib
import socket
import threading
from typing import Literal

Cut = Literal["", "before", "after"]


class Wire:
    """Listens on a port of its own and passes everything on. While `broken`, it takes no connections."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._mark, self._cut = b"", ""
        self.cuts = 0
        self.broken = False
        self._open: list[socket.socket] = []
        self._swallowing: set[socket.socket] = set()
        """Servers whose next answer nobody hears."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, when: Cut, mark: bytes) -> None:
        """Cuts the connection that next carries these bytes to the server."""
        self._mark, self._cut = mark, when

    def close(self) -> None:
        for each in (self._listening, *self._open):
            _end(each)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                if self.broken:
                    client.close()
                    continue
                try:
                    server = socket.create_connection(("127.0.0.1", self._target))
                except OSError:  # it is not there now
                    client.close()
                    continue
                self._open += (client, server)
                threading.Thread(target=self._up, args=(client, server), daemon=True).start()
                threading.Thread(target=self._down, args=(client, server), daemon=True).start()

    def _up(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := client.recv(2**16):
                if self._cut and self._mark in data:
                    when, self._cut = self._cut, ""
                    self.cuts += 1
                    if when == "before":
                        break
                    self._swallowing.add(server)
                server.sendall(data)
        if server not in self._swallowing:
            _end(client)
            _end(server)

    def _down(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(2**16):
                if server in self._swallowing:  # the server has answered: it is done
                    break
                client.sendall(data)
        _end(client)
        _end(server)


def _end(each: socket.socket) -> None:
    with contextlib.suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()
