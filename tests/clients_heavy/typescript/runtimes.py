"""The runtimes that the client is for, as npm has them: Node 18, Deno and Bun, beside the Node of the tests."""

from pathlib import Path

from tests.clients_heavy.typescript.npm import CLIENT, NODE

_MODULES = CLIENT / "runtimes" / "node_modules"


def _only(pattern: str) -> Path:
    # Packages of other systems are not installed; of Bun there may be one for each kind of processor.
    found = sorted(_MODULES.glob(pattern))
    assert found, f"{pattern} is not installed: is there a package of it for this system?"
    return found[0]


def testing(name: str) -> list[str | Path]:
    """What runs the test files that come behind it."""
    if name == "node 18":
        return [_only("node-*/bin/node"), "--test"]
    if name == "deno":
        return [_only("@deno/*/deno"), "test", "--allow-all", "--no-check", "--no-lock", "--node-modules-dir=manual"]
    if name == "bun":
        return [_only("@oven/bun-*/bin/bun"), "test"]
    return [NODE, "--test"]


NAMES = ("node", "node 18", "deno", "bun")
