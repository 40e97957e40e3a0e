"""What a drawing process runs: `python -m fulfilment.cli.drawing PARENT MEGABYTES`. Started by the API, not by hand."""

import os
import resource
import signal
import sys

from fulfilment.cli import lifeline
from fulfilment.documents import process

FIRST_FREE_DESCRIPTOR = 3

if __name__ == "__main__":
    # The API's sockets may come along, and whoever holds one keeps its port taken after the API has ended.
    os.closerange(FIRST_FREE_DESCRIPTOR, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    # Ctrl-C reaches everybody in the terminal; this one ends with who started it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    lifeline.hold_to(int(sys.argv[1]))
    process.run(int(sys.argv[2]))
