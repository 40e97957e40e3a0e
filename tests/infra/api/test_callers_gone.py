"""Detection of a client's disconnect, under a server that reports one to every watch after the first was cancelled."""

import asyncio

import pytest

from fulfilment.infra.api.body_reader import BodyReader, ClientDisconnected, LargeBodyLimit


class Receive:
    """As Granian's: given up before it has told anything, the next call says that the caller is gone."""

    def __init__(self) -> None:
        self.hangs_up = asyncio.Event()
        self._was_given_up = False

    async def __call__(self) -> dict:
        if not self._was_given_up:
            try:
                await self.hangs_up.wait()
            except asyncio.CancelledError:
                self._was_given_up = True
                raise
        return {"type": "http.disconnect"}


async def at_once(value: int) -> int:
    return value


async def test_who_is_there_is_not_taken_for_gone_however_often_it_is_asked() -> None:
    receive = Receive()
    incoming = BodyReader(receive, 0, "party", LargeBodyLimit())
    try:
        assert [await incoming.cancel_on_disconnect(at_once(nth)) for nth in range(3)] == [0, 1, 2]
        assert await incoming.cancel_on_disconnect(asyncio.sleep(0.01, "done")) == "done"
    finally:
        incoming.close()


async def test_who_hangs_up_ends_what_is_done_for_them() -> None:
    receive = Receive()
    incoming = BodyReader(receive, 0, "party", LargeBodyLimit())
    work = asyncio.ensure_future(asyncio.sleep(60))
    await incoming.cancel_on_disconnect(at_once(1))
    receive.hangs_up.set()
    with pytest.raises(ClientDisconnected):
        await incoming.cancel_on_disconnect(work)
    assert work.cancelled()
    incoming.close()


async def test_the_work_of_a_request_runs_in_its_task_which_goes_on_after_a_hang_up() -> None:
    receive, task = Receive(), asyncio.current_task()
    incoming = BodyReader(receive, 0, "party", LargeBodyLimit())
    seen = []

    async def work() -> None:
        seen.append(asyncio.current_task())
        receive.hangs_up.set()
        await asyncio.sleep(60)

    with pytest.raises(ClientDisconnected):
        await incoming.cancel_on_disconnect(work())
    assert seen == [task]
    # Nothing of the cancellation is left for whatever the task does next.
    await asyncio.sleep(0)
    incoming.close()
