"""Partners: provisioning of workspaces, usage, termination."""
