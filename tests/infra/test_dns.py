"""DNS look-ups are shared by tenants: names that never answer hold up no look-up of another tenant."""

import asyncio
import random
import socket
import threading
from collections import Counter
from collections.abc import Callable

import pytest

from fulfilment import settings
from fulfilment.infra import dns
from fulfilment.infra.dns import LookupThreads
from fulfilment.infra.limits import fair_semaphore
from fulfilment.webhooks.http import attempt
from tests.harness.waiting import until

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(60)]

ANSWER = [(socket.AF_INET, "8.8.8.8")]
LONG_SECONDS = 20
NO_NAME = socket.gaierror(socket.EAI_NONAME, "Name or service not known")


class Names:
    """Answers at once, but to names that begin with "hanging" when it is told to; and notes what was begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.threads: list[threading.Thread] = []
        self.may_answer = threading.Event()

    def __call__(self, host: str) -> list[dns.Answer]:
        self.begun.append(host)
        self.threads.append(threading.current_thread())
        if host.startswith("hanging"):
            self.may_answer.wait()
        return ANSWER

    def hanging(self) -> Counter[str]:
        """How many hang, by the second word of their names."""
        return Counter("".join(name.split()[1:2]) for name in self.begun if name.startswith("hanging"))


def asking(threads: LookupThreads) -> Callable[[str, str], asyncio.Task]:
    return lambda host, who: asyncio.create_task(threads.lookup(host, who))


async def test_hundreds_of_hanging_names_of_one_party_hold_up_no_other():
    names = Names()
    ask = asking(LookupThreads(16, names))
    hanging = [ask(f"hanging{number}", "greedy") for number in range(500)]
    # Half of the threads are as many as stay free.
    await until(lambda: names.hanging() == {"": 8})
    assert await asyncio.gather(*(ask(f"hooks{n}.example.com", f"acc_{n}") for n in range(50))) == [ANSWER] * 50
    assert names.hanging() == {"": 8}
    names.may_answer.set()
    assert await asyncio.gather(*hanging) == [ANSWER] * 500


async def test_parties_that_all_hang_leave_something_each_and_the_next_finds_a_thread():
    names = Names()
    ask = asking(LookupThreads(16, names))
    hanging = []
    # The first tenant has half of the threads, the next half of the rest; none has all.
    for expected in ({"a": 8}, {"a": 8, "b": 4}, {"a": 8, "b": 4, "c": 2}):
        hanging += [ask(f"hanging {who} {number}", who) for who in expected for number in range(100)]
        await until(lambda expected=expected: names.hanging() == expected)
    assert await ask("hooks.example.com", "d") == ANSWER
    assert names.hanging() == {"a": 8, "b": 4, "c": 2}
    names.may_answer.set()
    await asyncio.gather(*hanging)


async def test_threads_that_come_free_go_to_the_parties_in_turn():
    names = Names()
    ask = asking(LookupThreads(1, names))
    first = ask("hanging", "greedy")
    await until(lambda: bool(names.begun))
    waiting = [ask(f"{who}{number}", who) for who in ("greedy", "b", "c") for number in range(3)]
    names.may_answer.set()
    await asyncio.gather(first, *waiting)
    assert names.begun[1:] == ["greedy0", "b0", "c0", "greedy1", "b1", "c1", "greedy2", "b2", "c2"]


async def test_many_look_ups_of_one_hanging_name_leave_threads_to_other_tenants():
    names = Names()
    ask = asking(LookupThreads(8, names))
    hanging = [ask("hanging", "greedy") for _ in range(40)]
    await until(lambda: len(names.begun) == 4)
    assert await ask("hooks.example.com", "other") == ANSWER
    assert names.begun == ["hanging"] * 4 + ["hooks.example.com"]
    names.may_answer.set()
    assert await asyncio.gather(*hanging) == [ANSWER] * 40


async def test_a_look_up_whose_caller_gave_up_holds_its_thread_until_it_ends():
    names = Names()
    threads = LookupThreads(4, names)
    ask = asking(threads)
    given_up = [ask(f"hanging{number}", "a") for number in range(2)]
    await until(lambda: len(names.begun) == 2)
    for each in given_up:
        each.cancel()
    await asyncio.gather(*given_up, return_exceptions=True)
    waiting = ask("waiting", "a")
    assert await ask("hooks.example.com", "b") == ANSWER
    assert names.begun[2:] == ["hooks.example.com"]
    names.may_answer.set()
    assert await waiting == ANSWER
    await until(lambda: threads._permits.available == 4)


async def test_what_was_given_up_before_it_began_is_dropped():
    names = Names()
    ask = asking(LookupThreads(1, names))
    hanging = ask("hanging", "a")
    await until(lambda: bool(names.begun))
    given_up = [ask(f"given-up-{number}", who) for number in range(500) for who in ("a", "b")]
    wanted = ask("wanted", "b")
    await asyncio.sleep(0)
    for each in given_up:
        each.cancel()
    names.may_answer.set()
    assert await asyncio.gather(hanging, wanted) == [ANSWER] * 2
    assert names.begun == ["hanging", "wanted"]
    assert all(each.cancelled() for each in given_up)


async def test_who_waits_too_long_for_a_thread_is_told_that_the_failure_is_temporary(monkeypatch: pytest.MonkeyPatch):
    names = Names()
    ask = asking(LookupThreads(1, names))
    hanging = ask("hanging", "a")
    await until(lambda: bool(names.begun))
    monkeypatch.setattr(dns, "QUEUE_TIMEOUT_SECONDS", 0.02)
    with pytest.raises(socket.gaierror) as told:
        await ask("hooks.example.com", "a")
    assert told.value.errno == socket.EAI_AGAIN
    names.may_answer.set()
    assert await hanging == ANSWER


async def test_a_thread_serves_on_after_the_event_loop_that_asked_it_has_closed():
    names = Names()
    threads = LookupThreads(4, names)

    async def give_up() -> None:
        hanging = asking(threads)("hanging", "a")
        await until(lambda: bool(names.begun))
        hanging.cancel()

    await asyncio.to_thread(asyncio.run, give_up())
    names.may_answer.set()
    async with asyncio.timeout(LONG_SECONDS):
        while names.threads[0] not in names.threads[1:]:
            assert await asking(threads)("hooks.example.com", "b") == ANSWER


async def test_a_name_is_looked_up_each_time():
    names = Names()
    ask = asking(LookupThreads(4, names))
    for _ in range(3):
        await ask("hooks.example.com", "a")
    assert len(names.begun) == 3


async def test_a_failure_reaches_the_caller_and_the_thread_goes_on():
    may_fail = threading.Event()

    def fail(host: str) -> list[dns.Answer]:
        may_fail.wait()
        raise NO_NAME

    ask = asking(LookupThreads(1, fail))
    waiting = [ask("x.example", who) for who in "abc"]
    may_fail.set()
    assert await asyncio.gather(*waiting, return_exceptions=True) == [NO_NAME] * 3
    assert await asyncio.gather(ask("y.example", "a"), return_exceptions=True) == [NO_NAME]


async def test_there_are_never_more_threads_than_allowed_and_idle_ones_are_used_again():
    names = Names()
    ask = asking(LookupThreads(3, names))
    await asyncio.gather(*(ask(f"{who}{number}", who) for who in "abcdef" for number in range(50)))
    for number in range(50):
        await ask(f"again{number}", "a")
    assert len(names.begun) == 350
    assert len(set(names.threads)) <= 3
    assert all(thread.daemon for thread in names.threads)


async def test_whatever_is_asked_and_given_up_in_whatever_order_every_question_is_settled():
    chosen, names = random.Random(11), Names()
    threads = LookupThreads(5, names)
    ask = asking(threads)
    asked = []
    for _ in range(3_000):
        asked.append(ask(f"name{chosen.randint(0, 30)}", f"acc_{chosen.randint(0, 6)}"))
        if chosen.random() < 0.3:
            chosen.choice(asked).cancel()
        if chosen.random() < 0.05:
            await asyncio.sleep(0)
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert all(one == ANSWER or isinstance(one, asyncio.CancelledError) for one in results)
    await until(lambda: threads._permits.available == 5)


async def test_the_lookup_gives_every_address_with_its_family():
    assert await dns.lookup("127.0.0.1", 443) == [(socket.AF_INET, "127.0.0.1")]
    assert await dns.lookup("::1", 443) == [(socket.AF_INET6, "::1")]
    with pytest.raises(socket.gaierror):
        await dns.lookup("a" * 300, 443)


async def test_the_running_tasks_party_is_who_asks(monkeypatch: pytest.MonkeyPatch):
    names = Names()
    threads = LookupThreads(4, names)
    monkeypatch.setattr(dns, "_threads", lambda: threads)

    async def look_up_for(who: str, *hosts: str) -> list:
        fair_semaphore.current_tenant.set(who)
        return await asyncio.gather(*(dns.lookup(host, 443) for host in hosts))

    greedy = asyncio.create_task(look_up_for("acc_greedy", *(f"hanging{number}" for number in range(100))))
    await asyncio.sleep(0)
    assert await asyncio.create_task(look_up_for("acc_other", "hooks.example.com")) == [ANSWER]
    names.may_answer.set()
    assert await greedy == [ANSWER] * 100


async def test_names_that_hang_in_every_slot_again_and_again_leave_threads_for_the_others(monkeypatch):
    may_answer, real = threading.Event(), socket.getaddrinfo

    def hang_for_some(host: bytes, *args, **more):
        if host.startswith(b"hanging"):
            may_answer.wait()
        return real(b"127.0.0.1", *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", hang_for_some)
    # An abandoned look-up still holds its thread, and the endpoint's next attempt begins.
    count = 3 * settings.load({}).webhook_concurrency
    hanging = [asyncio.create_task(dns.lookup(f"hanging{number}.example.com", 443)) for number in range(count)]
    await asyncio.sleep(0)
    fair_semaphore.current_tenant.set("acc_other")
    try:
        async with asyncio.timeout(attempt.TIMEOUT_SECONDS):
            assert await dns.lookup("hooks.example.com", 443) == [(socket.AF_INET, "127.0.0.1")]
        assert not any(task.done() for task in hanging)
    finally:
        may_answer.set()
        await asyncio.gather(*hanging)
