"""The events of licenses: only the first of them tells the key (decisions, section 8)."""

from typing import Any

import msgspec

from fulfilment.db.tx import Tx
from fulfilment.licenses.records import License


def emit_issued(tx: Tx, license: License) -> None:
    """The only event that carries the key, so that whoever sends it to the customer can listen for it."""
    tx.emit("license.issued", license.id, license, licenseId=license.id)


def emit(tx: Tx, name: str, license: License, **more: Any) -> None:
    """Any other thing that happened to a license."""
    tx.emit(name, license.id, without_key(license), licenseId=license.id, **more)


def without_key(license: License) -> dict[str, Any]:
    """A license as others than its owner may read of it."""
    shown = msgspec.to_builtins(license)
    del shown["key"]
    return shown
