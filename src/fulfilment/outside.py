"""Telling that the running request waits for somebody outside, a courier say, and not for the event loop.

Whoever serves requests says in `current` what that means to them (http/turns.py): while it waits, a request keeps
nobody of its party from their turn. Where nobody serves one, in the worker for instance, it means nothing.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar

current: ContextVar[Callable[[], AbstractContextManager[None]]] = ContextVar("fulfilment_outside", default=nullcontext)


def waiting() -> AbstractContextManager[None]:
    """The time in which the running request only waits."""
    return current.get()()
