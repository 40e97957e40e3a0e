"""How the slots of a worker are shared between endpoints."""

from fulfilment.webhooks.queue.slots import AHEAD_IN_ALL, AHEAD_MOST, FIRST_WINDOW, SLOW_SECONDS, Slots

FAST, SLOW = ("acc_1", "fast"), ("acc_2", "slow")
HOST = "shop.example"


def attempt(slots: Slots, key: tuple[str, str], seconds: float, times: int = 1, host: str = HOST) -> None:
    """Attempts one after the other."""
    for _ in range(times):
        slots.take(key, host, 500)
        slots.begin(key)
        slots.end(key, seconds)


def room(slots: Slots, key: tuple[str, str]) -> int:
    return slots.rooms().known[key]


def begun(slots: Slots, key: tuple[str, str], wanted: int, host: str = HOST) -> int:
    """How many of so many attempts may be under way at once."""
    for _ in range(wanted):
        slots.take(key, host, 500)
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
    lanes = [(f"acc_{number}", "slow") for number in range(8)]
    for lane in lanes:
        attempt(slots, lane, SLOW_SECONDS)
    assert sum(begun(slots, lane, 1) for lane in lanes) == 4
    assert [room(slots, lane) for lane in lanes] == [0] * 8


def quick(slots: Slots, workspace: str, number: int, host: str = HOST) -> list[tuple[str, str]]:
    """Endpoints that answer quickly."""
    lanes = [(workspace, f"{host} {each}") for each in range(number)]
    for lane in lanes:
        attempt(slots, lane, 0.01, times=50, host=host)
    return lanes


def test_the_endpoints_of_a_workspace_on_one_host_have_half_of_the_slots():
    slots = Slots(64)
    assert sum(begun(slots, lane, 100) for lane in quick(slots, "acc_1", 8)) == 32
    (other,) = quick(slots, "acc_1", 1, host="other.example")
    assert begun(slots, other, 100, host="other.example") == 16


def test_an_endpoint_that_has_moved_counts_for_its_new_host():
    slots = Slots(64)
    moving, *others = quick(slots, "acc_1", 4)
    assert begun(slots, moving, 10) == 10
    assert begun(slots, moving, 3, host="other.example") == 3
    assert sum(begun(slots, lane, 100) for lane in others) == 32


def test_what_a_workspace_does_on_a_host_does_not_count_for_another():
    slots = Slots(64)
    for lane in quick(slots, "acc_1", 8):
        begun(slots, lane, 100)
    assert sum(begun(slots, lane, 100) for lane in quick(slots, "acc_2", 8)) == 32


def test_a_workspace_never_has_all_slots():
    slots = Slots(64)
    hosts = ("a.example", "b.example", "c.example")
    lanes = [(lane, host) for host in hosts for lane in quick(slots, "acc_1", 2, host)]
    assert sum(begun(slots, lane, 100, host) for lane, host in lanes) == 48
    assert begun(slots, ("acc_2", "new"), 2) == 2


def test_endpoints_of_a_workspace_that_nobody_knows_yet_share_a_quarter():
    slots = Slots(64)
    assert sum(begun(slots, ("acc_1", str(number)), 2, f"{number}.example") for number in range(40)) == 16
    assert begun(slots, ("acc_2", "new"), 2) == 2


def test_slow_endpoints_of_a_workspace_leave_slots_to_the_slow_ones_of_another():
    slots = Slots(64)
    lanes = [("acc_1", str(number)) for number in range(40)]
    for lane in (*lanes, SLOW):
        attempt(slots, lane, SLOW_SECONDS)
    assert sum(begun(slots, lane, 1) for lane in lanes) == 16
    assert room(slots, lanes[0]) == 0
    assert begun(slots, SLOW, 1) == 1


def test_every_slot_comes_back_whatever_became_known_meanwhile():
    slots = Slots(64)
    begun(slots, FAST, 2)
    slots.slow_down(FAST)
    slots.end(FAST, 0.01)
    slots.end(FAST, SLOW_SECONDS)
    assert slots.free == 64
    lane = slots._lanes[FAST]
    assert (lane.workspace.under_way, lane.workspace.doubtful, lane.host.under_way) == (0, 0, 0)
    assert slots._slow_under_way == 0


def test_deliveries_are_taken_ahead_only_for_whoever_answers_quickly():
    slots = Slots(64)
    attempt(slots, FAST, 0.001, times=50)
    attempt(slots, SLOW, 0.9, times=50)
    assert room(slots, FAST) == 16 + AHEAD_MOST
    assert room(slots, SLOW) == 16 + 3


def test_no_more_is_taken_ahead_than_all_slots_together_get_through():
    slots = Slots(64)
    attempt(slots, FAST, 0.001, times=200)
    assert slots.capacity == 64 + AHEAD_IN_ALL
    attempt(slots, FAST, 0.1, times=500)
    assert 64 + 120 <= slots.capacity <= 64 + 132


def test_of_large_bodies_few_are_taken_ahead():
    slots = Slots(64)
    attempt(slots, FAST, 0.001, times=50)
    slots.take(FAST, HOST, 1_048_576)
    assert room(slots, FAST) == 16 + 4 - 1


def test_while_no_slot_is_free_one_is_still_taken_for_each_stranger():
    slots = Slots(2)
    assert slots.rooms().for_stranger == FIRST_WINDOW
    assert begun(slots, FAST, 2) == 2
    assert slots.rooms().for_stranger == 1


def test_what_is_taken_for_the_strangers_of_a_workspace_is_limited():
    rooms = Slots(64).rooms()
    assert sum(rooms.give(("acc_1", str(number)), 2) for number in range(100)) == 16
    assert rooms.give(("acc_2", "new"), 2) == 2


def test_what_waits_counts_where_more_is_taken_for_doubtful_endpoints():
    slots = Slots(64)
    for number in range(12):
        slots.take(("acc_1", str(number)), HOST, 500)
    rooms = slots.rooms()
    assert sum(rooms.give(key, room) for key, room in rooms.known.items()) == 4
    assert rooms.give(("acc_1", "new"), 2) == 0


def test_slow_endpoints_are_given_no_slot_twice():
    slots = Slots(64)
    for number in range(100):
        attempt(slots, (f"acc_{number}", "slow"), SLOW_SECONDS)
    rooms = slots.rooms()
    assert sum(rooms.give(key, room) for key, room in rooms.known.items()) == 32


def test_slow_endpoints_that_have_nothing_due_keep_no_room_from_one_that_has():
    slots = Slots(64)
    for number in range(100):
        attempt(slots, (f"acc_{number}", "idle"), 10.0)
        attempt(slots, ("acc_1", f"idle {number}"), 10.0)
    attempt(slots, ("acc_1", "due"), 10.0)
    for _ in range(4):
        rooms = slots.rooms()
        assert rooms.give(("acc_1", "due"), rooms.known["acc_1", "due"]) == 1


def test_with_a_single_slot_a_slow_endpoint_is_served_on():
    slots = Slots(1)
    attempt(slots, SLOW, SLOW_SECONDS)
    assert begun(slots, SLOW, 1) == 1


def test_an_attempt_that_was_not_made_tells_nothing_of_its_endpoint():
    slots = Slots(64)
    attempt(slots, SLOW, SLOW_SECONDS)
    slots.take(SLOW, HOST, 500)
    slots.begin(SLOW)
    slots.end(SLOW, None)
    assert slots._lanes[SLOW].is_slow
    assert slots.free == 64


def test_what_is_no_longer_served_is_forgotten():
    slots = Slots(4)
    for number in range(3_000):
        attempt(slots, ("acc_1", str(number)), 0.01)
    assert len(slots.rooms().known) < 2_000
