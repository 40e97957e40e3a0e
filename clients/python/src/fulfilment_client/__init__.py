"""A client of the fulfilment service.

from fulfilment_client import Fulfilment

with Fulfilment("https://api.example.com", key_id="svc_key_…", secret="svcsk_…") as client:
    for product in client.products.list():
        print(product["name"])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._version import __version__

if TYPE_CHECKING:
    from . import errors, types, webhooks
    from .aio import AsyncFulfilment
    from .answer import Answer
    from .brand import Brand
    from .client import Fulfilment
    from .downloads import AsyncDownload, Download
    from .hooks import Hooks, RequestInfo, ResponseInfo, RetryInfo
    from .omit import OMIT, Omit
    from .paging import AsyncPage, AsyncPager, Page
    from .settings import Retries, Timeouts

__all__ = [
    "OMIT",
    "Answer",
    "AsyncDownload",
    "AsyncFulfilment",
    "AsyncPage",
    "AsyncPager",
    "Brand",
    "Download",
    "Fulfilment",
    "Hooks",
    "Omit",
    "Page",
    "RequestInfo",
    "ResponseInfo",
    "Retries",
    "RetryInfo",
    "Timeouts",
    "__version__",
    "errors",
    "types",
    "webhooks",
]

# Where each name lies: what is not used is not imported, so that a receiver of webhooks pays for no HTTP client.
_HOMES = {
    "errors": "",
    "types": "",
    "webhooks": "",
    "AsyncFulfilment": "aio",
    "Answer": "answer",
    "Brand": "brand",
    "Fulfilment": "client",
    "AsyncDownload": "downloads",
    "Download": "downloads",
    "Hooks": "hooks",
    "RequestInfo": "hooks",
    "ResponseInfo": "hooks",
    "RetryInfo": "hooks",
    "OMIT": "omit",
    "Omit": "omit",
    "AsyncPage": "paging",
    "AsyncPager": "paging",
    "Page": "paging",
    "Retries": "settings",
    "Timeouts": "settings",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = _HOMES[name]
    found = getattr(import_module(f".{home}", __name__), name) if home else import_module(f".{name}", __name__)
    globals()[name] = found
    return found
