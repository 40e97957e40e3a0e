"""The service's clock, as far as it is known here."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime


class Clock:
    """This machine's clock, corrected by what the service told; shared by all calls of a client."""

    def __init__(self) -> None:
        self._offset_seconds = 0.0

    def timestamp(self) -> str:
        """The epoch seconds to sign."""
        return str(int(time.time() + self._offset_seconds))

    def adopt(self, date: str | None) -> bool:
        """Take the time of a `Date` header as the present. False where there is none that can be read."""
        try:
            told = parsedate_to_datetime(date or "").timestamp()
        except (TypeError, ValueError, OverflowError):
            return False
        self._offset_seconds = told - time.time()
        return True
