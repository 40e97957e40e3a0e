"""Only the owner of a table writes it: read from the registered statements."""

import importlib
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Iterator

import msgspec
import pytest

import fulfilment
from fulfilment.infra.database.statements import STATEMENTS, Statement

# `FOR UPDATE` locks, and what follows `DO UPDATE` is no table.
_WRITE = re.compile(r"\b(?:INSERT\s+INTO|DELETE\s+FROM|(?<!KEY )(?<!FOR )(?<!DO )UPDATE)\s+(\w+)", re.IGNORECASE)
# Tables that several packages write, each in its own part of a story. A table with one writer fails.
SHARED = {
    "accounts": {"billing", "infra", "partners", "workspaces"},
    "aggregator_configs": {"infra", "shipping"},
    "api_keys": {"api_keys", "infra", "partners"},
    "billing_accounts": {"billing", "payments"},
    "checkouts": {"billing", "payments"},
    "event_sequences": {"infra", "webhooks"},
    "events": {"infra", "webhooks"},
    "idempotency_keys": {"infra", "shipments"},
    "license_signing_keys": {"infra", "licenses"},
    "outbox": {"infra", "webhooks"},
    "partners": {"api_keys", "partners"},
    "previous_aggregator_keys": {"infra", "shipping"},
    "sessions": {"infra", "sign_in"},
    "storefronts": {"infra", "storefront"},
    "webhook_endpoints": {"infra", "webhooks"},
}


def find_written(text: str) -> set[str]:
    """The tables that a statement writes."""
    return set(_WRITE.findall(text))


def _statements(value: object) -> Iterator[Statement]:
    """The statements that an object of ours, or what it is made of, holds."""
    if isinstance(value, Statement):
        yield value
    elif isinstance(value, dict) and value is not STATEMENTS:
        for inner in value.values():
            yield from _statements(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _statements(inner)
    elif isinstance(value, msgspec.Struct):
        yield from _statements(list(msgspec.structs.asdict(value).values()))
    elif type(value).__module__.startswith("fulfilment.") and not isinstance(value, type):
        yield from _statements([getattr(value, name, None) for name in getattr(value, "__dict__", ())])


def _find_packages() -> dict[str, set[str]]:
    """The packages whose modules hold a statement that writes, by its name."""
    for module in pkgutil.walk_packages(fulfilment.__path__, "fulfilment."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    packages: dict[str, set[str]] = defaultdict(set)
    for name, module in list(sys.modules.items()):
        if name.startswith("fulfilment."):
            for statement in _statements(list(vars(module).values())):
                packages[statement.name].add(name.split(".")[1])
    return packages


PACKAGES = _find_packages()
WRITERS: dict[str, set[str]] = defaultdict(set)
for _statement in STATEMENTS.values():
    for _table in find_written(_statement.text):
        WRITERS[_table] |= PACKAGES.get(_statement.name, {f"nobody: {_statement.name}"})


def test_every_statement_that_writes_was_found() -> None:
    assert {"stock_levels", "stock_movements", "stock_reservations", "variants", "shipments"} <= set(WRITERS)
    assert [name for packages in WRITERS.values() for name in packages if name.startswith("nobody")] == []


@pytest.mark.parametrize("table", sorted(WRITERS))
def test_a_table_is_written_by_its_owner_alone(table: str) -> None:
    if table in SHARED:
        assert WRITERS[table] == SHARED[table]
    else:
        assert len(WRITERS[table]) == 1, f"{table} is written by {sorted(WRITERS[table])}"


@pytest.mark.parametrize("table", ["stock_levels", "stock_movements", "stock_reservations", "warehouses"])
def test_stock_is_written_by_stock(table: str) -> None:
    assert WRITERS[table] == {"stock"}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("UPDATE stock_levels l SET quantity = 0", {"stock_levels"}),
        ("WITH x AS (DELETE FROM stock_levels) INSERT  INTO events (id) SELECT 1", {"stock_levels", "events"}),
        ("INSERT INTO a (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 2", {"a"}),
        ("SELECT id FROM a FOR NO KEY UPDATE SKIP LOCKED", set()),
        ("SELECT id FROM a FOR UPDATE OF a", set()),
    ],
)
def test_the_check_reads_what_is_written(text: str, written: set[str]) -> None:
    assert find_written(text) == written
