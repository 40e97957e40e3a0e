"""A dump of the database holds no secret (SECURITY.md)."""

import base64
from collections.abc import Iterator

import psycopg

from tests.access.callers import House
from tests.harness.goods import fresh_key
from tests.harness.workspaces import open_client
from tests.infra.auth.second_scheme import second

AGGREGATOR_KEY = "biteship_test.a-key-that-is-nobody-elses"


def _everything(database_url: str) -> Iterator[tuple[str, bytes]]:
    """Every row of every table as text, as a dump has it; bytes are hexadecimal there."""
    with psycopg.connect(database_url) as connection:
        tables = connection.execute(
            "SELECT quote_ident(relname) FROM pg_class WHERE relkind IN ('r', 'p')"
            " AND relnamespace = 'public'::regnamespace"
        ).fetchall()
        for (table,) in tables:
            with connection.cursor().copy(f"COPY (SELECT * FROM {table}) TO STDOUT") as copy:
                yield table, b"".join(bytes(piece) for piece in copy)


def _forms(secret: str) -> list[bytes]:
    """A secret in clear, and in what it might be taken for sealed in."""
    raw = secret.encode()
    return [raw, raw.hex().encode(), base64.b64encode(raw).rstrip(b"=")]


def test_a_dump_of_the_database_holds_no_secret(house: House) -> None:
    owner = open_client(house.service)
    minted = owner("POST", "/api/v1/api-keys", {"name": "Dumped"}, fresh_key()).data["secret"]
    url = {"url": "http://127.0.0.1:9/hook"}
    hook = owner("POST", "/api/v1/webhooks/endpoints", url, fresh_key()).data
    path = f"/api/v1/webhooks/endpoints/{hook['endpoint']['id']}/rotate-secret"
    turned = owner("POST", path, None, fresh_key()).data["secret"]
    assert owner("PUT", "/api/v1/shipping/config", {"apiKey": AGGREGATOR_KEY}, fresh_key()).status == 200
    assert second(owner)("GET", "/api/v1/licenses/signing-key").status == 200
    secrets = {owner.secret, minted, hook["secret"], turned, AGGREGATOR_KEY}
    assert len(secrets) == 5
    seen = dict(_everything(house.service.database_url))
    # The key ids beside them are there, so what is looked through is what was stored.
    assert owner.key_id.encode() in seen["api_keys"] and owner.account_id.encode() in seen["aggregator_configs"]
    assert hook["endpoint"]["id"].encode() in seen["webhook_endpoints"] and seen["idempotency_keys"]
    found = {table for table, rows in seen.items() for one in secrets for form in _forms(one) if form in rows}
    assert found == set()
