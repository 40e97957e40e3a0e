"""Targets of the Makefile: few are listed, and each that a text names exists."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGETS = frozenset(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
MAX_LISTED = 12

_SUFFIXES = (".md", ".py", ".toml", ".in", ".yml", ".yaml", ".sql", ".html", ".jinja", ".c")
# Folders that a run or an installation makes.
_MADE = {".git", ".venv", "var", "build", "dist", "node_modules", "__pycache__"}
_NAMES = ("Makefile", "Containerfile", ".dockerignore", "run")
# In a sentence a command stands in backticks, in a block at the beginning of a line.
_COMMAND = re.compile(r"`make ([a-z][a-z-]*)([^`\n]*)`|^[ #]*make ([a-z][a-z-]*)( +[A-Z]+=.*| +#.*|)$", re.MULTILINE)
_SUITE = re.compile(r"SUITE=([a-z][a-z.]*)")


def list_files() -> Iterator[Path]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in _MADE]
        yield from (Path(folder, name) for name in names)


def read_commands() -> Iterator[tuple[Path, str, str]]:
    """Each command with make in a file of the repository: the file, the target, the rest of the command."""
    for path in list_files():
        if path.suffix in _SUFFIXES or path.name in _NAMES:
            for quoted, of_quoted, typed, of_typed in _COMMAND.findall(path.read_text(encoding="utf-8")):
                yield path.relative_to(ROOT), quoted or typed, of_quoted or of_typed


def test_help_lists_few_targets_and_each_exists() -> None:
    shown = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    listed = re.findall(r"^make ([a-z-]+)", shown, re.MULTILINE)
    assert 0 < len(listed) <= MAX_LISTED
    assert len(set(listed)) == len(listed) and set(listed) <= TARGETS
    assert all(len(line) <= 120 for line in shown.splitlines())


def test_every_command_that_a_text_names_is_a_target() -> None:
    commands = list(read_commands())
    assert {"README.md", "CONTRIBUTING.md", "docs/fail-over.md"} <= {path.as_posix() for path, _, _ in commands}
    unknown = sorted({f"{path}: make {target}" for path, target, _ in commands if target not in TARGETS})
    assert unknown == []


def test_every_suite_that_a_text_names_is_a_benchmark() -> None:
    suites = {(path, name) for path, _, rest in read_commands() for name in _SUITE.findall(rest)}
    assert {"starting", "webhooks.soak"} <= {name for _, name in suites}
    missing = []
    for path, name in suites:
        module = ROOT.joinpath("benchmarks", *name.split("."))
        if not module.with_suffix(".py").is_file() and not (module / "__main__.py").is_file():
            missing.append(f"{path}: SUITE={name}")
    assert missing == []


def test_contributing_describes_every_target() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    described = set(re.findall(r"make ([a-z][a-z-]*)", text))
    assert TARGETS - {"help", "serve", "demo"} <= described
