"""Suspension of a workspace, as the operator's commands do it."""

from fulfilment.workspaces import administration
from tests.harness.service import Client
from tests.harness.workspaces import in_database


def suspend(client: Client) -> None:
    """Suspend the client's workspace."""
    in_database(client.service.database_url, lambda db: administration.suspend_workspace(db, client.account_id))


def reopen(client: Client) -> None:
    """Open it again."""
    in_database(client.service.database_url, lambda db: administration.unsuspend_workspace(db, client.account_id))
