"""What packing slips and hand-over lists say by themselves, in Indonesian and English."""

import msgspec

from fulfilment.labels.paper_records import Language


class Words(msgspec.Struct, frozen=True):
    """The wording of one language. Texts with braces are filled in by `str.format`."""

    slip_title: str
    slips: str
    to: str
    reference: str
    courier: str
    date: str
    contents: str
    pieces_one: str
    pieces_many: str
    note: str
    continued: str
    page: str
    shortened: str
    hand_over_title: str
    parcels_one: str
    parcels_many: str
    waybill: str
    recipient: str
    no_waybill: str
    more: str
    shop_side: str
    courier_side: str
    name: str
    signature: str

    def pieces(self, count: int) -> str:
        """How many pieces there are."""
        return (self.pieces_one if count == 1 else self.pieces_many).format(count)

    def parcels(self, count: int) -> str:
        """How many parcels there are."""
        return (self.parcels_one if count == 1 else self.parcels_many).format(count)


WORDS: dict[Language, Words] = {
    "id": Words(
        slip_title="DAFTAR ISI PAKET",
        slips="Daftar isi paket",
        to="KEPADA",
        reference="NO. PESANAN",
        courier="KURIR",
        date="TANGGAL",
        contents="ISI PAKET",
        pieces_one="Jumlah: {} barang",
        pieces_many="Jumlah: {} barang",
        note="CATATAN",
        continued="lanjutan",
        page="Halaman {} dari {}",
        shortened="DIPERSINGKAT: isinya lebih banyak daripada yang muat di satu dokumen.",
        hand_over_title="Daftar serah terima",
        parcels_one="{} paket",
        parcels_many="{} paket",
        waybill="NO. RESI",
        recipient="PENERIMA",
        no_waybill="Belum ada resi",
        more="Masih ada paket lain yang menunggu kurir ini.",
        shop_side="DISERAHKAN OLEH TOKO",
        courier_side="DITERIMA OLEH KURIR",
        name="Nama",
        signature="Tanda tangan",
    ),
    "en": Words(
        slip_title="PACKING SLIP",
        slips="Packing slips",
        to="TO",
        reference="ORDER",
        courier="COURIER",
        date="DATE",
        contents="CONTENTS",
        pieces_one="{} piece in all",
        pieces_many="{} pieces in all",
        note="NOTE",
        continued="continued",
        page="Page {} of {}",
        shortened="SHORTENED: there is more to say than one document holds.",
        hand_over_title="Hand-over list",
        parcels_one="{} parcel",
        parcels_many="{} parcels",
        waybill="WAYBILL",
        recipient="RECIPIENT",
        no_waybill="No waybill yet",
        more="More parcels wait for this courier.",
        shop_side="HANDED OVER BY THE SHOP",
        courier_side="TAKEN BY THE COURIER",
        name="Name",
        signature="Signature",
    ),
}
