"""The entries of a parcel's history as people read them: each fact once, a courier's report in the courier's words."""

from typing import Any

from fulfilment.console.i18n.codes import EXCEPTION_BADGES, STATUS_BADGES

_OUR_CANCELLATION = "shipment.cancelled"
# Reports that the aggregator's absence of an order makes say no more than the status after them.
_UNINFORMATIVE = (None, "order_missing")

Entry = dict[str, Any]


def build_entries(entries: list[Entry]) -> list[Entry]:
    """The entries with the word of each report (`report_status`), newest first; one cancellation stands in one
    entry."""
    described = [
        entry | {"report_status": _report_status(entry) if entry["kind"] == "courier" else None} for entry in entries
    ]
    return _merge_cancellations(described)


def find_exception(entries: list[Entry]) -> str | None:
    """A hitch that the courier reported last, such as `on_hold`: it says more than the status that it left."""
    newest = next((entry for entry in entries if entry["kind"] == "courier"), None)
    return newest["report_status"] if newest and newest["report_status"] in EXCEPTION_BADGES else None


def _report_status(entry: Entry) -> str:
    """The word of a report. A late report says where the parcel was, and not where it is by now.

    The meaning of `dropping_off` depends on the courier, and is settled in the status after it.
    """
    raw, after = entry["state"], entry["what"]
    if raw == "picked":
        return "picked_up"
    return after if raw in (*_UNINFORMATIVE, "dropping_off", "scheduled") else raw


def _merge_cancellations(entries: list[Entry]) -> list[Entry]:
    """The merchant's cancellation is recorded as a person's act, as a status, and in the courier's echo."""
    acts = [entry for entry in entries if entry["what"] == _OUR_CANCELLATION]
    echoes = [entry for entry in entries if entry["kind"] == "courier" and entry["report_status"] == "cancelled"]
    ours = [entry for entry in echoes if entry["state"] is None]
    cancellation = (acts or ours or echoes)[-1:]
    if not cancellation:
        return entries
    notes = [entry["note"] for entry in (*ours, *echoes) if entry["note"]]
    merged = cancellation[0] | {"note": cancellation[0]["note"] or next(iter(notes), None)}
    return [
        merged if entry is cancellation[0] else entry
        for entry in entries
        if entry is cancellation[0] or not any(entry is each for each in (*acts, *echoes))
    ]


def is_translated(status: str) -> bool:
    """True where the word of a report has a translation. A courier's own word stands as it is."""
    return status in STATUS_BADGES or status in EXCEPTION_BADGES
