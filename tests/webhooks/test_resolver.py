"""Name look-ups that share what they wait for."""

import asyncio
import socket
import threading

import pytest

from fulfilment import settings
from fulfilment.webhooks import attempt, resolver
from fulfilment.webhooks.resolver import SharedLookup

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]

ANSWER = [(socket.AF_INET, "8.8.8.8")]


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
