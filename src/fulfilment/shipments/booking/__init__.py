"""Booking of a courier: hold the credit, call, settle; recovery of interrupted operations."""
