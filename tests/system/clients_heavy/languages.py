"""How programs of a language are made, run, and asked what they sign and verify."""

import base64
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import msgspec

PATIENCE_SECONDS = 120
# Programs that end before better code would earn back its compilation.
_JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
_JAVAC = tuple(f"-J{option}" for option in _JAVA)


class Language(msgspec.Struct, frozen=True):
    """How programs of a language are made and run."""

    name: str
    needs: tuple[str, ...]
    driver: str
    run_main: tuple[str, ...]
    run_driver: tuple[str, ...]
    make_main: tuple[str, ...] = ()
    make_driver: tuple[str, ...] = ()


LANGUAGES = [
    Language("php", ("php",), "driver.php", ("php", "main.php"), ("php", "driver.php")),
    Language("ruby", ("ruby",), "driver.rb", ("ruby", "main.rb"), ("ruby", "driver.rb")),
    Language(
        "go",
        ("go",),
        "driver.go",
        ("./main",),
        ("./driver",),
        ("go", "build", "-o", "main", "fulfilment.go", "main.go"),
        ("go", "build", "-o", "driver", "fulfilment.go", "driver.go"),
    ),
    Language(
        "java",
        ("java", "javac"),
        "Driver.java",
        ("java", *_JAVA, "Main"),
        ("java", *_JAVA, "Driver"),
        ("javac", *_JAVAC, "-Xlint:all", "-Werror", "Fulfilment.java", "Main.java"),
        # With the class that the line before has made.
        ("javac", *_JAVAC, "-Xlint:all", "-Werror", "Driver.java"),
    ),
]


def ran(command: tuple[str, ...], folder: Path, variables: Mapping[str, str], given: str = "") -> str:
    """Standard output."""
    environment = {**os.environ, "GO111MODULE": "off", "GOFLAGS": "", "GOCACHE": str(folder / "cache"), **variables}
    done = subprocess.run(
        command, cwd=folder, env=environment, input=given, capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


def answers(language: Language, folder: Path, *asked: list[str | bytes | None]) -> list[str]:
    """The driver's answer to each line."""
    lines = ["\t".join([str(what), *(encoded(field) for field in fields)]) for what, *fields in asked]
    said = ran(language.run_driver, folder, {}, "".join(f"{line}\n" for line in lines)).splitlines()
    assert len(said) == len(asked)
    return said


def encoded(field: str | bytes | None) -> str:
    if field is None:
        return "-"
    return base64.b64encode(field if isinstance(field, bytes) else field.encode("utf-8", "surrogatepass")).decode()
