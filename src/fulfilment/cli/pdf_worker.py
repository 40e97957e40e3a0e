"""Entry point of a PDF worker process: `python -m fulfilment.cli.pdf_worker PARENT MEGABYTES`. The API starts it."""

import os
import resource
import signal
import sys

from fulfilment.cli import parent_watch
from fulfilment.infra import process
from fulfilment.infra.pdf import worker_process

FIRST_FREE_DESCRIPTOR = 3

if __name__ == "__main__":
    process.forbid_new_privileges()
    # Close inherited sockets of the API, which would keep its port in use after the API has ended.
    os.closerange(FIRST_FREE_DESCRIPTOR, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    # Ctrl-C reaches all processes of the terminal; this process ends with its parent instead.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent_watch.watch_parent(int(sys.argv[1]))
    worker_process.run(int(sys.argv[2]))
