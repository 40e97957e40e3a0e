"""Sharing of a worker's concurrent attempts between endpoints."""

from fulfilment.webhooks.dispatch.concurrency import (
    INITIAL_WINDOW,
    MAX_PREFETCH,
    MAX_PREFETCH_PER_ENDPOINT,
    SLOW_SECONDS,
    ConcurrencyLimiter,
)

FAST, SLOW = ("acc_1", "fast"), ("acc_2", "slow")
HOST = "shop.example"


def attempt(slots: ConcurrencyLimiter, key: tuple[str, str], seconds: float, times: int = 1, host: str = HOST) -> None:
    """Attempts one after the other."""
    for _ in range(times):
        slots.add_prefetched(key, host, 500)
        slots.start_attempt(key)
        slots.end_attempt(key, seconds)


def get_capacity(slots: ConcurrencyLimiter, key: tuple[str, str]) -> int:
    return slots.claim_capacity().per_known_endpoint[key]


def start_attempts(slots: ConcurrencyLimiter, key: tuple[str, str], requested: int, host: str = HOST) -> int:
    """How many of so many attempts may be under way at once."""
    for _ in range(requested):
        slots.add_prefetched(key, host, 500)
    count = 0
    while count < requested and slots.can_start(key):
        slots.start_attempt(key)
        count += 1
    return count


def test_an_endpoint_that_nobody_knows_yet_begins_with_a_few():
    assert start_attempts(ConcurrencyLimiter(64), FAST, 10) == INITIAL_WINDOW


def test_a_fast_endpoint_is_given_more_until_it_has_a_quarter():
    slots = ConcurrencyLimiter(64)
    attempt(slots, FAST, 0.01, times=50)
    assert start_attempts(slots, FAST, 100) == 16


def test_a_slow_endpoint_soon_holds_one_slot():
    slots = ConcurrencyLimiter(64)
    attempt(slots, SLOW, 0.01, times=50)
    attempt(slots, SLOW, SLOW_SECONDS, times=5)
    assert start_attempts(slots, SLOW, 100) == 1
    assert get_capacity(slots, SLOW) == 0


def test_a_slow_endpoint_that_recovers_is_given_more_again():
    slots = ConcurrencyLimiter(64)
    attempt(slots, SLOW, SLOW_SECONDS, times=5)
    attempt(slots, SLOW, 0.01, times=5)
    assert start_attempts(slots, SLOW, 100) == 6


def test_all_slow_endpoints_together_leave_half_of_the_slots():
    slots = ConcurrencyLimiter(8)
    lanes = [(f"acc_{number}", "slow") for number in range(8)]
    for lane in lanes:
        attempt(slots, lane, SLOW_SECONDS)
    assert sum(start_attempts(slots, lane, 1) for lane in lanes) == 4
    assert [get_capacity(slots, lane) for lane in lanes] == [0] * 8


def add_fast_endpoints(
    slots: ConcurrencyLimiter, workspace: str, number: int, host: str = HOST
) -> list[tuple[str, str]]:
    """Endpoints that answer quickly."""
    lanes = [(workspace, f"{host} {each}") for each in range(number)]
    for lane in lanes:
        attempt(slots, lane, 0.01, times=50, host=host)
    return lanes


def test_the_endpoints_of_a_workspace_on_one_host_have_half_of_the_slots():
    slots = ConcurrencyLimiter(64)
    assert sum(start_attempts(slots, lane, 100) for lane in add_fast_endpoints(slots, "acc_1", 8)) == 32
    (other,) = add_fast_endpoints(slots, "acc_1", 1, host="other.example")
    assert start_attempts(slots, other, 100, host="other.example") == 16


def test_an_endpoint_that_has_moved_counts_for_its_new_host():
    slots = ConcurrencyLimiter(64)
    moving, *others = add_fast_endpoints(slots, "acc_1", 4)
    assert start_attempts(slots, moving, 10) == 10
    assert start_attempts(slots, moving, 3, host="other.example") == 3
    assert sum(start_attempts(slots, lane, 100) for lane in others) == 32


def test_what_a_workspace_does_on_a_host_does_not_count_for_another():
    slots = ConcurrencyLimiter(64)
    for lane in add_fast_endpoints(slots, "acc_1", 8):
        start_attempts(slots, lane, 100)
    assert sum(start_attempts(slots, lane, 100) for lane in add_fast_endpoints(slots, "acc_2", 8)) == 32


def test_a_workspace_never_has_all_slots():
    slots = ConcurrencyLimiter(64)
    hosts = ("a.example", "b.example", "c.example")
    lanes = [(lane, host) for host in hosts for lane in add_fast_endpoints(slots, "acc_1", 2, host)]
    assert sum(start_attempts(slots, lane, 100, host) for lane, host in lanes) == 48
    assert start_attempts(slots, ("acc_2", "new"), 2) == 2


def test_endpoints_of_a_workspace_that_nobody_knows_yet_share_a_quarter():
    slots = ConcurrencyLimiter(64)
    assert sum(start_attempts(slots, ("acc_1", str(number)), 2, f"{number}.example") for number in range(40)) == 16
    assert start_attempts(slots, ("acc_2", "new"), 2) == 2


def test_slow_endpoints_of_a_workspace_leave_slots_to_the_slow_ones_of_another():
    slots = ConcurrencyLimiter(64)
    lanes = [("acc_1", str(number)) for number in range(40)]
    for lane in (*lanes, SLOW):
        attempt(slots, lane, SLOW_SECONDS)
    assert sum(start_attempts(slots, lane, 1) for lane in lanes) == 16
    assert get_capacity(slots, lanes[0]) == 0
    assert start_attempts(slots, SLOW, 1) == 1


def test_every_slot_comes_back_whatever_became_known_meanwhile():
    slots = ConcurrencyLimiter(64)
    start_attempts(slots, FAST, 2)
    slots.mark_slow(FAST)
    slots.end_attempt(FAST, 0.01)
    slots.end_attempt(FAST, SLOW_SECONDS)
    assert slots.free_slots == 64
    lane = slots._endpoints[FAST]
    assert (lane.workspace.in_flight, lane.workspace.unproven, lane.host.in_flight) == (0, 0, 0)
    assert slots._slow_in_flight == 0


def test_deliveries_are_taken_ahead_only_for_whoever_answers_quickly():
    slots = ConcurrencyLimiter(64)
    attempt(slots, FAST, 0.001, times=50)
    attempt(slots, SLOW, 0.9, times=50)
    assert get_capacity(slots, FAST) == 16 + MAX_PREFETCH_PER_ENDPOINT
    assert get_capacity(slots, SLOW) == 16 + 3


def test_no_more_is_taken_ahead_than_all_slots_together_get_through():
    slots = ConcurrencyLimiter(64)
    attempt(slots, FAST, 0.001, times=200)
    assert slots.total_claim_capacity == 64 + MAX_PREFETCH
    attempt(slots, FAST, 0.1, times=500)
    assert 64 + 120 <= slots.total_claim_capacity <= 64 + 132


def test_of_large_bodies_few_are_taken_ahead():
    slots = ConcurrencyLimiter(64)
    attempt(slots, FAST, 0.001, times=50)
    slots.add_prefetched(FAST, HOST, 1_048_576)
    assert get_capacity(slots, FAST) == 16 + 4 - 1


def test_while_no_slot_is_free_one_is_still_taken_for_each_stranger():
    slots = ConcurrencyLimiter(2)
    assert slots.claim_capacity().per_unknown_endpoint == INITIAL_WINDOW
    assert start_attempts(slots, FAST, 2) == 2
    assert slots.claim_capacity().per_unknown_endpoint == 1


def test_what_is_taken_for_the_strangers_of_a_workspace_is_limited():
    rooms = ConcurrencyLimiter(64).claim_capacity()
    assert sum(rooms.allocate(("acc_1", str(number)), 2) for number in range(100)) == 16
    assert rooms.allocate(("acc_2", "new"), 2) == 2


def test_what_waits_counts_where_more_is_taken_for_doubtful_endpoints():
    slots = ConcurrencyLimiter(64)
    for number in range(12):
        slots.add_prefetched(("acc_1", str(number)), HOST, 500)
    rooms = slots.claim_capacity()
    assert sum(rooms.allocate(key, room) for key, room in rooms.per_known_endpoint.items()) == 4
    assert rooms.allocate(("acc_1", "new"), 2) == 0


def test_slow_endpoints_are_given_no_slot_twice():
    slots = ConcurrencyLimiter(64)
    for number in range(100):
        attempt(slots, (f"acc_{number}", "slow"), SLOW_SECONDS)
    rooms = slots.claim_capacity()
    assert sum(rooms.allocate(key, room) for key, room in rooms.per_known_endpoint.items()) == 32


def test_slow_endpoints_that_have_nothing_due_keep_no_room_from_one_that_has():
    slots = ConcurrencyLimiter(64)
    for number in range(100):
        attempt(slots, (f"acc_{number}", "idle"), 10.0)
        attempt(slots, ("acc_1", f"idle {number}"), 10.0)
    attempt(slots, ("acc_1", "due"), 10.0)
    for _ in range(4):
        rooms = slots.claim_capacity()
        assert rooms.allocate(("acc_1", "due"), rooms.per_known_endpoint["acc_1", "due"]) == 1


def test_with_a_single_slot_a_slow_endpoint_is_served_on():
    slots = ConcurrencyLimiter(1)
    attempt(slots, SLOW, SLOW_SECONDS)
    assert start_attempts(slots, SLOW, 1) == 1


def test_an_attempt_that_was_not_made_tells_nothing_of_its_endpoint():
    slots = ConcurrencyLimiter(64)
    attempt(slots, SLOW, SLOW_SECONDS)
    slots.add_prefetched(SLOW, HOST, 500)
    slots.start_attempt(SLOW)
    slots.end_attempt(SLOW, None)
    assert slots._endpoints[SLOW].is_slow
    assert slots.free_slots == 64


def test_what_is_no_longer_served_is_forgotten():
    slots = ConcurrencyLimiter(4)
    for number in range(3_000):
        attempt(slots, ("acc_1", str(number)), 0.01)
    assert len(slots.claim_capacity().per_known_endpoint) < 2_000
