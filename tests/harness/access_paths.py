"""Access paths of a query plan: plans that read the same rows have equal paths."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import psycopg

_INDEXES = """
    SELECT c.relname, i.indrelid::regclass::text, i.indisunique, pg_get_expr(i.indpred, i.indrelid),
           ARRAY(SELECT pg_get_indexdef(i.indexrelid, place, true) FROM generate_series(1, i.indnkeyatts) AS place)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relnamespace = current_schema()::regnamespace
"""
_ONE_ROW = "one row"


class Index(msgspec.Struct, frozen=True):
    """An index of PostgreSQL. `holds` is the condition of a partial index, None for an index of all rows."""

    table: str
    is_unique: bool
    holds: str | None
    columns: tuple[str, ...]


class Path(msgspec.Struct, frozen=True, order=True):
    """How one table is read at one place of a statement.

    `held` are the leading columns of the index that the scan compares with one value each. `is_ranged` is true if a
    range bounds the next column. A look-up of a single row is `one row`, by any index.
    """

    place: str
    alias: str
    by: str
    held: tuple[str, ...] = ()
    is_ranged: bool = False


def indexes(connection: psycopg.Connection) -> dict[str, Index]:
    return {
        name: Index(table, is_unique, holds, tuple(_plain(column) for column in columns))
        for name, table, is_unique, holds, columns in connection.execute(_INDEXES)
    }


def paths(plan: Mapping[str, Any], known: Mapping[str, Index]) -> list[Path]:
    """The paths of a plan as EXPLAIN gives it in JSON, in an order of their own."""
    return sorted(_path(known, *read) for read in _reads(plan, ""))


def _reads(node: Mapping[str, Any], place: str) -> Iterator[tuple[str, str, str, str]]:
    place = re.sub(r" \d+", "", node.get("Subplan Name", place))
    kind, below = node["Node Type"], node.get("Plans", ())
    if kind == "Bitmap Heap Scan":
        for name, condition in _bitmaps(below[0]):
            yield place, node["Alias"], name, condition
        below = below[1:]
    elif "Relation Name" in node and kind.endswith("Scan"):
        yield place, node["Alias"], node.get("Index Name", kind), node.get("Index Cond", "")
    for child in below:
        yield from _reads(child, place)


def _bitmaps(node: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "Index Name" in node:
        yield node["Index Name"], node.get("Index Cond", "")
    for child in node.get("Plans", ()):
        yield from _bitmaps(child)


def _path(known: Mapping[str, Index], place: str, alias: str, by: str, condition: str) -> Path:
    if by not in known:
        return Path(place, alias, by)
    used = known[by]
    equal, ranged = _bounds(condition)
    held = used.columns[: next((n for n, column in enumerate(used.columns) if column not in equal), None)]
    for index in known.values():
        tells_one = index.is_unique and index.holds in (None, used.holds)
        if index.table == used.table and tells_one and set(index.columns) <= set(held):
            return Path(place, alias, _ONE_ROW)
    following = used.columns[len(held) :][:1]
    return Path(place, alias, by, held, bool(following) and following[0] in ranged)


def _bounds(condition: str) -> tuple[set[str], set[str]]:
    """The columns that are held to values, and those that are bounded by a range."""
    equal, ranged = set(), set()
    for part in _parts(condition):
        if row := re.match(r"\(ROW\((.+?)\) [<>]", part):
            ranged.add(_plain(row[1].partition(",")[0]))
        elif one := re.match(r"\((.+?) (=|<=?|>=?|IS NULL|IS NOT NULL)(?= |\))", part):
            (equal if one[2] in ("=", "IS NULL") else ranged).add(_plain(one[1]))
    return equal, ranged


def _parts(condition: str) -> Iterator[str]:
    """Operands of an AND, each in its brackets."""
    depth, begun = 0, 0
    inner = condition[1:-1] if condition.startswith("((") else condition
    for at, letter in enumerate(inner):
        if letter == "(" and depth == 0:
            begun = at
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == ")" and depth == 0:
            yield inner[begun : at + 1]


def _plain(column: str) -> str:
    """A column without the brackets, quotes and casts that differ from one account of it to the next."""
    return re.sub(r"::\w+(?: with(?:out)? time zone)?|[()\"]", "", column)
