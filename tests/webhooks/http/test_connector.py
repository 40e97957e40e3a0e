"""Addresses of real connections: names that change their address, blocked addresses among others, certificates."""

import re
import socket
import ssl
from ipaddress import ip_network

import pytest
from yarl import URL

from fulfilment.infra import branding
from fulfilment.webhooks.http import connector, destination
from fulfilment.webhooks.http.attempt import AttemptOutcome, WebhookSender
from fulfilment.webhooks.http.destination import BlockedDestination, DestinationPolicy
from tests.webhooks.authority import HOUR, Authority
from tests.webhooks.receivers import answer_with, receiving, response

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]

PROTECTED = DestinationPolicy(allows_http=True, allowed_networks=(ip_network("127.0.0.1/32"),))
HOST = "hooks.example.com"
BLOCKED = f"blocked: the host {HOST} resolves to an address that is not public"
OK = response("200 OK", b"thanks")


class Names:
    """A name server that answers with one list of addresses after another, the last again and again."""

    def __init__(self, *answers: list[str]) -> None:
        self._answers = list(answers)
        self.asked = 0

    async def __call__(self, host: str, port: int):
        self.asked += 1
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return [(socket.AF_INET6 if ":" in one else socket.AF_INET, one) for one in answer]


def sender(lookup, policy=PROTECTED, tls: ssl.SSLContext | None = None) -> WebhookSender:
    return WebhookSender(policy, timeout_seconds=5.0, brand=branding.build("svc"), lookup=lookup, tls=tls)


async def send(using: WebhookSender, url: str) -> AttemptOutcome:
    return await using.send(
        url=url,
        secrets=["whsec_x"],
        event_id="evt_1",
        event_type="svc.product.created.v1",
        delivery_id="dlv_1",
        attempt_number=1,
        body=b"{}",
    )


async def test_a_name_that_was_public_when_registered_and_is_private_when_sent_to_is_never_connected_to():
    async with receiving(answer_with(OK)) as receiver:
        url = f"http://{HOST}:{receiver.port}/hook"
        production = DestinationPolicy(allows_http=True)
        names = Names(["8.8.8.8"], ["127.0.0.1"])
        await destination.check_resolved(URL(url), production, names)
        async with sender(names, production) as using:
            outcome = await send(using, url)
        assert names.asked == 2
        assert receiver.connections == 0
    assert outcome == AttemptOutcome(False, None, "", BLOCKED, outcome.duration_ms)


@pytest.mark.parametrize("private", ["127.0.0.2", "10.0.0.1", "::1", "::ffff:10.0.0.1", "169.254.169.254"])
async def test_one_private_address_among_allowed_ones_keeps_us_from_all_of_them(private):
    async with receiving(answer_with(OK)) as receiver:
        async with sender(Names(["127.0.0.1", private])) as using:
            outcome = await send(using, f"http://{HOST}:{receiver.port}/")
        assert receiver.connections == 0
    assert outcome.error == BLOCKED


@pytest.mark.parametrize("host", ["localhost", "127.0.0.2", "[::1]", "2130706433", "0x7f000001", "user@1.1.1.1"])
async def test_a_url_that_the_rules_refuse_is_blocked_at_sending_too(host):
    async with receiving(answer_with(OK)) as receiver:
        async with sender(Names(["127.0.0.1"])) as using:
            outcome = await send(using, f"http://{host}:{receiver.port}/")
        assert receiver.connections == 0
    assert outcome.error.startswith("blocked: ")


@pytest.mark.parametrize("host", ["127.0.0.2", "[::1]", "[::ffff:127.0.0.2]", "0.0.0.0", "0x7f000002"])
async def test_the_socket_has_the_last_word_where_the_url_was_not_checked(host, monkeypatch):
    monkeypatch.setattr(destination, "check_url", lambda url, policy: URL(url))
    async with receiving(answer_with(OK)) as receiver:
        async with sender(Names(["127.0.0.2"])) as using:
            outcome = await send(using, f"http://{host}:{receiver.port}/")
        assert receiver.connections == 0
    assert outcome.error.startswith("blocked: ")


async def test_the_socket_refuses_even_an_address_that_the_resolver_let_pass():
    guarded = connector.GuardedConnector(PROTECTED, Names(["127.0.0.1"]))
    info = (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", ("127.0.0.2", 80))
    with pytest.raises(BlockedDestination):
        guarded._open_socket(info)
    await guarded.close()


async def test_a_name_with_an_allowed_address_is_reached_under_its_name():
    async with receiving(answer_with(OK)) as receiver, sender(Names(["127.0.0.1"])) as using:
        assert (await send(using, f"http://{HOST}:{receiver.port}/")).ok
        assert receiver.header("Host") == f"{HOST}:{receiver.port}"


async def test_the_next_address_is_tried_when_the_first_does_not_answer():
    policy = DestinationPolicy(allows_http=True, allowed_networks=(ip_network("127.0.0.0/8"),))
    names = Names(["127.0.0.9", "127.0.0.1"])
    async with receiving(answer_with(OK)) as receiver, sender(names, policy) as using:
        assert (await send(using, f"http://{HOST}:{receiver.port}/")).ok


async def test_addresses_that_fail_in_different_ways_are_told_by_the_first():
    policy = DestinationPolicy(allows_http=True, allowed_networks=(ip_network("127.0.0.1/32"), ip_network("fe80::/10")))
    async with receiving(answer_with(OK)) as receiver:
        closed = receiver.port
    # A link-local address without its link cannot be connected to.
    async with sender(Names(["127.0.0.1", "fe80::1"]), policy) as using:
        outcome = await send(using, f"http://{HOST}:{closed}/")
    assert outcome.error == "connection refused"


async def test_of_a_name_with_very_many_addresses_only_the_first_few_are_tried():
    guarded = connector.GuardedResolver(
        DestinationPolicy(), Names([*(f"8.8.8.{n}" for n in range(200)), "2606:4700::1"])
    )
    found = await guarded.resolve(HOST, 443)
    assert [one["host"] for one in found] == ["8.8.8.0", "8.8.8.1", "2606:4700::1"]


async def test_a_name_without_any_address_is_a_failure():
    async with sender(Names([])) as using:
        outcome = await send(using, f"http://{HOST}/")
    assert outcome.error == f"{HOST} could not be resolved: no address"


async def test_the_peer_of_a_kept_connection_is_judged_again_at_each_delivery(monkeypatch):
    def refuse(_policy: DestinationPolicy, _address: str, _port: int) -> None:
        raise BlockedDestination("the address is not public")

    async with receiving(answer_with(OK)) as receiver, sender(Names(["127.0.0.1"])) as using:
        url = f"http://{HOST}:{receiver.port}/"
        assert (await send(using, url)).ok
        monkeypatch.setattr(DestinationPolicy, "check_address", refuse)
        assert (await send(using, url)).error == "blocked: the address is not public"
        assert len(receiver.heads) == 1


@pytest.fixture
def authority() -> Authority:
    return Authority()


async def send_over_tls(served: ssl.SSLContext, trusted: ssl.SSLContext | None):
    async with receiving(answer_with(OK), served) as receiver:
        async with sender(Names(["127.0.0.1"]), tls=trusted) as using:
            outcomes = [await send(using, f"https://{HOST}:{receiver.port}/") for _ in range(2)]
        return outcomes, receiver


async def test_a_certificate_for_the_name_is_accepted_although_the_connection_goes_to_an_address(authority, tmp_path):
    served, named = authority.serve(HOST, tmp_path), []
    served.sni_callback = lambda _socket, name, _context: named.append(name)
    outcomes, receiver = await send_over_tls(served, authority.trust())
    assert [outcome.error for outcome in outcomes] == [None, None]
    assert named == [HOST]
    assert receiver.connections == 1


async def test_a_certificate_for_another_name_is_refused_before_anything_is_said(authority, tmp_path):
    outcomes, receiver = await send_over_tls(authority.serve("evil.example.com", tmp_path), authority.trust())
    assert outcomes[0].error.startswith("TLS certificate refused: Hostname mismatch")
    assert not receiver.heads


async def test_a_certificate_of_an_unknown_authority_is_refused_by_default(authority, tmp_path):
    outcomes, receiver = await send_over_tls(authority.serve(HOST, tmp_path), None)
    assert outcomes[0].error == "TLS certificate refused: unable to get local issuer certificate"
    assert not receiver.heads


async def test_a_certificate_that_signed_itself_is_refused_by_default(authority, tmp_path):
    outcomes, receiver = await send_over_tls(authority.serve_as_itself(tmp_path), None)
    # OpenSSL 1.1.1 writes it without the hyphen.
    assert outcomes[0].error.replace("-", " ") == "TLS certificate refused: self signed certificate"
    assert not receiver.heads


async def test_a_certificate_that_has_expired_is_refused(authority, tmp_path):
    expired = authority.serve(HOST, tmp_path, lasting=-HOUR)
    outcomes, receiver = await send_over_tls(expired, authority.trust())
    assert outcomes[0].error == "TLS certificate refused: certificate has expired"
    assert not receiver.heads


async def test_a_certificate_for_the_address_does_not_stand_for_the_name(authority, tmp_path):
    outcomes, receiver = await send_over_tls(authority.serve("127.0.0.1", tmp_path), authority.trust())
    assert outcomes[0].error.startswith("TLS certificate refused: Hostname mismatch")
    assert not receiver.heads


async def test_a_receiver_that_speaks_only_an_old_tls_is_refused(authority, tmp_path):
    served = authority.serve(HOST, tmp_path)
    served.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning):
        served.minimum_version, served.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    outcomes, receiver = await send_over_tls(served, authority.trust())
    # Which of the two sides finds it out first, and whether it says so, is up to its OpenSSL.
    assert outcomes[0].error.startswith(("TLS error: ", "connection closed before a response came"))
    assert [(outcome.ok, outcome.response_code) for outcome in outcomes] == [(False, None)] * 2
    assert not receiver.heads


async def test_an_alert_in_the_handshake_is_a_tls_failure_that_names_it():
    async def refuse(receiver, reader, writer) -> None:
        await reader.read(100)
        writer.write(b"\x15\x03\x01\x00\x02\x02\x28")

    async with receiving(refuse) as receiver, sender(Names(["127.0.0.1"])) as using:
        outcome = await send(using, f"https://{HOST}:{receiver.port}/")
    # OpenSSL's name of the alert has changed more than once.
    assert re.fullmatch("TLS error: .*alert.handshake.failure", outcome.error, re.IGNORECASE)


async def test_plain_http_where_https_is_expected_is_a_tls_failure():
    async def speak_http(receiver, reader, writer) -> None:
        await reader.read(100)
        writer.write(OK)

    async with receiving(speak_http) as receiver, sender(Names(["127.0.0.1"])) as using:
        outcome = await send(using, f"https://{HOST}:{receiver.port}/")
    assert outcome.error.startswith("TLS error: ")
