"""Secrets at rest: master keys, key rotation, the installation's check of them."""
