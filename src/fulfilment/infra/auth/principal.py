"""Principal: the authenticated caller, with the workspace and the actor of its credential."""

from datetime import datetime

import msgspec

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Actor


class ForbiddenOnBehalf(ApiError):
    """The on-behalf-of header was sent by a key without the platform scope."""

    status, code = 403, "FORBIDDEN_ONBEHALF"
    message = "This key may not act for other workspaces."


class WorkspaceSuspended(ApiError):
    """The operator has suspended the workspace, or the workspace of the partner's key that acts for it."""

    status, code = 403, "WORKSPACE_SUSPENDED"
    message = "This workspace is suspended: it can be read, and nothing in it changed."


class Principal(msgspec.Struct, frozen=True):
    """The authenticated caller of a request.

    - `partner`: the partner of a platform key.
    - `is_on_behalf_of`: a platform key works in a merchant's workspace.
    - `created_by_partner`: the partner that created the key on behalf of its merchant.
    - `capability`: the resource whose own secret proved the workspace, for a request without a credential.
    - `person`: issuer and subject of a person, the same in every workspace. `roles` are the person's roles. Both are
      None for API keys and internal callers.
    - `is_in_console`: the person's browser opened a page of the console.
    - `plan`: the plan of the workspace, for a key or a token; None for internal callers.
    - `key_expires_at` and `key_networks`: restrictions of the key, None without one. Keys that it creates inherit them.
    """

    account_id: str
    actor_id: str
    scopes: tuple[str, ...] = ()
    actor_email: str | None = None
    key_id: str | None = None
    partner: str | None = None
    is_on_behalf_of: bool = False
    created_by_partner: str | None = None
    capability: str = ""
    person: str | None = None
    roles: tuple[str, ...] | None = None
    is_in_console: bool = False
    plan: str | None = None
    ip: str | None = None
    user_agent: str | None = None
    is_suspended: bool = False
    key_expires_at: datetime | None = None
    key_networks: tuple[str, ...] | None = None

    @property
    def acting_partner(self) -> str | None:
        """The partner acting in a merchant's workspace, on its behalf or with a key created on its behalf.

        The partner policy (`infra/auth/partner_policy.py`) depends on this alone.
        """
        return self.partner if self.is_on_behalf_of else self.created_by_partner

    @property
    def audit_metadata(self) -> dict[str, str]:
        """The partner and its key, for the audit log of a merchant's workspace (decisions, sections 3 and 13)."""
        return {"partner": self.acting_partner, "keyId": self.key_id or ""} if self.acting_partner else {}

    @property
    def key_restrictions(self) -> str:
        """The restrictions of the key as one text; empty for a key without expiry and IP allow-list."""
        if self.key_expires_at is None and self.key_networks is None:
            return ""
        return f"{self.key_expires_at} {' '.join(self.key_networks or ())}"

    @property
    def idempotency_namespace(self) -> str:
        """The namespace of idempotency keys within the workspace, so that no partner reads the merchant's answers."""
        return self.acting_partner or self.capability


def as_principal(actor: Actor) -> Principal:
    """The actor as Principal, for routes that need a credential: their actor is always authenticated."""
    assert isinstance(actor, Principal)
    return actor
