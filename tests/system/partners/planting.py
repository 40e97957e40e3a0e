"""Workspaces full of recognisable things, and a watch over the rows that a partner may neither see nor change."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import psycopg

from tests.contract import world
from tests.contract.document import CheckedClient, Document
from tests.harness.service import Answer, Client, Service

MARK = "zzmarkedzz"
# Where a request may say what it likes.
_TEXTS = {"name", "sku", "description", "note", "memo", "label", "contactName", "address", "externalRef", "customerId"}
_TEXTS |= {"checkoutSessionId", "instanceId", "brandName", "city", "customerEmail", "email"}
_ID = re.compile(r"[a-z]{2,5}_[0-9A-Za-z]{16,32}|[a-z0-9]{24}|([0-9A-Z]{5}-){4}[0-9A-Z]{5}")
# A marker belongs to one workspace. The id of an area is none, since many workspaces share it.
_NOT_DISTINCT = {world.ORIGIN["areaId"]}


class Marked(msgspec.Struct, frozen=True):
    """A client whose every free text bears the mark."""

    client: Client

    @property
    def service(self) -> Service:
        return self.client.service

    def __call__(self, method: str, target: str, body: Any = None, key: str | None = None) -> Answer:
        return self.client(method, target, marked(body), key)


def marked(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {inner: marked(part, inner) for inner, part in value.items()}
    if isinstance(value, list):
        return [marked(part, name) for part in value]
    if isinstance(value, str) and name in _TEXTS:
        return f"{MARK}.{value}" if "mail" in name else f"{value} {MARK}"
    return value


def plant(client: Client, document: Document, *, of_partner: bool) -> dict[str, str]:
    """The ids of a world of which every text is marked."""
    return world.build(CheckedClient(Marked(client), document), of_partner=of_partner)


def fill_empty_tables(url: str, account_id: str) -> None:
    """Give the workspace a row in each table where a world without a worker leaves none."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        for table in tenant_tables(connection):
            found = connection.execute(f"SELECT 1 FROM {table} WHERE account_id = %s LIMIT 1", [account_id])
            if found.fetchone() is None:
                # No request reads the row, so it need make no sense.
                for (name,) in connection.execute(_CHECKS, [table]).fetchall():
                    connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
                columns = connection.execute(_COLUMNS, [table]).fetchall()
                values = [account_id if name == "account_id" else _OF_TYPE[kind] for name, kind in columns]
                names, places = ", ".join(name for name, _ in columns), ", ".join(["%s"] * len(columns))
                connection.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", values)


def tenant_tables(connection: psycopg.Connection) -> list[str]:
    found = connection.execute(
        "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public'"
        " AND column_name = 'account_id' ORDER BY 1"
    )
    return [name for (name,) in found]


_COLUMNS = """
    SELECT column_name, data_type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = %s AND is_generated = 'NEVER' AND is_identity = 'NO'
     ORDER BY ordinal_position
"""
_CHECKS = "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'c'"
# A value for a column, by its type.
_OF_TYPE = {
    "text": f"planted {MARK}",
    "integer": 1,
    "bigint": 1,
    "smallint": 1,
    "boolean": False,
    "json": "{}",
    "jsonb": "{}",
    "bytea": b"planted",
    "date": "2026-11-01",
    "timestamp with time zone": "2026-11-01T00:00:00Z",
    "double precision": 0.25,
    "interval": "1 second",
    "ARRAY": [],
}


class RowWatch:
    """Rows as they are; `unchanged` fails where one has become another, has gone or has come."""

    def __init__(self, url: str, accounts: Iterable[str], partner: str, merchants: Iterable[str]):
        """Every row of `accounts`, and of the `merchants` what is not for their partner, `partner`."""
        self._connection = psycopg.connect(url, autocommit=True)
        self._accounts, self._merchants, self._partner = list(accounts), list(merchants), partner
        self.tables = tenant_tables(self._connection)
        self._statement = " UNION ALL ".join(self._parts())
        self._before = self.rows()

    def close(self) -> None:
        self._connection.close()

    def rows(self) -> list[str]:
        """When a key was last used is noted in the background."""
        parameters = {"accounts": self._accounts, "merchants": self._merchants, "partner": self._partner}
        return sorted(text for (text,) in self._connection.execute(self._statement, parameters))

    def unchanged(self, after: str) -> None:
        now = self.rows()
        assert now == self._before, f"after {after}: {set(now) ^ set(self._before)}"

    def empty_tables(self) -> set[str]:
        """The tables of which the accounts have no row, so that nothing of them could be seen."""
        return set(self.tables) - {text.partition(" ")[0] for text in self._before}

    def markers(self) -> set[str]:
        """Every id and every marked text in the rows of the accounts."""
        return set(self._strings()) - _NOT_DISTINCT

    def rows_of_accounts(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every row of theirs, with its table."""
        for text in self._before:
            table, _, encoded = text.partition(" ")
            row = msgspec.json.decode(encoded)
            if row.get("account_id", row.get("id")) in self._accounts:
                yield table, row

    def _strings(self) -> Iterator[str]:
        for _, row in self.rows_of_accounts():
            yield from (value for value in _within(row) if MARK in value or _ID.fullmatch(value))

    def _parts(self) -> Iterator[str]:
        for table in self.tables:
            yield (
                f"SELECT '{table} ' || (to_jsonb(t) - 'last_used_at')::text FROM {table} t"
                " WHERE account_id = ANY (%(accounts)s)"
            )
        yield "SELECT 'accounts ' || to_jsonb(t)::text FROM accounts t WHERE partner IS DISTINCT FROM %(partner)s"
        yield "SELECT 'partners ' || to_jsonb(t)::text FROM partners t"
        yield (
            "SELECT 'api_keys ' || (to_jsonb(t) - 'last_used_at')::text FROM api_keys t"
            " WHERE account_id = ANY (%(merchants)s) AND made_by_partner IS NULL"
        )
        yield (
            "SELECT 'aggregator_configs ' || jsonb_build_object('account_id', account_id, 'key', api_key,"
            " 'key_id', key_id, 'preview', api_key_preview, 'token', report_token)::text"
            " FROM aggregator_configs WHERE account_id = ANY (%(merchants)s)"
        )
        yield (
            "SELECT 'previous_aggregator_keys ' || to_jsonb(t)::text FROM previous_aggregator_keys t"
            " WHERE account_id = ANY (%(merchants)s)"
        )
        yield (
            "SELECT 'idempotency_keys ' || to_jsonb(t)::text FROM idempotency_keys t"
            " WHERE account_id = ANY (%(merchants)s) AND partner = ''"
        )


def _within(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _within(part)
