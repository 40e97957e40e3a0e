"""The HTTP edge of licenses (specification, Licenses)."""

from typing import Any

from fulfilment.db.tx import Read, Tx
from fulfilment.fields import from_row
from fulfilment.http import paging
from fulfilment.http.bulk import OutcomeList
from fulfilment.http.cost import each
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import NotFound
from fulfilment.http.public import Public
from fulfilment.http.route import Routes
from fulfilment.licenses import (
    activation,
    bulk_issuance,
    file,
    issuance,
    listing,
    queries,
    revocation,
    signing_key,
    suspension,
    terms,
    validation,
)
from fulfilment.licenses.file_records import FileRequest, LicenseFileReply, SigningKeyReply
from fulfilment.licenses.key_limits import KeyLimits
from fulfilment.licenses.records import (
    ActivatedLicenseReply,
    ActivationQuery,
    BulkLicenses,
    DeactivatedLicenseReply,
    License,
    LicenseActivationReply,
    LicenseActivations,
    LicenseChange,
    LicenseList,
    LicenseQuery,
    LicenseReply,
    LicenseSlot,
    LicenseValidity,
    LicenseWithActivations,
    LookupQuery,
    NewLicense,
    ValidityQuery,
)

route = Routes(
    "Licenses",
    "License keys, and the instances of a customer's software that may run on each; some operations are for that "
    "software itself and take the license key as the credential.",
    {
        "licenses/{id}": "The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.",
        "activations/{activation_id}": "The id (`act_…`) of an activation of this license, as GET "
        "/licenses/{id}/activations lists it.",
    },
)

LIST = paging.Limits(default=100, most=100)
ACTIVATIONS = paging.Limits(default=100, most=1_000)
LOOKED_UP_ACTIVATIONS = paging.Limits(default=1_000, most=1_000)
PUBLIC_BODY_BYTES = 16_384


@route.get("/licenses", client="licenses.list", page=LIST)
async def list_licenses(read: Read, query: LicenseQuery) -> LicenseList:
    """List licenses, newest first; with `q`, in the order of what was found."""
    if query.q:
        page = paging.read(query, LIST, parts=2)
        return paging.found("licenses", await listing.search(read, query, page), page, "term", "id")
    page = paging.read(query, LIST)
    return paging.found("licenses", await listing.find(read, query, page), page)


@route.post("/licenses", client="licenses.create", status=201, repeat_status=200, convoy=issuance.turn)
async def create_license(tx: Tx, license: NewLicense) -> LicenseReply:
    """Issue a license; the key is made unless it is given."""
    issued, is_new = await issuance.issue(tx, license)
    return Reply(LicenseReply(license=issued), status=201 if is_new else 200)


@route.post("/licenses/bulk", client="licenses.create_bulk", cost=each("licenses", 100))
async def create_licenses(tx: Tx, given: BulkLicenses) -> OutcomeList:
    """Issue up to 500 licenses; an outcome per row."""
    return await bulk_issuance.issue_all(tx, given)


@route.get("/licenses/lookup", client="licenses.look_up", page=LOOKED_UP_ACTIVATIONS)
async def look_up_license(read: Read, query: LookupQuery) -> LicenseWithActivations:
    """Find a license of the workspace by its key, with its activations."""
    page = paging.read(query, LOOKED_UP_ACTIVATIONS)
    row = _existing(await queries.find_by_key(read, query.key))
    found = await listing.activations(read, row["id"], page, only_active=False)
    reply = paging.listed("activations", found, page)
    reply.data = {"license": from_row(License, row), **reply.data}
    return reply


@route.get("/licenses/validate", client="licenses.validate", gate=KeyLimits)
async def validate_license(public: Public, query: ValidityQuery, limits: KeyLimits) -> LicenseValidity:
    """Say whether a key is good to run with; never an error, whatever the key."""
    return await validation.validate(public, query, limits)


@route.post("/licenses/activate", client="licenses.activate", gate=KeyLimits, most_body_bytes=PUBLIC_BODY_BYTES)
async def activate_license(public: Public, given: LicenseSlot, limits: KeyLimits) -> ActivatedLicenseReply:
    """Bind an instance to a license: it takes a slot, unless it has one."""
    return await activation.activate_publicly(public, given, limits)


@route.post("/licenses/deactivate", client="licenses.deactivate", gate=KeyLimits, most_body_bytes=PUBLIC_BODY_BYTES)
async def deactivate_license(public: Public, given: LicenseSlot, limits: KeyLimits) -> DeactivatedLicenseReply:
    """Unbind an instance from a license; never an error, whatever the key."""
    return await activation.deactivate_publicly(public, given, limits)


@route.get("/licenses/signing-key", client="licenses.get_signing_key")
async def get_license_signing_key(read: Read) -> SigningKeyReply:
    """Show the public key that verifies the workspace's license files."""
    return SigningKeyReply(signing_key=signing_key.shown(await signing_key.ensure(read)))


@route.get("/licenses/{id}", client="licenses.get")
async def get_license(read: Read, id: str) -> LicenseReply:
    """Retrieve one license."""
    return LicenseReply(license=from_row(License, _existing(await queries.find(read, id))))


@route.patch("/licenses/{id}", client="licenses.update")
async def update_license(tx: Tx, id: str, change: LicenseChange) -> LicenseReply:
    """Change how many instances a license allows, and until when."""
    return LicenseReply(license=await terms.change(tx, id, change))


@route.post("/licenses/{id}/revoke", client="licenses.revoke")
async def revoke_license(tx: Tx, id: str) -> LicenseReply:
    """Revoke a license for good."""
    return LicenseReply(license=await revocation.revoke(tx, id))


@route.post("/licenses/{id}/suspend", client="licenses.suspend")
async def suspend_license(tx: Tx, id: str) -> LicenseReply:
    """Suspend a license until it is reinstated."""
    return LicenseReply(license=await suspension.suspend(tx, id))


@route.post("/licenses/{id}/reinstate", client="licenses.reinstate")
async def reinstate_license(tx: Tx, id: str) -> LicenseReply:
    """Reinstate a suspended license."""
    return LicenseReply(license=await suspension.reinstate(tx, id))


@route.post("/licenses/{id}/file", client="licenses.create_file")
async def create_license_file(tx: Tx, id: str, asked: FileRequest) -> LicenseFileReply:
    """Issue a signed file by which an active instance proves its license offline."""
    return LicenseFileReply(license_file=await file.issue(tx, id, asked))


@route.get("/licenses/{id}/activations", client="licenses.list_activations", page=ACTIVATIONS)
async def list_license_activations(read: Read, id: str, query: ActivationQuery) -> LicenseActivations:
    """List a license's activations, newest first."""
    page = paging.read(query, ACTIVATIONS)
    _existing(await queries.find(read, id))
    return paging.listed(
        "activations", await listing.activations(read, id, page, only_active=query.active == "true"), page
    )


@route.post("/licenses/{id}/activations/{activation_id}/release", client="licenses.release_activation")
async def release_license_activation(tx: Tx, id: str, activation_id: str) -> LicenseActivationReply:
    """Free the slot of an instance in the merchant's name."""
    return LicenseActivationReply(activation=await activation.release(tx, id, activation_id))


def _existing(row: Any) -> Any:
    if row is None:
        raise NotFound
    return row
