"""Worst-case inputs of every parser and every renderer that meets input of other systems (decisions, section 12).

`covers` names the functions of the service that a case runs. `test_linear.py` fails on a function that reads text and
is neither covered nor listed in READS_OWN. It also fails on a pattern or a record that no case knows.
"""

import os

import msgspec

from fulfilment.infra.api.internal_client import MAX_FORM_BYTES
from fulfilment.infra.api.request import MAX_HEAD_BYTES, MAX_QUERY_BYTES
from fulfilment.infra.auth.bearer_tokens import MAX_TOKEN_BYTES
from fulfilment.infra.auth.jwks import MAX_DOCUMENT_BYTES
from tests.system.linear.search import TRIED_MOST, Candidate, Grammar, Run, worst

MIB = 2**20
# Answers of couriers and of the payment provider are read up to this (aggregators/biteship/, payments/stripe/).
_ANSWER_CHARACTERS = 2 * MIB
# The server lets no longer head in than this (cli/api.py); what looks at one before it is refused meets all of it.
_HEAD_CHARACTERS = 2 * MAX_HEAD_BYTES


class Case(msgspec.Struct, frozen=True):
    """A function, the grammar in which its worst input is searched for, and the largest input that it ever reads.

    `tried_most` bounds how many inputs the search tries; where each of them costs milliseconds, it tries fewer.
    """

    run: Run
    grammar: Grammar
    covers: tuple[str, ...] = ()
    most_characters: int = MIB
    tried_most: int = TRIED_MOST

    def worst(self) -> list[Candidate]:
        return worst(self.run, self.grammar, self.tried_most)


def cases_of(kind: str) -> dict[str, Case]:
    """Every case of a kind by its name. Brand, keys and mode are those of development."""
    os.environ.setdefault("FULFILMENT_MODE", "development")
    return _FINDERS[kind]()


def all_cases() -> dict[str, Case]:
    """Every case of every kind by its name."""
    return {name: case for kind in KINDS for name, case in cases_of(kind).items()}


def _of_bodies() -> dict[str, Case]:
    from tests.system.linear import requests

    found = {}
    for record in requests.bodies():
        found[f"body {record.__name__}"] = Case(requests.run_of_body(record), requests.grammar_of_body(record))
    for record in requests.EVENTS:
        found[f"storefront {record.__name__}"] = Case(
            requests.run_of_event(record),
            requests.grammar_of_body(record),
            ("infra.api.body.parse", "storefront.schemas.decode_data", "storefront.mirrored_product.build_version_key"),
            tried_most=500,
        )
    return found


def _of_queries() -> dict[str, Case]:
    from tests.system.linear import requests

    found = {}
    for record in requests.queries():
        # Several screens of the console call what their address says the same.
        where = record.__module__.removeprefix("fulfilment.")
        found[f"query {where}.{record.__name__}"] = Case(
            requests.run_of_query(record), requests.grammar_of_query(record), most_characters=MAX_QUERY_BYTES
        )
    return found


def _of_screens() -> dict[str, Case]:
    from tests.system.linear import screens

    found = {
        f"screen {name}": Case(
            screens.run_of(*screen),
            screens.FORMS,
            (
                *(
                    "console.layout.page_layout.load_layout",
                    "console.layout.page_layout.render",
                    "console.layout.page_layout.redirect_to_form",
                ),
                *(
                    "console.layout.forms.request_path",
                    "console.settings.origin.render_page",
                    "console.new_shipment.view.render_stored",
                ),
            ),
            MAX_FORM_BYTES,
            tried_most=150,
        )
        for name, screen in screens.SCREENS.items()
    }
    found["form to be sent again"] = Case(
        screens.send_again, screens.FORMS, ("console.layout.error_pages._render_page",), MAX_FORM_BYTES, tried_most=150
    )
    return found


def _of_patterns() -> dict[str, Case]:
    from tests.system.linear import patterns

    return {
        f"pattern {found.where}": Case(
            patterns.runs_of(found.pattern, found.methods), patterns.grammar_of(found.pattern)
        )
        for found in patterns.all_found()
        if found.pattern is not None and found.methods
    }


def _named() -> dict[str, Case]:
    from tests.system.linear import answers, console, pages, payments, requests, sign_in, texts

    return {
        "nesting": Case(
            texts.is_deep,
            requests.NESTING,
            ("infra.api.json_depth._brackets", "infra.api.json_depth._ends_escaping", "infra.api.json_depth._reached"),
        ),
        "unstorable texts": Case(texts.find_unstorable, texts.TEXT, most_characters=MIB // 2),
        "any body": Case(
            requests.run_of_body(requests.NewProduct),
            requests.NESTING,
            (
                "infra.api.body.decode",
                "infra.api.body._is_of_fraction",
                "infra.api.body._decode_fractions",
                "infra.api.body._decode_halves",
                "infra.api.bulk.parse_rows",
            ),
        ),
        "message": Case(
            texts.explain,
            texts.WHERE,
            ("infra.api.body.translate_error", "infra.api.body.convert", "infra.api.body.allowed_values"),
        ),
        "cursor": Case(texts.open_cursor, texts.CURSORS, ("infra.api.pagination._parse_cursor",)),
        "moment": Case(texts.read_moment, texts.MOMENTS, ("infra.api.pagination._parse_part",)),
        "query": Case(
            requests.run_of_query(texts.PageQuery),
            requests.grammar_of_query(texts.PageQuery),
            ("infra.api.request.query_pairs", "infra.api.body.group_params"),
            MAX_QUERY_BYTES,
        ),
        "signature": Case(
            texts.read_signature,
            texts.SIGNED,
            (
                "infra.auth.request_signing.parse",
                "infra.auth.request_signing._parameters",
                "infra.auth.request_signing.claimed_key_id",
            ),
            _HEAD_CHARACTERS,
        ),
        "traceparent": Case(
            texts.read_parent, texts.TRACES, ("infra.observability.tracing.incoming.parse",), _HEAD_CHARACTERS
        ),
        "host": Case(texts.find_host, texts.ADDRESSES, ("infra.auth.signing_hosts._is_loopback",), _HEAD_CHARACTERS),
        "idempotency key": Case(texts.read_key, texts.TEXT, most_characters=_HEAD_CHARACTERS),
        "client address": Case(
            texts.find_client,
            texts.ADDRESSES,
            (
                "infra.auth.client_address._parse",
                "infra.auth.client_address._without_port",
                "infra.auth.client_address.client_of",
            ),
            _HEAD_CHARACTERS,
        ),
        "networks": Case(texts.read_network, texts.ADDRESSES, ("infra.auth.ip_allowlist._read",), _HEAD_CHARACTERS),
        "period": Case(texts.read_period, texts.MOMENTS, ("partners.usage._parse_moment",), _HEAD_CHARACTERS),
        "route": Case(texts.find_route, texts.PATHS, ("infra.api.routing.find",), _HEAD_CHARACTERS),
        "path": Case(texts.read_path, texts.PATHS, ("infra.api.decoding.path_value",), _HEAD_CHARACTERS),
        "accept header": Case(
            texts.read_media,
            texts.MEDIA,
            ("credits.statement.is_csv_wanted", "infra.api.request.accepts", "infra.api.decoding._read_body"),
            _HEAD_CHARACTERS,
        ),
        "token": Case(answers.read_token, answers.TOKEN, ("infra.auth.json_web_tokens.parse",), MAX_TOKEN_BYTES),
        "cookies": Case(
            sign_in.read_cookies,
            sign_in.COOKIES,
            ("infra.auth.cookies.parse", "sign_in.attempts._decrypt"),
            _HEAD_CHARACTERS,
        ),
        "return path": Case(
            sign_in.read_path,
            sign_in.PATHS,
            ("sign_in.pages.sanitize_return_path", "sign_in.pages.render_error", "sign_in.pages._render_message"),
            MAX_QUERY_BYTES,
        ),
        "form's origin": Case(
            console.read_origin, console.ORIGINS, ("infra.api.internal_client.is_same_origin",), _HEAD_CHARACTERS
        ),
        "form": Case(
            console.read_form,
            console.FORMS,
            ("infra.api.form.parse", "console.bulk_jobs.view.parse_list_query"),
            MAX_FORM_BYTES,
        ),
        "refusal": Case(
            console.tell_refusal,
            console.REFUSALS,
            ("console.i18n.details._extract_slots",),
            _HEAD_CHARACTERS,
        ),
        "amount": Case(console.read_amount, console.AMOUNTS, ("console.i18n.formatter._normalize",), MAX_FORM_BYTES),
        "day": Case(
            console.read_day,
            console.DAYS,
            (
                "console.shipments.view._parse_day",
                "console.credit.view.parse_period",
                "console.credit.view._is_plain_day",
            ),
            MAX_QUERY_BYTES,
        ),
        "shown day": Case(
            console.show_day,
            console.DAYS,
            ("console.i18n.formatter.day", "console.i18n.formatter._parse_moment"),
            MAX_QUERY_BYTES,
        ),
        "rate": Case(
            console.read_rate,
            console.RATES,
            ("console.new_shipment.entry.parse_service", "console.new_shipment.entry.reprice_service"),
            MAX_FORM_BYTES,
        ),
        "logout token": Case(
            sign_in.read_logout, sign_in.FORMS, ("sign_in.routes._read_logout_token",), sign_in.routes.MAX_FORM_BYTES
        ),
        "session's id": Case(sign_in.end, texts.TEXT, ("sign_in.sessions.end_session",)),
        "provider's answer": Case(
            sign_in.read_answer,
            answers.PROVIDER,
            (
                "sign_in.provider._parse_endpoint",
                "sign_in.provider._request_token",
                "sign_in.provider.add_query",
                "sign_in.provider.form_targets",
                "sign_in.pages.render_sign_out_confirmation",
            ),
            MAX_DOCUMENT_BYTES,
        ),
        "provider": Case(
            answers.read_provider,
            answers.PROVIDER,
            ("infra.auth.jwks._document", "infra.auth.jwks._fetch"),
            MAX_DOCUMENT_BYTES,
        ),
        "webhook signature": Case(texts.read_mark, texts.MARKS, ("webhooks.http.signature._split_header",)),
        "webhook address": Case(
            texts.read_url,
            texts.PLACES,
            (
                "webhooks.http.destination.check_url",
                "webhooks.http.destination._check_text",
                "webhooks.http.destination.get_request_target",
                "webhooks.http.destination._check_name",
                "webhooks.http.destination._parse_address",
            ),
        ),
        "webhook patterns": Case(texts.check_patterns, texts.PATTERNS, ("webhooks.subscription.check_types",)),
        "webhook failure": Case(texts.describe_failure, texts.MESSAGES),
        "receiver's answer": Case(answers.take_receivers_answer, answers.RECEIVER, tried_most=500),
        "courier's answer": Case(
            answers.read_couriers_answer,
            answers.COURIER,
            ("aggregators.biteship.transport._decode_object",),
            _ANSWER_CHARACTERS,
        ),
        "courier's report": Case(
            answers.read_report, answers.COURIER, ("aggregators.biteship.mapping.parse_status_update",)
        ),
        "courier's fields": Case(answers.read_fields, texts.MOMENTS, ("aggregators.biteship.mapping.moment",)),
        "payment provider's answer": Case(
            payments.read_answer,
            payments.ANSWERS,
            (
                "payments.stripe.schemas.decode",
                "payments.stripe.mapping.decode_response",
                "payments.stripe.errors._decode_error",
            ),
            _ANSWER_CHARACTERS,
        ),
        "payment provider's event": Case(
            payments.read_event,
            payments.EVENTS,
            ("payments.stripe.event.parse_event", "payments.stripe.event._referenced_object"),
        ),
        "license key": Case(texts.find_license, texts.KEYS),
        "search words": Case(
            texts.find_words,
            texts.TEXT,
            (
                "infra.search_text._cut",
                "infra.search_text._folded",
                "infra.search_text.fold",
                "infra.search_text.words_of",
            ),
        ),
        "variants' ids": Case(
            texts.read_ids,
            texts.IDS,
            ("stock.variant_search._parse_ids", "stock.variant_search._of_words", "stock.listing.of_goods"),
        ),
        "shipment search words": Case(
            texts.find_shipment_words,
            texts.TEXT,
            ("infra.search_text.waybill_key", "shipments.listing.search.is_exact_match"),
        ),
        "label link": Case(
            texts.open_label_link, texts.CURSORS, ("shipments.shipping_documents.label_links.parse_link",)
        ),
        "catalog file": Case(texts.read_file, texts.CSV, ("catalog.csv.rows.__init__",)),
        "tracking page": Case(
            pages.show_tracking_page,
            pages.WORDS,
            (
                "tracking_page.view.build_view",
                "tracking_page.view._build_driver",
                "tracking_page.queries.decode_reports",
                "tracking_page.pages._render_page",
                "shipments.courier_names._humanize_code",
            ),
            tried_most=40,
        ),
        "reader's language": Case(
            pages.choose_language,
            pages.LANGUAGES,
            ("infra.api.accept_language.best_match", "infra.api.accept_language._weight"),
            _HEAD_CHARACTERS,
        ),
        "documentation": Case(
            pages.ask_for_documentation,
            pages.DOCUMENTATION,
            (
                "docs_site.contents.has_page",
                "docs_site.site.find_base",
                "infra.api.static_files._list_values",
                "infra.api.static_files._has_weight",
            ),
            _HEAD_CHARACTERS,
        ),
        "redaction": Case(
            pages.redact,
            pages.WORDS,
            (
                "tracking_page.redaction.redact",
                "tracking_page.redaction._find_names",
                "tracking_page.redaction._find_phones",
            ),
            tried_most=500,
        ),
        "masking": Case(pages.mask, pages.WORDS, ("documents.masking.mask_name", "documents.masking._mask_word")),
        "answer": Case(pages.answer, pages.WORDS),
        "log line": Case(pages.log, pages.SECRETS),
        "statement as CSV": Case(pages.write_csv, pages.CELLS),
        "catalog as CSV": Case(pages.write_catalog, pages.CELLS),
    }


_FINDERS = {
    "texts": _named,
    "bodies": _of_bodies,
    "queries": _of_queries,
    "screens": _of_screens,
    "patterns": _of_patterns,
}
KINDS = tuple(_FINDERS)

# Functions that read only the service's own text. It is rows whose texts were bounded on their way in, its own names
# and documents, and the operator's configuration.
READS_OWN = {
    # `RenderPool.render` hands a document over to a process, and `ErrorPages.render` shows an error.
    "a document or a page that is rendered": (
        "console.bulk_jobs.printing._fetch_document",
        "infra.api.error_encoding.render",
        "infra.api.error_encoding.render_error",
        "shipments.shipping_documents.label_links.render_label",
        "shipments.shipping_documents.label_links.render_with_snapshots",
        "shipments.shipping_documents.packing_documents.render_manifest",
        "shipments.shipping_documents.packing_documents.render_packing_slips",
    ),
    "its own rows": (
        "console.shipments.view._list_couriers",
        "console.shipments.view.build_context",
        "infra.observability.logs._format_value",
        "infra.observability.logs._time_of",
        "infra.observability.logs._format_event",
        "shipments.shipping_documents.label_rendering.build_sender",
        "shipments.courier_request.parse_places",
        "shipments.courier_request.compute_insured_value",
        "shipments.tracking._recorded_statuses",
        "workspaces.administration.list_workspaces",
        "workspaces.administration.get_workspace",
        "catalog.products._store_product",
        "bulk_jobs.serializer.render_document",
        "bulk_jobs.service.load_actor",
        "bulk_jobs.selection._select_first_listed",
        "bulk_jobs.serializer.parse_options",
        "console.bulk_jobs.view.takes_oldest",
        "console.bulk_jobs.printing.render_page",
        "console.bulk_jobs.routes.show_confirmation",
        "console.new_shipment.view.search_variants",
        "console.layout.page_layout.render_partial",
        "console.layout.routes.open_console",
        "console.i18n.error_messages._texts_with_slots",
        "console.stock.level._to_epoch",
        "shipments.listing.work_queues.count_queues",
        "catalog.products.get_product",
        "partners.queries._decode_workspace",
        "partners.queries.decode_partner",
        "infra.auth.ip_allowlist._parsed",
        "infra.auth.partner_policy._without_target",
        "catalog.csv.batch._find_match",
        "infra.operations.idempotency.decode_key",
        "infra.operations.external_operation.decode_actor",
        "payments.checkout._create_session",
        "shipments.courier_operations.decode_terms",
        "shipments.drafting.queries.load_context",
        "shipments.shipping_documents.label_rendering.render_labels",
        "shipments.courier_request.build_booking_request",
        "shipments.queries.to_api",
        "shipments.rebooking.replace_shipment",
        "shipments.rebooking._allocate_again",
        "shipments.rebooking._to_new_shipment",
        "shipments.tracking._to_tracked_shipment",
        "stock.allocation_queries.lock_levels",
        "stock.allocation_queries.find_reserved",
        "stock.allocation_queries.release_by_shipment",
        "stock.listing.add_details",
        "storefront.mirrored_product.lock_product",
        "storefront.order_fulfilment._decode_json",
        "storefront.order_queries._to_line",
        "storefront.order_queries.get_order",
        "payments.stripe.transport.send",
        "infra.observability.tracing.recording.client_span",
        "webhooks.dispatch.ready_queue._parse_host",
        "worker._work",
        "worker.on_notification",
    ),
    "its own code and documents": (
        "docs_site.contents.__init__",
        "docs_site.contents._path_shape",
        "docs_site.contents.render_page",
        "docs_site.fields.resolve",
        "docs_site.library._parse_list",
        "docs_site.library.load_error_meanings",
        "docs_site.library._build_address",
        "docs_site.library.resolve_link",
        "docs_site.contents.render_operation",
        "docs_site.contents.render_overview",
        "docs_site.markdown._render_fence",
        "docs_site.markdown._render_tokens",
        "docs_site.markdown._find_operation",
        "docs_site.markdown.split_sentences",
        "docs_site.pages.render_template",
        "docs_site.code_samples._render_sample",
        "docs_site.code_samples._build_client_sample",
        "docs_site.contents._section_entry",
        "docs_site.contents._operation_words",
        "licenses.keys.generate",
        "infra.database.statements.sql",
        "infra.database.statements._listed",
        "infra.database.transaction.fetch_for_workspaces",
        "infra.openapi.event_schemas._get_component_name",
        "tracking_page.wording.load_wording",
        "infra.openapi.parameters.describe_operation",
        "infra.api.routing.add",
        "infra.limits.request_limits.__str__",
        "infra.openapi.document.read",
        "infra.openapi.parameters.camel",
        "infra.api.routing._description_of",
        "infra.api.routing.summary",
        "infra.openapi.parameters.describe_webhook",
        "shipments.shipping_documents.label_rendering.sample_label",
    ),
    "what the operator set or the machine says": (
        "infra.database.database_url.completed",
        "infra.database.database_url.hosts",
        "infra.database.embedded.server.ensure_database",
        "infra.database.migrations.migrate._without_password",
        "infra.database.migrations.migration_file.read",
        "infra.database.migrations.migrate._parse_name",
        "infra.database.errors.first_line",
        "infra.database.embedded.postmaster._pid_lines",
        "infra.database.embedded.postmaster._log_tail",
        "infra.database.embedded.postmaster._run",
        "infra.database.migrations.role_settings.apply",
        "infra.observability.probes.readiness.__init__",
        "infra.observability.tracing.config._is_address",
        "infra.auth.client_address.__init__",
        "infra.auth.jwks.__init__",
        "payments.provider._parse_price",
        "infra.encryption.keyring.parse_keyring",
        "infra.auth.signing_hosts._own",
        "settings.load",
        "settings._require_network",
        "settings._require_payments",
        "settings._explain",
        "settings._parts",
        "webhooks.http.destination._parse_networks",
        "webhooks.http.destination._parse_database_url",
        "webhooks.http.destination._parse_url",
    ),
    "what is compared whole": (
        "shipments.courier_names.find_code",
        "aggregators.biteship.mapping.is_tracking",
        "infra.observability.metrics.scrape_server.do_GET",
        "infra.observability.probes.listener._found",
    ),
    "what was read already": (
        "storefront.checkouts.decode_destination",
        "storefront.order_parcel._convert_stored",
        "storefront.order_routes.find_destination",
        "console.settings.couriers._load_catalog",
        "console.settings.couriers._build_rows",
        "infra.api.decoding.read_arguments",
        "shipping.routes.list_couriers",
        "shipping.rates.quote_rates",
    ),
}

# Patterns that are put together when the code runs, and the case that has them run.
BUILT_PATTERNS = {
    "infra.observability.logs: re.compile('|'.join((f'\\\\b{re.escape(secret_prefix)}[\\\\w-]+', *_COMMON_SECRETS)))": (
        "log line"
    ),
}

# Labels and other drawn documents have their own processes, bounds and tests of time (tests/documents). The simulators,
# the demonstration and the command line serve only the person who runs them.
OF_THEIR_OWN = ("documents.", "infra.pdf.", "infra.loopback.", "cli.")
