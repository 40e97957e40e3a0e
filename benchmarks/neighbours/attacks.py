"""Attacks on 32 connections. Each is a list of requests that are sent over and over."""

import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from benchmarks import workload
from benchmarks.neighbours.upstreams import Provider
from benchmarks.workload import Workspace
from fulfilment.infra.api.form import MAX_FIELDS
from fulfilment.infra.api.pagination import cursor_after

_API = "/api/v1"
_JSON = "Content-Type: application/json"
_FORM = "application/x-www-form-urlencoded"
# An answer is remembered under a key; without one every request does its work.
_MANY = 200
_MEGABYTE = 1_000_000


class Stage(msgspec.Struct, frozen=True):
    """The scene: the aggressor's workspace, its shipments, its people at the console, and the identity provider."""

    aggressor: Workspace
    provider: Provider
    plain_shipments: Sequence[str]
    long_shipments: Sequence[str]
    mixed_shipments: Sequence[str]
    label_links: Sequence[str]
    license_keys: Sequence[str]
    console_cookies: Sequence[str]


class Attack(msgspec.Struct, frozen=True):
    """One way of holding others up. `needs` names what must be wrong meanwhile: the courier, the identity provider."""

    name: str
    requests: Callable[[Stage], Sequence[bytes]]
    needs: str = ""
    half_open: int = 0


def _post(path: str, body: Any) -> Callable[[Stage], Sequence[bytes]]:
    def requests(stage: Stage) -> Sequence[bytes]:
        made = body(stage) if callable(body) else body
        content = made if isinstance(made, bytes) else json.dumps(made, ensure_ascii=False).encode()
        return [stage.aggressor.request("POST", _API + path, content)]

    return requests


def _get(path: str) -> Callable[[Stage], Sequence[bytes]]:
    return lambda stage: [stage.aggressor.request("GET", _API + path)]


def _unsigned(method: str, path: str, body: bytes = b"", *headers: str) -> Callable[[Stage], Sequence[bytes]]:
    lines = [f"{method} {_API}{path} HTTP/1.1", "Host: 127.0.0.1", *headers]
    lines += [_JSON, f"Content-Length: {len(body)}"] if body else []
    return lambda _stage: ["\r\n".join([*lines, "", ""]).encode() + body]


def _cheap(stage: Stage) -> Sequence[bytes]:
    numbers = range(1, workload.LEVELS + 1)
    return [stage.aggressor.request("GET", f"{_API}/stock/levels?variant_id={workload.variant(n)}") for n in numbers]


def _change(stage: Stage, number: int) -> dict[str, Any]:
    place = {"variantId": workload.variant(number), "warehouseId": stage.aggressor.warehouse_id}
    return place | {"delta": random.choice((-1, 1)), "reason": "manual_adjust"}


def _hot_rows(stage: Stage) -> Sequence[bytes]:
    """The same few levels, in bulk and one by one."""
    bulk = json.dumps({"adjustments": [_change(stage, n % 5 + 1) for n in range(1_000)]}).encode()
    singles = [json.dumps(_change(stage, n % 5 + 1)).encode() for n in range(20)]
    sign = stage.aggressor.request
    return [
        sign("POST", f"{_API}/stock/adjust/bulk", bulk),
        *(sign("POST", f"{_API}/stock/adjust", one) for one in singles),
    ]


def _drafts(stage: Stage) -> dict[str, Any]:
    return {"shipments": [draft() for _ in range(100)]}


def draft(**fields: Any) -> dict[str, Any]:
    """The body of a shipment that takes no stock."""
    place = {"contactName": "Toko Kopi", "contactPhone": "0811000001", "address": "Jl. Senopati 1"}
    return {
        "courierCode": "jne",
        "courierServiceCode": "reg",
        "courierType": "standard",
        "price": 50_000,
        "origin": place | {"postalCode": "12110"},
        "destination": place | {"postalCode": "40132"},
        "items": [{"name": "Coffee", "value": 150_000, "weight": 800, "quantity": 1}],
        **fields,
    }


def long_items() -> list[dict[str, Any]]:
    """As many items as a parcel may have, in the script that is hardest to set."""
    name, said = ("咖啡豆😀" * 40)[:200], ("精品咖啡豆☕️" * 84)[:500]
    return [{"name": name, "description": said, "value": 1_000, "weight": 10, "quantity": 1} for _ in range(200)]


def mixed_items() -> list[dict[str, Any]]:
    """Sixty items whose words are each in another script."""
    words = ("Kopi ", "кофе ", "咖啡豆 ", "กาแฟ ", "قهوة ", "커피 ", "कॉफ़ी ", "😀 ")

    def text(nth: int, length: int) -> str:
        return "".join(words[(nth + at * 3) % len(words)] for at in range(length))[:length]

    return [
        {"name": text(n, 60), "description": text(n + 5, 150), "value": 1_000, "weight": 10, "quantity": 1}
        for n in range(60)
    ]


def _labels(stage: Stage) -> Sequence[bytes]:
    sign = stage.aggressor.request
    return [sign("GET", f"{_API}/shipments/{each}/label") for each in stage.plain_shipments]


def _long_labels(stage: Stage) -> Sequence[bytes]:
    sign = stage.aggressor.request
    return [sign("GET", f"{_API}/shipments/{each}/label?size=thermal-80x100") for each in stage.long_shipments]


def _sheet(chosen: Callable[[Stage], Sequence[str]]) -> Callable[[Stage], Sequence[bytes]]:
    return _post("/shipments/labels", lambda stage: {"shipmentIds": list(chosen(stage))})


def _made_up_tokens(stage: Stage) -> Sequence[bytes]:
    tokens = [stage.provider.strange_token("acc_nobody") for _ in range(20)]
    heads = [["GET /api/v1/products HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {t}"] for t in tokens]
    return ["\r\n".join([*head, "", ""]).encode() for head in heads]


def _hanging_names(stage: Stage) -> Sequence[bytes]:
    bodies = ({"url": f"https://{random.getrandbits(64):x}.hang.example/"} for _ in range(_MANY))
    return [stage.aggressor.request("POST", f"{_API}/webhooks/endpoints", json.dumps(b).encode()) for b in bodies]


def _validations(stage: Stage) -> Sequence[bytes]:
    return [line for key in stage.license_keys for line in _unsigned("GET", f"/licenses/validate?key={key}")(stage)]


def _links(stage: Stage) -> Sequence[bytes]:
    return [line for link in stage.label_links for line in _unsigned("GET", link.partition(_API)[2])(stage)]


def _pages(stage: Stage) -> Sequence[bytes]:
    """Lists of the console with a word that all shipments have; each person is allowed 600 a minute."""
    target = f"/console/{stage.aggressor.account_id}/shipments?q=toko"
    return [
        f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {each}\r\n\r\n".encode() for each in stage.console_cookies
    ]


def _forms(stage: Stage) -> Sequence[bytes]:
    """A form of the console without a sign-in, as long to draw as one can be made."""
    body = b"&".join(b"%d=%s" % (number, b"%22" * 32) for number in range(MAX_FIELDS))[:65_536]
    head = [f"POST /console/{stage.aggressor.account_id}/print HTTP/1.1", "Host: 127.0.0.1"]
    head += ["Sec-Fetch-Site: same-origin", f"Content-Type: {_FORM}", f"Content-Length: {len(body)}"]
    return ["\r\n".join([*head, "Accept-Encoding: gzip", "", ""]).encode() + body]


def _heads(size: int) -> Callable[[Stage], Sequence[bytes]]:
    """As much of a head as cookies that are nothing can fill."""
    line = "GET /console HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + "a;" * (size // 2) + "\r\n\r\n"
    return lambda _stage: [line.encode()]


def _page(method: str, path: str, body: str = "") -> Callable[[Stage], Sequence[bytes]]:
    """A page that needs no session."""
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    head += [f"Content-Type: {_FORM}", f"Content-Length: {len(body)}"] if body else []
    return lambda _stage: ["\r\n".join([*head, "", body]).encode()]


def _papers(path: str) -> Callable[[Stage], Sequence[bytes]]:
    return _post(path, lambda s: {"shipmentIds": list(s.plain_shipments)})


def _made_up_events(stage: Stage) -> Sequence[bytes]:
    """Events of a storefront without a valid signature, though of this moment."""
    body = b'{"id": "evt_1", "type": "product.created", "data": {"ref": "' + b"x" * 60_000 + b'"}}'
    return _unsigned("POST", "/inbound/storefront", body, f"Svc-Signature: t={int(time.time())},v1={64 * '0'}")(stage)


_DEEP = b'{"key": ' + b"[" * 33 + b'"' + b'\\"' * 450_000
_EMPTIES = b"[" + b"{}," * 330_000 + b"{}]"

# The long products come last in the list, whatever the other attacks have made.
_BEFORE_LONG = cursor_after("prd_long~")

CONTROL = Attack("cheap reads", _cheap)

_QUOTE = {"destination": draft()["destination"], "items": draft()["items"]}

ATTACKS = (
    Attack("products in bulk", _post("/products/bulk", {"products": [{"name": f"P{n}"} for n in range(200)]})),
    Attack("drafts in bulk", _post("/shipments/bulk", _drafts)),
    Attack(
        "adjustments in bulk",
        _post("/stock/adjust/bulk", lambda s: {"adjustments": [_change(s, n + 1) for n in range(400)]}),
    ),
    Attack("hot rows, bulk and single", _hot_rows),
    Attack("one draft each", _post("/shipments", lambda _s: draft())),
    Attack("searches that find everything", _get("/shipments?q=toko&limit=100")),
    Attack("shipments as CSV", _get("/shipping/shipments/export")),
    Attack("previews of batches", _post("/batches/preview", {"kind": "book", "filter": {"status": "pending"}})),
    Attack("pages of the console", _pages),
    Attack("statements as CSV", _get("/shipping-credits/statement?format=csv")),
    Attack("audit log as lines", _get("/audit-log/export")),
    Attack("packing slips", _papers("/shipments/packing-slips")),
    Attack("hand-over lists", _papers("/shipments/hand-over-list")),
    Attack("pages of products", _get("/products?limit=200")),
    Attack("pages of megabytes", _get(f"/products?limit=200&cursor={_BEFORE_LONG}")),
    Attack("labels", _labels),
    Attack("labels that are hard to set", _long_labels),
    Attack("labels in bulk", _sheet(lambda s: s.plain_shipments)),
    Attack(
        "labels of 24 in mixed scripts", _post("/shipments/labels", lambda s: {"shipmentIds": list(s.mixed_shipments)})
    ),
    Attack("label links", _links),
    Attack("large bodies, signed", _post("/products", {"name": "x", "note": "y" * _MEGABYTE})),
    Attack("deep strings, signed", _post("/products", _DEEP)),
    Attack("public: validate", _validations),
    Attack("public: a megabyte of {}", _unsigned("POST", "/licenses/activate", _EMPTIES)),
    Attack("public: deep strings", _unsigned("POST", "/licenses/activate", _DEEP[:16_000])),
    Attack("unsigned, no body", _unsigned("GET", "/products")),
    Attack("unsigned, a megabyte", _unsigned("POST", "/products", _EMPTIES)),
    Attack("heads of 400 KB", _heads(400_000)),
    Attack("heads of 60 KB", _heads(60_000)),
    Attack("unsigned forms of the console", _forms),
    Attack("pages that are not there", _page("GET", "/console/nowhere/at-all")),
    Attack("sign-ins begun", _page("GET", "/console/sign-in?return=/console")),
    Attack("logouts made up", _page("POST", "/console/back-channel-logout", "logout_token=" + "e30." * 2_000)),
    Attack("storefront events made up", _made_up_events),
    Attack("tokens made up, hanging identity provider", _made_up_tokens, needs="identity"),
    Attack("names that hang", _hanging_names),
    Attack("half-open connections", _cheap, half_open=3_000),
    Attack("rates", _post("/shipping/rates", _QUOTE)),
    Attack("hanging courier: drafts", _post("/shipments", lambda _s: draft()), needs="courier"),
    Attack("hanging courier: drafts in bulk", _post("/shipments/bulk", _drafts), needs="courier"),
    Attack("hanging courier: rates", _post("/shipping/rates", _QUOTE), needs="courier"),
)
