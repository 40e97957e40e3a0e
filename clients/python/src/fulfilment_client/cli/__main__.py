"""`python -m fulfilment_client.cli`, for where no script is on the path."""

import sys

from . import main

sys.exit(main())
