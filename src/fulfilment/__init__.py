"""A self-hosted, multi-tenant fulfilment service."""

import importlib
import sys

__version__ = "0.4.0.dev0"


def _load_structlog_alone() -> None:
    """Import structlog without rich, which it would load for tracebacks that are never shown here.

    In every process that costs a tenth of a start and 4 MB. Commands that show something import rich later, as ever.
    """
    if "rich" not in sys.modules:
        sys.modules["rich"] = None  # type: ignore[assignment]
        try:
            importlib.import_module("structlog")
        finally:
            del sys.modules["rich"]


_load_structlog_alone()
