"""Labels of shipments: the PDF of a snapshot, and a link to it that needs no signature (decisions, section 6)."""

import base64
import binascii
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Protocol

import asyncpg
import msgspec

from fulfilment.documents import LabelOptions
from fulfilment.infra import branding, clock
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.client_address import address_bucket
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.encryption import keyring
from fulfilment.infra.limits.rate_limiter import RateLimiter
from fulfilment.infra.pdf import RenderJob, RenderPool
from fulfilment.settings import Settings
from fulfilment.shipments import queries
from fulfilment.shipments.shipping_documents import label_rendering
from fulfilment.shipments.shipping_documents.schemas import LabelQuery, LabelRequest, LinkedLabelQuery
from fulfilment.workspaces import schemas

LINK_PATH = "/label-links/{token}"
LINK_LIFETIME_HOURS = 24
# Shipments of the largest size are read in batches of this number.
READ_BATCH_SIZE = 10
# Limit of the texts of several shipments, so that most scripts are rendered in half of the deadline. A single shipment
# is bounded by its request body; an ordinary one has some hundred bytes.
MAX_BYTES = 1_000_000
_ENCRYPTION_CONTEXT = "label_link"
# Options with this prefix hide something where they are true; the others where they are false.
_MASK_PREFIX = "mask_"


class Reader(Protocol):
    """The part of ExternalOperation that printing needs."""

    def read(self) -> AbstractAsyncContextManager[Read]: ...


class SealedLink(msgspec.Struct, array_like=True):
    """The content of a link's token, encrypted so that it cannot be forged."""

    account_id: str
    shipment_id: str
    expires_at: int
    options: LabelOptions = LabelOptions()


class LinkLimits:
    """Rate limiter of label links per client address, in the memory of one process."""

    def __init__(self, settings: Settings) -> None:
        self._per_address = settings.label_link_requests_per_minute
        self._addresses = RateLimiter()

    def admit(self, request: Request) -> None:
        """Count a request against its address, before the link is read. Raises RateLimited."""
        if self._per_address > 0:
            allowance = self._addresses.try_acquire(address_bucket(request.client_ip), self._per_address)
            allowance.raise_if_exceeded()
            request.answer_headers.update(allowance.headers)


async def render_label(
    row: asyncpg.Record,
    zone: str,
    options: LabelOptions,
    settings: Settings,
    render_pool: RenderPool,
    tenant_key: str | None = None,
) -> bytes:
    """The PDF of one shipment; the same shipment and options give the same bytes. Raises ServiceUnavailable.

    `zone` is the workspace's time zone, in which the label shows its date.
    """
    return await render_pool.render(_build_job([_to_snapshot(row)], zone, options, settings), tenant_key)


async def render_labels(operation: Reader, body: LabelRequest, settings: Settings, render_pool: RenderPool) -> bytes:
    """One PDF of several shipments, in the order given.

    Raises NotFound for the first unknown id, Validation where the texts exceed one document, and ServiceUnavailable.
    """
    content, _ = await render_with_snapshots(operation, body, settings, render_pool)
    return content


async def render_with_snapshots(
    operation: Reader, body: LabelRequest, settings: Settings, render_pool: RenderPool
) -> tuple[bytes, list[label_rendering.ShipmentSnapshot]]:
    """One PDF as by `render_labels`, with the snapshots that it shows."""
    flags = msgspec.structs.asdict(body)
    shipment_ids = flags.pop("shipment_ids")
    del flags["mark_printed"]
    options = _validate_options(LabelOptions(**flags))
    snapshots = await load_snapshots(operation, shipment_ids)
    async with operation.read() as read:
        zone = await schemas.get_name(read)
    # No connection is held from here on, while the job waits and is rendered.
    return await render_pool.render(_build_job(snapshots, zone, options, settings)), snapshots


async def load_snapshots(operation: Reader, shipment_ids: list[str]) -> list[label_rendering.ShipmentSnapshot]:
    """Snapshots of the shipments, in the order given. Raises NotFound and Validation as `render_labels` does."""
    found: dict[str, label_rendering.ShipmentSnapshot] = {}
    for batch in _batches(list(dict.fromkeys(shipment_ids))):
        async with operation.read() as read:
            rows = await queries.find_rows(read, batch)
        found |= {row["id"]: _to_snapshot(row) for row in rows}
        _require_renderable(found.values())
    require_all_found(shipment_ids, found)
    snapshots = [found[shipment_id] for shipment_id in shipment_ids]
    _require_renderable(snapshots)
    return snapshots


def require_all_found(shipment_ids: Sequence[str], found: Container[str]) -> None:
    """Raise NotFound for the first id that was not found."""
    for nth, shipment_id in enumerate(shipment_ids):
        if shipment_id not in found:
            raise NotFound("No such shipment.", field=f"shipmentIds.{nth}")


def parse_options(query: LabelQuery) -> LabelOptions:
    """The options of the query; a flag is true unless it is `false`. Raises Validation."""
    fields = msgspec.structs.asdict(query)
    paper = {name: fields.pop(name) for name in ("size", "layout")}
    return _validate_options(LabelOptions(**paper, **{name: value == "true" for name, value in fields.items()}))


def narrow_options(sealed: LabelOptions, query: LinkedLabelQuery) -> LabelOptions:
    """The options of a link, with further details hidden by its query. Raises Validation."""
    fields = {name: value for name, value in msgspec.structs.asdict(query).items() if value is not None}
    paper = {name: fields.pop(name) for name in ("size", "layout") if name in fields}
    flags = {}
    for name, value in fields.items():
        is_hiding = value == ("true" if name.startswith(_MASK_PREFIX) else "false")
        if is_hiding:
            flags[name] = value == "true"
    return _validate_options(msgspec.structs.replace(sealed, **paper, **flags))


def create_link(row: asyncpg.Record, settings: Settings, options: LabelOptions) -> str:
    """A link to the label that cannot be guessed and expires, with the options encrypted in it."""
    expires_at = int((clock.now() + timedelta(hours=LINK_LIFETIME_HOURS)).timestamp())
    payload = msgspec.json.encode(SealedLink(row["account_id"], row["id"], expires_at, options))
    token = base64.urlsafe_b64encode(keyring.keyring().encrypt(payload, _ENCRYPTION_CONTEXT)).rstrip(b"=").decode()
    return f"{settings.base_url}/api/v1{LINK_PATH.format(token=token)}"


def parse_link(token: str) -> SealedLink | None:
    """The content of a link's token; None for an invalid or expired token."""
    try:
        sealed = base64.b64decode(token.encode("ascii") + b"=" * (-len(token) % 4), altchars=b"-_", validate=True)
        link = msgspec.json.decode(keyring.keyring().decrypt(sealed, _ENCRYPTION_CONTEXT), type=SealedLink)
    except (ValueError, binascii.Error, keyring.DecryptionFailed, msgspec.DecodeError):
        return None
    if link.expires_at < clock.now().timestamp():
        return None
    return link


def _validate_options(options: LabelOptions) -> LabelOptions:
    if options.layout == "4up" and options.size != "a4":
        raise Validation("Four labels share a sheet of A4 only: ask for the size a4.", field="layout")
    return options


def _require_renderable(shipments: Iterable[label_rendering.ShipmentSnapshot]) -> None:
    sizes = [shipment.size for shipment in shipments]
    if len(sizes) > 1 and sum(sizes) > MAX_BYTES:
        raise Validation("The texts of these shipments exceed one document: ask for fewer.", field="shipmentIds")


def _batches(ids: list[str]) -> Iterator[list[str]]:
    return (ids[at : at + READ_BATCH_SIZE] for at in range(0, len(ids), READ_BATCH_SIZE))


def _build_job(
    shipments: list[label_rendering.ShipmentSnapshot], zone: str, options: LabelOptions, settings: Settings
) -> RenderJob:
    return label_rendering.build_job(
        label_rendering.LabelJob(shipments, options, branding.current().title, settings.currency, zone)
    )


def _to_snapshot(row: asyncpg.Record) -> label_rendering.ShipmentSnapshot:
    return label_rendering.ShipmentSnapshot(*(row[name] for name in label_rendering.ShipmentSnapshot.__struct_fields__))
