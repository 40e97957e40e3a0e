"""Traces hold nothing that a caller sent except ids: the bytes that the collector got are searched for it."""

from tests.harness.parcels import DESTINATION, confirm, fund, new_shipment
from tests.harness.service import MASTER_KEYS, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_client
from tests.infra.observability.tracing.collector import collecting
from tests.infra.observability.tracing.variables import telling, variables
from tests.webhooks.inbox import receiving
from tests.webhooks.working import register, working

MARK = "MARKER7c1e"


def test_no_secret_no_query_and_no_body_is_told(database_url: str, courier: Courier) -> None:
    settings = {"aggregator_url": courier.url, "aggregator_key": f"simulator-{MARK}", "database_pool_size": "5"}
    secret = f"Basic {MARK}"
    with collecting() as collector:
        given = telling(collector.url, OTEL_EXPORTER_OTLP_HEADERS=f"authorization={secret}")
        with (
            variables(**given),
            serving(database_url, **settings) as service,
            working(database_url, **settings),
            receiving() as inbox,
        ):
            shop = open_client(service)
            fund(shop)
            hook = register(shop, f"{inbox.url('/' + MARK)}?token={MARK}")
            marked = [("User-Agent", MARK), ("X-Other", MARK), ("Cookie", f"a={MARK}"), ("baggage", f"a={MARK}")]
            marked += [("traceparent", MARK), ("tracestate", f"a={MARK}")]
            body = {"name": f"Kopi {MARK}", "description": f"{MARK}@example.com"}
            assert shop("POST", "/api/v1/products", body, key=MARK, headers=marked).status == 201
            shop("GET", f"/api/v1/products?search={MARK}&cursor={MARK}", headers=marked)
            shop("GET", f"/api/v1/products/{MARK}", headers=marked)
            shop(MARK, "/api/v1/products")
            service.send("GET", f"/{MARK}", [])
            service.send("GET", f"/api/v1/licenses/validate?key={MARK}", [("Authorization", f"Bearer {MARK}")])
            place = DESTINATION | {"contactName": MARK, "address": f"Jl. {MARK}"}
            confirm(shop, new_shipment(shop, destination=place)["id"])
            inbox.wait_for(2)
            collector.wait(lambda spans: [span.name for span in spans].count("webhook attempt") >= 2)
            collector.wait(lambda spans: any(span.name.startswith("courier POST ") for span in spans))
    told = collector.raw
    for hidden in (MARK, shop.secret, shop.key_id, hook.secret, MASTER_KEYS.partition(":")[2]):
        assert hidden.encode() not in told, hidden
    # The bytes are searchable: ids are found in them.
    assert shop.account_id.encode() in told and b"/api/v1/licenses/validate" in told
    # Only the collector has seen the secret for its own address.
    assert {headers["authorization"] for headers in collector.headers} == {secret}
    assert all("traceparent" not in received.headers for received in inbox.received)
