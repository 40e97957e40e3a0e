"""Where somebody is led once they are signed in: to a page of the console, and never anywhere else."""

import re

HOME = "/console"
MAX_CHARACTERS = 1_000
# Visible ASCII without quotes, without a backslash, which browsers read as a slash, and without a fragment, which no
# server sees.
_LOCAL = re.compile(r"/console(?:[/?][!$-\[\]-~]*)?")
_DOTS = frozenset({".", ".."})
# They would end what has just begun, or begin it anew.
_SIGN_IN_PATHS = ("/console/sign-in", "/console/signed-in", "/console/sign-out", "/console/signed-out")


def sanitize_return_path(target: str | None) -> str:
    """The path as it is where it leads to a page of the console; else that of the console itself."""
    if target is None or len(target) > MAX_CHARACTERS or not _LOCAL.fullmatch(target):
        return HOME
    path = target.partition("?")[0]
    steps = {step.lower().replace("%2e", ".") for step in path.split("/")}
    return HOME if steps & _DOTS or path.rstrip("/") in _SIGN_IN_PATHS else target
