"""`make test-all`: the linters and every part of the tests; parts that leave a core free share it.

Each part is a target of make with a log of its own, which is printed where the part fails.
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import msgspec

from tests.harness import guard

LOGS = Path("build/test-all")


class Part(msgspec.Struct, frozen=True):
    """A target of make, and what it is given."""

    target: str
    arguments: tuple[str, ...] = ()


Lane = tuple[Part, ...]

# The quickest rules first, so that a run that fails says so early. The lanes of a group run at the same time, the parts
# of a lane one after another. Each lane keeps one core busy.
GROUPS: tuple[tuple[Lane, ...], ...] = (
    ((Part("test"),),),
    ((Part("test-system"),),),
    ((Part("test-browser"),),),
    (
        (Part("test-clients"),),
        (
            Part("lint"),
            Part("package"),
            Part("rolling", ("ARGS=--pause 1",)),
            Part("failover", ("ARGS=--short",)),
            Part("restore-drill", ("ARGS=--seconds 3",)),
            Part("test-rules"),
        ),
    ),
    ((Part("test-pooler"),),),
)
PARTS = tuple(part for group in GROUPS for lane in group for part in lane)


class Done(msgspec.Struct, frozen=True):
    """How a part ended."""

    part: Part
    passed: bool
    seconds: float

    def __str__(self) -> str:
        return f"{self.part.target:<14} {'passed' if self.passed else 'FAILED'} {self.seconds:>6.0f} s"


def run(part: Part) -> Done:
    """Run a part to its end, and tell of it."""
    began = time.monotonic()
    path = LOGS / f"{part.target}.log"
    # A part is whole by itself: it shares neither the jobs nor the ARGS of the make that called.
    foreign = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "ARGS")
    environ = {name: value for name, value in os.environ.items() if name not in foreign}
    with path.open("wb") as log:
        command = ["make", "--no-print-directory", part.target, *part.arguments]
        ended = subprocess.run(command, env=environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
    done = Done(part, ended.returncode == 0, time.monotonic() - began)
    if not done.passed:
        print(f"\n== {part.target} failed; {path}:\n{path.read_text(errors='replace')}")
    print(done, flush=True)
    return done


def run_lane(parts: Lane) -> list[Done]:
    """Run parts one after another; each of them, whatever became of the one before."""
    return [run(part) for part in parts]


def main() -> int:
    known = {part.target: part for part in PARTS}
    parser = argparse.ArgumentParser(prog="make test-all", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(known)}; without any, all of them")
    chosen = parser.parse_args().parts or list(known)
    if unknown := sorted(set(chosen) - set(known)):
        parser.error(f"there is no part {', '.join(unknown)}")
    guard.begin()
    LOGS.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    ended: list[Done] = []
    for group in GROUPS:
        lanes = [tuple(part for part in lane if part.target in chosen) for lane in group]
        with ThreadPoolExecutor(len(lanes)) as pool:
            ended += chain.from_iterable(pool.map(run_lane, lanes))
    failed = [done.part.target for done in ended if not done.passed]
    print("\n", *ended, f"All of it took {time.monotonic() - began:.0f} s.", sep="\n")
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
