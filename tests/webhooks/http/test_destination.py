"""Allowed URLs and addresses of webhooks, with the SSRF protection on."""

import asyncio
import random
import socket
import threading

import pytest
from yarl import URL

from fulfilment import settings
from fulfilment.infra import dns
from fulfilment.infra.limits import fair_semaphore
from fulfilment.webhooks.http import destination
from fulfilment.webhooks.http.destination import (
    BlockedDestination,
    DestinationPolicy,
    check_resolved,
    check_url,
    load_policy,
)
from tests.harness.waiting import until


def flat(*rows: list[str]) -> list[str]:
    return [one for row in rows for one in row]


PRODUCTION = DestinationPolicy()
DEVELOPMENT = load_policy(settings.load({"FULFILMENT_MODE": "development"}))

REFUSED_ADDRESSES = flat(
    ["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1"],
    ["127.255.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1"],
    ["192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9"],
    ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
    ["::", "::1", "fc00::1", "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "2001:db8::1"],
    ["3fff::1", "5f00::1", "100::1", "2001::1", "2001:20::1", "2001:2::1"],
    ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:100.64.0.1", "::ffff:169.254.169.254", "::127.0.0.1"],
    ["64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a00:1::1"],
    ["64:ff9b::10.0.0.1", "::ffff:0:127.0.0.1", "::FFFF:7F00:1", "0:0:0:0:0:ffff:0:1", "2001:0:7f00:1::"],
)
PUBLIC_ADDRESSES = flat(
    [
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.255.255",
    ],
    ["172.32.0.0", "192.0.1.0", "192.167.255.255", "198.17.255.255", "198.20.0.0", "223.255.255.255"],
    ["2606:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "2001:4860:4860::8888"],
)


def bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address


@pytest.mark.parametrize("address", REFUSED_ADDRESSES)
def test_an_address_that_is_not_public_is_refused_in_a_url_and_in_a_connection(address):
    with pytest.raises(BlockedDestination, match="not public"):
        check_url(f"https://{bracketed(address)}/hook", PRODUCTION)
    with pytest.raises(BlockedDestination, match="not public"):
        PRODUCTION.check_address(address, 443)


@pytest.mark.parametrize("address", PUBLIC_ADDRESSES)
def test_a_public_address_is_allowed(address):
    PRODUCTION.check_address(address, 443)
    check_url(f"https://{bracketed(address)}/hook", PRODUCTION)


@pytest.mark.parametrize(
    "host",
    flat(
        ["2130706433", "127.1", "127.0.1", "017700000001", "0", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1"],
        ["127.0.0.01", "127.0.0.1.", "127.0.0.1..", "１２７.０.０.１", "①②⑦.⓪.⓪.①", "127。0。0。1"],
        [
            "１２７．０．０．１",
            "%31%32%37.0.0.1",
            "[::ffff:7f00:1]",
            "[0:0:0:0:0:ffff:127.0.0.1]",
            "[::7f00:1]",
        ],
        ["256.256.256.256", "1.2.3.4.5", "0x", "example.0x1"],
        ["127․0․0․1", "127｡0｡0｡1", "𝟙𝟚𝟟.0.0.1", "١٢٧.0.0.1", "0X7F000001", "00000000.0x0", "127.0.0.1%00"],
    ),
)
@pytest.mark.parametrize("policy", [PRODUCTION, DEVELOPMENT], ids=["production", "development"])
def test_loopback_in_an_unusual_spelling_never_slips_past_as_a_name(host, policy):
    try:
        checked = check_url(f"https://{host}/", policy)
    except BlockedDestination:
        return
    assert policy is DEVELOPMENT
    assert checked.raw_host in {"127.0.0.1", "::ffff:7f00:1"}


SCRAPS = flat(
    ["0", "1", "7", "10", "127", "255", "256", "0x7f", "0X7F", "0177", "017700000001", "2130706433", "x", "a", "f"],
    [".", ".", ".", "。", "．", "｡", "１", "①", "𝟙", "١", "%31", "-", "_", "[", "]", ":", "::", "ffff:", "7f00:1"],
    ["localhost", "ⓛocal", ".local", ".internal", "/", "\\", "@", "#", "?", "&", "\u00ad", "\u200d", "ß", "é"],
)


def as_the_system_reads_it(host: str) -> str | None:
    """The address of a numeric host, without a look-up; None for a name."""
    try:
        return socket.getaddrinfo(host, 443, flags=socket.AI_NUMERICHOST)[0][4][0]
    except OSError:
        return None


def test_what_is_put_together_at_random_is_refused_or_public_to_the_system_too():
    drawn, accepted = random.Random(6), 0
    for _ in range(20_000):
        try:
            checked = check_url(f"https://{''.join(drawn.choices(SCRAPS, k=drawn.randint(1, 8)))}/", PRODUCTION)
        except BlockedDestination:
            continue
        accepted += 1
        host = checked.raw_host
        assert host == host.lower().rstrip(".") and host.isascii()
        assert host != "localhost" and not host.endswith((".local", ".internal", ".localhost"))
        address = as_the_system_reads_it(host)
        if address is not None:
            PRODUCTION.check_address(address, 443)
    assert accepted > 1_000


@pytest.mark.parametrize(
    "host",
    flat(
        ["localhost", "LOCALHOST", "localhost.", "localhost..", "a.localhost", "printer.local", "x.LOCAL."],
        ["metadata.google.internal", "a.b.internal.", "ⓛocalhost", "ｌｏｃａｌｈｏｓｔ", "api。internal"],
        ["ⅼocalhost", "LOCALHOſT", "localhost。", "ﬁle.local", "api.ｉnternal", "\N{KELVIN SIGN}ey.internal"],
    ),
)
@pytest.mark.parametrize("policy", [PRODUCTION, DEVELOPMENT], ids=["production", "development"])
def test_local_names_are_refused_however_they_are_written(host, policy):
    with pytest.raises(BlockedDestination, match="localhost"):
        check_url(f"https://{host}/hook", policy)


@pytest.mark.parametrize(
    "url",
    flat(
        [
            "https://localhosts.com/",
            "https://mylocal/",
            "https://internal.example.com/",
            "https://local.net/",
        ],
        ["https://hooks.example.com:8443/a?b=c", "https://münchen.example/ü", "https://a_b.example.com/"],
        ["HTTPS://EXAMPLE.COM", "https://example.com./x", "https://example.com?x=1@2"],
    ),
)
def test_an_ordinary_url_is_allowed(url):
    checked = check_url(url, PRODUCTION)
    assert checked.scheme == "https"
    assert checked.raw_host == checked.raw_host.lower().rstrip(".")


def test_what_is_connected_to_is_what_was_checked():
    assert check_url("https://Hooks.Example.com.:8443/p%2Fq?x=1", PRODUCTION) == URL(
        "https://hooks.example.com:8443/p%2Fq?x=1"
    )


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "name"),
        ("hooks.example.com", "name"),
        ("//example.com/", "host"),
        ("https:example.com", "host"),
        ("https:///example.com", "host"),
        ("https://", "host"),
        ("https://?x", "host"),
        ("https://./", "host"),
        ("http://example.com/", "https"),
        ("ftp://example.com/", "https"),
        ("file:///etc/passwd", "host"),
        ("javascript://example.com/", "https"),
        ("https://user@example.com/", "user name"),
        ("https://user:pass@example.com/", "user name"),
        ("https://@example.com/", "user name"),
        ("https://example.com@10.0.0.1/", "user name"),
        ("https://example.com\\@10.0.0.1/", "backslash"),
        ("https://example.com/a\\b", "backslash"),
        ("https://example.com/#part", "fragment"),
        ("https://example.com#", "fragment"),
        ("https://example.com/\n", "control"),
        ("https://exam\tple.com/", "control"),
        (" https://example.com/", "spaces"),
        ("https://example.com/a b", "spaces"),
        ("https://example.com/\0", "control"),
        ("https://example.com/\x7f", "control"),
        ("https://exam\u200bple.com/", "control"),
        ("https://example.com/\ud800", "control"),
        ("https://example.com:0/", "65535"),
        ("https://example.com:65536/", "read"),
        ("https://example.com:99999999/", "65535"),
        ("https://example.com:/", "65535"),
        ("https://example.com:+443/", "65535"),
        ("https://example.com:４４３/", "65535"),
        ("https://example.com:44x/", "65535"),
        ("https://example.com:1:2/", "65535"),
        ("https://[fe80::1%25eth0]/", "plain host"),
        ("https://[fe80::1%eth0]/", "plain host"),
        ("https://[v1.a]/", "plain host"),
        ("https://[1.2.3.4]/", "read"),
        ("https://[::1", "plain host"),
        ("https://::1/", "65535"),
        ("https://%65xample.com/", "plain host"),
        ("https://a..example.com/", "valid name"),
        ("https://.example.com/", "valid name"),
        ("https://exa mple.com/", "spaces"),
        ("https://example.com;x/", "valid name"),
        ("https://example.com'/", "valid name"),
        (f"https://{'a' * 64}.com/", "valid name"),
        (f"https://{'a.' * 127}com/", "valid name"),
        ("https://example.com／evil/", "read"),
        (f"https://example.com/{'a' * 1981}", "2000"),
    ],
)
def test_a_url_that_could_be_read_in_two_ways_is_refused_with_a_reason(url, reason):
    with pytest.raises(BlockedDestination) as error:
        check_url(url, PRODUCTION)
    assert reason in error.value.reason


def test_a_url_may_have_two_thousand_characters():
    url = f"https://example.com/{'a' * 1980}"
    assert len(url) == destination.MAX_URL_LENGTH
    assert str(check_url(url, PRODUCTION)) == url


@pytest.mark.parametrize("host", ["127.0.0.1", "10.1.2.3", "192.168.0.9", "172.20.0.1", "[::1]", "[fd00::1]"])
def test_development_allows_http_and_private_targets(host):
    assert check_url(f"http://{host}:9000/hook", DEVELOPMENT).port == 9000


@pytest.mark.parametrize("host", ["169.254.169.254", "0.0.0.0", "224.0.0.1", "[fe80::1]", "100.100.100.200"])
def test_development_still_refuses_what_no_local_receiver_has(host):
    with pytest.raises(BlockedDestination):
        check_url(f"http://{host}/hook", DEVELOPMENT)


def test_production_settings_allow_only_what_the_operator_names():
    policy = load_policy(settings.load({"FULFILMENT_WEBHOOK_ALLOWED_NETWORKS": "127.0.0.1/32, 10.1.0.0/16"}))
    for address in ["127.0.0.1", "::ffff:127.0.0.1", "10.1.200.3", "8.8.8.8"]:
        policy.check_address(address, 443)
    for address in ["127.0.0.2", "10.2.0.1", "::1"]:
        with pytest.raises(BlockedDestination):
            policy.check_address(address, 443)
    with pytest.raises(BlockedDestination, match="https"):
        check_url("http://127.0.0.1/", policy)


def test_an_allowed_network_that_is_none_is_a_clear_error():
    configured = settings.load({"FULFILMENT_WEBHOOK_ALLOWED_NETWORKS": "10.1.0.0/99"})
    with pytest.raises(settings.SettingsError, match="WEBHOOK_ALLOWED_NETWORKS"):
        load_policy(configured)


def test_the_service_itself_is_refused_even_where_its_network_is_allowed():
    own = [("0.0.0.0", 8080), ("10.0.0.5", 5432), ("api.example.com", 443)]
    policy = load_policy(settings.load({"FULFILMENT_MODE": "development"}), own)
    refused = ["127.0.0.1:8080", "127.0.0.9:8080", "[::1]:8080", "10.0.0.5:5432", "[::ffff:10.0.0.5]:5432"]
    for place in [*refused, "api.example.com:443", "API.example.com.:443"]:
        with pytest.raises(BlockedDestination, match="this service"):
            check_url(f"http://{place}/", policy)
    for place in ["127.0.0.1:8081", "10.0.0.5:443", "api.example.com:444"]:
        check_url(f"http://{place}/", policy)


def answering(*addresses: str):
    async def lookup(host: str, port: int):
        return [(socket.AF_INET6 if ":" in one else socket.AF_INET, one) for one in addresses]

    return lookup


async def failing(host: str, port: int):
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


NAMED = URL("https://hooks.example.com/in")


@pytest.mark.asyncio
async def test_a_name_with_only_public_addresses_is_allowed():
    await check_resolved(NAMED, PRODUCTION, answering("8.8.8.8", "2606:4700::1111"))


@pytest.mark.asyncio
@pytest.mark.parametrize("private", ["10.0.0.1", "::1", "::ffff:127.0.0.1", "fe80::1%eth0"])
async def test_one_private_address_among_public_ones_refuses_the_name_without_telling_which(private):
    with pytest.raises(BlockedDestination) as error:
        await check_resolved(NAMED, PRODUCTION, answering("8.8.8.8", private, "1.1.1.1"))
    assert error.value.reason == "the host hooks.example.com resolves to an address that is not public"


@pytest.mark.asyncio
@pytest.mark.parametrize("lookup", [failing, answering()], ids=["error", "no answer"])
async def test_a_name_that_does_not_resolve_is_refused_in_production_only(lookup):
    with pytest.raises(BlockedDestination, match=r"hooks\.example\.com could not be resolved"):
        await check_resolved(NAMED, PRODUCTION, lookup)
    await check_resolved(NAMED, DEVELOPMENT, lookup)


@pytest.mark.asyncio
async def test_a_name_server_that_never_answers_is_not_waited_for(monkeypatch):
    async def hanging(host: str, port: int):
        await asyncio.Event().wait()

    monkeypatch.setattr(destination, "LOOKUP_TIMEOUT_SECONDS", 0.05)
    with pytest.raises(BlockedDestination, match=r"hooks\.example\.com could not be resolved in time"):
        await check_resolved(NAMED, PRODUCTION, hanging)


@pytest.mark.asyncio
async def test_hundreds_of_hanging_names_of_one_workspace_keep_no_other_from_registering(monkeypatch):
    may_answer, has_hung = threading.Event(), []

    def find(host: str) -> list[dns.Answer]:
        if "hanging" in host:
            has_hung.append(host)
            may_answer.wait()
        return [(socket.AF_INET, "8.8.8.8")]

    async def register(who: str, host: str) -> None:
        fair_semaphore.current_tenant.set(who)
        await check_resolved(URL(f"https://{host}/hook"), PRODUCTION)

    threads = dns.LookupThreads(dns.LOOKUP_THREADS, find)
    monkeypatch.setattr(dns, "_threads", lambda: threads)
    hanging = [asyncio.create_task(register("acc_greedy", f"hanging{n}.example.com")) for n in range(600)]
    try:
        await until(lambda: len(has_hung) == dns.LOOKUP_THREADS // 2)
        strangers = (register(f"acc_{number}", f"hooks{number}.example.com") for number in range(40))
        await asyncio.gather(*(asyncio.create_task(other_workspace) for other_workspace in strangers))
        for task in hanging:
            task.cancel()
        # Look-ups that are cancelled before a thread took them are dropped.
        await asyncio.gather(*hanging, return_exceptions=True)
    finally:
        may_answer.set()
        await asyncio.gather(*hanging, return_exceptions=True)
    assert len(has_hung) == dns.LOOKUP_THREADS // 2


@pytest.mark.asyncio
async def test_the_real_lookup_finds_numeric_addresses_and_judges_them():
    await check_resolved(URL("https://8.8.8.8/"), PRODUCTION)
    with pytest.raises(BlockedDestination):
        await check_resolved(URL("https://127.0.0.1/"), PRODUCTION)
