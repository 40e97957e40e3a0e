"""`python -m fulfilment.cli`, for the processes that `serve` starts: it needs no installed script."""

import sys

from fulfilment.cli import main

# A worker process of the API imports the main module of its parent.
if __name__ == "__main__":
    sys.exit(main())
