"""The events of licenses: only the first of them tells the key (decisions, section 8)."""

from typing import Any

import msgspec

from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import ApiModel
from fulfilment.licenses.schemas import License


class LicenseIssued(License):
    """A license was issued. This event alone tells its key."""

    license_id: str
    """The license's id once more; the same as `id`."""


_Keyless = msgspec.defstruct(
    "_Keyless",
    [(field.name, field.type) for field in msgspec.structs.fields(LicenseIssued) if field.name != "key"],
    bases=(ApiModel,),
    namespace={"words_of": LicenseIssued},
)


class LicenseUpdated(_Keyless):
    """Fields of a license changed."""

    changed: list[str]
    """The names of the fields that changed: `maxActivations`, `expiresAt` or both."""


class LicenseSuspended(_Keyless):
    """A license was suspended."""


class LicenseReinstated(_Keyless):
    """A suspended license is valid again."""


class LicenseRevoked(_Keyless):
    """A license was revoked, for good."""


class LicenseActivated(_Keyless):
    """A license was bound to a new instance."""

    instance_id: str
    """The instance that took a slot, by the id that its software chose."""


class LicenseDeactivated(_Keyless):
    """An instance was unbound from a license."""

    instance_id: str
    """The instance that gave its slot back, or whose slot was released."""


EVENTS = {
    "license.issued": LicenseIssued,
    "license.updated": LicenseUpdated,
    "license.suspended": LicenseSuspended,
    "license.reinstated": LicenseReinstated,
    "license.revoked": LicenseRevoked,
    "license.activated": LicenseActivated,
    "license.deactivated": LicenseDeactivated,
}


def emit_issued(tx: Tx, license: License) -> None:
    """The only event that carries the key, so that whoever sends it to the customer can listen for it."""
    tx.emit("license.issued", license.id, license, licenseId=license.id)


def emit(tx: Tx, name: str, license: License, **extra: Any) -> None:
    """Any other thing that happened to a license."""
    tx.emit(name, license.id, without_key(license), licenseId=license.id, **extra)


def without_key(license: License) -> dict[str, Any]:
    """A license as others than its owner may read of it."""
    fields = msgspec.to_builtins(license)
    del fields["key"]
    return fields
