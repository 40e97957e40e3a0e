"""Status of the external services that a workspace uses."""
