"""Where a page leads back to: a path under the workspace, and nowhere else."""

import re

# No second slash at the start, which browsers take for another host, and no dots that lead upwards.
_SOUND = re.compile(r"/[A-Za-z0-9][A-Za-z0-9_/-]*(\?[A-Za-z0-9_=&%.,:+-]*)?", re.ASCII)
MOST_CHARACTERS = 500


def sound(given: str | None) -> str | None:
    """The path, as `Frame.go` takes it; None for what is none."""
    if not given or len(given) > MOST_CHARACTERS or not _SOUND.fullmatch(given):
        return None
    return given
