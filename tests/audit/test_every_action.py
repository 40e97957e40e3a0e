"""Every action of the specification's table, through its route (specification, Audit entry; decisions, section 13)."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from fulfilment.app import all_routes
from fulfilment.infra.database.transaction import Read
from tests.contract.world import ITEM, ORIGIN, SHIPMENT
from tests.harness.goods import fresh_key
from tests.harness.service import Client

V1 = "/api/v1"
OWN_AGGREGATOR_KEY = "biteship_test.mine.alone"

Made = dict[str, str]
Body = Callable[[Made], dict[str, Any]] | dict[str, Any] | None


class Step(msgspec.Struct, frozen=True):
    """A request to a route, and the one entry that it writes, if any. `keeps` names the id in its answer."""

    route: str
    action: str | None = None
    target_type: str | None = None
    body: Body = None
    has_before: bool = False
    has_after: bool = True
    keeps: tuple[str, str, str] | None = None


def _selling(made: Made) -> dict[str, Any]:
    return {"productId": made["ebook"], "customerId": "cus_1", "checkoutSessionId": "cs_1"}


def _licensed(made: Made) -> dict[str, Any]:
    return {"productId": made["editor"], "customerId": "cus_1", "key": "THE-KEY-ITSELF"}


STEPS = (
    Step("POST /api-keys", "api_key.created", "ApiKey", {"name": "Second"}, keeps=("key", "apiKey", "id")),
    Step("POST /api-keys/{key}/revoke", "api_key.revoked", "ApiKey", has_before=True),
    Step("PATCH /workspace", "workspace.updated", "Workspace", {"language": "id"}, has_before=True),
    Step("POST /products", "product.created", "Product", {"name": "Coffee"}, keeps=("product", "product", "id")),
    Step("PATCH /products/{product}", "product.updated", "Product", {"name": "Tea"}, has_before=True),
    Step(
        "POST /products/{product}/variants", "variant.created", "ProductVariant", {"name": "L"},
        keeps=("variant", "variant", "id"),
    ),
    Step(
        "PATCH /products/{product}/variants/{variant}", "variant.updated", "ProductVariant", {"name": "XL"},
        has_before=True,
    ),
    Step("DELETE /products/{product}/variants/{variant}", "variant.archived", "ProductVariant", has_before=True),
    Step("DELETE /products/{product}", "product.archived", "Product", has_before=True),
    Step("POST /warehouses", body={"name": "Main"}, keeps=("warehouse", "warehouse", "id")),
    Step("PATCH /warehouses/{warehouse}", body={"name": "Other"}),
    Step(
        "POST /stock/adjust",
        body=lambda made: {
            "variantId": made["variant"], "warehouseId": made["warehouse"], "delta": 1, "reason": "initial_stock",
        },
    ),
    Step("DELETE /warehouses/{warehouse}"),
    Step(
        "POST /addresses",
        body={"customerId": "c", "label": "Home", "contactName": "S", "contactPhone": "0811", "address": "Jl. 1"},
        keeps=("address", "address", "id"),
    ),
    Step("PATCH /addresses/{address}", body={"label": "Work"}),
    Step("DELETE /addresses/{address}"),
    Step("POST /products/bulk", "product.created", "Product", {"products": [{"name": "One of many"}]}),
    Step(
        "POST /products", "product.created", "Product", {"name": "Book", "type": "digital"},
        keeps=("ebook", "product", "id"),
    ),
    Step("POST /deliveries", "delivery.created", "Delivery", _selling, keeps=("delivery", "delivery", "id")),
    Step("POST /deliveries/{delivery}/extend", "delivery.extend", "Delivery", has_before=True),
    Step("POST /deliveries/{delivery}/download"),
    Step("POST /deliveries/{delivery}/reset-downloads", "delivery.reset-downloads", "Delivery", has_before=True),
    Step("POST /deliveries/{delivery}/revoke", "delivery.revoke", "Delivery", has_before=True),
    # The first one makes the row.
    Step("PATCH /shipping/origin", "shipping.origin_updated", "BiteshipConfig", ORIGIN),
    Step(
        "PATCH /shipping/origin", "shipping.origin_updated", "BiteshipConfig", {**ORIGIN, "contactName": "Sari"},
        has_before=True,
    ),
    Step(
        "PUT /shipping/config", "shipping.config_updated", "BiteshipConfig", {"defaultCourier": "jne"}, has_before=True
    ),
    Step(
        "POST /webhooks/endpoints", "webhook.created", "WebhookEndpoint", {"url": "http://127.0.0.1:9/audited"},
        keeps=("endpoint", "endpoint", "id"),
    ),
    Step(
        "PATCH /webhooks/endpoints/{endpoint}", "webhook.updated", "WebhookEndpoint", {"description": "other"},
        has_before=True,
    ),
    Step(
        "POST /webhooks/endpoints/{endpoint}/rotate-secret", "webhook.secret_rotated", "WebhookEndpoint",
        has_before=True,
    ),
    Step(
        "DELETE /webhooks/endpoints/{endpoint}", "webhook.deleted", "WebhookEndpoint",
        has_before=True, has_after=False,
    ),
    Step("POST /shipments", body=SHIPMENT, keeps=("shipment", "shipment", "id")),
    Step(
        "POST /batches", "batch.created", "Batch",
        lambda made: {"kind": "print", "shipmentIds": [made["shipment"]]}, keeps=("batch", "batch", "id"),
    ),
    Step("POST /batches/{batch}/stop", "batch.stopped", "Batch", has_before=True),
    Step("POST /shipping-credits/topup", "shipping_credit.topup", "CreditTransaction", {"amount": 9_000}),
    Step(
        "POST /shipping-credits/adjust", "shipping_credit.adjusted", "CreditTransaction",
        {"amount": -1_000, "kind": "manual_adjustment"},
    ),
    Step(
        "POST /products", "product.created", "Product", {"name": "Editor", "type": "license"},
        keeps=("editor", "product", "id"),
    ),
    Step("POST /licenses", "license.issued", "License", _licensed, keeps=("license", "license", "id")),
    Step(
        "POST /licenses/bulk", "license.issued", "License",
        lambda made: {"licenses": [{"productId": made["editor"], "customerId": "cus_2"}]},
    ),
    Step("PATCH /licenses/{license}", "license.updated", "License", {"maxActivations": 5}, has_before=True),
    Step("POST /licenses/{license}/suspend", "license.suspended", "License", has_before=True),
    Step("POST /licenses/{license}/reinstate", "license.reinstated", "License", has_before=True),
    Step("POST /licenses/{license}/revoke", "license.revoked", "License", has_before=True),
)  # fmt: skip

# Routes that are absent from the specification's table, and a partner's actions. Where an entry is recorded all the
# same, the reason names it and its test.
NOT_IN_THE_SPECIFICATION = {
    "POST /stock/adjust/bulk": "stock movements have their own feed",
    "POST /stock/transfer": "stock movements have their own feed",
    "POST /shipping/rates": "changes nothing",
    "POST /shipments/bulk": "shipments have their own history",
    "POST /shipments/{id}/confirm-pickup": "shipments have their own history",
    "POST /shipments/{id}/cancel": "shipments have their own history",
    "POST /shipping/shipments/{id}/cancel": "shipments have their own history",
    "POST /shipments/{id}/rebook": "shipments have their own history",
    "POST /shipping/shipments/{id}/rebook": "shipments have their own history",
    "POST /shipments/{id}/restock": "shipment.restocked all the same: tests/shipments/returns/test_restocking.py",
    "POST /shipments/labels": (
        "shipment.printed, where it is to mark: "
        "tests/shipments/shipping_documents/test_print_status.py"
    ),
    "POST /shipments/printed": (
        "shipment.printed, shipment.unprinted all the same: "
        "tests/shipments/shipping_documents/test_print_status.py"
    ),
    "POST /shipments/packing-slips": "changes nothing",
    "POST /shipments/hand-over-list": "changes nothing",
    "POST /console/sign-out": "a person's own session, in no workspace",
    "POST /console/back-channel-logout": "a person's sessions, in no workspace; the provider ends them",
    "POST /batches/preview": "changes nothing",
    "POST /batches/{id}/retry": "batch.retried all the same, once something failed: tests/bulk_jobs/test_routes.py",
    "POST /billing/checkout": "billing.checkout_started all the same, with a payment provider: tests/billing",
    "POST /billing/cancel": "billing.subscription_canceled all the same: tests/billing",
    "POST /shipping-credits/checkout": "shipping_credit.purchased, once it is paid: tests/credits/test_purchase.py",
    "POST /inbound/payments": "the payment provider's; what it comes to is audited: tests/credits/test_reversals.py",
    "POST /inbound/aggregator/{token}": "the courier's; shipments have their own history",
    "POST /inbound/storefront": (
        "storefront.product_synced, by the service itself: "
        "tests/storefront/test_product_events.py"
    ),
    "POST /licenses/activate": "buyers are not the workspace's people",
    "POST /licenses/deactivate": "buyers are not the workspace's people",
    "POST /licenses/{id}/file": "license.file_issued all the same: tests/licenses/test_file.py",
    "POST /licenses/{id}/activations/{activation_id}/release": "license.activation_released all the same",
    "POST /webhooks/endpoints/{id}/test": "changes nothing",
    "POST /webhooks/endpoints/{id}/recover": "webhook.recovery_started all the same: tests/webhooks/test_replay.py",
    "POST /webhooks/events/{id}/retry": "the delivery log shows it",
    "POST /storefront/orders/{id}/retry": "storefront.order_retried all the same: tests/storefront",
    "POST /admin/workspaces": "partner.workspace_provisioned, by a partner: tests/partners/test_provisioning.py",
}  # fmt: skip


def _shape(route: str) -> str:
    """The route with nameless places, since a step names what goes there."""
    return "/".join("{}" if part.startswith("{") else part for part in route.split("/"))


def test_every_route_that_changes_something_is_in_the_table_or_known_not_to_be_audited():
    known = {_shape(step.route) for step in STEPS} | {_shape(route) for route in NOT_IN_THE_SPECIFICATION}
    routes = {
        _shape(f"{route.method} {route.path.removeprefix(V1)}")
        for route in all_routes()
        if route.method != "GET" and route.kind is not Read
    }
    assert routes - known == set(), "say in the table which entry this writes, or why it writes none"
    assert known - routes == set(), "there is no such route"


def test_each_of_them_writes_its_one_entry_with_what_was_and_what_is(merchant: Client):
    made: Made = {}
    for step in STEPS:
        before = _entries(merchant)
        method, _, path = step.route.partition(" ")
        body = step.body(made) if callable(step.body) else step.body
        answer = merchant(method, V1 + path.format(**made), body, fresh_key(), headers=[("User-Agent", "till/2")])
        assert answer.status < 300, (step.route, answer.raw)
        if step.keeps is not None:
            name, noun, field = step.keeps
            made[name] = answer.data[noun][field]
        written = _entries(merchant)[: -len(before)]
        assert [entry["action"] for entry in written] == ([step.action] if step.action else []), step.route
        if not written:
            continue
        (entry,) = written
        assert entry["targetType"] == step.target_type
        assert entry["targetId"]
        assert (entry["before"] is not None, entry["after"] is not None) == (step.has_before, step.has_after), step
        assert (entry["actorType"], entry["actorId"]) == ("user", merchant.account_id)
        assert (entry["actorEmail"], entry["metadata"]) == (None, {})
        assert (entry["ip"], entry["userAgent"]) == ("127.0.0.1", "till/2")


@pytest.mark.parametrize("again", ["POST /products/{}/variants", "PATCH /shipping/origin"])
def test_a_refused_request_leaves_no_entry(merchant: Client, again: str):
    method, _, path = again.partition(" ")
    before = _entries(merchant)
    answer = merchant(method, V1 + path.format("prod_unknown"), {"name": "x", "contactName": 7}, fresh_key())
    assert answer.status in (400, 404)
    assert _entries(merchant) == before


def test_no_entry_holds_a_secret(merchant: Client):
    """As far as any answer has told one, or a request."""
    answers = [
        merchant("POST", f"{V1}/api-keys", {"name": "Second"}, fresh_key()),
        merchant("POST", f"{V1}/webhooks/endpoints", {"url": "http://127.0.0.1:9/secret"}, fresh_key()),
    ]
    endpoint = answers[1].data["endpoint"]["id"]
    answers.append(merchant("POST", f"{V1}/webhooks/endpoints/{endpoint}/rotate-secret", None, fresh_key()))
    merchant("PUT", f"{V1}/shipping/config", {"apiKey": OWN_AGGREGATOR_KEY}, fresh_key())
    merchant("DELETE", f"{V1}/webhooks/endpoints/{endpoint}", None, fresh_key())
    told = [_secret(answer.data) for answer in answers]
    assert all(secret.startswith(("svcsk_", "whsec_")) for secret in told)
    log = merchant("GET", f"{V1}/audit-log").raw.decode()
    for secret in (*told, OWN_AGGREGATOR_KEY, merchant.secret):
        assert secret not in log


def _secret(data: dict[str, Any]) -> str:
    return data.get("secret") or data["endpoint"]["secret"]


def _entries(client: Client) -> list[dict[str, Any]]:
    return client("GET", f"{V1}/audit-log?limit=500").data["entries"]


def test_a_shipment_has_its_own_history(merchant: Client):
    before = _entries(merchant)
    body = {**SHIPMENT, "items": [ITEM], "origin": {**ORIGIN, "postalCode": ORIGIN["postal"]}}
    answer = merchant("POST", f"{V1}/shipments", body, fresh_key())
    assert answer.status == 201, answer.raw
    assert _entries(merchant) == before
