"""Brand: one word from which all exact identifiers are derived (decisions, section 1)."""

import re
from functools import cache

import msgspec

from fulfilment import settings

_ALLOWED = re.compile(r"[a-z][a-z0-9]{1,15}")
_KEY_ID_PREFIX_LENGTH = 8


class Brand(msgspec.Struct, frozen=True):
    """Identifiers of a brand: headers, cookies, prefixes and event types. Only `build` creates it."""

    name: str
    title: str

    @property
    def signing_scheme(self) -> str:
        return f"{self.title}-HMAC-SHA256"

    @property
    def second_signing_scheme(self) -> str:
        """The scheme that also signs the host, the on-behalf-of header and a nonce."""
        return f"{self.title}-HMAC-SHA256-V2"

    @property
    def timestamp_header(self) -> str:
        return f"X-{self.title}-Timestamp"

    @property
    def on_behalf_of_header(self) -> str:
        return f"X-{self.title}-On-Behalf-Of"

    @property
    def workspace_header(self) -> str:
        """The header that selects one of a person's workspaces."""
        return f"{self.title}-Workspace"

    @property
    def session_cookie(self) -> str:
        """The cookie of a console session."""
        return f"{self.name}-session"

    @property
    def sign_in_cookie(self) -> str:
        """The prefix of the cookies of sign-ins under way."""
        return f"{self.name}-sign-in-"

    def webhook_header(self, what: str) -> str:
        """The name of a header on outgoing webhooks, for example `Svc-Event-Id`."""
        return f"{self.title}-{what}"

    @property
    def user_agent(self) -> str:
        return f"{self.title}-Webhooks/1.0"

    @property
    def platform_scope(self) -> str:
        return f"{self.name}:platform:admin"

    @property
    def secret_prefix(self) -> str:
        return f"{self.name}sk_"

    @property
    def key_id_prefix(self) -> str:
        return f"{self.name}_key_"[:_KEY_ID_PREFIX_LENGTH].ljust(_KEY_ID_PREFIX_LENGTH, "x")

    def event_type(self, name: str) -> str:
        """`product.created` becomes `svc.product.created.v1`."""
        return f"{self.name}.{name}.v1"


def build(name: str) -> Brand:
    """The brand with this name. Raises SettingsError for an invalid name."""
    if not _ALLOWED.fullmatch(name):
        raise settings.SettingsError("FULFILMENT_BRAND must match [a-z][a-z0-9]{1,15}.")
    return Brand(name=name, title=name[0].upper() + name[1:])


@cache
def current() -> Brand:
    """The brand of this process."""
    return build(settings.current().brand)
