"""The service's own ports are refused under every name and address, even where private targets are allowed."""

import re
import socket
from ipaddress import ip_network

import msgspec
import psutil
import pytest

from fulfilment import settings
from fulfilment.webhooks.http import destination
from fulfilment.webhooks.http.destination import BlockedDestination, DestinationPolicy, check_url

EVERYWHERE = "0.0.0.0/0,::/0"


def policy(mode: str = "development", **values: str) -> DestinationPolicy:
    named = {"mode": mode, "webhook_allowed_networks": EVERYWHERE, **values}
    return destination.build_policy(
        settings.load({f"FULFILMENT_{name.upper()}": value for name, value in named.items()})
    )


def is_refused(place: str, under: DestinationPolicy) -> bool:
    """True if a URL with this host and port is refused, for that reason and no other."""
    try:
        check_url(f"https://{place}/", under)
    except BlockedDestination as error:
        assert error.reason.endswith("belongs to this service")
        return True
    return False


def addresses_of_this_machine() -> list[str]:
    families = (socket.AF_INET, socket.AF_INET6)
    found = [each for card in psutil.net_if_addrs().values() for each in card if each.family in families]
    # A link-local address means nothing without its link, and is not taken in a URL.
    return [each.address for each in found if "%" not in each.address]


def bracketed(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_an_api_on_every_address_is_refused_at_each_address_of_this_machine(host):
    under = policy(host=host, port="9000")
    mine = [*addresses_of_this_machine(), "127.0.0.1", "127.8.8.8", "::ffff:127.0.0.1"]
    assert all(is_refused(bracketed(address, 9000), under) for address in mine)
    assert not any(is_refused(bracketed(address, 9001), under) for address in mine)
    assert not any(is_refused(f"{address}:9000", under) for address in ["10.77.66.55", "8.8.8.8", "[2606:4700::1]"])


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]"])
@pytest.mark.parametrize("own", ["0.0.0.0", "127.0.0.1"])
def test_no_address_is_a_way_to_this_machine_too(host, own):
    assert is_refused(f"{host}:9000", policy(host=own, port="9000"))


def test_an_api_on_one_address_is_refused_there():
    under = policy(host="10.0.0.5", port="9000")
    assert is_refused("10.0.0.5:9000", under)
    assert is_refused("[::ffff:10.0.0.5]:9000", under)
    assert not is_refused("10.0.0.6:9000", under)
    assert not is_refused("127.0.0.1:9000", under)


def test_an_api_on_localhost_is_refused_in_both_families():
    under = policy(host="localhost", port="9000")
    assert is_refused("127.0.0.1:9000", under)
    assert is_refused("[::1]:9000", under)


@pytest.mark.parametrize(
    ("public", "same", "others"),
    [
        (
            "https://api.example.com",
            ["api.example.com", "API.Example.com.:443"],
            ["example.com", "api.example.com:444"],
        ),
        ("https://api.example.com:8443/base/", ["api.example.com:8443"], ["api.example.com"]),
        ("https://münchen.example", ["xn--mnchen-3ya.example", "MÜNCHEN.example"], ["munchen.example"]),
        ("http://192.168.7.7:8080", ["192.168.7.7:8080", "[::ffff:192.168.7.7]:8080"], ["192.168.7.7:80"]),
    ],
)
def test_the_public_address_is_refused(public, same, others):
    under = policy(public_url=public)
    assert all(is_refused(place, under) for place in same)
    assert not any(is_refused(place, under) for place in others)


@pytest.mark.parametrize("mode", ["development", "production"])
@pytest.mark.parametrize(
    ("url", "places"),
    [
        ("postgresql://u:p@db.example.com/x", ["db.example.com:5432", "10.0.0.5:5432", "[fd00::5]:5432"]),
        ("postgresql://u:p@10.0.0.5:6000/x", ["10.0.0.5:6000", "127.0.0.1:6000"]),
        ("postgresql://u:p@[fd00::5]:6000/x", ["[fd00::5]:6000"]),
        (
            "postgresql://u@One.example:6000,two.example:6001/x",
            ["one.example:6000", "two.example:6001", "10.0.0.1:6001"],
        ),
        ("postgresql://u@one.example,two.example/x?port=6000", ["one.example:6000", "two.example:6000"]),
        ("postgresql:///x", ["127.0.0.1:5432", "[::1]:5432"]),
        ("postgresql://u@8.8.4.4/x", ["8.8.4.4:5432"]),
    ],
)
def test_the_database_is_refused_by_its_name_and_at_every_private_address(mode, url, places):
    under = policy(mode, database_url=url)
    assert all(is_refused(place, under) for place in places)
    assert not any(is_refused(place, under) for place in ["10.0.0.5:443", "8.8.8.8:5432", "shop.example.com:5432"])


@pytest.mark.parametrize("url", ["", "postgresql://postgres@/x?host=/run/postgresql"])
def test_a_database_on_a_unix_socket_takes_no_port(url):
    assert not is_refused("127.0.0.1:5432", policy(database_url=url))


@pytest.mark.parametrize("setting", ["aggregator_simulator_port", "identity_simulator_port", "payment_simulator_port"])
def test_a_simulator_is_refused_where_there_is_one(setting):
    assert is_refused("127.0.0.1:7000", policy(**{setting: "7000"}))
    assert is_refused("[::1]:7000", policy(**{setting: "7000"}))
    assert not is_refused("127.0.0.1:7000", policy("production", **{setting: "7000"}))


@pytest.mark.parametrize("mode", ["development", "production"])
@pytest.mark.parametrize("name", ["metrics", "probe"])
def test_the_ports_for_the_inside_are_refused_on_this_machine_and_on_every_private_address(name, mode):
    under = policy(mode, **{f"{name}_port": "9464"})
    assert all(is_refused(place, under) for place in ["127.0.0.1:9464", "[::1]:9464", "10.0.0.5:9464"])
    assert not any(is_refused(place, under) for place in ["127.0.0.1:9465", "8.8.8.8:9464"])
    assert is_refused("8.8.4.4:9464", policy(mode, **{f"{name}_port": "9464", f"{name}_host": "8.8.4.4"}))
    assert not is_refused("127.0.0.1:9464", policy(mode, **{f"{name}_port": "0"}))


# Settings whose name says port, host or address, and that webhooks may reach, with the reason.
REACHABLE = {
    "host": "tested with its port",
    "probe_host": "tested with its port",
    "metrics_host": "tested with its port",
    "payments_success_url": "a page for buyers, maybe on a merchant's own site",
    "payments_cancel_url": "a page for buyers, maybe on a merchant's own site",
}
NAMES_A_PLACE = re.compile(r"(^|_)(ports?|hosts?|urls?|issuer|addresses|address|endpoints?|servers?|upstreams?)$")
PLACES = [field.name for field in msgspec.structs.fields(settings.Settings) if NAMES_A_PLACE.search(field.name)]


@pytest.mark.parametrize("name", [name for name in PLACES if name not in REACHABLE])
def test_every_place_that_a_setting_names_is_refused(name):
    scheme = "postgresql" if name.startswith("database") else "https"
    value = "7000" if name.endswith("port") else "inside.example:7000"
    given = {name: f"{scheme}://{value}" if name.endswith(("_url", "_issuer")) else value}
    if name == "oidc_issuer":
        given["oidc_audience"] = "shop"
    if name == "database_direct_url":
        given["database_url"] = "postgresql://pooler.example/x"
    under = policy(**given)
    assert is_refused("127.0.0.1:7000" if value == "7000" else "inside.example:7000", under)
    assert not is_refused("inside.example:7001", under)


def test_a_name_of_the_inside_network_is_refused_under_its_other_names_too():
    under = policy(aggregator_url="http://courier.inside.example:7000", oidc_issuer="", oidc_audience="")
    assert is_refused("10.0.0.5:7000", under)
    assert not is_refused("10.0.0.5:443", under)
    assert not is_refused("10.0.0.5:443", policy(aggregator_url="https://courier.inside.example"))


@pytest.mark.parametrize("variable", ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"])
def test_the_trace_collector_is_refused(variable):
    own = destination.list_own_services(settings.load({}), {variable: "http://collector:4318"})
    under = DestinationPolicy(
        allows_http=True, allowed_networks=(ip_network("10.0.0.0/8"),), own_services=frozenset(own)
    )
    assert is_refused("collector:4318", under) and is_refused("10.0.0.5:4318", under)
    assert not is_refused("10.0.0.5:443", under)


def test_a_name_that_leads_to_one_of_them_is_refused():
    under = policy(host="0.0.0.0", port="9000", database_url="postgresql://db.example.com/x")
    for address, port in [("127.0.0.1", 9000), ("10.0.0.5", 5432)]:
        with pytest.raises(
            BlockedDestination, match=r"evil\.example resolves to an address that belongs to this service"
        ):
            under.check_resolved_addresses("evil.example", [address], port)


def test_without_any_setting_the_protection_is_on():
    under = destination.build_policy(settings.load({}))
    assert (under.allows_http, under.must_resolve, under.allowed_networks) == (False, True, ())


def test_a_receiver_beside_the_service_is_reached_in_development():
    under = destination.build_policy(settings.load({"FULFILMENT_MODE": "development"}))
    assert str(check_url("http://127.0.0.1:9999/hook", under)) == "http://127.0.0.1:9999/hook"
