"""The operator's hand on a workspace, as the commands have it."""

from fulfilment.accounts import suspension
from tests.http.service import Client
from tests.http.workspaces import in_database


def suspend(client: Client) -> None:
    """Suspend the client's workspace."""
    in_database(client.service.database_url, lambda db: suspension.suspend(db, client.account_id))


def reopen(client: Client) -> None:
    """Open it again."""
    in_database(client.service.database_url, lambda db: suspension.reopen(db, client.account_id))
