"""Masked names and numbers keep their shape and hide the secret."""

import pytest

from fulfilment.documents import document_data


@pytest.mark.parametrize(
    ("name", "masked"),
    [
        ("Siti Nurhaliza", "S*** N*******a"),
        ("Ani", "A**"),
        ("Budi", "B***"),
        ("Joko  Widodo", "J*** W****o"),
        ("X", "*"),
        ("王小明", "王**"),
        ("สมชาย ใจดี", "ส***ย ใ**"),
        ("👨‍👩‍👧👍🏽🇮🇩", "👨‍👩‍👧**"),
        ("", ""),
    ],
)
def test_a_name_keeps_the_first_character_of_each_word(name, masked):
    assert document_data.mask_name(name) == masked


@pytest.mark.parametrize(
    ("phone", "masked"),
    [
        ("081234567890", "0812****7890"),
        ("+62 812-3456-7890", "+62 81*-****-7890"),
        ("0211234567", "021****567"),
        ("911", "9*1"),
        ("5", "*"),
        ("", ""),
    ],
)
def test_a_phone_number_hides_its_middle_and_keeps_its_signs(phone, masked):
    assert document_data.mask_phone(phone) == masked


def test_at_least_a_third_of_a_number_is_hidden():
    for length in range(1, 20):
        assert document_data.mask_phone("9" * length).count("*") >= length / 3
