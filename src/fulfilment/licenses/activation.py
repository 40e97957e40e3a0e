"""Instances take and give back the slots of a license (specification, States; decisions, section 7).

Whoever takes or frees a slot holds the lock of the license's row from before it looks until the commit, so the cap
holds however many come at once.
"""

from datetime import datetime
from typing import Any

import asyncpg

from fulfilment import clock, ids
from fulfilment.db.tx import Tx
from fulfilment.fields import from_row, stamp
from fulfilment.http.errors import ApiError, NotFound
from fulfilment.http.mutation import Answered, Work
from fulfilment.http.public import Public
from fulfilment.licenses import events, queries, slot_queries, validity
from fulfilment.licenses.key_limits import KeyLimits
from fulfilment.licenses.records import Activated, Activation, Deactivated, License, PublicLicense, Slot


class InvalidKey(ApiError):
    """The key is unknown or revoked: the two cannot be told apart."""

    status, code, message = 404, "INVALID_KEY", "This license key is not valid."


class Expired(ApiError):
    """The license ran out."""

    status, code, message = 403, "EXPIRED", "This license has expired."

    def __init__(self, expired_at: datetime):
        super().__init__(f"This license expired at {stamp(expired_at)}.")


class Suspended(ApiError):
    """The license is suspended until the merchant reinstates it."""

    status, code, message = 403, "LICENSE_SUSPENDED", "This license is suspended."


class MaxActivations(ApiError):
    """Every slot of the license is taken by another instance."""

    status, code, message = 409, "MAX_ACTIVATIONS", "This license is active on as many instances as it allows."

    def __init__(self, active: int, most: int):
        said = f"This license is active on {active} of {most} instances (maxActivations); deactivate one first."
        super().__init__(said)


async def activate_publicly(public: Public, given: Slot, limits: KeyLimits) -> Answered:
    """Bind an instance for whoever knows the key. Raises RateLimited, InvalidKey, and what `activate` raises."""
    found = await limits.look_up(public, given.key, queries.locate)
    if found is None or found["status"] == "revoked":
        raise InvalidKey
    return await _mutate(public, found, lambda tx: activate(tx, found["id"], given.instance_id))


async def deactivate_publicly(public: Public, given: Slot, limits: KeyLimits) -> Answered | Deactivated:
    """Unbind an instance for whoever knows the key; an unknown key has none, which is no error. Raises RateLimited."""
    found = await limits.look_up(public, given.key, queries.locate)
    if found is None:
        return Deactivated(deactivated=False, already_deactivated=True, activations=0)
    return await _mutate(public, found, lambda tx: deactivate(tx, found["id"], given.instance_id))


async def activate(tx: Tx, license_id: str, instance_id: str) -> Activated:
    """Take a slot, unless the instance has one. Raises InvalidKey, Expired, Suspended, MaxActivations."""
    now = clock.now()
    row = await queries.lock(tx, license_id)
    _require_good(row, now)
    if held := await slot_queries.find_active(tx, license_id, instance_id):
        return _activated(row, from_row(Activation, held), already_active=True)
    activation = Activation(
        id=ids.new("act"),
        license_id=license_id,
        instance_id=instance_id,
        activated_at=stamp(now),
        deactivated_at=None,
    )
    taken = await slot_queries.take(tx, license_id, activation.id, instance_id, now)
    if taken is None:
        raise MaxActivations(row["activations"], row["max_activations"])
    events.emit(tx, "license.activated", from_row(License, taken), instanceId=instance_id)
    return _activated(taken, activation, already_active=False)


async def deactivate(tx: Tx, license_id: str, instance_id: str) -> Deactivated:
    """Free the instance's slot, if it has one; whatever the license has come to."""
    row = await queries.lock(tx, license_id)
    held = await slot_queries.find_active(tx, license_id, instance_id)
    if held is None:
        return Deactivated(deactivated=False, already_deactivated=True, activations=row["activations"])
    freed = await _free(tx, held)
    return Deactivated(deactivated=True, already_deactivated=False, activations=freed["activations"])


async def release(tx: Tx, license_id: str, activation_id: str) -> Activation:
    """Free a slot in the merchant's name; one that is free already stays so. Raises NotFound."""
    await queries.lock(tx, license_id)
    held = await slot_queries.find_activation(tx, license_id, activation_id)
    if held is None:
        raise NotFound
    if held["deactivated_at"] is None:
        await _free(tx, held)
        held = await slot_queries.find_activation(tx, license_id, activation_id)
        shown = from_row(Activation, held)
        tx.audit("license.activation_released", "LicenseActivation", activation_id, after=shown)
    return from_row(Activation, held)


def _require_good(row: asyncpg.Record, now: datetime) -> None:
    state = validity.state(row, now)
    if state == "revoked":
        raise InvalidKey
    if state == "expired":
        raise Expired(row["expires_at"])
    if state == "suspended":
        raise Suspended


async def _free(tx: Tx, held: asyncpg.Record) -> asyncpg.Record:
    row = await slot_queries.free(tx, held["license_id"], held["id"], clock.now())
    events.emit(tx, "license.deactivated", from_row(License, row), instanceId=held["instance_id"])
    return row


def _activated(row: Any, activation: Activation, *, already_active: bool) -> Activated:
    return Activated(license=from_row(PublicLicense, row), activation=activation, already_active=already_active)


async def _mutate(public: Public, found: asyncpg.Record, work: Work) -> Answered:
    """In the license's workspace; its idempotency keys are its own, so no buyer uses up another's."""
    bearer = f"license:{found['id']}"
    return await public.mutate(found["account_id"], bearer, work, is_suspended=found["is_suspended"])
