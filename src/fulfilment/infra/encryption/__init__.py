"""Encryption of secrets at rest: master keys, key rotation, and the installation's check."""
