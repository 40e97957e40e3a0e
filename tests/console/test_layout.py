"""The console's layout: permissions, forms of other sites, an expired sign-in, and typed text that stays text."""

import gzip
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from markupsafe import escape

import fulfilment.console
from fulfilment.app import all_pages
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.auth import roles
from tests.console.counting import count_statements
from tests.console.people import get_page, session_headers, submit_form
from tests.harness.database import execute
from tests.harness.parcels import DESTINATION, fund, item, new_shipment
from tests.harness.service import Answer, Client, Service
from tests.harness.simulator import Courier

ROUTES = [route for route in all_pages() if route.kind is ConsolePage and "{workspace}" in route.path]
MARKUP = "\"><script>alert(1)</script>{{7*7}}&amp;'"
FORM = "application/x-www-form-urlencoded"
SAME_SITE = [("Sec-Fetch-Site", "same-origin"), ("Content-Type", FORM)]


def console_path(merchant: Client, path: str) -> str:
    return f"/console/{merchant.account_id}{path}"


def route_address(route: Any, account_id: str, ids: Callable[[str], str]) -> str:
    """A route's address in a workspace, with `ids` of the other parameters."""
    values = re.findall(r"\{(\w+)\}", route.path)
    return route.path.format(**{name: account_id if name == "workspace" else ids(name) for name in values})


def request_route(route: Any, service: Service, address: str, headers: list[tuple[str, str]]) -> Answer:
    return get_page(service, address, headers) if route.method == "GET" else submit_form(service, address, headers, {})


@pytest.mark.parametrize("role", roles.ROLES)
def test_a_role_opens_what_its_rights_allow_and_nothing_else(merchant: Client, role: str) -> None:
    headers = session_headers(merchant.service, merchant.account_id, role)
    for route in ROUTES:
        answer = request_route(
            route, merchant.service, route_address(route, merchant.account_id, lambda _: "unknown"), headers
        )
        is_allowed = roles.may((role,), route.right)
        assert (answer.status == 403) is not is_allowed, (route.method, route.path, answer.status)
        assert answer.status < 500, (route.method, route.path, answer.status)


def test_a_workspace_of_others_is_one_that_does_not_exist(merchant: Client, stranger: Client) -> None:
    headers = session_headers(merchant.service, merchant.account_id)
    for route in ROUTES:
        foreign, unknown = (
            request_route(route, merchant.service, route_address(route, account, lambda _: "x"), headers)
            for account in (stranger.account_id, "acc_unknown")
        )
        assert (foreign.status, unknown.status) == (404, 404), route.path
        assert _without_request_ids(foreign) == _without_request_ids(unknown)


def _without_request_ids(answer: Answer) -> bytes:
    return re.sub(rb"req_\w+", b"", answer.raw)


def test_a_parcel_of_others_is_one_that_does_not_exist(merchant: Client, stranger: Client) -> None:
    headers = session_headers(merchant.service, merchant.account_id)
    foreign = new_shipment(stranger)["id"]
    for path in ("", "/cancel", "/rebook", "/restock"):
        answers = [
            get_page(merchant.service, console_path(merchant, f"/shipments/{id}{path}"), headers)
            for id in (foreign, "ship_x")
        ]
        assert [answer.status for answer in answers] == [404, 404]
        assert _without_request_ids(answers[0]) == _without_request_ids(answers[1])
    for what in ("labels", "slips", "hand-over"):
        fields = {"id": foreign, "what": what}
        assert submit_form(merchant.service, console_path(merchant, "/print"), headers, fields).status == 404


def test_who_is_not_signed_in_is_led_to_it_and_back(api: Service) -> None:
    answer = get_page(api, "/console/acc_1/shipments?status=pending", [])
    assert (answer.status, answer.headers["location"]) == (
        303,
        "/console/sign-in?return=/console/acc_1/shipments%3Fstatus%3Dpending",
    )
    piece = api.send("GET", "/console/acc_1/shipments.new?after=x", [("HX-Request", "true")])
    assert (piece.status, piece.raw) == (401, b"")


def test_what_was_typed_is_there_when_the_sign_in_is_over(merchant: Client) -> None:
    typed = {"key": "form_1", "name": MARKUP, "what-0": "Kopi", "apiKey": "secret_1"}
    forms = [route for route in ROUTES if route.method == "POST"]
    assert len(forms) > 20
    for route in forms:
        address = route_address(route, merchant.account_id, lambda _: "unknown")
        answer = submit_form(merchant.service, f"{address}?part=2", [], typed)
        page = answer.raw.decode()
        assert answer.status == 401, route.path
        for name, value in typed.items():
            assert (f'name="{name}" value="{escape(value)}"' in page) is (name != "apiKey"), (route.path, name)
        # A secret must be typed again, since the next person at the screen could read it.
        assert 'name="apiKey"' in page and "secret_1" not in page, route.path
        assert f'action="{address}?part=2"' in page, route.path


@pytest.mark.parametrize(
    "headers",
    [
        [("Sec-Fetch-Site", "cross-site")],
        [("Sec-Fetch-Site", "same-site")],
        [("Sec-Fetch-Site", "none")],
        [("Origin", "null")],
        [("Origin", "https://evil.example")],
        [("Origin", "http://[::1")],
        [],
    ],
)
def test_a_form_of_another_site_does_nothing(merchant: Client, headers: list[tuple[str, str]]) -> None:
    shipment = new_shipment(merchant)["id"]
    own = session_headers(merchant.service, merchant.account_id)
    path, body = console_path(merchant, f"/shipments/{shipment}/cancel"), b"key=form_1"
    answer = merchant.service.send("POST", path, [*own, *headers, ("Content-Type", FORM)], body)
    assert answer.status == 403
    assert merchant("GET", f"/api/v1/shipping/shipments/{shipment}").data["status"] == "pending"


def test_a_browser_that_tells_no_site_is_believed_by_its_origin(merchant: Client) -> None:
    shipment = new_shipment(merchant)["id"]
    own = session_headers(merchant.service, merchant.account_id)
    host = f"127.0.0.1:{merchant.service.port}"
    headers = [*own, ("Origin", f"http://{host}"), ("Content-Type", FORM)]
    path = console_path(merchant, f"/shipments/{shipment}/cancel")
    assert merchant.service.send("POST", path, headers, b"key=form_1").status == 303


def test_a_form_that_is_sent_twice_is_heeded_once(merchant: Client) -> None:
    fund(merchant)
    shipment = new_shipment(merchant)["id"]
    headers = session_headers(merchant.service, merchant.account_id)
    path = console_path(merchant, f"/shipments/{shipment}/book")
    answers = [submit_form(merchant.service, path, headers, {"key": "form_1"}) for _ in range(2)]
    assert [answer.headers["location"] for answer in answers] == [
        console_path(merchant, f"/shipments/{shipment}?done=booked")
    ] * 2
    charges = [row["kind"] for row in merchant("GET", "/api/v1/shipping-credits/transactions").data["transactions"]]
    assert charges == ["shipment_charge", "topup"]


def test_a_suspended_workspace_is_read_and_not_changed(merchant: Client) -> None:
    shipment = new_shipment(merchant)["id"]
    headers = session_headers(merchant.service, merchant.account_id)
    execute(merchant, "UPDATE accounts SET suspended_at = now()")
    page = get_page(merchant.service, console_path(merchant, f"/shipments/{shipment}"), headers)
    assert page.status == 200
    assert b"suspended this workspace" in page.raw
    refused = submit_form(
        merchant.service, console_path(merchant, f"/shipments/{shipment}/cancel"), headers, {"key": "form_1"}
    )
    assert refused.status == 403
    assert merchant("GET", f"/api/v1/shipping/shipments/{shipment}").data["status"] == "pending"


def test_whatever_was_typed_stays_text(merchant: Client) -> None:
    place = DESTINATION | dict.fromkeys(("contactName", "address", "city", "note"), MARKUP)
    place["contactPhone"] = MARKUP[:30]
    goods = item(name=MARKUP, description=MARKUP, sku=MARKUP)
    shipment = new_shipment(merchant, goods, destination=place, externalRef=MARKUP)["id"]
    merchant("PATCH", "/api/v1/workspace", {"name": MARKUP}, key="name")
    headers = session_headers(merchant.service, merchant.account_id, name=MARKUP)
    paths = ("", "/shipments", f"/shipments?{urlencode({'q': MARKUP})}", "/settings/you")
    paths += tuple(f"/shipments/{shipment}{part}" for part in ("", "/cancel", "/rebook"))
    for path in paths:
        answer = get_page(merchant.service, console_path(merchant, path), headers)
        assert answer.status == 200, path
        assert b"<script>alert" not in answer.raw and b"49&amp;amp" not in answer.raw, path
        assert str(escape(MARKUP)).encode() in answer.raw, path


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"key=%00", FORM),
        (b"key=%C3", FORM),
        (b"key=\xff", FORM),
        (b"a&" * 2_001, FORM),
        (b"{}", "application/json"),
        (b"a=" + b"b" * 300_000, FORM),
        (b"key=" + b"k" * 300, FORM),
    ],
)
def test_a_form_that_makes_no_sense_is_a_page_in_words(merchant: Client, body: bytes, content_type: str) -> None:
    shipment = new_shipment(merchant)["id"]
    own = session_headers(merchant.service, merchant.account_id)
    headers = [*own, ("Sec-Fetch-Site", "same-origin"), ("Content-Type", content_type)]
    answer = merchant.service.send("POST", console_path(merchant, f"/shipments/{shipment}/cancel"), headers, body)
    if answer.status == 303:
        answer = get_page(merchant.service, answer.headers["location"], own)
    assert 400 <= answer.status < 500 and answer.headers["content-type"].startswith("text/html")
    assert merchant("GET", f"/api/v1/shipping/shipments/{shipment}").data["status"] == "pending"


@pytest.mark.parametrize(
    "path", ["/shipments?from=never", "/shipments?status=nothing", "/shipments?cursor=x", "/nowhere"]
)
def test_an_address_that_makes_no_sense_is_a_page_in_words(merchant: Client, path: str) -> None:
    answer = get_page(
        merchant.service, console_path(merchant, path), session_headers(merchant.service, merchant.account_id)
    )
    assert answer.status in (400, 404) and answer.headers["content-type"].startswith("text/html")


def test_a_page_is_kept_by_nobody_and_loads_nothing_from_elsewhere(merchant: Client) -> None:
    answer = get_page(
        merchant.service, console_path(merchant, "/shipments"), session_headers(merchant.service, merchant.account_id)
    )
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert (answer.headers["cache-control"], answer.headers["x-content-type-options"]) == ("no-store", "nosniff")
    assert not re.search(rb"<script>|<style|\sstyle=|\son\w+=", answer.raw)


def test_a_first_visit_is_light_and_the_next_is_lighter(merchant: Client) -> None:
    """At most 80 kB compressed in six requests, then 30 kB in one (issue of the console)."""
    for _ in range(50):
        new_shipment(merchant)
    headers = [*session_headers(merchant.service, merchant.account_id), ("Accept-Encoding", "gzip")]
    page = get_page(merchant.service, console_path(merchant, "/shipments"), headers)
    assert page.headers["content-encoding"] == "gzip" and len(page.raw) <= 30_000
    loaded = re.findall(r'(?:href|src)="(/console/assets/[^"]+)"', gzip.decompress(page.raw).decode())
    files = [get_page(merchant.service, address, headers) for address in sorted(set(loaded))]
    assert len(files) + 1 <= 6
    assert len(page.raw) + sum(len(file.raw) for file in files) <= 80_000
    assert all("immutable" in file.headers["cache-control"] for file in files)


def test_the_file_that_is_somebody_elses_is_the_one_that_was_published() -> None:
    folder = Path(fulfilment.console.__file__).parent / "assets"
    ((name, told),) = re.findall(
        r"^\| `(\S+)` .*`([0-9a-f]{64})` \|$", (folder / "README.md").read_text(), re.MULTILINE
    )
    assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == told


def test_a_page_asks_six_statements_at_most(merchant: Client, courier: Courier) -> None:
    shipment = new_shipment(merchant)["id"]
    made = merchant("POST", "/api/v1/batches", {"kind": "print", "shipmentIds": [shipment]}, key="batch")
    assert made.status == 201, made.raw
    batch = made.data["batch"]["id"]
    parcel = f"/shipments/{shipment}"
    pages = (
        *("", "/shipments", "/search?q=nobody", "/shipments/new"),
        *("/hints/variants?what-0=gayo", "/hints/areas?area=Bandung"),
        *(parcel, f"{parcel}/cancel", f"{parcel}/rebook", f"{parcel}/restock"),
        *("/batches", f"/batches/{batch}", f"/batches/{batch}/progress"),
    )
    statements = count_statements(merchant.service.database_url, courier.url, pages, merchant.account_id)
    assert {path: len(names) for path, names in statements.items() if len(names) > 6} == {}
