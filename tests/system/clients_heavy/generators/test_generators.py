"""Five generators take the document, and what they make compiles under strict settings."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.system.clients_heavy.generators import tools
from tests.system.clients_heavy.generators.tools import DOCUMENT, HERE

# It says so of every document of that version.
_SAID_OF_ALL_3_1 = "OpenAPI 3.1 support is still in beta"
# Its only module that does not come from the document: three objects are handed on without their types.
_OWN_MODULE = "client.py"
_TSC = ("--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noEmit", "--module", "nodenext")


def _operations() -> list[str]:
    paths = json.loads(DOCUMENT.read_text(encoding="utf-8"))["paths"]
    return [operation["operationId"] for methods in paths.values() for operation in methods.values()]


def test_python_is_made_of_every_operation_and_is_typed_strictly(tmp_path: Path) -> None:
    made = ("generate", "--path", DOCUMENT, "--output-path", "made", "--meta", "none", "--fail-on-warning")
    said = tools.python("openapi-python-client", *made, folder=tmp_path)
    assert "arning" not in said and said.strip() == "Generating made"
    modules = {path.stem for path in (tmp_path / "made" / "api").rglob("*.py")}
    assert {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() for name in _operations()} <= modules
    tools.python(
        "mypy", "--strict", "--exclude", _OWN_MODULE, "made", "--config-file", _lenient(tmp_path), folder=tmp_path
    )


def _lenient(folder: Path) -> Path:
    """The module that is the generator's own is taken as it is; everything that it made is not."""
    file = folder / "mypy.ini"
    file.write_text("[mypy]\n[mypy-made.client]\nignore_errors = True\n")
    return file


def test_typescript_is_made_and_a_program_needs_no_more_than_the_document_demands(tmp_path: Path) -> None:
    said = tools.node("openapi-typescript", DOCUMENT, "--output", "schema.ts", folder=tmp_path)
    assert not re.search("warn|error", said, re.IGNORECASE)
    shutil.copy(HERE / "program.ts", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    tools.node("tsc", *_TSC, "program.ts", "schema.ts", folder=tmp_path)


def _generate(generator: str, folder: Path) -> Path:
    """The code that openapi-generator makes of the document as it is, with no option."""
    made = ("generate", "--generator-name", generator, "--input-spec", DOCUMENT, "--output", "made")
    said = tools.python("openapi-generator-cli", *made, folder=folder)
    assert "Exception" not in said, said[-4000:]
    return folder / "made"


def test_openapi_generators_python_is_typed_and_reads_every_worked_answer(tmp_path: Path) -> None:
    made = _generate("python", tmp_path)
    # Its own settings for strict checks, which the generator writes beside the code.
    tools.python("mypy", "--config-file", "pyproject.toml", "openapi_client", folder=made)
    shutil.copy(HERE / "reading.py", made)
    said = json.loads(tools.python("python", "-W", "error", "reading.py", DOCUMENT, folder=made))
    assert said["problems"] == [] and said["read"] > 80
    # Events are records too, although the requests that bring them are no operations of the service.
    assert (made / "openapi_client" / "models" / "svc_shipment_created_v1.py").exists()


def test_openapi_generators_typescript_for_fetch_compiles_strictly(tmp_path: Path) -> None:
    made = _generate("typescript-fetch", tmp_path)
    methods = "".join(path.read_text() for path in (made / "apis").glob("*.ts"))
    assert [name for name in _operations() if f"async {name}(" not in methods] == []
    assert (made / "models" / "SvcShipmentCreatedV1.ts").exists()
    target = ("--target", "es2020", "--lib", "es2020,dom", "--module", "esnext", "--moduleResolution", "bundler")
    tools.node("tsc", "--strict", "--noEmit", *target, "index.ts", folder=made)


@pytest.mark.skipif(shutil.which("go") is None, reason="There is no Go on this machine.")
def test_go_is_made_and_built_and_vetted(tmp_path: Path) -> None:
    made = ("generate", "--input-spec", DOCUMENT, "--config", HERE / "go.yaml", "--output", "made")
    said = tools.python("openapi-generator-cli", *made, folder=tmp_path)
    warned = [line for line in said.splitlines() if re.search("WARN|ERROR", line) and _SAID_OF_ALL_3_1 not in line]
    assert warned == []
    module = tmp_path / "made" / "go.mod"
    # The standard library is all that it needs, of any version that modules and generics came with.
    module.write_text(re.sub(r"^go .*$", "go 1.18", module.read_text(), flags=re.MULTILINE))
    made_operations = "".join(path.read_text() for path in module.parent.glob("api_*.go"))
    for name in _operations():
        assert f") {name[0].upper()}{name[1:]}(" in made_operations, name
    tools.run("go", "build", "./...", folder=module.parent)
    tools.run("go", "vet", "./...", folder=module.parent)


def test_the_linter_has_nothing_to_say(tmp_path: Path) -> None:
    tools.node("redocly", "lint", DOCUMENT, "--extends", "recommended-strict", "--format", "summary", folder=tmp_path)
