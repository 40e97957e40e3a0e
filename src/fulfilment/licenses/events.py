"""Events of licenses; only `license.issued` contains the key (decisions, section 8)."""

from typing import Any

import msgspec

from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import ApiModel
from fulfilment.licenses.schemas import License


class LicenseIssued(License):
    """A license was issued. Only this event contains the key."""

    license_id: str
    """The license's id; the same as `id`."""


_Keyless = msgspec.defstruct(
    "_Keyless",
    [(field.name, field.type) for field in msgspec.structs.fields(LicenseIssued) if field.name != "key"],
    bases=(ApiModel,),
    namespace={"words_of": LicenseIssued},
)


class LicenseUpdated(_Keyless):
    """Fields of a license changed."""

    changed: list[str]
    """The changed fields: `maxActivations`, `expiresAt` or both."""


class LicenseSuspended(_Keyless):
    """A license was suspended."""


class LicenseReinstated(_Keyless):
    """A suspended license is valid again."""


class LicenseRevoked(_Keyless):
    """A license was revoked, for good."""


class LicenseActivated(_Keyless):
    """A license was activated on an instance."""

    instance_id: str
    """The instance, by the id that its software chose."""


class LicenseDeactivated(_Keyless):
    """A license was deactivated on an instance, by its software or by the merchant."""

    instance_id: str
    """The instance, by the id that its software chose."""


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
    """Emit `license.issued`, the only event with the key: a receiver can send it to the customer."""
    tx.emit("license.issued", license.id, license, licenseId=license.id)


def emit(tx: Tx, name: str, license: License, **extra: Any) -> None:
    """Emit any other event of a license, without the key."""
    tx.emit(name, license.id, without_key(license), licenseId=license.id, **extra)


def without_key(license: License) -> dict[str, Any]:
    """The fields of a license without the key."""
    fields = msgspec.to_builtins(license)
    del fields["key"]
    return fields
