"""Shorthands for batches."""

from typing import Any

from tests.harness.database import rows
from tests.harness.goods import fresh_key
from tests.harness.parcels import draft
from tests.http.service import Client

PATH = "/api/v1/batches"


def drafts(client: Client, number: int, **fields: Any) -> list[str]:
    """So many pending shipments."""
    found: list[str] = []
    while len(found) < number:
        body = {"shipments": [draft(**fields) for _ in range(min(100, number - len(found)))]}
        answer = client("POST", "/api/v1/shipments/bulk", body)
        assert answer.status == 200, answer.raw
        found += [each["data"]["shipment"]["id"] for each in answer.data["outcomes"]]
    return found


def order(client: Client, kind: str, ids: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """A batch of these, as it was answered."""
    given = {"kind": kind, **({} if ids is None else {"shipmentIds": ids}), **more}
    answer = client("POST", PATH, given, key=fresh_key())
    assert answer.status == 201, answer.raw
    return answer.data["batch"]


def shown(client: Client, batch: dict[str, Any]) -> dict[str, Any]:
    answer = client("GET", f"{PATH}/{batch['id']}")
    assert answer.status == 200, answer.raw
    return answer.data["batch"]


def counts(client: Client, batch: dict[str, Any]) -> dict[str, int]:
    """How many have come how far, without those that none has come to."""
    return {name: number for name, number in shown(client, batch)["counts"].items() if number}


def outcomes(client: Client, batch: dict[str, Any]) -> list[dict[str, Any]]:
    answer = client("GET", f"{PATH}/{batch['id']}/rows?limit=500")
    assert answer.status == 200, answer.raw
    return answer.data["rows"]


def come_due(client: Client) -> None:
    """Time has passed, and every row that has not ended is to be gone on with."""
    rows(client, "UPDATE batch_rows SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL")
    rows(client, "UPDATE batch_lanes SET due_at = now() WHERE account_id = $1")
