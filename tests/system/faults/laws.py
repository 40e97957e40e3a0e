"""Invariants of a workspace at any moment, whichever process was killed when."""

import json
from collections import Counter
from typing import Any

from tests.credits import ledger
from tests.harness.counts import miscounts
from tests.harness.database import rows
from tests.harness.service import Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.harness.workspaces import in_database
from tests.system.faults.crashes import pass_seconds
from tests.system.faults.load import Load, Sent


def require_every_law(client: Client) -> None:
    """The ledgers, the counts, the sequences, and one event for each write."""
    _require_stock_laws(client)
    _require_counts(client)
    _require_sequences(client)
    _require_one_event_each(client)
    in_database(client.service.database_url, lambda db: ledger.state(db, client.account_id))


def require_acknowledged(client: Client, load: Load) -> None:
    """Every acknowledged write is there, and no request was carried out twice."""
    for kind, where in _WRITTEN.items():
        found = Counter(row["tag"] for row in rows(client, where))
        acknowledged = {request.tag for request in load.acknowledged(kind)}
        assert acknowledged, f"no {kind} was acknowledged, so nothing was tested"
        lost = acknowledged - found.keys()
        assert not lost, f"{kind}: acknowledged and lost: {lost}"
        twice = [tag for tag, count in found.items() if count > 1]
        assert not twice, f"{kind}: done twice: {twice}"
        unheard = found.keys() - {request.tag for request in load.sent if request.kind == kind}
        assert not unheard, f"{kind}: no client asked for {unheard}"
    booked, cancelled = _booked(client), _cancelled(client)
    assert {request.tag for request in load.acknowledged("confirm")} <= booked
    assert {request.tag for request in load.acknowledged("cancel")} <= cancelled


def require_one_order_and_charge_each(client: Client, courier: Courier) -> None:
    """Every booked shipment has one order and one charge, every other none; nothing is held any more."""
    shipments = rows(client, "SELECT * FROM shipments WHERE account_id = $1")
    booked = _booked(client)
    charges = Counter(
        row["shipment_id"]
        for row in rows(
            client, "SELECT shipment_id FROM credit_transactions WHERE account_id = $1 AND kind = 'shipment_charge'"
        )
    )
    credit = {row["shipment_id"]: row for row in rows(client, "SELECT * FROM shipment_charges WHERE account_id = $1")}
    placed: dict[str, list[dict[str, Any]]] = {}
    for order in courier.all_orders():
        placed.setdefault(order["reference_id"], []).append(order)
    for shipment in shipments:
        id = shipment["id"]
        orders = placed.get(id, [])
        assert len(orders) == (id in booked), (id, orders)
        assert charges[id] == (id in booked), id
        if id in booked:
            assert orders[0]["id"] == shipment["aggregator_order_id"]
            assert credit[id]["charged"] == shipment["price"] + shipment["insurance"]
            assert credit[id]["refunded"] == (credit[id]["charged"] if shipment["status"] == "cancelled" else 0)
    assert sum(row["held"] for row in credit.values()) == 0
    assert rows(client, "SELECT * FROM courier_operations WHERE account_id = $1") == []


def repeat_unanswered(client: Client, load: Load, *, survivors: bool = False) -> list[Sent]:
    """Send every keyed request that got no answer again under its key, and then once more. Returns these requests.

    Where there are `survivors` among the processes, one may have such a request under way still, and is waited for.
    """
    unanswered = [request for request in load.sent if request.key is not None and request.is_unclear]
    pass_seconds(client)
    for request in unanswered:
        if survivors:
            eventually(lambda request=request: not _is_under_way(client, request))
        first = client("POST", request.target, request.body, request.key)
        request.answer = first
        assert request.is_acknowledged or request.is_refused, (request, first.raw)
        assert first.status != 409 or first.error[1] != "IDEMPOTENCY_IN_PROGRESS", "a dead process is still waited for"
        if request.is_acknowledged:
            second = client("POST", request.target, request.body, request.key)
            assert (second.status, second.raw) == (first.status, first.raw)
            assert second.headers["idempotency-replayed"] == "true"
    return unanswered


def _is_under_way(client: Client, request: Sent) -> bool:
    answer = client("POST", request.target, request.body, request.key)
    return answer.status == 409 and answer.error[1] == "IDEMPOTENCY_IN_PROGRESS"


_WRITTEN = {
    "adjust": "SELECT note AS tag FROM stock_movements WHERE account_id = $1 AND note ^@ 'tag-'",
    "product": "SELECT name AS tag FROM products WHERE account_id = $1 AND name ^@ 'tag-'",
    "topup": "SELECT memo AS tag FROM credit_transactions WHERE account_id = $1 AND memo ^@ 'tag-'",
    "create": "SELECT external_ref AS tag FROM shipments WHERE account_id = $1 AND external_ref ^@ 'tag-'",
}


def _require_stock_laws(client: Client) -> None:
    levels = rows(client, "SELECT * FROM stock_levels WHERE account_id = $1")
    movements = rows(client, "SELECT * FROM stock_movements WHERE account_id = $1 ORDER BY number")
    for level in levels:
        place = (level["variant_id"], level["warehouse_id"])
        own = [each for each in movements if (each["variant_id"], each["warehouse_id"]) == place]
        assert [each["number"] for each in own] == list(range(1, level["movement_count"] + 1))
        quantity = 0
        for each in own:
            quantity += each["delta"]
            assert each["quantity_after"] == quantity
        assert level["quantity"] == quantity
        assert level["last_movement_id"] in {each["id"] for each in own}
    taken = Counter()
    for each in movements:
        taken[each["shipment_id"]] -= each["delta"]
    # A replaced shipment handed its stock on to its replacement, as it was.
    for shipment in rows(client, "SELECT * FROM shipments WHERE account_id = $1 ORDER BY id"):
        if shipment["replaced_by"] is not None:
            taken[shipment["replaced_by"]] += taken.pop(shipment["id"], 0)
            continue
        tracked = sum(item["quantity"] for item in json.loads(shipment["items"]) if item.get("variantId"))
        assert taken[shipment["id"]] == (0 if shipment["status"] == "cancelled" else tracked), shipment["id"]


def _require_counts(client: Client) -> None:
    counted = Counter(row["status"] for row in rows(client, "SELECT status FROM shipments WHERE account_id = $1"))
    kept = rows(client, "SELECT status, count FROM counters WHERE account_id = $1 AND noun = 'shipment'")
    assert {row["status"]: row["count"] for row in kept if row["count"]} == dict(counted)
    assert miscounts(client) == []


def _require_sequences(client: Client) -> None:
    sequences: dict[str, list[int]] = {}
    for row in rows(client, "SELECT subject, sequence FROM events WHERE account_id = $1 ORDER BY sequence"):
        sequences.setdefault(row["subject"], []).append(row["sequence"])
    assert all(found == list(range(1, len(found) + 1)) for found in sequences.values()), sequences
    last = rows(client, "SELECT subject, last FROM event_sequences WHERE account_id = $1")
    assert {row["subject"]: row["last"] for row in last} == {name: len(found) for name, found in sequences.items()}


def _require_one_event_each(client: Client) -> None:
    by_hand = "SELECT id FROM stock_movements WHERE account_id = $1 AND shipment_id IS NULL"
    written = {
        "stock.adjusted": ("movementId", {row["id"] for row in rows(client, by_hand)}),
        "product.created": ("productId", _ids(client, "products")),
        "warehouse.created": ("warehouseId", _ids(client, "warehouses")),
        "shipment.created": ("shipmentId", _ids(client, "shipments") - _replacements(client)),
        "shipment.rebooked": ("shipmentId", _replacements(client)),
        "shipment.pickup_confirmed": ("shipmentId", _booked(client)),
        "shipment.cancelled": ("shipmentId", _cancelled(client)),
    }
    told: dict[str, list[Any]] = {}
    for row in rows(client, "SELECT type, data FROM events WHERE account_id = $1"):
        told.setdefault(row["type"].removeprefix("svc.").removesuffix(".v1"), []).append(json.loads(row["data"]))
    # A batch finishes once, and once more for each retry of its failed rows.
    told.pop("batch.finished", None)
    assert told.keys() <= written.keys()
    for name, (field, ids) in written.items():
        of = [data[field] for data in told.get(name, [])]
        assert sorted(of) == sorted(ids), name


def _ids(client: Client, table: str) -> set[str]:
    return {row["id"] for row in rows(client, f"SELECT id FROM {table} WHERE account_id = $1")}


def _booked(client: Client) -> set[str]:
    statement = "SELECT id FROM shipments WHERE account_id = $1 AND aggregator_order_id NOT LIKE 'pending-%'"
    return {row["id"] for row in rows(client, statement)}


def _replacements(client: Client) -> set[str]:
    statement = "SELECT replaced_by FROM shipments WHERE account_id = $1 AND replaced_by IS NOT NULL"
    return {row["replaced_by"] for row in rows(client, statement)}


def _cancelled(client: Client) -> set[str]:
    statement = "SELECT id FROM shipments WHERE account_id = $1 AND status = 'cancelled'"
    return {row["id"] for row in rows(client, statement)}
