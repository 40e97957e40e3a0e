"""Documents are rendered in processes of their own: in turn, within bounds, and never for a caller who has gone."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import psutil
import pytest

from fulfilment import settings
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.pdf import RenderJob, RenderPool
from fulfilment.infra.pdf.render_pool import SHORT_SECONDS, RenderQueueLimit
from tests.harness.waiting import eventually
from tests.infra.pdf import works
from tests.infra.pdf.rooms import Begin, drawing_processes, hanging, on_the_loop_of_the_api, until
from tests.infra.pdf.works import asked


async def told(documents: RenderPool, words: str = "hello", party: str = "a") -> tuple[str, int]:
    said, process = json.loads(await documents.render(asked(works.say, words=words), party))
    return said, process


async def told_at_last(documents: RenderPool) -> tuple[str, int]:
    """The same, however long the next process takes to begin."""
    while True:
        try:
            return await told(documents)
        except ServiceUnavailable:
            await asyncio.sleep(0.01)


def refused(outcome: object) -> bool:
    return isinstance(outcome, ServiceUnavailable) and int(outcome.headers["Retry-After"]) > 0


@on_the_loop_of_the_api
async def test_documents_are_drawn_elsewhere_by_a_process_that_stays(begin: Begin):
    documents = await begin()
    (first, process), (second, same) = await told(documents, "one"), await told(documents, "two")
    assert (first, second) == ("one", "two")
    assert process == same != os.getpid()


@on_the_loop_of_the_api
async def test_a_large_document_comes_whole(begin: Begin):
    documents = await begin()
    size = 50_000_000
    assert await documents.render(asked(works.grow, bytes=size), "a") == b"x" * size


@on_the_loop_of_the_api
async def test_past_its_deadline_a_drawing_ends_with_its_process_and_the_next_is_drawn_by_another(
    begin: Begin, tmp_path: Path
):
    documents = await begin(pdf_timeout_seconds=1.0)
    task, process = await hanging(documents, tmp_path)
    assert refused((await asyncio.gather(task, return_exceptions=True))[0])
    await until(lambda: not psutil.pid_exists(process))
    assert (await told_at_last(documents))[1] != process


class _SlowToBegin:
    """Stands for a drawer whose first drawing takes too long, and whose next process begins when the test says so."""

    def __init__(self) -> None:
        self.may_begin = asyncio.Event()
        self.asked = 0

    @property
    def is_starting(self) -> bool:
        return self.asked > 0 and not self.may_begin.is_set()

    async def wait_until_started(self) -> None:
        await self.may_begin.wait()

    async def render(self, drawing: RenderJob, seconds: float) -> bytes:
        self.asked += 1
        if self.asked == 1:
            raise TimeoutError
        return b"drawn"

    async def close(self) -> None:
        self.may_begin.set()


async def test_nobody_is_given_a_process_that_is_still_beginning_after_another_ones_document() -> None:
    drawer = _SlowToBegin()
    order = asked(works.say, words="hello")
    documents = RenderPool(msgspec.structs.replace(settings.load({}), pdf_workers=1), order)
    documents._workers[:] = documents._idle[:] = [drawer]
    with pytest.raises(ServiceUnavailable):
        await documents.render(order, "a")
    other = asyncio.create_task(documents.render(order, "b"))
    for _ in range(10):
        await asyncio.sleep(0)
    assert drawer.asked == 1
    drawer.may_begin.set()
    assert await other == b"drawn"
    await documents.close()
    assert documents._permits.available == documents._long_permits.available == 1


@on_the_loop_of_the_api
async def test_whoever_waits_past_the_deadline_is_told_to_come_again(begin: Begin, tmp_path: Path):
    documents = await begin(pdf_timeout_seconds=1.0)
    task, _ = await hanging(documents, tmp_path)
    others = [documents.render(asked(works.note, file=str(tmp_path / "notes"), words="a"), "a") for _ in range(3)]
    outcomes = await asyncio.gather(task, *others, return_exceptions=True)
    assert refused(outcomes[0])
    assert all(outcome == b"noted" or refused(outcome) for outcome in outcomes[1:])


@on_the_loop_of_the_api
async def test_a_drawing_whose_process_is_killed_is_drawn_again_by_another(begin: Begin, tmp_path: Path):
    documents = await begin()
    task, process = await hanging(documents, tmp_path)
    os.kill(process, signal.SIGKILL)
    assert await task == b"drawn again"
    assert (await told(documents))[1] != process


@on_the_loop_of_the_api
async def test_what_ends_every_process_is_tried_twice_and_then_refused(begin: Begin, tmp_path: Path):
    documents, notes = await begin(), tmp_path / "notes"
    with pytest.raises(ServiceUnavailable):
        await documents.render(asked(works.crash, file=str(notes), words="tried"), "a")
    assert notes.read_text() == "tried\n" * 2
    assert (await told(documents))[0] == "hello"


@on_the_loop_of_the_api
async def test_a_process_that_is_killed_while_it_waits_is_replaced_before_anybody_asks(begin: Begin):
    documents = await begin()
    _, process = await told(documents)
    before = drawing_processes()
    os.kill(process, signal.SIGKILL)
    await until(lambda: bool(drawing_processes() - before))
    assert (await told(documents))[1] != process


@on_the_loop_of_the_api
async def test_when_the_caller_has_gone_its_drawing_is_ended(begin: Begin, tmp_path: Path):
    documents = await begin()
    task, process = await hanging(documents, tmp_path)
    task.cancel()
    await until(lambda: not psutil.pid_exists(process))
    assert task.cancelled()
    assert (await told(documents))[1] != process


@on_the_loop_of_the_api
async def test_what_waits_for_a_caller_who_has_gone_is_never_drawn(begin: Begin, tmp_path: Path):
    documents, notes = await begin(), tmp_path / "notes"
    hung, process = await hanging(documents, tmp_path)
    waiting = [
        asyncio.create_task(documents.render(asked(works.note, file=str(notes), words=words), "a")) for words in "xyz"
    ]
    await asyncio.sleep(0)
    waiting[1].cancel()
    os.kill(process, signal.SIGKILL)
    await asyncio.gather(hung, *waiting, return_exceptions=True)
    assert notes.read_text() == "x\nz\n"


@on_the_loop_of_the_api
async def test_a_stranger_is_drawn_for_while_another_workspace_has_a_hundred_waiting(begin: Begin, tmp_path: Path):
    documents, notes = await begin(pdf_queue_size=256), tmp_path / "notes"
    order = {"file": str(notes), "seconds": 0.01}
    hung, process = await hanging(documents, tmp_path)
    hundred = [
        asyncio.create_task(documents.render(asked(works.note, words="many", **order), "many")) for _ in range(100)
    ]
    await asyncio.sleep(0)
    stranger = asyncio.create_task(documents.render(asked(works.note, words="stranger", **order), "stranger"))
    await asyncio.sleep(0)
    os.kill(process, signal.SIGKILL)
    await asyncio.gather(hung, *hundred, stranger)
    drawn = notes.read_text().splitlines()
    assert len(drawn) == 101
    assert drawn.index("stranger") <= 1


@on_the_loop_of_the_api
async def test_of_two_processes_one_workspace_has_one(begin: Begin, tmp_path: Path):
    documents = await begin(pdf_workers=2)
    hung, process = await hanging(documents, tmp_path)
    waiting = asyncio.create_task(told(documents, party="a"))
    _, other = await told(documents, party="b")
    assert other != process and not waiting.done()
    os.kill(process, signal.SIGKILL)
    await hung
    await waiting


@on_the_loop_of_the_api
async def test_a_short_document_never_waits_for_the_long_ones_of_several_workspaces(begin: Begin, tmp_path: Path):
    documents, notes = await begin(pdf_workers=2), tmp_path / "notes"
    hung, process = await hanging(documents, tmp_path, long=True)
    long = msgspec.structs.replace(asked(works.note, file=str(notes), words="long"), seconds=2 * SHORT_SECONDS)
    waiting = [asyncio.create_task(documents.render(long, party)) for party in "abc" for _ in range(2)]
    await asyncio.sleep(0)
    _, other = await told(documents, party="neighbour")
    assert other != process and not any(each.done() for each in waiting) and not notes.exists()
    os.kill(process, signal.SIGKILL)
    await asyncio.gather(hung, *waiting)


@on_the_loop_of_the_api
async def test_who_has_too_much_waiting_is_refused_and_a_stranger_is_not(begin: Begin, tmp_path: Path):
    documents = await begin(pdf_queue_size=8)
    hung, process = await hanging(documents, tmp_path)
    many = [asyncio.create_task(told(documents, party="a")) for _ in range(10)]
    await asyncio.sleep(0)
    stranger = asyncio.create_task(told(documents, party="b"))
    await asyncio.sleep(0)
    os.kill(process, signal.SIGKILL)
    outcomes = await asyncio.gather(hung, *many, return_exceptions=True)
    assert [refused(outcome) for outcome in outcomes[1:]] == [False] * 4 + [True] * 6
    assert (await stranger)[0] == "hello"


def test_the_room_is_shared_by_bytes_too_and_one_alone_always_finds_some():
    room = RenderQueueLimit(most=100, most_bytes=100)
    assert room.try_enter("a", 25) and room.try_enter("a", 25) and not room.try_enter("a", 1)
    assert room.try_enter("b", 20) and not room.try_enter("b", 30)
    assert room.try_enter("c", 1_000)
    for size in (25, 25):
        room.leave("a", size)
    room.leave("c", 1_000)
    assert room.try_enter("b", 30)


def test_the_room_is_bounded_for_all():
    room = RenderQueueLimit(most=4, most_bytes=100)
    assert [room.try_enter(party, 1) for party in "aabcde"] == [True, True, True, True, False, False]
    room.leave("b", 1)
    assert room.try_enter("e", 1)


@on_the_loop_of_the_api
async def test_a_document_that_takes_too_much_memory_is_refused_and_the_next_is_drawn(begin: Begin):
    documents = await begin(pdf_memory_megabytes=200)
    with pytest.raises(ServiceUnavailable):
        await documents.render(asked(works.grow, bytes=1_000_000_000), "a")
    assert (await told(documents))[0] == "hello"


@on_the_loop_of_the_api
async def test_what_fails_to_be_drawn_is_a_fault_of_ours_and_ends_no_process(begin: Begin):
    documents = await begin()
    _, process = await told(documents)
    with pytest.raises(Exception, match="a fault of the drawing's own"):
        await documents.render(asked(works.fail), "a")
    assert (await told(documents))[1] == process


@on_the_loop_of_the_api
async def test_a_drawing_process_has_none_of_the_sockets_that_the_service_listens_on(begin: Begin):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        # As the API's own is, for its processes.
        listening.set_inheritable(True)
        documents = await begin()
        assert json.loads(await documents.render(asked(works.listen), "a")) == []


@on_the_loop_of_the_api
async def test_closing_leaves_no_process_even_while_one_draws(begin: Begin, tmp_path: Path):
    # Other tests' services may have theirs below this process as well.
    others = drawing_processes()
    documents = await begin(pdf_workers=2)
    task, process = await hanging(documents, tmp_path)
    await documents.close()
    await until(lambda: drawing_processes() <= others)
    assert not psutil.pid_exists(process)
    with pytest.raises((asyncio.CancelledError, ServiceUnavailable)):
        await task


HANG = """
import asyncio, sys, uvloop
from pathlib import Path
from tests.infra.pdf.rooms import running, hanging

async def run():
    async with running() as documents:
        task, _ = await hanging(documents, Path(sys.argv[1]))
        await task

uvloop.run(run())
"""


def test_a_drawing_ends_with_the_process_that_asked_for_it_even_if_that_is_killed(tmp_path: Path):
    with subprocess.Popen([sys.executable, "-c", HANG, str(tmp_path)]) as asking:
        eventually((tmp_path / "hanging").exists)
        drawing = psutil.Process(works.process_in(tmp_path / "hanging"))
        asking.kill()
        eventually(lambda: not drawing.is_running())
