"""Every flag of the label route, seen in the text of the printed page."""

import msgspec
import pytest

from fulfilment.documents import LabelOptions
from tests.documents.printing import LABEL, SIZES, addressed, extract

HIDDEN_BY = {
    "show_sender_phone": "+62215550101",
    "show_shipping_cost": "Rp18.000",
    "show_insurance": "Rp2.500",
    "show_items": "Kaos Katun",
    "show_item_descriptions": "sablon depan",
    "show_item_skus": "KAOS-HTM-L",
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("flag", HIDDEN_BY)
def test_a_flag_set_to_false_hides_its_own_field_and_no_other(size, flag):
    visible = extract(LABEL, LabelOptions(size=size))
    hidden = extract(LABEL, LabelOptions(size=size, **{flag: False}))
    gone = {text for text in HIDDEN_BY.values() if text in visible and text not in hidden}
    of_items = {HIDDEN_BY["show_item_descriptions"], HIDDEN_BY["show_item_skus"]}
    assert all(text in visible for text in HIDDEN_BY.values())
    assert gone == {HIDDEN_BY[flag]} | (of_items if flag == "show_items" else set())


@pytest.mark.parametrize("size", SIZES)
def test_the_recipient_is_masked_unless_the_flags_say_otherwise(size):
    masked = extract(LABEL, LabelOptions(size=size))
    assert "S*** N*******a" in masked and "0812****7890" in masked
    assert "Nurhaliza" not in masked and "081234567890" not in masked
    named = extract(LABEL, LabelOptions(size=size, mask_recipient_name=False))
    assert "Siti Nurhaliza" in named and "081234567890" not in named
    called = extract(LABEL, LabelOptions(size=size, mask_recipient_phone=False))
    assert "081234567890" in called and "Nurhaliza" not in called


def test_a_hidden_recipient_phone_is_not_even_shown_masked():
    text = extract(LABEL, LabelOptions(show_recipient_phone=False))
    assert "0812" not in text and "7890" not in text


def test_no_flag_hides_the_sender_the_address_or_the_weight():
    nothing = LabelOptions(
        **{
            field.name: field.name.startswith("mask")
            for field in msgspec.structs.fields(LabelOptions)
            if field.type is bool
        }
    )
    text = extract(LABEL, nothing)
    assert all(part in text for part in ("Gudang Sejahtera", "Jl. Merdeka Raya", "Bandung", "40132", "1.25 kg"))


def test_the_options_read_the_names_of_the_specification():
    names = [
        "size",
        "showSenderPhone",
        "showRecipientPhone",
        "maskRecipientName",
        "maskRecipientPhone",
        "showShippingCost",
        "showInsurance",
        "showItems",
        "showItemDescriptions",
        "showItemSkus",
        "layout",
    ]
    assert [field.encode_name for field in msgspec.structs.fields(LabelOptions)] == names
    query = dict.fromkeys(names[1:-1], "false") | {"size": "a4", "layout": "4up"}
    options = msgspec.convert(query, LabelOptions, strict=False)
    assert not any(getattr(options, field.name) for field in msgspec.structs.fields(LabelOptions)[1:-1])
    assert msgspec.convert({}, LabelOptions) == LabelOptions()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"size": "a5"}, LabelOptions)


def test_the_masked_name_stands_in_no_hidden_part_of_the_file():
    from fulfilment.documents import render

    pdf = render([addressed(name="Zulkarnaenxyz Qadirxyz")], LabelOptions())
    assert b"Zulkarnaenxyz" not in pdf and "Zulkarnaenxyz".encode("utf-16-be").hex().upper().encode() not in pdf
