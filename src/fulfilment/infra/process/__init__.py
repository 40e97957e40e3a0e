"""Operating-system processes: privileges, shutdown state, turns of the processor."""
