"""Time that passes for who holds something of a workspace, without a test that waits for it."""

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
    """As if those passed after which whoever holds something of the workspace, and beats no more, is dead."""
    rows(client, _EXPIRE)
