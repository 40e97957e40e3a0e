"""Labels of shipments: the PDF of its snapshot, and a link to it that needs no signature (decisions, section 6)."""

import base64
import binascii
from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import timedelta

import asyncpg
import msgspec

from fulfilment import brand, clock, secrets
from fulfilment.documents import Documents, Drawing
from fulfilment.http.errors import NotFound, Validation
from fulfilment.http.saga import Saga
from fulfilment.labels import LabelOptions
from fulfilment.settings import Settings
from fulfilment.shipments import drawing, queries
from fulfilment.shipments.records import LabelOrder, LabelQuery

LINK_PATH = "/label-links/{token}"
LINK_HOURS = 24
# Shipments of the largest size are read so many at a time.
READ_AT_ONCE = 10
# More than this could not be drawn before any deadline; ordinary shipments have a few hundred each.
MOST_CHARACTERS = 4_000_000
_CONTEXT = "label_link"


class _Link(msgspec.Struct, array_like=True):
    """What a link's token says, sealed so that nobody can make one."""

    account_id: str
    shipment_id: str
    expires_at: int


async def print_one(
    row: asyncpg.Record, options: LabelOptions, settings: Settings, documents: Documents, party: str | None = None
) -> bytes:
    """The PDF of one shipment; the same shipment and options give the same bytes. Raises ServiceUnavailable."""
    return await documents.draw(_drawing([_snapshot(row)], options, settings), party)


async def print_all(saga: Saga, order: LabelOrder, settings: Settings, documents: Documents) -> bytes:
    """One PDF of several shipments, in the order given.

    Raises NotFound, naming the first id that is unknown, Validation where they say more than one document holds, and
    ServiceUnavailable.
    """
    content, _ = await print_sheet(saga, order, settings, documents)
    return content


async def print_sheet(
    saga: Saga, order: LabelOrder, settings: Settings, documents: Documents
) -> tuple[bytes, list[drawing.Snapshot]]:
    """The same, with the shipments as they were drawn."""
    flags = msgspec.structs.asdict(order)
    shipment_ids = flags.pop("shipment_ids")
    del flags["mark_printed"]
    options = _possible(LabelOptions(**flags))
    sheet = await read_all(saga, shipment_ids)
    # No connection is held from here on, for however long this waits and is drawn.
    return await documents.draw(_drawing(sheet, options, settings)), sheet


async def read_all(saga: Saga, shipment_ids: list[str]) -> list[drawing.Snapshot]:
    """The shipments as they are drawn, in the order given. Raises NotFound and Validation as `print_all` does."""
    found: dict[str, drawing.Snapshot] = {}
    for wanted in _batches(list(dict.fromkeys(shipment_ids))):
        async with saga.read() as read:
            rows = await queries.read_rows(read, wanted)
        found |= {row["id"]: _snapshot(row) for row in rows}
        _require_drawable(found.values())
    require_all(shipment_ids, found)
    sheet = [found[shipment_id] for shipment_id in shipment_ids]
    _require_drawable(sheet)
    return sheet


def require_all(shipment_ids: Sequence[str], found: Container[str]) -> None:
    """Raises NotFound, which names the first id that was not found."""
    for nth, shipment_id in enumerate(shipment_ids):
        if shipment_id not in found:
            raise NotFound("No such shipment.", field=f"shipmentIds.{nth}")


def options_of(query: LabelQuery) -> LabelOptions:
    """The flags of the query; each is `true` unless it says `false`. Raises Validation."""
    given = msgspec.structs.asdict(query)
    named = {name: given.pop(name) for name in ("size", "layout")}
    return _possible(LabelOptions(**named, **{name: value == "true" for name, value in given.items()}))


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


def _possible(options: LabelOptions) -> LabelOptions:
    if options.layout == "4up" and options.size != "a4":
        raise Validation("Four labels share a sheet of A4 only: ask for the size a4.", field="layout")
    return options


def _require_drawable(shipments: Iterable[drawing.Snapshot]) -> None:
    if sum(shipment.size for shipment in shipments) > MOST_CHARACTERS:
        raise Validation("These shipments say more than one document holds: ask for fewer.", field="shipmentIds")


def _batches(ids: list[str]) -> Iterator[list[str]]:
    return (ids[at : at + READ_AT_ONCE] for at in range(0, len(ids), READ_AT_ONCE))


def _drawing(shipments: list[drawing.Snapshot], options: LabelOptions, settings: Settings) -> Drawing:
    return drawing.of(drawing.Order(shipments, options, brand.current().title, settings.currency))


def _snapshot(row: asyncpg.Record) -> drawing.Snapshot:
    return drawing.Snapshot(*(row[name] for name in drawing.Snapshot.__struct_fields__))
