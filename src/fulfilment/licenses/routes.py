"""The HTTP edge of licenses (specification, Licenses)."""

import asyncpg

from fulfilment.infra.api import pagination
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.principal import WorkspaceSuspended
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits.request_limits import per_items
from fulfilment.infra.models import from_row
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.licenses import activation, file, lifecycle, listing, queries
from fulfilment.licenses.keys import LicenseKeyLimits
from fulfilment.licenses.schemas import (
    ActivatedLicenseReply,
    ActivationQuery,
    BulkLicenses,
    DeactivatedLicenseReply,
    License,
    LicenseActivationReply,
    LicenseActivationRequest,
    LicenseActivations,
    LicenseChange,
    LicenseFileReply,
    LicenseFileRequest,
    LicenseList,
    LicenseQuery,
    LicenseReply,
    LicenseValidity,
    LicenseWithActivations,
    LookupQuery,
    NewLicense,
    SigningKeyReply,
    ValidityQuery,
)
from fulfilment.quotas.limits import PlanLimitReached

route = Routes(
    "Licenses",
    "License keys and their activations on instances of a customer's software. Some operations are for that software "
    "itself, with the license key as the credential.",
    {
        "licenses/{id}": "The license's id (`lic_…`), as POST /licenses answers it and GET /licenses lists it.",
        "activations/{activation_id}": "The id (`act_…`) of an activation of this license, as GET "
        "/licenses/{id}/activations lists it.",
    },
)

LIST = pagination.PageLimits(default=100, max_limit=100)
ACTIVATIONS = pagination.PageLimits(default=100, max_limit=1_000)
LOOKED_UP_ACTIVATIONS = pagination.PageLimits(default=1_000, max_limit=1_000)
PUBLIC_BODY_BYTES = 16_384


@route.get("/licenses", sdk_method="licenses.list", page=LIST)
async def list_licenses(read: Read, query: LicenseQuery) -> Reply[LicenseList]:
    """List licenses, newest first; with `q`, in the order of the matching texts."""
    if query.q:
        page = pagination.parse_page(query, LIST, parts=(str, str))
        return pagination.scan_response(
            "licenses", await listing.search_licenses(read, query, page), page, "term", "id"
        )
    page = pagination.parse_page(query, LIST)
    return pagination.scan_response("licenses", await listing.find_licenses(read, query, page), page)


@route.post(
    "/licenses",
    sdk_method="licenses.create",
    status=201,
    repeat_status=200,
    batch_key=lifecycle.batch_key,
    raises=(lifecycle.LicenseKeyTaken, PlanLimitReached),
)
async def create_license(tx: Tx, license: NewLicense) -> Reply[LicenseReply]:
    """Issue a license; the service generates the key unless it is given."""
    issued, is_new = await lifecycle.issue_license(tx, license)
    return Reply(LicenseReply(license=issued), status=201 if is_new else 200)


@route.post(
    "/licenses/bulk",
    sdk_method="licenses.create_bulk",
    cost=per_items("licenses", 100),
    raises=(lifecycle.LicenseKeyTaken, PlanLimitReached),
)
async def create_licenses(tx: Tx, body: BulkLicenses) -> BulkResult:
    """Issue up to 500 licenses; an outcome per row."""
    return await lifecycle.issue_bulk(tx, body)


@route.get("/licenses/lookup", sdk_method="licenses.look_up", page=LOOKED_UP_ACTIVATIONS)
async def look_up_license(read: Read, query: LookupQuery) -> Reply[LicenseWithActivations]:
    """Find a license of the workspace by its key, with its activations."""
    page = pagination.parse_page(query, LOOKED_UP_ACTIVATIONS)
    row = _require_row(await queries.find_by_key(read, query.key))
    found = await listing.list_activations(read, row["id"], page, only_active=False)
    reply = pagination.page_response("activations", found, page)
    reply.data = {"license": from_row(License, row), **reply.data}
    return reply


@route.get("/licenses/validate", sdk_method="licenses.validate", pre_check=LicenseKeyLimits, is_cross_origin=True)
async def validate_license(public: Public, query: ValidityQuery, limits: LicenseKeyLimits) -> LicenseValidity:
    """Validate a license key; an invalid key is not an error."""
    return await lifecycle.validate(public, query, limits)


@route.post(
    "/licenses/activate",
    sdk_method="licenses.activate",
    pre_check=LicenseKeyLimits,
    max_body_bytes=PUBLIC_BODY_BYTES,
    is_cross_origin=True,
    raises=(
        activation.ExpiredLicense,
        activation.InvalidLicenseKey,
        activation.MaxActivationsReached,
        activation.SuspendedLicense,
        WorkspaceSuspended,
    ),
    batch_key=activation.batch_key,
)
async def activate_license(
    public: Public, body: LicenseActivationRequest, limits: LicenseKeyLimits
) -> EncodedResponse[ActivatedLicenseReply]:
    """Activate a license on an instance, unless it is active there."""
    return await activation.activate_publicly(public, body, limits)


@route.post(
    "/licenses/deactivate",
    sdk_method="licenses.deactivate",
    pre_check=LicenseKeyLimits,
    max_body_bytes=PUBLIC_BODY_BYTES,
    is_cross_origin=True,
    raises=(WorkspaceSuspended,),
    batch_key=activation.batch_key,
)
async def deactivate_license(
    public: Public, body: LicenseActivationRequest, limits: LicenseKeyLimits
) -> EncodedResponse[DeactivatedLicenseReply] | DeactivatedLicenseReply:
    """Deactivate a license on an instance; an invalid key is not an error."""
    return await activation.deactivate_publicly(public, body, limits)


@route.get("/licenses/signing-key", sdk_method="licenses.get_signing_key")
async def get_license_signing_key(read: Read) -> SigningKeyReply:
    """Show the public key that verifies the workspace's license files."""
    return SigningKeyReply(signing_key=file.to_api(await file.get_or_create(read)))


@route.get("/licenses/{id}", sdk_method="licenses.get")
async def get_license(read: Read, id: str) -> LicenseReply:
    """Retrieve one license."""
    return LicenseReply(license=from_row(License, _require_row(await queries.find(read, id))))


@route.patch("/licenses/{id}", sdk_method="licenses.update", raises=(lifecycle.RevokedLicense,))
async def update_license(tx: Tx, id: str, change: LicenseChange) -> LicenseReply:
    """Change the maximum number of activations of a license, or its expiry."""
    return LicenseReply(license=await lifecycle.update_license(tx, id, change))


@route.post("/licenses/{id}/revoke", sdk_method="licenses.revoke")
async def revoke_license(tx: Tx, id: str) -> LicenseReply:
    """Revoke a license for good."""
    return LicenseReply(license=await lifecycle.revoke(tx, id))


@route.post("/licenses/{id}/suspend", sdk_method="licenses.suspend", raises=(lifecycle.RevokedLicense,))
async def suspend_license(tx: Tx, id: str) -> LicenseReply:
    """Suspend a license until it is reinstated."""
    return LicenseReply(license=await lifecycle.suspend(tx, id))


@route.post("/licenses/{id}/reinstate", sdk_method="licenses.reinstate", raises=(lifecycle.RevokedLicense,))
async def reinstate_license(tx: Tx, id: str) -> LicenseReply:
    """Reinstate a suspended license."""
    return LicenseReply(license=await lifecycle.reinstate(tx, id))


@route.post(
    "/licenses/{id}/file",
    sdk_method="licenses.create_file",
    raises=(activation.ExpiredLicense, lifecycle.RevokedLicense, activation.SuspendedLicense),
)
async def create_license_file(tx: Tx, id: str, body: LicenseFileRequest) -> LicenseFileReply:
    """Issue a signed license file for an active instance, for offline validation."""
    return LicenseFileReply(license_file=await file.issue_file(tx, id, body))


@route.get("/licenses/{id}/activations", sdk_method="licenses.list_activations", page=ACTIVATIONS)
async def list_license_activations(read: Read, id: str, query: ActivationQuery) -> Reply[LicenseActivations]:
    """List a license's activations, newest first."""
    page = pagination.parse_page(query, ACTIVATIONS)
    _require_row(await queries.find(read, id))
    return pagination.page_response(
        "activations", await listing.list_activations(read, id, page, only_active=query.active == "true"), page
    )


@route.post("/licenses/{id}/activations/{activation_id}/release", sdk_method="licenses.release_activation")
async def release_license_activation(tx: Tx, id: str, activation_id: str) -> LicenseActivationReply:
    """End an activation of a license as the merchant."""
    return LicenseActivationReply(activation=await activation.release_activation(tx, id, activation_id))


def _require_row(row: asyncpg.Record | None) -> asyncpg.Record:
    if row is None:
        raise NotFound
    return row
