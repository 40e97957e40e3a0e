"""Background work: supervised tasks, back-off, cleanup jobs."""
