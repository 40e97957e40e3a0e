"""Data of the recipient in couriers' texts is not shown on the page."""

import pytest

from fulfilment.tracking_page.redaction import redact

RECIPIENT = {"name": "Siti Rahma binti Ali", "phone": "0811-2345-678", "address": "Jl. Dago 2, RT 3, Bandung"}


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("Diterima oleh SITI RAHMA", "Diterima oleh S*** R***A"),
        ("[Siti Rahma binti Ali]", "[S*** R***a b***i A**]"),
        ("Penerima: siti.", "Penerima: s***."),
        ("Situs Sitiawan", "Situs Sitiawan"),
        ("Hubungi +62 811 2345 678", "Hubungi …"),
        ("Hubungi 08112345678", "Hubungi …"),
        ("Kurir 0899 7777 111, resi JNE95242915702", "Kurir 0899 7777 111, resi JNE95242915702"),
        ("Titip di jl. dago 2", "Titip di …"),
        ("Titip di Jl. Dago 2, RT 3, Bandung", "Titip di …"),
        ("Tiba di Bandung", "Tiba di Bandung"),
        ("", ""),
    ],
)
def test_name_number_and_street_are_hidden_and_the_rest_stays(note: str, shown: str) -> None:
    assert redact(note, **RECIPIENT) == shown


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("Diterima oleh Nur'aini", "Diterima oleh N******i"),
        ("Diterima oleh NURAINI, JOSE\u0301", "Diterima oleh N*****I, J***"),
        ("oleh nur aini", "oleh n** a***"),
        ("oleh al farisi", "oleh al f****i"),
        ("Bpk.Alfarisi", "Bpk.A******i"),
        ("Titip Ｊｏｓｅ", "Titip Ｊ***"),
        ("Hubungi 0812/9876/5432", "Hubungi …"),
        ("Hubungi ０８１２９８７６５４３２", "Hubungi …"),
        ("Hubungi 0812–9876–5432 jam 12:30", "Hubungi … jam 12:30"),
        ("26-11 10:30 081298765432", "26-11 10:30 …"),
        ("telp (+62) 812_9876.5432!", "telp …!"),
        ("0812\u200b98765432", "…"),
        ("٠٨١٢٩٨٧٦٥٤٣٢", "…"),
        ("Resi 1081298765432199", "Resi 1081298765432199"),
        ("Titip JL．\u00a0DAGO 2", "Titip …"),
    ],
)
def test_another_spelling_of_name_number_and_street_hides_nothing_less(note: str, shown: str) -> None:
    recipient = {"name": "Nur’aini José Al‑Farisi", "phone": "+62 812-9876-5432", "address": "Jl. Dago 2, Bandung"}
    assert redact(note, **recipient) == shown


def test_a_name_in_a_script_without_spaces_is_found_within_a_sentence() -> None:
    assert redact("收件人王小明已签收", name="王小明", phone="1", address="1") == "收件人王**已签收"


@pytest.mark.parametrize("odd", ["", " ", ".*", "(", "[", "\\", "a", "\u202e", "👩‍👩‍👧"])
def test_odd_names_numbers_and_streets_break_nothing(odd: str) -> None:
    note = "Tiba di hub 0811 2345 678"
    assert redact(note, name=odd, phone=odd, address=odd) == note
