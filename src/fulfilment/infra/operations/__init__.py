"""Mutations: idempotency, group commit, operations that call an external service."""
