"""Provisioning: a partner's platform key opens a workspace that the partner may act for (decisions, section 10)."""

from fulfilment import brand, ids
from fulfilment.api_keys import partnership
from fulfilment.db.tx import Tx
from fulfilment.http.caller import Caller
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import ApiError, Forbidden
from fulfilment.partners import queries
from fulfilment.partners.records import NewWorkspace, PartnerWorkspace

STARTING_PLAN = "starter"


class CrossPartner(ApiError):
    """The workspace is there, and is not this partner's."""

    status, code = 409, "CROSS_PARTNER"
    message = "This workspace exists, and was not provisioned by this partner."


class ReferenceTaken(ApiError):
    """The reference and the id name two workspaces."""

    status, code = 409, "DUPLICATE"
    message = "This externalRef and this accountId are not those of one workspace."


def require_partner(caller: Caller) -> str:
    """The partner whose platform key it is. Raises Forbidden for any other credential.

    On behalf of a merchant the routes of partners are refused before (`partner_bounds.py`).
    """
    if caller.partner is None or brand.current().platform_scope not in caller.scopes:
        raise Forbidden("This needs a platform key, which the operator makes.")
    return caller.partner


async def provision(tx: Tx, given: NewWorkspace) -> Reply:
    """Open the workspace, 201, or find that it is there, 200. Raises Forbidden, CrossPartner, ReferenceTaken."""
    name = require_partner(tx.actor)
    partner = await partnership.require_alive(tx, name)
    if given.account_id is not None and not partner["shares_identity_provider"]:
        # Before any look-up: it shall not tell which workspaces there are.
        raise Forbidden("Only a partner that shares the identity provider may name the accountId.", field="accountId")
    made = await queries.insert_workspace(tx, given.account_id or ids.new("acc"), given, STARTING_PLAN, name)
    if made is None:
        return Reply(await _existing(tx, given, name), status=200)
    _audit(tx, made)
    return Reply(made, status=201)


async def _existing(tx: Tx, given: NewWorkspace, partner: str) -> PartnerWorkspace:
    """The partner's workspace that has the id, and the reference, as far as they were given."""
    if given.account_id is None:
        return await queries.find_by_reference(tx, partner, given.external_ref)
    found = await queries.find_workspace(tx, given.account_id, partner)
    if found is None:
        raise CrossPartner if await queries.is_taken(tx, given.account_id) else ReferenceTaken(field="externalRef")
    if given.external_ref not in (None, found.external_ref):
        raise ReferenceTaken(field="externalRef")
    return found


def _audit(tx: Tx, made: PartnerWorkspace) -> None:
    """In the partner's own log, and as the first entry of the workspace's, whose merchant is to see whose doing it is.

    Both name the partner's workspace as actor: an API key's calls are its workspace's (specification, Audit entry).
    """
    caller = tx.actor
    metadata = {"partner": made.partner, "keyId": caller.key_id or ""}
    for account_id in (tx.account_id, made.account_id):
        tx.audit(
            "partner.workspace_provisioned",
            "PartnerWorkspace",
            made.account_id,
            after=made,
            account_id=account_id,
            actor_type="api_key",
            metadata=metadata,
        )
