"""Processes that end by `kill -9` at a step of what they carry out: before any statement, before or after any call.

`dooming` runs the program. It forks a process for each line of JSON on its standard input, and answers how that one
ended: `killed`, `done` or `refused`. Forked, a process is there at once, and has nothing in common with the next one
but its code.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import asyncpg
import msgspec

from fulfilment import settings
from fulfilment.aggregators.biteship.transport import BiteshipTransport
from fulfilment.billing import cancellation as plan_cancellation
from fulfilment.billing import checkouts, subscriptions
from fulfilment.billing.checkout_sync import CheckoutSync
from fulfilment.billing.subscription_sync import SubscriptionSync
from fulfilment.credits import purchase, reversals
from fulfilment.credits.schemas import CreditCheckout
from fulfilment.infra import branding, clock
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.heartbeat import INSERT_HEARTBEAT, UPDATE_HEARTBEAT
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.outbox import NOTIFY
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import System
from fulfilment.infra.encryption import keyring
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import Key
from fulfilment.payments import checkout, port
from fulfilment.payments.events import EventReceipt
from fulfilment.payments.provider import Payments
from fulfilment.payments.stripe.transport import StripeTransport as PaymentWire
from fulfilment.shipments import rebooking
from fulfilment.shipments.booking import booking
from fulfilment.shipments.booking.recovery import OperationRecovery
from fulfilment.shipments.cancellation import cancellation
from fulfilment.shipments.schemas import ShipmentRebooking
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.storefront import inbound
from fulfilment.storefront.schemas import Storefront, StorefrontEvent, StorefrontSyncActor
from fulfilment.webhooks import replay
from tests.harness import behind
from tests.harness.service import MASTER_KEYS

ROOT = Path(__file__).parents[3]
# So that a recovery of a few events has several batches.
EVENTS_AT_ONCE = 4
MANY_AT_ONCE = 1_000
_STATEMENTS = ("fetch", "fetchrow", "fetchval", "fetchmany", "execute")
# Heartbeats and notifications of a process, which come at moments of their own.
_ASIDES = (INSERT_HEARTBEAT.text, UPDATE_HEARTBEAT.text, NOTIFY.text)
_REFUSED = 3


class Job(msgspec.Struct):
    """The work of a process, and the step before which the process is killed; None if it may live."""

    kind: str
    step: int | None = None
    account_id: str = ""
    shipment_id: str = ""
    key: str = ""
    request_hash: str = ""
    price: int = 0
    # An event of a storefront, by its type and its data.
    told: str = ""
    said: str = ""
    checkout_id: str = ""
    payment_id: str = ""
    subscription_id: str = ""
    event_id: str = ""


class Doomed:
    """The program, for those who have it do jobs."""

    def __init__(self, process: subprocess.Popen):
        self._process = process

    def __call__(self, job: Job) -> str:
        """How the process that did the job ended: `killed` or `done`."""
        self._process.stdin.write(msgspec.json.encode(job).decode() + "\n")
        self._process.stdin.flush()
        end = json.loads(self._process.stdout.readline())
        assert end in ("killed", "done"), end
        return end


@contextmanager
def dooming(database_url: str, **settings: str) -> Iterator[Doomed]:
    """The program while the context lasts; `settings` are FULFILMENT_* in lower case."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    given = {"mode": "development", **behind.addresses(database_url), "master_keys": MASTER_KEYS, **settings}
    environ |= {f"FULFILMENT_{name.upper()}": value for name, value in given.items()}
    command = [sys.executable, "-m", "tests.system.faults.doomed"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Doomed(process)
        process.stdin.close()


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
        """Every statement and every call to a provider is a step, and so is the end of a call."""
        for name in _STATEMENTS:
            setattr(asyncpg.Connection, name, self._before(getattr(asyncpg.Connection, name)))
        BiteshipTransport.send = self._around(BiteshipTransport.send)
        PaymentWire.send = self._around(PaymentWire.send)

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
    branding.current()
    keyring.keyring()
    db, aggregators, payments = Database(given, given.database_url), CourierClients(given), Payments(given)
    await db.open()
    await aggregators.open()
    await payments.open()
    db.start_heartbeat()
    async with asyncio.timeout(10):
        while db.owner_id is None:  # noqa: ASYNC110
            await asyncio.sleep(0.002)
    doom = Doom(job.step)
    doom.haunt()
    operation = ExternalOperation(
        db, WorkerNotifier(db), System(job.account_id, actor_id=job.account_id), _key(job), "doomed"
    )
    match job.kind:
        case "book":
            await booking.confirm_pickup(operation, job.shipment_id, aggregators, given)
        case "cancel":
            await cancellation.cancel_shipment(operation, job.shipment_id, "Killed", aggregators, given, is_bare=False)
        case "rebook":
            await rebooking.rebook_shipment(
                operation, job.shipment_id, ShipmentRebooking(price=job.price), aggregators, given
            )
        case "storefront":
            await _tell(db, job)
        case "recover":
            await OperationRecovery(db, WorkerNotifier(db), aggregators, given).run_due()
        case "buy":
            # Those who were killed a moment ago are not known to be gone yet, and count among what is being opened.
            checkout.MAX_CONCURRENT_CHECKOUTS = MANY_AT_ONCE
            principal = Principal(job.account_id, job.account_id)
            buying = ExternalOperation(db, WorkerNotifier(db), principal, _key(job), "doomed")
            wanted = CreditCheckout(amount=job.price, email="siti@example.com")
            await purchase.open_credit_checkout(buying, wanted, payments, given)
        case "settle":
            hearing = ExternalOperation(db, WorkerNotifier(db), System(job.account_id), None, "doomed")
            await checkouts.sync_checkout(hearing, payments, job.checkout_id, _hearing(job))
        case "take_back":
            hearing = ExternalOperation(db, WorkerNotifier(db), System(job.account_id), None, "doomed")
            await reversals.sync_payment(hearing, payments, job.payment_id, _hearing(job))
        case "follow_subscription":
            hearing = ExternalOperation(db, WorkerNotifier(db), System(job.account_id), None, "doomed")
            await subscriptions.sync_subscription(hearing, payments, job.subscription_id, _hearing(job))
        case "cancel_plan":
            asking = ExternalOperation(
                db, WorkerNotifier(db), Principal(job.account_id, job.account_id), _key(job), "doomed"
            )
            await plan_cancellation.cancel_subscription(asking, payments, given)
        case "keep_subscriptions":
            await SubscriptionSync(db, WorkerNotifier(db), payments, given).run_due()
        case "watch":
            await CheckoutSync(db, WorkerNotifier(db), payments, given).run_due()
        case "redeliver":
            replay.EVENTS_PER_BATCH = EVENTS_AT_ONCE
            await replay.ReplayWorker(db).run_due()
    # All work is done, and no client has an answer yet.
    doom.pass_step()


async def _tell(db: Database, job: Job) -> None:
    """Apply a storefront's event as the inbound route does once the signature is verified. Its id is the job's key."""
    now = clock.now()
    storefront = Storefront(job.account_id, "sf_doomed", "shopfront", is_suspended=False, now=now)
    operation = ExternalOperation(
        db, WorkerNotifier(db), StorefrontSyncActor(job.account_id, partner="shopfront"), None, "doomed"
    )
    await inbound._apply_once(operation, storefront, StorefrontEvent(job.key, job.told, now, job.said.encode()))


def _key(job: Job) -> Key | None:
    return Key(job.key, "", bytes.fromhex(job.request_hash)) if job.key else None


def _hearing(job: Job) -> EventReceipt:
    return EventReceipt(port.ProviderEvent(job.event_id, "doomed", datetime.now(UTC)))


def _live(job: Job) -> NoReturn:
    try:
        asyncio.run(carry_out(job))
    except ApiError as error:
        print(error, file=sys.stderr)
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
