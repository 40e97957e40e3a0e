"""Plain words for every status of a courier, in every language of the page."""

from datetime import UTC, datetime
from typing import get_args

import pytest

from fulfilment.infra.i18n import LANGUAGES
from fulfilment.shipments.schemas import Status
from fulfilment.tracking_page import pages, wording
from fulfilment.tracking_page.wording import Wording

STATUSES = get_args(Status)
ENGLISH, INDONESIAN = (wording.load_wording(each) for each in LANGUAGES)
in_every_language = pytest.mark.parametrize("said", [ENGLISH, INDONESIAN], ids=lambda said: said.language)


@in_every_language
@pytest.mark.parametrize("status", STATUSES)
def test_every_status_has_words_of_its_own(status: str, said: Wording) -> None:
    words = said.describe_current(status, None)
    assert words.title and words.detail.endswith(".") and "_" not in words.title
    assert [other for other in STATUSES if said.describe_current(other, None).title == words.title] == [status]


def test_no_language_lacks_words_or_borrows_them_from_another() -> None:
    assert INDONESIAN.statuses.keys() == ENGLISH.statuses.keys() == set(STATUSES)
    assert INDONESIAN.exceptions.keys() == ENGLISH.exceptions.keys()
    assert not set(INDONESIAN.stages) & set(ENGLISH.stages)
    for texts in ("statuses", "exceptions"):
        for name, words in getattr(ENGLISH, texts).items():
            other = getattr(INDONESIAN, texts)[name]
            assert other.tone == words.tone and other.title != words.title and other.detail != words.detail


@in_every_language
def test_a_parcel_only_goes_forward_until_it_has_arrived(said: Wording) -> None:
    stages = [wording.reached_stage(status) for status in STATUSES]
    assert stages[:8] == sorted(stages[:8]) and stages[7] == len(said.stages) - 1
    assert stages[8:] == [None, None]


def test_a_hitch_that_was_told_last_stands_above_the_status_it_left() -> None:
    assert ENGLISH.describe_current("in_transit", "on_hold").title == "On hold"
    assert ENGLISH.describe_current("in_transit", "in_transit").title == "On its way"
    assert ENGLISH.describe_current("cancelled", "courier_not_found").title == "No driver available"


def test_a_report_that_came_late_is_told_as_what_it_says() -> None:
    assert ENGLISH.describe_report("picked", "delivered").title == "Collected"


def test_a_word_that_nobody_knows_is_told_as_the_status_after_it() -> None:
    assert ENGLISH.describe_report("sorted_by_owls", "in_transit").title == "On its way"


def test_dropping_off_is_a_leg_between_hubs_or_the_last_one() -> None:
    assert ENGLISH.describe_report("dropping_off", "in_transit").title == "On its way"
    assert ENGLISH.describe_report("dropping_off", "dropping_off").title == "Out for delivery"


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        (None, "en"),
        ("", "en"),
        ("id", "id"),
        ("id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7", "id"),
        ("en-US,en;q=0.9,id;q=0.8", "en"),
        ("en;q=0.5, ID ; q=0.6", "id"),
        ("fr,id;q=0.1", "id"),
        ("fr,de;q=0.9", "en"),
        ("in-ID", "id"),
        ("jv-ID,en;q=0.5", "id"),
        ("id;q=0,en;q=0.1", "en"),
        ("id;q=0", "en"),
        ("idle,identity", "en"),
        ("*", "en"),
        ("id;q=nan,id;q=inf,id;q=-1,id;q=", "en"),
        ("id;level=1", "en"),
        (",;,=;q=1e9,id;q=9", "id"),
        ("fr," * 10_000 + "id", "en"),
    ],
)
def test_the_reader_is_told_in_the_language_they_like_best(header: str | None, chosen: str) -> None:
    assert pages.choose_wording(header).language == chosen


@pytest.mark.parametrize(
    ("postal_code", "english", "indonesian"),
    [
        ("40132", "21 November 2026, 21:30 WIB", "21 November 2026, 21.30 WIB"),
        ("80361", "21 November 2026, 22:30 WITA", "21 November 2026, 22.30 WITA"),
        ("73112", "21 November 2026, 21:30 WIB", "21 November 2026, 21.30 WIB"),
        ("90111", "21 November 2026, 22:30 WITA", "21 November 2026, 22.30 WITA"),
        ("99111", "21 November 2026, 23:30 WIT", "21 November 2026, 23.30 WIT"),
        (None, "21 November 2026, 21:30 WIB", "21 November 2026, 21.30 WIB"),
        ("8036", "21 November 2026, 21:30 WIB", "21 November 2026, 21.30 WIB"),
        ("٨٠٣٦١", "21 November 2026, 21:30 WIB", "21 November 2026, 21.30 WIB"),
    ],
)
def test_times_are_those_of_the_place_that_the_parcel_goes_to(
    postal_code: str | None, english: str, indonesian: str
) -> None:
    at, zone = datetime(2026, 11, 21, 14, 30, tzinfo=UTC), wording.find_time_zone(postal_code)
    assert (ENGLISH.format_time(at, zone), INDONESIAN.format_time(at, zone)) == (english, indonesian)


def test_a_month_is_named_in_the_language_of_the_page() -> None:
    at = datetime(2026, 7, 31, 20, 5, tzinfo=UTC)
    assert ENGLISH.format_time(at, wording.WIB) == "1 August 2026, 03:05 WIB"
    assert INDONESIAN.format_time(at, wording.WIB) == "1 Agustus 2026, 03.05 WIB"
