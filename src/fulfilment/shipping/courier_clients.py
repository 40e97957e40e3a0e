"""Courier clients: the aggregator accounts of the platform and of workspaces, and the cached courier catalogue.

Decisions, section 6. `as_api_error` maps a failed call to an error of the API.
"""

import hashlib
import hmac
import time

import asyncpg
import msgspec
import structlog

from fulfilment.aggregators import port
from fulfilment.aggregators.biteship import BiteshipClient
from fulfilment.aggregators.port import Aggregator, AggregatorError, AggregatorUnavailable, Area, CatalogueService
from fulfilment.infra.api.errors import (
    ApiError,
    IntegrationError,
    IntegrationTimeout,
    NotConfigured,
    NotFound,
    Validation,
)
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.encryption import keyring
from fulfilment.settings import Settings
from fulfilment.shipping import queries
from fulfilment.shipping.localities import LocalityCache

CACHE_SECONDS = 3_600
# After a failure the cached copy is served for this long, so that no request waits for an unavailable aggregator.
RETRY_SECONDS = 30

_SIMULATOR_KEY = "simulator"
_KEY_ID_CHARACTERS = 16

log = structlog.get_logger(__name__)


class BookingKeyDeleted(NotConfigured):
    """The own key that an order was booked with was deleted: it was replaced, and all its shipments ended."""

    message = "The aggregator key that this was booked with has been removed."


class CourierClient(msgspec.Struct, frozen=True):
    """An account at the aggregator. `is_merchant_key` is True for the workspace's own account, which pays for itself.

    `booking_key_id` identifies the key: an order must be continued with the key that booked it.
    """

    aggregator: Aggregator
    is_merchant_key: bool
    booking_key_id: str = ""

    def has_booked(self, row: asyncpg.Record) -> bool:
        """True if the order was booked with this key: if the aggregator does not know it, it does not exist."""
        return row["booking_key_id"] in (None, self.booking_key_id)


class CourierClients:
    """Courier clients of a process, opened before the first use; they share connections, catalogue and localities."""

    def __init__(self, settings: Settings) -> None:
        self._timeout_seconds = settings.aggregator_timeout_seconds
        self._url, self._key = platform_credentials(settings)
        self._client: BiteshipClient | None = None
        self.catalogue = CourierCatalogue()
        self.localities = LocalityCache()

    async def open(self) -> None:
        """Create the shared HTTP session, without a connection."""
        if self._url:
            self._client = BiteshipClient(self._url, self._timeout_seconds)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()

    def platform_account(self) -> Aggregator | None:
        """The platform's account. In production it needs the operator's key."""
        return self._client.account(self._key) if self._client is not None and self._key else None

    def account_for_key(self, key: str) -> Aggregator:
        """The account of a key. Raises NotConfigured if no aggregator's address is configured."""
        if self._client is None:
            raise NotConfigured("No courier aggregator is configured.")
        return self._client.account(key)

    def platform_client(self) -> CourierClient:
        """The client of the platform's account. Raises NotConfigured."""
        account = self.platform_account()
        if account is None:
            raise NotConfigured("No courier aggregator is configured.")
        return CourierClient(account, is_merchant_key=False, booking_key_id=_platform_key_id(self._key))

    async def for_workspace(self, read: Read) -> CourierClient:
        """The client for quotes and bookings of a workspace. Raises NotConfigured, also if it is switched off."""
        return self.for_config(read, await queries.find_config(read))

    def for_config(self, read: Read, row: asyncpg.Record | None) -> CourierClient:
        """The client for a row with the workspace's `active`, `api_key` and `key_id`. Raises NotConfigured."""
        if row is not None and not row["active"]:
            raise NotConfigured("The shipping integration is switched off.")
        return self._client_for_row(read, row)

    async def for_lookup(self, read: Read) -> CourierClient:
        """The client for look-ups, even if the integration is switched off. Raises NotConfigured."""
        return self._client_for_row(read, await queries.find_config(read))

    async def for_booking(self, read: Read, booking: asyncpg.Record) -> CourierClient:
        """The client that a shipment or an unfinished call was booked with, independent of later changes.

        Raises NotConfigured, and BookingKeyDeleted if the former key was deleted.
        """
        if not booking["is_merchant_key"]:
            return self.platform_client()
        config = await queries.find_config(read)
        has_key = config is not None and config["api_key"] is not None
        if config is not None and has_key and booking["booking_key_id"] in (None, config["key_id"]):
            return self._client_for_row(read, config)
        previous_key = (
            None
            if booking["booking_key_id"] is None
            else await queries.find_previous_key(read, booking["booking_key_id"])
        )
        if previous_key is None:
            raise BookingKeyDeleted
        return self._merchant_client(read, previous_key["api_key"], previous_key["id"])

    def _client_for_row(self, read: Read, row: asyncpg.Record | None) -> CourierClient:
        if row is None or row["api_key"] is None:
            return self.platform_client()
        return self._merchant_client(read, row["api_key"], row["key_id"])

    def _merchant_client(self, read: Read, encrypted: bytes, key_id: str) -> CourierClient:
        return CourierClient(
            self.account_for_key(decrypt_merchant_key(read.account_id, encrypted)),
            is_merchant_key=True,
            booking_key_id=key_id,
        )


class CourierCatalogue:
    """Cache of the aggregator's catalogue in one process. The catalogue is the same for every key."""

    def __init__(self) -> None:
        self._services: list[CatalogueService] = []
        self._due = 0.0
        self._is_refreshing = False

    async def list_services(self, account: Aggregator) -> list[CatalogueService]:
        """The services of every courier. Raises AggregatorError if there is no cached copy and the request fails."""
        if self._services and (time.monotonic() < self._due or self._is_refreshing):
            return self._services
        self._is_refreshing = True
        try:
            self._services = await _fetch_services(account)
            self._due = time.monotonic() + CACHE_SECONDS
        except AggregatorError as problem:
            log.warning("catalogue_not_refreshed", error=problem.message, has_copy=bool(self._services))
            self._due = time.monotonic() + RETRY_SECONDS
            if not self._services:
                raise
        finally:
            self._is_refreshing = False
        return self._services


async def search_areas(aggregators: CourierClients, client: CourierClient, text: str) -> list[Area]:
    """Search areas: about ten hits, the best first. Raises IntegrationError, IntegrationTimeout."""
    try:
        hits = await client.aggregator.areas(text)
    except AggregatorError as problem:
        raise as_api_error(problem) from None
    aggregators.localities.store_areas(hits)
    return hits


def as_api_error(problem: port.AggregatorError) -> ApiError:
    """The API error of a failed call: 400, 404, 502, or 504 if the outcome is unknown."""
    if isinstance(problem, port.AggregatorNotFound):
        return NotFound(problem.message)
    if isinstance(problem, port.InvalidRequest):
        return Validation(problem.message, field=problem.field)
    if isinstance(problem, port.OutcomeUnknown) or problem.timed_out:
        return IntegrationTimeout(problem.message)
    return IntegrationError(problem.message)


def encrypt_merchant_key(account_id: str, key: str) -> bytes:
    return keyring.encrypt_text(key, _encryption_context(account_id))


def decrypt_merchant_key(account_id: str, encrypted: bytes) -> str:
    """A workspace's own aggregator key in clear."""
    return keyring.decrypt_text(encrypted, _encryption_context(account_id))


def platform_credentials(settings: Settings) -> tuple[str, str]:
    """The aggregator's address and the platform's key. In development the simulator is the default for either."""
    if settings.aggregator_url or not settings.is_development:
        return settings.aggregator_url, settings.aggregator_key
    return settings.aggregator_simulator_url, settings.aggregator_key or _SIMULATOR_KEY


def _encryption_context(account_id: str) -> str:
    return f"aggregator_key:{account_id}"


def _platform_key_id(key: str) -> str:
    """Identifier of a platform key in the database; the key cannot be derived from it."""
    digest = hmac.new(key.encode(), b"which key an order was booked with", hashlib.sha256).hexdigest()
    return f"platform:{digest[:_KEY_ID_CHARACTERS]}"


async def _fetch_services(account: Aggregator) -> list[CatalogueService]:
    services = await account.couriers()
    if not services:
        raise AggregatorUnavailable("The courier aggregator names no couriers.")
    return services
