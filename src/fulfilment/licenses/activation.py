"""Instances take and give back the slots of a license (specification, States; decisions, section 7).

One statement takes or frees a slot, or says why not (slot_queries.py), so the cap holds however many come at once. What
needs no slot, since the look-up of the key has shown it to be refused or done already, locks nothing.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fulfilment import clock, ids
from fulfilment.db.tx import Tx
from fulfilment.fields import from_row, stamp
from fulfilment.http import idempotency
from fulfilment.http.errors import ApiError, NotFound
from fulfilment.http.mutation import Answered
from fulfilment.http.public import Entrance, Public
from fulfilment.licenses import events, queries, slot_queries, validity
from fulfilment.licenses.key_limits import KeyLimits
from fulfilment.licenses.records import (
    ActivatedLicenseReply,
    DeactivatedLicenseReply,
    License,
    LicenseActivation,
    LicenseSlot,
    PublicLicense,
)


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


async def activate_publicly(public: Public, given: LicenseSlot, limits: KeyLimits) -> Answered:
    """Bind an instance for whoever knows the key. Raises RateLimited, InvalidKey, and what `activate` raises."""
    found = await _locate(public, given, limits)
    if found is None or found["status"] == "revoked":
        raise InvalidKey

    def settled() -> ActivatedLicenseReply | None:
        _require_good(found, clock.now())
        if found["activation_id"] is not None:
            return _already_active(found, given.instance_id)
        _require_room(found)
        return None

    return await public.mutate(
        _entrance(found), lambda tx: activate(tx, found["id"], given.instance_id), settled=settled, order=(found["id"],)
    )


async def deactivate_publicly(
    public: Public, given: LicenseSlot, limits: KeyLimits
) -> Answered | DeactivatedLicenseReply:
    """Unbind an instance for whoever knows the key; an unknown key has none, which is no error. Raises RateLimited."""
    found = await _locate(public, given, limits)
    if found is None:
        return DeactivatedLicenseReply(deactivated=False, already_deactivated=True, activations=0)

    def settled() -> DeactivatedLicenseReply | None:
        return _already_deactivated(found) if found["activation_id"] is None else None

    return await public.mutate(
        _entrance(found),
        lambda tx: deactivate(tx, found["id"], given.instance_id),
        settled=settled,
        order=(found["id"],),
    )


async def activate(tx: Tx, license_id: str, instance_id: str) -> ActivatedLicenseReply:
    """Take a slot, unless the instance has one. Raises InvalidKey, Expired, Suspended, MaxActivations."""
    now, activation_id = clock.now(), ids.new("act")
    row = await slot_queries.take(tx, license_id, instance_id, activation_id, now)
    _require_good(row, now)
    if row["activation_id"] is not None:
        return _already_active(row, instance_id)
    if row["taken"] is None:
        _require_room(row)
    events.emit(tx, "license.activated", from_row(License, row, activations=row["taken"]), instanceId=instance_id)
    return ActivatedLicenseReply(
        license=from_row(PublicLicense, row, activations=row["taken"]),
        activation=_activation(license_id, activation_id, instance_id, now),
        already_active=False,
    )


async def deactivate(tx: Tx, license_id: str, instance_id: str) -> DeactivatedLicenseReply:
    """Free the instance's slot, if it has one; whatever the license has come to."""
    row = await slot_queries.free(tx, license_id, instance_id, clock.now())
    if row["freed"] is None:
        return _already_deactivated(row)
    _tell_freed(tx, row, instance_id)
    return DeactivatedLicenseReply(deactivated=True, already_deactivated=False, activations=row["freed"])


async def release(tx: Tx, license_id: str, activation_id: str) -> LicenseActivation:
    """Free a slot in the merchant's name; one that is free already stays so. Raises NotFound."""
    await queries.lock(tx, license_id)
    held = await slot_queries.find_activation(tx, license_id, activation_id)
    if held is None:
        raise NotFound
    if held["deactivated_at"] is not None:
        return from_row(LicenseActivation, held)
    now = clock.now()
    _tell_freed(tx, await slot_queries.free(tx, license_id, held["instance_id"], now), held["instance_id"])
    shown = from_row(LicenseActivation, held, deactivated_at=stamp(now))
    tx.audit("license.activation_released", "LicenseActivation", activation_id, after=shown)
    return shown


def _require_good(row: Mapping[str, Any], now: datetime) -> None:
    state = validity.state(row, now)
    if state == "revoked":
        raise InvalidKey
    if state == "expired":
        raise Expired(row["expires_at"])
    if state == "suspended":
        raise Suspended


def _require_room(row: Mapping[str, Any]) -> None:
    if row["activations"] >= row["max_activations"]:
        raise MaxActivations(row["activations"], row["max_activations"])


def _tell_freed(tx: Tx, row: Mapping[str, Any], instance_id: str) -> None:
    license = from_row(License, row, activations=row["freed"])
    events.emit(tx, "license.deactivated", license, instanceId=instance_id)


def _already_active(row: Mapping[str, Any], instance_id: str) -> ActivatedLicenseReply:
    activation = _activation(row["id"], row["activation_id"], instance_id, row["activated_at"])
    return ActivatedLicenseReply(license=from_row(PublicLicense, row), activation=activation, already_active=True)


def _already_deactivated(row: Mapping[str, Any]) -> DeactivatedLicenseReply:
    return DeactivatedLicenseReply(deactivated=False, already_deactivated=True, activations=row["activations"])


def _activation(license_id: str, id: str, instance_id: str, at: datetime) -> LicenseActivation:
    return LicenseActivation(
        id=id, license_id=license_id, instance_id=instance_id, activated_at=stamp(at), deactivated_at=None
    )


async def _locate(public: Public, given: LicenseSlot, limits: KeyLimits) -> Mapping[str, Any] | None:
    async def find(public: Public, key: str) -> Mapping[str, Any] | None:
        return await slot_queries.locate(public, key, given.instance_id)

    return await limits.look_up(public, given.key, find)


def _entrance(found: Mapping[str, Any]) -> Entrance:
    """Into the license's workspace; its idempotency keys are its own, so no buyer uses up another's."""
    memory = idempotency.memory_in(found)
    return Entrance(found["account_id"], found["bearer"], memory, found["is_suspended"])
