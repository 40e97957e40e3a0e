"""The brand: one word from which every exact identifier is derived (decisions, section 1)."""

import re
from functools import cache

import msgspec

from fulfilment import settings

_ALLOWED = re.compile(r"[a-z][a-z0-9]{1,15}")
_KEY_ID_PREFIX_LENGTH = 8


class Brand(msgspec.Struct, frozen=True):
    """The names that a client of the brand speaks; built by `of`, never by hand."""

    name: str
    title: str

    @property
    def signing_scheme(self) -> str:
        return f"{self.title}-HMAC-SHA256"

    @property
    def second_signing_scheme(self) -> str:
        """Signs the host, the on-behalf-of header and a nonce as well."""
        return f"{self.title}-HMAC-SHA256-V2"

    @property
    def timestamp_header(self) -> str:
        return f"X-{self.title}-Timestamp"

    @property
    def on_behalf_of_header(self) -> str:
        return f"X-{self.title}-On-Behalf-Of"

    @property
    def workspace_header(self) -> str:
        """Which of their workspaces a person works in."""
        return f"{self.title}-Workspace"

    @property
    def session_cookie(self) -> str:
        """Who is signed in to the console."""
        return f"{self.name}-session"

    @property
    def sign_in_cookie(self) -> str:
        """What the cookies of sign-ins that are under way begin with."""
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
    """The brand called `name`. Raises SettingsError where the name cannot be one."""
    if not _ALLOWED.fullmatch(name):
        raise settings.SettingsError("FULFILMENT_BRAND must match [a-z][a-z0-9]{1,15}.")
    return Brand(name=name, title=name[0].upper() + name[1:])


@cache
def current() -> Brand:
    """The brand of this process."""
    return build(settings.current().brand)
