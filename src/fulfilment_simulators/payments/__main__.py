"""`python -m fulfilment_simulators.payments --port 8083 --data FILE --host 127.0.0.1`."""

import argparse
import sys
from pathlib import Path

from fulfilment_simulators.payments.program import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="payment simulator", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    parser.add_argument("--port", type=int, default=8083, help="the port to listen on, 0 for any free one")
    parser.add_argument("--data", type=Path, required=True, help="the file that its memory is kept in")
    options = parser.parse_args()
    return run(options.host, options.port, options.data)


if __name__ == "__main__":
    sys.exit(main())
