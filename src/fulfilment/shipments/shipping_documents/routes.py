"""Routes of packing documents: packing slips, hand-over lists, and print marks."""

from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.request_limits import EXPORT, per_items
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.pdf import RenderPool
from fulfilment.settings import Settings
from fulfilment.shipments.shipping_documents import packing_documents, print_status
from fulfilment.shipments.shipping_documents.schemas import (
    ManifestRequest,
    PackingSlipRequest,
    PrintMarking,
    PrintMarkReply,
)

route = Routes("Shipments")

PDF = "application/pdf"


@route.post(
    "/shipments/printed",
    sdk_method="shipments.mark_printed",
    right="shipments.print",
    cost=per_items("shipment_ids", 100),
)
async def mark_shipments_printed(tx: Tx, body: PrintMarking) -> PrintMarkReply:
    """Mark up to 500 shipments as printed without rendering anything, or remove the marks."""
    return PrintMarkReply(shipments=await print_status.set_print_status(tx, body.shipment_ids, printed=body.printed))


@route.post(
    "/shipments/packing-slips",
    sdk_method="shipments.download_packing_slips",
    media_type=PDF,
    cancel_on_disconnect=True,
    right="shipments.print",
    cost=per_items("shipment_ids", 10),
)
async def download_packing_slips(
    operation: ExternalOperation, body: PackingSlipRequest, settings: Settings, render_pool: RenderPool
) -> Document:
    """Print the packing slips of up to 100 shipments as one PDF."""
    return Document(
        await packing_documents.render_packing_slips(operation, body, settings, render_pool), PDF, "packing-slips.pdf"
    )


@route.post(
    "/shipments/hand-over-list",
    sdk_method="shipments.download_hand_over_list",
    media_type=PDF,
    cancel_on_disconnect=True,
    right="shipments.print",
    cost=EXPORT,
    raises=(packing_documents.NotAwaitingPickup,),
)
async def download_hand_over_list(
    operation: ExternalOperation, body: ManifestRequest, settings: Settings, render_pool: RenderPool
) -> Document:
    """Print one hand-over list per courier, for both sides to sign, as one PDF."""
    return Document(
        await packing_documents.render_manifest(operation, body, settings, render_pool), PDF, "hand-over-list.pdf"
    )
