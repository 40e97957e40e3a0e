"""Limits and cursors of every list of the catalog, stock, keys and audit (decisions, section 2)."""

import pytest

from tests.harness.paging import GUESSED_CURSORS
from tests.harness.service import Client

# The list, its name under `data`, and the most it shows at once.
LISTS = [
    ("/api/v1/products", "products", 200),
    ("/api/v1/warehouses", "warehouses", 200),
    ("/api/v1/stock/levels", "stock", 200),
    ("/api/v1/stock/movements", "movements", 200),
    ("/api/v1/stock/reservations", "reservations", 200),
    ("/api/v1/stock/reconcile", "levels", 1_000),
    ("/api/v1/addresses", "addresses", 200),
    ("/api/v1/api-keys", "apiKeys", 500),
    ("/api/v1/audit-log", "entries", 500),
]


@pytest.mark.parametrize(("target", "name", "most"), LISTS)
def test_a_limit_within_its_range_is_taken(merchant: Client, target: str, name: str, most: int):
    for limit in (1, most):
        answer = merchant("GET", f"{target}?limit={limit}")
        assert (answer.status, list(answer.data)) == (200, [name])
        assert set(answer.json["meta"]) == {"requestId", "timestamp", "cursor", "hasMore"}


@pytest.mark.parametrize(("target", "name", "most"), LISTS)
def test_a_limit_out_of_its_range_is_refused(merchant: Client, target: str, name: str, most: int):
    for limit in (0, -1, most + 1, 10**30, "x", "", "1.5", "%31%00"):
        answer = merchant("GET", f"{target}?limit={limit}")
        assert (answer.error, answer.field) == ((400, "VALIDATION"), "limit"), limit


@pytest.mark.parametrize(("target", "name", "most"), LISTS)
def test_a_cursor_that_somebody_guessed_is_refused_or_harmless(merchant: Client, target: str, name: str, most: int):
    for cursor in GUESSED_CURSORS:
        answer = merchant("GET", f"{target}?cursor={cursor}")
        if answer.status != 200:
            assert answer.error == (400, "VALIDATION"), cursor
            # Bytes that are not UTF-8 have no parameter that they belong to.
            assert answer.field == "cursor" or "%" in cursor, cursor
