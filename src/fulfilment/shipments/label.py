"""Labels of shipments: the PDF of its snapshot, and a link to it that needs no signature (decisions, section 6)."""

import asyncio
import base64
import binascii
from datetime import timedelta

import asyncpg
import msgspec

from fulfilment import brand, clock, labels, secrets
from fulfilment.db.tx import Read
from fulfilment.http.errors import NotFound
from fulfilment.labels import Label, LabelItem, LabelOptions, Party
from fulfilment.settings import Settings
from fulfilment.shipments import queries
from fulfilment.shipments.records import LabelOrder, LabelQuery

LINK_PATH = "/label-links/{token}"
LINK_HOURS = 24
_CONTEXT = "label_link"


class _Link(msgspec.Struct, array_like=True):
    """What a link's token says, sealed so that nobody can make one."""

    account_id: str
    shipment_id: str
    expires_at: int


def render(row: asyncpg.Record, options: LabelOptions, settings: Settings) -> bytes:
    """The PDF of one shipment; the same shipment and options give the same bytes."""
    return labels.render([_label(row, settings)], options)


async def print_all(read: Read, order: LabelOrder, settings: Settings) -> bytes:
    """One PDF of several shipments, in the order given. Raises NotFound, naming the first id that is unknown."""
    found = {row["id"]: row for row in await queries.read_rows(read, order.shipment_ids)}
    for nth, shipment_id in enumerate(order.shipment_ids):
        if shipment_id not in found:
            raise NotFound("No such shipment.", field=f"shipmentIds.{nth}")
    given = msgspec.structs.asdict(order)
    sheet = [_label(found[shipment_id], settings) for shipment_id in given.pop("shipment_ids")]
    # Drawing takes some milliseconds of the processor each; other requests go on meanwhile.
    return await asyncio.to_thread(labels.render, sheet, LabelOptions(**given))


def options_of(query: LabelQuery) -> LabelOptions:
    """The flags of the query; each is `true` unless it says `false`."""
    given = msgspec.structs.asdict(query)
    return LabelOptions(size=given.pop("size"), **{name: value == "true" for name, value in given.items()})


def link(row: asyncpg.Record, settings: Settings) -> str:
    """An address of the label that is unguessable and expires."""
    expires_at = int((clock.now() + timedelta(hours=LINK_HOURS)).timestamp())
    said = msgspec.json.encode(_Link(row["account_id"], row["id"], expires_at))
    token = base64.urlsafe_b64encode(secrets.keyring().seal(said, _CONTEXT)).rstrip(b"=").decode()
    return f"{settings.base_url}/api/v1{LINK_PATH.format(token=token)}"


def read_link(token: str) -> tuple[str, str] | None:
    """The workspace and shipment of a link's token; None for one that is not ours or has expired."""
    try:
        sealed = base64.b64decode(token.encode("ascii") + b"=" * (-len(token) % 4), altchars=b"-_", validate=True)
        said = msgspec.json.decode(secrets.keyring().unseal(sealed, _CONTEXT), type=_Link)
    except (ValueError, binascii.Error, secrets.CannotUnseal, msgspec.DecodeError):
        return None
    if said.expires_at < clock.now().timestamp():
        return None
    return said.account_id, said.shipment_id


def _label(row: asyncpg.Record, settings: Settings) -> Label:
    items = msgspec.json.decode(row["items"])
    return Label(
        shipment_id=row["id"],
        courier_name=row["courier_code"].upper(),
        sender=_party(msgspec.json.decode(row["origin_snapshot"])),
        recipient=_party(msgspec.json.decode(row["destination_snapshot"])),
        created_at=row["created_at"],
        brand=brand.current().title,
        waybill=row["waybill_id"],
        courier_code=row["courier_code"],
        service_name=row["courier_service_code"].upper(),
        service_code=row["courier_service_code"],
        courier_type=row["courier_type"],
        sort_code=row["routing_code"],
        items=[_item(item) for item in items],
        total_weight_grams=sum(item["weight"] * item["quantity"] for item in items),
        price=row["price"],
        insurance=row["insurance"],
        insured=row["insured"],
        currency=settings.currency,
        reference=row["external_ref"],
    )


def _item(item: dict) -> LabelItem:
    return LabelItem(
        name=item["name"],
        quantity=item["quantity"],
        weight_grams=item["weight"],
        sku=item.get("sku"),
        description=item.get("description"),
    )


def _party(snapshot: dict) -> Party:
    places = [snapshot.get(part) for part in ("village", "district", "city", "province")]
    return Party(
        name=snapshot["contactName"],
        phone=snapshot.get("contactPhone"),
        address=snapshot["address"],
        city=", ".join(place for place in places if place) or None,
        postal_code=snapshot.get("postalCode"),
        note=snapshot.get("note"),
    )
