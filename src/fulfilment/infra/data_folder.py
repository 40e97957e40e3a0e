"""Data folder: private to the user of the service, since it holds secrets and copies of orders."""

from pathlib import Path

_OWNER_ALONE = 0o700


def create(path: Path) -> None:
    """Create the folder with mode 0700 where it does not exist. Raises OSError."""
    path.mkdir(mode=_OWNER_ALONE, parents=True, exist_ok=True)
