"""What the API says of a refusal or of a field is shown in plain words, and in the reader's language."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fulfilment
from fulfilment import translations
from fulfilment.catalog.records import NewProduct
from fulfilment.console.wording import details
from fulfilment.console.wording.details import WORDS
from fulfilment.http import body
from fulfilment.http.errors import Validation
from fulfilment.stock.records import NewWarehouse, StockAdjustment
from tests.console.people import signed_in, submitted
from tests.harness.goods import default_variant, new_product, new_warehouse, stock
from tests.harness.parcels import booked, cancel, new_shipment
from tests.http.service import Client

_SOURCES = Path(fulfilment.__file__).parent
# Where a text goes on in the next line.
_JOINT = re.compile(r'"\s+f?"')
_OF_STATE = re.compile("A (cancelled|delivered|returned) shipment")

# What the library that reads bodies says.
OF_BODIES = (
    (NewWarehouse, {}, "This field is required."),
    (NewWarehouse, {"name": ""}, "Expected 'string' of length >= 1."),
    (NewWarehouse, {"name": "x" * 500}, "Expected 'string' of length <= 120."),
    (NewWarehouse, {"name": "x", "lat": 99}, "Expected 'number' <= 90.0."),
    (NewWarehouse, {"name": "x", "lat": -99}, "Expected 'number' >= -90.0."),
    (NewWarehouse, {"name": "\0"}, "NUL characters and lone surrogates are not allowed."),
    (NewProduct, {"name": "x", "weight": -1}, "Expected 'integer' >= 0."),
    (NewProduct, {"name": "x", "weight": 2**60}, "Expected 'integer' <= 9007199254740991."),
    (StockAdjustment, {"variantId": "a"}, "This does not have the form that it must have."),
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


def test_each_text_that_is_known_is_one_that_the_service_says() -> None:
    """As far as its first number; of the library and of states the tests above and of batches see to it."""
    own = "".join(path.read_text() for path in _SOURCES.rglob("*.py") if "console" not in path.parts)
    code = _JOINT.sub("", own)
    begins = {text.partition("%(")[0] for text in WORDS if not text.startswith("Expected")}
    assert [begin for begin in sorted(begins) if begin not in code and not _OF_STATE.match(begin)] == []


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
