"""The service and the two workspaces of the contract tests, for those that take long."""

from tests.contract.conftest import document, outside, outsider, owned, owner, service

__all__ = ["document", "outside", "outsider", "owned", "owner", "service"]
