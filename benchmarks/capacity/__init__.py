"""Capacity of a machine: load, memory of processes and size of rows, the figures of docs/capacity.md."""
