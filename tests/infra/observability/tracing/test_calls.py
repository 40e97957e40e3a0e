"""Calls to the courier aggregator: in the trace of the request, the recovery's too; told only if asked for."""

import asyncio
import secrets

import pytest

from fulfilment.aggregators.biteship.transport import BiteshipTransport
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import SpanScope, start_trace
from tests.harness.parcels import fund, new_shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier
from tests.infra.observability.tracing.collector import Collector, patient, traceparent
from tests.infra.observability.tracing.recorded import recorded
from tests.webhooks.receivers import answer_with, receiving, response
from tests.webhooks.working import Worker


def test_a_booking_whose_answer_is_lost_is_recovered_in_the_trace_of_its_request(
    collector: Collector, courier: Courier, shop: Client, worker: Worker
) -> None:
    fund(shop)
    shipment, trace = new_shipment(shop)["id"], secrets.token_hex(16)
    with courier.in_mood(lose_next_booking=True):
        shop("POST", f"/api/v1/shipments/{shipment}/confirm-pickup", headers=traceparent(trace))
    (recovered,) = collector.named(trace, "courier call recovered")
    (request,) = collector.named(trace, "POST /api/v1/shipments/{id}/confirm-pickup")
    collector.wait(lambda _: len(called(collector, trace, "courier POST /v1/orders")) == 2)
    lost, found = called(collector, trace, "courier POST /v1/orders")
    spans = {span.id: span for span in collector.of(trace)}
    assert (lost.component, lost.parent, lost.is_error) == ("api", request.id, True)
    assert found.component == "worker" and found.parent == recovered.id
    above = spans[recovered.parent]
    while above.id != request.id:
        above = spans[above.parent]
    patient(lambda: shop("GET", f"/api/v1/shipments/{shipment}").data["shipment"]["status"] == "confirmed")


def called(collector: Collector, trace: str, name: str) -> list:
    return [span for span in collector.of(trace) if span.name == name]


@pytest.mark.parametrize("is_told", [False, True])
def test_the_courier_is_told_of_the_trace_only_where_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, *, is_told: bool
) -> None:
    monkeypatch.setattr(recording.state, "propagates_to_aggregator", is_told)

    async def ask() -> str:
        async with (
            receiving(answer_with(response(body=b"{}"))) as courier,
            BiteshipTransport(f"http://127.0.0.1:{courier.port}", 5) as wire,
        ):
            with SpanScope(start_trace("request")):
                await wire.send("POST", "/v1/orders/66f0/cancel", "the-key", params={"q": "x"}, body={"reason": "none"})
            return courier.heads[0].lower()

    with recorded() as spans:
        head = asyncio.run(ask())
    call, request = spans.get_finished_spans()
    assert call.name == "courier POST /v1/orders/{id}/cancel" and call.parent == request.context
    assert call.attributes["http.response.status_code"] == 200
    header = f"traceparent: 00-{call.context.trace_id:032x}-{call.context.span_id:016x}-01"
    assert (header in head) is is_told and ("traceparent" in head) is is_told
