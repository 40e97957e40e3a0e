"""Certainty after a failed call to Stripe: a refused call has not happened, and an unclear call may have."""

import asyncio
import socket

import pytest

from fulfilment.payments.port import ProviderOutcomeUnknown, ProviderUnavailable
from fulfilment.payments.stripe import Stripe
from tests.aggregators.upstreams import Script, never_respond, respond_with, running_fake
from tests.payments import examples
from tests.payments.answers import SENSELESS
from tests.payments.calling import CALLS, KEY, outcome
from tests.payments.recording import PLAN


@pytest.mark.parametrize("answer", SENSELESS)
@pytest.mark.parametrize(
    "call", ["create_customer", "create_session", "retrieve_session", "cancel_subscription", "list_invoices"]
)
async def test_an_answer_that_proves_nothing_leaves_it_unclear(answer: str, call: str) -> None:
    problem, requests = await outcome(CALLS[call], SENSELESS[answer])
    assert (type(problem) is ProviderOutcomeUnknown and not problem.timed_out) or answer == "timed out at the gateway"
    # After a closed connection, the HTTP client repeats the requests that HTTP allows to be repeated.
    is_harmless = call in ("retrieve_session", "list_invoices", "cancel_subscription") and answer == "hangs up"
    assert requests == 1 or is_harmless, "nothing is sent again by itself, and no redirect is followed"


@pytest.mark.parametrize("call", CALLS)
async def test_no_answer_is_unclear_after_the_time_that_the_operator_gives(call: str) -> None:
    problem, _ = await outcome(CALLS[call], never_respond, timeout_seconds=0.3)
    assert type(problem) is ProviderOutcomeUnknown and problem.timed_out


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "script",
    [
        respond_with(401, examples.error("Invalid API Key provided: sk_test_****ests")),
        respond_with(403, examples.error("The provided key 'rk_live_1' does not have the required permissions")),
        respond_with(403, "<html>blocked</html>"),
        respond_with(429, examples.error(code="lock_timeout")),
        respond_with(400, examples.error(code="rate_limit")),
    ],
)
async def test_whoever_is_not_let_in_has_had_nothing_done(script: Script, call: str) -> None:
    problem, _ = await outcome(CALLS[call], script)
    assert type(problem) is ProviderUnavailable
    assert "sk_" not in problem.message and "rk_" not in problem.message


async def test_who_cannot_be_connected_to_was_asked_nothing() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
    for url in (address, "http://no-such-host.invalid", "http://127.0.0.1:99999"):
        provider = Stripe(url, KEY, 10)
        with pytest.raises(ProviderUnavailable):
            await provider.create_session(PLAN)
        await provider.close()


async def test_who_cannot_be_trusted_was_asked_nothing() -> None:
    async with running_fake(never_respond) as upstream:
        provider = Stripe(upstream.url.replace("http://", "https://"), KEY, 10)
        with pytest.raises(ProviderUnavailable):
            await provider.create_session(PLAN)
        await provider.close()
        assert upstream.requests == []


async def test_who_does_not_pick_up_was_asked_nothing() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        waiting = []
        # The system accepts some connections by itself for a listener that accepts none.
        for _ in range(4):
            waiting.append(asyncio.create_task(asyncio.open_connection(*full.getsockname())))
        await asyncio.sleep(0.2)
        provider = Stripe(f"http://127.0.0.1:{full.getsockname()[1]}", KEY, 1)
        with pytest.raises(ProviderUnavailable) as problem:
            await provider.create_session(PLAN)
        assert problem.value.timed_out
        await provider.close()
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_no_cookie_and_nothing_about_the_machine_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("CODEX_CI", "1")
    async with running_fake(
        respond_with(200, examples.session(), "set-cookie: a=b\r\nstripe-notice: hello\r\n")
    ) as upstream:
        provider = Stripe(upstream.url, KEY, 10)
        await provider.retrieve_session("cs_1")
        await provider.retrieve_session("cs_1")
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
