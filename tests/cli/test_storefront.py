"""The operator's command prints the signing secrets of a partner's storefronts."""

import json
from collections.abc import Iterator

import pytest

from tests.harness.cli_runner import Told
from tests.harness.service import Client, Service, serving
from tests.storefront.shop import Shop, event


@pytest.fixture
def database_url(module_database_url: str) -> str:
    """One database for both tests, each with a partner of its own."""
    return module_database_url


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url) as running:
        yield running


def _partner(service: Service, told: Told, name: str) -> Client:
    home = told("workspace", "create", "--name", "Partner")["accountId"]
    key = told("key", "create", "--workspace", home, "--platform", name)
    return Client(service, home, key["keyId"], key["secret"])


def _provision(partner: Client, **fields: str) -> str:
    answer = partner("POST", "/api/v1/admin/workspaces", {"name": "Toko Kopi", **fields})
    assert answer.status == 201, answer.raw
    return answer.data["accountId"]


def test_a_partners_secrets_are_made_once_shown_and_rotated(service, told, node):
    partner = _partner(service, told, "sandal")
    first, second = _provision(partner, externalRef="shop-1"), _provision(partner)
    command = ("storefront", "secret", "--partner", "sandal")
    made = told(*command, FULFILMENT_PUBLIC_URL="https://fulfilment.example")
    assert [(one["accountId"], one["externalRef"]) for one in made["storefronts"]] == [
        (first, "shop-1"),
        (second, None),
    ]
    oldest = made["storefronts"][0]
    flat = {name: made[name] for name in ("partner", "accountId", "secret", "url")}
    assert flat == {"partner": "sandal", **{name: oldest[name] for name in ("accountId", "secret", "url")}}
    assert oldest["url"].startswith("https://fulfilment.example/api/v1/inbound/storefront?storefront=sf_")
    assert all(one["secret"].startswith("whsec_") for one in made["storefronts"])
    assert told(*command)["secret"] == made["secret"]
    rotated = told(*command, "--workspace", first, "--rotate")
    assert len(rotated["storefronts"]) == 1 and rotated["secret"] != made["secret"]
    assert told(*command)["storefronts"][1]["secret"] == made["storefronts"][1]["secret"]
    assert rotated["secret"] in node(*command).stdout
    client = Client(service, first, partner.key_id, partner.secret, on_behalf_of=first)
    target = oldest["url"].removeprefix("https://fulfilment.example")
    for number, secret in enumerate((made["secret"], rotated["secret"])):
        shop = Shop(client, "sandal", target, secret)
        answer = shop.post(event("product.created", {"ref": f"p{number}", "name": "Kopi"}))
        assert answer.data == {"applied": True}
    assert len(client("GET", "/api/v1/products").data["products"]) == 2
    entries = client("GET", "/api/v1/audit-log?action=storefront.secret").data["entries"]
    assert [entry["action"] for entry in entries] == ["storefront.secret_rotated", "storefront.secret_created"]
    assert made["secret"] not in json.dumps(entries)


def test_what_cannot_be_printed_is_refused_with_what_to_do(service, told, node):
    command = ("storefront", "secret", "--partner")
    assert "fulfilment partner create batik" in node(*command, "batik").stderr
    partner = _partner(service, told, "batik")
    assert "no workspace yet" in node(*command, "batik").stderr
    own = _provision(partner)
    stranger = told("workspace", "create", "--name", "Stranger")["accountId"]
    assert f"no workspace {stranger}" in node(*command, "batik", "--workspace", stranger).stderr
    assert told(*command, "batik", "--workspace", own)["accountId"] == own
    told("partner", "end", "batik")
    ended = node(*command, "batik")
    assert (ended.returncode, "was ended" in ended.stderr) == (1, True)
    for name in ("", "x" * 101):
        assert "--partner takes between 1 and 100" in node(*command, name).stderr
