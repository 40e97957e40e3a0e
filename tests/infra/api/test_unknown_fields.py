"""In development an answer names what of the request nobody read; in production it never does."""

from collections.abc import Iterator

import pytest

from fulfilment.infra.api.unknown_fields import MAX_NAME_CHARACTERS, MAX_NAMES, MORE
from tests.harness.service import Client, serving
from tests.harness.workspaces import open_client

HEADER = "svc-ignored"


@pytest.fixture(scope="module")
def client(module_database_url: str) -> Iterator[Client]:
    with serving(module_database_url) as service:
        yield open_client(service)


@pytest.fixture(scope="module")
def live(module_database_url: str) -> Iterator[Client]:
    """A client of a service in production."""
    with serving(module_database_url, mode="production") as service:
        yield open_client(service)


PRODUCT = {"name": "Kopi", "descripton": "typed wrong"}


def test_unknown_keys_and_parameters_are_named_and_do_no_harm(client):
    made = client("POST", "/api/v1/products?dry=1", PRODUCT)
    assert made.status == 201
    assert made.headers[HEADER] == "?dry, descripton"


def test_what_is_in_lists_and_in_objects_is_named_by_its_path(client):
    body = {"destination": {"postcode": "12730"}, "items": [{"name": "Kopi"}, {"name": "Kopi", "wieght": 1}]}
    assert client("POST", "/api/v1/shipping/rates", body).headers[HEADER] == "destination.postcode, items.1.wieght"


def test_what_is_read_is_not_named(client):
    assert HEADER not in client("POST", "/api/v1/products", {"name": "Kopi", "description": "right"}).headers
    assert HEADER not in client("GET", "/api/v1/products?limit=5").headers
    assert client("GET", "/api/v1/products?limt=5").headers[HEADER] == "?limt"
    assert client("GET", "/api/v1/health?x=1").headers[HEADER] == "?x"


def test_a_refusal_names_the_key_that_was_meant(client):
    refused = client("POST", "/api/v1/products", {"nmae": "Kopi"})
    assert refused.error == (400, "VALIDATION")
    assert refused.headers[HEADER] == "nmae"


def test_rows_that_are_read_one_by_one_are_looked_into(client):
    answer = client("POST", "/api/v1/products/bulk", {"products": [{"name": "A"}, {"name": "B", "skoo": "1"}]}, "a-key")
    assert answer.headers[HEADER] == "products.1.skoo"


def test_keys_of_free_objects_are_nobodys_typing_errors(client):
    body = {"name": "Kopi", "metadata": {"whatever": 1}}
    named = client("POST", "/api/v1/products", body).headers.get(HEADER, "")
    assert "whatever" not in named


def test_very_many_and_very_long_names_and_line_ends_stay_one_short_header(client):
    body = {"name": "Kopi"} | {f"a\r\nX-Own: {number},商{'x' * 500}": 1 for number in range(1_000)}
    made = client("POST", "/api/v1/products", body)
    assert made.status == 201 and "x-own" not in made.headers
    names = made.headers[HEADER].split(", ")
    assert len(names) == MAX_NAMES + 1 and names[-1] == MORE
    assert names[0].startswith("a??X-Own:?0??x") and max(map(len, names)) == MAX_NAME_CHARACTERS


@pytest.mark.parametrize("body", [b"{", b"[" * 10_000, b'"text"', b"[1]", b'{"name": "\\ud800"}'])
def test_a_body_that_cannot_be_read_is_refused_as_ever(client, body):
    refused = client("POST", "/api/v1/products", body)
    assert refused.error == (400, "VALIDATION") and HEADER not in refused.headers


def test_a_malformed_query_is_refused_only_where_it_is_read(client):
    assert client("GET", "/api/v1/health?%00=1").status == 200
    assert client("GET", "/api/v1/products?%00=1").error == (400, "VALIDATION")


def test_production_says_nothing(live):
    made = live("POST", "/api/v1/products?dry=1", PRODUCT)
    assert made.status == 201 and HEADER not in made.headers


def test_the_header_bears_the_brand(database_url):
    with serving(database_url, brand="acme") as service:
        client = open_client(service, called="acme")
        assert client("GET", "/api/v1/products?limt=5").headers["acme-ignored"] == "?limt"
