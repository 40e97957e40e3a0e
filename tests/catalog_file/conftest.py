"""Workspaces to load files into."""

from collections.abc import Callable

import pytest

from fulfilment.accounts.opening import open_workspace
from tests.catalog_file.shop import Shop
from tests.http.workspaces import as_operator, in_database


@pytest.fixture
def open_shop(module_database_url: str) -> Callable[[], Shop]:
    """Open another workspace."""

    def open_one() -> Shop:
        with as_operator():
            opened = in_database(module_database_url, lambda db: open_workspace(db, "A shop"))
        return Shop(module_database_url, opened.account_id)

    return open_one


@pytest.fixture
def shop(open_shop: Callable[[], Shop]) -> Shop:
    return open_shop()
