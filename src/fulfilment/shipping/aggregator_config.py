"""Aggregator config: a workspace's own key, its couriers and the master switch (specification, Aggregator config).

Each own key has a webhook address (decisions, sections 6 and 9). A replaced or removed key is kept until the orders
booked with it have ended, and is then deleted (decisions, section 13).
"""

import hashlib
import secrets as random
from collections.abc import Sequence
from typing import Any

import asyncpg
import msgspec
from msgspec import UNSET

from fulfilment.aggregators.port import CatalogueService
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import IntegrationError, NotConfigured
from fulfilment.infra.api.routing import PREFIX
from fulfilment.infra.auth import partner_policy
from fulfilment.infra.auth.principal import Principal, as_principal
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.encryption import keyring
from fulfilment.infra.models import Row
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipping import couriers, queries
from fulfilment.shipping.courier_clients import (
    CourierClient,
    CourierClients,
    decrypt_merchant_key,
    encrypt_merchant_key,
)
from fulfilment.shipping.couriers import CourierChoice
from fulfilment.shipping.origin import require_coordinates
from fulfilment.shipping.schemas import AggregatorConfig, ShippingConfigChange

PATH = "/inbound/aggregator/{token}"
DELETE_EVERY_SECONDS = 600
DELETE_BATCH_SIZE = 500
# Each candidate must be decrypted for the comparison. A workspace with so many former keys in use is not expected.
MAX_REACTIVATION_CANDIDATES = 50
_TOKEN_BYTES = 32
# A request that read a key before it was replaced may still book with it. It ends long before this time.
_RETENTION_HOURS = 1

_DEFAULTS: dict[str, Any] = {
    "api_key": None,
    "api_key_preview": None,
    "default_origin_id": None,
    "enabled_couriers": [],
    "default_courier": None,
    "active": True,
}

DEACTIVATE = sql(
    "previous_keys.deactivate",
    """
    INSERT INTO previous_aggregator_keys (account_id, id, api_key, report_token, report_token_hash)
    SELECT account_id, key_id, api_key, report_token, report_token_hash FROM aggregator_configs
     WHERE account_id = $1 AND api_key IS NOT NULL
    """,
)

LIST_LATEST = sql(
    "previous_keys.list_latest",
    """
    SELECT id, api_key FROM previous_aggregator_keys WHERE account_id = $1 ORDER BY retired_at DESC LIMIT {most}
    """,
    most=MAX_REACTIVATION_CANDIDATES,
)

REACTIVATE = sql(
    "previous_keys.reactivate",
    """
    DELETE FROM previous_aggregator_keys WHERE account_id = $1 AND id = $2
    RETURNING id AS key_id, api_key, report_token, report_token_hash
    """,
)

FIND_UNUSED = sql(
    "previous_keys.unscoped_find_unused",
    """
    SELECT f.account_id, f.id FROM previous_aggregator_keys f
     WHERE f.retired_at < now() - interval '{hours} hours'
       AND NOT EXISTS (SELECT FROM shipments s WHERE s.account_id = f.account_id AND s.booking_key_id = f.id
                          AND s.is_merchant_key AND s.status NOT IN ('cancelled', 'delivered', 'returned'))
       AND NOT EXISTS (SELECT FROM courier_operations c WHERE c.account_id = f.account_id AND c.booking_key_id = f.id
                          OFFSET 0)
     ORDER BY f.retired_at LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
    hours=_RETENTION_HOURS,
)

DELETE_KEYS = sql(
    "previous_keys.batched_delete",
    """
    DELETE FROM previous_aggregator_keys f USING unnest($1::text[], $2::text[]) AS done (account_id, id)
     WHERE f.account_id = done.account_id AND f.id = done.id
    """,
)

_UNUSED = BatchProcessor("previous_aggregator_keys", ("account_id", "id"), DELETE_BATCH_SIZE)


async def get_config(read: Read, settings: Settings) -> AggregatorConfig:
    """The workspace's config, or the defaults if it has none."""
    return to_api(as_principal(read.actor), await queries.find_config(read), settings)


def to_api(principal: Principal, row: asyncpg.Record | None, settings: Settings) -> AggregatorConfig:
    """The API model of a config. A partner learns only if the merchant has an own key, and nothing more of it."""
    values: Row = _DEFAULTS if row is None else row
    has_key = values["api_key"] is not None
    config = AggregatorConfig(
        account_id=principal.account_id,
        api_key_configured=has_key,
        api_key_preview=values["api_key_preview"] if has_key else None,
        default_origin_id=values["default_origin_id"],
        enabled_couriers=list(values["enabled_couriers"]),
        default_courier=values["default_courier"],
        active=values["active"],
        report_url=build_url(settings, principal.account_id, values["report_token"]) if has_key else None,
    )
    return partner_policy.redact(principal, config)


async def save_config(
    tx: Tx, change: ShippingConfigChange, choice: CourierChoice | None, settings: Settings
) -> AggregatorConfig:
    """Store the change. Raises Validation if an instant courier is enabled without an origin with coordinates."""
    principal = as_principal(tx.actor)
    row, is_new = await queries.lock_config(tx)
    values = dict(row) | _provided_values(change)
    if choice is not None:
        values |= {"enabled_couriers": choice.codes, "needs_coordinates": choice.needs_coordinates}
        require_coordinates(values)
    if change.api_key is not UNSET and not _is_same_key(row, change.api_key):
        await deactivate(tx)
        values |= await _key_columns(tx, change.api_key)
    saved = await queries.save_config(tx, values, clock.now())
    before = None if is_new else _audit_values(to_api(principal, row, settings))
    after = _audit_values(to_api(principal, saved, settings))
    if change.api_key is not UNSET:
        after["apiKeyChanged"] = saved["api_key"] != row["api_key"]
    tx.audit("shipping.config_updated", "BiteshipConfig", tx.account_id, before=before, after=after)
    return to_api(principal, saved, settings)


def parse_courier_choice(change: ShippingConfigChange, catalogue: Sequence[CatalogueService]) -> CourierChoice | None:
    """The couriers that the change enables; None if it leaves them. Raises Validation for unknown couriers."""
    if isinstance(change.default_courier, str):
        couriers.require_code(change.default_courier, catalogue, "defaultCourier")
    if change.enabled_couriers is UNSET:
        return None
    return couriers.choose_couriers(change.enabled_couriers, catalogue, "enabledCouriers")


async def fetch_catalogue(
    operation: ExternalOperation, change: ShippingConfigChange, aggregators: CourierClients
) -> list[CatalogueService]:
    """The catalogue for the check of a change. If it is unavailable and the change names no courier, it is empty.

    Raises IntegrationError, NotConfigured.
    """
    try:
        return await couriers.list_services(aggregators, await _client_for_change(operation, change, aggregators))
    except (IntegrationError, NotConfigured):
        if change.default_courier or change.enabled_couriers:
            raise
        return []


async def list_courier_codes(aggregators: CourierClients, read: Read) -> list[str]:
    """The catalogue's courier codes; empty if the catalogue is unavailable, so that the config can be corrected."""
    try:
        return couriers.list_codes(await couriers.list_services(aggregators, await aggregators.for_lookup(read)))
    except (IntegrationError, NotConfigured):
        return []


async def deactivate(tx: Tx) -> None:
    """Store the own key that is about to be replaced as a former key. The config's row is locked."""
    await tx.fetch_optional(DEACTIVATE)


async def reactivate(tx: Tx, key: str) -> dict[str, Any] | None:
    """The config's columns of a former key that is set again, with its former webhook address; None if it is unknown.

    Only the latest former keys are searched. An older one counts as a new key with a new address.
    """
    for previous_key in await tx.fetch_all(LIST_LATEST):
        if decrypt_merchant_key(tx.account_id, previous_key["api_key"]) == key:
            row = await tx.fetch_optional(REACTIVATE, previous_key["id"])
            assert row is not None, "the config is locked"
            return dict(row)
    return None


async def delete_unused(db: Database) -> None:
    """Delete former keys whose orders have all ended."""
    await _UNUSED.drain(
        db,
        lambda connection, most: connection.fetch(FIND_UNUSED.text, most),
        lambda connection, done: connection.execute(DELETE_KEYS.text, *columns(done, 2)),
    )


def generate_token() -> str:
    return random.token_urlsafe(_TOKEN_BYTES)


def encrypt_token(account_id: str, token: str) -> bytes:
    return keyring.encrypt_text(token, _encryption_context(account_id))


def hash_token(token: str) -> bytes:
    """The hash by which a token is found; the token itself is stored only encrypted."""
    return hashlib.sha256(token.encode()).digest()


def build_url(settings: Settings, account_id: str, encrypted: bytes) -> str:
    """The webhook address, for the merchant to enter in the aggregator's dashboard."""
    token = keyring.decrypt_text(encrypted, _encryption_context(account_id))
    return settings.base_url + PREFIX + PATH.format(token=token)


async def find_workspace(public: Public, token: str) -> str | None:
    """The workspace whose own key, present or former, has this token in its webhook address."""
    row = await public.fetch_optional(queries.FIND_WORKSPACE_BY_TOKEN, hash_token(token))
    return None if row is None else row["account_id"]


async def _client_for_change(
    operation: ExternalOperation, change: ShippingConfigChange, aggregators: CourierClients
) -> CourierClient:
    if change.api_key is None:
        return aggregators.platform_client()
    if change.api_key is not UNSET:
        return CourierClient(aggregators.account_for_key(change.api_key), is_merchant_key=True)
    async with operation.read() as read:
        return await aggregators.for_lookup(read)


def _provided_values(change: ShippingConfigChange) -> dict[str, Any]:
    fields = msgspec.structs.asdict(change)
    if isinstance(change.default_courier, str):
        fields["default_courier"] = change.default_courier.lower()
    return {
        name: fields[name] for name in ("default_origin_id", "default_courier", "active") if fields[name] is not UNSET
    }


def _is_same_key(row: asyncpg.Record, key: str | None) -> bool:
    """True if the key is unchanged: then it keeps its webhook address, which the merchant has entered elsewhere."""
    if row["api_key"] is None or key is None:
        return row["api_key"] is None and key is None
    return decrypt_merchant_key(row["account_id"], row["api_key"]) == key


async def _key_columns(tx: Tx, key: str | None) -> dict[str, Any]:
    """The columns of a changed key. A new key gets a new webhook address, a former key its former one."""
    if key is None:
        return dict.fromkeys(("api_key", "key_id", "api_key_preview", "report_token", "report_token_hash"))
    columns = await reactivate(tx, key)
    if columns is None:
        token = generate_token()
        columns = {
            "api_key": encrypt_merchant_key(tx.account_id, key),
            "key_id": ids.new("akey"),
            "report_token": encrypt_token(tx.account_id, token),
            "report_token_hash": hash_token(token),
        }
    return columns | {"api_key_preview": keyring.preview(key)}


def _audit_values(config: AggregatorConfig) -> dict[str, Any]:
    """The config for the audit log, without the key's preview and address: partners read the log too."""
    entry = msgspec.to_builtins(config)
    for name in ("apiKeyPreview", "reportUrl"):
        del entry[name]
    return entry


def _encryption_context(account_id: str) -> str:
    return f"aggregator_report_token:{account_id}"
