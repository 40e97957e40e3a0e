"""Embedded PostgreSQL server."""
