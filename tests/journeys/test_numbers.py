"""Numbers in the prose of the guides are those of the code."""

import pytest

from fulfilment import settings
from fulfilment.billing import checkout_sync
from fulfilment.bulk_jobs import errors as bulk_errors
from fulfilment.bulk_jobs import quoting, runner_queries
from fulfilment.bulk_jobs import retention as bulk_retention
from fulfilment.bulk_jobs import schemas as bulk_schemas
from fulfilment.catalog import variants
from fulfilment.catalog.csv import staging
from fulfilment.credits import statement
from fulfilment.deliveries import lifecycle
from fulfilment.deliveries import schemas as delivery_schemas
from fulfilment.documents import document_writer
from fulfilment.infra import clock
from fulfilment.infra.api import body_reader, pagination, responses
from fulfilment.infra.api.json_depth import MAX_DEPTH
from fulfilment.infra.auth import bearer_tokens
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.limits import stream_limiter
from fulfilment.infra.observability import log_writer
from fulfilment.infra.observability.probes import readiness
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.licenses import file as license_file
from fulfilment.licenses import schemas as license_schemas
from fulfilment.payments import events as payment_events
from fulfilment.shipments import schemas as shipment_schemas
from fulfilment.shipments import timeline
from fulfilment.shipments.listing import work_queues
from fulfilment.shipments.shipping_documents import label_links
from fulfilment.shipments.shipping_documents import queries as document_queries
from fulfilment.shipments.shipping_documents import schemas as document_schemas
from fulfilment.stats import daily
from fulfilment.stock import allocation, level_search, reconciliation, variant_search_schemas
from fulfilment.storefront import order_expiry, order_fulfilment, order_parcel, signature_auth
from fulfilment.storefront import routes as storefront_routes
from fulfilment.webhooks import retention as webhook_retention
from fulfilment.webhooks import schemas as webhook_schemas
from fulfilment.webhooks import stats as webhook_stats
from fulfilment.webhooks.dispatch import auto_disable
from fulfilment.webhooks.http import attempt, signature
from tests.journeys.pages import ROOT

GIVEN = settings.load({})
DAY_MINUTES = 24 * 60
PHRASES = {
    "README": [
        f"at most {body_reader.MAX_BODY_BYTES // 1_048_576} MiB and {MAX_DEPTH} levels deep",
        f"A page ends at {pagination.MAX_PAGE_BYTES // 1_048_576} MB",
    ],
    "audit-log": [
        f"nothing for {responses.CHUNK_TIMEOUT_SECONDS:g} seconds",
        f"waits {stream_limiter.ACQUIRE_TIMEOUT_SECONDS:g} seconds",
    ],
    "authentication": [f"may be {GIVEN.signature_skew_seconds} whole seconds off"],
    "batches": [
        f"1 to {bulk_schemas.MAX_ROWS}",
        f"at most {quoting.MAX_PARCELS}, within {quoting.TIMEOUT_SECONDS:g} seconds",
        f"has {bulk_errors.MAX_UNFINISHED} unfinished batches",
        f"deleted {bulk_retention.RETENTION_DAYS} days after",
    ],
    "checkout": [
        f"{allocation.RESERVATION_MINUTES} minutes, or `checkout.expired`",
        f"{order_parcel.EXTENDED_RESERVATION_MINUTES // DAY_MINUTES} days, or until a retry",
        f"After {RETENTION_HOURS} hours",
    ],
    "credits": [f"up to {statement.CSV_MAX_ROWS:,}"],
    "deliveries": [
        f"1 to {delivery_schemas.MAX_DOWNLOADS}",
        f"{lifecycle.DEFAULT_VALIDITY_DAYS} days ahead by default",
        f"sent {lifecycle.EXPIRING_LEAD.total_seconds() / 3_600:g} hours before",
    ],
    "events": [f"the last {webhook_retention.EVENT_RETENTION_DAYS} days"],
    "idempotency": [f"for {RETENTION_HOURS} hours"],
    "import-export": [f"at most {staging.MAX_ROWS:,} rows"],
    "licenses": [f"issues up to {license_schemas.MAX_BULK_LICENSES}"],
    "licenses-offline": [
        f"after {license_file.DEFAULT_VALIDITY_DAYS} days; {license_file.MAX_VALIDITY_DAYS} are the most",
    ],
    "operating": [
        f"{GIVEN.api_connections:,} by default",
        f"more than {clock.MAX_SKEW_SECONDS:g} seconds from the database's",
        f"less than {readiness.MIN_FREE_BYTES // 1_048_576} MB free",
        f"not turned for {task_supervisor.STALLED_AFTER_SECONDS / 60:g} minutes",
        f"slower than {readiness.ANSWER_SECONDS} seconds",
        f"keeps {log_writer.MAX_QUEUED_LINES:,} lines",
        f"idempotency keys after {RETENTION_HOURS} hours",
        f"or {checkout_sync.PENDING_PAYMENT_GRACE.days} days while money is awaited",
        f"provider's events after {payment_events.RETENTION_DAYS} days",
        f"events of the last {daily.REBUILD_DAYS} days",
    ],
    "overview": [
        f"{daily.MAX_DAYS} days at most",
        f"it is the {daily.DEFAULT_DAYS} days",
        f"the last {daily.SPENDING_DAYS} days",
    ],
    "products": [f"at most {variants.MAX_VARIANTS_PER_PRODUCT:,} variants"],
    "shipments": [
        f"drafts up to {shipment_schemas.MAX_PER_REQUEST}",
        f"{timeline.MAX_ENTRIES} entries at most",
        f"up to {work_queues.MAX_COUNTED} (then",
        f"for {label_links.LINK_LIFETIME_HOURS} hours",
        f"open {GIVEN.label_link_requests_per_minute} links a minute",
        f"up to {document_writer.MAX_PAGES} pages",
        f"every {GIVEN.tracking_poll_seconds / 60:g} minutes",
    ],
    "shipping-documents": [
        f"up to {document_schemas.MAX_LISTED} parcels",
        f"newest {document_queries.MAX_SCANNED:,} shipments",
    ],
    "stock": [
        f"up to {variant_search_schemas.MAX_FOUND} variants",
        f"up to {variant_search_schemas.MAX_IDS}, in their order",
        f"The {variant_search_schemas.MAX_PER_SKU} newest products",
        f"first {level_search.MAX_PRODUCTS} products",
        f"expires after {allocation.RESERVATION_MINUTES} minutes",
        f"for {reconciliation.MAX_SECONDS:g} seconds at most",
    ],
    "storefront": [
        f"up to {signature_auth.MAX_CANDIDATES} of them",
        f"at most {storefront_routes.MAX_BODY_BYTES // 1_024} KiB",
        f"holds for {signature.TOLERANCE_SECONDS} seconds",
    ],
    "storefront-orders": [
        f"for {allocation.RESERVATION_MINUTES} minutes",
        f"more than {order_fulfilment.MAX_LICENSES_PER_ATTEMPT:,} licenses",
        f"more than {order_fulfilment.MAX_LICENSES_PER_ORDER:,} licenses",
        f"removed {order_expiry.RETENTION_DAYS} days after",
    ],
    "users-and-roles": [f"{bearer_tokens.MAX_TOKEN_BYTES // 1_024} kB at most"],
    "verifying-webhooks": [f"older than {signature.TOLERANCE_SECONDS} seconds"],
    "webhooks": [
        f"within {attempt.TIMEOUT_SECONDS:g} seconds",
        f"more than {signature.TOLERANCE_SECONDS} whole seconds",
        f"the first {attempt.STORED_BODY_BYTES // 1_024} KiB",
        f"{webhook_schemas.MAX_OVERLAP_SECONDS} seconds are the most",
        f"up to {webhook_stats.MAX_PENDING_COUNTED}",
        f"failed {auto_disable.CONSECUTIVE_FAILURES} attempts in a row",
        f"for at least {auto_disable.FAILING_HOURS} hours",
        f"goes {GIVEN.webhook_log_days} days after",
    ],
}
# In words.
WORDS = {1: "one", 2: "two", 4: "four"}


@pytest.mark.parametrize("page", PHRASES)
def test_the_numbers_of_a_guide_are_those_of_the_code(page: str) -> None:
    said = " ".join((ROOT / "docs" / f"{page}.md").read_text("utf-8").split())
    assert [phrase for phrase in PHRASES[page] if phrase not in said] == []


def test_a_batch_has_as_many_shipments_at_once_as_the_guide_says() -> None:
    said = (ROOT / "docs" / "batches.md").read_text("utf-8")
    assert f"At most {WORDS[runner_queries.MAX_PER_WORKSPACE]} shipments" in said


def test_the_waits_between_attempts_are_those_of_the_settings() -> None:
    said = " ".join((ROOT / "docs" / "webhooks.md").read_text("utf-8").split())
    waits = [_wait(seconds) for seconds in GIVEN.webhook_retry_delays_seconds]
    assert f"{', '.join(waits[:-1])} and {waits[-1]}" in said


def _wait(seconds: float) -> str:
    amount, unit = (seconds / 3_600, "hour") if seconds >= 3_600 else (seconds / 60, "minute")
    return f"{amount:g} {unit}" + ("s" if amount > 1 else "")
