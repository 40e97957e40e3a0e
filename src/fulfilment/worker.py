"""Puts the background loops together: fanning events out, delivering webhooks, sweeping up.

Any number of workers, on any number of machines, share the work through the database. Each loop is started again when
it fails; a database that is away is waited for.
"""

import asyncio
from collections.abc import Callable, Sequence

import msgspec
import structlog

from fulfilment import background, brand, draining, pulse, secrets
from fulfilment.audit import retention as audit_retention
from fulfilment.background import Work
from fulfilment.batches import retention as batch_retention
from fulfilment.batches.running import Runner
from fulfilment.billing import upkeep
from fulfilment.billing.upkeep import Keeper
from fulfilment.billing.watch import Watcher
from fulfilment.db import release, session
from fulfilment.db.bell import Bell
from fulfilment.db.outbox import CHANNEL
from fulfilment.db.pool import UNAVAILABLE, Database, PoolFull, session_settings
from fulfilment.deliveries import expiry
from fulfilment.http import nonces
from fulfilment.metrics import catalogue, recorder
from fulfilment.metrics.meters import Meter
from fulfilment.metrics.queues import Looker
from fulfilment.payments import events as payment_events
from fulfilment.payments import retention as checkout_retention
from fulfilment.payments.access import Payments
from fulfilment.probes import listener
from fulfilment.probes.readiness import Check, Readiness
from fulfilment.security import retention as security_retention
from fulfilment.settings import Settings
from fulfilment.shipments.polling import Poller
from fulfilment.shipments.recovery import Recoverer
from fulfilment.shipping import former_keys
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.sign_in import retention as session_retention
from fulfilment.stock import reservation
from fulfilment.storefront import order_ending
from fulfilment.storefront import retention as storefront_retention
from fulfilment.sweeps import Sweep, forget_idempotency_keys, forget_request_windows
from fulfilment.traces import telling
from fulfilment.webhooks import purging, redelivery, retention, rotation
from fulfilment.webhooks.outbound.attempt import Sender
from fulfilment.webhooks.outbound.own_services import own_services
from fulfilment.webhooks.queue import strays
from fulfilment.webhooks.queue.delivery import Deliverer
from fulfilment.webhooks.queue.fan_out import FanOut

SWEEPS = (
    Sweep("idempotency_keys", 60, forget_idempotency_keys),
    Sweep("request_windows", 60, forget_request_windows),
    Sweep("deleted_endpoints", 5, purging.purge),
    Sweep("old_secrets", rotation.FORGET_EVERY_SECONDS, rotation.forget_secrets),
    Sweep("reservations", reservation.EXPIRE_EVERY_SECONDS, reservation.expire),
    Sweep("former_aggregator_keys", former_keys.FORGET_EVERY_SECONDS, former_keys.forget),
    Sweep("nonces", nonces.FORGET_EVERY_SECONDS, nonces.forget),
    Sweep("sessions", session_retention.FORGET_EVERY_SECONDS, session_retention.forget),
    Sweep("subscriptions", upkeep.EVERY_SECONDS, upkeep.lapse),
    Sweep("payment_events", payment_events.FORGET_EVERY_SECONDS, payment_events.forget),
    Sweep("old_checkouts", checkout_retention.FORGET_EVERY_SECONDS, checkout_retention.forget),
    Sweep("deliveries", expiry.ANNOUNCE_EVERY_SECONDS, expiry.announce),
    Sweep("storefronts", storefront_retention.FORGET_EVERY_SECONDS, storefront_retention.forget),
    Sweep("storefront_checkouts", order_ending.END_EVERY_SECONDS, order_ending.end),
    Sweep("batches", batch_retention.FORGET_EVERY_SECONDS, batch_retention.forget),
    Sweep("old_storefront_checkouts", order_ending.FORGET_EVERY_SECONDS, order_ending.forget),
)

# The loops that call out, and have what is under way answered before they end.
CALLING = ("courier_calls", "subscriptions", "courier_polls", "batches", "checkouts")
LISTENER_CHECK_SECONDS = 2.0
LISTENER_TIMEOUT_SECONDS = 3.0
FEWEST_CONNECTIONS = 4
LOCK_SECONDS = 1.0

_log = structlog.get_logger(__name__)


async def run(settings: Settings, url: str | None = None) -> None:
    """Work until cancelled, then finish what is under way within `settings.stops_within_seconds`.

    `url` is the database's address, `settings.database_url` by default.
    """
    brand.current()
    secrets.keyring()
    url = url or settings.database_url
    size = max(FEWEST_CONNECTIONS, settings.database_pool_size // 2)
    # The queues grow from nothing to very many rows and back while a session lasts, and a plan that was made at the one
    # end costs a hundred times too much at the other. A batch of work is worth planning for.
    db = Database(_impatient(settings), url, size=size, name="worker", plans_afresh=True)
    aggregators, payments = Aggregators(settings), Payments(settings)
    telling.begin(settings, "worker")
    meter = recorder.begin("worker", db)
    await db.open()
    db.announce()
    await aggregators.open()
    await payments.open()
    try:
        async with Sender.configured(settings, own_services(settings)) as sender:
            await _work(settings, url, db, sender, aggregators, payments, meter)
    finally:
        await payments.close()
        await aggregators.close()
        await db.close()
        recorder.end()
        # Whoever works in this process next begins anew.
        draining.connect(draining.own())
        await telling.end()


def _impatient(settings: Settings) -> Settings:
    """Whatever a worker does can be done later, and what it waits for meanwhile is somebody's row alone."""
    patience = min(settings.database_lock_timeout_seconds, LOCK_SECONDS)
    return msgspec.structs.replace(settings, database_lock_timeout_seconds=patience)


async def _work(
    settings: Settings,
    url: str,
    db: Database,
    sender: Sender,
    aggregators: Aggregators,
    payments: Payments,
    meter: Meter | None,
) -> None:
    fan_out = FanOut(db, lambda: deliverer.alarm.ring(), settings.worker_poll_seconds)
    deliverer = Deliverer(db, sender, settings, fan_out.alarm.ring)
    bell = Bell(db)
    runner = Runner(db, bell, aggregators, settings)

    def hear(told: str) -> None:
        """Events, or a batch, were committed; or, with a workspace and an id, that endpoint was changed."""
        if told:
            deliverer.let_go(tuple(told.split(" ")))
        fan_out.alarm.ring()
        deliverer.alarm.ring()
        runner.alarm.ring()

    turn = redelivery.Turn()
    patrol = strays.Patrol()

    async def recover_endpoints(db: Database) -> None:
        while await redelivery.step(db, turn):
            deliverer.alarm.ring()

    async def forget_events(db: Database) -> None:
        await retention.forget(db, settings)

    async def forget_audit_entries(db: Database) -> None:
        await audit_retention.forget(db, settings)

    async def forget_security_hours(db: Database) -> None:
        await security_retention.forget(db, settings)

    sweeps = (
        *SWEEPS,
        Sweep("recoveries", redelivery.EVERY_SECONDS, recover_endpoints),
        Sweep("stray_deliveries", strays.EVERY_SECONDS, patrol.go_on),
        Sweep("events", retention.FORGET_EVERY_SECONDS, forget_events),
        Sweep("audit_entries", audit_retention.FORGET_EVERY_SECONDS, forget_audit_entries),
        Sweep("security_hours", security_retention.FORGET_EVERY_SECONDS, forget_security_hours),
    )
    loops: dict[str, Work] = {
        "listener": lambda: _listen(settings, url, hear),
        "fan_out": fan_out.run,
        "deliveries": deliverer.run,
        "settling": deliverer.settle,
        "courier_calls": Recoverer(db, bell, aggregators, settings).run,
        "subscriptions": Keeper(db, bell, payments, settings).run,
        "courier_polls": Poller(db, bell, aggregators, settings).run,
        "batches": runner.run,
        "checkouts": Watcher(db, bell, payments, settings).run,
        **{f"sweep_{sweep.name}": _repeating(sweep, db) for sweep in sweeps},
    }
    if meter is not None:
        loops["queue_figures"] = Looker(db, meter).run
        _measure(meter, sweeps, deliverer, settings)
    tasks: dict[str, asyncio.Task[None]] = {}
    ready = Readiness(settings, url, lambda: [Check("loops", background.problem_of(*tasks.values()))])
    async with listener.answering(settings, ready):
        for name, loop in loops.items():
            tasks[name] = background.begin(name, loop, expected=(*UNAVAILABLE, PoolFull))
        pulse.begin()
        _log.info("worker_started", loops=len(loops))
        try:
            # Whoever is cancelled here has not cancelled them: they are ended in good order.
            ended, _ = await asyncio.wait(tasks.values(), return_when=asyncio.FIRST_EXCEPTION)
            await asyncio.gather(*ended)
        finally:
            await _finish(tasks, deliverer, settings.stops_within_seconds)


async def _finish(tasks: dict[str, asyncio.Task[None]], deliverer: Deliverer, seconds: float) -> None:
    """Begin nothing more, and let attempts and calls out that are under way end."""
    draining.begin()
    _log.info("worker_stopping", waiting_for="attempts and calls under way", seconds_at_most=seconds)
    calling = [tasks[name] for name in CALLING]
    ending = asyncio.create_task(background.end(*calling, patience_seconds=seconds))
    await background.end(*(task for task in tasks.values() if task not in calling))
    await deliverer.finish(seconds)
    await ending
    pulse.end()
    _log.info("worker_stopped")


def _measure(meter: Meter, sweeps: Sequence[Sweep], deliverer: Deliverer, settings: Settings) -> None:
    """Until it has ended well for the first time, a sweep, or a loop's turn, is as old as the process."""
    for sweep in sweeps:
        meter.set(catalogue.SWEEP_INTERVAL, sweep.every_seconds, sweep.name)
        recorder.note_success(catalogue.SWEEP_SUCCESS, sweep.name)
    for loop in catalogue.WORKER_LOOPS:
        recorder.note_turn(loop)

    def sample(meter: Meter) -> None:
        used = min(deliverer.under_way, settings.webhook_concurrency)
        meter.set(catalogue.SLOTS, used, "used")
        meter.set(catalogue.SLOTS, settings.webhook_concurrency - used, "free")

    meter.samplers.append(sample)


def _repeating(sweep: Sweep, db: Database) -> Work:
    async def loop() -> None:
        while True:
            await sweep.run(db)
            background.turned(sweep.every_seconds)
            recorder.note_success(catalogue.SWEEP_SUCCESS, sweep.name)
            await asyncio.sleep(sweep.every_seconds)

    return loop


async def _listen(settings: Settings, url: str, hear: Callable[[str], None]) -> None:
    """Wake the loops when something was committed. What is missed while nobody listens is found by polling."""
    given = session_settings(settings) | {"application_name": release.session_name("worker listener")}
    # Behind a pooler nothing would be heard.
    connection = await session.connect(settings.database_direct_url or url, given)
    lost = asyncio.Event()
    try:
        connection.add_termination_listener(lambda _connection: lost.set())
        await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, told: hear(told))
        hear("")
        while not lost.is_set():
            recorder.note_turn("listener")
            try:
                await asyncio.wait_for(lost.wait(), LISTENER_CHECK_SECONDS)
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=LISTENER_TIMEOUT_SECONDS)
    finally:
        connection.terminate()
