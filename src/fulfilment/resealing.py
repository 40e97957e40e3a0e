"""Sealing every secret at rest anew under the first master key, so that an old one can be taken away (decisions, 3).

Runs beside the service, in short transactions, and can be stopped and run again: what is sealed with the first key
already is left alone. Every column that holds a sealed secret stands in SEALED; a test finds the ones that are
missing.
"""

from collections.abc import Callable

import asyncpg
import msgspec

from fulfilment import secrets
from fulfilment.db.sql import Statement, sql
from fulfilment.http import idempotency
from fulfilment.storefront import secret as storefront_secret

_BATCH = 500


class Sealed(msgspec.Struct, frozen=True):
    """One column of sealed secrets: how to find those under another key, and what each is bound to."""

    what: str
    find: Statement
    store: Statement
    context: Callable[[asyncpg.Record], str]


def _sealed(what: str, table: str, column: str, key: tuple[str, ...], context: Callable, only: str = "true") -> Sealed:
    keys = ", ".join(key)
    same = " AND ".join(f"{name} = ${nth}" for nth, name in enumerate(key, start=3))
    return Sealed(
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


SEALED = (
    _sealed(
        "API secrets", "api_keys", "secret", ("account_id", "id", "key_id"), lambda row: f"api_key:{row['key_id']}"
    ),
    _sealed(
        "webhook secrets",
        "webhook_endpoints",
        "secret",
        ("account_id", "id"),
        lambda row: f"webhook_endpoint:{row['id']}",
        only="deleted_at IS NULL",
    ),
    # After the others: a secret that is rotated meanwhile comes here as it was.
    _sealed(
        "old webhook secrets",
        "webhook_endpoints",
        "previous_secret",
        ("account_id", "id"),
        lambda row: f"webhook_endpoint:{row['id']}",
    ),
    _sealed(
        "aggregator keys",
        "aggregator_configs",
        "api_key",
        ("account_id",),
        lambda row: f"aggregator_key:{row['account_id']}",
    ),
    _sealed(
        "report tokens",
        "aggregator_configs",
        "report_token",
        ("account_id",),
        lambda row: f"aggregator_report_token:{row['account_id']}",
    ),
    # After the current ones: a key that is replaced meanwhile comes here as it was.
    _sealed(
        "former aggregator keys",
        "former_aggregator_keys",
        "api_key",
        ("account_id", "id"),
        lambda row: f"aggregator_key:{row['account_id']}",
    ),
    _sealed(
        "former report tokens",
        "former_aggregator_keys",
        "report_token",
        ("account_id", "id"),
        lambda row: f"aggregator_report_token:{row['account_id']}",
    ),
    _sealed(
        "license signing keys",
        "license_signing_keys",
        "private_key",
        ("account_id",),
        lambda row: f"license_signing_key:{row['account_id']}",
    ),
    _sealed(
        "storefront secrets",
        "storefronts",
        "secret",
        ("account_id", "id"),
        lambda row: storefront_secret.context(row["id"]),
    ),
    # After the others: a secret that is rotated meanwhile comes here as it was.
    _sealed(
        "old storefront secrets",
        "storefronts",
        "previous_secret",
        ("account_id", "id"),
        lambda row: storefront_secret.context(row["id"]),
    ),
    _sealed(
        "remembered answers",
        "idempotency_keys",
        "response",
        ("account_id", "partner", "key"),
        lambda row: idempotency.context(row["account_id"], row["key"]),
        only="is_sealed",
    ),
)


async def reseal(db: asyncpg.Connection, keyring: secrets.Keyring) -> dict[str, int]:
    """Seal everything with the first master key. Answers how many of what. Raises CannotUnseal."""
    return {sealed.what: await _reseal(db, keyring, sealed) for sealed in SEALED}


async def _reseal(db: asyncpg.Connection, keyring: secrets.Keyring, sealed: Sealed) -> int:
    done = 0
    while rows := await db.fetch(sealed.find.text, keyring.mark, _BATCH):
        for row in rows:
            context = sealed.context(row)
            fresh = keyring.seal(keyring.unseal(row["sealed"], context), context)
            keys = [value for name, value in row.items() if name != "sealed"]
            # A row that changed meanwhile was sealed with the first key by whoever changed it.
            await db.execute(sealed.store.text, fresh, row["sealed"], *keys)
            done += 1
    return done
