"""Who calls: the workspace that a proven credential works in, and who acts there."""

from datetime import datetime

import msgspec

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Actor


class ForbiddenOnBehalf(ApiError):
    """The on-behalf-of header was sent by a key without the platform scope."""

    status, code = 403, "FORBIDDEN_ONBEHALF"
    message = "This key may not act for other workspaces."


class WorkspaceSuspended(ApiError):
    """The operator suspended the workspace, or that of the partner's key which acts for it."""

    status, code = 403, "WORKSPACE_SUSPENDED"
    message = "This workspace is suspended: it can be read, and nothing in it changed."


class Principal(msgspec.Struct, frozen=True):
    """The proven caller. `partner` is set on platform keys, `is_on_behalf_of` where it works in another's
    workspace, `created_by_partner`
    on keys that a partner made on behalf of their merchant.

    `bearer` names the resource whose own secret proved the workspace, where the request had no credential.
    `person` identifies whoever a session belongs to, in whatever workspace: the issuer and its subject; `roles` are
    theirs. Both are None for everybody else. `is_in_console` where their browser opened a page. `plan` is the
    workspace's where a key or a token called; None is internal. What a key is bound to, the keys that it mints are
    bound to as well: `key_expires_at` and `key_networks`, None where it is not.
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
        """The partner that works here in a merchant's workspace, on its behalf or through a key that it made so.

        What a partner may not do and never sees (`infra/auth/partner_policy.py`) is decided by this alone.
        """
        return self.partner if self.is_on_behalf_of else self.created_by_partner

    @property
    def audit_metadata(self) -> dict[str, str]:
        """Names the partner and the key where it works in a merchant's workspace (decisions, sections 3 and 13)."""
        return {"partner": self.acting_partner, "keyId": self.key_id or ""} if self.acting_partner else {}

    @property
    def key_restrictions(self) -> str:
        """What the key is bound to, as one text; empty where it works for ever and from anywhere."""
        if self.key_expires_at is None and self.key_networks is None:
            return ""
        return f"{self.key_expires_at} {' '.join(self.key_networks or ())}"

    @property
    def idempotency_namespace(self) -> str:
        """Whose idempotency keys these are, beside the workspace's own: no partner reads the merchant's answers."""
        return self.acting_partner or self.capability


def as_principal(actor: Actor) -> Principal:
    """The caller of a route that wants a credential: whoever acts in it was proven."""
    assert isinstance(actor, Principal)
    return actor
