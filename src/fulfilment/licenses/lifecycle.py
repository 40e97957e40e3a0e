"""Lifecycle of licenses: issuing, changing, suspending, revoking and validating.

Specification, Licenses and States; decisions, sections 1 and 7. A custom key makes issuing idempotent: the same key for
the same product and customer returns the existing license. A unique index keeps keys distinct in the installation. A
license stored as active may be suspended or expired: its times decide, and validation reads them without a lock.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import asyncpg
import msgspec

from fulfilment.infra import clock, ids
from fulfilment.infra.api import bulk
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.infra.models import Row, changes, format_timestamp, from_row, wire_names
from fulfilment.licenses import events, keys, queries
from fulfilment.licenses.keys import LicenseKeyLimits
from fulfilment.licenses.schemas import (
    BulkLicenses,
    License,
    LicenseChange,
    LicenseReply,
    LicenseValidity,
    NewLicense,
    ValidityQuery,
)
from fulfilment.quotas import limits
from fulfilment.quotas import limits as checks
from fulfilment.quotas.queries import LICENSE

State = Literal["active", "revoked", "expired", "suspended"]

DEFAULT_MAX_ACTIVATIONS = 1
_LIMITS = (limits.LICENSE_KEYS, limits.ORDERS)

_decoder = msgspec.json.Decoder(NewLicense)


class RevokedLicense(ApiError):
    """The license is revoked for good, and can be neither changed nor certified."""

    status, code = 409, "LICENSE_REVOKED"
    message = "This license is revoked for good, and can be neither changed nor certified; issue another one."


class LicenseKeyTaken(ApiError):
    """Another license has the custom key, in this workspace or another."""

    status, code, message = 409, "KEY_TAKEN", "This key is already in use."

    def __init__(self) -> None:
        super().__init__(field="key")


async def issue_license(tx: Tx, body: NewLicense) -> tuple[License, bool]:
    """Issue one license. The second value is False if it was issued before.

    Raises NotFound, Validation, LicenseKeyTaken, PlanLimitReached.
    """
    row = await _issue_in_one_statement(tx, body)
    if row is not None:
        return _record_issued(tx, from_row(License, row)), True
    if body.key is not None and (existing := await _find_issued(tx, body, body.key)) is not None:
        return existing, False
    # The license is refused, or the plan has limits: this way finds the reason or issues it.
    issued, refused = await issue_licenses(tx, {0: body})
    for problem in refused.values():
        raise problem
    return issued[0]


async def issue_licenses(
    tx: Tx, bodies: Mapping[int, NewLicense]
) -> tuple[dict[int, tuple[License, bool]], dict[int, ApiError]]:
    """Issue several licenses in a few round trips. Returns by index the licenses, with True if new, and the errors."""
    existing = await queries.find_by_keys(tx, [row.key for row in bodies.values() if row.key is not None])
    known = {index: row for index, each in bodies.items() if (row := _held_for(existing, each)) is not None}
    issued = {index: (from_row(License, row), False) for index, row in known.items()}
    new = {index: row for index, row in bodies.items() if index not in issued}
    products = await queries.find_products(tx, [row.product_id for row in new.values()]) if new else {}
    refused = {index: problem for index, row in new.items() if (problem := _find_error(row, products)) is not None}
    to_store = {
        index: _insert_arguments(row, _activation_limit(row, products))
        for index, row in new.items()
        if index not in refused
    }
    stored, over_limit = await _store(tx, to_store)
    left = (bodies[index].key for index in to_store if index not in stored)
    custom_keys = [key for key in left if key is not None]
    existing = await queries.find_by_keys(tx, custom_keys)
    time_slice = TimeSlice()
    for index in sorted(to_store):
        await time_slice.yield_if_due()
        if index in stored:
            issued[index] = (_record_issued(tx, from_row(License, stored[index])), True)
        elif (row := _held_for(existing, bodies[index])) is not None:
            # Another request issued it meanwhile.
            issued[index] = (from_row(License, row), False)
        else:
            refused[index] = over_limit.get(index) or LicenseKeyTaken()
    return issued, refused


async def issue_bulk(tx: Tx, body: BulkLicenses) -> BulkResult:
    """Issue the valid licenses of a bulk request; each invalid one has its own error."""
    rows, malformed = await bulk.parse_rows(body.licenses, _decoder)
    issued, refused = await issue_licenses(tx, rows)
    done = {
        index: (201 if is_new else 200, LicenseReply(license=license)) for index, (license, is_new) in issued.items()
    }
    return BulkResult(outcomes=bulk.results(done, malformed | refused))


def batch_key(license: NewLicense, principal: Principal) -> tuple[str] | None:
    """Batch key: the custom key, in the order of its index. None under a limited plan, which counts each license."""
    if checks.is_limited(principal, *_LIMITS):
        return None
    return ("" if license.key is None else keys.normalize_key(license.key),)


async def update_license(tx: Tx, id: str, body: LicenseChange) -> License:
    """Apply the given fields. An update that changes nothing emits nothing.

    Raises NotFound, RevokedLicense and Validation.
    """
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    require_not_revoked(row)
    if isinstance(body.expires_at, datetime):
        if error := find_expiry_error(body.expires_at):
            raise error
        body.expires_at = normalize_expiry(body.expires_at)
    changed = changes(row, body)
    if not changed:
        return from_row(License, row)
    if changed.get("max_activations", row["activations"]) < row["activations"]:
        active, requested = row["activations"], changed["max_activations"]
        message = f"{active} instances are active, more than {requested}; deactivate some first."
        raise Validation(message, field="maxActivations")
    license = from_row(License, await queries.update(tx, row, **changed))
    names = wire_names(LicenseChange, changed)
    events.emit(tx, "license.updated", license, changed=list(names.values()))
    before, after = (_audit_fields(values, names) for values in (row, changed))
    tx.audit("license.updated", "License", id, before=before, after=after)
    return license


async def suspend(tx: Tx, id: str) -> License:
    """Suspend a license until it is reinstated. Raises NotFound, RevokedLicense."""
    return await _set_suspended(tx, id, "license.suspended", clock.now())


async def reinstate(tx: Tx, id: str) -> License:
    """Reinstate a suspended license. Raises NotFound, RevokedLicense."""
    return await _set_suspended(tx, id, "license.reinstated", None)


async def revoke(tx: Tx, id: str) -> License:
    """Revoke a license; a second time does nothing. Active instances learn of it at their next validation."""
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    if row["status"] == "revoked":
        return from_row(License, row)
    license = from_row(License, await queries.update(tx, row, status="revoked"))
    tx.add_to_counter("license", "active", -1)
    tx.add_to_counter("license", "revoked", +1)
    events.emit(tx, "license.revoked", license)
    tx.audit("license.revoked", "License", id, before={"status": "active"}, after={"status": "revoked"})
    return license


async def validate(public: Public, query: ValidityQuery, limits: LicenseKeyLimits) -> LicenseValidity:
    """Validate a license key. A key of another product is treated like an unknown key. Raises RateLimited."""
    row = await limits.find_license(public, query.key, queries.validate)
    if row is None or query.product_id not in (None, row["product_id"]):
        return LicenseValidity(valid=False)
    state = get_state(row)
    return from_row(LicenseValidity, row, valid=state == "active", status=state)


def get_state(row: Row) -> State:
    """The state at the row's `now`: a revocation comes before the expiry, the expiry before a suspension."""
    if row["status"] == "revoked":
        return "revoked"
    if row["expires_at"] is not None and row["expires_at"] <= row["now"]:
        return "expired"
    return "active" if row["suspended_at"] is None else "suspended"


def normalize_expiry(expires_at: datetime | None) -> datetime | None:
    """An expiry as it is stored: in milliseconds, and not after the latest one."""
    return None if expires_at is None else clock.truncate_ms(min(expires_at, clock.LATEST_EXPIRY))


def find_expiry_error(expires_at: datetime | None) -> ApiError | None:
    """The error of an expiry before 1970, if it is one."""
    if expires_at is None or expires_at >= clock.EARLIEST_EXPIRY:
        return None
    return Validation("expiresAt must not be before 1970.", field="expiresAt")


def require_not_revoked(row: Row) -> None:
    """Raise RevokedLicense if the license is revoked."""
    if row["status"] == "revoked":
        raise RevokedLicense


async def _issue_in_one_statement(tx: Tx, body: NewLicense) -> asyncpg.Record | None:
    """Issue a license in one statement. None if it needs the checks of `issue_licenses`, or nothing was issued."""
    limiting = checks.list_limiting_plans(tx, *_LIMITS)
    if checks.is_limited(tx.actor, *_LIMITS) or find_expiry_error(body.expires_at) is not None:
        return None
    row = await queries.issue(tx, _insert_arguments(body, body.max_activations), limiting, DEFAULT_MAX_ACTIVATIONS)
    return row if row["id"] is not None else None


async def _find_issued(tx: Tx, body: NewLicense, key: str) -> License | None:
    """The license with the custom key, if it has the same product and customer."""
    row = _held_for(await queries.find_by_keys(tx, [key]), body)
    return None if row is None else from_row(License, row)


async def _store(tx: Tx, arguments: Mapping[int, tuple]) -> tuple[dict[int, Any], dict[int, ApiError]]:
    """Insert licenses within the plan's limits. Returns the rows, and the errors of licenses beyond the limits.

    A license whose key is taken does not count against the limits.
    """
    free, error = await checks.find_remaining(tx, *_LIMITS)
    stored: dict[int, Any] = {}
    pending = sorted(arguments)
    while pending and free > 0:
        part = pending if free >= len(pending) else pending[: int(free)]
        pending = pending[len(part) :]
        rows = await queries.insert_all(tx, {index: arguments[index] for index in part})
        free -= len(rows)
        stored |= rows
    return stored, {} if error is None else dict.fromkeys(pending, error)


def _record_issued(tx: Tx, license: License) -> License:
    tx.add_to_counter("license", "active", +1)
    tx.record_usage(LICENSE)
    events.emit_issued(tx, license)
    tx.audit("license.issued", "License", license.id, after=events.without_key(license))
    return license


def _held_for(held: Mapping[str, Row], given: NewLicense) -> Row | None:
    """The license with the request's key, if it has the same product and customer."""
    row = None if given.key is None else held.get(given.key)
    if row is None or (row["product_id"], row["customer_id"]) != (given.product_id, given.customer_id):
        return None
    return row


def _find_error(body: NewLicense, products: Mapping[str, Any]) -> ApiError | None:
    product = products.get(body.product_id)
    if product is None:
        return NotFound("No such product.", field="productId")
    if product["archived"]:
        return Validation("This product is archived.", field="productId")
    if product["type"] != "license":
        return Validation("Only license products have licenses.", field="productId")
    if not product["license_enabled"]:
        return Validation("No licenses are issued for this product.", field="productId")
    return find_expiry_error(body.expires_at)


def _activation_limit(body: NewLicense, products: Mapping[str, Any]) -> int:
    return body.max_activations or products[body.product_id]["max_activations"] or DEFAULT_MAX_ACTIVATIONS


def _insert_arguments(body: NewLicense, max_activations: int | None) -> tuple:
    license_id = ids.new("lic")
    expires_at = normalize_expiry(body.expires_at)
    return queries.insert_arguments(license_id, body, max_activations, expires_at, ids.moment_of(license_id))


async def _set_suspended(tx: Tx, id: str, name: str, suspended_at: datetime | None) -> License:
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    require_not_revoked(row)
    if (row["suspended_at"] is None) == (suspended_at is None):
        return from_row(License, row)
    license = from_row(License, await queries.update(tx, row, suspended_at=suspended_at))
    events.emit(tx, name, license)
    before, after = ({"suspendedAt": format_timestamp(moment)} for moment in (row["suspended_at"], suspended_at))
    tx.audit(name, "License", id, before=before, after=after)
    return license


def _audit_fields(values: Row, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        wire_name: format_timestamp(values[name]) if isinstance(values[name], datetime) else values[name]
        for name, wire_name in names.items()
    }
