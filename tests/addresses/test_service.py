"""Saved addresses over a real socket (specification, Address and Addresses; decisions, section 5)."""

from typing import Any

import pytest

from tests.harness.database import events, rows
from tests.harness.goods import fresh_key
from tests.harness.service import Answer, Client

ADDRESSES = "/api/v1/addresses"
GIVEN = {
    "customerId": "cus_81",
    "label": "Home",
    "contactName": "Siti Rahayu",
    "contactPhone": "081398765432",
    "address": "Jl. Braga 55",
}
OPTIONAL = ("email", "note", "postalCode", "areaId", "lat", "lng")
OUT_OF_BOUNDS: list[tuple[str, Any]] = [
    ("label", None),
    ("label", ""),
    ("label", "x" * 81),
    ("contactName", ""),
    ("contactName", "x" * 161),
    ("contactPhone", ""),
    ("contactPhone", "x" * 41),
    ("address", ""),
    ("address", None),
    ("address", "a\0b"),
    ("email", "siti"),
    ("email", "siti@"),
    ("email", "a b@example.com"),
    ("note", 5),
    ("postalCode", 40111),
    ("lat", 90.1),
    ("lng", "107"),
    ("lng", -180.1),
    ("isDefault", "yes"),
]


def create_address(client: Client, **fields: Any) -> dict[str, Any]:
    answer = client("POST", ADDRESSES, GIVEN | fields)
    assert answer.status == 201, answer.raw
    return answer.data["address"]


def patch(client: Client, address: dict[str, Any], /, **fields: Any) -> Answer:
    return client("PATCH", f"{ADDRESSES}/{address['id']}", fields)


def listed(client: Client, query: str = "") -> list[dict[str, Any]]:
    answer = client("GET", ADDRESSES + query)
    assert answer.status == 200, answer.raw
    return answer.data["addresses"]


def labels(client: Client, query: str = "") -> list[str]:
    return [address["label"] for address in listed(client, query)]


def test_every_field_is_kept_as_given(merchant: Client):
    body = GIVEN | {
        "label": "x" * 80,
        "contactName": "x" * 160,
        "contactPhone": "0" * 40,
        "email": "siti@example.com",
        "note": "Ring\ntwice",
        "postalCode": "40111",
        "areaId": "IDNP9",
        "lat": -6.9175,
        "lng": 107.6191,
        "isDefault": True,
    }
    address = create_address(merchant, **body)
    moment = address["createdAt"]
    own = {"id": address["id"], "accountId": merchant.account_id, "createdAt": moment, "updatedAt": moment}
    assert address == body | own
    assert address["id"].startswith("addr_")
    assert listed(merchant) == [address]


def test_what_is_left_out_is_null_and_no_address_is_the_default_unasked(merchant: Client):
    said, unsaid = create_address(merchant, isDefault=None, **dict.fromkeys(OPTIONAL)), create_address(merchant)
    assert [said[name] for name in OPTIONAL] == [unsaid[name] for name in OPTIONAL] == [None] * len(OPTIONAL)
    assert (said["isDefault"], unsaid["isDefault"]) == (False, False)


@pytest.mark.parametrize("field", list(GIVEN))
def test_a_missing_field_is_refused_by_its_name(merchant: Client, field: str):
    answer = merchant("POST", ADDRESSES, {name: value for name, value in GIVEN.items() if name != field})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


@pytest.mark.parametrize(("field", "value"), [*OUT_OF_BOUNDS, ("customerId", ""), ("customerId", None)])
def test_a_field_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    answer = merchant("POST", ADDRESSES, GIVEN | {field: value})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert listed(merchant) == []


@pytest.mark.parametrize(("field", "value"), [*OUT_OF_BOUNDS, ("isDefault", None)])
def test_a_change_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    address = create_address(merchant)
    answer = patch(merchant, address, **{field: value})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert listed(merchant) == [address]


def test_a_new_default_demotes_the_customers_former_one_and_nobody_elses(merchant: Client):
    create_address(merchant, label="A", isDefault=True)
    create_address(merchant, label="Other", customerId="cus_2", isDefault=True)
    create_address(merchant, label="B", isDefault=True)
    assert {(each["label"], each["isDefault"]) for each in listed(merchant)} == {
        ("A", False),
        ("B", True),
        ("Other", True),
    }


def test_promoting_and_stepping_down(merchant: Client):
    first, second = create_address(merchant, label="A", isDefault=True), create_address(merchant, label="B")
    assert patch(merchant, second, isDefault=True).data["address"]["isDefault"] is True
    assert [(each["label"], each["isDefault"]) for each in listed(merchant)] == [("B", True), ("A", False)]
    assert patch(merchant, second, isDefault=False).data["address"]["isDefault"] is False
    assert not any(each["isDefault"] for each in listed(merchant))
    assert patch(merchant, first, isDefault=True).data["address"]["isDefault"] is True


def test_what_is_given_changes_and_null_clears(merchant: Client):
    address = create_address(merchant, email="siti@example.com", note="Ring", lat=1, lng=2)
    changed = patch(merchant, address, label="Work", note=None, lat=3.5).data["address"]
    assert changed == address | {"label": "Work", "note": None, "lat": 3.5, "updatedAt": changed["updatedAt"]}
    assert changed["updatedAt"] >= address["updatedAt"]
    assert listed(merchant) == [changed]


def test_a_change_of_nothing_leaves_everything_as_it_is(merchant: Client):
    older, newer = create_address(merchant, label="Older"), create_address(merchant, label="Newer")
    for fields in ({}, {"label": "Older"}, {"note": None, "isDefault": False}, {"customerId": older["customerId"]}):
        answer = patch(merchant, older, **fields)
        assert (answer.status, answer.data["address"]) == (200, older)
    assert [each["id"] for each in listed(merchant)] == [newer["id"], older["id"]]


@pytest.mark.parametrize("customer", ["cus_82", "", None])
def test_an_address_cannot_change_its_customer(merchant: Client, customer: Any):
    address = create_address(merchant)
    answer = patch(merchant, address, customerId=customer, label="Work")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "customerId")
    assert listed(merchant) == [address]


def test_defaults_come_first_then_the_newest_updated(merchant: Client):
    saved = [create_address(merchant, label=label, customerId=f"cus_{label}") for label in "ABCDE"]
    patch(merchant, saved[1], isDefault=True)
    patch(merchant, saved[3], isDefault=True)
    patch(merchant, saved[0], note="Moved up")
    assert labels(merchant) == ["D", "B", "A", "E", "C"]


def test_the_pages_put_together_are_the_list(merchant: Client):
    for number in range(7):
        create_address(merchant, label=str(number), customerId=f"cus_{number % 2}", isDefault=number % 3 == 0)
    for query in ("", "customer_id=cus_1&"):
        whole, paged, cursor = listed(merchant, f"?{query}limit=200"), [], ""
        while True:
            answer = merchant("GET", f"{ADDRESSES}?{query}limit=2{cursor}")
            paged += answer.data["addresses"]
            if not answer.json["meta"]["hasMore"]:
                break
            cursor = f"&cursor={answer.json['meta']['cursor']}"
        assert paged == whole


def test_without_a_limit_up_to_200_are_listed(merchant: Client):
    for _ in range(201):
        create_address(merchant)
    answer = merchant("GET", ADDRESSES)
    assert (len(answer.data["addresses"]), answer.json["meta"]["hasMore"]) == (200, True)


def test_a_list_can_be_narrowed_to_a_customer(merchant: Client, stranger: Client):
    create_address(merchant, label="A")
    create_address(merchant, label="B", customerId="☕ 2")
    assert labels(merchant, "?customer_id=%E2%98%95%202") == ["B"]
    assert labels(merchant, "?customer_id=nobody") == labels(merchant, "?customer_id=") == []
    assert labels(stranger, "?customer_id=cus_81") == labels(stranger) == []


def test_deleting_is_for_good_and_promotes_nobody(merchant: Client):
    gone, kept = create_address(merchant, isDefault=True), create_address(merchant)
    answer = merchant("DELETE", f"{ADDRESSES}/{gone['id']}")
    assert (answer.status, answer.data) == (200, {"deleted": True})
    assert listed(merchant) == [kept]
    assert merchant("DELETE", f"{ADDRESSES}/{gone['id']}").error == (404, "NOT_FOUND")
    assert patch(merchant, gone, label="Back").error == (404, "NOT_FOUND")


def test_a_foreign_address_is_like_one_that_never_was(merchant: Client, stranger: Client):
    address = create_address(merchant)
    assert patch(stranger, address, label="Mine").error == (404, "NOT_FOUND")
    assert stranger("DELETE", f"{ADDRESSES}/{address['id']}").error == (404, "NOT_FOUND")
    assert listed(merchant) == [address]


def test_addresses_are_neither_told_nor_audited(merchant: Client):
    address = create_address(merchant, isDefault=True)
    patch(merchant, address, label="Work")
    merchant("DELETE", f"{ADDRESSES}/{address['id']}")
    assert events(merchant) == []
    audited = rows(merchant, "SELECT action FROM audit_entries WHERE account_id = $1")
    assert [row["action"] for row in audited] == ["api_key.created"]


def test_the_same_request_under_one_key_saves_one(merchant: Client):
    key = fresh_key()
    first, second = (merchant("POST", ADDRESSES, GIVEN, key=key) for _ in range(2))
    assert first.raw == second.raw
    assert len(listed(merchant)) == 1


def test_one_is_retrieved_by_its_id(merchant: Client, stranger: Client):
    address = create_address(merchant, email="siti@example.com")
    path = f"{ADDRESSES}/{address['id']}"
    assert merchant("GET", path).data == {"address": address}
    assert stranger("GET", path).error == (404, "NOT_FOUND")
    merchant("DELETE", path)
    assert merchant("GET", path).error == (404, "NOT_FOUND")
