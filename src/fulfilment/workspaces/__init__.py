"""Workspaces: the operator's administration, and a workspace's own preferences."""
