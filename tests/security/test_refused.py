"""What one process counts of refusals stays small, and still tells who it was."""

import pytest

from fulfilment import brand
from fulfilment.http import refused
from fulfilment.http.refused import OTHERS, ROWS_OF_A_REASON, ROWS_OF_ONE, Refused, key_id_of

KEY = "svc_key_0123456789abcdef"


@pytest.fixture(autouse=True)
def spoken(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(brand, "current", lambda: brand.of("svc"))


def test_what_is_alike_is_one_row():
    counted = Refused()
    for _ in range(3):
        counted.count("BAD_SIGNATURE", "192.0.2.1", KEY)
    counted.count("REVOKED_KEY", "192.0.2.1", KEY)
    assert counted.take() == {("BAD_SIGNATURE", "192.0.2.1", KEY): 3, ("REVOKED_KEY", "192.0.2.1", KEY): 1}
    assert counted.take() == {}


def test_a_flood_from_a_million_addresses_stays_small_and_loses_no_count():
    counted = Refused()
    for number in range(1_000_000):
        counted.count("AUTH_REQUIRED", f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", "")
    taken = counted.take()
    assert len(taken) == ROWS_OF_A_REASON + 1
    assert sum(taken.values()) == 1_000_000
    assert taken["AUTH_REQUIRED", OTHERS, OTHERS] == 1_000_000 - ROWS_OF_A_REASON


def test_one_address_that_guesses_key_ids_is_still_named():
    counted = Refused()
    for number in range(10_000):
        counted.count("INVALID_KEY", "192.0.2.1", f"svc_key_{number:016x}")
    taken = counted.take()
    assert len(taken) == ROWS_OF_ONE + 1
    assert taken["INVALID_KEY", "192.0.2.1", OTHERS] == 10_000 - ROWS_OF_ONE


def test_one_key_that_is_tried_from_everywhere_is_still_named():
    counted = Refused()
    for number in range(10_000):
        counted.count("BAD_SIGNATURE", f"10.0.{number >> 8}.{number & 255}", KEY)
    taken = counted.take()
    assert len(taken) == ROWS_OF_ONE + 1
    assert taken["BAD_SIGNATURE", OTHERS, KEY] == 10_000 - ROWS_OF_ONE


def test_guesses_of_one_kind_leave_room_for_refusals_of_another():
    counted = Refused()
    for number in range(10_000):
        counted.count("INVALID_KEY", f"10.0.{number >> 8}.{number & 255}", f"svc_key_{number:016x}")
    counted.count("BAD_SIGNATURE", "192.0.2.1", KEY)
    taken = counted.take()
    assert taken["BAD_SIGNATURE", "192.0.2.1", KEY] == 1
    assert len(taken) <= ROWS_OF_A_REASON + 2


@pytest.mark.parametrize("reset", [False, True])
def test_there_is_room_for_other_rows_with_the_next_hour_alone(reset: bool):
    counted = Refused()
    for number in range(ROWS_OF_A_REASON):
        counted.count("AUTH_REQUIRED", f"10.0.0.{number}", "")
    counted.take()
    if reset:
        counted.begin_hour()
    counted.count("AUTH_REQUIRED", "192.0.2.1", "")
    assert (("AUTH_REQUIRED", "192.0.2.1", "") in counted.take()) is reset


def test_what_could_not_be_written_is_counted_on():
    counted = Refused()
    counted.count("BAD_SIGNATURE", "192.0.2.1", KEY)
    taken = counted.take()
    counted.count("BAD_SIGNATURE", "192.0.2.1", KEY)
    counted.give_back(taken)
    assert counted.take() == {("BAD_SIGNATURE", "192.0.2.1", KEY): 2}


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
    from fulfilment.http.errors import REGISTRY

    known = {refusal.code for refusal in REGISTRY if refusal.status == 403}
    about_what_is_asked = {"EXPIRED", "LICENSE_SUSPENDED"}
    assert known - refused.CODES_OF_403 - {"PLAN_LIMIT"} <= about_what_is_asked
