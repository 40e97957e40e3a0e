"""What one process counts of refusals stays small, and still tells who it was."""

import pytest

from fulfilment.infra import branding
from fulfilment.infra.auth import failed_auth_stats
from fulfilment.infra.auth.failed_auth_stats import (
    MAX_ROWS_PER_REASON,
    MAX_ROWS_PER_SUBJECT,
    OVERFLOW,
    FailedAuthStats,
    key_id_of,
)

KEY = "svc_key_0123456789abcdef"


@pytest.fixture(autouse=True)
def spoken(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(branding, "current", lambda: branding.build("svc"))


def test_what_is_alike_is_one_row():
    counted = FailedAuthStats()
    for _ in range(3):
        counted.count("BAD_SIGNATURE", "192.0.2.1", KEY)
    counted.count("REVOKED_KEY", "192.0.2.1", KEY)
    assert counted.drain() == {("BAD_SIGNATURE", "192.0.2.1", KEY): 3, ("REVOKED_KEY", "192.0.2.1", KEY): 1}
    assert counted.drain() == {}


def test_a_flood_from_a_million_addresses_stays_small_and_loses_no_count():
    counted = FailedAuthStats()
    for number in range(1_000_000):
        counted.count("AUTH_REQUIRED", f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", "")
    taken = counted.drain()
    assert len(taken) == MAX_ROWS_PER_REASON + 1
    assert sum(taken.values()) == 1_000_000
    assert taken["AUTH_REQUIRED", OVERFLOW, OVERFLOW] == 1_000_000 - MAX_ROWS_PER_REASON


def test_one_address_that_guesses_key_ids_is_still_named():
    counted = FailedAuthStats()
    for number in range(10_000):
        counted.count("INVALID_KEY", "192.0.2.1", f"svc_key_{number:016x}")
    taken = counted.drain()
    assert len(taken) == MAX_ROWS_PER_SUBJECT + 1
    assert taken["INVALID_KEY", "192.0.2.1", OVERFLOW] == 10_000 - MAX_ROWS_PER_SUBJECT


def test_one_key_that_is_tried_from_everywhere_is_still_named():
    counted = FailedAuthStats()
    for number in range(10_000):
        counted.count("BAD_SIGNATURE", f"10.0.{number >> 8}.{number & 255}", KEY)
    taken = counted.drain()
    assert len(taken) == MAX_ROWS_PER_SUBJECT + 1
    assert taken["BAD_SIGNATURE", OVERFLOW, KEY] == 10_000 - MAX_ROWS_PER_SUBJECT


def test_guesses_of_one_kind_leave_room_for_refusals_of_another():
    counted = FailedAuthStats()
    for number in range(10_000):
        counted.count("INVALID_KEY", f"10.0.{number >> 8}.{number & 255}", f"svc_key_{number:016x}")
    counted.count("BAD_SIGNATURE", "192.0.2.1", KEY)
    taken = counted.drain()
    assert taken["BAD_SIGNATURE", "192.0.2.1", KEY] == 1
    assert len(taken) <= MAX_ROWS_PER_REASON + 2


@pytest.mark.parametrize("reset", [False, True])
def test_there_is_room_for_other_rows_with_the_next_hour_alone(reset: bool):
    counted = FailedAuthStats()
    for number in range(MAX_ROWS_PER_REASON):
        counted.count("AUTH_REQUIRED", f"10.0.0.{number}", "")
    counted.drain()
    if reset:
        counted.start_hour()
    counted.count("AUTH_REQUIRED", "192.0.2.1", "")
    assert (("AUTH_REQUIRED", "192.0.2.1", "") in counted.drain()) is reset


def test_what_could_not_be_written_is_counted_on():
    counted = FailedAuthStats()
    counted.count("BAD_SIGNATURE", "192.0.2.1", KEY)
    taken = counted.drain()
    counted.count("BAD_SIGNATURE", "192.0.2.1", KEY)
    counted.restore(taken)
    assert counted.drain() == {("BAD_SIGNATURE", "192.0.2.1", KEY): 2}


@pytest.mark.parametrize(
    "claimed",
    [
        b"svcsk_Zm9vYmFyZm9vYmFyZm",
        b"svc_key_0123456789ABCDEF",
        b"svc_key_0123456789abcde",
        b"x" * 24,
        b"\xff" * 24,
    ],
)
def test_what_is_no_key_id_may_be_a_secret_and_is_not_kept(claimed: bytes):
    assert key_id_of(claimed) is None
    assert key_id_of(KEY.encode()) == KEY


def test_every_401_and_the_403s_about_who_calls_are_counted():
    from fulfilment.infra.api.errors import REGISTRY

    known = {error.code for error in REGISTRY if error.status == 403}
    about_what_is_asked = {"EXPIRED", "LICENSE_SUSPENDED"}
    assert known - failed_auth_stats.FORBIDDEN_CODES - {"PLAN_LIMIT"} <= about_what_is_asked
