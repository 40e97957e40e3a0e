"""Audit log: who changed what, with export and retention."""
