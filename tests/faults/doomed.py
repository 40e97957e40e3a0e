"""Processes that end by `kill -9` at a step of what they carry out: before any statement, before or after any call.

Run as a program it forks a process for each line of JSON on its standard input, and answers how that one ended:
`killed`, `done` or `refused`. Forked, a process is there at once, and has nothing in common with the next one but its
code.
"""

import asyncio
import json
import os
import signal
import sys
from typing import Any, NoReturn

import asyncpg
import msgspec

from fulfilment import brand, secrets, settings
from fulfilment.aggregators.biteship.wire import Wire
from fulfilment.db.bell import Bell
from fulfilment.db.outbox import RING
from fulfilment.db.pool import Database
from fulfilment.db.presence import HOLD, LOOK
from fulfilment.http.errors import ApiError
from fulfilment.http.idempotency import Key
from fulfilment.http.saga import Saga
from fulfilment.shipments import booking, cancellation, rebooking, recovery
from fulfilment.shipments.calls import Actor
from fulfilment.shipments.records import Rebooking
from fulfilment.shipping.aggregator_access import Aggregators

_STATEMENTS = ("fetch", "fetchrow", "fetchval", "fetchmany", "execute")
# What a process says of itself beside its work, at moments of its own.
_ASIDES = (HOLD.text, LOOK.text, RING.text)
_REFUSED = 3


class Job(msgspec.Struct):
    """What is carried out, and the step before which it is killed; None: it may live."""

    kind: str
    step: int | None = None
    account_id: str = ""
    shipment_id: str = ""
    key: str = ""
    request_hash: str = ""
    price: int = 0


class Doom:
    """Counts the steps of this process, and ends it."""

    def __init__(self, step: int | None):
        self._left = step

    def pass_step(self) -> None:
        """As the kernel or a power cut would: nothing is closed, finished or told."""
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        if self._left is not None:
            self._left -= 1

    def haunt(self) -> None:
        """Every statement and every call to the aggregator is a step, and so is the end of a call."""
        for name in _STATEMENTS:
            setattr(asyncpg.Connection, name, self._before(getattr(asyncpg.Connection, name)))
        Wire.ask = self._around(Wire.ask)

    def _before(self, statement: Any) -> Any:
        async def run(connection: Any, text: str, *args: Any, **options: Any) -> Any:
            if text not in _ASIDES:
                self.pass_step()
            return await statement(connection, text, *args, **options)

        return run

    def _around(self, ask: Any) -> Any:
        async def run(*args: Any, **options: Any) -> Any:
            self.pass_step()
            answer = await ask(*args, **options)
            self.pass_step()
            return answer

        return run


async def carry_out(job: Job) -> None:
    """The work itself, in the words of the product."""
    given = settings.current()
    brand.current()
    secrets.keyring()
    db, aggregators = Database(given, given.database_url), Aggregators(given)
    await db.open()
    await aggregators.open()
    db.announce()
    async with asyncio.timeout(10):
        while db.holder is None:  # noqa: ASYNC110
            await asyncio.sleep(0.002)
    doom = Doom(job.step)
    doom.haunt()
    saga = Saga(db, Bell(db), Actor(job.account_id, actor_id=job.account_id), _key(job), "doomed")
    match job.kind:
        case "book":
            await booking.confirm(saga, job.shipment_id, aggregators, given)
        case "cancel":
            await cancellation.cancel(saga, job.shipment_id, "Killed", aggregators, given, is_bare=False)
        case "rebook":
            await rebooking.rebook(saga, job.shipment_id, Rebooking(price=job.price), aggregators, given)
        case "recover":
            await recovery.recover(db, Bell(db), aggregators, given)
    # It is all done, and nobody was told.
    doom.pass_step()


def _key(job: Job) -> Key | None:
    return Key(job.key, "", bytes.fromhex(job.request_hash)) if job.key else None


def _live(job: Job) -> NoReturn:
    try:
        asyncio.run(carry_out(job))
    except ApiError as refusal:
        print(refusal, file=sys.stderr)
        os._exit(_REFUSED)
    except BaseException as problem:
        print(repr(problem), file=sys.stderr)
        os._exit(1)
    os._exit(0)


def _end_of(job: Job) -> str:
    child = os.fork()
    if child == 0:
        _live(job)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "killed" if os.WTERMSIG(status) == signal.SIGKILL else "broken"
    return {0: "done", _REFUSED: "refused"}.get(os.WEXITSTATUS(status), "broken")


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(_end_of(msgspec.json.decode(line, type=Job))), flush=True)
