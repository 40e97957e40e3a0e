"""Schema migrations; their SQL files are in `sql/`."""
