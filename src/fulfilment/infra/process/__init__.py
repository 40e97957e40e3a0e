"""Operating-system processes: privileges, shutdown state, shared memory."""
