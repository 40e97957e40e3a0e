"""Reference model of a license, as plain as possible, with the operations on it."""

from __future__ import annotations

import copy
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import msgspec
from hypothesis import strategies as st

from fulfilment.infra.database.transaction import Tx
from fulfilment.licenses import activation, lifecycle
from fulfilment.licenses.schemas import LicenseChange
from tests.harness.histories import Refusal

INSTANCES = ("one", "two", "three", "four", "five")
CAP = 3
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class LicenseModel(msgspec.Struct):
    """One license, the instances that hold its slots, and what was told of it."""

    cap: int = CAP
    held: set[str] = msgspec.field(default_factory=set)
    is_revoked: bool = False
    is_suspended: bool = False
    is_expired: bool = False
    told: Counter[str] = msgspec.field(default_factory=lambda: Counter(issued=1))

    def copy(self) -> LicenseModel:
        return copy.deepcopy(self)

    def require_not_revoked(self) -> None:
        if self.is_revoked:
            raise Refusal("LICENSE_REVOKED")

    def state(self) -> dict[str, object]:
        """The state that the database must show."""
        return {
            "license": (self.is_revoked, len(self.held), self.cap, self.is_expired, self.is_suspended),
            "held": sorted(self.held),
            "told": {**self.told},
            "ever": self.told["activated"],
        }


class Operation(msgspec.Struct, frozen=True):
    """`do` it to the license; `foresee` what it comes to. Both answer alike or refuse."""

    async def do(self, tx: Tx, license_id: str) -> Any: ...

    def foresee(self, model: LicenseModel, known: set[str], seen: Any) -> Any: ...


class Activate(Operation, frozen=True):
    instance: str

    async def do(self, tx: Tx, license_id: str) -> tuple[bool, int]:
        reply = await activation.activate(tx, license_id, self.instance)
        return reply.already_active, reply.license.activations

    def foresee(self, model: LicenseModel, known: set[str], seen: Any) -> tuple[bool, int]:
        for is_so, code in (
            (model.is_revoked, "INVALID_KEY"),
            (model.is_expired, "EXPIRED"),
            (model.is_suspended, "LICENSE_SUSPENDED"),
        ):
            if is_so:
                raise Refusal(code)
        if self.instance in model.held:
            return True, len(model.held)
        if len(model.held) == model.cap:
            raise Refusal("MAX_ACTIVATIONS")
        model.held.add(self.instance)
        model.told["activated"] += 1
        return False, len(model.held)


class Deactivate(Operation, frozen=True):
    instance: str

    async def do(self, tx: Tx, license_id: str) -> tuple[bool, int]:
        reply = await activation.deactivate(tx, license_id, self.instance)
        assert reply.deactivated is not reply.already_deactivated
        return reply.deactivated, reply.activations

    def foresee(self, model: LicenseModel, known: set[str], seen: Any) -> tuple[bool, int]:
        was_held = self.instance in model.held
        if was_held:
            model.held.remove(self.instance)
            model.told["deactivated"] += 1
        return was_held, len(model.held)


class Allow(Operation, frozen=True):
    cap: int

    async def do(self, tx: Tx, license_id: str) -> int:
        return (await lifecycle.update_license(tx, license_id, LicenseChange(max_activations=self.cap))).max_activations

    def foresee(self, model: LicenseModel, known: set[str], seen: Any) -> int:
        model.require_not_revoked()
        if self.cap == model.cap:
            return self.cap
        if self.cap < len(model.held):
            raise Refusal("VALIDATION")
        model.cap = self.cap
        model.told["updated"] += 1
        return self.cap


class Expire(Operation, frozen=True):
    """Have it run out long ago, or never."""

    is_expired: bool

    async def do(self, tx: Tx, license_id: str) -> bool:
        body = LicenseChange(expires_at=LONG_AGO if self.is_expired else None)
        return (await lifecycle.update_license(tx, license_id, body)).expires_at is not None

    def foresee(self, model: LicenseModel, known: set[str], seen: Any) -> bool:
        model.require_not_revoked()
        if self.is_expired is not model.is_expired:
            model.is_expired = self.is_expired
            model.told["updated"] += 1
        return self.is_expired


class Suspend(Operation, frozen=True):
    is_suspended: bool

    async def do(self, tx: Tx, license_id: str) -> bool:
        act = lifecycle.suspend if self.is_suspended else lifecycle.reinstate
        return (await act(tx, license_id)).suspended_at is not None

    def foresee(self, model: LicenseModel, known: set[str], seen: Any) -> bool:
        model.require_not_revoked()
        if self.is_suspended is not model.is_suspended:
            model.is_suspended = self.is_suspended
            model.told["suspended" if self.is_suspended else "reinstated"] += 1
        return self.is_suspended


class Revoke(Operation, frozen=True):
    async def do(self, tx: Tx, license_id: str) -> str:
        return (await lifecycle.revoke(tx, license_id)).status

    def foresee(self, model: LicenseModel, known: set[str], seen: Any) -> str:
        if not model.is_revoked:
            model.is_revoked = True
            model.told["revoked"] += 1
        return "revoked"


ACTIVATIONS = st.builds(Activate, st.sampled_from(INSTANCES))
DEACTIVATIONS = st.builds(Deactivate, st.sampled_from(INSTANCES))
CHANGES = st.one_of(
    st.builds(Allow, st.integers(1, 5)), st.builds(Expire, st.booleans()), st.builds(Suspend, st.booleans())
)
# Slots are what the cap is about, so most of a history is of them.
ANY = st.one_of(ACTIVATIONS, ACTIVATIONS, DEACTIVATIONS, DEACTIVATIONS, CHANGES)
