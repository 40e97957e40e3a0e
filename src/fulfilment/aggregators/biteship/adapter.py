"""The port over Biteship: which call stands for what, and what may be repeated."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import quote

import structlog

from fulfilment.aggregators.biteship import fields, readings, refusals, requests
from fulfilment.aggregators.biteship.answer import Answer
from fulfilment.aggregators.port import (
    AggregatorError,
    Area,
    BadKey,
    BookingRequest,
    CannotCancel,
    CourierService,
    CourierType,
    NotFound,
    Order,
    Outage,
    ParcelItem,
    Place,
    Rate,
    Tracking,
    Unclear,
)
from fulfilment.metrics.courier_calls import counted

if TYPE_CHECKING:
    from fulfilment.aggregators.biteship.wire import Wire

log = structlog.get_logger(__name__)
RETRY_DELAYS_SECONDS = (0.2, 0.6)
_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,100}")
Record = TypeVar("Record")
Body = Mapping[str, Any]
_SENSELESS = "The courier aggregator gave an answer that makes no sense."
_NOT_OURS = "The courier aggregator answered with another order than was asked for."
_NO_ORDER = "The courier aggregator knows no such order."


class Client:
    """The aggregator at one address, one per process; the accounts of all keys share its connections."""

    def __init__(self, base_url: str, timeout_seconds: float) -> None:
        # A process without an aggregator does without the HTTP client.
        from fulfilment.aggregators.biteship.wire import Wire

        self._wire = Wire(base_url, timeout_seconds)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._wire.close()

    def account(self, key: str) -> "Account":
        return Account(self._wire, key)


class Account:
    """An `Aggregator` (see the port) for one key."""

    def __init__(self, wire: "Wire", key: str) -> None:
        self._wire = wire
        self._key = key

    @counted
    async def couriers(self) -> list[CourierService]:
        return readings.couriers(_holding("couriers", await self._read("GET", "/v1/couriers")))

    @counted
    async def areas(self, query: str) -> list[Area]:
        params = {"countries": "ID", "input": query, "type": "single"}
        return readings.areas(_holding("areas", await self._read("GET", "/v1/maps/areas", params=params)))

    @counted
    async def rates(
        self,
        origin: Place,
        destination: Place,
        items: list[ParcelItem],
        courier_codes: list[str],
        insured_value: int | None = None,
    ) -> list[Rate]:
        if not courier_codes:
            return []
        body = requests.rates(origin, destination, items, courier_codes, insured_value)
        async with self._deadline():
            answer = await self._repeatable("POST", "/v1/rates/couriers", body=body)
            if refusals.code_of(answer) == refusals.NO_COURIER_FOR_LOCATION:
                return []
            return readings.rates(_holding("pricing", self._body(answer)))

    @counted
    async def book(self, request: BookingRequest) -> Order:
        body = requests.booking(request)
        async with self._deadline():
            answer = await self._wire.ask("POST", "/v1/orders", self._key, body=body)
            if refusals.code_of(answer) == refusals.REFERENCE_TAKEN:
                return await self._existing(answer, request)
            order = readings.order(self._written(answer), request.courier_type)
            if order is None:
                raise Unclear(_SENSELESS)
            if order.reference != request.reference:
                raise Unclear(_NOT_OURS)
            return order

    @counted
    async def order(self, order_id: str, reference: str, courier_type: CourierType | None = None) -> Order:
        path = f"/v1/orders/{_identifier(order_id, 'order')}"
        async with self._deadline():
            answer = await self._repeatable("GET", path, lambda body: readings.is_order(body, order_id, reference))
            if refusals.is_missing(answer):
                raise NotFound(_NO_ORDER)
            return _sensible(readings.order(self._body(answer), courier_type))

    @counted
    async def cancel(self, order_id: str, reference: str, reason: str) -> None:
        path = f"/v1/orders/{_identifier(order_id, 'order')}/cancel"
        async with self._deadline():
            answer = await self._wire.ask("POST", path, self._key, body=requests.cancellation(reason))
            if refusals.is_missing(answer):
                if not await self._is_cancelled(order_id, reference):
                    raise Unclear(_NOT_OURS)
                return
            try:
                said = self._written(answer)
            except CannotCancel:
                # One whose answer was lost is refused when it is repeated, although it was carried out.
                if not await self._is_cancelled(order_id, reference):
                    raise
                return
            if not readings.is_cancelled(said, order_id):
                raise Unclear(_NOT_OURS)

    @counted
    async def track(
        self, tracking_id: str, courier_type: CourierType | None = None, order_id: str | None = None
    ) -> Tracking:
        path = f"/v1/trackings/{_identifier(tracking_id, 'tracking')}"
        return await self._track(path, courier_type, tracking_id=tracking_id, waybill_id=None, order_id=order_id)

    @counted
    async def track_waybill(
        self,
        waybill_id: str,
        courier_code: str,
        courier_type: CourierType | None = None,
        order_id: str | None = None,
    ) -> Tracking:
        if waybill_id.strip() in ("", ".", ".."):
            raise NotFound("There is no such waybill.")
        path = f"/v1/trackings/{quote(waybill_id, safe='')}/couriers/{_identifier(courier_code, 'courier')}"
        return await self._track(path, courier_type, tracking_id=None, waybill_id=waybill_id, order_id=order_id)

    async def _track(self, path: str, courier_type: CourierType | None, **asked: str | None) -> Tracking:
        async with self._deadline():
            answer = await self._repeatable("GET", path, lambda body: readings.is_tracking(body, **asked))
            return _sensible(readings.tracking(self._body(answer), courier_type))

    async def _existing(self, answer: Answer, request: BookingRequest) -> Order:
        """The order that holds the reference: it was booked, so not to see it now is never a refusal."""
        details = fields.part(answer.body, "details")
        order_id = fields.text(details, "order_id")
        if order_id is None:
            raise Unclear("The courier aggregator holds this booking but does not say under which order.")
        if fields.text(details, "reference_id") not in (None, request.reference):
            raise Unclear(_NOT_OURS)
        try:
            return await self.order(order_id, request.reference, request.courier_type)
        except AggregatorError as problem:
            raise Unclear(problem.message, timed_out=problem.timed_out) from None

    async def _is_cancelled(self, order_id: str, reference: str) -> bool:
        """Whether the order itself says so. Raises NotFound where there is none, Unclear where it cannot be seen."""
        try:
            return (await self.order(order_id, reference)).status == "cancelled"
        except NotFound:
            raise
        except AggregatorError as problem:
            raise Unclear(problem.message, timed_out=problem.timed_out) from None

    async def _read(self, method: str, path: str, params: Mapping[str, str] | None = None) -> Body:
        async with self._deadline():
            return self._body(await self._repeatable(method, path, params=params))

    async def _repeatable(
        self, method: str, path: str, is_ours: Callable[[Body], bool] = lambda body: True, **request: Any
    ) -> Answer:
        """A request that changes nothing: sent again, shortly after, where the aggregator stumbled.

        Raises Outage where it answers with something else to the last.
        """
        for delay_seconds in RETRY_DELAYS_SECONDS:
            try:
                answer = await self._harmless(method, path, is_ours, **request)
                if answer.is_success or type(refusals.error_of(answer, self._key)) is not Outage:
                    return answer
            except BadKey:
                raise
            except Outage:
                pass
            await asyncio.sleep(delay_seconds)
        return await self._harmless(method, path, is_ours, **request)

    async def _harmless(self, method: str, path: str, is_ours: Callable[[Body], bool], **request: Any) -> Answer:
        """Of a question whose answer was lost, or is another's, nothing is unclear but the answer."""
        try:
            answer = await self._wire.ask(method, path, self._key, **request)
        except Unclear as lost:
            raise Outage(lost.message, timed_out=lost.timed_out) from None
        if answer.is_success and answer.body is not None and not is_ours(answer.body):
            raise Outage(_NOT_OURS)
        return answer

    @asynccontextmanager
    async def _deadline(self) -> AsyncIterator[None]:
        """The timeout covers the repeats too: no call takes longer. Trouble leaves a line in the log."""
        try:
            async with asyncio.timeout(self._wire.timeout_seconds):
                yield
        except TimeoutError:
            log.warning("aggregator_timed_out", timeout_seconds=self._wire.timeout_seconds)
            raise Unclear("The courier aggregator did not answer in time.", timed_out=True) from None
        except (Outage, Unclear) as problem:
            log.warning("aggregator_failed", kind=type(problem).__name__, reason=problem.message)
            raise

    def _body(self, answer: Answer) -> Body:
        if answer.is_success and answer.body is not None:
            return answer.body
        raise refusals.error_of(answer, self._key)

    def _written(self, answer: Answer) -> Body:
        if answer.is_success and answer.body is not None:
            return answer.body
        raise refusals.error_of_write(answer, self._key)


def _holding(name: str, body: Body) -> Body:
    """The body, which must hold a list of that name: an empty catalogue would be believed for an hour."""
    if not isinstance(body.get(name), list):
        raise Outage(_SENSELESS)
    return body


def _sensible(record: Record | None) -> Record:
    if record is None:
        raise Outage(_SENSELESS)
    return record


def _identifier(value: str, what: str) -> str:
    """A part of a path. It may come from a report that anybody could post, so it is checked."""
    if not _IDENTIFIER.fullmatch(value):
        raise NotFound(f"There is no such {what}.")
    return value
