"""`make lint`: hold the prose of code, documents and messages to the rules of CONTRIBUTING.md."""

import argparse
import subprocess
import sys
from pathlib import Path

from tests.prose import rules, sources

SUFFIXES = (".py", ".md", ".html", ".sql", ".toml", ".yml", ".yaml")
NAMES = ("Makefile", ".gitmessage", "run")
# The newest migration of a release. Nodes compare the checksums of migrations, so these files never change.
LAST_RELEASED_MIGRATION = 12
# Generated files, licences, and texts in other languages.
LEFT_OUT = (
    "LICENSE",
    "clients/typescript/src/generated",
    "tests/vectors",
    "tests/prose/rules.py",
    "docs/releases",
    *(f"src/fulfilment/infra/database/migrations/sql/{number:04}" for number in range(1, LAST_RELEASED_MIGRATION + 1)),
)


def tracked(root: Path) -> list[Path]:
    """Files under version control that hold prose of ours."""
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z"], check=True, capture_output=True, text=True)
    paths = (Path(each) for each in listed.stdout.split("\0") if each)
    return [
        root / path
        for path in paths
        if (path.suffix in SUFFIXES or path.name in NAMES)
        and not path.as_posix().startswith(LEFT_OUT)
        and (root / path).exists()
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.prose", description=__doc__)
    parser.add_argument("paths", nargs="*", help="files or folders; without any, all of the repository")
    parser.add_argument("--count", action="store_true", help="print the number of faults of each file alone")
    arguments = parser.parse_args()
    root = Path.cwd()
    only = tuple(str((root / each).resolve()) for each in arguments.paths)
    total = 0
    for path in tracked(root):
        if only and not str(path).startswith(only):
            continue
        found = [
            f"{path.relative_to(root)}:{each.line}: {fault}: {each.text[:100]}"
            for each in sources.of_file(path)
            for fault in rules.faults(each.text)
        ]
        total += len(found)
        if found:
            print(f"{len(found):>5} {path.relative_to(root)}" if arguments.count else "\n".join(found))
    print(f"{total} faults" if total else "Prose: no faults.")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
