"""The page in Indonesian."""

from fulfilment.tracking_page.wording import Texts, Wording, Words

INDONESIAN = Wording(
    language="id",
    statuses={
        "pending": Words("Sedang disiapkan", "Pengirim sedang menyiapkan paket Anda.", "waiting"),
        "confirmed": Words(
            "Kurir sudah dipesan", "Kurir sudah menerima pesanan dan akan menjemput paket Anda.", "moving"
        ),
        "allocated": Words("Pengemudi ditugaskan", "Seseorang ditugaskan untuk menjemput paket Anda.", "moving"),
        "picking_up": Words("Sedang dijemput", "Kurir sedang menuju pengirim untuk menjemput paket Anda.", "moving"),
        "picked_up": Words("Sudah dijemput", "Paket Anda sudah di tangan kurir.", "moving"),
        "in_transit": Words("Dalam perjalanan", "Paket Anda sedang menuju ke tempat Anda.", "moving"),
        "dropping_off": Words("Sedang diantar", "Paket Anda sedang diantar ke alamat Anda.", "moving"),
        "delivered": Words("Sudah sampai", "Paket Anda sudah sampai.", "done"),
        "returned": Words("Dikembalikan ke pengirim", "Paket tidak dapat diterima dan dikembalikan.", "over"),
        "cancelled": Words("Dibatalkan", "Pengiriman ini tidak akan dilakukan.", "over"),
    },
    besides={
        "on_hold": Words("Tertahan", "Paket Anda untuk sementara ditahan oleh kurir.", "trouble"),
        "return_in_transit": Words("Sedang dikembalikan ke pengirim", "Paket tidak dapat diantarkan.", "trouble"),
        "disposed": Words("Dimusnahkan", "Paket tidak dapat diantarkan maupun dikembalikan oleh kurir.", "over"),
        "rejected": Words("Ditolak oleh kurir", "Kurir tidak menerima paket ini.", "over"),
        "courier_not_found": Words("Tidak ada pengemudi", "Tidak ada yang dapat menjemput paket ini.", "over"),
    },
    replaced=Words("Dikirim dengan cara lain", "Pengiriman ini telah diganti dengan yang baru.", "moving"),
    stages=("Disiapkan", "Dipesan", "Dikirim", "Sampai"),
    texts=Texts(
        latest_news="Kabar terbaru:",
        follow_new="Lacak pengiriman yang baru",
        progress="Perkembangan",
        your_driver="Pengemudi Anda",
        call="Hubungi",
        parcel="Paket",
        order="Pesanan",
        waybill="Nomor resi",
        origin="Dari",
        recipient="Kepada",
        expected="Perkiraan tiba",
        history="Riwayat",
        footer="Halaman ini menampilkan laporan dari kurir.",
        look_again="Muat ulang",
        unknown_title="Tidak ada paket di sini",
        unknown_detail="Tautan ini tidak mengarah ke paket mana pun. Mungkin sebagian tautan hilang saat disalin: buka "
        "lagi dari pesan yang Anda terima, atau tanyakan kepada pengirim.",
    ),
    months=(
        "Januari",
        "Februari",
        "Maret",
        "April",
        "Mei",
        "Juni",
        "Juli",
        "Agustus",
        "September",
        "Oktober",
        "November",
        "Desember",
    ),
    clock="%H.%M",
)
