"""The SQL that removes what has had its time: a few rows at once, passing over what others hold."""

from fulfilment.db.sql import sql

FORGET_SECRETS = sql(
    "webhooks.unscoped_forget_secrets",
    """
    WITH over AS MATERIALIZED (
        SELECT account_id, id FROM webhook_endpoints WHERE previous_secret_until <= now()
         ORDER BY previous_secret_until LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
    ), forgotten AS (
        UPDATE webhook_endpoints e SET previous_secret = NULL, previous_secret_until = NULL
          FROM over o WHERE e.account_id = o.account_id AND e.id = o.id
        RETURNING 1
    )
    SELECT count(*) FROM forgotten
    """,
)
