"""Memory that the API processes of one node have in common with the process that keeps them running.

It is told there how far the end has come (`shutdown_state`), and they note there who asked last
(`infra/database/contention_flag`).
"""

import mmap
import os
import tempfile
from typing import Self

VARIABLE = "FULFILMENT_SHARED_MEMORY"
_LINE_BYTES = 8
_BYTES = _LINE_BYTES + 4 * 8


class Shared:
    """One whole number (`line`) and four floats (`notes`), all 0 at first.

    `descriptor` is what another process needs to have the same; it keeps it beside VARIABLE.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        memory = memoryview(mmap.mmap(descriptor, _BYTES))
        self.line = memory[:_LINE_BYTES].cast("q")
        self.notes = memory[_LINE_BYTES:].cast("d")

    @classmethod
    def made(cls) -> Self:
        """Such memory, which lasts as long as somebody has it."""
        descriptor = _nameless_file()
        os.truncate(descriptor, _BYTES)
        return cls(descriptor)

    @classmethod
    def from_environment(cls) -> Self | None:
        """What the process that started this one handed on, if it did."""
        given = os.environ.pop(VARIABLE, None)
        return None if given is None else cls(int(given))

    @property
    def environment(self) -> dict[str, str]:
        """What a process must find in its environment, beside the descriptor."""
        return {VARIABLE: str(self.descriptor)}


def _nameless_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("fulfilment")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
