"""Shorthands for batches."""

from typing import Any

from tests.harness.database import rows
from tests.harness.goods import fresh_key
from tests.harness.parcels import draft
from tests.harness.service import Client

PATH = "/api/v1/batches"


def create_drafts(client: Client, number: int, **fields: Any) -> list[str]:
    """So many pending shipments."""
    found: list[str] = []
    while len(found) < number:
        body = {"shipments": [draft(**fields) for _ in range(min(100, number - len(found)))]}
        answer = client("POST", "/api/v1/shipments/bulk", body)
        assert answer.status == 200, answer.raw
        found += [each["data"]["shipment"]["id"] for each in answer.data["outcomes"]]
    return found


def create_batch(client: Client, kind: str, ids: list[str] | None = None, **fields: Any) -> dict[str, Any]:
    """A batch of these, as it was answered."""
    body = {"kind": kind, **({} if ids is None else {"shipmentIds": ids}), **fields}
    answer = client("POST", PATH, body, key=fresh_key())
    assert answer.status == 201, answer.raw
    return answer.data["batch"]


def get_batch(client: Client, batch: dict[str, Any]) -> dict[str, Any]:
    answer = client("GET", f"{PATH}/{batch['id']}")
    assert answer.status == 200, answer.raw
    return answer.data["batch"]


def get_counts(client: Client, batch: dict[str, Any]) -> dict[str, int]:
    """How many have come how far, without those that none has come to."""
    return {name: number for name, number in get_batch(client, batch)["counts"].items() if number}


def list_rows(client: Client, batch: dict[str, Any]) -> list[dict[str, Any]]:
    answer = client("GET", f"{PATH}/{batch['id']}/rows?limit=500")
    assert answer.status == 200, answer.raw
    return answer.data["rows"]


def make_due(client: Client) -> None:
    """Time has passed, and every row that has not ended is to be gone on with."""
    rows(client, "UPDATE batch_rows SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL")
    rows(client, "UPDATE batch_tenants SET due_at = now() WHERE account_id = $1")
