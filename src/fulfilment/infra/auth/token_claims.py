"""Claims of a verified token: the person, the workspaces and the roles.

The claims `accountId`, `accountIds` and `roles` are specific to this service (decisions, sections 3 and 14). Some
providers drop claims of such names silently; a prefix avoids that.
"""

from typing import Any, TypeGuard

import msgspec

from fulfilment.infra.api.errors import ApiError, NoAccount, NotFound
from fulfilment.infra.auth import roles

MAX_NAME_LENGTH = 255
# OpenID Connect Core, sections 2 and 3.3.2.11. No access token has one of them (RFC 9068).
ONLY_IN_ID_TOKENS = frozenset({"nonce", "at_hash", "c_hash"})
_WORKSPACE_PREFIX = "acc_"


class InvalidToken(ApiError):
    """The bearer token is not from the configured provider, or has expired."""

    status, code, message = 401, "INVALID_TOKEN", "The bearer token is not valid."


class Person(msgspec.Struct, frozen=True):
    """The person of a token. A request may choose any of `account_ids`; `account_id` is the default."""

    subject: str
    email: str | None
    roles: tuple[str, ...]
    account_id: str | None
    account_ids: tuple[str, ...]

    def workspace(self, chosen: str | None, header: str) -> str:
        """The workspace of a request: the id `chosen` in the header, else the default.

        Raises NoAccount, and NotFound for a workspace of other people, as if it did not exist.
        """
        if not self.account_ids:
            raise NoAccount
        if chosen is not None:
            if chosen not in self.account_ids:
                raise NotFound
            return chosen
        if self.account_id is None:
            raise NoAccount(f"The token names several workspaces; choose one with the header {header}.")
        return self.account_id


def parse(claims: dict[str, Any], prefix: str = "") -> Person:
    """The person of verified claims. The claims of this service have the `prefix`. Raises InvalidToken if malformed."""
    account_id = claims.get(prefix + "accountId")
    usual = account_id if _is_workspace(account_id) else None
    choices = [usual] if usual else []
    listed = claims.get(prefix + "accountIds", [])
    if not isinstance(listed, list) or not all(map(_is_workspace, listed)):
        raise InvalidToken("The token's claim 'accountIds' is no list of workspaces.")
    return Person(
        subject=claims["sub"],
        email=_email(claims),
        roles=_roles(claims, prefix),
        account_id=usual,
        account_ids=tuple(dict.fromkeys(choices + listed)),
    )


def is_name(value: object) -> TypeGuard[str]:
    """True if a claim can be stored: PostgreSQL stores no NUL, and an index holds no text of any length."""
    return isinstance(value, str) and len(value) <= MAX_NAME_LENGTH and value.isprintable()


def is_true(value: object) -> bool:
    """True if a boolean claim is true, also as the text or number that some providers write."""
    return str(value).lower() in ("true", "1") if isinstance(value, bool | int | str) else False


def _is_workspace(value: object) -> bool:
    return is_name(value) and value.isascii() and value.startswith(_WORKSPACE_PREFIX) and " " not in value


def _roles(claims: dict[str, Any], prefix: str) -> tuple[str, ...]:
    """The known roles in the claim. Without the claim the person is an owner; null is an error, to be safe."""
    named = claims.get(prefix + "roles", [roles.OWNER])
    if not isinstance(named, list) or not all(isinstance(role, str) for role in named):
        raise InvalidToken("The token's claim 'roles' is no list of texts.")
    held = set(named)
    return tuple(role for role in roles.ROLES if role in held)


def _email(claims: dict[str, Any]) -> str | None:
    """The e-mail address for the audit log; None if the provider has not verified it."""
    email = claims.get("email")
    return email if is_name(email) and is_true(claims.get("email_verified", True)) else None
