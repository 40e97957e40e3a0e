"""Biteship adapter: the HTTP call behind each method of the port, and which calls may be repeated.

Every call is counted by its kind and outcome.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import wraps
from types import CoroutineType
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar
from urllib.parse import quote

import structlog

from fulfilment.aggregators.biteship import errors, mapping, requests
from fulfilment.aggregators.biteship.transport import AggregatorResponse
from fulfilment.aggregators.port import (
    AggregatorError,
    AggregatorNotFound,
    AggregatorUnavailable,
    Area,
    BookingRequest,
    CancellationDeclined,
    CatalogueService,
    CourierOrder,
    CourierRate,
    CourierTracking,
    CourierType,
    InvalidAggregatorKey,
    OutcomeUnknown,
    ParcelAddress,
    ParcelItem,
)
from fulfilment.infra.observability.metrics import catalogue, meters

if TYPE_CHECKING:
    from fulfilment.aggregators.biteship.transport import BiteshipTransport

log = structlog.get_logger(__name__)
RETRY_DELAYS_SECONDS = (0.2, 0.6)
# An area's id ends with its postal code: IDNP6IDNC148IDND836IDZ12110.
_AREA_POSTAL_CODE = re.compile(r"IDZ([0-9]{5})$(?!\s)")
_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,100}")
_INVALID_RESPONSE = "The courier aggregator gave an answer that makes no sense."
_WRONG_ORDER = "The courier aggregator answered with another order than was asked for."
_ORDER_NOT_FOUND = "The courier aggregator knows no such order."
JsonObject = Mapping[str, Any]
Record = TypeVar("Record")

Params = ParamSpec("Params")
Result = TypeVar("Result")


def count_calls(call: Callable[Params, Awaitable[Result]]) -> "Callable[Params, CoroutineType[Any, Any, Result]]":
    """Decorator that counts and times calls; their kind is the name of the function."""
    kind = call.__name__

    @wraps(call)
    async def measured(*args: Params.args, **named: Params.kwargs) -> Result:
        meter = meters.current
        if meter is None:
            return await call(*args, **named)
        started_at, outcome = time.perf_counter(), "failed"
        try:
            result = await call(*args, **named)
            outcome = "done"
        except AggregatorError as problem:
            outcome = _classify_outcome(problem)
            raise
        finally:
            meter.count(catalogue.COURIER_CALLS_MADE, kind, outcome)
            meter.observe(catalogue.COURIER_SECONDS, time.perf_counter() - started_at, kind)
        return result

    return measured


def _classify_outcome(problem: AggregatorError) -> str:
    if isinstance(problem, OutcomeUnknown):
        return "unclear"
    return "outage" if isinstance(problem, AggregatorUnavailable) else "refused"


class BiteshipClient:
    """The aggregator at one base URL, one per process. The accounts of all keys share its session."""

    def __init__(self, base_url: str, timeout_seconds: float) -> None:
        # Imported late: a process without an aggregator does not load the HTTP client.
        from fulfilment.aggregators.biteship.transport import BiteshipTransport

        self._transport = BiteshipTransport(base_url, timeout_seconds)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._transport.close()

    def account(self, key: str) -> "BiteshipAccount":
        return BiteshipAccount(self._transport, key)


class BiteshipAccount:
    """An `Aggregator` (see the port) for one key."""

    def __init__(self, transport: "BiteshipTransport", key: str) -> None:
        self._transport = transport
        self._key = key

    @count_calls
    async def couriers(self) -> list[CatalogueService]:
        return mapping.couriers(_require_list("couriers", await self._get("GET", "/v1/couriers")))

    @count_calls
    async def areas(self, query: str) -> list[Area]:
        params = {"countries": "ID", "input": query, "type": "single"}
        return mapping.areas(_require_list("areas", await self._get("GET", "/v1/maps/areas", params=params)))

    def parse_postal_code(self, area_id: str) -> str | None:
        found = _AREA_POSTAL_CODE.search(area_id)
        return found and found[1]

    @count_calls
    async def rates(
        self,
        origin: ParcelAddress,
        destination: ParcelAddress,
        items: list[ParcelItem],
        courier_codes: list[str],
        insured_value: int | None = None,
    ) -> list[CourierRate]:
        if not courier_codes:
            return []
        body = requests.rates(origin, destination, items, courier_codes, insured_value)
        async with self._deadline():
            response = await self._send_with_retries("POST", "/v1/rates/couriers", body=body)
            if errors.error_code(response) == errors.NO_COURIER_FOR_LOCATION:
                return []
            return mapping.rates(_require_list("pricing", self._parse_body(response)))

    @count_calls
    async def book(self, request: BookingRequest) -> CourierOrder:
        body = requests.booking(request)
        async with self._deadline():
            response = await self._transport.send("POST", "/v1/orders", self._key, body=body)
            if errors.error_code(response) == errors.REFERENCE_TAKEN:
                return await self._find_existing_order(response, request)
            order = mapping.order(self._parse_write(response), request.courier_type)
            if order is None:
                raise OutcomeUnknown(_INVALID_RESPONSE)
            if order.reference != request.reference:
                raise OutcomeUnknown(_WRONG_ORDER)
            return order

    @count_calls
    async def order(self, order_id: str, reference: str, courier_type: CourierType | None = None) -> CourierOrder:
        path = f"/v1/orders/{_require_identifier(order_id, 'order')}"
        async with self._deadline():
            response = await self._send_with_retries(
                "GET", path, lambda body: mapping.is_order(body, order_id, reference)
            )
            if errors.is_order_missing(response):
                raise AggregatorNotFound(_ORDER_NOT_FOUND)
            return _require_record(mapping.order(self._parse_body(response), courier_type))

    @count_calls
    async def cancel(self, order_id: str, reference: str, reason: str) -> None:
        path = f"/v1/orders/{_require_identifier(order_id, 'order')}/cancel"
        async with self._deadline():
            response = await self._transport.send("POST", path, self._key, body=requests.cancellation(reason))
            if errors.is_order_missing(response):
                if not await self._is_cancelled(order_id, reference):
                    raise OutcomeUnknown(_WRONG_ORDER)
                return
            try:
                payload = self._parse_write(response)
            except CancellationDeclined:
                # A repeat of a cancellation whose answer was lost is refused, although the first was carried out.
                if not await self._is_cancelled(order_id, reference):
                    raise
                return
            if not mapping.is_cancelled(payload, order_id):
                raise OutcomeUnknown(_WRONG_ORDER)

    @count_calls
    async def track(
        self, tracking_id: str, courier_type: CourierType | None = None, order_id: str | None = None
    ) -> CourierTracking:
        path = f"/v1/trackings/{_require_identifier(tracking_id, 'tracking')}"
        return await self._track(path, courier_type, tracking_id=tracking_id, waybill_id=None, order_id=order_id)

    @count_calls
    async def track_waybill(
        self,
        waybill_id: str,
        courier_code: str,
        courier_type: CourierType | None = None,
        order_id: str | None = None,
    ) -> CourierTracking:
        if waybill_id.strip() in ("", ".", ".."):
            raise AggregatorNotFound("There is no such waybill.")
        path = f"/v1/trackings/{quote(waybill_id, safe='')}/couriers/{_require_identifier(courier_code, 'courier')}"
        return await self._track(path, courier_type, tracking_id=None, waybill_id=waybill_id, order_id=order_id)

    async def _track(self, path: str, courier_type: CourierType | None, **requested: str | None) -> CourierTracking:
        async with self._deadline():
            response = await self._send_with_retries("GET", path, lambda body: mapping.is_tracking(body, **requested))
            return _require_record(mapping.tracking(self._parse_body(response), courier_type))

    async def _find_existing_order(self, response: AggregatorResponse, request: BookingRequest) -> CourierOrder:
        """The order under a reference that is taken. It was booked, so failing to read it is never a refusal."""
        details = mapping.nested(response.body, "details")
        order_id = mapping.text(details, "order_id")
        if order_id is None:
            raise OutcomeUnknown("The courier aggregator holds this booking but does not say under which order.")
        if mapping.text(details, "reference_id") not in (None, request.reference):
            raise OutcomeUnknown(_WRONG_ORDER)
        try:
            return await self.order(order_id, request.reference, request.courier_type)
        except AggregatorError as problem:
            raise OutcomeUnknown(problem.message, timed_out=problem.timed_out) from None

    async def _is_cancelled(self, order_id: str, reference: str) -> bool:
        """True if the order itself is cancelled.

        Raises AggregatorNotFound, and OutcomeUnknown where it cannot be read.
        """
        try:
            return (await self.order(order_id, reference)).status == "cancelled"
        except AggregatorNotFound:
            raise
        except AggregatorError as problem:
            raise OutcomeUnknown(problem.message, timed_out=problem.timed_out) from None

    async def _get(self, method: str, path: str, params: Mapping[str, str] | None = None) -> JsonObject:
        async with self._deadline():
            return self._parse_body(await self._send_with_retries(method, path, params=params))

    async def _send_with_retries(
        self, method: str, path: str, is_requested: Callable[[JsonObject], bool] = lambda body: True, **request: Any
    ) -> AggregatorResponse:
        """Send a request that changes nothing, with two repeats while the aggregator is unavailable.

        Raises AggregatorUnavailable where the last answer too is about something else.
        """
        for delay_seconds in RETRY_DELAYS_SECONDS:
            try:
                response = await self._send_read_only(method, path, is_requested, **request)
                if (
                    response.is_success
                    or type(errors.error_from_response(response, self._key)) is not AggregatorUnavailable
                ):
                    return response
            except InvalidAggregatorKey:
                raise
            except AggregatorUnavailable:
                pass
            await asyncio.sleep(delay_seconds)
        return await self._send_read_only(method, path, is_requested, **request)

    async def _send_read_only(
        self, method: str, path: str, is_requested: Callable[[JsonObject], bool], **request: Any
    ) -> AggregatorResponse:
        """Send a request that changes nothing: a lost answer, or one about another order, is an outage."""
        try:
            response = await self._transport.send(method, path, self._key, **request)
        except OutcomeUnknown as problem:
            raise AggregatorUnavailable(problem.message, timed_out=problem.timed_out) from None
        if response.is_success and response.body is not None and not is_requested(response.body):
            raise AggregatorUnavailable(_WRONG_ORDER)
        return response

    @asynccontextmanager
    async def _deadline(self) -> AsyncIterator[None]:
        """One timeout for a call and its repeats. Outages and unknown outcomes are logged."""
        try:
            async with asyncio.timeout(self._transport.timeout_seconds):
                yield
        except TimeoutError:
            log.warning("aggregator_timed_out", timeout_seconds=self._transport.timeout_seconds)
            raise OutcomeUnknown("The courier aggregator did not answer in time.", timed_out=True) from None
        except (AggregatorUnavailable, OutcomeUnknown) as problem:
            log.warning("aggregator_failed", kind=type(problem).__name__, reason=problem.message)
            raise

    def _parse_body(self, response: AggregatorResponse) -> JsonObject:
        if response.is_success and response.body is not None:
            return response.body
        raise errors.error_from_response(response, self._key)

    def _parse_write(self, response: AggregatorResponse) -> JsonObject:
        if response.is_success and response.body is not None:
            return response.body
        raise errors.error_from_write(response, self._key)


def _require_list(name: str, body: JsonObject) -> JsonObject:
    """The body, which must hold a list of that name: an empty catalogue would be cached for an hour."""
    if not isinstance(body.get(name), list):
        raise AggregatorUnavailable(_INVALID_RESPONSE)
    return body


def _require_record(record: Record | None) -> Record:
    if record is None:
        raise AggregatorUnavailable(_INVALID_RESPONSE)
    return record


def _require_identifier(value: str, what: str) -> str:
    """A safe segment of a path. It is checked, since it may come from a forged report."""
    if not _IDENTIFIER.fullmatch(value):
        raise AggregatorNotFound(f"There is no such {what}.")
    return value
