"""Options of both clients."""

from __future__ import annotations

import dataclasses
import os
import platform
from typing import Any

import httpx

from ._version import __version__
from .brand import Brand
from .credentials import ApiKey, BearerToken, Credential, Scheme, TokenSource, visible
from .hooks import Hooks
from .settings import Retries, Settings, Timeouts, checked_base_url

_USER_AGENT = f"fulfilment-client-python/{__version__} (httpx {httpx.__version__}; Python {platform.python_version()})"


def settings_of(
    base_url: str,
    *,
    key_id: str | None,
    secret: str | None,
    token: str | TokenSource | None,
    signing: Scheme,
    brand: str | Brand,
    on_behalf_of: str | None,
    workspace: str | None,
    timeouts: Timeouts | float | None,
    retries: Retries | int | None,
    hooks: Hooks | None,
) -> Settings:
    """The settings of a new client. Raises ValueError for what does not go together."""
    address, host = checked_base_url(base_url)
    return Settings(
        base_url=address,
        host=host,
        credential=_credential(key_id, secret, token, signing),
        brand=brand if isinstance(brand, Brand) else Brand(brand),
        timeouts=_timeouts(timeouts),
        retries=_retries(retries),
        hooks=hooks or Hooks(),
        user_agent=_USER_AGENT,
        on_behalf_of=_account("on_behalf_of", on_behalf_of),
        workspace=_account("workspace", workspace),
    )


def _credential(
    key_id: str | None, secret: str | None, token: str | TokenSource | None, signing: Scheme
) -> Credential | None:
    """An API key, a token, or neither, which is enough for the public operations."""
    if signing not in ("v1", "v2"):
        raise ValueError(f"signing is 'v1' or 'v2', not {signing!r}")
    if token is not None:
        if key_id is not None or secret is not None:
            raise ValueError("give either key_id and secret or a token, not both")
        return BearerToken(visible("token", token) if isinstance(token, str) else token)
    if (key_id is None) != (secret is None):
        raise ValueError("key_id and secret go together")
    if key_id is None or secret is None:
        return None
    if not key_id or not secret:
        raise ValueError("key_id and secret must not be empty")
    return ApiKey(visible("key_id", key_id), secret, signing)


def _account(name: str, given: str | None) -> str | None:
    return None if given is None else visible(name, given)


def _timeouts(given: Timeouts | float | None) -> Timeouts:
    if isinstance(given, Timeouts):
        return given
    return Timeouts() if given is None else Timeouts(total=float(given))


def _retries(given: Retries | int | None) -> Retries:
    if isinstance(given, Retries):
        return given
    return Retries() if given is None else Retries(most=given)


def from_environment() -> dict[str, Any]:
    """The address and the key of the environment. Raises ValueError where one of the three is not set."""
    names = {"base_url": "FULFILMENT_URL", "key_id": "FULFILMENT_KEY_ID", "secret": "FULFILMENT_SECRET"}
    missing = [name for name in names.values() if not os.environ.get(name)]
    if missing:
        raise ValueError(f"the environment lacks {', '.join(missing)}")
    return {argument: os.environ[name] for argument, name in names.items()}


def changed(
    settings: Settings,
    *,
    on_behalf_of: str | None = None,
    workspace: str | None = None,
    timeouts: Timeouts | float | None = None,
    retries: Retries | int | None = None,
    hooks: Hooks | None = None,
) -> Settings:
    """The settings with what was given changed."""
    given: dict[str, Any] = {"hooks": hooks}
    given["on_behalf_of"] = _account("on_behalf_of", on_behalf_of)
    given["workspace"] = _account("workspace", workspace)
    given["timeouts"] = None if timeouts is None else _timeouts(timeouts)
    given["retries"] = None if retries is None else _retries(retries)
    return dataclasses.replace(settings, **{name: value for name, value in given.items() if value is not None})
