"""Which service a command calls, and as whom."""

from __future__ import annotations

import argparse
import os
import re
from typing import Any

import httpx

from ..settings import checked_base_url
from .refusal import Refusal

DEFAULT_URL = "http://127.0.0.1:8080"
_TIMEOUT_SECONDS = 10.0
_SCHEME = re.compile(r"([A-Z][a-z0-9]{1,15})-HMAC-SHA256\b")


def settings_of(given: argparse.Namespace) -> dict[str, Any]:
    """Arguments for a client. Asks the service for its brand, so it is known to answer. Raises Refusal."""
    key_id = given.key_id or os.environ.get("FULFILMENT_KEY_ID")
    secret = given.key_secret or os.environ.get("FULFILMENT_SECRET")
    if not key_id or not secret:
        raise Refusal(
            "there is no API key: set FULFILMENT_KEY_ID and FULFILMENT_SECRET, or give --key-id and --key-secret. "
            "`fulfilment workspace create --name Test`, where the service is installed, makes one."
        )
    try:
        url, _ = checked_base_url(given.url or os.environ.get("FULFILMENT_URL") or DEFAULT_URL)
    except ValueError as problem:
        raise Refusal(f"--url: {problem}") from None
    settings = {"base_url": url, "key_id": key_id, "secret": secret, "brand": _brand_of(url)}
    return settings | ({"on_behalf_of": given.on_behalf_of} if given.on_behalf_of else {})


def _brand_of(url: str) -> str:
    """The brand that the service names without a key."""
    try:
        answer = httpx.get(f"{url}/api/v1/products", timeout=_TIMEOUT_SECONDS)
    except httpx.HTTPError as problem:
        said = str(problem) or type(problem).__name__
        raise Refusal(
            f"no service answers at {url} ({said}). `make serve` starts one; --url or FULFILMENT_URL says where it is."
        ) from None
    found = _SCHEME.search(answer.headers.get("WWW-Authenticate", ""))
    if answer.status_code != 401 or found is None:
        raise Refusal(f"what answers at {url} is not a fulfilment service (it said {answer.status_code}).")
    return found[1].lower()
