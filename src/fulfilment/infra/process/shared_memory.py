"""Memory that the API processes of one node have in common with the process that keeps them running.

The supervisor says there how far the end has come (`shutdown_state`).
"""

import mmap
import os
import tempfile
from typing import Self

VARIABLE = "FULFILMENT_SHARED_MEMORY"
_BYTES = 8


class Shared:
    """One whole number (`line`), 0 at first.

    `descriptor` is what another process needs to have the same; it keeps it beside VARIABLE.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.line = memoryview(mmap.mmap(descriptor, _BYTES)).cast("q")

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
