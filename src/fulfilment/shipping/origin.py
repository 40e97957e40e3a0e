"""Shipping origin: the address where drivers collect parcels (specification, Shipping origin)."""

from typing import Any

import asyncpg
import msgspec
from msgspec import UNSET

from fulfilment.addresses import schemas
from fulfilment.infra import clock
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import from_row
from fulfilment.shipping import address_checks, queries
from fulfilment.shipping.couriers import CourierChoice
from fulfilment.shipping.schemas import Origin, OriginChange, ShippingOrigin

_NO_COORDINATES = "An instant courier is enabled, so the shipping origin needs lat and lng."


async def find_origin(read: Read) -> Origin | None:
    """The workspace's shipping origin; None if it has set none."""
    return origin_from_row(await queries.find_config(read))


def origin_from_row(row: asyncpg.Record | None) -> Origin | None:
    """The origin in the workspace's row; None if none is set."""
    return None if row is None or row["address"] is None else from_row(Origin, row)


def to_api(row: asyncpg.Record | None) -> ShippingOrigin:
    """The API model of the origin. All fields are null if none is set, even the couriers of the config."""
    if row is None or row["address"] is None:
        return ShippingOrigin()
    return from_row(ShippingOrigin, row, couriers=list(row["enabled_couriers"]), configured=True)


async def save_origin(tx: Tx, body: OriginChange, choice: CourierChoice | None) -> ShippingOrigin:
    """Set or change the origin; `choice` None leaves the enabled couriers as they are. Raises Validation.

    A request that changes nothing writes nothing, not even an audit entry.
    """
    schemas.merge_aliases(body, "postal", "postal_code")
    address_checks.require_not_blank(body, address_checks.CONTACT)
    row, _ = await queries.lock_config(tx)
    provided = _provided_values(body)
    values = dict(row) | provided
    if provided.keys() & {"lat", "lng"}:
        address_checks.require_nonzero_coordinates(values["lat"], values["lng"])
    if choice is not None:
        values |= {"enabled_couriers": choice.codes, "needs_coordinates": choice.needs_coordinates}
    require_coordinates(values)
    if values == dict(row) and row["address"] is not None:
        return to_api(row)
    saved = to_api(await queries.save_origin(tx, values, clock.now()))
    before = None if row["address"] is None else to_api(row)
    tx.audit("shipping.origin_updated", "BiteshipConfig", tx.account_id, before=before, after=saved)
    return saved


def require_coordinates(values: dict[str, Any]) -> None:
    """Raise Validation if an instant courier is enabled without an origin with coordinates."""
    if not values["needs_coordinates"]:
        return
    for name in ("lat", "lng"):
        if values["address"] is None or values[name] is None:
            raise Validation(_NO_COORDINATES, field=name)


def _provided_values(body: OriginChange) -> dict[str, Any]:
    fields = msgspec.structs.asdict(body)
    del fields["couriers"]
    return {name: value for name, value in fields.items() if value is not UNSET}
