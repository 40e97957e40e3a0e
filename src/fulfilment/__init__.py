"""A self-hosted, multi-tenant fulfilment service."""

__version__ = "0.1.0"
