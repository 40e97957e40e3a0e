"""Where the templates lie."""

from pathlib import Path


def folder() -> Path:
    return Path(__file__).parent
