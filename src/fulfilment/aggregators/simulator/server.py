"""The simulator put together: an aiohttp application over a journal."""

from pathlib import Path

from aiohttp import web

from fulfilment.aggregators.simulator import api, controls, locations, mood, page
from fulfilment.aggregators.simulator.faults import Fault, refusal
from fulfilment.aggregators.simulator.memory import Memory
from fulfilment.aggregators.simulator.mood import Handler, Mood
from fulfilment.aggregators.simulator.reports import Reports
from fulfilment.aggregators.simulator.state import STATE, State, state_of
from fulfilment.simulation.journal import Journal, JournalError

SHUTDOWN_SECONDS = 0.2


def build(data_path: Path) -> web.Application:
    """The application, its memory replayed. Raises JournalError where the file cannot be used."""
    journal = Journal(data_path)
    try:
        memory = Memory(journal)
    except JournalError:
        journal.close()
        raise
    app = web.Application(middlewares=[_answer])
    app[STATE] = State(memory, Reports(memory), Mood())
    for table in (api.routes, locations.routes, controls.routes, page.routes):
        app.add_routes(table)
    app.on_startup.append(_start)
    app.on_cleanup.append(_stop)
    return app


def runner(app: web.Application) -> web.AppRunner:
    """Ready to listen. A caller who hangs up ends the handler, so that silence costs nothing."""
    return web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)


@web.middleware
async def _answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every refusal in the aggregator's form; the mood weighs on the aggregator's routes alone."""
    try:
        if request.path.startswith("/v1/"):
            return await mood.answer(state_of(request).mood, request, handler)
        return await handler(request)
    except Fault as fault:
        return refusal(fault)
    except web.HTTPException as problem:
        return refusal(Fault(problem.status * 100_000 + 1, problem.reason))


async def _start(app: web.Application) -> None:
    await app[STATE].reports.start()


async def _stop(app: web.Application) -> None:
    await app[STATE].reports.stop()
    app[STATE].memory.close()
