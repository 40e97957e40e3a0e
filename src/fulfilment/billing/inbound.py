"""Events of the payment provider coming in (decisions, section 9).

What is posted is a hint that is signed: what it names is fetched again before anything of it is believed, in the
workspace that our own row of it names. Where that cannot be done the answer is an error, so that it is sent again, and
nothing of it is remembered.
"""

import asyncpg

from fulfilment import party
from fulfilment.billing import checkouts, invoices, subscriptions
from fulfilment.credits import takebacks
from fulfilment.db.tx import System
from fulfilment.http.errors import ApiError, IntegrationError, IntegrationTimeout, NotConfigured
from fulfilment.http.public import Public
from fulfilment.http.request import Request
from fulfilment.http.saga import Saga
from fulfilment.payments import events, port, queries
from fulfilment.payments.access import Payments
from fulfilment.payments.events import Hearing
from fulfilment.payments.port import Event

SIGNATURE_HEADER = "stripe-signature"
# Of a subscription or an invoice the workspace is known once it was fetched.
_NOBODY = ""


class Unsigned(ApiError):
    """Nobody says that the event is the payment provider's."""

    status, code, message = 401, "AUTH_REQUIRED", "The event is not signed."


class BadEventSignature(ApiError):
    """None of the endpoint's secrets signed the event lately, or what was signed is no event."""

    status, code, message = 401, "BAD_SIGNATURE", "The event is not the payment provider's."


class EventProof:
    """What a process asks of an event before its body is read. What fails its signature counts against its address."""

    async def expect(self, request: Request) -> None:
        """Raises Unsigned."""
        if request.header(SIGNATURE_HEADER) is None:
            raise Unsigned


async def receive(public: Public, payments: Payments) -> bool:
    """Take one event; whether it was anything that we know, and was applied by this. Raises the refusals of signatures,
    and IntegrationError where what it names cannot be fetched.
    """
    if payments.provider is None:
        raise NotConfigured("No payment provider is configured.")
    event = _read(public, payments)
    if event.object_type is None or event.object_id is None or await events.is_known(public, event):
        return False
    hearing = Hearing(event)
    try:
        await _apply(public, payments, hearing)
    except port.NotFound:
        # Another account's, or gone: nothing of ours.
        return False
    except port.PaymentsError as problem:
        is_late = isinstance(problem, port.Unclear) or problem.timed_out
        raise (IntegrationTimeout if is_late else IntegrationError)(problem.message) from None
    return hearing.is_applied


def _read(public: Public, payments: Payments) -> Event:
    """The event, once the signature over the very bytes proved right."""
    signature = public.request.header(SIGNATURE_HEADER) or ""
    try:
        return payments.provider.read_event(public.request.body, signature, payments.webhook_secrets)
    except port.BadEvent as problem:
        raise BadEventSignature(problem.message) from None


async def _apply(public: Public, payments: Payments, hearing: Hearing) -> None:
    object_id = hearing.event.object_id
    match hearing.event.object_type:
        case "session":
            row = await public.one(queries.FIND_ANY_OF_SESSION, object_id)
            if row is not None:
                await checkouts.refresh(_acting_for(public, row), payments, row["id"], hearing)
        case "payment":
            await _apply_payment(public, payments, hearing)
        case "subscription":
            await subscriptions.refresh(public.acting_as(System(_NOBODY)), payments, object_id, hearing)
        case _:
            await invoices.refresh(public.acting_as(System(_NOBODY)), payments, object_id, hearing)


async def _apply_payment(public: Public, payments: Payments, hearing: Hearing) -> None:
    """A payment may be heard of before the page that it was made on: the page comes first then."""
    payment_id = hearing.event.object_id
    row = await public.one(queries.FIND_ANY_OF_PAYMENT, payment_id)
    if row is None:
        payment = await payments.provider.payment(payment_id)
        row = await public.one(queries.FIND_ANY, payment.reference)
    if row is None:
        return
    saga = _acting_for(public, row)
    if row["state"] != "paid":
        await checkouts.refresh(saga, payments, row["id"])
    await takebacks.refresh(saga, payments, payment_id, hearing)


def _acting_for(public: Public, row: asyncpg.Record) -> Saga:
    """In the workspace of our own row, whose share of the connections it takes from now on."""
    party.current.set(row["account_id"])
    return public.acting_as(System(row["account_id"]))
