"""Warehouses, as the file names them: by name, or by id where a name would not tell which."""

from collections.abc import Sequence
from typing import Any


class WarehouseResolver:
    """The warehouses of a workspace (rows with `id`, `name` and `archived`)."""

    def __init__(self, rows: Sequence[Any], *, may_create: bool = False) -> None:
        self._may_create = may_create
        self._ids = {row["id"] for row in rows}
        self._names: dict[str, list[str]] = {}
        self._created: dict[str, str] = {}
        active = [row for row in rows if not row["archived"]]
        for row in active:
            self._names.setdefault(row["name"], []).append(row["id"])
        # A warehouse that was archived meanwhile still holds what an earlier run put there.
        for row in rows:
            if row["archived"] and row["name"] not in {one["name"] for one in active}:
                self._names.setdefault(row["name"], []).append(row["id"])
        self._labels = {row["id"]: row["name"] if self._is_unambiguous(row["name"]) else row["id"] for row in active}

    def resolve(self, text: str) -> str:
        """The id of a warehouse, or the name of one that will be created. Raises LookupError with the reason."""
        if text in self._ids:
            return text
        ids = self._names.get(text, [])
        if len(ids) == 1:
            return ids[0]
        if ids:
            raise LookupError(f"{len(ids)} warehouses are called {text!r}; give the id of the one that is meant")
        if not self._may_create:
            raise LookupError(f"there is no warehouse called {text!r}")
        return text

    def find_id(self, name_or_id: str) -> str | None:
        """The id of what `resolve` answered; None where it is yet to be created."""
        return name_or_id if name_or_id in self._ids else self._created.get(name_or_id)

    def add_created(self, created: dict[str, str]) -> None:
        """Warehouses that were created, by name."""
        self._created.update(created)

    def find_label(self, id: str) -> str | None:
        """What the file calls a warehouse; None for an archived one."""
        return self._labels.get(id)

    def _is_unambiguous(self, name: str) -> bool:
        return len(self._names[name]) == 1 and name not in self._ids
