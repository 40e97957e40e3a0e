"""An answer of the provider is accepted only if it is about the requested object."""

import asyncio
from typing import Any

import pytest

from fulfilment.payments.port import ProviderOutcomeUnknown
from fulfilment.payments.stripe import Stripe
from tests.aggregators.upstreams import Writer, respond_with
from tests.payments import examples
from tests.payments.calling import CALLS, KEY, outcome

OTHERS: dict[str, tuple[str, list[Any]]] = {
    "another page": ("retrieve_session", [examples.session(id="cs_2")]),
    "a page of another checkout": ("create_session", [examples.session(client_reference_id="chk_9")]),
    "another subscription": ("retrieve_subscription", [examples.subscription(id="sub_2")]),
    "another one ended": ("cancel_subscription", [examples.subscription(id="sub_2", status="canceled")]),
    "another invoice": ("retrieve_invoice", [examples.invoice(id="in_2")]),
    "another's invoices": ("list_invoices", [examples.listed(examples.invoice(), examples.invoice(customer="cus_2"))]),
    "another payment": ("retrieve_payment", [examples.payment_intent(id="pi_2")]),
    "another's disputes": (
        "retrieve_payment",
        [examples.payment_intent(), examples.listed(examples.dispute(payment_intent="pi_2"))],
    ),
}


@pytest.mark.parametrize("name", OTHERS)
async def test_an_answer_to_something_else_is_not_believed(name: str) -> None:
    call, answers = OTHERS[name]
    problem, _ = await outcome(CALLS[call], *(respond_with(200, answer) for answer in answers))
    assert type(problem) is ProviderOutcomeUnknown


async def test_calls_at_the_same_time_have_their_own_answers() -> None:
    async def answer_late(reader: asyncio.StreamReader, writer: Writer) -> None:
        number = int((await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].rpartition(b"_")[2])
        # Those that came last are answered first.
        await asyncio.sleep((20 - number) / 100)
        await respond_with(200, examples.session(id=f"cs_{number}", client_reference_id=f"chk_{number}"))(writer)
        writer.close()

    server = await asyncio.start_server(answer_late, "127.0.0.1", 0)
    provider = Stripe(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", KEY, 10)
    found = await asyncio.gather(*(provider.retrieve_session(f"cs_{number}") for number in range(20)))
    assert [session.reference for session in found] == [f"chk_{number}" for number in range(20)]
    await provider.close()
    server.close()
