"""Secrets from a file descriptor, such as `FULFILMENT_MASTER_KEYS_FILE=/dev/fd/3` or a shell's `<(command)`.

A pipe can be read only once, and only by the first process, which therefore copies it into an anonymous file in memory.
Processes of the same user can open the file by its path while the first process lives. The secret never reaches a disk
or an environment.
"""

import os
import re
from collections.abc import MutableMapping

from fulfilment.settings import PREFIX, SettingsError

MAX_BYTES = 65_536

_VARIABLE = re.compile(rf"{PREFIX}[A-Z_]+_FILE")
_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d{1,9})|/dev/(stdin)")


def load_descriptors(environ: MutableMapping[str, str]) -> None:
    """Copy each descriptor in the environment into memory, and replace its path. Raises SettingsError."""
    for variable, path in list(environ.items()):
        found = _DESCRIPTOR.fullmatch(path) if _VARIABLE.fullmatch(variable) else None
        if found:
            environ[variable] = _copy_to_memory(variable, path, int(found[1] or 0))


def _copy_to_memory(variable: str, path: str, descriptor: int) -> str:
    if not hasattr(os, "memfd_create"):
        raise SettingsError(f"{variable}: descriptors can be read on Linux only; name a file.")
    try:
        with open(descriptor, "rb", closefd=False) as source:
            content = source.read(MAX_BYTES + 1)
    except OSError as problem:
        raise SettingsError(f"{variable}: {path} cannot be read: {problem.strerror}.") from None
    if len(content) > MAX_BYTES:
        raise SettingsError(f"{variable}: {path} holds more than {MAX_BYTES:,} bytes.")
    memory_descriptor = os.memfd_create(variable, os.MFD_CLOEXEC)
    with open(memory_descriptor, "wb", closefd=False) as memory:
        memory.write(content)
    return f"/proc/{os.getpid()}/fd/{memory_descriptor}"
