"""Name look-ups that parties share: whoever makes up names that never answer holds up nobody else."""

import asyncio
import random
import socket
import threading
from collections import Counter
from collections.abc import Callable

import pytest

from fulfilment import settings
from fulfilment.infra import dns
from fulfilment.infra.dns import Threads
from fulfilment.infra.limits import tenant
from fulfilment.webhooks.http import attempt
from tests.harness.waiting import until

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(60)]

ANSWER = [(socket.AF_INET, "8.8.8.8")]
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


def asking(threads: Threads) -> Callable[[str, str], asyncio.Future]:
    return lambda host, who: asyncio.wrap_future(threads.ask(host, who))


async def test_hundreds_of_hanging_names_of_one_party_hold_up_no_other():
    names = Names()
    ask = asking(Threads(16, names))
    hanging = [ask(f"hanging{number}", "greedy") for number in range(500)]
    # Half of the threads are as many as stay free.
    await until(lambda: names.hanging() == {"": 8})
    assert await asyncio.gather(*(ask(f"hooks{n}.example.com", f"acc_{n}") for n in range(50))) == [ANSWER] * 50
    assert names.hanging() == {"": 8}
    names.may_answer.set()
    assert await asyncio.gather(*hanging) == [ANSWER] * 500


async def test_parties_that_all_hang_leave_something_each_and_the_next_finds_a_thread():
    names = Names()
    ask = asking(Threads(16, names))
    hanging = []
    # The first who comes has half, the next half of the rest; nobody has all.
    for expected in ({"a": 8}, {"a": 8, "b": 4}, {"a": 8, "b": 4, "c": 2}):
        hanging += [ask(f"hanging {who} {number}", who) for who in expected for number in range(100)]
        await until(lambda expected=expected: names.hanging() == expected)
    assert await ask("hooks.example.com", "d") == ANSWER
    assert names.hanging() == {"a": 8, "b": 4, "c": 2}
    names.may_answer.set()
    await asyncio.gather(*hanging)


async def test_threads_that_come_free_go_to_the_parties_in_turn():
    names = Names()
    ask = asking(Threads(1, names))
    first = ask("hanging", "greedy")
    await until(lambda: bool(names.begun))
    waiting = [ask(f"{who}{number}", who) for who in ("greedy", "b", "c") for number in range(3)]
    names.may_answer.set()
    await asyncio.gather(first, *waiting)
    assert names.begun[1:] == ["greedy0", "b0", "c0", "greedy1", "b1", "c1", "greedy2", "b2", "c2"]


async def test_many_who_wait_for_one_name_hold_one_thread_whoever_they_are():
    names = Names()
    ask = asking(Threads(8, names))
    waiting = [ask("hanging", f"acc_{number % 5}") for number in range(40)]
    await until(lambda: bool(names.begun))
    waiting += [ask("hanging", "late")]
    names.may_answer.set()
    assert await asyncio.gather(*waiting) == [ANSWER] * 41
    assert names.begun == ["hanging"]


async def test_a_name_that_stands_far_back_in_one_line_is_begun_when_another_that_wants_it_has_its_turn():
    names = Names()
    ask = asking(Threads(2, names))
    hanging = [ask(f"hanging{number}", "greedy") for number in range(50)]
    greedy = ask("hooks.example.com", "greedy")
    assert await ask("hooks.example.com", "other") == ANSWER
    assert await greedy == ANSWER
    assert len(names.begun) == 2
    names.may_answer.set()
    await asyncio.gather(*hanging)
    assert names.begun.count("hooks.example.com") == 1


async def test_one_who_gives_up_does_not_take_the_answer_from_the_others():
    names = Names()
    ask = asking(Threads(2, names))
    impatient, patient, stranger = ask("hanging", "a"), ask("hanging", "a"), ask("hanging", "b")
    await until(lambda: bool(names.begun))
    impatient.cancel()
    names.may_answer.set()
    assert await asyncio.gather(patient, stranger) == [ANSWER] * 2
    assert impatient.cancelled()


async def test_what_everybody_gave_up_before_it_began_is_dropped():
    names = Names()
    threads = Threads(1, names)
    ask = asking(threads)
    hanging = ask("hanging", "a")
    given_up = [ask(f"given-up-{number}", who) for number in range(500) for who in ("a", "b")]
    wanted = [ask("given-up-by-one", "a"), ask("given-up-by-one", "b")]
    for each in (*given_up, wanted[0]):
        each.cancel()
    await until(lambda: len(threads._searches) == 2)
    assert {who: list(line) for who, line in threads._lines.items()} == {"b": ["given-up-by-one"]}
    names.may_answer.set()
    assert [await hanging, await wanted[1]] == [ANSWER] * 2
    assert names.begun == ["hanging", "given-up-by-one"]
    assert not threads._searches and not threads._lines


async def test_a_hanging_name_that_everybody_gave_up_still_has_one_thread_only():
    names = Names()
    ask = asking(Threads(8, names))
    for _ in range(20):
        given_up = ask("hanging", "a")
        await until(lambda: bool(names.begun))
        given_up.cancel()
        await asyncio.sleep(0)
    last = ask("hanging", "b")
    names.may_answer.set()
    assert await last == ANSWER
    assert names.begun == ["hanging"]


async def test_a_name_is_looked_up_anew_once_it_was_answered():
    names = Names()
    ask = asking(Threads(4, names))
    for _ in range(3):
        await ask("hooks.example.com", "a")
    assert len(names.begun) == 3


async def test_a_failure_reaches_everyone_who_waits_and_the_thread_goes_on():
    may_fail = threading.Event()

    def fail(host: str) -> list[dns.Answer]:
        may_fail.wait()
        raise NO_NAME

    ask = asking(Threads(1, fail))
    waiting = [ask("x.example", who) for who in "abc"]
    may_fail.set()
    assert await asyncio.gather(*waiting, return_exceptions=True) == [NO_NAME] * 3
    assert await asyncio.gather(ask("y.example", "a"), return_exceptions=True) == [NO_NAME]


async def test_there_are_never_more_threads_than_allowed_and_idle_ones_are_used_again():
    names = Names()
    ask = asking(Threads(3, names))
    await asyncio.gather(*(ask(f"{who}{number}", who) for who in "abcdef" for number in range(50)))
    for number in range(50):
        await ask(f"again{number}", "a")
    assert len(names.begun) == 350
    assert len(set(names.threads)) <= 3
    assert all(thread.daemon for thread in names.threads)


async def test_whatever_is_asked_and_given_up_in_whatever_order_every_question_is_settled():
    chosen, names = random.Random(11), Names()
    threads = Threads(5, names)
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
    await until(lambda: not threads._searches)
    assert not threads._lines
    assert threads._shares.available == 5


async def test_the_lookup_gives_every_address_with_its_family():
    assert await dns.lookup("127.0.0.1", 443) == [(socket.AF_INET, "127.0.0.1")]
    assert await dns.lookup("::1", 443) == [(socket.AF_INET6, "::1")]
    with pytest.raises(socket.gaierror):
        await dns.lookup("a" * 300, 443)


async def test_the_running_tasks_party_is_who_asks(monkeypatch: pytest.MonkeyPatch):
    names = Names()
    threads = Threads(4, names)
    monkeypatch.setattr(dns, "_threads", lambda: threads)

    async def look_up_for(who: str, *hosts: str) -> list:
        tenant.current.set(who)
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
    # A look-up that nobody waits for any longer still holds its thread, and the endpoint's next attempt begins.
    count = 3 * settings.load({}).webhook_concurrency
    hanging = [asyncio.create_task(dns.lookup(f"hanging{number}.example.com", 443)) for number in range(count)]
    await asyncio.sleep(0)
    tenant.current.set("acc_other")
    try:
        async with asyncio.timeout(attempt.TIMEOUT_SECONDS):
            assert await dns.lookup("hooks.example.com", 443) == [(socket.AF_INET, "127.0.0.1")]
        assert not any(task.done() for task in hanging)
    finally:
        may_answer.set()
        await asyncio.gather(*hanging)
