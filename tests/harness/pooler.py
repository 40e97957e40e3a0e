"""A pooler as PgBouncer is in transaction mode, and stricter: no client has the same session twice in a row.

It speaks only the part of PostgreSQL's protocol that it needs. It refuses the parameters that PgBouncer refuses, and
gives each transaction the session that has been idle for longest. It knows prepared statements by their text, and
prepares each in every session that needs it. At the end it lists the state that clients left in sessions.
"""

import asyncio
import contextlib
import hashlib
import itertools
import struct
import threading
from collections import deque
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

Result = TypeVar("Result")

# Those that PgBouncer keeps itself for each client; it refuses all others.
KNOWN_PARAMETERS = {"user", "database", "application_name", "client_encoding", "datestyle", "timezone"}
FEWEST_SESSIONS = 3
MOST_SESSIONS = 30

_SSL, _GSS, _CANCEL = 80877103, 80877104, 80877102
_LEFT = """
    SELECT 'listens to ' || pg_listening_channels()
    UNION ALL SELECT 'holds an advisory lock' FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'
    UNION ALL SELECT 'has the temporary table ' || relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()
    UNION ALL SELECT 'keeps the cursor ' || name FROM pg_cursors WHERE is_holdable
    UNION ALL SELECT 'prepared ' || name FROM pg_prepared_statements WHERE from_sql
    UNION ALL SELECT 'has set ' || name FROM pg_settings WHERE source = 'session' AND setting <> reset_val
"""


def _message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("!I", len(body) + 4) + body


async def _read(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    kind, length = struct.unpack("!cI", await reader.readexactly(5))
    return kind, await reader.readexactly(length - 4)


def _word(body: bytes) -> tuple[bytes, bytes]:
    word, _, rest = body.partition(b"\0")
    return word, rest


class _Backend:
    """A session of the server's. `expected` are the answers to come: to a Parse, ours or the client's, or to a Sync."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.prepared: set[bytes] = set()
        self.expected: deque[tuple[str, bytes]] = deque()
        self.greeting = b""
        self.named = b""

    async def begin(self, user: bytes, database: bytes) -> None:
        given = b"user\0" + user + b"\0database\0" + database + b"\0\0"
        self.writer.write(struct.pack("!II", len(given) + 8, 196608) + given)
        while True:
            kind, body = await _read(self.reader)
            assert kind != b"E", body
            if kind == b"S":
                self.greeting += _message(kind, body)
            elif kind == b"K":
                self.named = body
            elif kind == b"Z":
                return

    async def ask(self, text: str) -> list[str]:
        self.writer.write(_message(b"Q", text.encode() + b"\0"))
        rows = []
        while True:
            kind, body = await _read(self.reader)
            assert kind != b"E", body
            if kind == b"D":
                rows.append(body[6:].decode())
            elif kind == b"Z":
                return rows


class _Client:
    """A line from the service, while it lasts; between two transactions it has no session."""

    def __init__(self, pooler: "Pooler", reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._pooler, self._reader, self._writer = pooler, reader, writer
        self._statements: dict[bytes, tuple[bytes, bytes]] = {}
        self.backend: _Backend | None = None
        self._former: _Backend | None = None
        self._is_unsynced = False
        self._pumping: asyncio.Task | None = None

    async def serve(self) -> None:
        while True:
            kind, body = await _read(self._reader)
            if kind == b"X":
                return
            if self.backend is None:
                self.backend = await self._pooler.take(self._former)
                self._pumping = asyncio.create_task(self._pump(self.backend))
            self._hand_on(self.backend, kind, body)

    def end(self) -> None:
        if self._pumping is not None:
            self._pumping.cancel()
        if self.backend is not None:
            self.backend.writer.close()
            self._pooler.lose()
        self._writer.close()

    def _hand_on(self, backend: _Backend, kind: bytes, body: bytes) -> None:
        if kind == b"P":
            body = self._parse(backend, body)
        elif kind == b"B":
            portal, rest = _word(body)
            body = portal + b"\0" + self._known(backend, rest)
        elif kind == b"D" and body[:1] == b"S":
            body = b"S" + self._known(backend, body[1:])
        elif kind == b"C" and body[:1] == b"S":
            # Others may need it yet.
            self._statements.pop(_word(body[1:])[0], None)
            body = b"Snobodys\0"
        elif kind in b"QS":
            backend.expected.append(("sync", b""))
        self._is_unsynced = kind not in b"QS"
        backend.writer.write(_message(kind, body))

    def _parse(self, backend: _Backend, body: bytes) -> bytes:
        name, rest = _word(body)
        if not name:
            backend.expected.append(("theirs", b""))
            return body
        known = hashlib.sha256(rest).hexdigest().encode()
        self._statements[name] = (known, rest)
        # Where the session has it, the client is answered all the same, for a statement of no name.
        told = b"" if known in backend.prepared else known
        backend.prepared.add(known)
        backend.expected.append(("theirs", told))
        return told + b"\0" + rest

    def _known(self, backend: _Backend, body: bytes) -> bytes:
        name, rest = _word(body)
        if name not in self._statements:
            return body
        known, said = self._statements[name]
        if known not in backend.prepared:
            backend.prepared.add(known)
            backend.expected.append(("ours", known))
            backend.writer.write(_message(b"P", known + b"\0" + said))
        return known + b"\0" + rest

    async def _pump(self, backend: _Backend) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                kind, body = await _read(backend.reader)
                whose = "theirs"
                if kind == b"1":
                    whose, _ = backend.expected.popleft()
                elif kind == b"Z":
                    # PostgreSQL skips the messages after a failure, so it prepared none of their statements.
                    while (left := backend.expected.popleft())[0] != "sync":
                        backend.prepared.discard(left[1])
                if whose == "theirs":
                    self._writer.write(_message(kind, body))
                if kind == b"Z" and body == b"I" and not backend.expected and not self._is_unsynced:
                    self.backend, self._former = None, backend
                    self._pooler.give_back(backend)
                    return
        # The session has ended, so its client's connection ends too.
        self._writer.close()


class Pooler:
    """Listens on a port of its own, for the database of `database_url`, which is on a local socket."""

    def __init__(self, database_url: str) -> None:
        parts = urlsplit(database_url)
        self._path = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._database = parts.path[1:].encode()
        self._idle: deque[_Backend] = deque()
        self._sessions = 0
        self._freed = asyncio.Condition()
        self._clients: dict[bytes, _Client] = {}
        self._keys = itertools.count(1)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._listener = self._call(asyncio.start_server(self._accept, "127.0.0.1", 0))
        port = self._listener.sockets[0].getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{port}{parts.path}"
        self.transactions = 0

    def left_behind(self) -> list[str]:
        """State that clients left in sessions, which the next client would see."""
        return self._call(self._look())

    def close(self) -> None:
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    async def take(self, former: _Backend | None) -> _Backend:
        """The session that has been idle for longest, but never `former`."""
        self.transactions += 1
        while True:
            others = [each for each in self._idle if each is not former]
            if others and (len(self._idle) >= FEWEST_SESSIONS or self._sessions >= MOST_SESSIONS):
                self._idle.remove(others[0])
                return others[0]
            if self._sessions < MOST_SESSIONS:
                return await self._open()
            async with self._freed:
                await self._freed.wait()

    def give_back(self, backend: _Backend) -> None:
        self._idle.append(backend)
        self._tell()

    def lose(self) -> None:
        self._sessions -= 1
        self._tell()

    def _tell(self) -> None:
        async def tell() -> None:
            async with self._freed:
                self._freed.notify_all()

        self._telling = asyncio.ensure_future(tell())

    async def _open(self) -> _Backend:
        self._sessions += 1
        backend = _Backend(*await asyncio.open_unix_connection(self._path))
        await backend.begin(b"postgres", self._database)
        return backend

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client, key = _Client(self, reader, writer), b""
        try:
            if (given := await self._greet(reader, writer)) is None:
                return
            unknown = given.keys() - KNOWN_PARAMETERS
            if unknown:
                said = f"SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: {min(unknown)}\0\0"
                writer.write(_message(b"E", said.encode()))
                return
            key = struct.pack("!II", next(self._keys), 7)
            backend = await self.take(None)
            greeting = backend.greeting
            self.give_back(backend)
            writer.write(_message(b"R", bytes(4)) + greeting + _message(b"K", key) + _message(b"Z", b"I"))
            self._clients[key] = client
            await client.serve()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._clients.pop(key, None)
            client.end()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> dict[str, str] | None:
        """Parameters of the client's startup message; None for a cancel request."""
        while True:
            length, code = struct.unpack("!II", await reader.readexactly(8))
            body = await reader.readexactly(length - 8)
            if code in (_SSL, _GSS):
                writer.write(b"N")
                continue
            if code == _CANCEL:
                await self._cancel(body)
                return None
            words = body.decode().split("\0")
            return {name.lower(): value for name, value in zip(words[::2], words[1::2], strict=False) if name}

    async def _cancel(self, key: bytes) -> None:
        """For the session that the client has now, if it has one."""
        client = self._clients.get(key)
        if client is not None and client.backend is not None:
            _, writer = await asyncio.open_unix_connection(self._path)
            writer.write(struct.pack("!II", 16, _CANCEL) + client.backend.named)
            await writer.drain()
            writer.close()

    async def _end(self) -> None:
        self._listener.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for backend in self._idle:
            backend.writer.close()

    async def _look(self) -> list[str]:
        return [line for backend in self._idle for line in await backend.ask(_LEFT)]

    def _call(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)


@contextlib.contextmanager
def pooling(database_url: str) -> Iterator[Pooler]:
    """A pooler before the database while the context lasts; no client may leave anything in its sessions."""
    pooler = Pooler(database_url)
    try:
        yield pooler
        left = pooler.left_behind()
        assert not left, left
    finally:
        pooler.close()
