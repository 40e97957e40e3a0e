"""A reader's terminal: a shell and a Python interpreter that stay open, so that one block goes on from the former.

TypeScript is a module for each block, since no reader pastes it into a prompt: Node runs it and strips the types.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from tests.system.receivers import node

PATIENCE_SECONDS = 60
_END = "--- end of the block ---"
# Reads a block as a line of JSON, runs it among the names of the former ones, and says how it ended. In development the
# API names what it does not read, which no example may send.
_INTERPRETER = f"""
import json, sys, traceback, urllib.request
names = {{"__name__": "__main__"}}
really_open = urllib.request.urlopen
def urlopen(*arguments, **options):
    answer = really_open(*arguments, **options)
    for name, unread in answer.headers.items():
        assert not name.lower().endswith("-ignored"), "nobody reads " + unread
    return answer
urllib.request.urlopen = urlopen
for line in sys.stdin:
    failed = 0
    try:
        exec(compile(json.loads(line), "block", "exec"), names)
    except BaseException:
        traceback.print_exc(file=sys.stdout)
        failed = 1
    print("\\n{_END}", failed, flush=True)
"""


class Failed(AssertionError):
    """A block did not run to its end; what it printed."""


class Terminal:
    """Used as a context; `folder` is where the reader works."""

    def __init__(self, folder: Path, variables: Mapping[str, str]):
        self._folder = folder
        self._variables = dict(variables)
        self._open: dict[str, subprocess.Popen] = {}

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._open.values():
            process.kill()
            process.communicate()

    def run(self, language: str, text: str) -> str:
        """The block's output, of both streams. Raises Failed."""
        if language == "typescript":
            return self._run_module(text)
        process = self._process(language)
        # With -e a shell ends at the first command that fails, and nothing says that the block is over.
        given = json.dumps(text) if language == "python" else f"{text}\nprintf '\\n{_END} %s\\n' $?"
        process.stdin.write(given + "\n")
        process.stdin.flush()
        alarm = threading.Timer(PATIENCE_SECONDS, process.kill)
        alarm.start()
        try:
            printed = self._until_end(process)
        finally:
            alarm.cancel()
        said, end, status = printed.rpartition(f"\n{_END} ")
        if not end or status.strip() != "0":
            raise Failed(said or printed)
        return said

    def _run_module(self, text: str) -> str:
        (self._folder / "block.mts").write_text(text, "utf-8")
        done = subprocess.run(
            [node.NODE, "block.mts"],
            cwd=self._folder,
            env=self._variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE_SECONDS,
        )
        if done.returncode:
            raise Failed(done.stdout)
        return done.stdout

    def _until_end(self, process: subprocess.Popen) -> str:
        printed = []
        for line in process.stdout:
            printed.append(line)
            if line.startswith(_END):
                break
        return "".join(printed)

    def _process(self, language: str) -> subprocess.Popen:
        if language not in self._open:
            command = {"sh": ["sh", "-eu"], "python": [sys.executable, "-I", "-c", _INTERPRETER]}[language]
            self._open[language] = subprocess.Popen(
                command,
                cwd=self._folder,
                env=self._variables,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        return self._open[language]
