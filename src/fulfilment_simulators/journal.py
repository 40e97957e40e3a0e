"""Append-only journal: one JSON line per change, written before the response is sent."""

import fcntl
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from fulfilment.infra import data_folder


class JournalError(Exception):
    """The file cannot be used; the message names it and the reason, in one line."""


class Journal:
    """Append-only journal. After `append` the operating system has the line, so it survives a kill of the process."""

    def __init__(self, path: Path) -> None:
        """Open and lock the file. Raises JournalError where it cannot be written or another simulator uses it."""
        self.path = path
        try:
            data_folder.create(path.parent)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as problem:
            raise JournalError(f"The file {path} cannot be written: {problem.strerror}.") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise JournalError(f"The file {path} is in use by another simulator.") from None
        if not path.exists() or not os.path.samestat(os.fstat(self._file), path.stat()):
            # Another simulator has just replaced the file.
            os.close(self._file)
            raise JournalError(f"The file {path} is in use by another simulator.")

    def replay(self) -> Iterator[Any]:
        """All entries, oldest first. An incomplete last line is removed, since its response was never sent."""
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.ftruncate(self._file, whole)
        for number, line in enumerate(content[:whole].splitlines(), start=1):
            try:
                yield msgspec.json.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise JournalError(f"The file {self.path} is damaged at line {number}.") from None

    def append(self, entry: object) -> None:
        """Append an entry. Raises OSError where the disk is full; then nothing is written."""
        line = msgspec.json.encode(entry) + b"\n"
        before = os.fstat(self._file).st_size
        try:
            written = os.write(self._file, line)
            if written != len(line):
                raise OSError("the line was written in part only")
        except OSError:
            os.ftruncate(self._file, before)
            raise

    def rewrite(self, entries: Iterable[Any]) -> None:
        """Replace the journal by these entries, atomically: after a kill, either the old or the new file exists.

        Raises JournalError.
        """
        beside = self.path.with_name(self.path.name + ".new")
        try:
            file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o600)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with open(file, "wb", closefd=False) as out:
                out.writelines(msgspec.json.encode(entry) + b"\n" for entry in entries)
            os.fsync(file)
            beside.replace(self.path)
        except OSError as problem:
            raise JournalError(f"The file {beside} cannot be written: {problem.strerror}.") from None
        os.close(self._file)
        self._file = file

    def clear(self) -> None:
        os.ftruncate(self._file, 0)

    def close(self) -> None:
        os.fsync(self._file)
        os.close(self._file)
