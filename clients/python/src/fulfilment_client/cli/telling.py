"""Output of `listen`: a line for each event on standard output, and all else on standard error."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..types import Envelope
    from .forwarding import Outcome


class Teller:
    """Tells people, or with `as_json` programs: then standard output has an object a line."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self.shown = 0
        self.taken = 0

    def ready(self, url: str, forward: str | None, made_secret: str | None) -> None:
        """From now on nothing is missed. Only a secret that was made for this listening is told."""
        if self._as_json:
            _out({"ready": {"url": url, "forward": forward, "secret": made_secret}})
            return
        if made_secret:
            _print(f"Signed with {made_secret}")
        where = f", which are posted to {forward}" if forward else ""
        _print(f"Listening to the events of {url}{where}. Ctrl-C ends it.")

    def event(self, event: Envelope, outcome: Outcome | None) -> None:
        """One event, and what became of it."""
        self.shown += 1
        self.taken += outcome is not None and outcome.is_taken
        if self._as_json:
            _out({"event": event, "outcome": None if outcome is None else _shown(outcome)})
            return
        at = datetime.fromisoformat(event["occurredAt"].replace("Z", "+00:00")).astimezone().strftime("%H:%M:%S")
        line = f"{at}  {event['type']}  {event['id']}"
        _print(line if outcome is None else f"{line}  {_words(outcome)}")

    def notice(self, text: str) -> None:
        print(f"fulfilment: {text}", file=sys.stderr, flush=True)

    def end(self, posted_until: datetime, *, is_forwarding: bool) -> None:
        """How many there were, and how to go on from here."""
        many = f"{self.shown} event{'' if self.shown == 1 else 's'}"
        taken = f", {self.taken} taken" if is_forwarding else ""
        moment = posted_until.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.notice(f"{many}{taken}. --since {moment} goes on from here.")


def _words(outcome: Outcome) -> str:
    said = " ".join(str(part) for part in (outcome.status, outcome.problem) if part is not None)
    tries = f", attempt {outcome.attempts}" if outcome.attempts > 1 else ""
    return f"{'ok' if outcome.is_taken else 'FAILED'} {said} in {outcome.milliseconds:.0f} ms{tries}"


def _shown(outcome: Outcome) -> dict[str, Any]:
    return {**asdict(outcome), "milliseconds": round(outcome.milliseconds, 1), "taken": outcome.is_taken}


def _out(value: object) -> None:
    _print(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def _print(text: str) -> None:
    print(text, flush=True)
