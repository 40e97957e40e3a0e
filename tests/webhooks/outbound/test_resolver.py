"""Name look-ups that share what they wait for."""

import asyncio
import socket
import threading
import time

import pytest

from fulfilment import settings
from fulfilment.webhooks.outbound import attempt, resolver
from fulfilment.webhooks.outbound.resolver import SharedLookup, Threads

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]

ANSWER = [(socket.AF_INET, "8.8.8.8")]


def wait_until(is_so) -> None:
    while not is_so():
        time.sleep(0.001)


class Slow:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.may_answer = asyncio.Event()

    async def __call__(self, host: str, port: int):
        self.asked += 1
        await self.may_answer.wait()
        return ANSWER


async def test_many_who_wait_for_one_name_hold_one_lookup():
    slow = Slow()
    shared = SharedLookup(slow)
    waiting = [asyncio.create_task(shared("hooks.example.com", 443)) for _ in range(20)]
    await asyncio.sleep(0)
    slow.may_answer.set()
    assert await asyncio.gather(*waiting) == [ANSWER] * 20
    assert slow.asked == 1


async def test_one_who_gives_up_does_not_take_the_answer_from_the_others():
    slow = Slow()
    shared = SharedLookup(slow)
    impatient, patient = (asyncio.create_task(shared("hooks.example.com", 443)) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    slow.may_answer.set()
    assert await patient == ANSWER
    assert impatient.cancelled()


async def test_a_name_is_looked_up_anew_once_it_was_answered():
    slow = Slow()
    slow.may_answer.set()
    shared = SharedLookup(slow)
    for _ in range(3):
        await shared("hooks.example.com", 443)
    assert slow.asked == 3


async def test_a_failure_reaches_everyone_who_waits():
    async def failing(host: str, port: int):
        await asyncio.sleep(0)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    shared = SharedLookup(failing)
    results = await asyncio.gather(*(shared("x.example", 1) for _ in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [socket.gaierror] * 3


async def test_the_lookup_gives_every_address_with_its_family():
    assert await resolver.lookup("127.0.0.1", 443) == [(socket.AF_INET, "127.0.0.1")]
    assert await resolver.lookup("::1", 443) == [(socket.AF_INET6, "::1")]
    with pytest.raises(socket.gaierror):
        await resolver.lookup("a" * 300, 443)


async def test_names_that_hang_in_every_slot_again_and_again_leave_threads_for_the_others(monkeypatch):
    may_answer, real = threading.Event(), socket.getaddrinfo

    def hang_for_some(host: bytes, *args, **more):
        if host.startswith(b"hanging"):
            may_answer.wait()
        return real(b"127.0.0.1", *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", hang_for_some)
    # A look-up that nobody waits for any longer still holds its thread, and the endpoint's next attempt begins.
    count = 3 * settings.load({}).webhook_concurrency
    hanging = [asyncio.create_task(resolver.lookup(f"hanging{number}.example.com", 443)) for number in range(count)]
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(attempt.TIMEOUT_SECONDS):
            assert await resolver.lookup("hooks.example.com", 443) == [(socket.AF_INET, "127.0.0.1")]
        assert not any(task.done() for task in hanging)
    finally:
        may_answer.set()
        await asyncio.gather(*hanging)


async def test_threads_that_have_come_free_are_used_again():
    threads = Threads(most=200)
    used = {await asyncio.wrap_future(threads.run(threading.current_thread)) for _ in range(200)}
    # One, and another for each time that it was asked before it had said that it is free.
    assert len(used) < 20


async def test_there_are_never_more_threads_than_allowed_and_what_waits_is_done_later():
    threads, may_end, begun = Threads(most=2), threading.Event(), []

    def work() -> threading.Thread:
        begun.append(threading.current_thread())
        may_end.wait()
        return threading.current_thread()

    outcomes = [asyncio.wrap_future(threads.run(work)) for _ in range(6)]
    await asyncio.to_thread(wait_until, lambda: len(begun) == 2)
    may_end.set()
    done = await asyncio.gather(*outcomes)
    assert len(set(done)) == 2
    assert all(thread.daemon for thread in done)


async def test_what_was_given_up_before_it_began_is_not_done():
    threads, may_end, done = Threads(most=1), threading.Event(), []
    first = asyncio.wrap_future(threads.run(may_end.wait))
    given_up = asyncio.wrap_future(threads.run(lambda: done.append("given up")))
    last = asyncio.wrap_future(threads.run(lambda: done.append("last")))
    given_up.cancel()
    await asyncio.sleep(0)
    may_end.set()
    await asyncio.gather(first, last)
    assert done == ["last"]
