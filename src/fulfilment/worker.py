"""Composition root of the worker: background loops for event fan-out, webhook delivery, synchronisation and clean-up.

Any number of workers, on any number of machines, share the work through the database. A loop that fails is restarted;
while the database is unavailable, the loops wait for it.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import cast

import msgspec
import structlog

from fulfilment.audit import entries as audit_entries
from fulfilment.billing import subscription_sync
from fulfilment.billing.checkout_sync import CheckoutSync
from fulfilment.billing.subscription_sync import SubscriptionSync
from fulfilment.bulk_jobs import runner as batch_retention
from fulfilment.bulk_jobs.runner import BulkJobRunner
from fulfilment.console import form_states as form_retention
from fulfilment.deliveries import lifecycle
from fulfilment.infra import branding, outbound, process
from fulfilment.infra.auth import nonces
from fulfilment.infra.database import server_session
from fulfilment.infra.database.migrations import versions
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.outbox import CHANNEL
from fulfilment.infra.database.pool import UNAVAILABLE, Database, PoolFull, session_settings
from fulfilment.infra.encryption import keyring
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.cleanup_jobs import (
    CleanupJob,
    delete_expired_idempotency_keys,
    delete_expired_request_windows,
)
from fulfilment.infra.jobs.task_supervisor import Work
from fulfilment.infra.observability.metrics import catalogue, recorder
from fulfilment.infra.observability.metrics.meters import ProcessMetrics
from fulfilment.infra.observability.metrics.queue_collector import QueueCollector
from fulfilment.infra.observability.probes import listener
from fulfilment.infra.observability.probes.readiness import Check, Readiness
from fulfilment.infra.observability.tracing import exporter
from fulfilment.payments import checkout
from fulfilment.payments import events as payment_events
from fulfilment.payments.provider import Payments
from fulfilment.settings import Settings
from fulfilment.shipments.booking.recovery import OperationRecovery
from fulfilment.shipments.courier_status.tracking_sync import TrackingSync
from fulfilment.shipping import aggregator_config
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.sign_in import sessions as sign_in_sessions
from fulfilment.stock import reservation
from fulfilment.storefront import retention as storefront_retention
from fulfilment.webhooks import endpoints, retention
from fulfilment.webhooks.dispatch.delivery import Deliverer
from fulfilment.webhooks.dispatch.fan_out import FanOut
from fulfilment.webhooks.http.attempt import WebhookSender
from fulfilment.webhooks.http.destination import list_own_services
from fulfilment.webhooks.replay import ReplayWorker

CLEANUP_JOBS = (
    CleanupJob("idempotency_keys", 60, delete_expired_idempotency_keys),
    CleanupJob("request_windows", 60, delete_expired_request_windows),
    CleanupJob("deleted_endpoints", 5, retention.purge_deleted_endpoints),
    CleanupJob("old_secrets", endpoints.CLEANUP_INTERVAL_SECONDS, endpoints.delete_expired_secrets),
    CleanupJob("reservations", reservation.EXPIRE_EVERY_SECONDS, reservation.expire_overdue),
    CleanupJob("previous_aggregator_keys", aggregator_config.DELETE_EVERY_SECONDS, aggregator_config.delete_unused),
    CleanupJob("nonces", nonces.CLEANUP_INTERVAL_SECONDS, nonces.delete_expired),
    CleanupJob("sessions", sign_in_sessions.CLEANUP_INTERVAL_SECONDS, sign_in_sessions.delete_expired),
    CleanupJob("subscriptions", subscription_sync.LAPSE_INTERVAL_SECONDS, subscription_sync.end_lapsed),
    CleanupJob("payment_events", payment_events.CLEANUP_INTERVAL_SECONDS, payment_events.delete_expired),
    CleanupJob("old_checkouts", checkout.CLEANUP_INTERVAL_SECONDS, checkout.delete_expired),
    CleanupJob("deliveries", lifecycle.ANNOUNCE_INTERVAL_SECONDS, lifecycle.announce_due),
    CleanupJob("storefronts", storefront_retention.CLEANUP_INTERVAL_SECONDS, storefront_retention.delete_expired),
    CleanupJob(
        "storefront_checkouts", storefront_retention.EXPIRE_INTERVAL_SECONDS, storefront_retention.expire_checkouts
    ),
    CleanupJob("form_states", form_retention.CLEANUP_INTERVAL_SECONDS, form_retention.delete_expired),
    CleanupJob("batches", batch_retention.DELETE_EVERY_SECONDS, batch_retention.delete_expired),
    CleanupJob(
        "old_storefront_checkouts",
        storefront_retention.ORDER_CLEANUP_INTERVAL_SECONDS,
        storefront_retention.expire_orders,
    ),
)

# Loops with outbound calls. At shutdown they finish the calls under way.
OUTBOUND_LOOPS = ("courier_operations", "subscriptions", "tracking_syncs", "batches", "checkouts")
LISTENER_CHECK_SECONDS = 2.0
LISTENER_TIMEOUT_SECONDS = 3.0
MIN_CONNECTIONS = 4
MAX_LOCK_TIMEOUT_SECONDS = 1.0
IDLE_SECONDS = 5.0

_log = structlog.get_logger(__name__)


async def run(settings: Settings, url: str | None = None) -> None:
    """Run all loops until cancelled, then finish the work under way within `settings.stops_within_seconds`.

    `url` is the database's address, `settings.database_url` by default.
    """
    branding.current()
    keyring.keyring()
    url = url or settings.database_url
    size = max(MIN_CONNECTIONS, settings.database_pool_size // 2)
    # Queues grow and shrink by orders of magnitude during a session, so a cached generic plan can become very slow.
    # Planning costs little compared with a batch of work.
    db = Database(_worker_settings(settings), url, size=size, name="worker", uses_custom_plans=True)
    aggregators, payments = CourierClients(settings), Payments(settings)
    outbound.configure(settings)
    exporter.start(settings, "worker")
    meter = recorder.start("worker", db)
    await db.open()
    db.start_heartbeat()
    await aggregators.open()
    await payments.open()
    try:
        async with WebhookSender.from_settings(settings, list_own_services(settings)) as sender:
            await _work(settings, url, db, sender, aggregators, payments, meter)
    finally:
        await payments.close()
        await aggregators.close()
        await db.close()
        recorder.stop()
        # A later worker in the same process must not start in the draining state.
        process.reset()
        await exporter.stop()


def _worker_settings(settings: Settings) -> Settings:
    """Settings with a shorter lock timeout, since a worker can retry a locked row later."""
    lock_timeout = min(settings.database_lock_timeout_seconds, MAX_LOCK_TIMEOUT_SECONDS)
    return msgspec.structs.replace(settings, database_lock_timeout_seconds=lock_timeout)


async def _work(
    settings: Settings,
    url: str,
    db: Database,
    sender: WebhookSender,
    aggregators: CourierClients,
    payments: Payments,
    meter: ProcessMetrics | None,
) -> None:
    fan_out = FanOut(db, lambda: deliverer.wake_event.set(), settings.worker_idle_poll_seconds)
    deliverer = Deliverer(db, sender, settings, fan_out.wake_event.set)
    notifier = WorkerNotifier(db)
    runner = BulkJobRunner(db, notifier, aggregators, settings)

    def on_notification(payload: str) -> None:
        """Handle a notification of committed events or bulk jobs.

        A payload of a workspace's id and an endpoint's id says that this endpoint was changed.
        """
        if payload:
            deliverer.invalidate_endpoint(cast("tuple[str, str]", tuple(payload.split(" "))))
        fan_out.wake_event.set()
        deliverer.wake_event.set()
        runner.wake_event.set()

    async def delete_expired_events(db: Database) -> None:
        await retention.delete_expired(db, settings)

    async def delete_expired_audit_entries(db: Database) -> None:
        await audit_entries.delete_expired(db, settings)

    jobs = (
        *CLEANUP_JOBS,
        CleanupJob("events", retention.CLEANUP_INTERVAL_SECONDS, delete_expired_events),
        CleanupJob("audit_entries", audit_entries.CLEANUP_INTERVAL_SECONDS, delete_expired_audit_entries),
    )
    loops: dict[str, Work] = {
        "listener": lambda: _listen(settings, url, on_notification),
        "fan_out": fan_out.run,
        "deliveries": deliverer.run,
        "delivery_results": deliverer.write_results,
        "courier_operations": OperationRecovery(db, notifier, aggregators, settings).run,
        "subscriptions": SubscriptionSync(db, notifier, payments, settings).run,
        "tracking_syncs": TrackingSync(db, notifier, aggregators, settings).run,
        "batches": runner.run,
        "checkouts": CheckoutSync(db, notifier, payments, settings).run,
        "recoveries": ReplayWorker(db, deliverer.wake_event.set).run,
        **{f"cleanup_{job.name}": _run_periodically(job, db) for job in jobs},
    }
    if not outbound.is_on():
        loops |= {name: _idle_while_outbound_is_off(name) for name in ("deliveries", *OUTBOUND_LOOPS)}
    if meter is not None:
        loops["queue_figures"] = QueueCollector(db, meter).run
        _register_metrics(meter, jobs, deliverer, settings)
    tasks: dict[str, asyncio.Task[None]] = {}
    ready = Readiness(settings, url, lambda: [Check("loops", task_supervisor.health_problem(*tasks.values()))])
    async with listener.serve(settings, ready):
        for name, loop in loops.items():
            tasks[name] = task_supervisor.start(name, loop, expected=(*UNAVAILABLE, PoolFull))
        _log.info("worker_started", loops=len(loops))
        try:
            # Cancelling this task does not cancel the loops: `_shut_down` stops them in order.
            ended, _ = await asyncio.wait(tasks.values(), return_when=asyncio.FIRST_EXCEPTION)
            await asyncio.gather(*ended)
        finally:
            await _shut_down(tasks, deliverer, settings.stops_within_seconds)


async def _shut_down(tasks: dict[str, asyncio.Task[None]], deliverer: Deliverer, seconds: float) -> None:
    """Start no more work, and let webhook attempts and outbound calls under way end."""
    process.start_draining()
    _log.info("worker_stopping", waiting_for="attempts and calls under way", seconds_at_most=seconds)
    calling = [tasks[name] for name in OUTBOUND_LOOPS]
    ending = asyncio.create_task(task_supervisor.stop(*calling, grace_seconds=seconds))
    await task_supervisor.stop(*(task for task in tasks.values() if task not in calling))
    await deliverer.finish(seconds)
    await ending
    _log.info("worker_stopped")


def _register_metrics(
    meter: ProcessMetrics, jobs: Sequence[CleanupJob], deliverer: Deliverer, settings: Settings
) -> None:
    """Register the gauges of clean-up jobs, loops and delivery slots.

    The last success of a job or loop is the start of the process until it has succeeded once.
    """
    for job in jobs:
        meter.set(catalogue.SWEEP_INTERVAL, job.every_seconds, job.name)
        recorder.record_success(catalogue.SWEEP_SUCCESS, job.name)
    for loop in catalogue.WORKER_LOOPS:
        recorder.record_tick(loop)

    def sample(meter: ProcessMetrics) -> None:
        used = min(deliverer.in_flight, settings.webhook_concurrency)
        meter.set(catalogue.SLOTS, used, "used")
        meter.set(catalogue.SLOTS, settings.webhook_concurrency - used, "free")

    meter.samplers.append(sample)


def _run_periodically(job: CleanupJob, db: Database) -> Work:
    async def loop() -> None:
        while True:
            await job.run(db)
            task_supervisor.tick(job.every_seconds)
            recorder.record_success(catalogue.SWEEP_SUCCESS, job.name)
            await asyncio.sleep(job.every_seconds)

    return loop


def _idle_while_outbound_is_off(name: str) -> Work:
    """A replacement for a loop with outbound calls while `outbound` is off: it leaves due work unclaimed."""

    async def loop() -> None:
        while True:
            task_supervisor.tick(IDLE_SECONDS)
            recorder.record_tick(name)
            await asyncio.sleep(IDLE_SECONDS)

    return loop


async def _listen(settings: Settings, url: str, on_notify: Callable[[str], None]) -> None:
    """Wake the loops on database notifications. Polling finds the work of notifications missed while disconnected."""
    session_options = session_settings(settings) | {"application_name": versions.session_name("worker listener")}
    # LISTEN does not work behind a transaction pooler.
    connection = await server_session.connect(settings.database_direct_url or url, session_options)
    lost = asyncio.Event()
    try:
        connection.add_termination_listener(lambda _connection: lost.set())
        await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, payload: on_notify(payload))
        on_notify("")
        while not lost.is_set():
            recorder.record_tick("listener")
            try:
                await asyncio.wait_for(lost.wait(), LISTENER_CHECK_SECONDS)
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=LISTENER_TIMEOUT_SECONDS)
    finally:
        connection.terminate()
