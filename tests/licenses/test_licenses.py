"""Licenses, from issuing to revoking (specification, Licenses; decisions, sections 1, 7 and 8)."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.harness.database import events
from tests.harness.goods import fresh_key, new_product
from tests.harness.service import Answer, Client

PATH = "/api/v1/licenses"
GENERATED = re.compile(r"[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}")
UNKNOWN = dict.fromkeys(("key", "status", "productId", "productName", "activations", "maxActivations", "expiresAt"))
# Whatever a client may send as a key in a query.
STRANGE = ["%00", "%FF", "%ED%A0%80", "abc%00def", "a" * 10_000, "%F0%9F%94%91" * 50, "'--", "%25"]


@pytest.fixture
def product(merchant: Client) -> str:
    return new_product(merchant, name="Editor", type="license")["id"]


def issue(client: Client, product: str, **more: Any) -> dict[str, Any]:
    answer = client("POST", PATH, {"productId": product, "customerId": "cus_1", **more})
    assert answer.status == 201, answer.raw
    return answer.data["license"]


def public(client: Client, action: str, key: str, instance: str, idempotency_key: str | None = None) -> Answer:
    headers = [] if idempotency_key is None else [("Idempotency-Key", idempotency_key)]
    body = f'{{"key": {key if key.startswith(chr(34)) else chr(34) + key + chr(34)}, "instanceId": "{instance}"}}'
    sent = [("Content-Type", "application/json"), *headers]
    return client.service.send("POST", f"{PATH}/{action}", sent, body.encode())


def validate(client: Client, key: str, more: str = "") -> dict[str, Any]:
    answer = client.service.send("GET", f"{PATH}/validate?key={quote(key)}{more}", [])
    assert answer.status == 200, answer.raw
    return answer.data


def test_a_license_is_issued_with_a_key_and_told_of(merchant: Client, product: str):
    license = issue(merchant, product, externalSource="shop", externalRef="order-1")
    assert GENERATED.fullmatch(license["key"])
    assert (license["status"], license["activations"], license["maxActivations"]) == ("active", 0, 1)
    assert license["expiresAt"] is license["suspendedAt"] is None
    (told,) = events(merchant, "license.")
    assert told.type == "svc.license.issued.v1" and told.data == license | {"licenseId": license["id"]}
    assert merchant("GET", f"{PATH}/{license['id']}").data == {"license": license}
    assert merchant("GET", PATH).data == {"licenses": [license]}


def test_the_cap_comes_from_the_product_unless_it_is_given(merchant: Client):
    product = new_product(merchant, type="license", maxActivations=7)["id"]
    assert issue(merchant, product)["maxActivations"] == 7
    assert issue(merchant, product, maxActivations=2)["maxActivations"] == 2


def test_only_license_products_with_licenses_on_have_any(merchant: Client, stranger: Client):
    def refused(product: str) -> tuple:
        answer = merchant("POST", PATH, {"productId": product, "customerId": "c"})
        return (*answer.error, answer.field)

    assert refused(new_product(merchant)["id"]) == (400, "VALIDATION", "productId")
    assert refused(new_product(merchant, type="license", licenseEnabled=False)["id"]) == (
        400,
        "VALIDATION",
        "productId",
    )
    assert refused(new_product(stranger, type="license")["id"]) == (404, "NOT_FOUND", "productId")
    archived = new_product(merchant, type="license")["id"]
    merchant("DELETE", f"/api/v1/products/{archived}")
    assert refused(archived) == (400, "VALIDATION", "productId")


def test_a_license_expires_in_years_that_a_row_can_hold(merchant: Client, product: str):
    early = merchant("POST", PATH, {"productId": product, "customerId": "c", "expiresAt": "0001-01-01T00:00:00Z"})
    assert (early.error, early.field) == ((400, "VALIDATION"), "expiresAt")
    late = issue(merchant, product, expiresAt="9999-12-31T23:59:59.999999Z")
    assert late["expiresAt"] == "9999-12-31T23:59:59.999Z"
    change = merchant("PATCH", f"{PATH}/{late['id']}", {"expiresAt": "0001-01-01T00:00:00Z"})
    assert (change.error, change.field) == ((400, "VALIDATION"), "expiresAt")
    assert merchant("GET", f"{PATH}/{late['id']}").data["license"] == late


def test_a_chosen_key_is_issued_once(merchant: Client, stranger: Client, product: str):
    key = f"My-Own-{product}"
    first = issue(merchant, product, key=key)
    again = merchant("POST", PATH, {"productId": product, "customerId": "cus_1", "key": key})
    assert (again.status, again.data["license"]) == (200, first)
    assert len(events(merchant, "license.")) == 1
    other = merchant("POST", PATH, {"productId": product, "customerId": "cus_2", "key": key})
    foreign_product = new_product(stranger, type="license")["id"]
    foreign = stranger("POST", PATH, {"productId": foreign_product, "customerId": "cus_1", "key": key})
    assert other.error == foreign.error == (409, "KEY_TAKEN")
    assert validate(merchant, key)["valid"] is True and validate(merchant, key.lower()) == {"valid": False} | UNKNOWN


def test_nobody_can_take_a_generated_key_in_another_case(merchant: Client, stranger: Client, product: str):
    key = issue(merchant, product)["key"]
    assert validate(merchant, key.lower())["key"] == key
    foreign = new_product(stranger, type="license")["id"]
    answer = stranger("POST", PATH, {"productId": foreign, "customerId": "c", "key": key.lower()})
    assert answer.error == (409, "KEY_TAKEN")


def test_bulk_answers_each_row_as_if_alone(merchant: Client, product: str):
    row = {"productId": product, "customerId": "c"}
    chosen = {**row, "key": f"bulk-{product}"}
    answer = merchant("POST", f"{PATH}/bulk", {"licenses": [row, chosen, {}, chosen, {**chosen, "customerId": "d"}]})
    assert [outcome["status"] for outcome in answer.data["outcomes"]] == [201, 201, 400, 200, 409]
    assert len(events(merchant, "license.issued")) == 2
    assert merchant("POST", f"{PATH}/bulk", {"licenses": [row] * 500}).status == 200
    assert merchant("POST", f"{PATH}/bulk", {"licenses": [row] * 501}).error == (400, "VALIDATION")


def test_a_slot_is_taken_once_and_given_back_once(merchant: Client, product: str):
    license = issue(merchant, product)
    key = license["key"]
    first = public(merchant, "activate", key, "pc")
    assert set(first.data["license"]) == {
        "id",
        "productId",
        "customerId",
        "key",
        "status",
        "activations",
        "maxActivations",
        "expiresAt",
    }
    assert first.data["alreadyActive"] is False and first.data["license"]["activations"] == 1
    again = public(merchant, "activate", key, "pc").data
    assert again["alreadyActive"] is True and again["activation"] == first.data["activation"]
    assert public(merchant, "activate", key, "mac").error == (409, "MAX_ACTIVATIONS")
    gone = {"deactivated": True, "alreadyDeactivated": False, "activations": 0}
    assert public(merchant, "deactivate", key, "pc").data == gone
    assert public(merchant, "deactivate", key, "pc").data == {
        "deactivated": False,
        "alreadyDeactivated": True,
        "activations": 0,
    }
    told = events(merchant, "license.", license["id"])
    assert [event.type for event in told] == [
        "svc.license.issued.v1",
        "svc.license.activated.v1",
        "svc.license.deactivated.v1",
    ]
    assert [event.sequence for event in told] == [1, 2, 3]
    for event, count in ((told[1], 1), (told[2], 0)):
        assert "key" not in event.data
        assert (event.data["instanceId"], event.data["activations"], event.data["maxActivations"]) == ("pc", count, 1)
    looked_up = merchant("GET", f"{PATH}/lookup?key={key}").data
    assert [row["instanceId"] for row in looked_up["activations"]] == ["pc"]
    assert looked_up["activations"][0]["deactivatedAt"] is not None


def test_a_public_idempotency_key_is_of_its_license_alone(merchant: Client, product: str):
    first, second = (issue(merchant, product, maxActivations=2)["key"] for _ in range(2))
    key = fresh_key()
    answer = public(merchant, "activate", first, "pc", key)
    replay = public(merchant, "activate", first, "pc", key)
    assert replay.raw == answer.raw and replay.headers["idempotency-replayed"] == "true"
    assert public(merchant, "activate", first, "mac", key).error == (422, "IDEMPOTENCY_KEY_REUSED")
    assert public(merchant, "activate", second, "pc", key).status == 200
    assert merchant("POST", PATH, {"productId": product, "customerId": "c"}, key).status == 201


@pytest.mark.parametrize("key", ['"abcdefgh\\u0000"', '"abcdefgh\\ud800"', '"\\udc00\\udc00abcdefgh"', "x" * 10_000])
def test_a_key_of_any_characters_is_an_unknown_key_in_a_body(merchant: Client, key: str):
    assert public(merchant, "activate", key, "pc").error == (404, "INVALID_KEY")
    assert public(merchant, "deactivate", key, "pc").data["alreadyDeactivated"] is True


@pytest.mark.parametrize("key", STRANGE)
def test_a_key_of_any_bytes_is_an_unknown_key_in_a_query(merchant: Client, key: str):
    answer = merchant.service.send("GET", f"{PATH}/validate?key={key}", [])
    assert (answer.status, answer.data) == (200, {"valid": False} | UNKNOWN)
    assert merchant("GET", f"{PATH}/lookup?key={key}").error == (404, "NOT_FOUND")


@pytest.mark.parametrize("query", ["", "?key=", "?productId=x"])
def test_a_missing_or_empty_key_is_refused(merchant: Client, query: str):
    answer = merchant.service.send("GET", f"{PATH}/validate{query}", [])
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "key")


def test_a_short_key_or_half_a_character_elsewhere_is_refused(merchant: Client):
    assert public(merchant, "activate", "short", "pc").field == "key"
    assert public(merchant, "activate", '"abcdefgh\\ud800"', "p\\ud800").field == "instanceId"


def test_a_key_must_belong_to_the_product_that_is_named(merchant: Client, product: str):
    key = issue(merchant, product)["key"]
    found = validate(merchant, key, f"&productId={product}")
    assert found["valid"] is True and found["productName"] == "Editor"
    assert validate(merchant, key, "&productId=prod_other") == {"valid": False} | UNKNOWN


def test_revoked_comes_before_expired_before_suspended(merchant: Client, product: str):
    license = issue(merchant, product)
    one = f"{PATH}/{license['id']}"
    key = license["key"]
    assert merchant("POST", f"{one}/suspend").data["license"]["suspendedAt"] is not None
    assert merchant("POST", f"{one}/suspend").status == 200
    assert (validate(merchant, key)["valid"], validate(merchant, key)["status"]) == (False, "suspended")
    assert public(merchant, "activate", key, "pc").error == (403, "LICENSE_SUSPENDED")
    merchant("PATCH", one, {"expiresAt": "2020-01-01T00:00:00Z"})
    assert validate(merchant, key)["status"] == "expired"
    assert public(merchant, "activate", key, "pc").error == (403, "EXPIRED")
    assert merchant("POST", f"{one}/revoke").data["license"]["status"] == "revoked"
    assert merchant("POST", f"{one}/revoke").status == 200
    assert validate(merchant, key)["status"] == "revoked"
    assert public(merchant, "activate", key, "pc").error == (404, "INVALID_KEY")
    for method, path, body in (
        ("PATCH", one, {"maxActivations": 3}),
        ("POST", f"{one}/suspend", None),
        ("POST", f"{one}/reinstate", None),
    ):
        assert merchant(method, path, body).error == (409, "LICENSE_REVOKED")
    names = [event.type.split(".")[2] for event in events(merchant, "license.")]
    assert names == ["issued", "suspended", "updated", "revoked"]


def test_a_change_tells_what_changed_and_one_of_nothing_tells_nothing(merchant: Client, product: str):
    license = issue(merchant, product, maxActivations=2)
    one = f"{PATH}/{license['id']}"
    for instance in ("a", "b"):
        public(merchant, "activate", license["key"], instance)
    assert merchant("PATCH", one, {"maxActivations": 1}).field == "maxActivations"
    assert merchant("PATCH", one, {"maxActivations": 2, "expiresAt": None}).status == 200
    changed = merchant("PATCH", one, {"maxActivations": 3, "expiresAt": "2099-01-01T00:00:00.123456Z"}).data["license"]
    assert (changed["maxActivations"], changed["expiresAt"]) == (3, "2099-01-01T00:00:00.123Z")
    (told,) = events(merchant, "license.updated")
    assert told.data["changed"] == ["maxActivations", "expiresAt"] and "key" not in told.data


def test_the_merchant_can_free_a_slot_even_of_a_revoked_license(merchant: Client, stranger: Client, product: str):
    license = issue(merchant, product)
    public(merchant, "activate", license["key"], "pc")
    merchant("POST", f"{PATH}/{license['id']}/revoke")
    listed = f"{PATH}/{license['id']}/activations"
    (held,) = merchant("GET", f"{listed}?active=true").data["activations"]
    release = f"{listed}/{held['id']}/release"
    assert stranger("POST", release).error == (404, "NOT_FOUND")
    freed = merchant("POST", release).data["activation"]
    assert freed["deactivatedAt"] is not None and merchant("POST", release).data["activation"] == freed
    assert merchant("GET", f"{listed}?active=true").data["activations"] == []
    assert merchant("GET", listed).data["activations"] == [freed]
    assert len(events(merchant, "license.deactivated")) == 1


def _pages(client: Client, query: str) -> Iterator[str]:
    cursor = ""
    while True:
        answer = client("GET", f"{PATH}?limit=2{query}{cursor}").json
        yield from (row["customerId"] + "/" + row["externalRef"] for row in answer["data"]["licenses"])
        if not answer["meta"]["hasMore"]:
            return
        cursor = f"&cursor={answer['meta']['cursor']}"


def test_filters_narrow_each_other_and_a_search_finds_beginnings(merchant: Client, product: str):
    other = new_product(merchant, type="license")["id"]
    for customer, ref, of in (
        ("anna", "ord-1", product),
        ("anna", "ANNA-9", other),
        ("bob", "anna-2", product),
        ("bob", "ord-2", other),
        ("annabel", "x", product),
    ):
        issue(merchant, of, customerId=customer, externalRef=ref)
    assert list(_pages(merchant, "&customerId=bob")) == ["bob/ord-2", "bob/anna-2"]
    assert list(_pages(merchant, f"&customerId=bob&productId={product}&status=active")) == ["bob/anna-2"]
    assert list(_pages(merchant, f"&productId={product}")) == ["annabel/x", "bob/anna-2", "anna/ord-1"]
    assert list(_pages(merchant, "&status=revoked")) == []
    assert list(_pages(merchant, "&q=Anna")) == ["anna/ANNA-9", "anna/ord-1", "bob/anna-2", "annabel/x"]
    assert list(_pages(merchant, f"&q=anna&productId={other}")) == ["anna/ANNA-9"]
    assert list(_pages(merchant, "&q=zzz")) == []
    key = merchant("GET", PATH).data["licenses"][0]["key"]
    assert list(_pages(merchant, f"&q={key[:12].lower()}")) == ["annabel/x"]


def test_a_refusal_says_how_many_of_what_and_which_limit(merchant: Client, product: str):
    license = issue(merchant, product, maxActivations=2, expiresAt="2099-01-01T00:00:00Z")
    one = f"{PATH}/{license['id']}"

    def said(answer: Answer) -> str:
        assert answer.status >= 400
        return answer.json["error"]["message"]

    for instance in ("a", "b"):
        public(merchant, "activate", license["key"], instance)
    full = said(public(merchant, "activate", license["key"], "c"))
    assert "active on 2 of 2 instances (maxActivations)" in full
    assert "2 instances are active, more than 1" in said(merchant("PATCH", one, {"maxActivations": 1}))
    merchant("PATCH", one, {"expiresAt": "2020-01-01T00:00:00Z"})
    assert "expired at 2020-01-01T00:00:00.000Z" in said(public(merchant, "activate", license["key"], "c"))
    merchant("POST", f"{one}/revoke")
    assert "revoked for good" in said(merchant("PATCH", one, {"maxActivations": 3}))
