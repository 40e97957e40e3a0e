"""A self-hosted, multi-tenant fulfilment service."""

import importlib
import sys

__version__ = "0.4.0.dev0"


def _load_structlog_alone() -> None:
    """Import structlog without rich, which it would import for tracebacks that the service never prints.

    This saves memory and start-up time in every process. Commands that need rich import it later as usual.
    """
    if "rich" not in sys.modules:
        sys.modules["rich"] = None  # type: ignore[assignment]
        try:
            importlib.import_module("structlog")
        finally:
            del sys.modules["rich"]


_load_structlog_alone()
