"""Work in a process of its own that soon ends, and all that it imported with it.

What checks the database at a start takes three times the memory of what then keeps the service running for months.
"""

import importlib
import multiprocessing
import os
import signal
import traceback
from collections.abc import Sequence
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

from fulfilment.cli import parent_watch
from fulfilment.infra.models import Value


class HelperProcess:
    """A process from `with` to its end; it loads `modules` at once, while its parent does something else.

    It is begun before there are other threads where that is possible, since it is a fork of its parent.
    """

    def __init__(self, *modules: str) -> None:
        self._connection, child_connection = multiprocessing.Pipe()
        self._process = multiprocessing.Process(
            target=_serve_calls, args=(child_connection, self._connection, modules), daemon=True
        )
        self._process.start()
        child_connection.close()

    def start_call(self, function: str, *arguments: Any) -> None:
        """Have `function`, "module:name", called there. What it answers or raises comes by `wait_for_result`."""
        self._connection.send((function, arguments))

    def wait_for_result(self) -> Value:
        """What the function that was begun returned; what it raised is raised here."""
        try:
            is_done, result = self._connection.recv()
        except EOFError:
            raise RuntimeError("A process that this one started for a while has died.") from None
        if not is_done:
            raise result
        return result

    def call(self, function: str, *arguments: Any) -> Value:
        """`start_call` and `wait_for_result`."""
        self.start_call(function, *arguments)
        return self.wait_for_result()

    def stop(self) -> None:
        """End the process; nothing more is asked of it."""
        self._connection.close()
        self._process.join()

    def __enter__(self) -> "HelperProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            # Whatever it is at, a migration too, is undone by the server when its connection ends.
            self._process.terminate()
        self.stop()


def _serve_calls(connection: Connection, parent_connection: Connection, modules: Sequence[str]) -> None:
    # Ctrl-C reaches everybody in the terminal; this one ends with who started it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent_watch.watch_parent(os.getppid())
    # A fork has both ends of the line, and the end of it is seen only when nobody holds the other one.
    parent_connection.close()
    for module in modules:
        importlib.import_module(module)
    while True:
        try:
            function, arguments = connection.recv()
        except EOFError:
            return
        connection.send(_call_function(function, arguments))


def _call_function(function: str, arguments: Sequence[Any]) -> tuple[bool, Any]:
    module, _, name = function.partition(":")
    try:
        return True, getattr(importlib.import_module(module), name)(*arguments)
    except Exception as problem:
        # A traceback does not travel with its exception; its text does.
        problem.add_note(traceback.format_exc())
        return False, problem
