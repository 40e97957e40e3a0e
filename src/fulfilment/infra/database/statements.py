"""Named SQL statements. Every statement of the service is one of these, so that one test can prepare them all.

The name says how a statement knows its workspace: a plain one takes it as `$1`, `batched_…` takes an array of
workspaces as `$1`, and `unscoped_…` knows none (the worker, the public routes and the look-up of the caller).

`columns(products)` in a statement, or `columns(products p)`, stands for the columns of that table (`columns.py`), since
a `*` would stand for others as soon as a newer release adds one.

A statement may name its parameters, as in `:quantity`; `Statement.bind` puts the fields of records in their places.
"""

import re
from typing import Any, LiteralString, cast

import msgspec

from fulfilment.infra.database.columns import COLUMNS

_COLUMNS = re.compile(r"\bcolumns\((\w+)(?: (\w+))?\)")
# A cast, `::text`, is none.
_PARAMETER = re.compile(r"(?<![\w:]):([a-z]\w*)")

STATEMENTS: dict[str, "Statement"] = {}


class Statement(msgspec.Struct, frozen=True):
    """The text of a statement, with its name. `parameters` are the names of those after `$1`, where they have names."""

    name: str
    text: str
    is_scoped: bool
    parameters: tuple[str, ...] = ()

    def bind(self, *records: msgspec.Struct, **values: Any) -> tuple:
        """The arguments after the workspace: each from `values`, else from the first record that has such a field."""
        for record in records:
            values = msgspec.structs.asdict(record) | values
        return tuple([values[name] for name in self.parameters])


def sql(name: str, text: str, **parts: Any) -> Statement:
    """Register a statement. `parts` replace `{name}` in the text: pieces of it, never values."""
    assert name not in STATEMENTS, f"two statements are called {name}"
    is_scoped = not name.rpartition(".")[2].startswith(("batched_", "unscoped_"))
    whole = text.format(**parts) if parts else text
    # The first parameter is the workspace, or the array of workspaces.
    parameters = tuple(dict.fromkeys(_PARAMETER.findall(whole)))
    numbered = _PARAMETER.sub(lambda found: f"${parameters.index(found[1]) + 2}", whole)
    statement = Statement(name, _COLUMNS.sub(_listed, numbered), is_scoped, parameters)
    STATEMENTS[name] = statement
    return statement


def own_sql(text: str) -> LiteralString:
    """A statement of ours that was put together, or read from a file of ours: psycopg's types want literals alone."""
    return cast("LiteralString", text)


def _listed(found: re.Match[str]) -> str:
    table, alias = found.groups()
    return ", ".join(f"{alias}.{column}" if alias else column for column in COLUMNS[table].split())
