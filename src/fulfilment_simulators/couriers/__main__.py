"""`python -m fulfilment_simulators.couriers --port 8081 --data FILE --host 127.0.0.1`."""

import argparse
import sys
from pathlib import Path

from fulfilment_simulators.couriers.program import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="courier simulator", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    parser.add_argument("--port", type=int, default=8081, help="the port to listen on, 0 for any free one")
    parser.add_argument("--data", type=Path, required=True, help="the file that its memory is kept in")
    arguments = parser.parse_args()
    return run(arguments.host, arguments.port, arguments.data)


if __name__ == "__main__":
    sys.exit(main())
