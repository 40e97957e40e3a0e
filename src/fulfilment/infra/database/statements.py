"""Registry of named SQL statements. It has every statement of the service, so that one test can prepare them all.

A statement's name tells its scope. A plain name takes the workspace as `$1`, and `batched_…` takes an array of
workspaces as `$1`. `unscoped_…` takes none, for the worker, public routes and the look-up of a caller.

`columns(products)` in a statement, or `columns(products p)`, expands to the columns of that table (COLUMNS below).
A `*` would change its meaning when a newer release adds a column.

A statement may name its parameters, as in `:quantity`; `Statement.bind` fills them from the fields of records.
"""

import re
from typing import Any, LiteralString, cast

import msgspec

from fulfilment.infra.models import is_timestamp

COLUMNS = {
    "accounts": (
        "id name plan partner origin created_at suspended_at suspension_reason external_ref brand_name "
        "business_email discount_rate language time_zone label_size"
    ),
    "addresses": (
        "account_id id customer_id label contact_name contact_phone email address note postal_code area_id lat "
        "lng is_default created_at updated_at"
    ),
    "aggregator_configs": (
        "account_id address contact_name contact_phone province city district village postal area_id lat lng note "
        "api_key api_key_preview report_token report_token_hash default_origin_id enabled_couriers "
        "needs_coordinates default_courier active created_at updated_at key_id"
    ),
    "api_keys": (
        "account_id id name key_id secret secret_preview scopes partner created_by created_at last_used_at "
        "revoked_at expires_at networks made_by_partner"
    ),
    "audit_entries": (
        "account_id id actor_type actor_id actor_email action target_type target_id before after ip user_agent "
        "metadata created_at"
    ),
    "batch_rows": (
        "account_id batch_id position shipment_id status attempt takes due_at lease_until holder error_code "
        "error_message http_status finished_at charged refunded"
    ),
    "batches": (
        "account_id id kind options total is_truncated done failed skipped stopped actor created_by created_at "
        "stopped_at finished_at charged refunded"
    ),
    "billing_accounts": "account_id provider_customer_id last_event_at due_at",
    "checkouts": (
        "account_id id kind state plan amount currency terms subscription_id invoice_id provider_session_id "
        "provider_payment_id url expires_at settled_at actor memory holder lease_until due_at faults version "
        "created_at"
    ),
    "courier_operations": (
        "account_id shipment_id kind claim_token reason is_bare is_merchant_key is_unclear lease_until holder "
        "started_at actor memory terms due_at faults booking_key_id"
    ),
    "credit_purchases": (
        "account_id checkout_id provider_payment_id credited paid paid_currency refunded disputed taken_back "
        "changes created_at"
    ),
    "shipment_charges": "account_id shipment_id held charged refunded adjusted",
    "credit_transactions": (
        "account_id id number kind amount balance_after shipment_id external_ref memo created_at created_by"
    ),
    "deliveries": (
        "account_id id product_id customer_id checkout_session_id download_count max_downloads expires_at "
        "revoked_at announce_at state last_downloaded_at external_source external_ref created_at updated_at"
    ),
    "events": "account_id id type subject sequence data occurred_at",
    "form_states": "account_id id person path content created_at acted_at",
    "idempotency_keys": "account_id partner key request_hash status response is_sealed lease_until holder created_at",
    "license_activations": "account_id id license_id instance_id activated_at deactivated_at",
    "license_signing_keys": "account_id key_id public_key private_key created_at",
    "licenses": (
        "account_id id product_id customer_id key normalized_key is_custom_key status activations max_activations "
        "expires_at suspended_at external_source external_ref created_at key_search_prefix customer_search_prefix "
        "reference_search_prefix"
    ),
    "products": (
        "account_id id name sku description type weight length width height license_enabled max_activations "
        "archived external_source external_ref created_at updated_at"
    ),
    "sessions": (
        "id_hash issuer subject email name roles usual_account_id account_ids signed_in_at made_at seen_at sid "
        "user_agent ip ended_at"
    ),
    "shipment_events": (
        "account_id id shipment_id order_id raw_status status note occurred_at reported_at is_self_caused"
    ),
    "shipments": (
        "account_id id status courier_code courier_service_code courier_type price insurance insured "
        "aggregator_order_id waybill_id label_url aggregator_tracking_id routing_code origin_snapshot "
        "destination_snapshot items customer_email customer_id checkout_session_id product_id external_source "
        "external_ref is_merchant_key last_report_at cancel_claim_token refunded replaced_by created_at updated_at "
        "tracking_token driver asked_price courier_price booking_key_id restock eta_min eta_max eta_unit "
        "printed_at printed_by"
    ),
    "used_tokens": "token_hash good_until",
    "stock_levels": (
        "account_id variant_id warehouse_id quantity low_stock_threshold is_low movement_count last_movement_id "
        "created_at updated_at"
    ),
    "stock_movements": (
        "account_id id variant_id warehouse_id delta reason note created_by shipment_id quantity_after number "
        "created_at"
    ),
    "stock_reservations": (
        "account_id id variant_id warehouse_id quantity shipment_id checkout_session_id expires_at consumed_at "
        "released_at expired_at state created_at"
    ),
    "storefront_order_lines": (
        "account_id order_id number ref product_ref variant_ref product_id variant_id type quantity name value "
        "weight status shipment_id delivery_id license_ids error"
    ),
    "storefront_orders": (
        "account_id id checkout_session_id status external_source external_ref customer destination shipping "
        "reported_at expires_at paid_at created_at updated_at"
    ),
    "storefronts": "account_id id partner secret previous_secret previous_until created_at",
    "subscriptions": (
        "account_id id provider_subscription_id plan currency status current_period_start current_period_end "
        "cancel_at ended_at is_current ending due_at faults version created_at updated_at entitles ending_actor"
    ),
    "variants": (
        "account_id id product_id name sku price_cents cost_cents low_stock_threshold weight is_default archived"
    ),
    "warehouses": "account_id id name address city postal lat lng phone is_default archived created_at updated_at",
    "webhook_deliveries": (
        "account_id id position endpoint_id event_id type status attempts last_attempt_at next_retry_at "
        "response_code response_body last_error duration_ms delivered_at created_at updated_at"
    ),
    "webhook_endpoints": (
        "account_id id url events description active active_since consecutive_failures failing_since disabled_at "
        "disabled_reason secret secret_preview created_at updated_at deleted_at previous_secret "
        "previous_secret_until committed_before partner"
    ),
    "webhook_replays": (
        "account_id id endpoint_id since until status position last queued created_at updated_at finished_at "
        "due_at faults is_open"
    ),
}


_COLUMNS = re.compile(r"\bcolumns\((\w+)(?: (\w+))?\)")
# Does not match a cast such as `::text`.
_PARAMETER = re.compile(r"(?<![\w:]):([a-z]\w*)")

STATEMENTS: dict[str, "Statement"] = {}


class Statement(msgspec.Struct, frozen=True):
    """The name and text of a statement. `parameters` are the names of the parameters after `$1`, if they have names."""

    name: str
    text: str
    is_scoped: bool
    parameters: tuple[str, ...] = ()

    def bind(self, *records: msgspec.Struct, **values: Any) -> tuple:
        """The arguments after the workspace, each from `values`, or else from the first record with such a field."""
        for record in records:
            values = msgspec.structs.asdict(record) | values
        return tuple([values[name] for name in self.parameters])


def sql(name: str, text: str, **parts: Any) -> Statement:
    """Register a statement. `parts` replace `{name}` in the text with SQL, never with values."""
    assert name not in STATEMENTS, f"two statements are called {name}"
    is_scoped = not name.rpartition(".")[2].startswith(("batched_", "unscoped_"))
    whole = text.format(**parts) if parts else text
    # The first parameter is the workspace, or the array of workspaces.
    parameters = tuple(dict.fromkeys(_PARAMETER.findall(whole)))
    numbered = _PARAMETER.sub(lambda found: f"${parameters.index(found[1]) + 2}", whole)
    statement = Statement(name, _COLUMNS.sub(_listed, numbered), is_scoped, parameters)
    STATEMENTS[name] = statement
    return statement


def own_sql(text: str) -> LiteralString:
    """A trusted statement that was composed or read from a file, since psycopg's types accept only literals."""
    return cast("LiteralString", text)


def _listed(found: re.Match[str]) -> str:
    table, alias = found.groups()
    return ", ".join(f"{alias}.{column}" if alias else column for column in COLUMNS[table].split())


def json_object(record: type[msgspec.Struct], alias: str, **expressions: str) -> str:
    """SQL for one row as a JSON object; `expressions` replace the column of a field."""
    pairs = []
    for field in msgspec.structs.fields(record):
        source = expressions.get(field.name, f"{alias}.{field.name}")
        if is_timestamp(field.type) and field.name not in expressions:
            source = f"iso_time({source})"
        pairs.append(f"'{field.encode_name}', {source}")
    return f"json_build_object({', '.join(pairs)})"
