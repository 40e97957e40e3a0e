"""Waybills, as people spell them: compared without regard to case, spaces and hyphens, former ones too.

A courier may give another number later, while the former one stands on a paper that was printed before. A trigger keeps
it (migration 0103), so that it goes on finding its parcel and stands in its history.
"""

from typing import overload

from fulfilment.infra.search_text import waybill_key

# Condition: a shipment `s` has, or had, the waybill with the key `{key}`.
HAS_WAYBILL = """
    (waybill_key(s.waybill_id) = {key} OR EXISTS (
        SELECT FROM previous_waybills f
         WHERE f.account_id = $1 AND f.shipment_id = s.id AND waybill_key(f.waybill_id) = {key}))
"""

# The ids of the shipments that have, or had, the waybill, {order} and {most} of them at most.
SHIPMENT_IDS = """
    (SELECT w.id FROM shipments w
      WHERE w.account_id = $1 AND w.waybill_id IS NOT NULL AND waybill_key(w.waybill_id) = {key} AND {w_within}
      ORDER BY w.id {order} LIMIT {most})
    UNION
    (SELECT f.shipment_id FROM previous_waybills f
      WHERE f.account_id = $1 AND waybill_key(f.waybill_id) = {key} AND {f_within}
      ORDER BY f.shipment_id {order} LIMIT {most})
"""


def has_waybill_sql(key: str) -> str:
    """The SQL of whether a shipment `s` has, or had, the waybill whose key is the parameter."""
    return HAS_WAYBILL.format(key=key)


def shipment_ids_sql(key: str, *, within: str, limit: str, order: str = "DESC") -> str:
    """The SQL of the ids of shipments that have, or had, the waybill: `limit` at most, of those `within`.

    `within` is a condition on `{id}`.
    """
    w_within, f_within = within.format(id="w.id"), within.format(id="f.shipment_id")
    return SHIPMENT_IDS.format(key=key, w_within=w_within, f_within=f_within, order=order, most=limit)


@overload
def parse_waybill_key(text: str) -> str: ...
@overload
def parse_waybill_key(text: str | None) -> str | None: ...
def parse_waybill_key(text: str | None) -> str | None:
    """The parameter for a waybill that was given; None where none was. A blank one is of no shipment."""
    return None if text is None else waybill_key(text)
