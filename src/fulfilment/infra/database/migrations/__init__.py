"""Migrations of the schema; the files are in sql/."""
