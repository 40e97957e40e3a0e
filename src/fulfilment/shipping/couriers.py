"""Couriers: which there are, which of them need coordinates, and which a workspace chose (specification, Shipping)."""

from collections.abc import Sequence

import msgspec

from fulfilment.aggregators.port import Aggregator, AggregatorError, CourierService, CourierType, Duration
from fulfilment.http.errors import Validation
from fulfilment.http.saga import Saga
from fulfilment.shipping.aggregator_access import Aggregators, Connection
from fulfilment.shipping.aggregator_errors import as_api_error

_SAME_DAY = frozenset({"instant", "same_day"})


class Choice(msgspec.Struct, frozen=True):
    """The couriers that a workspace enables; an empty choice means every one that needs no coordinates."""

    codes: list[str]
    needs_coordinates: bool


EVERY = Choice([], needs_coordinates=False)


async def services(aggregators: Aggregators, connection: Connection) -> list[CourierService]:
    """The courier catalogue, cached. Raises IntegrationError, IntegrationTimeout while there is no copy of it."""
    # The platform's account is asked before a workspace's own, whose key may be wrong.
    return await _services(aggregators, aggregators.platform() or connection.aggregator)


async def services_for(saga: Saga, aggregators: Aggregators) -> list[CourierService]:
    """The courier catalogue as the saga's workspace gets at it. Raises as `services` does, and NotConfigured."""
    account = aggregators.platform()
    if account is None:
        async with saga.read() as read:
            account = (await aggregators.lookup_connection(read)).aggregator
    return await _services(aggregators, account)


async def _services(aggregators: Aggregators, account: Aggregator) -> list[CourierService]:
    try:
        return await aggregators.catalogue.services(account)
    except AggregatorError as problem:
        raise as_api_error(problem) from None


def require_code(code: str, catalogue: Sequence[CourierService], field: str) -> None:
    """Raise Validation where no row of the catalogue is of this courier."""
    if all(service.courier_code != code for service in catalogue):
        raise Validation(f"There is no courier '{code}'.", field=field)


def type_of(courier_code: str, service_code: str, catalogue: Sequence[CourierService]) -> CourierType | None:
    """What the catalogue says of a service; None for one that it does not have."""
    service = _find(courier_code, service_code, catalogue)
    return None if service is None else service.courier_type


def duration_of(courier_code: str, service_code: str, catalogue: Sequence[CourierService]) -> Duration | None:
    """How long the catalogue says that a service takes, if it does."""
    service = _find(courier_code, service_code, catalogue)
    return None if service is None else service.duration


def _find(courier_code: str, service_code: str, catalogue: Sequence[CourierService]) -> CourierService | None:
    named = (courier_code, service_code)
    return next((one for one in catalogue if (one.courier_code, one.courier_service_code) == named), None)


def require_service(
    courier_code: str, service_code: str, courier_type: CourierType, catalogue: Sequence[CourierService]
) -> None:
    """Raise Validation where there is no such courier, or its service is of another type by the catalogue."""
    require_code(courier_code, catalogue, "courierCode")
    known = type_of(courier_code, service_code, catalogue)
    if known not in (None, courier_type):
        raise Validation(f"'{service_code}' of '{courier_code}' is of the type '{known}'.", field="courierType")


def instant_codes(catalogue: Sequence[CourierService]) -> frozenset[str]:
    """The couriers whose every service is instant or same-day: they need coordinates at both ends."""
    slower = {service.courier_code for service in catalogue if service.service_type not in _SAME_DAY}
    return frozenset(service.courier_code for service in catalogue) - slower


def codes(catalogue: Sequence[CourierService]) -> list[str]:
    """The catalogue's couriers, each once, in alphabetical order."""
    return sorted({service.courier_code for service in catalogue})


def choose(wanted: Sequence[str], catalogue: Sequence[CourierService], field: str) -> Choice:
    """The choice of these couriers, each once. Raises Validation for one that the catalogue does not have."""
    for nth, code in enumerate(wanted):
        require_code(code, catalogue, f"{field}.{nth}")
    return Choice(list(dict.fromkeys(wanted)), needs_coordinates=not instant_codes(catalogue).isdisjoint(wanted))


def enabled(chosen: Sequence[str], catalogue: Sequence[CourierService], *, has_coordinates: bool) -> list[str]:
    """The couriers to ask for a quote; instant ones only where the destination has coordinates."""
    instant = instant_codes(catalogue)
    known = codes(catalogue)
    if not chosen:
        return [code for code in known if code not in instant]
    return [code for code in known if code in chosen and (has_coordinates or code not in instant)]
