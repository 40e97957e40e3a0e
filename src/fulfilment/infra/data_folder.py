"""The data folder: made for the user that the service runs as, since secrets and copies of orders lie in it."""

from pathlib import Path

_OWNER_ALONE = 0o700


def make(path: Path) -> None:
    """Make the folder with mode 0700, unless it is there. Raises OSError."""
    path.mkdir(mode=_OWNER_ALONE, parents=True, exist_ok=True)
