"""Setting the stage: a database with two workspaces, the API as it is served, and upstreams that can misbehave."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from benchmarks import people, workload
from benchmarks.client import call
from benchmarks.neighbours.attacks import Stage, draft, long_items, mixed_items
from benchmarks.neighbours.upstreams import AUDIENCE, Provider
from benchmarks.processes import awaited, ended, free_port
from benchmarks.workload import Workspace
from fulfilment import settings
from fulfilment.documents import LabelOptions
from fulfilment.infra.encryption import keyring
from fulfilment.shipments.shipping_documents import label_links

PLAIN_SHIPMENTS = 100
LONG_SHIPMENTS = 4
LICENSES = 1_000
LONG_PRODUCTS = 400
# As many as a statement may have.
TRANSACTIONS = 50_000
CONSOLE_PEOPLE = 200
MIXED_SHIPMENTS = 24
_ROOT = Path(__file__).parents[2]

_INSERT_LONG = """
    INSERT INTO products (account_id, id, name, description, type, license_enabled, created_at, updated_at)
    SELECT $1, 'prd_long' || lpad(n::text, 22, '0'), 'Long ' || n, repeat('Lorem ipsum. ', 750), 'physical', false,
           now(), now()
      FROM generate_series(1, $2::bigint) AS n
"""

_INSERT_BALANCE = """
    INSERT INTO credit_balances (account_id, balance, transaction_count, updated_at) VALUES ($1, $2, $2, now())
    ON CONFLICT (account_id) DO UPDATE SET balance = $2, transaction_count = $2
"""
_INSERT_CREDIT = """
    INSERT INTO credit_transactions (account_id, id, number, kind, amount, balance_after, external_ref, created_at)
    SELECT $1, 'ctx_' || lpad(n::text, 26, '0'), n, 'topup', 1, n, 'ref-' || n, now()
      FROM generate_series(1, $2::bigint) AS n
"""


class Served(msgspec.Struct, frozen=True):
    """The API on a port, with the courier at an address."""

    port: int


def settle(database_url: str) -> None:
    """Have everything written that earlier attacks left to be written, so that each attack pays for its own writes."""
    asyncio.run(_checkpoint(database_url))
    os.sync()


@contextmanager
def served(folder: Path, database_url: str, courier: str, provider: Provider) -> Iterator[Served]:
    """The API with as many processes as it has by default."""
    port = free_port()
    given = {
        "FULFILMENT_PORT": str(port),
        "FULFILMENT_DATABASE_URL": database_url,
        "FULFILMENT_AGGREGATOR_URL": courier,
        "FULFILMENT_AGGREGATOR_KEY": "bench",
        "FULFILMENT_OIDC_ISSUER": provider.issuer,
        "FULFILMENT_OIDC_AUDIENCE": AUDIENCE,
        # Counting what an address asks of the public routes, or gets wrong, would end the attacks before they begin.
        "FULFILMENT_FAILED_AUTH_REQUESTS_PER_MINUTE": "1000000000",
        "FULFILMENT_LICENSE_REQUESTS_PER_MINUTE": "1000000000",
        "FULFILMENT_LICENSE_KEY_REQUESTS_PER_MINUTE": "1000000000",
        "FULFILMENT_LICENSE_UNKNOWN_KEYS_PER_MINUTE": "1000000000",
        "FULFILMENT_LABEL_LINK_REQUESTS_PER_MINUTE": "1000000000",
    }
    log = folder / f"api-{port}.log"
    with open(log, "wb") as output:
        command = [sys.executable, "-m", "benchmarks.neighbours.served"]
        environ = os.environ | given
        # As `serve` starts it: in a session of its own, which has its own share of the processors.
        api = subprocess.Popen(
            command, cwd=_ROOT, stdout=output, stderr=subprocess.STDOUT, env=environ, start_new_session=True
        )
    try:
        awaited(api, f"http://127.0.0.1:{port}/api/v1/health", log)
        yield Served(port)
    finally:
        ended(api)


def prepared(database_url: str, api: Served, provider: Provider) -> tuple[Stage, Workspace, str]:
    """The aggressor with all that it needs, the neighbour, and a shipment of the latter."""
    aggressor = asyncio.run(workload.seed(database_url, "Aggressor", licenses=LICENSES))
    neighbour = asyncio.run(_neighbour(database_url))
    asyncio.run(_long_lists(database_url, aggressor))
    call(api.port, aggressor, "/api/v1/shipping/origin", draft()["origin"], method="PATCH")
    plain = _shipments(api, aggressor, [draft() for _ in range(PLAIN_SHIPMENTS)])
    mixed = _shipments(api, aggressor, [draft(items=mixed_items()) for _ in range(MIXED_SHIPMENTS)])
    (own,) = _shipments(api, neighbour, [draft()])
    long = _shipments(api, aggressor, [draft(items=long_items()) for _ in range(LONG_SHIPMENTS)])
    asyncio.run(workload.settle(database_url))
    keyring.load_keyring(settings.current())
    links = [
        label_links.create_link({"account_id": aggressor.account_id, "id": each}, settings.current(), LabelOptions())
        for each in plain[:20]
    ]
    keys = [workload.license_key(number) for number in range(1, LICENSES + 1)]
    cookies = people.signed_in(database_url, provider.issuer, [aggressor.account_id], CONSOLE_PEOPLE)
    return Stage(aggressor, provider, plain, long, mixed, links, keys, cookies), neighbour, own


def _shipments(api: Served, workspace: Workspace, drafts: list[dict[str, Any]]) -> list[str]:
    return [call(api.port, workspace, "/api/v1/shipments", each)["shipment"]["id"] for each in drafts]


async def _neighbour(database_url: str) -> Workspace:
    """A workspace with a few hundred levels, as the aggressor's, under other ids."""
    return await workload.seed(database_url, "Neighbour", licenses=0)


async def _long_lists(database_url: str, workspace: Workspace) -> None:
    db = await asyncpg.connect(database_url)
    try:
        await db.execute(_INSERT_LONG, workspace.account_id, LONG_PRODUCTS)
        for statement in (_INSERT_BALANCE, _INSERT_CREDIT):
            await db.execute(statement, workspace.account_id, TRANSACTIONS)
    finally:
        await db.close()


async def _checkpoint(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    try:
        await db.execute("CHECKPOINT")
    finally:
        await db.close()
