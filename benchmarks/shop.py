"""The shop whose day is measured: a workspace of its own, so that what its acts leave changes no other figure."""

import asyncio
import time

import asyncpg
import msgspec

from benchmarks import workload
from benchmarks.client import call
from benchmarks.workload import FIRST_NUMBER, PADDING, Workspace
from fulfilment import settings
from fulfilment.infra import branding
from fulfilment.infra.encryption import keyring
from fulfilment.storefront import secrets_admin
from fulfilment.webhooks.http import signature

# Products with one variant and one level each, under the same number; drafts take from those of `workload.seed`.
FIRST_PLAIN, PLAIN_PRODUCTS = 1_001, 4_000
LICENSES = 100_000
_LICENSED, _DIGITAL = 9_001, 9_002
_PARTNER = "bench"
_CREDIT = 1_000_000_000_000
_ROWS_AT_ONCE = 1_000

_INSERT_PRODUCTS = f"""
    INSERT INTO products (account_id, id, name, sku, type, weight, license_enabled, created_at, updated_at)
    SELECT $1, 'prd_{PADDING}' || $2 + n, 'Product ' || n, 'SKU-' || n, $4, 250, $4 = 'license', now(), now()
      FROM unnest($3::bigint[]) AS n
"""
_INSERT_VARIANTS = f"""
    INSERT INTO variants (account_id, id, product_id, name, sku, price_cents, is_default)
    SELECT $1, 'var_{PADDING}' || $2 + n, 'prd_{PADDING}' || $2 + n, 'Variant ' || n, 'SKU-' || n || '-V', 1990, true
      FROM unnest($3::bigint[]) AS n
"""
_INSERT_LICENSES = f"""
    INSERT INTO licenses (account_id, id, product_id, customer_id, key, normalized_key, is_custom_key, max_activations,
                          created_at)
    SELECT $1, 'lic_{PADDING}' || $2 + n, 'prd_{PADDING}' || $2 + $4, 'customer-' || n, 'shop-' || $2 + n,
           'shop-' || $2 + n, true, 1000000, now()
      FROM generate_series(1, $3::bigint) AS n
"""


class Shop(msgspec.Struct, frozen=True):
    """The workspace, and what its storefront signs with."""

    workspace: Workspace
    storefront_secret: str
    storefront_target: str

    def storefront_event(self, body: bytes) -> bytes:
        """An event of the storefront's as it goes over the wire, valid for the next five minutes."""
        header = branding.current().webhook_header("Signature")
        head = [
            f"POST {self.storefront_target} HTTP/1.1",
            "Host: 127.0.0.1",
            f"{header}: {signature.sign([self.storefront_secret], int(time.time()), body)}",
            *described(body),
        ]
        return "\r\n".join([*head, "", ""]).encode() + body


def described(body: bytes) -> list[str]:
    """The headers of a JSON body."""
    return ["Content-Type: application/json", f"Content-Length: {len(body)}"]


def product(number: int) -> str:
    """The id of the nth product, counted from 1."""
    return f"prd_{PADDING}{FIRST_NUMBER + number}"


def licensed_product() -> str:
    return product(_LICENSED)


def digital_product() -> str:
    return product(_DIGITAL)


def license_key(number: int) -> str:
    """The key of the nth license, counted from 1."""
    return f"shop-{FIRST_NUMBER + number}"


def open_shop(database_url: str, port: int) -> Shop:
    """A shop with stock, licenses, credit, an origin to send from and a storefront."""
    keyring.load_keyring(settings.current())
    workspace = asyncio.run(workload.seed(database_url, "Shop", licenses=0))
    secret, target = asyncio.run(_furnish(database_url, workspace))
    _stock(port, workspace)
    call(port, workspace, "/api/v1/shipping-credits/topup", {"amount": _CREDIT})
    origin = {
        "contactName": "Toko Kopi",
        "contactPhone": "0811000001",
        "address": "Jl. Senopati 1",
        "postal": "12110",
    }
    call(port, workspace, "/api/v1/shipping/origin", origin, method="PATCH")
    return Shop(workspace, secret, target)


async def _furnish(database_url: str, workspace: Workspace) -> tuple[str, str]:
    """The products and the licenses; answers the storefront's secret and where it sends to."""
    account_id, plain = workspace.account_id, list(range(FIRST_PLAIN, FIRST_PLAIN + PLAIN_PRODUCTS))
    db = await asyncpg.connect(database_url)
    try:
        for kind, numbers in (("physical", plain), ("license", [_LICENSED]), ("digital", [_DIGITAL])):
            await db.execute(_INSERT_PRODUCTS, account_id, FIRST_NUMBER, numbers, kind)
            await db.execute(_INSERT_VARIANTS, account_id, FIRST_NUMBER, numbers)
        await db.execute(_INSERT_LICENSES, account_id, FIRST_NUMBER, LICENSES, _LICENSED)
        await db.execute("INSERT INTO partners (name, created_at) VALUES ($1, now())", _PARTNER)
        await db.execute("UPDATE accounts SET partner = $2 WHERE id = $1", account_id, _PARTNER)
        opened = await secrets_admin.ensure_secrets(db, "http://127.0.0.1", _PARTNER, account_id)
    finally:
        await db.close()
    return opened[0].secret, opened[0].url.removeprefix("http://127.0.0.1")


def _stock(port: int, workspace: Workspace) -> None:
    for first in range(FIRST_PLAIN, FIRST_PLAIN + PLAIN_PRODUCTS, _ROWS_AT_ONCE):
        rows = [
            {
                "variantId": workload.variant(number),
                "warehouseId": workspace.warehouse_id,
                "delta": workload.OPENING_QUANTITY,
                "reason": "initial_stock",
            }
            for number in range(first, first + _ROWS_AT_ONCE)
        ]
        call(port, workspace, "/api/v1/stock/adjust/bulk", {"adjustments": rows})
