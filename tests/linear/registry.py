"""All that is run at its worst: every parser and every renderer that meets what others send (decisions, section 12).

`covers` names the functions of the service that a case runs. A function that reads text and is neither covered nor
listed in READS_OWN fails `test_linear.py`, and so does a pattern or a record that no case knows.
"""

import os

import msgspec

from fulfilment.http.bearer import MAX_TOKEN_BYTES
from fulfilment.http.page import MAX_FORM_BYTES
from fulfilment.http.provider_keys import MAX_DOCUMENT_BYTES
from fulfilment.http.request import MAX_HEAD_BYTES, MAX_QUERY_BYTES
from tests.linear.search import Grammar, Run

MIB = 2**20
# Answers of couriers and of the payment provider are read up to this (aggregators/biteship/, payments/stripe/).
_ANSWER_CHARACTERS = 2 * MIB
# The server lets no longer head in than this (cli/api.py); what looks at one before it is refused meets all of it.
_HEAD_CHARACTERS = 2 * MAX_HEAD_BYTES


class Case(msgspec.Struct, frozen=True):
    """What is run, what its worst input is looked for among, and the largest input that is ever read."""

    run: Run
    grammar: Grammar
    covers: tuple[str, ...] = ()
    most_characters: int = MIB


def all_cases() -> dict[str, Case]:
    """Every case by its name. Brand, keys and mode are those of development."""
    os.environ.setdefault("FULFILMENT_MODE", "development")
    return {**_named(), **_of_records(), **_of_screens(), **_of_patterns()}


def _of_records() -> dict[str, Case]:
    from tests.linear import requests

    found = {}
    for record in requests.bodies():
        found[f"body {record.__name__}"] = Case(requests.run_of_body(record), requests.grammar_of_body(record))
    for record in requests.EVENTS:
        found[f"storefront {record.__name__}"] = Case(
            requests.run_of_event(record),
            requests.grammar_of_body(record),
            ("http.body.read", "storefront.records.read", "storefront.registers.position"),
        )
    for record in requests.queries():
        # Several screens of the console call what their address says the same.
        where = record.__module__.removeprefix("fulfilment.")
        found[f"query {where}.{record.__name__}"] = Case(
            requests.run_of_query(record), requests.grammar_of_query(record), most_characters=MAX_QUERY_BYTES
        )
    return found


def _of_screens() -> dict[str, Case]:
    from tests.linear import screens

    found = {
        f"screen {name}": Case(
            screens.run_of(screen),
            screens.FORMS,
            ("console.frame.frame.of", "console.frame.frame.put"),
            MAX_FORM_BYTES,
        )
        for name, screen in screens.SCREENS.items()
    }
    found["form to be sent again"] = Case(
        screens.send_again, screens.FORMS, ("console.frame.refusals._page",), MAX_FORM_BYTES
    )
    return found


def _of_patterns() -> dict[str, Case]:
    from tests.linear import patterns

    return {
        f"pattern {found.where}": Case(
            patterns.runs_of(found.pattern, found.methods), patterns.grammar_of(found.pattern)
        )
        for found in patterns.all_found()
        if found.pattern is not None and found.methods
    }


def _named() -> dict[str, Case]:
    from tests.linear import answers, console, pages, payments, requests, sign_in, texts

    return {
        "nesting": Case(
            texts.is_deep,
            requests.NESTING,
            ("http.nesting._brackets", "http.nesting._ends_escaping", "http.nesting._reached"),
        ),
        "unstorable texts": Case(texts.find_unstorable, texts.TEXT, most_characters=MIB // 2),
        "ignored names": Case(texts.name_ignored, requests.NESTING, ("http.ignored.header_value",)),
        "any body": Case(
            requests.run_of_body(requests.NewProduct),
            requests.NESTING,
            (
                "http.body.decode",
                "http.body._is_of_fraction",
                "http.body._decode_fractions",
                "http.body._decode_halves",
                "http.bulk.read",
            ),
        ),
        "message": Case(
            texts.explain, texts.WHERE, ("http.body.explained", "http.body.convert", "http.choices.listed")
        ),
        "cursor": Case(texts.open_cursor, texts.CURSORS, ("http.paging._opened",)),
        "moment": Case(texts.read_moment, texts.MOMENTS, ("http.paging.moment",)),
        "query": Case(
            requests.run_of_query(texts.PageQuery),
            requests.grammar_of_query(texts.PageQuery),
            ("http.request.query_pairs", "http.body.gathered"),
            MAX_QUERY_BYTES,
        ),
        "signature": Case(
            texts.read_signature, texts.SIGNED, ("http.signing.read", "http.signing._parameters"), _HEAD_CHARACTERS
        ),
        "traceparent": Case(texts.read_parent, texts.TRACES, ("traces.incoming.read",), _HEAD_CHARACTERS),
        "host": Case(texts.find_host, texts.ADDRESSES, ("http.hosts._is_loopback",), _HEAD_CHARACTERS),
        "idempotency key": Case(texts.read_key, texts.TEXT, most_characters=_HEAD_CHARACTERS),
        "client address": Case(
            texts.find_client,
            texts.ADDRESSES,
            (
                "http.client_address._parse",
                "http.client_address._without_port",
                "http.client_address.client_of",
            ),
            _HEAD_CHARACTERS,
        ),
        "networks": Case(texts.read_network, texts.ADDRESSES, ("http.networks._read",), _HEAD_CHARACTERS),
        "period": Case(texts.read_period, texts.MOMENTS, ("partners.usage._moment",), _HEAD_CHARACTERS),
        "route": Case(texts.find_route, texts.PATHS, ("http.paths.find",), _HEAD_CHARACTERS),
        "path": Case(texts.read_path, texts.PATHS, ("http.server._path_value",), _HEAD_CHARACTERS),
        "accept header": Case(
            texts.read_media,
            texts.MEDIA,
            ("credits.statement.is_csv_wanted", "http.request.accepts", "http.server._body"),
            _HEAD_CHARACTERS,
        ),
        "token": Case(answers.read_token, answers.TOKEN, ("http.tokens.read",), MAX_TOKEN_BYTES),
        "cookies": Case(
            sign_in.read_cookies,
            sign_in.COOKIES,
            ("http.cookies.read", "sign_in.attempts._opened"),
            _HEAD_CHARACTERS,
        ),
        "return path": Case(
            sign_in.read_path,
            sign_in.PATHS,
            ("sign_in.return_path.sound", "sign_in.pages.failed", "sign_in.pages._message"),
            MAX_QUERY_BYTES,
        ),
        "form's origin": Case(console.read_origin, console.ORIGINS, ("http.page.is_of_own_page",), _HEAD_CHARACTERS),
        "form": Case(
            console.read_form, console.FORMS, ("http.form.of", "console.batches.asking.list_of"), MAX_FORM_BYTES
        ),
        "refusal": Case(
            console.tell_refusal,
            console.REFUSALS,
            ("console.wording.details._slots_in",),
            _HEAD_CHARACTERS,
        ),
        "amount": Case(console.read_amount, console.AMOUNTS, ("console.wording.amounts.read",), MAX_FORM_BYTES),
        "day": Case(
            console.read_day,
            console.DAYS,
            ("console.shipments.view._day", "console.credit.view.period_of", "console.credit.view._is_plain_day"),
            MAX_QUERY_BYTES,
        ),
        "shown day": Case(
            console.show_day,
            console.DAYS,
            ("console.wording.show.day", "console.wording.show._moment"),
            MAX_QUERY_BYTES,
        ),
        "rate": Case(
            console.read_rate,
            console.RATES,
            ("console.drafting.entry.chosen", "console.drafting.entry.same_service"),
            MAX_FORM_BYTES,
        ),
        "logout token": Case(
            sign_in.read_logout, sign_in.FORMS, ("sign_in.routes._logout_token",), sign_in.routes.MAX_FORM_BYTES
        ),
        "session's id": Case(sign_in.end, texts.TEXT, ("sign_in.sessions.end",)),
        "provider's answer": Case(
            sign_in.read_answer,
            answers.PROVIDER,
            (
                "sign_in.provider._address",
                "sign_in.provider._post",
                "sign_in.provider.with_query",
                "sign_in.provider.form_targets",
                "sign_in.pages.asking_to_sign_out",
            ),
            MAX_DOCUMENT_BYTES,
        ),
        "provider": Case(
            answers.read_provider,
            answers.PROVIDER,
            ("http.provider_keys._document", "http.provider_keys._fetch"),
            MAX_DOCUMENT_BYTES,
        ),
        "webhook signature": Case(texts.read_mark, texts.MARKS, ("webhooks.outbound.signature._parse",)),
        "webhook address": Case(
            texts.read_url,
            texts.PLACES,
            (
                "webhooks.outbound.destination.check_url",
                "webhooks.outbound.destination._check_text",
                "webhooks.outbound.destination._check_name",
                "webhooks.outbound.destination._address_of",
            ),
        ),
        "webhook patterns": Case(texts.check_patterns, texts.PATTERNS),
        "webhook failure": Case(texts.describe_failure, texts.MESSAGES),
        "receiver's answer": Case(answers.take_receivers_answer, answers.RECEIVER),
        "courier's answer": Case(
            answers.read_couriers_answer,
            answers.COURIER,
            ("aggregators.biteship.wire._decoded",),
            _ANSWER_CHARACTERS,
        ),
        "courier's report": Case(answers.read_report, answers.COURIER, ("aggregators.biteship.report.parse_report",)),
        "courier's fields": Case(answers.read_fields, texts.MOMENTS, ("aggregators.biteship.fields.moment",)),
        "payment provider's answer": Case(
            payments.read_answer,
            payments.ANSWERS,
            (
                "payments.stripe.decoding.decode",
                "payments.stripe.readings.decoded",
                "payments.stripe.refusals._error_in",
            ),
            _ANSWER_CHARACTERS,
        ),
        "payment provider's event": Case(
            payments.read_event, payments.EVENTS, ("payments.stripe.event.read", "payments.stripe.event._hint")
        ),
        "license key": Case(texts.find_license, texts.KEYS),
        "search words": Case(texts.find_words, texts.TEXT, ("catalog.search._term", "catalog.search.product_ids")),
        "variants' ids": Case(
            texts.read_ids,
            texts.IDS,
            ("stock.offers._read_ids", "stock.offers._of_words", "stock.shown_levels.of_goods"),
        ),
        "shipment search words": Case(texts.find_shipment_words, texts.TEXT, ("shipments.search.words_of",)),
        "label link": Case(texts.open_label_link, texts.CURSORS, ("shipments.label.read_link",)),
        "catalog file": Case(texts.read_file, texts.CSV, ("catalog_file.reading._records",)),
        "tracking page": Case(
            pages.show_tracking_page,
            pages.WORDS,
            (
                "tracking_page.view.compose",
                "tracking_page.view._driver",
                "tracking_page.queries.reports_of",
                "tracking_page.pages._page",
                "shipments.courier_names._spelt",
            ),
        ),
        "reader's language": Case(
            pages.choose_language,
            pages.LANGUAGES,
            ("http.languages.choose", "http.languages._weight"),
            _HEAD_CHARACTERS,
        ),
        "documentation": Case(
            pages.ask_for_documentation,
            pages.DOCUMENTATION,
            ("docs_page.contents.has", "http.kept._listed", "http.kept._weighted"),
            _HEAD_CHARACTERS,
        ),
        "redaction": Case(
            pages.redact,
            pages.WORDS,
            (
                "tracking_page.redaction.redact",
                "tracking_page.redaction._name_places",
                "tracking_page.redaction._folded",
            ),
        ),
        "masking": Case(pages.mask, pages.WORDS, ("labels.masking.mask_name", "labels.masking._mask_word")),
        "answer": Case(pages.answer, pages.WORDS),
        "log line": Case(pages.log, pages.SECRETS),
        "statement as CSV": Case(pages.write_csv, pages.CELLS),
        "catalog as CSV": Case(pages.write_catalog, pages.CELLS),
    }


# What reads text that nobody else sends: rows that the service wrote and whose texts were bounded on their way in, its
# own names and documents, and what the operator configured.
READS_OWN = {
    "its own rows": (
        "accounts.listing.list_workspaces",
        "accounts.listing.show",
        "catalog.products._update",
        "batches.document.printed",
        "batches.ordering.ordered_by",
        "batches.selection._first_listed",
        "batches.view.options_of",
        "console.batches.asking.takes_oldest",
        "console.drafting.view.variants",
        "console.frame.frame.piece",
        "console.frame.routes.begin",
        "console.wording.details._with_slots",
        "console.stock.plot._seconds",
        "shipments.paper_drawing.draw_hand_over",
        "shipments.paper_drawing.draw_slips",
        "shipments.queues.count",
        "catalog.products.shown",
        "partners.queries._workspace",
        "partners.queries.partner_of",
        "http.networks._kept",
        "http.on_behalf._without_target",
        "catalog_file.matching._matching",
        "catalog_file.spool.products",
        "catalog_file.spool._contradiction",
        "billing.asker.read",
        "payments.checkout._open",
        "payments.checkout.read_actor",
        "payments.checkout.read_key",
        "shipments.calls.read_actor",
        "shipments.calls.read_key",
        "shipments.calls.read_terms",
        "shipments.draft_queries.lows",
        "shipments.draft_queries.see",
        "shipments.drawing.draw",
        "shipments.parcel.booking_request",
        "shipments.queries.shown",
        "shipments.replacement.replace",
        "shipments.replacement._take_anew",
        "shipments.replacement._wanted",
        "shipments.tracking._shipment",
        "stock.shown_levels.add_details",
        "storefront.mirrored.lock",
        "storefront.order_fulfilment._decoded",
        "storefront.order_parcel._new_shipment",
        "storefront.order_queries._line",
        "storefront.order_queries.read",
        "payments.stripe.wire.ask",
        "traces.recording.call",
        "webhooks.queue.line._host_of",
        "webhooks.queue.outlook.read",
        "worker._work",
        "worker.hear",
    ),
    "its own code and documents": (
        "docs_page.contents.__init__",
        "docs_page.contents._html",
        "docs_page.contents._rendered",
        "docs_page.contents._shape",
        "docs_page.contents.page",
        "docs_page.fields.resolved",
        "docs_page.guides._listed",
        "docs_page.guides.meanings",
        "docs_page.library._address",
        "docs_page.library.linked",
        "docs_page.machines.operation",
        "docs_page.machines.overview",
        "docs_page.markdown._fence",
        "docs_page.markdown._html",
        "docs_page.markdown._operation",
        "docs_page.pages.render",
        "docs_page.samples._code",
        "docs_page.samples._of_client",
        "docs_page.search._section",
        "docs_page.search._words",
        "licenses.key_format.generate",
        "db.sql.sql",
        "db.sql._listed",
        "db.tx.of_several",
        "events.schemas._named",
        "http.operation.describe",
        "http.paths.add",
        "http.cost.__str__",
        "http.examples.read",
        "http.parameters.camel",
        "http.route._words_of",
        "http.refusals._is_ours",
        "http.route.summary",
        "http.webhook.describe",
        "shipments.drawing.specimen",
    ),
    "what the operator set or the machine says": (
        "database_url.completed",
        "database_url.hosts",
        "db.embedded.ensure_database",
        "db.migrate._shown",
        "db.migration.read",
        "db.nodes._taken_apart",
        "db.refusal.first_line",
        "db.postmaster._pid_lines",
        "db.postmaster._last_words",
        "db.postmaster._run",
        "db.role_settings.put",
        "probes.readiness.__init__",
        "metrics.snapshots._lives",
        "metrics.snapshots._read",
        "traces.asked._headers",
        "traces.asked._is_address",
        "http.client_address.__init__",
        "http.connections.without_zone",
        "http.provider_keys.__init__",
        "pulse.from_environment",
        "payments.access._price",
        "secrets.parse_keyring",
        "http.hosts._own",
        "settings.load",
        "settings._require_network",
        "settings._require_payments",
        "settings._explained",
        "settings._parts",
        "webhooks.outbound.destination._networks",
        "webhooks.outbound.own_services.own_services",
        "webhooks.outbound.own_services._database",
    ),
    "what is compared whole": (
        "aggregators.biteship.readings.is_tracking",
        "metrics.scrapes.do_GET",
        "probes.listener._found",
    ),
    "what was read already": (
        "console.settings.couriers._catalogue",
        "console.settings.couriers._rows",
        "http.server._arguments",
        "shipping.routes.list_couriers",
        "shipments.booking.carry_out",
        "shipping.rates.quote",
    ),
}

# Patterns that are put together when the code runs, and the case that has them run.
BUILT_PATTERNS = {
    "logs: re.compile('|'.join((f'\\\\b{re.escape(secret_prefix)}[\\\\w-]+', *_COMMON_SECRETS)))": "log line",
}

# Labels and other drawn documents have their own processes, bounds and tests of time (tests/labels); the simulators,
# the demonstration and the command line serve whoever runs them.
OF_THEIR_OWN = (
    *("labels.", "documents.", "demo.", "cli."),
    *("aggregators.simulator.", "identity_simulator.", "payments.simulator.", "simulation."),
)
