"""The aggregator config: a workspace's own key, its couriers, the master switch (specification, Aggregator config)."""

from collections.abc import Sequence
from typing import Any

import asyncpg
import msgspec
from msgspec import UNSET

from fulfilment import clock, ids
from fulfilment.aggregators.port import CourierService
from fulfilment.db.tx import Read, Tx
from fulfilment.http import on_behalf
from fulfilment.http.caller import Caller
from fulfilment.http.errors import IntegrationError, NotConfigured
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipping import couriers, former_keys, queries, report_address
from fulfilment.shipping.aggregator_access import Aggregators, Connection, own_key, seal_own_key
from fulfilment.shipping.couriers import Choice
from fulfilment.shipping.origin import require_coordinates
from fulfilment.shipping.records import AggregatorConfig, ShippingConfigChange

_ELLIPSIS = "…"
_SHOWN_CHARACTERS = 4
_DEFAULTS: dict[str, Any] = {
    "api_key": None,
    "api_key_preview": None,
    "default_origin_id": None,
    "enabled_couriers": [],
    "default_courier": None,
    "active": True,
}


async def show(read: Read, settings: Settings) -> AggregatorConfig:
    """The config, its defaults where the workspace has none."""
    return shown(read.actor, await queries.find_config(read), settings)


def shown(caller: Caller, row: asyncpg.Record | None, settings: Settings) -> AggregatorConfig:
    """A partner sees of the merchant's own key only whether there is one."""
    values = _DEFAULTS if row is None else row
    has_key = values["api_key"] is not None
    config = AggregatorConfig(
        account_id=caller.account_id,
        api_key_configured=has_key,
        api_key_preview=values["api_key_preview"] if has_key else None,
        default_origin_id=values["default_origin_id"],
        enabled_couriers=list(values["enabled_couriers"]),
        default_courier=values["default_courier"],
        active=values["active"],
        report_url=report_address.address(settings, caller.account_id, values["report_token"]) if has_key else None,
    )
    return on_behalf.conceal(caller, config)


async def known_codes(aggregators: Aggregators, read: Read) -> list[str]:
    """The catalogue's courier codes, none while it cannot be had: the config must stay in reach to be put right."""
    try:
        return couriers.codes(await couriers.services(aggregators, await aggregators.lookup_connection(read)))
    except (IntegrationError, NotConfigured):
        return []


async def catalogue_for(saga: Saga, change: ShippingConfigChange, aggregators: Aggregators) -> list[CourierService]:
    """The catalogue that the change is checked against; it may be missing where the change names no courier.

    Raises IntegrationError, NotConfigured.
    """
    try:
        return await couriers.services(aggregators, await _connection(saga, change, aggregators))
    except (IntegrationError, NotConfigured):
        if change.default_courier or change.enabled_couriers:
            raise
        return []


async def _connection(saga: Saga, change: ShippingConfigChange, aggregators: Aggregators) -> Connection:
    if change.api_key is None:
        return aggregators.platform_connection()
    if change.api_key is not UNSET:
        return Connection(aggregators.with_key(change.api_key), is_own_key=True)
    async with saga.read() as read:
        return await aggregators.lookup_connection(read)


def choice_of(change: ShippingConfigChange, catalogue: Sequence[CourierService]) -> Choice | None:
    """The couriers that the change enables, None where it leaves them. Raises Validation for unknown ones."""
    if isinstance(change.default_courier, str):
        couriers.require_code(change.default_courier, catalogue, "defaultCourier")
    if change.enabled_couriers is UNSET:
        return None
    return couriers.choose(change.enabled_couriers, catalogue, "enabledCouriers")


async def save(tx: Tx, change: ShippingConfigChange, choice: Choice | None, settings: Settings) -> AggregatorConfig:
    """Store the change. Raises Validation where an instant courier lacks an origin with coordinates."""
    row, is_new = await queries.lock_config(tx)
    values = dict(row) | _said(change)
    if choice is not None:
        values |= {"enabled_couriers": choice.codes, "needs_coordinates": choice.needs_coordinates}
        require_coordinates(values)
    if change.api_key is not UNSET and not _is_same_key(row, change.api_key):
        await former_keys.retire(tx)
        values |= await _key_columns(tx, change.api_key)
    saved = await queries.save_config(tx, values, clock.now())
    before = None if is_new else _audited(shown(tx.actor, row, settings))
    after = _audited(shown(tx.actor, saved, settings))
    if change.api_key is not UNSET:
        after["apiKeyChanged"] = saved["api_key"] != row["api_key"]
    tx.audit("shipping.config_updated", "BiteshipConfig", tx.account_id, before=before, after=after)
    return shown(tx.actor, saved, settings)


def _said(change: ShippingConfigChange) -> dict[str, Any]:
    given = msgspec.structs.asdict(change)
    return {
        name: given[name] for name in ("default_origin_id", "default_courier", "active") if given[name] is not UNSET
    }


def _is_same_key(row: asyncpg.Record, key: str | None) -> bool:
    """The same key again keeps its report address, which the merchant has entered elsewhere."""
    if row["api_key"] is None or key is None:
        return row["api_key"] is None and key is None
    return own_key(row["account_id"], row["api_key"]) == key


async def _key_columns(tx: Tx, key: str | None) -> dict[str, Any]:
    """Another key has another address for its reports; one that was set before has the address of then."""
    if key is None:
        return dict.fromkeys(("api_key", "key_id", "api_key_preview", "report_token", "report_token_hash"))
    columns = await former_keys.take_back(tx, key)
    if columns is None:
        token = report_address.new_token()
        columns = {
            "api_key": seal_own_key(tx.account_id, key),
            "key_id": ids.new("akey"),
            "report_token": report_address.seal(tx.account_id, token),
            "report_token_hash": report_address.digest(token),
        }
    return columns | {"api_key_preview": _ELLIPSIS + key[-_SHOWN_CHARACTERS:]}


def _audited(config: AggregatorConfig) -> dict[str, Any]:
    """Nothing of the key: a partner reads the audit log too."""
    entry = msgspec.to_builtins(config)
    for name in ("apiKeyPreview", "reportUrl"):
        del entry[name]
    return entry
