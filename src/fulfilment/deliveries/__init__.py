"""Digital deliveries: grants, downloads, expiry."""
