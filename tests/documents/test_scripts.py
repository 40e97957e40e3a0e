"""Any script in names and addresses: every character drawn, by a glyph of its own, inside the paper."""

import re
import unicodedata

import pytest
from fontTools.ttLib import TTFont

from fulfilment.documents import LabelItem, LabelOptions, Party, render
from fulfilment.infra.pdf.text import bidi, shaping, typefaces, wrapping
from tests.documents import printing
from tests.documents.printing import SIZES, addressed, changed, extract, rasterise, unmasked

SAMPLES = {
    "Indonesian": "Jl. Jenderal Sudirman Kav. 52–53, RT 05/RW 03, “Gedung” é",
    "Vietnamese": "Số 12, ngõ 34 Đường Nguyễn Trãi, Thượng Đình, Hà Nội",
    "Greek": "Λεωφόρος Βασιλίσσης Σοφίας 2, Αθήνα",
    "Cyrillic": "ул. Тверская, д. 7, подъезд № 3, Київ, ґанок",
    "Arabic": "شارع الملك فهد، حي العليا، مبنى ١٢، الرياض",
    "Persian": "تهران، خیابان ولیعصر، پلاک ۱۲۳، گچ‌پژ",
    "Urdu": "لاہور، گلبرگ، مکان نمبر ۵، ٹھنڈی سڑک",
    "Hebrew": "רחוב דיזנגוף 50, תל אביב־יפו",
    "Thai": "ถนนสุขุมวิท แขวงคลองเตยเหนือ เขตวัฒนา กรุงเทพฯ",
    "Lao": "ບ້ານ ສີສະຫວ່າງ ເມືອງ ຈັນທະບູລີ",
    "Khmer": "ផ្លូវ ព្រះមុនីវង្ស រាជធានីភ្នំពេញ",
    "Burmese": "မဟာဗန္ဓုလလမ်း ရန်ကုန်မြို့",
    "Hindi": "सड़क क्रमांक ५, नई दिल्ली, श्रीमती",
    "Bengali": "ঢাকা, বাংলাদেশ, রাস্তা নম্বর ৫",
    "Tamil": "சென்னை, தமிழ்நாடு, தெரு எண் 5",
    "Telugu": "హైదరాబాద్, వీధి నంబర్ 5",
    "Kannada": "ಬೆಂಗಳೂರು, ರಸ್ತೆ ಸಂಖ್ಯೆ 5",
    "Malayalam": "തിരുവനന്തപുരം, തെരുവ് 5",
    "Sinhala": "කොළඹ, ශ්‍රී ලංකාව",
    "Tibetan": "ལྷ་ས་གྲོང་ཁྱེར།",
    "Georgian": "რუსთაველის გამზირი 5, თბილისი",
    "Armenian": "Երևան, Մաշտոցի պողոտա 5",
    "Amharic": "አዲስ አበባ፣ ቦሌ መንገድ",
    "Javanese": "ꦗꦭꦤ꧀ꦩꦭꦶꦪꦧꦫ ꦔꦪꦺꦴꦒꦾꦏꦂꦠ",
    "Balinese": "ᬚᬮᬦ᭄ ᬭᬬ ᬉᬩᬸᬤ᭄",
    "Sundanese": "ᮏᮜᮔ᮪ ᮘᮔ᮪ᮓᮥᮀ",
    "Batak": "ᯐᯞᯉ᯲ ᯔᯩᯑᯉ᯲",
    "Buginese": "ᨍᨒ ᨆᨀᨔᨑ",
    "Simplified Chinese": "北京市朝阳区建国路88号现代城5号楼1201室",
    "Traditional Chinese": "臺北市信義區松仁路１００號，龘靐齉",
    "Japanese": "東京都渋谷区神南１丁目２３−１０　マンション𠮷野３０２号室、ヴｱｲｳ",
    "Korean": "서울특별시 강남구 테헤란로 152, 똠방각하",
    "Cantonese": "𨋢 𠝹 嘅 喺",
    "Emoji": "😀 👍🏽 👨‍👩‍👧 🇮🇩 🏠 ☎ ★ ✓",
    "Fancy letters": "𝓐𝓷𝓷𝓪 Ⓑⓞⓝ ｆｕｌｌ",
}
EVERYTHING = "\n".join(SAMPLES.values())


def _ink(text: str) -> set[str]:
    """The characters of a text that leave something on paper, as far as reading back can tell them apart."""
    return {char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char)[0] not in "ZCM"}


@pytest.mark.parametrize("is_bold", [False, True])
@pytest.mark.parametrize("script", SAMPLES)
def test_every_character_has_a_glyph_of_its_own(script, is_bold):
    shaped = shaping.shape(SAMPLES[script], is_bold)
    runs = [shaping.draw(shaped.text, piece, piece.start, piece.end) for piece in shaped.pieces]
    assert all(glyph.number != 0 for run in runs for glyph in run.glyphs)
    assert "[U+" not in shaped.text
    assert _ink(shaped.text) == _ink(SAMPLES[script])


def test_the_coverage_that_is_believed_is_the_one_in_the_font_files():
    for text in SAMPLES.values():
        for piece in (shaped := shaping.shape(text)).pieces:
            cmap = TTFont(piece.face.path, lazy=True).getBestCmap()
            part = unicodedata.normalize("NFC", shaped.text[piece.start : piece.end])
            missing = {c for c in part if ord(c) not in cmap and unicodedata.category(c) not in ("Cf", "Mn")}
            assert not missing, (piece.face.name, missing)


@pytest.mark.parametrize("script", SAMPLES)
def test_the_printed_page_holds_every_character_of_the_address(script):
    text = extract(addressed(name=SAMPLES[script], address=SAMPLES[script]), unmasked())
    assert _ink(SAMPLES[script]) <= _ink(text)


@pytest.mark.parametrize("size", SIZES)
def test_all_scripts_at_once_stay_inside_the_paper(size):
    party = Party(EVERYTHING, "+62 1", EVERYTHING, EVERYTHING, "1", EVERYTHING)
    label = changed(sender=party, recipient=party, items=(LabelItem(EVERYTHING, 1, 1, "S", EVERYTHING),))
    pages = rasterise(render([label], unmasked(size=size)))
    assert all(printing.margins_are_white(page, 2) for page in pages)
    assert _ink(EVERYTHING) <= _ink(extract(label, unmasked(size=size)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("word", ["Donaudampfschifffahrt", "王小明", "محمد", "ก็", "ꦗꦭ", "👨‍👩‍👧", "W", "﷽"])
def test_an_unbroken_word_of_any_script_is_wrapped_and_never_cut(size, word):
    label = addressed(name=word * 40, address=word * 60, city=word * 30)
    document = render([label], unmasked(size=size))
    assert all(printing.margins_are_white(page, 2) for page in rasterise(document))
    expected = sum(_count(word * times, word[0]) for times in (40, 60, 30))
    assert _count(extract(label, unmasked(size=size)), word[0]) >= expected


def _count(text: str, char: str) -> int:
    return unicodedata.normalize("NFKC", text).count(unicodedata.normalize("NFKC", char)[0])


@pytest.mark.parametrize("size", SIZES)
def test_long_fields_everywhere_stay_inside_the_paper(size):
    long = "Kecamatan Sumbersari Utara " * 12
    party = Party(long, "0812" * 12, long, long, "12345", long)
    label = changed(
        courier_name=long,
        service_name=long,
        sort_code="JKT4" * 30,
        reference="INV7" * 60,
        waybill="W" * 70,
        brand="Toko " * 20,
        sender=party,
        recipient=party,
        items=(LabelItem(long, 10**9, 10**9, "S" * 300, long),),
        price=10**12,
    )
    pages = rasterise(render([label], unmasked(size=size)))
    assert all(printing.margins_are_white(page, 2) for page in pages)
    text = extract(label, unmasked(size=size)).replace(" ", "")
    assert "W" * 70 in text and "JKT4" * 30 in text and "INV7" * 60 in text
    # A page may end within so long an SKU, and then its foot stands between.
    assert sum(map(len, re.findall("S{9,}", text))) == 300
    assert text.upper().count("SUMBERSARI") >= 12 * 11


def test_a_character_in_no_font_is_shown_as_its_code():
    assert "Toko [U+13000] Kita [U+0007]" in extract(addressed(name="Toko \U00013000 Kita \x07"), unmasked())
    assert "[U+D800]" in extract(addressed(name="a\ud800"), unmasked())


def test_a_mark_on_a_base_of_another_script_is_kept():
    assert "क" not in "aि" and "ि" in shaping.shape("aि").text


def test_direction_overrides_cannot_turn_a_printed_name_around():
    assert shaping.shape("abc\u202edef\u2066ghi").text == "abcdefghi"


def test_a_right_to_left_line_runs_from_the_right_with_its_numbers_the_right_way_round():
    (line,) = wrapping.wrap("رقم 152 (ب)", 100)
    run_texts = [run.text for run in line.runs]
    assert line.is_rtl
    assert run_texts.index("152") not in (0, len(run_texts) - 1)
    assert run_texts[-1].startswith("رقم")


def test_arabic_letters_are_joined_and_devanagari_conjuncts_are_formed():
    alone = _glyphs("ب")
    joined = _glyphs("ببب")
    assert len(set(joined)) == 3 and not set(alone) & set(joined)
    assert len(_glyphs("क्ष")) < 3


def _glyphs(text: str) -> list[int]:
    shaped = shaping.shape(text)
    return [
        glyph.number
        for piece in shaped.pieces
        for glyph in shaping.draw(shaped.text, piece, piece.start, piece.end).glyphs
    ]


def test_plain_latin_opens_no_other_typeface_than_its_own():
    shaped = shaping.shape("Jl. Merdeka No. 8 – “Café” Đường №3")
    assert {piece.face for piece in shaped.pieces} == {typefaces.text_face(False)}


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("abc 12", [0, 0, 0, 0, 0, 0]),
        ("אב 12", [1, 1, 1, 2, 2]),
        ("a אב b", [0, 0, 1, 1, 0, 0]),
        ("אב ab", [1, 1, 1, 2, 2]),
        ("ع 1,5", [1, 1, 2, 2, 2]),
        ("a (א) b", [0, 0, 0, 1, 0, 0, 0]),
        ("א (b) ג", [1, 1, 1, 2, 1, 1, 1]),
        ("א 5% ב", [1, 1, 2, 2, 1, 1]),
    ],
)
def test_directions_follow_the_bidirectional_algorithm(text, levels):
    assert bidi.levels(text)[1] == levels


def test_runs_are_drawn_in_visual_order():
    assert bidi.reorder([0, 1, 0]) == [0, 1, 2]
    assert bidi.reorder([1, 2, 1]) == [2, 1, 0]
    assert bidi.reorder([0, 1, 2, 1, 0]) == [0, 3, 2, 1, 4]


@pytest.mark.parametrize("width", [4, 7, 11, 30])
@pytest.mark.parametrize("script", SAMPLES)
def test_lines_hold_the_whole_text_and_no_line_is_too_wide(script, width):
    text = SAMPLES[script]
    lines = wrapping.wrap(text, width)
    assert "".join(line.text for line in lines).replace(" ", "") == shaping.shape(text).text.replace(" ", "")
    assert all(line.width <= width + 0.2 for line in lines)


def test_a_line_breaks_at_blanks_and_never_before_closing_punctuation():
    assert [line.text for line in wrapping.wrap("Jalan Merdeka Raya", 4.6)] == ["Jalan", "Merdeka", "Raya"]
    assert all(
        not line.text.startswith(("，", "。")) for line in wrapping.wrap("北京市，朝阳区。建国路，八十八号。", 4)
    )


@pytest.mark.parametrize(
    "spoken",
    [
        "ถนน สุขุมวิท",
        "ฝาก ไว้ กับ ยาม หน้า หมู่ บ้าน ได้ เลย ครับ ขอบคุณ",
        "ບ້ານ ສີ ສະ ຫວ່າງ ເມືອງ ຈັນ ທະ ບູ ລີ",
        "ນະ ຄອນ ຫຼວງ ວຽງ ຈັນ ຖະ ໜົນ ລ້ານ ຊ້າງ",
        "ສາ ທາ ລະ ນະ ລັດ ປະ ຊາ ທິ ປະ ໄຕ ປະ ຊາ ຊົນ ລາວ",
    ],
)
@pytest.mark.parametrize("width", [4, 5, 7])
def test_thai_breaks_between_words_and_lao_between_syllables(spoken, width):
    text = spoken.replace(" ", "")
    ends, at = set(), 0
    for word in spoken.split():
        ends.add(at := at + len(word))
    found, at = [], 0
    for line in wrapping.wrap(text, width):
        found.append(at := at + len(line.text))
    assert found[-1] == len(text) and set(found) <= ends


@pytest.mark.parametrize("text", ["โรงพยาบาลกรุงเทพ", "เศรษฐกิจ", "ຫຼວງ", "ເມືອງ", "กำ" * 40, "น้ำ" * 40, "ກ່ຳ" * 40])
@pytest.mark.parametrize("width", [1.4, 2, 3])
def test_a_word_wider_than_the_line_is_never_torn_within_a_syllables_cluster(text, width):
    lines = [line.text for line in wrapping.wrap(text, width)]
    assert "".join(lines) == shaping.shape(text).text
    assert all(unicodedata.category(line[0]) != "Mn" and line[0] not in "ะาำະາຳ" for line in lines)
    assert all(line[-1] not in "เแโใไເແໂໃໄ" for line in lines if len(line) > 1)


def test_blank_text_takes_no_line_and_line_feeds_break():
    assert wrapping.wrap("  \n ", 10) == []
    assert [line.text for line in wrapping.wrap("a\r\nb\n\nc", 10)] == ["a", "b", "c"]


def test_options_of_the_default_size_are_those_of_the_specification():
    assert LabelOptions().size == "thermal-100x150"
