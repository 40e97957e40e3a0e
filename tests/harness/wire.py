"""The wire between the service and PostgreSQL, which can fall silent as after a fail-over."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Literal
from urllib.parse import parse_qs, urlsplit, urlunsplit

Silence = Literal["whole", "answers"]


class _Pair:
    """One connection through the wire."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client = client
        self.server = server
        self.silence: Silence | None = None
        self.is_read = True


class Wire:
    """Hands everything on over TCP, until the connections that exist are silenced; new ones work."""

    def __init__(self, database_url: str) -> None:
        parts = urlsplit(database_url)
        self._path = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = urlunsplit(
            (parts.scheme, f"postgres@127.0.0.1:{self._listener.getsockname()[1]}", parts.path, "", "")
        )
        self._pairs: list[_Pair] = []
        # While this is false, new connections are accepted but receive nothing.
        self.is_open = True
        self._trigger: bytes | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    def silence(self, *, server_forgets: bool = False) -> int:
        """Swallow whatever is said on the connections that exist, and say how many there are.

        Where `server_forgets` they end on the server's side, as if another one had taken its place.
        """
        pairs = list(self._pairs)
        for pair in pairs:
            pair.silence = "whole"
            if server_forgets:
                pair.server.shutdown(socket.SHUT_RDWR)
        return len(pairs)

    def stop_reading(self) -> None:
        """Read no more of what is said on the connections that exist, so that it is acknowledged no more."""
        for pair in self._pairs:
            pair.is_read = False

    def lose_answer_to(self, said: bytes) -> None:
        """Swallow the server's answers on the connection on which this is said next, from then on."""
        self._trigger = said

    def close(self) -> None:
        self._listener.close()
        for pair in self._pairs:
            pair.client.close()
            pair.server.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._path)
                pair = _Pair(client, server)
                pair.silence = None if self.is_open else "whole"
                self._pairs.append(pair)
                threading.Thread(target=self._up, args=(pair,), daemon=True).start()
                threading.Thread(target=self._down, args=(pair,), daemon=True).start()

    def _up(self, pair: _Pair) -> None:
        with contextlib.suppress(OSError):
            while said := pair.client.recv(65_536):
                if self._trigger is not None and self._trigger in said:
                    self._trigger, pair.silence = None, "answers"
                if pair.silence != "whole":
                    pair.server.sendall(said)
                if not pair.is_read:
                    return
            # A client that leaves is not heard either.
            if pair.silence is None:
                pair.server.shutdown(socket.SHUT_RDWR)

    def _down(self, pair: _Pair) -> None:
        with contextlib.suppress(OSError):
            while said := pair.server.recv(65_536):
                if pair.silence is None:
                    pair.client.sendall(said)
            if pair.silence is None:
                pair.client.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def wired(database_url: str) -> Iterator[Wire]:
    """A wire to the database while the context lasts."""
    wire = Wire(database_url)
    try:
        yield wire
    finally:
        wire.close()
