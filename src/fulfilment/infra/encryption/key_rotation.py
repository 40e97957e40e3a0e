"""Master key rotation: re-encrypts every secret with the first master key (decisions, section 3).

Afterwards old master keys can be removed. The rotation runs in short transactions while the service runs. It can be
stopped and repeated, since it skips secrets that are encrypted with the first key already. ENCRYPTED_COLUMNS lists
every column of encrypted secrets; a test finds missing columns.
"""

from collections.abc import Callable

import asyncpg
import msgspec

from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.encryption import keyring as encryption_keyring
from fulfilment.infra.operations import idempotency

_BATCH = 500


class EncryptedColumn(msgspec.Struct, frozen=True):
    """A column of encrypted secrets: its statements, and the context (associated data) of each secret."""

    what: str
    find: Statement
    store: Statement
    context: Callable[[asyncpg.Record], str]


def _encrypted_column(
    what: str, table: str, column: str, key: tuple[str, ...], context: Callable, only: str = "true"
) -> EncryptedColumn:
    keys = ", ".join(key)
    same = " AND ".join(f"{name} = ${nth}" for nth, name in enumerate(key, start=3))
    return EncryptedColumn(
        what,
        sql(
            f"resealing.unscoped_find_{table}_{column}",
            f"""
            SELECT {keys}, {column} AS sealed FROM {table}
             WHERE {column} IS NOT NULL AND {only} AND substring({column} FROM 1 FOR length($1::bytea)) <> $1
             LIMIT $2
            """,
        ),
        sql(
            f"resealing.unscoped_store_{table}_{column}",
            f"UPDATE {table} SET {column} = $1 WHERE {column} = $2 AND {same}",
        ),
        context,
    )


ENCRYPTED_COLUMNS = (
    _encrypted_column(
        "API secrets", "api_keys", "secret", ("account_id", "id", "key_id"), lambda row: f"api_key:{row['key_id']}"
    ),
    _encrypted_column(
        "webhook secrets",
        "webhook_endpoints",
        "secret",
        ("account_id", "id"),
        lambda row: f"webhook_endpoint:{row['id']}",
        only="deleted_at IS NULL",
    ),
    # After the current secrets, since a rotation meanwhile moves the old secret to this column unchanged.
    _encrypted_column(
        "old webhook secrets",
        "webhook_endpoints",
        "previous_secret",
        ("account_id", "id"),
        lambda row: f"webhook_endpoint:{row['id']}",
    ),
    _encrypted_column(
        "aggregator keys",
        "aggregator_configs",
        "api_key",
        ("account_id",),
        lambda row: f"aggregator_key:{row['account_id']}",
    ),
    _encrypted_column(
        "report tokens",
        "aggregator_configs",
        "report_token",
        ("account_id",),
        lambda row: f"aggregator_report_token:{row['account_id']}",
    ),
    # After the current keys, since a replacement meanwhile moves the old key to this table unchanged.
    _encrypted_column(
        "former aggregator keys",
        "previous_aggregator_keys",
        "api_key",
        ("account_id", "id"),
        lambda row: f"aggregator_key:{row['account_id']}",
    ),
    _encrypted_column(
        "former report tokens",
        "previous_aggregator_keys",
        "report_token",
        ("account_id", "id"),
        lambda row: f"aggregator_report_token:{row['account_id']}",
    ),
    _encrypted_column(
        "license signing keys",
        "license_signing_keys",
        "private_key",
        ("account_id",),
        lambda row: f"license_signing_key:{row['account_id']}",
    ),
    _encrypted_column(
        "storefront secrets",
        "storefronts",
        "secret",
        ("account_id", "id"),
        lambda row: f"storefront:{row['id']}",
    ),
    # After the current secrets, since a rotation meanwhile moves the old secret to this column unchanged.
    _encrypted_column(
        "old storefront secrets",
        "storefronts",
        "previous_secret",
        ("account_id", "id"),
        lambda row: f"storefront:{row['id']}",
    ),
    _encrypted_column(
        "remembered answers",
        "idempotency_keys",
        "response",
        ("account_id", "partner", "key"),
        lambda row: idempotency.encryption_context(row["account_id"], row["key"]),
        only="is_sealed",
    ),
)


async def reencrypt(db: asyncpg.Connection, keyring: encryption_keyring.Keyring) -> dict[str, int]:
    """Re-encrypt every secret with the first master key, and return counts by column. Raises DecryptionFailed."""
    return {sealed.what: await _reencrypt_column(db, keyring, sealed) for sealed in ENCRYPTED_COLUMNS}


async def _reencrypt_column(
    db: asyncpg.Connection, keyring: encryption_keyring.Keyring, sealed: EncryptedColumn
) -> int:
    done = 0
    while rows := await db.fetch(sealed.find.text, keyring.header, _BATCH):
        for row in rows:
            context = sealed.context(row)
            fresh = keyring.encrypt(keyring.decrypt(row["sealed"], context), context)
            keys = [value for name, value in row.items() if name != "sealed"]
            # A row that changed meanwhile was encrypted with the first key by that change.
            await db.execute(sealed.store.text, fresh, row["sealed"], *keys)
            done += 1
    return done
