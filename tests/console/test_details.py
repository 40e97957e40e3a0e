"""The API's errors, and the details about its fields, are shown in plain words and in the reader's language."""

import re
from html import unescape
from typing import Any

import msgspec
import pytest

from fulfilment.billing import plans
from fulfilment.catalog.schemas import NewProduct, ProductQuery
from fulfilment.console.i18n import error_messages
from fulfilment.console.i18n.api_messages import API_MESSAGES
from fulfilment.infra import i18n, outbound
from fulfilment.infra.api import body
from fulfilment.infra.api.errors import ApiError, IntegrationError, NotConfigured, Validation
from fulfilment.quotas import limits
from fulfilment.quotas.limits import Limit, PlanLimitReached
from fulfilment.shipments.errors import AlreadyConfirmed
from fulfilment.shipments.listing.query_schemas import ShipmentQuery
from fulfilment.shipments.shipping_documents.schemas import PrintMarking
from fulfilment.stock.schemas import StockAdjustment
from fulfilment.stock.warehouse_schemas import NewWarehouse
from tests.console import refused as refusable
from tests.console.people import session_headers, submit_form
from tests.harness.goods import default_variant, new_product, new_warehouse, stock
from tests.harness.parcels import booked, cancel, new_shipment
from tests.harness.service import Client

# Texts of the library that decodes bodies, and texts that no person at a screen gets.
OF_THE_LIBRARY = ("Expected", "Invalid", "This field is required.", "The plan ", "%(first)s of %(second)s ")
NO_ORIGIN = "Set the shipping origin first."
SLOT = re.compile(r"%\(\w+\)s")
OF_PROGRAMS = (
    # Errors of a courier's or a payment provider's own reports, and errors about the credentials of programs.
    *("The report is ", "It was not signed ", "The body is no event ", "The token"),
    *("The Authorization header", "The nonce must", "The \0 header is ", "A parameter of the Authorization"),
    *("This service does not take \0: sign with", "This needs a key with", "A partner "),
    # Bodies are written by the console itself, and each form asks for one thing.
    *("The body is nested", "The body is not valid JSON.", "This route needs a JSON body."),
    *("A request has Content-Length", "A request has exactly one Host header.", "The Host header is not"),
    "This is no HTTP request",
    # An ID token is refused where programs call the API.
    "This is an ID token",
    *("Only a batch that cancels", "A batch that cancels has nothing", "Give either shipmentIds", "Name either "),
    *("DELETE archives;", "The type of a product", "A kind goes with CSV", "Say either q,", "Say one of q,"),
    *("Name 1 to \0 variants", "\0 finds levels as they are now"),
    # Errors about credit that only platform keys move, and errors of look-ups that no screen makes.
    *("A balance holds at most \0, with", "Only a platform key may", "amount must not be 0."),
    *("Only \0 is left of the shipment's charge.", "A refund ", "The courier knows no such waybill."),
    # A page of its own asks to sign in; of roles the words for the code say enough.
    *("This needs a sign-in of less", "This needs the role "),
)

OF_BODIES = (
    (NewWarehouse, {}, "This field is required."),
    (NewWarehouse, {"name": ""}, "Expected 'string' of length >= 1."),
    (NewWarehouse, {"name": "x" * 500}, "Expected 'string' of length <= 120."),
    (NewWarehouse, {"name": "x", "lat": 99}, "Expected 'number' <= 90.0."),
    (NewWarehouse, {"name": "x", "lat": -99}, "Expected 'number' >= -90.0."),
    (NewWarehouse, {"name": "\0"}, "NUL characters and lone surrogates are not allowed."),
    (NewProduct, {"name": "x", "weight": -1}, "Expected 'integer' >= 0."),
    (NewProduct, {"name": "x", "weight": 2**60}, "Expected 'integer' <= 9007199254740991."),
    (NewProduct, {"name": "x", "weight": "heavy"}, "Expected 'integer | null', got 'string'."),
    (NewWarehouse, {"name": "x", "lat": "south"}, "Expected 'number | null', got 'string'."),
    (NewWarehouse, {"name": None}, "Expected 'string', got 'null'."),
    (PrintMarking, {"shipmentIds": []}, "Expected 'array' of length >= 1."),
    (PrintMarking, {"shipmentIds": ["ship_1"] * 501}, "Expected 'array' of length <= 500."),
    (StockAdjustment, {"variantId": "a"}, "This does not have the form that it must have."),
)
OF_ADDRESSES = (
    (ShipmentQuery, {"from": "yesterday"}, "Invalid RFC3339 encoded datetime."),
    (ShipmentQuery, {"status": "lost"}, "Invalid enum value 'lost'. It must be one of allocated, cancelled, "),
    (ProductQuery, {"archived": "perhaps"}, "Invalid enum value 'perhaps'. It must be one of false, true."),
    (ProductQuery, {"limit": "many"}, "Expected 'integer | null', got 'string'."),
)


def translate_to_indonesian(message: str) -> str:
    return error_messages.translate_message(message, i18n.translations_for("id").gettext)


@pytest.mark.parametrize(("shape", "given", "said"), OF_BODIES, ids=lambda part: part if isinstance(part, str) else "")
def test_what_a_body_lacks_is_said_in_plain_words(shape: type, given: dict[str, Any], said: str) -> None:
    with pytest.raises(Validation) as error:
        body.decode(msgspec.json.encode(given), msgspec.json.Decoder(shape))
    assert str(error.value) == said
    english = error_messages.translate_message(said, i18n.translations_for("en").gettext)
    assert "Expected" not in english and "%" not in english
    assert translate_to_indonesian(said) not in (said, english) and "%" not in translate_to_indonesian(said)


@pytest.mark.parametrize(("shape", "given", "said"), OF_ADDRESSES)
def test_what_an_address_has_wrong_is_said_in_plain_words(shape: type, given: dict[str, str], said: str) -> None:
    with pytest.raises(Validation) as error:
        body.convert(given, shape)
    assert str(error.value).startswith(said)
    assert error_messages.is_known(str(error.value))
    assert "Expected" not in translate_to_indonesian(str(error.value)) and "Invalid" not in translate_to_indonesian(
        str(error.value)
    )


def test_everything_that_people_are_told_is_known() -> None:
    """Every error text in the code has a translation, or is listed with a reason why no person at a screen gets it."""
    said = {text: where for text, where in refusable.list_error_texts().items() if not text.startswith(OF_PROGRAMS)}
    unknown = {
        text: where for text, where in said.items() if not any(refusable.is_covered(one, text) for one in API_MESSAGES)
    }
    assert unknown == {}


def test_a_call_that_is_switched_off_is_told_in_the_readers_language() -> None:
    assert outbound.WORDS not in translate_to_indonesian(outbound.WORDS)
    checkout = f"The payment provider opened no checkout: {outbound.WORDS}"
    assert "switched off" not in translate_to_indonesian(checkout)


def test_each_text_that_is_known_is_one_that_the_service_says() -> None:
    """A text is found by its longest piece, or by the texts that can be composed; other tests here see to the rest."""
    code, texts = refusable.read_sources(), refusable.list_error_texts()
    known = [saying for saying in API_MESSAGES if not saying.startswith(OF_THE_LIBRARY)]
    unsaid = [saying for saying in known if max(SLOT.split(saying), key=len) not in code]
    assert [saying for saying in unsaid if not any(refusable.is_covered(saying, text) for text in texts)] == []


@pytest.mark.parametrize("limit", [limits.WAREHOUSES, limits.ORDERS, limits.AGGREGATOR_SHIPMENTS])
def test_what_a_plan_lacks_is_said_in_the_readers_language(limit: Limit) -> None:
    for plan in plans.PLANS:
        if limit.for_plan(plan.name) == plans.UNLIMITED:
            continue
        said = str(PlanLimitReached(plan.name, limit))
        assert error_messages.is_known(said), said
        assert plan.name in translate_to_indonesian(said) and "plan" not in translate_to_indonesian(said).replace(
            plan.name, ""
        )


@pytest.mark.parametrize("kind", sorted(refusable.list_error_classes(), key=lambda kind: kind.__name__))
def test_each_kind_of_refusal_is_told_in_the_readers_language(kind: type[ApiError]) -> None:
    """In words for its code, and without the service's own where those say no more."""
    error = kind.__new__(kind)
    Exception.__init__(error, kind.message)
    error.field = None
    assert kind.code in error_messages.MESSAGES
    english, told = (
        error_messages.translate_error(error, i18n.translations_for(language).gettext) for language in ("en", "id")
    )
    assert told.title not in ("", english.title)
    assert kind.message not in (told.title, told.detail)
    assert not english.detail or error_messages.is_known(kind.message)
    assert bool(told.detail) == bool(english.detail)


def test_a_refusal_is_not_said_twice() -> None:
    say = i18n.translations_for("en").gettext
    assert error_messages.translate_error(AlreadyConfirmed(), say).detail == ""
    assert error_messages.translate_error(IntegrationError(), say).detail == ""
    assert error_messages.translate_error(IntegrationError("The courier says: Koordinat kurang."), say).detail == (
        "The courier says: Koordinat kurang."
    )
    assert error_messages.translate_error(NotConfigured(NO_ORIGIN), say).detail == NO_ORIGIN


def test_what_another_system_said_within_a_text_is_translated_where_it_is_known() -> None:
    began = "The payment provider opened no checkout: "
    assert translate_to_indonesian(f"{began}The payment provider cannot be reached.") == (
        "Penyedia pembayaran tidak membuka halaman pembayaran: Penyedia pembayaran tidak bisa dihubungi."
    )
    assert translate_to_indonesian(f"{began}The payment provider says: 100% no.").endswith(
        "Kata penyedia pembayaran: 100% no."
    )


def test_a_status_within_a_text_is_called_as_everywhere() -> None:
    assert translate_to_indonesian("A shipment that is in_transit cannot be rebooked.") == (
        "Pengiriman dengan status “Dalam perjalanan” tidak bisa dipesan ulang."
    )


def test_what_is_not_known_stays_as_it_was_said() -> None:
    for said in ("", "An unknown text.", "1 2 3 4", "50% of %(first)s", "9" * 5_000):
        assert translate_to_indonesian(said) == said


def submit_refused(merchant: Client, path: str, **fields: Any) -> str:
    """A page in Indonesian after it refused the form."""
    headers = [*session_headers(merchant.service, merchant.account_id), ("Cookie", "console-language=id")]
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    answer = submit_form(merchant.service, f"/console/{merchant.account_id}{path}", headers, {"key": "form_1", **named})
    assert b'class="message bad"' in answer.raw
    page = unescape(answer.raw.decode())
    assert '<html lang="id"' in page
    return page


def test_forms_are_refused_in_the_readers_language(merchant: Client) -> None:
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    other = new_warehouse(merchant, name="Other")["id"]
    stock(merchant, variant, warehouse, 5)
    level = f"/stock/{variant}/{warehouse}"
    assert "Ada 5 di rak, sedangkan yang akan diambil 7." in submit_refused(
        merchant, f"{level}/adjust", delta="-7", reason="manual_adjust"
    )
    assert "Stok kurang: diminta 9, tersedia 5 di gudang ini." in submit_refused(
        merchant, f"{level}/transfer", to=other, pieces="9"
    )
    assert "Terlalu panjang: paling banyak 120 karakter." in submit_refused(
        merchant, "/settings/warehouses/new", name="x" * 121
    )
    assert "Zona waktu IANA ini tidak ada." in submit_refused(
        merchant, "/settings/workspace", name="Toko", time_zone="Atlantis", label_size="a4", language=""
    )
    draft = new_shipment(merchant)["id"]
    assert "Saldo ongkir kurang: diperlukan " in submit_refused(merchant, f"/shipments/{draft}/book")
    shipment_id = booked(merchant)["id"]
    assert cancel(merchant, shipment_id).status == 200
    assert "Pengiriman yang sudah dibatalkan tidak bisa dibatalkan lagi." in submit_refused(
        merchant, f"/shipments/{shipment_id}/cancel"
    )


def test_a_page_that_is_refused_says_nothing_in_another_language(merchant: Client) -> None:
    own = [*session_headers(merchant.service, merchant.account_id), ("Cookie", "console-language=id")]
    at = f"/console/{merchant.account_id}"
    filtered = merchant.service.send("GET", f"{at}/shipments?from=2026-11-23&to=2026-11-20", own)
    assert filtered.status == 400
    assert b"Hari terakhir tidak boleh sebelum hari pertama." in filtered.raw and b"must not" not in filtered.raw
    product = new_product(merchant)
    path, variant = f"{at}/products/{product['id']}/variants/new", {"name": "Besar", "sku": "S-1"}
    assert submit_form(merchant.service, path, own, {"key": "form_1", **variant}).status == 303
    taken = submit_form(merchant.service, path, own, {"key": "form_2", **variant})
    assert taken.status == 409
    assert b"Another variant" not in taken.raw
    # Above the form, as the way to the field, and beside the field.
    assert taken.raw.count(b"Varian lain produk ini sudah memakai SKU ini.") == 2
    assert b'<p class="strong"><a href="#sku">Varian lain produk ini sudah memakai SKU ini.</a></p>' in taken.raw
    reused = submit_form(merchant.service, path, own, {"key": "form_1", "name": "Kecil"})
    assert reused.status == 422 and b"Idempotency-Key" not in reused.raw
    foreign = merchant.service.send("POST", f"{at}/workstation", [*own, ("Sec-Fetch-Site", "cross-site")], b"")
    assert foreign.status == 403 and b"Ini tidak dikirim dari halaman konsol" in foreign.raw
