"""How the slots of a worker are shared between endpoints."""

from fulfilment.webhooks.slots import AHEAD_MOST, FIRST_WINDOW, SLOW_SECONDS, Slots

FAST, SLOW = ("acc_1", "fast"), ("acc_2", "slow")


def attempt(slots: Slots, key: tuple[str, str], seconds: float, times: int = 1) -> None:
    """Attempts one after the other."""
    for _ in range(times):
        slots.take(key, 500)
        slots.begin(key)
        slots.end(key, seconds)


def room(slots: Slots, key: tuple[str, str]) -> int:
    return next(room for *known, room in slots.rooms() if tuple(known) == key)


def begun(slots: Slots, key: tuple[str, str], wanted: int) -> int:
    """How many of so many attempts may be under way at once."""
    for _ in range(wanted):
        slots.take(key, 500)
    count = 0
    while count < wanted and slots.may_begin(key):
        slots.begin(key)
        count += 1
    return count


def test_an_endpoint_that_nobody_knows_yet_begins_with_a_few():
    assert begun(Slots(64), FAST, 10) == FIRST_WINDOW


def test_a_fast_endpoint_is_given_more_until_it_has_a_quarter():
    slots = Slots(64)
    attempt(slots, FAST, 0.01, times=50)
    assert begun(slots, FAST, 100) == 16


def test_a_slow_endpoint_soon_holds_one_slot():
    slots = Slots(64)
    attempt(slots, SLOW, 0.01, times=50)
    attempt(slots, SLOW, SLOW_SECONDS, times=5)
    assert begun(slots, SLOW, 100) == 1
    assert room(slots, SLOW) == 0


def test_a_slow_endpoint_that_recovers_is_given_more_again():
    slots = Slots(64)
    attempt(slots, SLOW, SLOW_SECONDS, times=5)
    attempt(slots, SLOW, 0.01, times=5)
    assert begun(slots, SLOW, 100) == 6


def test_all_slow_endpoints_together_leave_half_of_the_slots():
    slots = Slots(8)
    lanes = [("acc_1", str(number)) for number in range(8)]
    for lane in lanes:
        attempt(slots, lane, SLOW_SECONDS)
    for lane in lanes:
        if room(slots, lane):
            slots.take(lane, 500)
            slots.begin(lane)
    assert slots.free == 4


def test_deliveries_are_taken_ahead_only_for_whoever_answers_quickly():
    slots = Slots(64)
    attempt(slots, FAST, 0.001, times=50)
    attempt(slots, SLOW, 0.9, times=50)
    assert room(slots, FAST) == 16 + AHEAD_MOST
    assert room(slots, SLOW) == 16 + 1


def test_of_large_bodies_few_are_taken_ahead():
    slots = Slots(64)
    attempt(slots, FAST, 0.001, times=50)
    slots.take(FAST, 1_048_576)
    assert room(slots, FAST) == 16 + 4 - 1


def test_without_a_free_slot_nothing_is_taken_for_strangers():
    slots = Slots(2)
    assert begun(slots, FAST, 2) == 2
    assert slots.room_for_others == 0


def test_what_is_no_longer_served_is_forgotten():
    slots = Slots(4)
    for number in range(2_000):
        attempt(slots, ("acc_1", str(number)), 0.01)
    assert len(slots.rooms()) < 1_000
