"""Rendered input of other systems: the tracking page, answers and logs."""

import json
import logging
from datetime import UTC, datetime

import msgspec

from fulfilment.aggregators.biteship.mapping import TEXT_LIMIT_CHARACTERS
from fulfilment.catalog.csv import columns, exporter
from fulfilment.credits import statement
from fulfilment.docs_site import site
from fulfilment.docs_site.contents import SiteContents
from fulfilment.documents import document_data
from fulfilment.infra import i18n, safe_csv
from fulfilment.infra.api import envelope
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.static_files import CachedResponse
from fulfilment.infra.observability import logs
from fulfilment.tracking_page import pages, redaction, view, wording
from fulfilment.tracking_page.queries import MAX_REPORTS
from tests.system.linear.search import Grammar, plain

WORDS = Grammar(
    plain("a", "A", " ", "aa ", "1", "+", "(", ".", "é", "ß", "Σ", "木", "👩‍👩‍👧", "\n", "<", "&", "_"),
    ["", "1", "a", "+1"],
    ["", "b", "1", " 1"],
)
_CONTENTS = SiteContents(b'{"info": {"title": "", "description": ""}, "paths": {}}')
_PAGE = CachedResponse.build(b"A page.", site.HTML)
LANGUAGES = Grammar(plain("id", "en", "-", ",", ";", "q=", "0.", "9", "=", " ", "*"), ["", "id;q=0."], ["", "!", ",en"])
DOCUMENTATION = Grammar(
    plain("a", "/", ".md", "reference/", "W/", '"', ",", " ", ";", "gzip"), ["", 'W/"'], ["", '"', ".md"]
)
SECRETS = Grammar(
    plain(
        "eyJ",
        "eyJa.",
        "-",
        ".",
        "whsec_",
        "://",
        ":",
        "@",
        "bearer ",
        "signature=",
        "sk_live_",
        "svcsk_",
        "a",
        " ",
        "/",
    ),
    ["", "eyJ", "://"],
    ["", "!", "@"],
)
CELLS = Grammar(plain("a", '"', ",", "\r\n", "=", "é"))
_NOW = datetime(2026, 11, 22, tzinfo=UTC)
_redaction = logs.Redaction("svcsk_")


def redact(text: str) -> None:
    """A report's note against a name and a street made of the same, each as long as they can be."""
    note = text[:TEXT_LIMIT_CHARACTERS]
    redaction.redact(note, name=text[:100], phone=text[:30], address=text[:500])
    redaction.redact(note, name=text[:99] + "!", phone=text[:29] + "7", address=text[:499] + "!")


def show_tracking_page(text: str) -> None:
    """A parcel with as many reports as are shown, and a text as long as it can be wherever there is one."""
    note = text[:TEXT_LIMIT_CHARACTERS]
    reports = [{"raw_status": "x", "status": "confirmed", "note": note, "at": _NOW}] * MAX_REPORTS
    party = {
        "contactName": text[:100],
        "contactPhone": text[:30],
        "address": text[:500],
        "city": text[:100],
        "province": text[:99],
    }
    row = {
        "shop": text[:255],
        "external_ref": text[:255],
        "status": "picking_up",
        "courier_code": text[:255],
        "courier_service_code": text[:255],
        "courier_type": "instant",
        "waybill_id": note,
        "driver": json.dumps({"name": note, "phone": note, "plate": note}),
        "origin_snapshot": json.dumps(party),
        "destination_snapshot": json.dumps(party),
        "created_at": _NOW,
        "eta_min": 1,
        "eta_max": 2,
        "eta_unit": "hours",
        "replacement_token": None,
        "reports": msgspec.json.encode(reports),
    }
    for said in map(wording.load_wording, i18n.LANGUAGES):
        pages.render_parcel(view.build_view(row, said, is_in_indonesia=True), said)


def choose_language(text: str) -> None:
    pages.choose_wording(text)


def ask_for_documentation(text: str) -> None:
    """A page by its address, which the reader may have, takes as the header says, and reaches by a host."""
    _CONTENTS.has_page(text)
    headers = {name: [text.encode()] for name in ("if-none-match", "accept-encoding", "host")}
    request = Request("GET", b"/docs", b"", headers, b"", None)
    site.find_base(request)
    site._build_response(_PAGE, request)


def mask(text: str) -> None:
    document_data.mask_name(text[:100])
    document_data.mask_phone(text[:30])


def answer(text: str) -> None:
    envelope.encode({"name": text}, "req_1", {"cursor": None})
    envelope.encode_error(Validation(text, field=text), "req_1")


def log(text: str) -> None:
    _redaction(logging.getLogger(), "info", {"event": text, "deep": {"in": [text, text.encode()]}, "secret": text})


def write_csv(text: str) -> None:
    row = [text] * len(statement.COLUMNS)
    safe_csv.lines([statement._to_cells(row)])


def write_catalog(text: str) -> None:
    product = {column.field: text for column in columns.COLUMNS} | {"ref": text, "id": text}
    variant = product | {"key": f"sku:{text}", "sku": text}
    for column in columns.COLUMNS:
        exporter._format_cell(column, product, variant, text, 1)
