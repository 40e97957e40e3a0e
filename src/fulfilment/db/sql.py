"""Named SQL statements. Every statement of the service is one of these, so that one test can prepare them all.

The name says how a statement knows its workspace: a plain one takes it as `$1`, `batched_…` takes an array of
workspaces as `$1`, and `unscoped_…` knows none (the worker, the public routes and the look-up of the caller).
"""

from typing import Any

import msgspec

STATEMENTS: dict[str, "Statement"] = {}


class Statement(msgspec.Struct, frozen=True):
    """The text of a statement, with its name."""

    name: str
    text: str
    is_scoped: bool


def sql(name: str, text: str, **parts: Any) -> Statement:
    """Register a statement. `parts` replace `{name}` in the text: column lists, never values."""
    assert name not in STATEMENTS, f"two statements are called {name}"
    is_scoped = not name.rpartition(".")[2].startswith(("batched_", "unscoped_"))
    statement = Statement(name, text.format(**parts) if parts else text, is_scoped)
    STATEMENTS[name] = statement
    return statement
