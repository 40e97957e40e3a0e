"""The shipping origin: the address given to drivers (specification, Shipping origin)."""

from typing import Any

import asyncpg
import msgspec
from msgspec import UNSET

from fulfilment import clock
from fulfilment.db.tx import Read, Tx
from fulfilment.fields import from_row
from fulfilment.http.errors import Validation
from fulfilment.shipping import queries
from fulfilment.shipping.couriers import Choice
from fulfilment.shipping.records import Origin, OriginChange, ShippingOrigin

_NO_COORDINATES = "An instant courier is enabled, so the shipping origin needs lat and lng."


async def find(read: Read) -> Origin | None:
    """The workspace's shipping origin, None while it has set none."""
    return of_row(await queries.find_config(read))


def of_row(row: asyncpg.Record | None) -> Origin | None:
    """The origin in the workspace's row, None where none is set."""
    return None if row is None or row["address"] is None else from_row(Origin, row)


def shown(row: asyncpg.Record | None) -> ShippingOrigin:
    """The origin as the API shows it: all null while none is set, whatever the config says."""
    if row is None or row["address"] is None:
        return ShippingOrigin()
    return from_row(ShippingOrigin, row, couriers=list(row["enabled_couriers"]), configured=True)


async def save(tx: Tx, given: OriginChange, choice: Choice | None) -> ShippingOrigin:
    """Set or change the origin; `choice` None leaves the enabled couriers as they are. Raises Validation.

    A change of nothing leaves no trace.
    """
    row, _ = await queries.lock_config(tx)
    values = dict(row) | _said(given)
    if choice is not None:
        values |= {"enabled_couriers": choice.codes, "needs_coordinates": choice.needs_coordinates}
    require_coordinates(values)
    if values == dict(row) and row["address"] is not None:
        return shown(row)
    saved = shown(await queries.save_origin(tx, values, clock.now()))
    before = None if row["address"] is None else shown(row)
    tx.audit("shipping.origin_updated", "BiteshipConfig", tx.account_id, before=before, after=saved)
    return saved


def require_coordinates(values: dict[str, Any]) -> None:
    """Raise Validation where an instant courier is enabled without an origin that has coordinates."""
    if not values["needs_coordinates"]:
        return
    for name in ("lat", "lng"):
        if values["address"] is None or values[name] is None:
            raise Validation(_NO_COORDINATES, field=name)


def _said(given: OriginChange) -> dict[str, Any]:
    fields = msgspec.structs.asdict(given)
    del fields["couriers"]
    return {name: value for name, value in fields.items() if value is not UNSET}
