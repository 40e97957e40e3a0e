"""Requests are signed as the service checks them, once for each attempt."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from fulfilment_client import Fulfilment, Retries
from fulfilment_client.brand import Brand
from fulfilment_client.credentials import ApiKey
from fulfilment_client.signing import Signed, first_signature, second_signature

if TYPE_CHECKING:
    from .conftest import Scripted


def signed(case: dict[str, Any]) -> Signed:
    return Signed(
        case["method"],
        case["target"],
        case.get("host", "api.example.com"),
        case["timestamp"],
        base64.b64decode(case["bodyBase64"]),
        case.get("onBehalfOf"),
        case["idempotencyKey"],
    )


def test_the_first_scheme_signs_as_its_vectors_say(vectors: Callable[[str], Any]) -> None:
    told = vectors("signing.json")
    assert told["cases"]
    for case in told["cases"]:
        assert first_signature(told["secret"], signed(case)) == case["signature"], case["name"]


def test_the_second_scheme_signs_as_its_vectors_say(vectors: Callable[[str], Any]) -> None:
    told = vectors("signing-v2.json")
    assert told["cases"]
    for case in told["cases"]:
        assert second_signature(told["secret"], signed(case), case["nonce"]) == case["signature"], case["name"]


def test_what_is_signed_is_what_was_sent_whatever_is_in_it(server: Scripted) -> None:
    server.say(*[server.data({"product": {}})] * 2, server.data({"variants": []}))
    client = server.client()
    client.products.get("prod/ä?#%2F+ ;=&")
    client.request("GET", "/api/v1/products", query={"q": "ä +&=/?#%~", "flag": True, "none": None})
    client.variants.search(sku=["A,1", "ä&sku=B"])
    for asked in server.asked:
        lines = Signed("GET", asked.target, "", asked.headers["x-svc-timestamp"], b"")
        assert asked.headers["authorization"].endswith(f"signature={first_signature(client_secret(client), lines)}")
    assert server.asked[1].target.endswith("?q=%C3%A4%20%2B%26%3D%2F%3F%23%25~&flag=true")
    assert server.asked[2].target.endswith("/variants?sku=A%2C1&sku=%C3%A4%26sku%3DB")


def client_secret(client: Fulfilment) -> str:
    credential = client._settings.credential
    assert isinstance(credential, ApiKey)
    return credential.secret


def test_each_attempt_of_the_second_scheme_has_a_nonce_of_its_own_and_the_same_key(server: Scripted) -> None:
    server.say(server.refused(503, "SERVICE_UNAVAILABLE"), server.Said(cut=-1), server.data({"product": {"id": "p"}}))
    server.client(signing="v2").products.create(name="Kaos")
    nonces = {asked.headers["authorization"].partition("nonce=")[2].partition(",")[0] for asked in server.asked}
    assert len(nonces) == len(server.asked) == 3
    assert len({asked.headers["idempotency-key"] for asked in server.asked}) == 1
    for asked in server.asked:
        host, nonce = asked.headers["host"], asked.headers["authorization"].partition("nonce=")[2].partition(",")[0]
        key, timestamp = asked.headers["idempotency-key"], asked.headers["x-svc-timestamp"]
        lines = Signed("POST", asked.target, host, timestamp, asked.body, None, key)
        assert asked.headers["authorization"].endswith(second_signature(server_secret(), lines, nonce))


def server_secret() -> str:
    return "svcsk_Zm9yLXRlc3RzLW9ubHktbmV2ZXItYS1yZWFsLXNlY3JldC0wMQ"


def test_a_body_is_signed_as_the_bytes_that_were_sent(server: Scripted) -> None:
    server.say(server.data({"product": {}}))
    server.client().products.create(name="Café 東京")
    asked = server.asked[0]
    assert asked.body == '{"name":"Café 東京"}'.encode()
    assert hashlib.sha256(asked.body).hexdigest()


def test_another_brand_has_its_own_scheme_and_headers(server: Scripted) -> None:
    server.say(server.data({"product": {}}))
    client = server.client(brand="acme", on_behalf_of="acc_1")
    client.products.get("prod_1")
    headers = server.asked[0].headers
    assert headers["authorization"].startswith("Acme-HMAC-SHA256 keyId=svc_key_")
    assert headers["x-acme-timestamp"].isdigit()
    assert headers["x-acme-on-behalf-of"] == "acc_1"


@pytest.mark.parametrize("name", ["", "A", "a", "x" * 17, "acme-shop", "1a"])
def test_what_can_be_no_brand_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="brand"):
        Brand(name)


def test_a_wrong_clock_takes_the_time_of_the_service_once(server: Scripted) -> None:
    told = {"Date": "Sun, 22 Nov 2099 22:00:00 GMT"}
    server.say(server.refused(401, "CLOCK_SKEW", told), server.data({"product": {}}))
    client = server.client(retries=Retries(most=0))
    client.products.get("prod_1")
    client.on_behalf_of("acc_1").products.get("prod_1")
    first, second, third = (int(asked.headers["x-svc-timestamp"]) for asked in server.asked)
    assert second - first > 10**9
    assert third >= second


@pytest.mark.parametrize("path", ["/api/v1/a b", "/api/v1/\u00e9", "/api/v1/a/../b", "/api/v1/a?b=c d", '/api/v1/"{}'])
def test_a_path_without_a_method_of_its_own_is_signed_as_it_is_sent(path: str, server: Scripted) -> None:
    server.say(server.data([]))
    server.client(secret="quiet").request("GET", path)
    (asked,) = server.asked
    signed = Signed("GET", asked.target, "", asked.headers["x-svc-timestamp"], b"")
    assert asked.headers["authorization"].endswith(first_signature("quiet", signed))


@pytest.mark.parametrize("path", ["/api/v1/../../metrics", "/api/v1/a#b", "/api/v1/a\n", "@elsewhere/api/v1/"])
def test_a_path_that_leads_elsewhere_is_not_sent(path: str, server: Scripted) -> None:
    with pytest.raises(ValueError):
        server.client().request("GET", path)
    assert not server.asked
