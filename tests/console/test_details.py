"""What the API says of a refusal or of a field is shown in plain words, and in the reader's language."""

import re
from html import unescape
from typing import Any

import msgspec
import pytest

from fulfilment import plans, translations
from fulfilment.catalog.records import NewProduct, ProductQuery
from fulfilment.console.wording import details, refusals
from fulfilment.console.wording.sayings import SAYINGS
from fulfilment.http import body
from fulfilment.http.errors import ApiError, IntegrationError, NotConfigured, Validation
from fulfilment.shipments.paper_records import PrintMarking
from fulfilment.shipments.query_records import ShipmentQuery
from fulfilment.shipments.refusals import AlreadyConfirmed
from fulfilment.stock.records import NewWarehouse, StockAdjustment
from fulfilment.usage import limits
from fulfilment.usage.limits import Limit
from fulfilment.usage.places import PlanLimit
from tests.console import refused as refusable
from tests.console.people import signed_in, submitted
from tests.harness.goods import default_variant, new_product, new_warehouse, stock
from tests.harness.parcels import booked, cancel, new_shipment
from tests.http.service import Client

# What the library that reads bodies says, and what no person at a screen is told.
OF_THE_LIBRARY = ("Expected", "Invalid", "This field is required.", "The plan ", "%(first)s of %(second)s ")
NO_ORIGIN = "Set the shipping origin first."
SLOT = re.compile(r"%\(\w+\)s")
OF_PROGRAMS = (
    # What a courier or a payment provider reports by itself, and the credentials of programs.
    *("The report is ", "It was not signed ", "The body is no event ", "The token"),
    *("The Authorization header", "The nonce must", "The \0 header is ", "A parameter of the Authorization"),
    *("This service does not take \0: sign with", "This needs a key with", "A partner "),
    # Bodies are written by the console itself, and each form asks for one thing.
    *("The body is nested", "The body is not valid JSON.", "This route needs a JSON body."),
    *("A request has Content-Length",),
    *("Only a batch that cancels", "A batch that cancels has nothing", "Give either shipmentIds", "Name either "),
    *("DELETE archives;", "The type of a product", "A kind goes with CSV", "Say either q,", "Say one of q,"),
    *("Name 1 to \0 variants", "\0 finds levels as they are now"),
    # What platform keys do to the credit, and what no screen looks for.
    *("A balance holds at most \0, with", "Only a platform key may", "amount must not be 0."),
    *("That is more than the \0", "A refund ", "The courier knows no such waybill."),
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


def indonesian(said: str) -> str:
    return details.tell(said, translations.of("id").gettext)


@pytest.mark.parametrize(("shape", "given", "said"), OF_BODIES, ids=lambda part: part if isinstance(part, str) else "")
def test_what_a_body_lacks_is_said_in_plain_words(shape: type, given: dict[str, Any], said: str) -> None:
    with pytest.raises(Validation) as refusal:
        body.decode(msgspec.json.encode(given), msgspec.json.Decoder(shape))
    assert str(refusal.value) == said
    english = details.tell(said, translations.of("en").gettext)
    assert "Expected" not in english and "%" not in english
    assert indonesian(said) not in (said, english) and "%" not in indonesian(said)


@pytest.mark.parametrize(("shape", "given", "said"), OF_ADDRESSES)
def test_what_an_address_has_wrong_is_said_in_plain_words(shape: type, given: dict[str, str], said: str) -> None:
    with pytest.raises(Validation) as refusal:
        body.convert(given, shape)
    assert str(refusal.value).startswith(said)
    assert details.is_known(str(refusal.value))
    assert "Expected" not in indonesian(str(refusal.value)) and "Invalid" not in indonesian(str(refusal.value))


def test_everything_that_people_are_told_is_known() -> None:
    """By the texts in the code: a new one is given its words, or its reason why nobody at a screen is told it."""
    said = {text: where for text, where in refusable.texts().items() if not text.startswith(OF_PROGRAMS)}
    unknown = {text: where for text, where in said.items() if not any(refusable.covers(one, text) for one in SAYINGS)}
    assert unknown == {}


def test_each_text_that_is_known_is_one_that_the_service_says() -> None:
    """By the longest piece of it, or by what may be put together; others the tests beside this one see to."""
    code, texts = refusable.sources(), refusable.texts()
    known = [saying for saying in SAYINGS if not saying.startswith(OF_THE_LIBRARY)]
    unsaid = [saying for saying in known if max(SLOT.split(saying), key=len) not in code]
    assert [saying for saying in unsaid if not any(refusable.covers(saying, text) for text in texts)] == []


@pytest.mark.parametrize("limit", [limits.WAREHOUSES, limits.ORDERS, limits.AGGREGATOR_SHIPMENTS])
def test_what_a_plan_lacks_is_said_in_the_readers_language(limit: Limit) -> None:
    for plan in plans.PLANS:
        if limit.of(plan.name) == plans.UNLIMITED:
            continue
        said = str(PlanLimit(plan.name, limit))
        assert details.is_known(said), said
        assert plan.name in indonesian(said) and "plan" not in indonesian(said).replace(plan.name, "")


@pytest.mark.parametrize("kind", sorted(refusable.kinds(), key=lambda kind: kind.__name__))
def test_each_kind_of_refusal_is_told_in_the_readers_language(kind: type[ApiError]) -> None:
    """In words for its code, and without the service's own where those say no more."""
    refusal = kind.__new__(kind)
    Exception.__init__(refusal, kind.message)
    refusal.field = None
    assert kind.code in refusals.WORDS
    english, told = (refusals.tell(refusal, translations.of(language).gettext) for language in ("en", "id"))
    assert told.words not in ("", english.words)
    assert kind.message not in (told.words, told.detail)
    assert not english.detail or details.is_known(kind.message)
    assert bool(told.detail) == bool(english.detail)


def test_a_refusal_is_not_said_twice() -> None:
    say = translations.of("en").gettext
    assert refusals.tell(AlreadyConfirmed(), say).detail == ""
    assert refusals.tell(IntegrationError(), say).detail == ""
    assert refusals.tell(IntegrationError("The courier says: Koordinat kurang."), say).detail == (
        "The courier says: Koordinat kurang."
    )
    assert refusals.tell(NotConfigured(NO_ORIGIN), say).detail == NO_ORIGIN


def test_what_another_system_said_within_a_text_is_translated_where_it_is_known() -> None:
    began = "The payment provider opened no checkout: "
    assert indonesian(f"{began}The payment provider cannot be reached.") == (
        "Penyedia pembayaran tidak membuka halaman pembayaran: Penyedia pembayaran tidak bisa dihubungi."
    )
    assert indonesian(f"{began}The payment provider says: 100% no.").endswith("Kata penyedia pembayaran: 100% no.")


def test_a_status_within_a_text_is_called_as_everywhere() -> None:
    assert indonesian("A shipment that is in_transit cannot be rebooked.") == (
        "Pengiriman dengan status “Dalam perjalanan” tidak bisa dipesan ulang."
    )


def test_what_is_not_known_stays_as_it_was_said() -> None:
    for said in ("", "Nobody said this.", "1 2 3 4", "50% of %(first)s", "9" * 5_000):
        assert indonesian(said) == said


def refused(merchant: Client, path: str, **fields: Any) -> str:
    """What a page in Indonesian shows of a form that is refused."""
    own = [*signed_in(merchant.service, merchant.account_id), ("Cookie", "console-language=id")]
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    answer = submitted(merchant.service, f"/console/{merchant.account_id}{path}", own, {"key": "form_1", **named})
    assert answer.status >= 400, answer.raw
    page = unescape(answer.raw.decode())
    assert '<html lang="id"' in page
    return page


def test_forms_are_refused_in_the_readers_language(merchant: Client) -> None:
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    other = new_warehouse(merchant, name="Other")["id"]
    stock(merchant, variant, warehouse, 5)
    level = f"/stock/{variant}/{warehouse}"
    assert "Ada 5 di rak, sedangkan yang akan diambil 7." in refused(
        merchant, f"{level}/adjust", delta="-7", reason="manual_adjust"
    )
    assert "Stok kurang: diminta 9, tersedia 5 di gudang ini." in refused(
        merchant, f"{level}/transfer", to=other, pieces="9"
    )
    assert "Terlalu panjang: paling banyak 120 karakter." in refused(
        merchant, "/settings/warehouses/new", name="x" * 121
    )
    assert "Zona waktu IANA ini tidak ada." in refused(
        merchant, "/settings/workspace", name="Toko", time_zone="Atlantis", label_size="a4", language=""
    )
    draft = new_shipment(merchant)["id"]
    assert "Saldo ongkir kurang: diperlukan " in refused(merchant, f"/shipments/{draft}/book")
    sent = booked(merchant)["id"]
    assert cancel(merchant, sent).status == 200
    assert "Pengiriman yang sudah dibatalkan tidak bisa dibatalkan lagi." in refused(
        merchant, f"/shipments/{sent}/cancel"
    )


def test_a_page_that_is_refused_says_nothing_in_another_language(merchant: Client) -> None:
    own = [*signed_in(merchant.service, merchant.account_id), ("Cookie", "console-language=id")]
    at = f"/console/{merchant.account_id}"
    filtered = merchant.service.send("GET", f"{at}/shipments?from=2026-11-23&to=2026-11-20", own)
    assert filtered.status == 400
    assert b"Hari terakhir tidak boleh sebelum hari pertama." in filtered.raw and b"must not" not in filtered.raw
    product = new_product(merchant)
    path, variant = f"{at}/products/{product['id']}/variants/new", {"name": "Besar", "sku": "S-1"}
    assert submitted(merchant.service, path, own, {"key": "form_1", **variant}).status == 303
    taken = submitted(merchant.service, path, own, {"key": "form_2", **variant})
    assert taken.status == 409
    assert b"Another variant" not in taken.raw
    # Above the form, as the way to the field, and beside the field.
    assert taken.raw.count(b"Varian lain produk ini sudah memakai SKU ini.") == 2
    assert b'<p class="strong"><a href="#sku">Varian lain produk ini sudah memakai SKU ini.</a></p>' in taken.raw
    reused = submitted(merchant.service, path, own, {"key": "form_1", "name": "Kecil"})
    assert reused.status == 422 and b"Idempotency-Key" not in reused.raw
    foreign = merchant.service.send("POST", f"{at}/workstation", [*own, ("Sec-Fetch-Site", "cross-site")], b"")
    assert foreign.status == 403 and b"Ini tidak dikirim dari halaman konsol" in foreign.raw
