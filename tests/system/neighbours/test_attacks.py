"""Attacks on one process: they are answered and bounded, and a neighbour is served meanwhile.

Speed is not tested: `make bench SUITE=neighbours` measures it. Four of the twelve attacks are tested beside the parts
that they attack:

- hanging identity providers (tests/infra/auth/test_hanging_provider.py)
- hanging names (tests/webhooks/http)
- half-open connections (tests/infra/api)
- courier calls that cannot be finished (tests/shipments/booking/test_recovery*.py)
"""

import json
import threading
import time

import psycopg
import pytest

from fulfilment.infra import branding
from fulfilment.infra.api.form import MAX_FIELDS
from tests.harness import goods, parcels
from tests.harness.line import Line
from tests.harness.parallel import Call, send_together
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client
from tests.system.neighbours.assault import Assault, Neighbour, Sent, under_assault

API = "/api/v1"
JSON = [("Content-Type", "application/json")]
MEGABYTE_OF_OBJECTS = b"[" + b"{}," * 349_000 + b"{}]"
DEEP_STRING = b'{"key": ' + b"[" * 33 + b'"' + b'\\"' * 14_000
REFUSED_FOR_NOW = 503
HARD_ITEM = {"name": "咖啡豆😀" * 40, "description": "精品咖啡豆☕️" * 60, "value": 1, "weight": 1, "quantity": 1}


def signed(client: Client, method: str, path: str, body: bytes = b"") -> Sent:
    return method, API + path, client.headers(method, API + path, body) + (JSON if body else []), body


def unsigned(method: str, path: str, body: bytes = b"") -> Sent:
    return method, API + path, JSON if body else [], body


def only(assault: Assault, *statuses: int) -> None:
    """The attack was answered, and with nothing else; 0 is a connection that was closed while it still sent."""
    assert assault.statuses and set(assault.statuses) <= set(statuses), assault.statuses


@pytest.mark.parametrize("body", [DEEP_STRING, MEGABYTE_OF_OBJECTS], ids=["deep strings", "a megabyte of objects"])
def test_beside_hostile_bodies_to_the_public_routes(crowded: Service, neighbour: Neighbour, body: bytes) -> None:
    with under_assault(crowded, lambda: unsigned("POST", "/licenses/activate", body)) as assault:
        neighbour.is_served()
    only(assault, 0, 400, 413)


@pytest.mark.parametrize("body", [DEEP_STRING, MEGABYTE_OF_OBJECTS], ids=["deep strings", "a megabyte of objects"])
def test_beside_unsigned_bodies_that_nobody_reads(crowded: Service, neighbour: Neighbour, body: bytes) -> None:
    with under_assault(crowded, lambda: unsigned("POST", "/products", body)) as assault:
        neighbour.is_served()
    only(assault, 0, 401)


@pytest.mark.parametrize("body", [DEEP_STRING, MEGABYTE_OF_OBJECTS], ids=["deep strings", "a megabyte of objects"])
def test_beside_signed_bodies_of_the_worst_kind(
    crowded: Service, neighbour: Neighbour, aggressor: Client, body: bytes
) -> None:
    with under_assault(crowded, lambda: signed(aggressor, "POST", "/products", body)) as assault:
        neighbour.is_served()
    only(assault, 400)


@pytest.mark.parametrize(
    ("size", "statuses"), [(30_000, {303}), (100_000, {400})], ids=["a long head", "too long a head"]
)
def test_beside_heads_full_of_cookies_that_are_nothing(
    crowded: Service, neighbour: Neighbour, size: int, statuses: set[int]
) -> None:
    headers = [("Cookie", "a;" * (size // 2))]
    with under_assault(crowded, lambda: ("GET", "/console", headers, b"")) as assault:
        neighbour.is_served()
    only(assault, 0, *statuses)


def test_beside_forms_of_the_console_that_nobody_is_signed_in_for(crowded: Service, neighbour: Neighbour) -> None:
    body = b"&".join(b"%d=%s" % (number, b"%22" * 32) for number in range(MAX_FIELDS))[:65_536]
    own = [("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/x-www-form-urlencoded")]
    with under_assault(crowded, lambda: ("POST", "/console/acc_nobody/print", own, body)) as assault:
        neighbour.is_served()
    only(assault, 401)
    assert assault.largest_answer > len(body)


def test_beside_pages_of_the_console_that_are_not_there(crowded: Service, neighbour: Neighbour) -> None:
    with under_assault(crowded, lambda: ("GET", "/console/nowhere/at-all", [], b"")) as assault:
        neighbour.is_served()
    only(assault, 404)


def test_beside_logouts_that_no_provider_asked_for(crowded: Service, neighbour: Neighbour) -> None:
    body = b"logout_token=" + b"e30." * 2_000
    own = [("Content-Type", "application/x-www-form-urlencoded")]
    with under_assault(crowded, lambda: ("POST", "/console/back-channel-logout", own, body)) as assault:
        neighbour.is_served()
    only(assault, 400, 429)


def test_beside_events_of_a_storefront_that_no_secret_has_signed(crowded: Service, neighbour: Neighbour) -> None:
    body = json.dumps({"id": "evt_1", "type": "product.created", "data": {"ref": "x" * 60_000}}).encode()
    names = branding.current()

    def made_up() -> Sent:
        signature = f"t={int(time.time())},v1={64 * '0'}"
        own = [*JSON, (names.webhook_header("Signature"), signature)]
        return "POST", f"{API}/inbound/storefront", own, body

    with under_assault(crowded, made_up) as assault:
        neighbour.is_served()
    only(assault, 401, 429)


def test_beside_the_audit_log_as_lines(crowded: Service, neighbour: Neighbour, aggressor: Client) -> None:
    for n in range(3):
        assert aggressor("POST", f"{API}/products", {"name": f"{n} " + "x" * 150}).status == 201
    with under_assault(crowded, lambda: signed(aggressor, "GET", "/audit-log/export")) as assault:
        neighbour.is_served()
    only(assault, 200, REFUSED_FOR_NOW)
    assert assault.statuses[200]


def test_beside_statements_as_csv(crowded: Service, neighbour: Neighbour, aggressor: Client) -> None:
    for _ in range(3):
        assert aggressor("POST", f"{API}/shipping-credits/topup", {"amount": 1, "memo": "x" * 500}).status == 201
    target = "/shipping-credits/statement?format=csv"
    with under_assault(crowded, lambda: signed(aggressor, "GET", target)) as assault:
        neighbour.is_served()
    only(assault, 200, REFUSED_FOR_NOW)
    assert assault.statuses[200]


@pytest.mark.parametrize("path", ["/shipments/packing-slips", "/shipments/hand-over-list"])
def test_beside_papers_in_bulk(crowded: Service, neighbour: Neighbour, aggressor: Client, path: str) -> None:
    body = json.dumps({"shipmentIds": [parcels.booked(aggressor)["id"] for _ in range(20)]}).encode()
    with under_assault(crowded, lambda: signed(aggressor, "POST", path, body)) as assault:
        neighbour.is_served()
    only(assault, 200, REFUSED_FOR_NOW)
    assert assault.statuses[200]


def test_beside_products_in_bulk(crowded: Service, neighbour: Neighbour, aggressor: Client) -> None:
    body = json.dumps({"products": [{"name": f"Product {n}"} for n in range(200)]}).encode()
    with under_assault(crowded, lambda: signed(aggressor, "POST", "/products/bulk", body)) as assault:
        neighbour.is_served()
    only(assault, 200)


def test_beside_drafts_in_bulk(crowded: Service, neighbour: Neighbour, aggressor: Client) -> None:
    body = json.dumps({"shipments": [parcels.draft() for _ in range(100)]}).encode()
    with under_assault(crowded, lambda: signed(aggressor, "POST", "/shipments/bulk", body)) as assault:
        neighbour.is_served()
    only(assault, 200)


def test_beside_pages_of_megabytes(crowded: Service, neighbour: Neighbour, aggressor: Client) -> None:
    long = {"products": [{"name": f"Long {n}", "description": "x" * 5_000} for n in range(200)]}
    for _ in range(2):
        assert aggressor("POST", f"{API}/products/bulk", long).status == 200
    with under_assault(crowded, lambda: signed(aggressor, "GET", "/products?limit=200")) as assault:
        neighbour.is_served()
    only(assault, 200)
    assert 1_000_000 < assault.largest_answer < 6_000_000


def test_beside_labels_that_are_hard_to_set(crowded: Service, neighbour: Neighbour, aggressor: Client) -> None:
    parcel = parcels.new_shipment(aggressor, *[HARD_ITEM] * 200)["id"]
    with under_assault(crowded, lambda: signed(aggressor, "GET", f"/shipments/{parcel}/label")) as assault:
        neighbour.is_served()
    only(assault, 200, REFUSED_FOR_NOW)
    assert assault.statuses[200]


def test_a_label_of_a_neighbour_is_drawn_beside_labels_in_bulk(crowded: Service, aggressor: Client) -> None:
    other = open_client(crowded, "Neighbour")
    mine = parcels.new_shipment(other)["id"]
    body = json.dumps({"shipmentIds": [parcels.new_shipment(aggressor)["id"] for _ in range(100)]}).encode()
    with under_assault(crowded, lambda: signed(aggressor, "POST", "/shipments/labels", body)) as assault:
        for _ in range(3):
            answer = other("GET", f"{API}/shipments/{mine}/label")
            assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    only(assault, 200, REFUSED_FOR_NOW)


def test_a_row_that_somebody_holds_is_waited_for_by_its_own_workspace_alone(
    crowded: Service, neighbour: Neighbour, aggressor: Client
) -> None:
    variant = goods.default_variant(goods.new_product(aggressor))
    warehouse = goods.new_warehouse(aggressor)["id"]
    goods.stock(aggressor, variant, warehouse, 1_000)
    single = goods.change(variant, warehouse, -1)
    calls = [Call(aggressor, "POST", f"{API}/stock/adjust", single) for _ in range(20)]
    calls += [Call(aggressor, "POST", f"{API}/stock/adjust/bulk", {"adjustments": [single] * 5}) for _ in range(20)]
    answers: list = []
    crowd = threading.Thread(target=lambda: answers.extend(send_together(calls)))
    with psycopg.connect(crowded.database_url) as holder:
        holder.execute("SELECT 1 FROM stock_levels WHERE account_id = %s FOR UPDATE", [aggressor.account_id])
        crowd.start()
        _until_somebody_waits_for_a_lock(crowded.database_url)
        # The row is held until the neighbour has been served, so the neighbour cannot have waited for it.
        neighbour.is_served()
        assert not answers
    crowd.join()
    assert {answer.status for answer in answers} == {200}
    assert goods.quantity(aggressor, variant, warehouse) == 1_000 - 20 - 100


def test_an_aggregator_that_accepts_and_never_answers_is_waited_for_by_its_own_callers_alone(
    module_database_url: str, courier: Courier
) -> None:
    line = Line(courier.url)
    try:
        # The catalogue was never fetched by this process, and all it asks for is held until the neighbour was served.
        with (
            serving(
                module_database_url, aggregator_url=line.url, aggregator_key="simulator", database_pool_size="4"
            ) as service,
            line.trouble("silent", ("GET", "/v1/couriers")),
        ):
            aggressor, neighbour = open_client(service), Neighbour(open_client(service, "Neighbour"))
            bulk = {"shipments": [parcels.draft() for _ in range(5)]}
            calls = [Call(aggressor, "POST", f"{API}/shipments", parcels.draft()) for _ in range(10)]
            calls += [Call(aggressor, "POST", f"{API}/shipments/bulk", bulk) for _ in range(10)]
            answers: list = []
            crowd = threading.Thread(target=lambda: answers.extend(send_together(calls)))
            crowd.start()
            eventually(lambda: any(path.endswith("/v1/couriers") for _, path in line.seen))
            neighbour.is_served()
            assert not answers
            line.patience.set()
            crowd.join()
            assert {answer.status for answer in answers} <= {502, 504}
    finally:
        line.close()


def _until_somebody_waits_for_a_lock(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as watching:
        waiting = (
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        eventually(lambda: watching.execute(waiting).fetchone()[0] >= 1)
