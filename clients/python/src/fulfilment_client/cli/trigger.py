"""`fulfilment trigger`: makes an event happen, in a service whose couriers are simulated."""

from __future__ import annotations

import argparse
import difflib
import json
import re
import time
from typing import TYPE_CHECKING

from ..client import Fulfilment
from .acts import ACTS
from .connection import settings_of
from .courier import Simulator
from .refusal import Refusal
from .stage import Expected, Stage

if TYPE_CHECKING:
    from ..types import Envelope

# Work of a worker comes within seconds; a busy machine may need some more.
_WITHIN_SECONDS = 60.0
_EVERY_SECONDS = 0.2
_FULL_TYPE = re.compile(r"[a-z][a-z0-9]*\.([a-z_]+\.[a-z_]+)\.v1")


def run(given: argparse.Namespace) -> int:
    """Make one event happen and wait until the service tells of it. Raises Refusal, FulfilmentError."""
    if given.list:
        _list(as_json=given.json)
        return 0
    name = _known(given.event)
    act = ACTS[name]
    if given.shipment and (not act.needs_courier or name == "shipment.created"):
        raise Refusal(f"--shipment has no part in {name}: that one happens to something new.")
    settings = settings_of(given)
    made: list[str] = []

    def say(text: str) -> None:
        made.append(text)
        if not given.json:
            print(text, flush=True)

    with Fulfilment(**settings) as client, Simulator(given.simulator) as simulator:
        # Before anything is made: a service without a simulator is a real shop.
        simulator.require(client.base_url)
        if act.needs_courier:
            simulator.require_asked_by(client)
        known = {event["id"] for event in client.events.list(subject=given.shipment)} if given.shipment else set[str]()
        expected = act.play(Stage(client, simulator, say, given.shipment))
        event = _await(client, settings["brand"], expected, known)
    if given.json:
        print(json.dumps({"event": event, "made": made}, ensure_ascii=False))
    else:
        print(f"{event['type']}  {event['id']}")
    return 0


def _list(*, as_json: bool) -> None:
    for name, act in ACTS.items():
        print(json.dumps({"event": name, "does": act.does}) if as_json else f"{name:<28}{act.does}")


def _known(given: str | None) -> str:
    """The name of an act, which may be given as the full type of its event. Raises Refusal."""
    if given is None:
        raise Refusal("say which event, such as shipment.delivered; `fulfilment trigger --list` has all of them.")
    full = _FULL_TYPE.fullmatch(given)
    name = full[1] if full else given
    if name not in ACTS:
        near = difflib.get_close_matches(name, ACTS, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise Refusal(f"{given!r} cannot be triggered; {hint}`fulfilment trigger --list` has all that can.")
    return name


def _await(client: Fulfilment, brand: str, expected: Expected, known: set[str]) -> Envelope:
    """The event, once the list of events has it; `known` are those of the subject that were there before."""
    kind = f"{brand}.{expected.name}.v1"
    deadline = time.monotonic() + _WITHIN_SECONDS
    while True:
        for event in client.events.list(type=kind, subject=expected.subject):
            if event["id"] not in known and expected.data.items() <= event["data"].items():
                return event
        if time.monotonic() > deadline:
            raise Refusal(
                f"{kind} of {expected.subject} did not come within {_WITHIN_SECONDS:g} s; "
                "`fulfilment status`, where the service runs, says whether its worker does."
            )
        time.sleep(_EVERY_SECONDS)
