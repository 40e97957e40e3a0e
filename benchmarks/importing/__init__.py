"""How fast a file is imported, beside a plain INSERT of the very same rows into the very same tables."""
