"""Runner of the demo's steps, with a progress bar and a table of the results."""

import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from fulfilment_client.errors import FulfilmentError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Table
from rich.text import Text


class DemoFailed(Exception):
    """The demo has failed. The message is one line."""


class StepOutcome(msgspec.Struct, frozen=True):
    """Result of a step in a few words, and the event that was received and verified, if any."""

    said: str
    event: str = ""


class Step(msgspec.Struct, frozen=True):
    """One step: its title and its function."""

    title: str
    act: Callable[[], Awaitable[StepOutcome]]


class CompletedStep(msgspec.Struct, frozen=True):
    """A step that has succeeded, with its result and its time."""

    title: str
    outcome: StepOutcome
    milliseconds: float


async def run_steps(steps: Sequence[Step], console: Console) -> list[CompletedStep]:
    """Run the steps one after another. Raises DemoFailed with the title of the step."""
    completed: list[CompletedStep] = []
    with _progress(console) as progress:
        task = progress.add_task("", total=len(steps))
        for step in steps:
            progress.update(task, description=step.title)
            completed.append(await _run_step(step))
            progress.console.print(_format_line(completed[-1]), soft_wrap=True)
            progress.advance(task)
    return completed


def print_table(completed: Sequence[CompletedStep], console: Console) -> None:
    """Print the table of the steps with their times in milliseconds."""
    table = Table(show_footer=True)
    table.add_column("Step", "Total")
    table.add_column("Event received and verified", f"{sum(bool(step.outcome.event) for step in completed)} events")
    table.add_column("ms", f"{sum(step.milliseconds for step in completed):,.0f}", justify="right", no_wrap=True)
    for step in completed:
        table.add_row(Text(step.title), Text(step.outcome.event), f"{step.milliseconds:,.0f}")
    console.print(table)


async def _run_step(step: Step) -> CompletedStep:
    began = time.perf_counter()
    try:
        outcome = await step.act()
    except (DemoFailed, FulfilmentError) as problem:
        raise DemoFailed(f"the demo stopped at “{step.title}”: {problem}") from None
    return CompletedStep(step.title, outcome, (time.perf_counter() - began) * 1_000)


def _progress(console: Console) -> Progress:
    """The progress bar on a terminal. A file gets only the lines."""
    return Progress(
        SpinnerColumn(),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _format_line(completed: CompletedStep) -> Text:
    event = f"; {completed.outcome.event} verified" if completed.outcome.event else ""
    return Text.assemble(("✓ ", "green"), (f"{completed.title:<22}", "bold"), completed.outcome.said + event)
