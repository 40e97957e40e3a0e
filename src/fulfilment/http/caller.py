"""Who calls: the workspace that a proven credential works in, and who acts there."""

import msgspec

from fulfilment.http.errors import ApiError


class ForbiddenOnBehalf(ApiError):
    """The on-behalf-of header was sent by a key without the platform scope."""

    status, code = 403, "FORBIDDEN_ONBEHALF"
    message = "This key may not act for other workspaces."


class Caller(msgspec.Struct, frozen=True):
    """The proven caller. `partner` is set on platform keys, `acts_for` where it works in another's workspace.

    `bearer` names the resource whose own secret proved the workspace, where the request had no credential. `plan` is
    the workspace's where a key called; None is internal.
    """

    account_id: str
    actor_id: str
    scopes: tuple[str, ...] = ()
    actor_email: str | None = None
    key_id: str | None = None
    partner: str | None = None
    acts_for: bool = False
    bearer: str = ""
    plan: str | None = None
    ip: str | None = None
    user_agent: str | None = None

    @property
    def audit_metadata(self) -> dict[str, str]:
        """Names the partner and its key where it works in a merchant's workspace (decisions, section 3)."""
        return {"partner": self.partner or "", "keyId": self.key_id or ""} if self.acts_for else {}

    @property
    def is_person(self) -> bool:
        """Whether somebody's session calls, and not a key."""
        return self.key_id is None

    @property
    def memory_partner(self) -> str:
        """Whose idempotency keys these are, beside the workspace's own."""
        return (self.partner or "") if self.acts_for else self.bearer
