"""`make openapi`: plays the story, and writes the worked examples and docs/openapi.json."""

import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.exit(pytest.main(["--quiet", "--no-header", str(Path(__file__).with_name("writing.py"))]))
