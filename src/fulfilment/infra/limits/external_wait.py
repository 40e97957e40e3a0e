"""Telling that the running request waits for somebody outside, a courier say, and not for the event loop.

Whoever serves requests says in `current` what that means to them (loop_admission.py): while it waits, a request keeps
nobody of its party from their turn. Where nobody serves one, in the worker for instance, it means nothing.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar

current: ContextVar[Callable[[], AbstractContextManager[None]]] = ContextVar(
    "fulfilment_slot_released", default=nullcontext
)


def slot_released() -> AbstractContextManager[None]:
    """The time in which the running request only waits."""
    return current.get()()
