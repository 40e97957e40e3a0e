"""Least privilege of helper processes: they gain no privileges, and their environment has none of our secrets.

What a helper does not have, nothing that goes wrong in it can give away: it reads what customers wrote.
"""

import contextlib
import ctypes
import os
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from fulfilment.settings import PREFIX, SECRETS

# prctl(2); the standard library has no name for it.
_PR_SET_NO_NEW_PRIVS: Final = 38
# Where an interpreter finds itself and its libraries in an installation that needs to be told.
_OF_THE_INTERPRETER: Final = ("PYTHONHOME", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_MASTER_KEYS: Final = "master_keys"

Result = TypeVar("Result")


def forbid_new() -> None:
    """Set `no_new_privs` for this thread and for every process that it starts: no program of them is setuid.

    Systems other than Linux have no such thing.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def without_new(start: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    """The result of a call that starts a process, which gains no privileges. Our own stay as they are."""
    # The kernel keeps the attribute by thread, and the child has that of the thread that starts it.
    with ThreadPoolExecutor(max_workers=1, initializer=forbid_new) as thread:
        return thread.submit(start, *args, **kwargs).result()


def empty_environment() -> dict[str, str]:
    """The environment of a helper that needs no settings: nothing but what its interpreter needs to start."""
    return {name: os.environ[name] for name in _OF_THE_INTERPRETER if name in os.environ}


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a helper that reads settings, without keys, passwords and addresses that hold them."""
    hidden = {f"{PREFIX}{name.upper()}{file}" for name in (*SECRETS, _MASTER_KEYS) for file in ("", "_FILE")}
    return {name: value for name, value in environment.items() if name not in hidden}
