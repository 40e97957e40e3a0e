"""Client address of a request, with proxies in front and with headers that any client can forge."""

from collections.abc import Iterator

import pytest

from fulfilment.infra.auth.client_address import MAX_HOPS, TrustedProxies, address_bucket
from fulfilment.settings import SettingsError, load
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client

PROXIES = TrustedProxies(["10.0.0.0/8", "2001:db8:1::/48"])
PROXY = "10.1.2.3"
PRODUCT = {"name": "Coffee"}


@pytest.fixture(scope="module")
def proxied(module_database_url: str) -> Iterator[Service]:
    """A service that trusts the proxies on its own host and in one network."""
    with serving(module_database_url, trusted_proxies="127.0.0.0/8, 10.0.0.0/8") as running:
        yield running


def audited_address(client: Client, *forwarded: tuple[str, str]) -> str | None:
    """The address in the audit entry of a mutation sent with these headers."""
    created = client("POST", "/api/v1/products", PRODUCT, headers=list(forwarded))
    assert created.status == 201
    entries = client("GET", "/api/v1/audit-log?action=product.created&limit=1").data["entries"]
    assert entries[0]["targetId"] == created.data["product"]["id"]
    return entries[0]["ip"]


def test_without_trusted_proxies_a_forged_header_changes_nothing(client: Client) -> None:
    forged = [("X-Forwarded-For", "203.0.113.5"), ("Forwarded", "for=203.0.113.6"), ("X-Real-IP", "203.0.113.7")]
    assert audited_address(client, *forged) == "127.0.0.1"


def test_the_audit_entry_names_who_called_the_trusted_proxy(proxied: Service) -> None:
    client = open_client(proxied)
    assert audited_address(client, ("X-Forwarded-For", "203.0.113.5")) == "203.0.113.5"


def test_what_a_client_forged_stands_left_of_what_the_proxy_added(proxied: Service) -> None:
    client = open_client(proxied)
    assert audited_address(client, ("X-Forwarded-For", "198.51.100.1, 203.0.113.5, 10.9.9.9")) == "203.0.113.5"


def test_a_header_sent_twice_is_one_list_in_the_order_received(proxied: Service) -> None:
    client = open_client(proxied)
    twice = [("X-Forwarded-For", "198.51.100.1"), ("X-Forwarded-For", "203.0.113.5")]
    assert audited_address(client, *twice) == "203.0.113.5"


def test_other_headers_about_the_client_are_not_read(proxied: Service) -> None:
    client = open_client(proxied)
    assert audited_address(client, ("Forwarded", "for=203.0.113.6"), ("X-Real-IP", "203.0.113.7")) == "127.0.0.1"


@pytest.mark.parametrize(
    "forwarded",
    [b"", b" ", b",", b"unknown", b"203.0.113.5;", b"\xff\xfe", b"203.0.113", b"[", b"fe80::1%eth0", b"203.0.113.5, x"],
)
def test_what_is_no_address_leaves_the_proxy_that_said_it(forwarded: bytes) -> None:
    assert PROXIES.client_of(PROXY, [forwarded]) == PROXY


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (b"203.0.113.5", "203.0.113.5"),
        (b"203.0.113.5:41022", "203.0.113.5"),
        (b"2001:db8::5", "2001:db8::5"),
        (b"2001:DB8:0:0:0:0:0:5", "2001:db8::5"),
        (b"[2001:db8::5]", "2001:db8::5"),
        (b"[2001:db8::5]:41022", "2001:db8::5"),
        (b"::ffff:203.0.113.5", "203.0.113.5"),
        (b" 203.0.113.5 ,10.7.7.7\t, 2001:db8:1::9", "203.0.113.5"),
        (b"10.5.5.5, 10.6.6.6", "10.5.5.5"),
        (b"garbage, 10.6.6.6", "10.6.6.6"),
    ],
)
def test_the_rightmost_address_that_is_no_trusted_proxy_is_the_client(forwarded: bytes, client: str) -> None:
    assert PROXIES.client_of(PROXY, [forwarded]) == client


def test_a_peer_that_is_no_trusted_proxy_speaks_for_nobody() -> None:
    assert PROXIES.client_of("203.0.113.5", [b"198.51.100.1"]) == "203.0.113.5"


def test_a_trusted_proxy_is_known_in_the_clothes_of_ipv6() -> None:
    assert PROXIES.client_of("::ffff:10.1.2.3", [b"203.0.113.5"]) == "203.0.113.5"


def test_only_so_many_hops_are_followed() -> None:
    hops = b",".join([b"203.0.113.5"] + [b"10.0.0.1"] * MAX_HOPS)
    assert PROXIES.client_of(PROXY, [hops]) == "10.0.0.1"


def test_a_connection_without_an_address_has_no_client() -> None:
    assert PROXIES.client_of(None, [b"203.0.113.5"]) is None


def test_a_network_that_is_none_is_refused_at_the_start() -> None:
    with pytest.raises(SettingsError, match=r"FULFILMENT_TRUSTED_PROXIES: 'proxy\.example' is no network"):
        load({"FULFILMENT_TRUSTED_PROXIES": "10.0.0.0/8, proxy.example"})


def test_all_addresses_of_an_ipv6_network_are_one_line() -> None:
    assert address_bucket("2001:db8:0:1::1") == address_bucket("2001:db8:0:1:ffff:ffff:ffff:ffff")
    assert address_bucket("2001:db8:0:1::1") != address_bucket("2001:db8:0:2::1")


def test_each_ipv4_address_is_a_line_of_its_own() -> None:
    assert address_bucket("203.0.113.5") != address_bucket("203.0.113.6")
    assert address_bucket("203.0.113.5") == address_bucket("::ffff:203.0.113.5")
