"""Entry point `python -m fulfilment.cli`, for the processes of `serve`, without an installed script."""

import sys

from fulfilment.cli import main

# A worker process of the API imports the main module of its parent, and must not run the command.
if __name__ == "__main__":
    sys.exit(main())
