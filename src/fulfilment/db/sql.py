"""Named SQL statements. Every statement of the service is one of these, so that one test can prepare them all.

The name says how a statement knows its workspace: a plain one takes it as `$1`, `batched_…` takes an array of workspaces as
`$1`, and `unscoped_…` knows none (the worker, the public routes and the look-up of the caller).
"""

from typing import Any

STATEMENTS: dict[str, "Statement"] = {}


class Statement(str):
    """The text of a statement, with its name."""

    name: str

    __slots__ = ("name",)

    @property
    def is_scoped(self) -> bool:
        return not self.name.rpartition(".")[2].startswith(("batched_", "unscoped_"))


def sql(name: str, text: str, **parts: Any) -> Statement:
    """Register a statement. `parts` replace `{name}` in the text: column lists, never values."""
    assert name not in STATEMENTS, f"two statements are called {name}"
    statement = Statement(text.format(**parts) if parts else text)
    statement.name = name
    STATEMENTS[name] = statement
    return statement
