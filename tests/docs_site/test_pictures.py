"""Pictures of the documents: small files that show today's screens and today's label, each on a page with its text."""

import re
import struct

import pytest

from fulfilment.documents import LabelOptions
from fulfilment.infra.i18n import CONSOLE
from tests.docs_site import pictures
from tests.docs_site.pictures import FOLDER, MANIFEST, MAX_BYTES, ROOT, PrintedLabel, Screen
from tests.documents.printing import LABEL, extract

PICTURES = pictures.read_manifest()
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")


def test_every_picture_is_in_the_manifest_and_on_a_page_with_words_for_it() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    shown = {
        (page.parent / address).resolve(): words
        for page in pages
        for words, address in _PICTURE.findall(page.read_text(encoding="utf-8"))
        if "://" not in address
    }
    assert {path.name for path in shown} == set(PICTURES)
    assert {path.parent for path in shown} == {FOLDER}
    assert all(len(words.split()) > 3 for words in shown.values()), shown
    assert {path.name for path in FOLDER.iterdir()} == {*PICTURES, MANIFEST.name}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_a_small_png(name: str) -> None:
    content = (FOLDER / name).read_bytes()
    width, height = struct.unpack(">II", content[16:24])
    assert content.startswith(b"\x89PNG\r\n\x1a\n") and width and height
    assert len(content) < MAX_BYTES


@pytest.mark.parametrize("name", [name for name, each in PICTURES.items() if isinstance(each, Screen)])
def test_a_screen_still_has_the_headings_of_its_picture(name: str) -> None:
    picture = PICTURES[name]
    assert isinstance(picture, Screen) and picture.headings
    known = pictures.headings_of(CONSOLE / picture.folder)
    changed = {
        shown: text
        for shown, text in picture.headings.items()
        if text not in known or not pictures.is_text(shown, text, picture.language)
    }
    assert changed == {}, "`make console-pictures ARGS=--docs` takes the pictures of the documents again"


@pytest.mark.parametrize("name", [name for name, each in PICTURES.items() if isinstance(each, PrintedLabel)])
def test_the_label_still_has_the_text_of_its_picture(name: str) -> None:
    picture = PICTURES[name]
    assert isinstance(picture, PrintedLabel)
    printed = extract(LABEL, LabelOptions(size=picture.size))
    assert printed == picture.text, "`make console-pictures ARGS=--docs` takes the pictures of the documents again"


@pytest.mark.parametrize(
    ("folder", "shown", "language", "expected"),
    [
        (
            "home",
            ["Home", "Needs your attention"],
            "en",
            {"Home": "Home", "Needs your attention": "Needs your attention"},
        ),
        ("home", ["Beranda"], "id", {"Beranda": "Home"}),
        ("shipment", ["Cancel parcel TOKO-1"], "en", {"Cancel parcel TOKO-1": "Cancel parcel %(name)s"}),
        ("shipment", ["TOKO-1", "History"], "en", {"History": "History"}),
        ("bulk_jobs", ["Print 3 labels"], "en", {"Print 3 labels": "Print %(num)s labels"}),
        ("settings", ["New warehouse"], "en", {"New warehouse": "New warehouse"}),
    ],
)
def test_headings_are_found_in_code_and_templates(
    folder: str, shown: list[str], language: str, expected: dict[str, str]
) -> None:
    found = pictures.match_headings(shown, language)
    assert found[1] == expected
    assert set(expected.values()) <= pictures.headings_of(CONSOLE / folder)


def test_a_heading_that_has_changed_is_found() -> None:
    assert not pictures.is_text("Start", "Home", "en")
    assert not pictures.is_text("Home", "Home", "id")
    assert "Start" not in pictures.headings_of(CONSOLE / "home")
