"""Answers that are files: read piece by piece, and saved whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx

from . import errors


class _File:
    """Common part of both kinds of download."""

    def __init__(self, idempotency_key: str | None) -> None:
        self._key = idempotency_key
        self._response: httpx.Response | None = None

    @property
    def response(self) -> httpx.Response:
        """The answer of httpx, with its headers. Raises RuntimeError outside of the `with`."""
        if self._response is None:
            raise RuntimeError(
                "a download is read inside of its with: `with client.shipments.download_label(id) as it`"
            )
        return self._response

    @property
    def media_type(self) -> str:
        return self.response.headers.get("content-type", "")

    @property
    def request_id(self) -> str | None:
        return self.response.headers.get("x-request-id")

    @contextmanager
    def _told(self) -> Generator[None]:
        """The errors of httpx as ours. The bytes read by then are not the whole file."""
        try:
            yield
        except httpx.TimeoutException as problem:
            raise errors.TimedOut(f"the file stopped coming: {problem}", idempotency_key=self._key) from problem
        except httpx.HTTPError as problem:
            raise errors.ConnectionFailed(f"the file broke off: {problem}", idempotency_key=self._key) from problem


class _Lines:
    """The lines of a UTF-8 text in pieces. They end with a line feed alone: httpx would cut JSON at U+2028 as well."""

    def __init__(self) -> None:
        self._begun: list[bytes] = []

    def of(self, piece: bytes) -> list[str]:
        """The lines that end in this piece."""
        *whole, rest = piece.split(b"\n")
        if whole:
            whole[0] = b"".join([*self._begun, whole[0]])
            self._begun.clear()
        self._begun.append(rest)
        return [_decoded(line) for line in whole]

    def last(self) -> list[str]:
        """The complete file, if there is one."""
        rest = b"".join(self._begun)
        return [_decoded(rest)] if rest else []


def _decoded(line: bytes) -> str:
    return line.removesuffix(b"\r").decode("utf-8", "replace")


class Download(_File):
    """`with client.shipments.download_label(id) as label: label.save("label.pdf")`. Sent when the `with` begins."""

    def __init__(self, open: Callable[[], httpx.Response], idempotency_key: str | None = None) -> None:
        super().__init__(idempotency_key)
        self._open = open

    def __enter__(self) -> Download:
        self._response = self._open()
        return self

    def __exit__(self, *_: object) -> None:
        if self._response is not None:
            self._response.close()

    def iter_bytes(self) -> Iterator[bytes]:
        """The file in pieces, as they come. Raises ConnectionFailed where it breaks off."""
        with self._told():
            yield from self.response.iter_bytes()

    def iter_lines(self) -> Iterator[str]:
        """The lines of a text, such as one JSON object of an audit export each."""
        lines = _Lines()
        for piece in self.iter_bytes():
            yield from lines.of(piece)
        yield from lines.last()

    def read(self) -> bytes:
        """All of it."""
        return b"".join(self.iter_bytes())

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the file; under this name it is whole, or what was there before."""
        with _written(Path(path)) as file:
            for piece in self.iter_bytes():
                file.write(piece)
        return Path(path)


class AsyncDownload(_File):
    """`async with client.shipments.download_label(id) as label: await label.save("label.pdf")`."""

    def __init__(self, open: Callable[[], Awaitable[httpx.Response]], idempotency_key: str | None = None) -> None:
        super().__init__(idempotency_key)
        self._open = open

    async def __aenter__(self) -> AsyncDownload:
        self._response = await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._response is not None:
            await self._response.aclose()

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        """The file in pieces, as they come. Raises ConnectionFailed where it breaks off."""
        with self._told():
            async for piece in self.response.aiter_bytes():
                yield piece

    async def iter_lines(self) -> AsyncIterator[str]:
        """The lines of a text, such as one JSON object of an audit export each."""
        lines = _Lines()
        async for piece in self.iter_bytes():
            for line in lines.of(piece):
                yield line
        for line in lines.last():
            yield line

    async def read(self) -> bytes:
        """All of it."""
        return b"".join([piece async for piece in self.iter_bytes()])

    async def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the file; under this name it is whole, or what was there before."""
        with _written(Path(path)) as file:
            async for piece in self.iter_bytes():
                file.write(piece)
        return Path(path)


@contextmanager
def _written(path: Path) -> Generator[IO[bytes]]:
    """A file beside the path, which takes its place at the end."""
    name = path.parent / f".{path.name}.{secrets.token_hex(8)}"
    # With the permissions of any other new file: to ask for the mask is to change it, for every thread of the process.
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.replace(name, path)
    except BaseException:
        name.unlink(missing_ok=True)
        raise
