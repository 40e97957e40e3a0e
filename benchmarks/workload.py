"""The workspace that is measured, and the signed requests that are sent to it."""

import json
import random
import struct
import time
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from fulfilment.infra import branding
from fulfilment.infra.auth import request_signing
from fulfilment.stock.queries import MOVE_LEVEL, LevelMove
from fulfilment.workspaces.administration import create_workspace

PRODUCTS = 200
LEVELS = 400
LICENSES = 1_000_000
# Ids are numbers in the place of a ULID, so that pgbench, which cannot build text, can pick one at random.
FIRST_NUMBER = 1_000_000_000_000_000_000
PADDING = "0000000"
OPENING_QUANTITY = 1_000_000

_INSERT_PRODUCTS = f"""
    INSERT INTO products (account_id, id, name, sku, type, weight, license_enabled, created_at, updated_at)
    SELECT $1, 'prd_{PADDING}' || $2 + n, 'Product ' || n, 'SKU-' || n, 'physical', 250, false, now(), now()
      FROM generate_series(1, $3::bigint) AS n
"""
_INSERT_VARIANTS = f"""
    INSERT INTO variants (account_id, id, product_id, name, sku, price_cents, is_default)
    SELECT $1, 'var_{PADDING}' || $2 + n, 'prd_{PADDING}' || $2 + (n + 1) / 2, 'Variant ' || n, 'SKU-' || n || '-V',
           1990, n % 2 = 1
      FROM generate_series(1, $3::bigint) AS n
"""
_INSERT_LICENSES = f"""
    INSERT INTO licenses (account_id, id, product_id, customer_id, key, normalized_key, is_custom_key, max_activations,
                          created_at)
    SELECT $1, 'lic_{PADDING}' || $2 + n, 'prd_{PADDING}' || $2 + 1 + n % $4, 'customer-' || n / 3,
           'bench-' || $2 + n, 'bench-' || $2 + n, true, 3, now()
      FROM generate_series(1, $3::bigint) AS n
"""
_INSERT_WAREHOUSE = """
    INSERT INTO warehouses (account_id, id, name, is_default, created_at, updated_at)
    VALUES ($1, $2, 'Main', true, now(), now())
"""


class Workspace(msgspec.Struct, frozen=True):
    """Parameters of a signed request."""

    account_id: str
    key_id: str
    secret: str
    warehouse_id: str

    def request(self, method: str, target: str, body: bytes = b"", key: str | None = None) -> bytes:
        """One signed request as it goes over the wire, valid for the next five minutes."""
        timestamp = str(int(time.time()))
        signature = request_signing.sign(
            self.secret,
            method,
            target.encode(),
            timestamp.encode(),
            sha256(body).hexdigest(),
            None if key is None else key.encode(),
        )
        names = branding.current()
        headers = [
            f"{method} {target} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Authorization: {names.signing_scheme} keyId={self.key_id}, scope=*, signature={signature}",
            f"{names.timestamp_header}: {timestamp}",
        ]
        if body:
            headers += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        if key is not None:
            headers.append(f"Idempotency-Key: {key}")
        return "\r\n".join([*headers, "", ""]).encode() + body

    def adjustment(self) -> bytes:
        """One unit more or less of some level, under an idempotency key of its own."""
        change = {
            "variantId": variant(random.randint(1, LEVELS)),
            "warehouseId": self.warehouse_id,
            "delta": random.choice((-1, 1)),
            "reason": "manual_adjust",
        }
        return self.post("/api/v1/stock/adjust", change)

    def post(self, path: str, body: dict[str, Any] | None = None) -> bytes:
        """A mutation under an idempotency key of its own."""
        return self.request("POST", path, b"" if body is None else json.dumps(body).encode(), f"bench-{fresh()}")


def fresh() -> int:
    """An unused number, to tell apart the values of a request: its key, a name, a checkout."""
    return random.randint(2 * FIRST_NUMBER, 9 * FIRST_NUMBER)


def variant(number: int) -> str:
    """The id of the nth variant, counted from 1."""
    return f"var_{PADDING}{FIRST_NUMBER + number}"


def license_key(number: int) -> str:
    """The key of the nth license, counted from 1."""
    return f"bench-{FIRST_NUMBER + number}"


def _opening_id(number: int) -> str:
    return f"mv_{PADDING}{FIRST_NUMBER + number}"


async def seed(database_url: str, name: str = "Bench", *, licenses: int = LICENSES) -> Workspace:
    """A workspace with products, two variants each, one level a variant that will not run out, and many licenses."""
    db = await asyncpg.connect(database_url)
    try:
        opened = await create_workspace(db, name)
        account_id = opened.account_id
        workspace = Workspace(account_id, opened.key_id, opened.secret, f"wh_{PADDING}{FIRST_NUMBER}")
        await db.execute(_INSERT_PRODUCTS, account_id, FIRST_NUMBER, PRODUCTS)
        await db.execute(_INSERT_VARIANTS, account_id, FIRST_NUMBER, LEVELS)
        await db.execute(_INSERT_WAREHOUSE, account_id, workspace.warehouse_id)
        await db.execute(_INSERT_LICENSES, account_id, FIRST_NUMBER, licenses, PRODUCTS)
        openings = [
            LevelMove(variant(n), workspace.warehouse_id, OPENING_QUANTITY, "initial_stock", movement_id=_opening_id(n))
            for n in range(1, LEVELS + 1)
        ]
        await db.executemany(MOVE_LEVEL.text, [(account_id, *MOVE_LEVEL.bind(opening)) for opening in openings])
    finally:
        await db.close()
    return workspace


async def settle(database_url: str) -> None:
    """Give the planner its statistics, which a running service has, after a warm-up that filled the tables."""
    db = await asyncpg.connect(database_url)
    try:
        await db.execute("VACUUM ANALYZE")
    finally:
        await db.close()


def write(path: Path, requests: Iterable[bytes]) -> None:
    """The file that the load generator replays."""
    path.write_bytes(b"".join(struct.pack("<I", len(request)) + request for request in requests))
