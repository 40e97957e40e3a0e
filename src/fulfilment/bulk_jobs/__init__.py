"""Bulk jobs: many shipments booked, cancelled or printed at once."""
