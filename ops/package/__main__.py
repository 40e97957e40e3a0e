"""`make package`: build what is shipped, try it, and validate what ops/ holds.

Everything is left in dist/. Steps that this machine cannot do are named at the end; a fault ends it with 1.
"""

import hashlib
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ops.package import image, inventory, trial, validation, wheels
from ops.package.tools import DIST, Failed
from ops.package.wheels import Source

SUMS = "SHA256SUMS"
T = TypeVar("T")


def main() -> int:
    source = wheels.find_source()
    # Not elsewhere: a trial leaves /tmp alone writable.
    folder = Path(tempfile.mkdtemp(prefix="fulfilment-package-", dir="/tmp"))
    folder.chmod(0o755)
    left: list[str] = []
    try:
        print(f"Packages of {f'commit {source.commit}' if source.commit else 'these files, which are in no git'}")
        if source.changed:
            print(f"  {source.changed} files differ from it, and are not in what is built.")
        _empty(DIST)
        made = _told("built twice, the same to the byte", lambda: wheels.make(source, folder / "wheels", DIST))
        _try(source, made, folder)
        _told(f"checksums in {SUMS}", _write_sums)
        for what, validate in {**validation.ALL, "container image built": image.build}.items():
            _attempt(what, validate, left)
    except Failed as problem:
        print(f"  FAILED  {problem}", file=sys.stderr)
        return 1
    finally:
        trial.remove(folder)
    for path in sorted(DIST.iterdir()):
        print(f"  {path.stat().st_size:>10,}  dist/{path.name}")
    for each in left:
        print(f"  NOT DONE HERE  {each}")
    return 0


def _try(source: Source, made: list[Path], folder: Path) -> None:
    installed = folder / "try" / "fulfilment"
    installed.parent.mkdir()
    (wheel,) = (path for path in made if path.name.startswith("fulfilment-") and path.suffix == ".whl")
    python = _told("installed by its hashes", lambda: trial.install_into(installed, DIST))
    sbom, texts = DIST / "fulfilment.cdx.json", DIST / "THIRD_PARTY.txt"
    environ = {"SOURCE_DATE_EPOCH": source.seconds}
    _told("parts listed, licences allowed", lambda: inventory.write(python, sbom, texts, environ))
    version = wheel.name.split("-")[1]
    how = _told("run from there, and ended", lambda: trial.run_read_only(installed, version))
    print(f"      {how}")


def _told(what: str, act: Callable[[], T]) -> T:
    begun = time.monotonic()
    done = act()
    print(f"  ok  {what} ({time.monotonic() - begun:.0f} s)", flush=True)
    return done


def _attempt(what: str, act: Callable[[], str], left: list[str]) -> None:
    """Do what says why it could not, where this machine cannot."""
    why_not = act()
    if why_not:
        left.append(why_not)
    else:
        print(f"  ok  {what}", flush=True)


def _write_sums() -> None:
    """Input of `sha256sum --check SHA256SUMS`."""
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(DIST.iterdir())]
    (DIST / SUMS).write_text("".join(lines), encoding="ascii")


def _empty(folder: Path) -> None:
    """Remove what was built before, and nothing else."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.is_file():
            path.unlink()


if __name__ == "__main__":
    sys.exit(main())
