"""Rows: what one line of the file says, apart from what the other lines say."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from fulfilment.catalog_file.columns import BY_NAME, COLUMNS, REQUIRED, Column
from fulfilment.catalog_file.places import Places
from fulfilment.catalog_file.problem import Problem, Unreadable

DEFAULT_NAME = "Default"
_HASH_BYTES = 16
_SHOWN_CHARACTERS = 100


class Row(msgspec.Struct, array_like=True):
    """A row that can be read. `product` and `variant` hold the fields it gives; `place` is a warehouse, if any."""

    line: int
    ref: str
    product: dict[str, Any]
    key: str
    variant: dict[str, Any]
    place: str | None
    quantity: int | None


class RowReader:
    """Reads the cells below one header. Raises Unreadable for a header that cannot be understood."""

    def __init__(self, header: Sequence[str], places: Places):
        _require_usable(header)
        self._width = len(header)
        self._places = places
        # In our order, so that the order of the file's columns makes no difference.
        self._columns = [(header.index(column.name), column) for column in COLUMNS if column.name in header]

    def read(self, line: int, cells: Sequence[str]) -> Row | list[Problem]:
        """The row, or everything that is wrong with it."""
        if len(cells) != self._width:
            return [Problem(line, f"has {len(cells)} cells, the header has {self._width}")]
        said: dict[str, dict[str, Any]] = {"product": {}, "variant": {}, "row": {}}
        problems = []
        for index, column in self._columns:
            try:
                _read_cell(column, cells[index], said[column.of])
            except ValueError as problem:
                problems.append(Problem(line, str(problem), column.name))
        row = said["row"]
        place, misplaced = self._place(row, {problem.column for problem in problems})
        problems += [Problem(line, reason, column) for column, reason in misplaced]
        if problems:
            return problems
        # Whether a variant is not the default is for the others to say.
        if not said["variant"].get("is_default"):
            said["variant"].pop("is_default", None)
        key = key_of(row.get("variant_ref"), said["variant"].get("sku"), said["variant"].get("name"))
        return Row(line, row["ref"], said["product"], key, said["variant"], place, row.get("quantity"))

    def _place(self, row: dict[str, Any], wrong: set[str | None]) -> tuple[str | None, list[tuple[str, str]]]:
        name, quantity = row.get("warehouse"), row.get("quantity")
        if wrong & {"warehouse", "quantity"}:
            return None, []
        if (name is None) != (quantity is None):
            missing = "warehouse" if name is None else "quantity"
            return None, [(missing, "is missing: a warehouse and a quantity are needed together")]
        if name is None:
            return None, []
        try:
            return self._places.find(name), []
        except LookupError as problem:
            return None, [("warehouse", str(problem))]


def key_of(ref: str | None, sku: str | None, name: str | None) -> str:
    """What a variant is known by within its product: what the file calls it, else its sku, else its name."""
    return f"ref:{ref}" if ref else f"sku:{sku}" if sku else f"name:{name or DEFAULT_NAME}"


def ref_in(key: str) -> str | None:
    """What the file calls a variant, out of its key."""
    return key.removeprefix("ref:") if key.startswith("ref:") else None


def hash_of(said: dict[str, Any]) -> bytes:
    """Two sayings are the same if their hashes are."""
    return hashlib.blake2b(msgspec.msgpack.encode(list(said.items())), digest_size=_HASH_BYTES).digest()


def _read_cell(column: Column, text: str, said: dict[str, Any]) -> None:
    if not text:
        if column.is_required:
            raise ValueError("must not be empty")
        if column.clears:
            said[column.field] = None
        return
    if "\0" in text:
        raise ValueError("must not hold a NUL character")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("is not UTF-8") from None
    said[column.field] = column.read(text)


def _require_usable(header: Sequence[str]) -> None:
    if len(header) == 1 and header[0].count("\t") > 1:
        raise Unreadable("the columns must be separated by commas or semicolons")
    unknown = [name for name in header if name not in BY_NAME]
    if unknown:
        raise Unreadable(f"unknown column {unknown[0][:_SHOWN_CHARACTERS]!r}; there are {', '.join(BY_NAME)}")
    twice = [name for name, times in Counter(header).items() if times > 1]
    if twice:
        raise Unreadable(f"the column {twice[0]} stands there twice")
    missing = [name for name in REQUIRED if name not in header]
    if missing:
        raise Unreadable(f"the column {missing[0]} is missing")
