"""Activation and deactivation of a license on an instance (specification, States; decisions, section 7).

One statement inserts or ends an activation, or gives the reason why not (queries.py). So the maximum holds under any
concurrency. A request that the look-up of the key shows to be refused, or done already, locks nothing.
"""

from datetime import datetime

import asyncpg

from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.auth.public_access import Public, PublicAccess
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import Row, format_timestamp, from_row
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.licenses import events, keys, lifecycle, queries
from fulfilment.licenses.keys import LicenseKeyLimits
from fulfilment.licenses.schemas import (
    ActivatedLicenseReply,
    DeactivatedLicenseReply,
    License,
    LicenseActivation,
    LicenseActivationRequest,
    PublicLicense,
)


class InvalidLicenseKey(ApiError):
    """The key is unknown or revoked; the answer does not say which."""

    status, code, message = 404, "INVALID_KEY", "This license key is not valid."


class ExpiredLicense(ApiError):
    """The license has expired."""

    status, code, message = 403, "EXPIRED", "This license has expired."

    def __init__(self, expired_at: datetime) -> None:
        super().__init__(f"This license expired at {format_timestamp(expired_at)}.")


class SuspendedLicense(ApiError):
    """The license is suspended until the merchant reinstates it."""

    status, code, message = 403, "LICENSE_SUSPENDED", "This license is suspended."


class MaxActivationsReached(ApiError):
    """Other instances use all activations of the license."""

    status, code, message = 409, "MAX_ACTIVATIONS", "This license is active on as many instances as it allows."

    def __init__(self, active: int, limit: int) -> None:
        message = f"This license is active on {active} of {limit} instances (maxActivations); deactivate one first."
        super().__init__(message)


def batch_key(body: LicenseActivationRequest) -> tuple[str, str]:
    """Batch key: requests of a batch lock licenses in the order of their lookup forms."""
    return keys.lookup_forms(body.key)


async def activate_publicly(
    public: Public, body: LicenseActivationRequest, limits: LicenseKeyLimits
) -> EncodedResponse[ActivatedLicenseReply]:
    """Activate a license with its key as the credential.

    Raises RateLimited, InvalidLicenseKey, and the errors of `activate`.
    """
    found = await _find_license(public, body, limits)
    if found is None or found["status"] == "revoked":
        raise InvalidLicenseKey

    def answer_early() -> ActivatedLicenseReply | None:
        _require_active(found)
        if found["activation_id"] is not None:
            return _build_already_active_reply(found, body.instance_id)
        _require_free_activation(found)
        return None

    return await public.run_command(
        _build_public_access(found),
        lambda tx: activate(tx, found["id"], body.instance_id),
        short_circuit=answer_early,
    )


async def deactivate_publicly(
    public: Public, body: LicenseActivationRequest, limits: LicenseKeyLimits
) -> EncodedResponse[DeactivatedLicenseReply] | DeactivatedLicenseReply:
    """Deactivate a license with its key as the credential; an unknown key is no error. Raises RateLimited."""
    found = await _find_license(public, body, limits)
    if found is None:
        return DeactivatedLicenseReply(deactivated=False, already_deactivated=True, activations=0)

    def answer_early() -> DeactivatedLicenseReply | None:
        return _build_already_deactivated_reply(found) if found["activation_id"] is None else None

    return await public.run_command(
        _build_public_access(found),
        lambda tx: deactivate(tx, found["id"], body.instance_id),
        short_circuit=answer_early,
    )


async def activate(tx: Tx, license_id: str, instance_id: str) -> ActivatedLicenseReply:
    """Activate a license on an instance, unless it is active there.

    Raises InvalidLicenseKey, ExpiredLicense, SuspendedLicense and MaxActivationsReached.
    """
    activation_id = ids.new("act")
    row = await queries.insert_activation(tx, license_id, instance_id, activation_id)
    _require_active(row)
    if row["activation_id"] is not None:
        return _build_already_active_reply(row, instance_id)
    if row["new_count"] is None:
        _require_free_activation(row)
    events.emit(tx, "license.activated", from_row(License, row, activations=row["new_count"]), instanceId=instance_id)
    return ActivatedLicenseReply(
        license=from_row(PublicLicense, row, activations=row["new_count"]),
        activation=_build_activation(license_id, activation_id, instance_id, row["now"]),
        already_active=False,
    )


async def deactivate(tx: Tx, license_id: str, instance_id: str) -> DeactivatedLicenseReply:
    """Deactivate a license on an instance, if it is active there, in any state of the license."""
    row = await queries.end_activation(tx, license_id, instance_id, clock.now())
    if row["new_count"] is None:
        return _build_already_deactivated_reply(row)
    _emit_deactivated(tx, row, instance_id)
    return DeactivatedLicenseReply(deactivated=True, already_deactivated=False, activations=row["new_count"])


async def release_activation(tx: Tx, license_id: str, activation_id: str) -> LicenseActivation:
    """End an activation as the merchant; an ended one stays as it is. Raises NotFound."""
    await queries.lock(tx, license_id)
    activation = await queries.find_activation(tx, license_id, activation_id)
    if activation is None:
        raise NotFound
    if activation["deactivated_at"] is not None:
        return from_row(LicenseActivation, activation)
    now = clock.now()
    _emit_deactivated(
        tx,
        await queries.end_activation(tx, license_id, activation["instance_id"], now),
        activation["instance_id"],
    )
    released = from_row(LicenseActivation, activation, deactivated_at=format_timestamp(now))
    tx.audit("license.activation_released", "LicenseActivation", activation_id, after=released)
    return released


def _require_active(row: Row) -> None:
    state = lifecycle.get_state(row)
    if state == "revoked":
        raise InvalidLicenseKey
    if state == "expired":
        raise ExpiredLicense(row["expires_at"])
    if state == "suspended":
        raise SuspendedLicense


def _require_free_activation(row: Row) -> None:
    if row["activations"] >= row["max_activations"]:
        raise MaxActivationsReached(row["activations"], row["max_activations"])


def _emit_deactivated(tx: Tx, row: Row, instance_id: str) -> None:
    license = from_row(License, row, activations=row["new_count"])
    events.emit(tx, "license.deactivated", license, instanceId=instance_id)


def _build_already_active_reply(row: Row, instance_id: str) -> ActivatedLicenseReply:
    activation = _build_activation(row["id"], row["activation_id"], instance_id, row["activated_at"])
    return ActivatedLicenseReply(license=from_row(PublicLicense, row), activation=activation, already_active=True)


def _build_already_deactivated_reply(row: Row) -> DeactivatedLicenseReply:
    return DeactivatedLicenseReply(deactivated=False, already_deactivated=True, activations=row["activations"])


def _build_activation(license_id: str, id: str, instance_id: str, at: datetime) -> LicenseActivation:
    return LicenseActivation(
        id=id, license_id=license_id, instance_id=instance_id, activated_at=format_timestamp(at), deactivated_at=None
    )


async def _find_license(
    public: Public, body: LicenseActivationRequest, limits: LicenseKeyLimits
) -> asyncpg.Record | None:
    async def find(public: Public, key: str) -> asyncpg.Record | None:
        return await queries.find_for_public(public, key, body.instance_id)

    return await limits.find_license(public, body.key, find)


def _build_public_access(found: asyncpg.Record) -> PublicAccess:
    """Access to the license's workspace. Each license has its own namespace of idempotency keys."""
    record = idempotency.record_from(found)
    return PublicAccess(found["account_id"], found["idempotency_namespace"], record, found["is_suspended"])
