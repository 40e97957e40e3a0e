"""Texts of packing slips and hand-over lists in Indonesian and English, and number formats of all documents."""

from datetime import datetime

import msgspec

from fulfilment.documents.document_data import Language


class PackingWording(msgspec.Struct, frozen=True):
    """The texts of one language. `str.format` fills texts with braces."""

    slip_title: str
    slips: str
    recipient_heading: str
    reference: str
    courier: str
    date: str
    contents: str
    pieces_one: str
    pieces_many: str
    note: str
    continued: str
    cancelled: str
    page: str
    shortened: str
    manifest_title: str
    parcels_one: str
    parcels_many: str
    waybill: str
    recipient: str
    no_waybill: str
    more_parcels: str
    handed_over_by_shop: str
    received_by_courier: str
    name: str
    signature: str

    def format_pieces(self, count: int) -> str:
        """The number of pieces in words."""
        return (self.pieces_one if count == 1 else self.pieces_many).format(count)

    def format_parcels(self, count: int) -> str:
        """The number of parcels in words."""
        return (self.parcels_one if count == 1 else self.parcels_many).format(count)


WORDINGS: dict[Language, PackingWording] = {
    "id": PackingWording(
        slip_title="DAFTAR ISI PAKET",
        slips="Daftar isi paket",
        recipient_heading="KEPADA",
        reference="NO. PESANAN",
        courier="KURIR",
        date="TANGGAL",
        contents="ISI PAKET",
        pieces_one="Jumlah: {} barang",
        pieces_many="Jumlah: {} barang",
        note="CATATAN",
        continued="lanjutan",
        cancelled="DIBATALKAN",
        page="Halaman {} dari {}",
        shortened="DIPERSINGKAT: isinya lebih banyak daripada yang muat di satu dokumen.",
        manifest_title="Daftar serah terima",
        parcels_one="{} paket",
        parcels_many="{} paket",
        waybill="NO. RESI",
        recipient="PENERIMA",
        no_waybill="Belum ada resi",
        more_parcels="Masih ada paket lain yang menunggu kurir ini.",
        handed_over_by_shop="DISERAHKAN OLEH TOKO",
        received_by_courier="DITERIMA OLEH KURIR",
        name="Nama",
        signature="Tanda tangan",
    ),
    "en": PackingWording(
        slip_title="PACKING SLIP",
        slips="Packing slips",
        recipient_heading="TO",
        reference="ORDER",
        courier="COURIER",
        date="DATE",
        contents="CONTENTS",
        pieces_one="{} piece in all",
        pieces_many="{} pieces in all",
        note="NOTE",
        continued="continued",
        cancelled="CANCELLED",
        page="Page {} of {}",
        shortened="SHORTENED: there is more to say than one document holds.",
        manifest_title="Hand-over list",
        parcels_one="{} parcel",
        parcels_many="{} parcels",
        waybill="WAYBILL",
        recipient="RECIPIENT",
        no_waybill="No waybill yet",
        more_parcels="More parcels wait for this courier.",
        handed_over_by_shop="HANDED OVER BY THE SHOP",
        received_by_courier="TAKEN BY THE COURIER",
        name="Name",
        signature="Signature",
    ),
}


# Currencies without a minor unit; for IDR the service counts whole rupiah (decisions, credit).
_WHOLE_CURRENCIES = frozenset(
    (
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "IDR",
        "ISK",
        "JPY",
        "KMF",
        "KRW",
        "PYG",
        "RWF",
        "UGX",
        "UYI",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
    )
)
_SYMBOLS = {"IDR": "Rp", "USD": "$"}
# Currencies of countries that separate thousands with a point, where a comma is the decimal mark.
_POINTS_BETWEEN_THOUSANDS = frozenset(("IDR", "VND"))
_GRAMS_PER_KILOGRAM = 1000


def format_money(amount: int, currency: str) -> str:
    """Format an amount in minor units: `Rp18.000`, `$12.50`, `EUR 3.00`."""
    text = f"{amount:,}" if currency in _WHOLE_CURRENCIES else f"{amount // 100:,}.{amount % 100:02}"
    if currency in _POINTS_BETWEEN_THOUSANDS:
        text = text.replace(",", ".")
    return _SYMBOLS.get(currency, f"{currency} ") + text


def format_weight(grams: int) -> str:
    """Format a weight: `750 g`, `1.25 kg`."""
    if grams < _GRAMS_PER_KILOGRAM:
        return f"{grams} g"
    whole, rest = divmod(grams, _GRAMS_PER_KILOGRAM)
    return f"{whole:,}.{rest:03}".rstrip("0").rstrip(".") + " kg"


def format_day(moment: datetime) -> str:
    """The date in the moment's own time zone, so that a label is the same wherever it is printed."""
    return moment.strftime("%Y-%m-%d")
