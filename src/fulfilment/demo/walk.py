"""Walks the steps of a job, shows how far it is, and ends with the table of them."""

import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from fulfilment_client.errors import FulfilmentError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Table
from rich.text import Text

from fulfilment.demo.failure import DemoFailed


class Outcome(msgspec.Struct, frozen=True):
    """What came of a step, in a few words, and the event that was received and verified, if any."""

    said: str
    event: str = ""


class Step(msgspec.Struct, frozen=True):
    """One step, and what does it."""

    title: str
    act: Callable[[], Awaitable[Outcome]]


class Walked(msgspec.Struct, frozen=True):
    """A step that is done."""

    title: str
    outcome: Outcome
    milliseconds: float


async def walk(steps: Sequence[Step], console: Console) -> list[Walked]:
    """Take each step in turn. Raises DemoFailed, which then names the step."""
    walked: list[Walked] = []
    with _progress(console) as progress:
        task = progress.add_task("", total=len(steps))
        for step in steps:
            progress.update(task, description=step.title)
            walked.append(await _take(step))
            progress.console.print(_line(walked[-1]), soft_wrap=True)
            progress.advance(task)
    return walked


def show(walked: Sequence[Walked], console: Console) -> None:
    """Print the table of the steps, each with its milliseconds."""
    table = Table(show_footer=True)
    table.add_column("Step", "Total")
    table.add_column("Event received and verified", f"{sum(bool(step.outcome.event) for step in walked)} events")
    table.add_column("ms", f"{sum(step.milliseconds for step in walked):,.0f}", justify="right", no_wrap=True)
    for step in walked:
        table.add_row(Text(step.title), Text(step.outcome.event), f"{step.milliseconds:,.0f}")
    console.print(table)


async def _take(step: Step) -> Walked:
    began = time.perf_counter()
    try:
        outcome = await step.act()
    except (DemoFailed, FulfilmentError) as problem:
        raise DemoFailed(f"the demo stopped at “{step.title}”: {problem}") from None
    return Walked(step.title, outcome, (time.perf_counter() - began) * 1_000)


def _progress(console: Console) -> Progress:
    """A bar that redraws itself is for people; a file gets the lines alone."""
    return Progress(
        SpinnerColumn(),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _line(done: Walked) -> Text:
    event = f"; {done.outcome.event} verified" if done.outcome.event else ""
    return Text.assemble(("✓ ", "green"), (f"{done.title:<22}", "bold"), done.outcome.said + event)
