"""Time limits with one timer for all: they end what takes too long, and nothing else."""

import asyncio

import pytest

from fulfilment.webhooks.http.shared_timeouts import SharedTimeouts

pytestmark = pytest.mark.timeout(30)

LONG = 60.0


async def work(deadlines: SharedTimeouts, seconds: float) -> str:
    with deadlines.start_timeout():
        await asyncio.sleep(seconds)
    return "done"


async def test_what_takes_too_long_ends_with_a_timeout():
    with pytest.raises(TimeoutError):
        await work(SharedTimeouts(0.01), LONG)


async def test_each_of_many_ends_by_its_own_limit():
    deadlines, began = SharedTimeouts(0.2), []

    async def begin(pause: float) -> float:
        await asyncio.sleep(pause)
        began.append(at := asyncio.get_running_loop().time())
        with pytest.raises(TimeoutError):
            await work(deadlines, LONG)
        return asyncio.get_running_loop().time() - at

    spent = await asyncio.gather(*(begin(number / 50) for number in range(10)))
    assert min(spent) >= 0.19


async def test_what_ends_in_time_is_left_alone_and_nothing_of_it_stays():
    deadlines = SharedTimeouts(0.02)
    assert await asyncio.gather(*(work(deadlines, 0) for _ in range(100))) == ["done"] * 100
    # Beyond the limit: whoever had been ended late would not get this far.
    await asyncio.sleep(0.05)
    assert not deadlines._timeouts
    assert deadlines._timer is None
    assert asyncio.current_task().cancelling() == 0


async def test_one_that_ends_early_does_not_move_the_limit_of_the_next():
    deadlines = SharedTimeouts(0.05)
    short = asyncio.create_task(work(deadlines, 0))
    with pytest.raises(TimeoutError):
        await work(deadlines, LONG)
    assert await short == "done"


async def test_a_cancellation_from_elsewhere_stays_a_cancellation():
    deadlines = SharedTimeouts(LONG)
    task = asyncio.create_task(work(deadlines, LONG))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not deadlines._timeouts


async def test_a_cancellation_in_the_moment_in_which_the_limit_runs_out_stays_a_cancellation():
    deadlines = SharedTimeouts(0.01)
    task = asyncio.create_task(work(deadlines, LONG))
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_at(next(iter(deadlines._timeouts)).at, task.cancel)
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_after_a_timeout_the_task_goes_on_as_any_other():
    with pytest.raises(TimeoutError):
        await work(SharedTimeouts(0.01), LONG)
    await asyncio.sleep(0)
    async with asyncio.timeout(LONG):
        await asyncio.sleep(0)
    assert asyncio.current_task().cancelling() == 0


async def test_another_failure_passes_through():
    with pytest.raises(ZeroDivisionError), SharedTimeouts(LONG).start_timeout():
        raise ZeroDivisionError
