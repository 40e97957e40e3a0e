"""Address book: the saved addresses of a workspace and of its customers."""
