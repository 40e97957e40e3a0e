"""Issuing licenses (specification, Licenses; decisions, sections 1 and 7).

A caller's own key makes issuing repeatable: the same key for the same product and customer answers the license there
is. No two licenses of the service share a key, which the index on it decides.
"""

from collections.abc import Mapping
from typing import Any

from fulfilment import ids
from fulfilment.db.tx import Tx
from fulfilment.fields import from_row
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.licenses import events, key_format, queries, validity
from fulfilment.licenses.records import License, NewLicense
from fulfilment.spell import Spell
from fulfilment.usage import limits, places
from fulfilment.usage.queries import LICENSE

DEFAULT_MAX_ACTIVATIONS = 1


class KeyTaken(ApiError):
    """The chosen key is another license's, of this workspace or of any other."""

    status, code, message = 409, "KEY_TAKEN", "This key is already in use."

    def __init__(self) -> None:
        super().__init__(field="key")


async def issue(tx: Tx, given: NewLicense) -> tuple[License, bool]:
    """Issue one license; False beside it where it had been issued before.

    Raises NotFound, Validation, KeyTaken, PlanLimit.
    """
    row = await _issue_plainly(tx, given)
    if row is not None:
        return _announce(tx, from_row(License, row)), True
    if given.key is not None and (held := await _find_issued(tx, given)) is not None:
        return held, False
    # It is refused, or a plan has the last word: this finds out which.
    tx.leave_convoy()
    issued, refused = await issue_all(tx, {0: given})
    for problem in refused.values():
        raise problem
    return issued[0]


def turn(license: NewLicense) -> tuple[str]:
    """What those who issue at once are sorted by: the chosen key as its index has it. One that is made is nobody's."""
    return ("" if license.key is None else key_format.found_as(license.key),)


async def _issue_plainly(tx: Tx, given: NewLicense) -> Any:
    """The new license's row, by one statement that takes no look at anything twice; None where that issued none."""
    limiting = places.limiting_plans(tx, limits.LICENSE_KEYS, limits.ORDERS)
    if places.is_limited(tx, limiting) or validity.refusal_of_expiry(given.expires_at) is not None:
        return None
    row = await queries.issue(tx, _arguments(given, given.max_activations), limiting, DEFAULT_MAX_ACTIVATIONS)
    return row if row["id"] is not None else None


async def _find_issued(tx: Tx, given: NewLicense) -> License | None:
    """The license that has the chosen key, where it is for this very product and customer."""
    held = await queries.find_by_keys(tx, [given.key])
    return from_row(License, held[given.key]) if _is_for(held, given) else None


async def issue_all(
    tx: Tx, given: Mapping[int, NewLicense]
) -> tuple[dict[int, tuple[License, bool]], dict[int, ApiError]]:
    """Issue several in a few round trips. Answers by index the licenses, each new or not, and the refusals."""
    held = await queries.find_by_keys(tx, [row.key for row in given.values() if row.key is not None])
    issued = {index: (from_row(License, held[row.key]), False) for index, row in given.items() if _is_for(held, row)}
    new = {index: row for index, row in given.items() if index not in issued}
    products = await queries.find_products(tx, [row.product_id for row in new.values()]) if new else {}
    refused = {index: problem for index, row in new.items() if (problem := _refusal(row, products)) is not None}
    wanted = {index: _arguments(row, _cap(row, products)) for index, row in new.items() if index not in refused}
    stored, beyond = await _store(tx, wanted)
    own_choices = [given[index].key for index in wanted if index not in stored and given[index].key is not None]
    held = await queries.find_by_keys(tx, own_choices)
    spell = Spell()
    for index in sorted(wanted):
        await spell.give_way()
        if index in stored:
            issued[index] = (_announce(tx, from_row(License, stored[index])), True)
        elif _is_for(held, given[index]):
            # It was issued in the meantime.
            issued[index] = (from_row(License, held[given[index].key]), False)
        else:
            refused[index] = beyond.get(index) or KeyTaken()
    return issued, refused


async def _store(tx: Tx, wanted: Mapping[int, tuple]) -> tuple[dict[int, Any], dict[int, ApiError]]:
    """The rows as queries.insert_all has them, and the refusals of those that the plan does not include any more.

    One whose key is taken leaves its place to the next.
    """
    free, refusal = await places.find_free(tx, limits.LICENSE_KEYS, limits.ORDERS)
    stored: dict[int, Any] = {}
    waiting = sorted(wanted)
    while waiting and free > 0:
        part = waiting if free >= len(waiting) else waiting[: int(free)]
        waiting = waiting[len(part) :]
        rows = await queries.insert_all(tx, {index: wanted[index] for index in part})
        free -= len(rows)
        stored |= rows
    return stored, dict.fromkeys(waiting, refusal)


def _announce(tx: Tx, license: License) -> License:
    tx.count("license", "active", +1)
    tx.use(LICENSE)
    events.emit_issued(tx, license)
    tx.audit("license.issued", "License", license.id, after=events.without_key(license))
    return license


def _is_for(held: Mapping[str, Any], given: NewLicense) -> bool:
    """Whether the key is held by a license for this very product and customer."""
    row = held.get(given.key)
    return row is not None and (row["product_id"], row["customer_id"]) == (given.product_id, given.customer_id)


def _refusal(given: NewLicense, products: Mapping[str, Any]) -> ApiError | None:
    product = products.get(given.product_id)
    if product is None:
        return NotFound("No such product.", field="productId")
    if product["archived"]:
        return Validation("This product is archived.", field="productId")
    if product["type"] != "license":
        return Validation("Only license products have licenses.", field="productId")
    if not product["license_enabled"]:
        return Validation("No licenses are issued for this product.", field="productId")
    return validity.refusal_of_expiry(given.expires_at)


def _cap(given: NewLicense, products: Mapping[str, Any]) -> int:
    return given.max_activations or products[given.product_id]["max_activations"] or DEFAULT_MAX_ACTIVATIONS


def _arguments(given: NewLicense, cap: int | None) -> tuple:
    license_id = ids.new("lic")
    expires_at = validity.kept(given.expires_at)
    return queries.insert_arguments(license_id, given, cap, expires_at, ids.moment_of(license_id))
