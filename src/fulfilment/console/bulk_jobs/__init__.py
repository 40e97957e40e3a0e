"""Screens of batches: confirmation, progress and the outcome of each parcel."""
