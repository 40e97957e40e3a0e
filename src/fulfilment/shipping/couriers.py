"""Couriers: the catalogue, the need for coordinates, and a workspace's choice (specification, Shipping)."""

from collections.abc import Mapping, Sequence

import msgspec

from fulfilment.aggregators.port import (
    Aggregator,
    AggregatorError,
    CatalogueService,
    CourierType,
    Duration,
    ParcelAddress,
)
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.shipping.courier_clients import CourierClient, CourierClients, as_api_error

_SAME_DAY = frozenset({"instant", "same_day"})


class CourierChoice(msgspec.Struct, frozen=True):
    """The couriers that a workspace enables; an empty choice means every courier that needs no coordinates."""

    codes: list[str]
    needs_coordinates: bool


EVERY_COURIER = CourierChoice([], needs_coordinates=False)


class SelectedService(msgspec.Struct, frozen=True):
    """The properties of a courier's service that a draft needs."""

    duration: Duration | None = None
    needs_coordinates: bool = False


async def list_services(aggregators: CourierClients, client: CourierClient) -> list[CatalogueService]:
    """The courier catalogue, cached. Raises IntegrationError, IntegrationTimeout if there is no copy of it."""
    # The platform's account comes first, since a workspace's own key may be wrong.
    return await _load_services(aggregators, aggregators.platform_account() or client.aggregator)


async def fetch_services(operation: ExternalOperation, aggregators: CourierClients) -> list[CatalogueService]:
    """The courier catalogue for the operation's workspace. Raises the errors of `list_services`, and NotConfigured."""
    return await _load_services(aggregators, await find_account(operation, aggregators))


async def find_account(operation: ExternalOperation, aggregators: CourierClients) -> Aggregator:
    """The account for shared data: the platform's, else the workspace's own. Raises NotConfigured."""
    account = aggregators.platform_account()
    if account is None:
        async with operation.read() as read:
            account = (await aggregators.for_lookup(read)).aggregator
    return account


async def _load_services(aggregators: CourierClients, account: Aggregator) -> list[CatalogueService]:
    try:
        return await aggregators.catalogue.list_services(account)
    except AggregatorError as problem:
        raise as_api_error(problem) from None


def require_code(code: str, catalogue: Sequence[CatalogueService], field: str) -> None:
    """Raise Validation if the catalogue does not have this courier."""
    if all(service.courier_code != code.lower() for service in catalogue):
        raise Validation(f"There is no courier '{code}'.", field=field)


def find_courier_type(
    courier_code: str, service_code: str, catalogue: Sequence[CatalogueService]
) -> CourierType | None:
    """The type of a service; None if the catalogue does not have it."""
    service = _find_service(courier_code, service_code, catalogue)
    return None if service is None else service.courier_type


def _find_service(
    courier_code: str, service_code: str, catalogue: Sequence[CatalogueService]
) -> CatalogueService | None:
    """The service with these codes. Upper and lower case are equal; the catalogue has lower case."""
    key = (courier_code.lower(), service_code.lower())
    return next((service for service in catalogue if (service.courier_code, service.courier_service_code) == key), None)


def require_service(
    courier_code: str, service_code: str, courier_type: CourierType, catalogue: Sequence[CatalogueService]
) -> SelectedService:
    """The service with these codes. Raises Validation if it is not in the catalogue, or has another type there."""
    require_code(courier_code, catalogue, "courierCode")
    service = _find_service(courier_code, service_code, catalogue)
    if service is None:
        raise Validation(f"'{courier_code}' has no service '{service_code}'.", field="courierServiceCode")
    if service.courier_type != courier_type:
        raise Validation(
            f"'{service_code}' of '{courier_code}' is of the type '{service.courier_type}'.", field="courierType"
        )
    return SelectedService(service.duration, service.courier_code in instant_codes(catalogue))


def instant_codes(catalogue: Sequence[CatalogueService]) -> frozenset[str]:
    """Couriers with only instant and same-day services: they need the coordinates of origin and destination."""
    slower = {service.courier_code for service in catalogue if service.service_type not in _SAME_DAY}
    return frozenset(service.courier_code for service in catalogue) - slower


def require_coordinates(ends: Mapping[str, ParcelAddress]) -> None:
    """Raise Validation for the first of these addresses without coordinates; the field is its latitude."""
    for side, place in ends.items():
        if not place.has_coordinates:
            raise Validation(f"An instant courier needs the coordinates of the {side}.", field=f"{side}.lat")


def list_codes(catalogue: Sequence[CatalogueService]) -> list[str]:
    """The catalogue's couriers, each once, in alphabetical order."""
    return sorted({service.courier_code for service in catalogue})


def choose_couriers(requested: Sequence[str], catalogue: Sequence[CatalogueService], field: str) -> CourierChoice:
    """The choice of these couriers, each once. Raises Validation for a courier that the catalogue does not have."""
    for nth, code in enumerate(requested):
        require_code(code, catalogue, f"{field}.{nth}")
    requested = [code.lower() for code in requested]
    return CourierChoice(
        list(dict.fromkeys(requested)), needs_coordinates=not instant_codes(catalogue).isdisjoint(requested)
    )


def filter_enabled(
    enabled_codes: Sequence[str], catalogue: Sequence[CatalogueService], *, has_coordinates: bool
) -> list[str]:
    """The couriers for a quote. Instant couriers are included only if the destination has coordinates."""
    instant = instant_codes(catalogue)
    known = list_codes(catalogue)
    if not enabled_codes:
        return [code for code in known if code not in instant]
    return [code for code in known if code in enabled_codes and (has_coordinates or code not in instant)]
