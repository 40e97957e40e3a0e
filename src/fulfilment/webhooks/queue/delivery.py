"""Delivering: what is due is taken, attempted outside of any transaction, and settled with whatever ended meanwhile."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import structlog

from fulfilment import background, brand, clock, party, secrets
from fulfilment.alarm import Alarm
from fulfilment.db.chore import is_away
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.metrics import recorder
from fulfilment.rests import Rests
from fulfilment.settings import Settings
from fulfilment.webhooks import subscription
from fulfilment.webhooks.endpoints import ENDPOINT_IS_DISABLED, secret_context
from fulfilment.webhooks.events import TRIAL
from fulfilment.webhooks.outbound.attempt import Outcome, Sender
from fulfilment.webhooks.queue import claiming, fan_out_traces, retry_schedule, settling
from fulfilment.webhooks.queue.claiming import Taken
from fulfilment.webhooks.queue.line import Line
from fulfilment.webhooks.queue.settler import Settler
from fulfilment.webhooks.queue.settling import Result
from fulfilment.webhooks.queue.slots import Key, Slots

# Many small takings cost more than slots that wait a moment.
TAKING_INTERVAL_SECONDS = 0.01
# What has waited longer for a slot is given back: what is known of its endpoint may no longer hold.
WAITING_SECONDS = 0.5
SHORTEST_PAUSE_SECONDS = 0.01
# A secret may be sealed anew meanwhile, with a key that this process has.
SEALED_LONGEST_SECONDS = 30.0
UNREADABLE = "the event could not be read"

_AWAY = (*UNAVAILABLE, *COLLISIONS, PoolFull)

_log = structlog.get_logger(__name__)


class Deliverer:
    """One process's share of the deliveries. `on_event` is called when switching an endpoint off made an event."""

    def __init__(self, db: Database, sender: Sender, settings: Settings, on_event: Callable[[], None]):
        self.alarm = Alarm()
        self._db = db
        self._sender = sender
        # Looked up once: to ask which event loop runs is a call of the system each time, up to Python 3.11.
        self._time = asyncio.get_running_loop().time
        self._timeout_seconds = settings.webhook_timeout_seconds
        self._poll_seconds = settings.worker_poll_seconds
        self._schedule = retry_schedule.of(settings)
        self._slots = Slots(settings.webhook_concurrency)
        self._line = Line(self._slots)
        # Endpoints of which nothing could be taken, or noted, the last time.
        self._rests = Rests()
        # Endpoints whose secret only other processes can unseal. To take of them goes well, and mends nothing.
        self._sealed = Rests(longest_seconds=SEALED_LONGEST_SECONDS)
        self._settler = Settler(db, self._rests, self._poll_seconds, on_event, self.alarm.ring)
        self._attempts: set[asyncio.Task] = set()
        self._not_wanted: list[Taken] = []
        # What was changed since the last taking began: it may have been read as it was before.
        self._changed: set[Key] = set()

    async def run(self) -> None:
        """Take and attempt what is due, for ever."""
        while True:
            background.turned()
            found = await self._step()
            recorder.note_turn("deliveries")
            if not found:
                await self.alarm.wait(await self._pause_seconds())

    @property
    def under_way(self) -> int:
        """How many slots are in use."""
        return len(self._attempts)

    def let_go(self, key: Key) -> None:
        """The endpoint was changed: what waits for a slot is to be looked up again."""
        self._changed.add(key)
        self._not_wanted += self._line.remove(key)
        self.alarm.ring()

    async def _step(self) -> bool:
        """Take what there is room for; whether there was anything."""
        await self._give_back()
        if not self._slots.capacity or self._settler.is_full:
            await self.alarm.wait(min(self._poll_seconds, WAITING_SECONDS))
            return True
        await asyncio.sleep(TAKING_INTERVAL_SECONDS)
        self._changed.clear()
        shut = {*self._settler.late, *self._sealed.resting()}
        taken = await claiming.take(self._db, self._slots, self._timeout_seconds, self._rests, shut)
        refused = self._sort(taken)
        while self._begin():
            continue
        await self._reject(refused)
        return bool(taken)

    async def _reject(self, refused: Sequence[tuple[Taken, str]]) -> None:
        """Together, or one by one where one of them spoils it; it comes up again when its lease ends."""
        try:
            if refused:
                await settling.reject(self._db, refused)
        except Exception as problem:
            if is_away(problem):
                raise
            if len(refused) == 1:
                (taken, _), *_ = refused
                tries = self._rests.fault(taken.lane)
                _log.exception("delivery_not_rejected", delivery_id=taken.delivery_id, tries=tries)
            else:
                for one in refused:
                    await self._reject([one])

    def _sort(self, taken: Sequence[Taken]) -> list[tuple[Taken, str]]:
        """Line up what is to be sent; what is not to be, with the reason."""
        refused = []
        for delivery in taken:
            if not delivery.is_readable:
                refused.append((delivery, UNREADABLE))
            elif delivery.body is None or delivery.lane in self._changed:
                self._not_wanted.append(delivery)
            elif reason := _reason_not_to_send(delivery):
                refused.append((delivery, reason))
            else:
                self._line.add([delivery])
        return refused

    async def _pause_seconds(self) -> float:
        apart = {*self._rests.known(), *self._settler.late, *self._sealed.resting()}
        due = await claiming.seconds_until_due(self._db, self._slots, apart)
        if due is None:
            return self._poll_seconds
        return min(max(due, SHORTEST_PAUSE_SECONDS), self._poll_seconds)

    async def _give_back(self) -> None:
        """Return what has waited too long. Whatever is lost here comes back when its lease ends."""
        self._not_wanted += self._line.remove_older(self._time() - WAITING_SECONDS)
        if self._not_wanted:
            given, self._not_wanted = self._not_wanted, []
            try:
                await claiming.give_back(self._db, given)
            except COLLISIONS:
                self._not_wanted += given

    def _begin(self) -> bool:
        """Begin the attempt of the next delivery that may; whether there was one."""
        delivery = self._line.next()
        if delivery is None:
            return False
        task = asyncio.create_task(self._attempt_one_after_the_other(delivery))
        self._attempts.add(task)
        task.add_done_callback(self._attempts.discard)
        return True

    async def _attempt_one_after_the_other(self, delivery: Taken | None) -> None:
        """Attempt a delivery, then the next that may begin in its place."""
        while delivery is not None:
            await self._attempt(delivery)
            delivery = self._line.next(delivery.lane)

    async def _attempt(self, delivery: Taken) -> None:
        began = self._time()
        if delivery.is_overdue(began):
            self._slots.end(delivery.lane, None)
            return
        try:
            signing = _secrets_of(delivery)
        except secrets.CannotUnseal as problem:
            self._slots.end(delivery.lane, None)
            self._leave_to_others(delivery, problem)
            return
        self._sealed.mend(delivery.lane)
        attempted_at = clock.now()
        # One task makes attempts for one workspace after another.
        party.current.set(delivery.account_id)
        try:
            with fan_out_traces.attempt(delivery.trace, delivery.event_id, delivery.delivery_id, delivery.number):
                outcome = await self._sender.send(
                    url=delivery.url,
                    secrets=signing,
                    event_id=delivery.event_id,
                    event_type=delivery.type,
                    delivery_id=delivery.delivery_id,
                    attempt_number=delivery.number,
                    body=delivery.body,
                )
                fan_out_traces.note(ok=outcome.ok, status=outcome.response_code)
        finally:
            self._slots.end(delivery.lane, self._time() - began)
            self.alarm.ring()
        self._note(delivery, outcome, attempted_at)

    def _leave_to_others(self, delivery: Taken, problem: secrets.CannotUnseal) -> None:
        """Not an attempt: it is due again at once, and a node that has the master key takes it while we leave it."""
        self._not_wanted.append(delivery)
        self.alarm.ring()
        # What was taken together with it says nothing new.
        if not self._sealed.is_resting(delivery.lane):
            tries = self._sealed.fault(delivery.lane)
            _log.error("webhook_secret_sealed", endpoint_id=delivery.endpoint_id, error=str(problem), tries=tries)

    def _note(self, delivery: Taken, outcome: Outcome, attempted_at: datetime) -> None:
        recorder.note_attempt(outcome.ok, outcome.response_code, outcome.error, outcome.duration_ms)
        # Not needed any more, and many that wait to be stored would be a lot.
        delivery.body = b""
        delay = None if outcome.ok else self._schedule.delay_after(delivery.number)
        retry_at = None if delay is None else clock.now() + timedelta(seconds=delay)
        self._settler.note(Result(delivery, outcome, attempted_at, retry_at))

    async def settle(self) -> None:
        """Store what has ended, for ever."""
        await self._settler.run()

    async def finish(self, seconds: float) -> None:
        """Let what is under way end, `seconds` at most, and store what came of it; the rest is attempted again."""
        self._not_wanted += self._line.remove_all()
        if self._attempts:
            await asyncio.wait(self._attempts, timeout=seconds)
        for task in self._attempts:
            task.cancel()
        await asyncio.gather(*self._attempts, return_exceptions=True)
        await self._settler.finish()
        try:
            await self._give_back()
        except _AWAY as problem:
            _log.warning("deliveries_not_given_back", error=type(problem).__name__)


def _secrets_of(delivery: Taken) -> list[str]:
    """What the delivery is signed with. Raises CannotUnseal."""
    context = secret_context(delivery.endpoint_id)
    return [secrets.unseal_text(sealed, context) for sealed in delivery.secrets]


def _reason_not_to_send(delivery: Taken) -> str | None:
    if not delivery.is_active:
        return ENDPOINT_IS_DISABLED
    is_wanted = delivery.is_asked_for or delivery.type == brand.current().event_type(TRIAL)
    if not is_wanted and not subscription.matches(delivery.patterns, delivery.type):
        return f"endpoint is not subscribed to {delivery.type}"
    return None
