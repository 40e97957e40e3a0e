"""The aggregator accounts that a process may use: the platform's, and each workspace's own (decisions, section 6)."""

import hashlib
import hmac

import asyncpg
import msgspec

from fulfilment import secrets
from fulfilment.aggregators.biteship import Client
from fulfilment.aggregators.port import Aggregator
from fulfilment.db.tx import Read
from fulfilment.http.errors import NotConfigured
from fulfilment.settings import Settings
from fulfilment.shipping import queries
from fulfilment.shipping.catalogue import Catalogue

_SIMULATOR_KEY = "simulator"
_MARK_CHARACTERS = 16


class KeyForgotten(NotConfigured):
    """The workspace's own key that an order was booked with is gone: it was replaced, and all its shipments ended."""

    message = "The aggregator key that this was booked with has been removed."


class Connection(msgspec.Struct, frozen=True):
    """An account at the aggregator; `is_own_key` where it is the workspace's own, which then pays for itself.

    `booked_with` names the key: what is booked is to be finished with the same.
    """

    aggregator: Aggregator
    is_own_key: bool
    booked_with: str = ""

    def has_booked(self, row: asyncpg.Record) -> bool:
        """Whether the order was booked with this very key, so that not to know it means that it is gone."""
        return row["booked_with"] in (None, self.booked_with)


class Aggregators:
    """One per process, opened before its first use: every account shares its connections and its catalogue."""

    def __init__(self, settings: Settings):
        self._timeout_seconds = settings.aggregator_timeout_seconds
        self._url, self._key = platform_access(settings)
        self._client: Client | None = None
        self.catalogue = Catalogue()

    async def open(self) -> None:
        """Make the shared session; nothing is connected yet."""
        if self._url:
            self._client = Client(self._url, self._timeout_seconds)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()

    def platform(self) -> Aggregator | None:
        """The platform's account; in production there is none until the operator gives its key."""
        return self._client.account(self._key) if self._client is not None and self._key else None

    def with_key(self, key: str) -> Aggregator:
        """The account of a key. Raises NotConfigured where no aggregator's address is known."""
        if self._client is None:
            raise NotConfigured("No courier aggregator is configured.")
        return self._client.account(key)

    def platform_connection(self) -> Connection:
        """Raises NotConfigured."""
        account = self.platform()
        if account is None:
            raise NotConfigured("No courier aggregator is configured.")
        return Connection(account, is_own_key=False, booked_with=_platform_mark(self._key))

    async def connection_for(self, read: Read) -> Connection:
        """What quotes and bookings of a workspace go through. Raises NotConfigured, also where it is switched off."""
        return self.connection_by(read, await queries.find_config(read))

    def connection_by(self, read: Read, row: asyncpg.Record | None) -> Connection:
        """The same by a row with the workspace's `active`, `api_key` and `key_id`. Raises NotConfigured."""
        if row is not None and not row["active"]:
            raise NotConfigured("The shipping integration is switched off.")
        return self._connection(read, row)

    async def lookup_connection(self, read: Read) -> Connection:
        """What looking things up goes through, whether the integration is switched on or not. Raises NotConfigured."""
        return self._connection(read, await queries.find_config(read))

    async def connection_of_booking(self, read: Read, booked: asyncpg.Record) -> Connection:
        """The account that a shipment, or a call under way, was booked with, whatever was configured since.

        Raises NotConfigured, and KeyForgotten where a former key is not kept any more.
        """
        if not booked["is_own_key"]:
            return self.platform_connection()
        config = await queries.find_config(read)
        has_key = config is not None and config["api_key"] is not None
        if has_key and booked["booked_with"] in (None, config["key_id"]):
            return self._connection(read, config)
        former = None if booked["booked_with"] is None else await queries.find_former_key(read, booked["booked_with"])
        if former is None:
            raise KeyForgotten
        return self._own(read, former["api_key"], former["id"])

    def _connection(self, read: Read, row: asyncpg.Record | None) -> Connection:
        if row is None or row["api_key"] is None:
            return self.platform_connection()
        return self._own(read, row["api_key"], row["key_id"])

    def _own(self, read: Read, sealed: bytes, key_id: str) -> Connection:
        return Connection(self.with_key(own_key(read.account_id, sealed)), is_own_key=True, booked_with=key_id)


def seal_own_key(account_id: str, key: str) -> bytes:
    return secrets.seal_text(key, _context(account_id))


def own_key(account_id: str, sealed: bytes) -> str:
    """A workspace's own aggregator key in clear."""
    return secrets.unseal_text(sealed, _context(account_id))


def _context(account_id: str) -> str:
    return f"aggregator_key:{account_id}"


def _platform_mark(key: str) -> str:
    """Tells the platform's keys apart in the database, and is of no use to whoever reads it there."""
    digest = hmac.new(key.encode(), b"which key an order was booked with", hashlib.sha256).hexdigest()
    return f"platform:{digest[:_MARK_CHARACTERS]}"


def platform_access(settings: Settings) -> tuple[str, str]:
    """The aggregator's address and the platform's key; in development the simulator stands in for what is not given."""
    if settings.aggregator_url or not settings.is_development:
        return settings.aggregator_url, settings.aggregator_key
    return settings.simulator_url, settings.aggregator_key or _SIMULATOR_KEY
