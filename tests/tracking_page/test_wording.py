"""Plain words for whatever a courier says."""

from typing import get_args

import pytest

from fulfilment.shipments.records import Status
from fulfilment.tracking_page import wording

STATUSES = get_args(Status)


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_has_words_of_its_own(status: str) -> None:
    words = wording.of_now(status, None)
    assert words.title and words.detail.endswith(".") and "_" not in words.title
    assert [other for other in STATUSES if wording.of_now(other, None).title == words.title] == [status]


def test_a_parcel_only_goes_forward_until_it_has_arrived() -> None:
    stages = [wording.stage(status) for status in STATUSES]
    assert stages[:8] == sorted(stages[:8]) and stages[7] == len(wording.STAGES) - 1
    assert stages[8:] == [None, None]


def test_a_hitch_that_was_told_last_stands_above_the_status_it_left() -> None:
    assert wording.of_now("in_transit", "on_hold").title == "On hold"
    assert wording.of_now("in_transit", "in_transit").title == "On its way"
    assert wording.of_now("cancelled", "courier_not_found").title == "No driver was free"


def test_a_report_that_came_late_is_told_as_what_it_says() -> None:
    assert wording.of_report("picked", "delivered").title == "Collected"


def test_a_word_that_nobody_knows_is_told_as_the_status_after_it() -> None:
    assert wording.of_report("sorted_by_owls", "in_transit").title == "On its way"


def test_dropping_off_is_a_leg_between_hubs_or_the_last_one() -> None:
    assert wording.of_report("dropping_off", "in_transit").title == "On its way"
    assert wording.of_report("dropping_off", "dropping_off").title == "Out for delivery"
