"""Courier clients: the platform's aggregator account and each workspace's own one (decisions, section 6).

`as_api_error` maps a failed call to the error that the caller reads.
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


def as_api_error(problem: port.AggregatorError) -> ApiError:
    """The refusal that a failed call stands for: 400, 404, 502, or 504 where the outcome is unclear."""
    if isinstance(problem, port.AggregatorNotFound):
        return NotFound(problem.message)
    if isinstance(problem, port.InvalidRequest):
        return Validation(problem.message, field=problem.field)
    if isinstance(problem, port.OutcomeUnknown) or problem.timed_out:
        return IntegrationTimeout(problem.message)
    return IntegrationError(problem.message)


log = structlog.get_logger(__name__)

CACHE_SECONDS = 3_600
# After a failure the old copy is served for a while without asking, so that nobody waits for one who is away.
RETRY_SECONDS = 30


_SIMULATOR_KEY = "simulator"
_KEY_ID_CHARACTERS = 16


class BookingKeyDeleted(NotConfigured):
    """The workspace's own key that an order was booked with is gone: it was replaced, and all its shipments ended."""

    message = "The aggregator key that this was booked with has been removed."


class CourierClient(msgspec.Struct, frozen=True):
    """An account at the aggregator; `is_merchant_key` where it is the workspace's own, which then pays for itself.

    `booking_key_id` names the key: what is booked is to be finished with the same.
    """

    aggregator: Aggregator
    is_merchant_key: bool
    booking_key_id: str = ""

    def has_booked(self, row: asyncpg.Record) -> bool:
        """Whether the order was booked with this very key, so that not to know it means that it is gone."""
        return row["booking_key_id"] in (None, self.booking_key_id)


class CourierClients:
    """One per process, opened before its first use: every account shares its connections and its catalogue."""

    def __init__(self, settings: Settings) -> None:
        self._timeout_seconds = settings.aggregator_timeout_seconds
        self._url, self._key = platform_credentials(settings)
        self._client: BiteshipClient | None = None
        self.catalogue = CourierCatalogue()
        self.localities = LocalityCache()

    async def open(self) -> None:
        """Make the shared session; nothing is connected yet."""
        if self._url:
            self._client = BiteshipClient(self._url, self._timeout_seconds)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()

    def platform_account(self) -> Aggregator | None:
        """The platform's account; in production there is none until the operator gives its key."""
        return self._client.account(self._key) if self._client is not None and self._key else None

    def account_for_key(self, key: str) -> Aggregator:
        """The account of a key. Raises NotConfigured where no aggregator's address is known."""
        if self._client is None:
            raise NotConfigured("No courier aggregator is configured.")
        return self._client.account(key)

    def platform_client(self) -> CourierClient:
        """Raises NotConfigured."""
        account = self.platform_account()
        if account is None:
            raise NotConfigured("No courier aggregator is configured.")
        return CourierClient(account, is_merchant_key=False, booking_key_id=_platform_key_id(self._key))

    async def for_workspace(self, read: Read) -> CourierClient:
        """What quotes and bookings of a workspace go through. Raises NotConfigured, also where it is switched off."""
        return self.for_config(read, await queries.find_config(read))

    def for_config(self, read: Read, row: asyncpg.Record | None) -> CourierClient:
        """The same by a row with the workspace's `active`, `api_key` and `key_id`. Raises NotConfigured."""
        if row is not None and not row["active"]:
            raise NotConfigured("The shipping integration is switched off.")
        return self._client_for_row(read, row)

    async def for_lookup(self, read: Read) -> CourierClient:
        """What looking things up goes through, whether the integration is switched on or not. Raises NotConfigured."""
        return self._client_for_row(read, await queries.find_config(read))

    async def for_booking(self, read: Read, booking: asyncpg.Record) -> CourierClient:
        """The account that a shipment, or a call under way, was booked with, whatever was configured since.

        Raises NotConfigured, and BookingKeyDeleted where a former key is not kept any more.
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


def encrypt_merchant_key(account_id: str, key: str) -> bytes:
    return keyring.encrypt_text(key, _encryption_context(account_id))


def decrypt_merchant_key(account_id: str, encrypted: bytes) -> str:
    """A workspace's own aggregator key in clear."""
    return keyring.decrypt_text(encrypted, _encryption_context(account_id))


def _encryption_context(account_id: str) -> str:
    return f"aggregator_key:{account_id}"


def _platform_key_id(key: str) -> str:
    """Tells the platform's keys apart in the database, and is of no use to whoever reads it there."""
    digest = hmac.new(key.encode(), b"which key an order was booked with", hashlib.sha256).hexdigest()
    return f"platform:{digest[:_KEY_ID_CHARACTERS]}"


def platform_credentials(settings: Settings) -> tuple[str, str]:
    """The aggregator's address and the platform's key; in development the simulator stands in for what is not given."""
    if settings.aggregator_url or not settings.is_development:
        return settings.aggregator_url, settings.aggregator_key
    return settings.aggregator_simulator_url, settings.aggregator_key or _SIMULATOR_KEY


class CourierCatalogue:
    """One per process. It is the same for every key, so no workspace's key decides what the others see."""

    def __init__(self) -> None:
        self._services: list[CatalogueService] = []
        self._due = 0.0
        self._is_refreshing = False

    async def list_services(self, account: Aggregator) -> list[CatalogueService]:
        """Every courier's services. Raises AggregatorError while there is no good copy at all."""
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


async def _fetch_services(account: Aggregator) -> list[CatalogueService]:
    services = await account.couriers()
    if not services:
        raise AggregatorUnavailable("The courier aggregator names no couriers.")
    return services


async def search_areas(aggregators: CourierClients, client: CourierClient, text: str) -> list[Area]:
    """About ten hits, the best first. Raises IntegrationError, IntegrationTimeout."""
    try:
        hits = await client.aggregator.areas(text)
    except AggregatorError as problem:
        raise as_api_error(problem) from None
    aggregators.localities.store_areas(hits)
    return hits
