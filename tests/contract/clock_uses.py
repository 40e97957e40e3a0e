"""Every place that reads a clock, with the reason why it may (decisions, section 12: the database's clock decides).

A place is a file, a function and the clock it reads. A new place that only dates gets a line here. A decision that
something is due, over or allowed has no line here: its statement asks the database.
"""

# The process's clock follows the database's, so rows of several nodes stand in one order.
DATES = "dates what is stored or answered"
# A time from outside, or sealed by another node, is compared without a statement; the clock follows the database's.
COMPARES = "compares a time that came from outside, by the clock that follows the database's"
SHOWS = "says on a page or in statistics how long ago or how soon something is"
OWN = "is the node's own clock, and meant to be"
SIMULATES = "belongs to a simulator, which has no database"

ALLOWED: dict[str, dict[str, str]] = {
    "workspaces/administration.py": {"create_workspace clock.now": DATES},
    "addresses/service.py": {"create_address clock.now": DATES, "update_address clock.now": DATES},
    "fulfilment_simulators/couriers/forms.py": {"format_timestamp datetime.now": SIMULATES},
    "fulfilment_simulators/couriers/orders.py": {"_parse_schedule datetime.now": SIMULATES},
    "fulfilment_simulators/couriers/waybills.py": {"generate_waybill time.time_ns": SIMULATES},
    "api_keys/service.py": {"_insert_key clock.now": DATES, "revoke_key clock.now": DATES},
    "catalog/products.py": {
        "insert_product ids.moment_of": DATES,
        "insert_products ids.moment_of": DATES,
        "_store_product clock.now": DATES,
        "build_product ids.moment_of": DATES,
    },
    "infra/clock.py": {
        "_Service.epoch time.time": "is the clock of a process that never saw the database",
        "_Service.measure time.time": "compares the node's clock with the database's",
        "_present datetime.now": "is the clock of a process that never saw the database",
        "milliseconds time.time_ns": "is the clock of a process that never saw the database",
    },
    "console/stock/level.py": {"build_plot clock.epoch": SHOWS},
    "console/i18n/formatter.py": {
        "Formatter.ago clock.now": SHOWS,
        "Formatter.short clock.now": SHOWS,
        "Formatter.today clock.now": SHOWS,
        "Formatter.zone_title clock.now": SHOWS,
    },
    "credits/charge_adjustment.py": {"adjust_charge clock.now": DATES},
    "credits/hold.py": {
        "charge clock.now": DATES,
        "hold clock.now": DATES,
        "refund clock.now": DATES,
        "release clock.now": DATES,
    },
    "credits/purchase.py": {"_credit clock.now": DATES, "settle_purchase clock.now": DATES},
    "credits/reversals.py": {"_apply clock.now": DATES, "_record_movement clock.now": DATES},
    "credits/topup.py": {"adjust clock.now": DATES, "top_up clock.now": DATES, "topup_for_operator clock.now": DATES},
    "deliveries/lifecycle.py": {
        "grant_delivery ids.moment_of": "dates a grant, and from it the expiry that the caller left out"
    },
    "infra/database/event.py": {"Event clock.now": DATES},
    "infra/api/envelope.py": {"_meta clock.iso_now": DATES},
    "infra/auth/bearer_tokens.py": {"WorkspaceProvisioner.ensure clock.now": DATES},
    "infra/auth/request_signing.py": {"parse clock.epoch": COMPARES},
    "infra/auth/json_web_tokens.py": {"_rules clock.epoch": COMPARES},
    "fulfilment_simulators/identity/server.py": {"build time.time": SIMULATES},
    "infra/ids.py": {"_Rising.next clock.milliseconds": DATES},
    "licenses/activation.py": {"deactivate clock.now": DATES, "release_activation clock.now": DATES},
    "licenses/lifecycle.py": {"_insert_arguments ids.moment_of": DATES, "suspend clock.now": DATES},
    "licenses/file.py": {"_create clock.now": DATES},
    "infra/observability/logs.py": {"FastRequestLog.write datetime.now": OWN},
    "infra/observability/metrics/queue_collector.py": {"QueueCollector.collect time.time": OWN},
    "infra/observability/metrics/recorder.py": {"record_success time.time": OWN},
    "fulfilment_simulators/payments/delivery.py": {"EventDelivery._post time.time": SIMULATES},
    "fulfilment_simulators/payments/server.py": {"build time.time": SIMULATES},
    "payments/stripe/adapter.py": {"Stripe.parse_event clock.epoch": COMPARES},
    "shipments/booking/booking.py": {"_store_booked clock.now": COMPARES},
    "shipments/courier_status/status_updates.py": {
        "_apply_report clock.now": COMPARES,
        "_apply_order_status clock.now": DATES,
        "_update_documents clock.now": DATES,
        "split_history clock.now": DATES,
    },
    "shipments/shipping_documents/packing_documents.py": {"render_manifest clock.now": DATES},
    "shipments/cancellation/settlement.py": {
        "try_cancel_shipment clock.now": DATES,
        "unwind_shipment clock.now": DATES,
    },
    "shipments/shipping_documents/label_links.py": {"create_link clock.now": DATES, "parse_link clock.now": COMPARES},
    "shipments/shipping_documents/print_status.py": {
        "set_print_status clock.now": DATES,
        "mark_rendered clock.now": DATES,
    },
    "shipments/queries.py": {"record_event clock.now": COMPARES, "_bind_new ids.moment_of": DATES},
    "shipments/courier_status/reweighing.py": {"apply_courier_price clock.now": DATES},
    "shipments/returns.py": {"restock_shipment clock.now": DATES},
    "shipping/aggregator_config.py": {"save_config clock.now": DATES},
    "shipping/origin.py": {"save_origin clock.now": DATES},
    "shipping/queries.py": {"lock_config clock.now": DATES},
    "sign_in/attempts.py": {"LoginState.is_expired clock.epoch": COMPARES, "start_login clock.epoch": DATES},
    "sign_in/sessions.py": {"handle_backchannel_logout clock.epoch": COMPARES},
    "infra/observability/installation_status.py": {
        "_clock_ahead time.time": "measures how far the node's clock is from the database's"
    },
    "stats/daily.py": {"get_daily_statistics clock.now": SHOWS},
    "stock/allocation.py": {
        "_Taking clock.now": DATES,
        "deallocate clock.now": DATES,
        "restock_returned clock.now": DATES,
    },
    "stock/queries.py": {"LevelMove clock.now": DATES},
    "stock/initial_stock.py": {"_upsert_levels clock.now": DATES},
    "stock/warehouses.py": {
        "archive_warehouse clock.now": DATES,
        "create_warehouse clock.now": DATES,
        "update_warehouse clock.now": DATES,
    },
    "storefront/order_queries.py": {"get_or_create_locked ids.moment_of": DATES},
    "storefront/signature_auth.py": {"_has_signed clock.epoch": COMPARES, "_read_signature clock.epoch": COMPARES},
    "webhooks/delivery_log.py": {"retry_delivery clock.now": DATES},
    "webhooks/endpoints.py": {
        "_store_change clock.now": DATES,
        "create_endpoint.store clock.now": DATES,
        "delete_endpoint clock.now": DATES,
    },
    "webhooks/http/attempt.py": {"WebhookSender.send clock.epoch": "dates a signature, which receivers compare"},
    "webhooks/dispatch/delivery.py": {"Deliverer._attempt clock.now": DATES},
    "webhooks/dispatch/fan_out.py": {"_store_deliveries clock.now": DATES},
    "webhooks/dispatch/result_recording.py": {"discard_deliveries clock.now": DATES},
    "webhooks/replay.py": {"ReplayWorker.handle clock.now": DATES},
    "webhooks/stats.py": {"get_stats clock.now": SHOWS},
}
