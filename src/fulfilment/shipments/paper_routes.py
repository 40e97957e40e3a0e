"""The HTTP edge of papers that go with parcels: packing slips, hand-over lists, and the marks of printing."""

from fulfilment.db.tx import Tx
from fulfilment.documents import Documents
from fulfilment.http.cost import EXPORT, each
from fulfilment.http.envelope import Document
from fulfilment.http.route import Routes
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import papers, printing
from fulfilment.shipments.paper_records import HandOverOrder, PackingSlipOrder, PrintMarking, PrintMarkReply

route = Routes("Shipments")

PDF = "application/pdf"


@route.post(
    "/shipments/printed", client="shipments.mark_printed", right="shipments.print", cost=each("shipment_ids", 100)
)
async def mark_shipments_printed(tx: Tx, marking: PrintMarking) -> PrintMarkReply:
    """Mark up to 500 shipments as printed without drawing anything, or take the marks away."""
    return PrintMarkReply(shipments=await printing.mark(tx, marking.shipment_ids, printed=marking.printed))


@route.post(
    "/shipments/packing-slips",
    client="shipments.download_packing_slips",
    media_type=PDF,
    ends_with_caller=True,
    right="shipments.print",
    cost=each("shipment_ids", 10),
)
async def download_packing_slips(
    saga: Saga, order: PackingSlipOrder, settings: Settings, documents: Documents
) -> Document:
    """Print the packing slips of up to 100 shipments as one PDF."""
    return Document(await papers.packing_slips(saga, order, settings, documents), PDF, "packing-slips.pdf")


@route.post(
    "/shipments/hand-over-list",
    client="shipments.download_hand_over_list",
    media_type=PDF,
    ends_with_caller=True,
    right="shipments.print",
    cost=EXPORT,
)
async def download_hand_over_list(
    saga: Saga, order: HandOverOrder, settings: Settings, documents: Documents
) -> Document:
    """Print what each courier is handed, for both sides to sign, as one PDF."""
    return Document(await papers.hand_over_list(saga, order, settings, documents), PDF, "hand-over-list.pdf")
