"""Booking a courier: hold the credit, call, settle; recovery of interrupted operations."""
