"""Heartbeats of the processes that hold leases of a workspace, expired without waiting."""

from tests.harness.database import rows
from tests.harness.service import Client

_EXPIRE = """
    UPDATE process_heartbeats SET present_until = now()
     WHERE present_until > now()
       AND number IN (SELECT holder FROM courier_operations WHERE account_id = $1
                      UNION ALL SELECT holder FROM idempotency_keys WHERE account_id = $1
                      UNION ALL SELECT holder FROM batch_rows WHERE account_id = $1
                      UNION ALL SELECT holder FROM checkouts WHERE account_id = $1)
"""


def pass_seconds(client: Client) -> None:
    """Expire the heartbeat of each process that holds a lease of the workspace, as if its time had passed."""
    rows(client, _EXPIRE)
