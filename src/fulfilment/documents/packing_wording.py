"""What packing slips and hand-over lists say by themselves, in Indonesian and English."""

import msgspec

from fulfilment.documents.packing_data import Language


class PackingWording(msgspec.Struct, frozen=True):
    """The wording of one language. Texts with braces are filled in by `str.format`."""

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
        """How many pieces there are."""
        return (self.pieces_one if count == 1 else self.pieces_many).format(count)

    def format_parcels(self, count: int) -> str:
        """How many parcels there are."""
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
