"""Workspaces to load files into."""

from collections.abc import Callable

import pytest

from fulfilment.workspaces.administration import create_workspace
from tests.catalog.csv.import_workspace import ImportWorkspace
from tests.harness.workspaces import as_operator, in_database


@pytest.fixture
def open_shop(module_database_url: str) -> Callable[[], ImportWorkspace]:
    """Open another workspace."""

    def open_one() -> ImportWorkspace:
        with as_operator():
            workspace = in_database(module_database_url, lambda db: create_workspace(db, "A shop"))
        return ImportWorkspace(module_database_url, workspace.account_id)

    return open_one


@pytest.fixture
def shop(open_shop: Callable[[], ImportWorkspace]) -> ImportWorkspace:
    return open_shop()
