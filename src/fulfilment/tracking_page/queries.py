"""SQL of the tracking page: one statement, by the index of the token."""

from datetime import datetime

import asyncpg
import msgspec
from msgspec import Struct

from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.statements import sql
from fulfilment.shipments.courier_status import reweighing

# More than any courier reports about one parcel; the page of a parcel with more reports shows the newest.
MAX_REPORTS = 100

FIND = sql(
    "tracking_page.unscoped_find",
    """
    SELECT a.name AS shop, s.external_ref, s.status, s.courier_code, s.courier_service_code, s.courier_type,
           s.waybill_id, s.driver, s.eta_min, s.eta_max, s.eta_unit,
           s.origin_snapshot, s.destination_snapshot, s.created_at,
           r.tracking_token AS replacement_token,
           (SELECT json_agg(json_build_object('raw_status', e.raw_status, 'status', e.status, 'note', e.note,
                                              'at', iso_time(e.occurred_at)) ORDER BY e.occurred_at DESC, e.id DESC)
              FROM (SELECT columns(shipment_events) FROM shipment_events
                     WHERE account_id = s.account_id AND shipment_id = s.id AND raw_status <> '{price}'
                       AND NOT is_self_caused
                     ORDER BY occurred_at DESC LIMIT {most}) e) AS reports
      FROM shipments s
      JOIN accounts a ON a.id = s.account_id
      LEFT JOIN shipments r ON r.account_id = s.account_id AND r.id = s.replaced_by
     WHERE s.tracking_token = $1
    """,
    most=MAX_REPORTS,
    # The price of a parcel is between the merchant and the courier.
    price=reweighing.RAW_STATUS,
)


class CourierReport(Struct, frozen=True):
    """One courier record; `status` is the shipment's status after it."""

    raw_status: str
    status: str
    note: str | None
    at: datetime


_reports = msgspec.json.Decoder(list[CourierReport])


async def find_shipment(public: Public, token: str) -> asyncpg.Record | None:
    """Shipment of the token, with its newest courier records and its replacement."""
    return await public.fetch_optional(FIND, token)


def decode_reports(row: asyncpg.Record) -> list[CourierReport]:
    """Newest first."""
    return [] if row["reports"] is None else _reports.decode(row["reports"])
