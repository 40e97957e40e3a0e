"""`python -m fulfilment.cli`, for the processes that `serve` starts: it needs no installed script."""

import sys

from fulfilment.cli import main

sys.exit(main())
