"""What is certain after a call to Stripe failed: what was refused has not happened, and what is unclear may have."""

import asyncio
import gzip
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from fulfilment.payments.port import NotFound, Outage, PaymentsError, Provider, Refused, Unclear
from fulfilment.payments.stripe import Stripe
from fulfilment.payments.stripe.wire import ANSWER_LIMIT_BYTES
from tests.aggregators.upstreams import Script, Writer, answering, cuts, floods, halts_halfway, hangs, says
from tests.payments import examples
from tests.payments.recording import PLAN, TOP_UP

KEY = "sk_test_TheKeyOfTheseTests"
Call = Callable[[Provider], Awaitable[Any]]
CALLS: dict[str, Call] = {
    "open_customer": lambda p: p.open_customer("acc_1"),
    "describe_customer": lambda p: p.describe_customer("cus_1", "a@b.id", "Siti"),
    "open_checkout": lambda p: p.open_checkout(PLAN),
    "open_checkout of a top-up": lambda p: p.open_checkout(TOP_UP),
    "session": lambda p: p.session("cs_1"),
    "expire_session": lambda p: p.expire_session("cs_1"),
    "subscription": lambda p: p.subscription("sub_1"),
    "cancel_at_period_end": lambda p: p.cancel_at_period_end("sub_1"),
    "end_subscription": lambda p: p.end_subscription("sub_1"),
    "invoice": lambda p: p.invoice("in_1"),
    "invoices": lambda p: p.invoices("cus_1", 10),
    "payment": lambda p: p.payment("pi_1"),
}


async def outcome(call: Call, *scripts: Script, timeout_seconds: float = 10.0) -> tuple[Any, int]:
    """What the call came to, and how many requests it took."""
    async with answering(*scripts) as upstream:
        provider = Stripe(upstream.url, KEY, timeout_seconds)
        try:
            return await call(provider), len(upstream.requests)
        except PaymentsError as problem:
            return problem, len(upstream.requests)
        finally:
            await provider.close()


async def lies_about_its_length(writer: Writer) -> None:
    """Say that less comes than does, so that what is read is cut in the middle."""
    writer.write(b'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"id": "cus_1", "object": "customer"}')
    await writer.drain()


async def speaks_no_http(writer: Writer) -> None:
    writer.write(b"220 mail.example ESMTP ready\r\n")
    await writer.drain()


async def packs(writer: Writer) -> None:
    """Pack the answer, although nobody asked for that: it could be a thousand times as large as it looks."""
    body = gzip.compress(b'{"id": "cus_1", "object": "customer"}')
    head = f"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    await writer.drain()


async def drips_headers(writer: Writer) -> None:
    """A head without an end."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while not writer.is_closing():
        writer.write(b"x-filler: " + b"y" * 4_000 + b"\r\n")
        await writer.drain()


def nests(depth: int) -> Script:
    return says(200, '{"id": ' + '{"a": ' * depth + "1" + "}" * depth + "}")


SENSELESS: dict[str, Script] = {
    "hangs up": cuts,
    "stops half way": halts_halfway,
    "lies about its length": lies_about_its_length,
    "speaks no HTTP": speaks_no_http,
    "has no end": floods,
    "has a head without an end": drips_headers,
    "is packed": packs,
    "is huge": says(200, {"id": "cus_1", "filler": "x" * ANSWER_LIMIT_BYTES}),
    "is nested deep": nests(200),
    "is nested deeper than the stack": nests(100_000),
    "is empty": says(200, ""),
    "is HTML": says(200, "<html>Welcome</html>"),
    "is a list": says(200, []),
    "is a text": says(200, '"cus_1"'),
    "is null": says(200, "null"),
    "is no JSON": says(200, '{"id": NaN}'),
    "is an object of nothing": says(200, {}),
    "has an id of another type": says(200, {"id": 7, "object": "customer", "data": 7, "has_more": "no"}),
    "has an id that is none": says(200, {"id": "../customers", "object": {"a": []}, "data": [[]], "has_more": None}),
    "is an error with a success's status": says(200, examples.error()),
    "asks for more": says(100, {}),
    "moved": says(302, examples.session(), "location: http://127.0.0.1:1/\r\n"),
    "moved for good": says(308, examples.session(), "location: /v1/elsewhere\r\n"),
    "is a page of a gateway's": says(404, "<html>not here</html>"),
    "is another's refusal": says(400, {"message": "bad request"}),
    "is another protocol's refusal": says(400, {"error": "invalid_client"}),
    "timed out at the gateway": says(408, examples.error()),
    "runs already": says(409, examples.error("in progress", "idempotency_error", code="idempotency_key_in_use")),
    "failed behind Stripe": says(424, examples.error()),
    "stumbled with a refusal's status": says(400, examples.error(kind="api_error")),
    "stumbled": says(500, examples.error(kind="api_error")),
    "stumbled, and says that there is none": says(500, examples.error(code="resource_missing")),
    "bad gateway": says(502, "<html>oops</html>"),
    "unavailable": says(503, examples.error(code="rate_limit")),
    "no answer behind": says(504, ""),
}


@pytest.mark.parametrize("answer", SENSELESS)
@pytest.mark.parametrize("call", ["open_customer", "open_checkout", "session", "end_subscription", "invoices"])
async def test_an_answer_that_proves_nothing_leaves_it_unclear(answer: str, call: str) -> None:
    problem, requests = await outcome(CALLS[call], SENSELESS[answer])
    assert (type(problem) is Unclear and not problem.timed_out) or answer == "timed out at the gateway"
    # Of what hung up on it, the HTTP client asks again what may be asked twice by HTTP's own rules.
    is_harmless = call in ("session", "invoices", "end_subscription") and answer == "hangs up"
    assert requests == 1 or is_harmless, "nothing is sent again by itself, and no redirect is followed"


@pytest.mark.parametrize("call", CALLS)
async def test_no_answer_is_unclear_after_the_time_that_the_operator_gives(call: str) -> None:
    problem, _ = await outcome(CALLS[call], hangs, timeout_seconds=0.3)
    assert type(problem) is Unclear and problem.timed_out


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "script",
    [
        says(401, examples.error("Invalid API Key provided: sk_test_****ests")),
        says(403, examples.error("The provided key 'rk_live_1' does not have the required permissions")),
        says(403, "<html>blocked</html>"),
        says(429, examples.error(code="lock_timeout")),
        says(400, examples.error(code="rate_limit")),
    ],
)
async def test_whoever_is_not_let_in_has_had_nothing_done(script: Script, call: str) -> None:
    problem, _ = await outcome(CALLS[call], script)
    assert type(problem) is Outage
    assert "sk_" not in problem.message and "rk_" not in problem.message


async def test_who_cannot_be_connected_to_was_asked_nothing() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
    for url in (address, "http://no-such-host.invalid", "http://127.0.0.1:99999"):
        provider = Stripe(url, KEY, 10)
        with pytest.raises(Outage):
            await provider.open_checkout(PLAN)
        await provider.close()


async def test_who_cannot_be_trusted_was_asked_nothing() -> None:
    async with answering(hangs) as upstream:
        provider = Stripe(upstream.url.replace("http://", "https://"), KEY, 10)
        with pytest.raises(Outage):
            await provider.open_checkout(PLAN)
        await provider.close()
        assert upstream.requests == []


async def test_who_does_not_pick_up_was_asked_nothing() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        waiting = []
        # What the system accepts by itself for a listener that accepts nothing.
        for _ in range(4):
            waiting.append(asyncio.create_task(asyncio.open_connection(*full.getsockname())))
        await asyncio.sleep(0.2)
        provider = Stripe(f"http://127.0.0.1:{full.getsockname()[1]}", KEY, 1)
        with pytest.raises(Outage) as problem:
            await provider.open_checkout(PLAN)
        assert problem.value.timed_out
        await provider.close()
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


@pytest.mark.parametrize("call", ["open_checkout", "open_customer", "session", "payment", "invoices"])
@pytest.mark.parametrize(
    "script",
    [
        says(400, examples.error("No")),
        says(402, examples.error("No", "card_error")),
        says(400, examples.error("No", "idempotency_error")),
        says(422, examples.error("No")),
    ],
)
async def test_a_refusal_in_stripes_own_words_is_one(script: Script, call: str) -> None:
    problem, _ = await outcome(CALLS[call], script)
    assert type(problem) is Refused and problem.message == "The payment provider says: No"


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("script", [says(404, examples.error()), says(400, examples.error(code="resource_missing"))])
async def test_what_stripe_does_not_know_is_not_found(script: Script, call: str) -> None:
    assert type((await outcome(CALLS[call], script))[0]) is NotFound


@pytest.mark.parametrize("message", [None, "", " \0", 7, ["No"]])
async def test_a_refusal_without_words_says_so(message: Any) -> None:
    problem, _ = await outcome(CALLS["session"], says(400, examples.error(message)))
    assert type(problem) is Refused and problem.message == "The payment provider refused without saying why (HTTP 400)."


@pytest.mark.parametrize("key", [KEY, "sk_live_another", "rk_live_restricted", "whsec_secret", "sk_test_****ests"])
async def test_no_key_is_shown_that_stripe_repeats(key: str) -> None:
    problem, _ = await outcome(CALLS["session"], says(400, examples.error(f"You said {key}, \0which is wrong")))
    assert problem.message == "The payment provider says: You said [key], which is wrong"


async def test_long_words_are_cut() -> None:
    problem, _ = await outcome(CALLS["session"], says(400, examples.error("a" * 100_000)))
    assert problem.message == f"The payment provider says: {'a' * 300}"


@pytest.mark.parametrize("value", ["", "../customers", "cs_1/expire", "cs 1", "cs_1?expand=x", "cs\n1", "c" * 256, "ü"])
@pytest.mark.parametrize(
    "name", ["session", "expire_session", "subscription", "end_subscription", "invoice", "payment"]
)
async def test_what_is_no_id_is_not_found_and_not_sent(value: str, name: str) -> None:
    problem, requests = await outcome(lambda p: getattr(p, name)(value), hangs, timeout_seconds=1)
    assert type(problem) is NotFound and requests == 0


OTHERS: dict[str, tuple[str, list[Any]]] = {
    "another page": ("session", [examples.session(id="cs_2")]),
    "a page of another checkout": ("open_checkout", [examples.session(client_reference_id="chk_9")]),
    "another subscription": ("subscription", [examples.subscription(id="sub_2")]),
    "another one ended": ("end_subscription", [examples.subscription(id="sub_2", status="canceled")]),
    "another invoice": ("invoice", [examples.invoice(id="in_2")]),
    "another's invoices": ("invoices", [examples.listed(examples.invoice(), examples.invoice(customer="cus_2"))]),
    "another payment": ("payment", [examples.payment_intent(id="pi_2")]),
    "another's disputes": (
        "payment",
        [examples.payment_intent(), examples.listed(examples.dispute(payment_intent="pi_2"))],
    ),
}


@pytest.mark.parametrize("name", OTHERS)
async def test_an_answer_to_something_else_is_not_believed(name: str) -> None:
    call, answers = OTHERS[name]
    problem, _ = await outcome(CALLS[call], *(says(200, answer) for answer in answers))
    assert type(problem) is Unclear


async def test_calls_at_the_same_time_have_their_own_answers() -> None:
    async def answer_late(reader: asyncio.StreamReader, writer: Writer) -> None:
        number = int((await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].rpartition(b"_")[2])
        # Those that came last are answered first.
        await asyncio.sleep((20 - number) / 100)
        await says(200, examples.session(id=f"cs_{number}", client_reference_id=f"chk_{number}"))(writer)
        writer.close()

    server = await asyncio.start_server(answer_late, "127.0.0.1", 0)
    provider = Stripe(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", KEY, 10)
    found = await asyncio.gather(*(provider.session(f"cs_{number}") for number in range(20)))
    assert [session.reference for session in found] == [f"chk_{number}" for number in range(20)]
    await provider.close()
    server.close()


async def test_one_that_has_ended_already_is_ended() -> None:
    ended = examples.subscription(status="canceled", ended_at=examples.STARTED)
    missing = says(404, examples.error("No such subscription: 'sub_1'", code="resource_missing"))
    found, requests = await outcome(CALLS["end_subscription"], missing, says(200, ended))
    assert found.status == "canceled" and found.ended_at is not None and requests == 2


async def test_an_ending_whose_answer_was_lost_is_seen_when_it_is_asked_for_again() -> None:
    ended = examples.subscription(status="canceled", ended_at=examples.STARTED)
    missing = says(404, examples.error(code="resource_missing"))
    found, _ = await outcome(CALLS["end_subscription"], cuts, missing, says(200, ended))
    assert found.status == "canceled"


async def test_one_that_could_not_be_ended_is_refused_in_the_words_of_the_refusal() -> None:
    refusal = says(400, examples.error("It is managed by a schedule"))
    problem, _ = await outcome(CALLS["end_subscription"], refusal, says(200, examples.subscription()))
    assert type(problem) is Refused and "schedule" in problem.message


async def test_one_that_was_never_there_cannot_be_ended() -> None:
    problem, _ = await outcome(CALLS["end_subscription"], says(404, examples.error(code="resource_missing")))
    assert type(problem) is NotFound


async def test_no_cookie_and_nothing_about_the_machine_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("CODEX_CI", "1")
    async with answering(says(200, examples.session(), "set-cookie: a=b\r\nstripe-notice: hello\r\n")) as upstream:
        provider = Stripe(upstream.url, KEY, 10)
        await provider.session("cs_1")
        await provider.session("cs_1")
        await provider.close()
    for head in upstream.requests:
        names = {line.partition(":")[0].lower() for line in head.split("\r\n")[1:] if line}
        assert names <= {
            "host",
            "authorization",
            "stripe-version",
            "user-agent",
            "accept",
            "accept-encoding",
            "connection",
        }
