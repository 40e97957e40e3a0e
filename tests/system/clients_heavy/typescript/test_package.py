"""The packed TypeScript client: what is in it, where it runs, what its types say, and how large it is."""

import filecmp
import json
import re
import shutil
import tarfile
from pathlib import Path

import pytest

from fulfilment.app import all_events, all_routes
from fulfilment.infra.openapi.document import ApiDocument
from tests.system.clients_heavy.typescript import runtimes
from tests.system.clients_heavy.typescript.npm import CLIENT, NODE, PROJECT, node, npm, run

VECTORS = (PROJECT / "tests" / "vectors").as_uri()
STRICT = {
    "noEmit": True,
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "noImplicitOverride": True,
    "noUnusedLocals": True,
    "allowImportingTsExtensions": True,
    # The client's own types are read as strictly.
    "skipLibCheck": False,
    "target": "es2022",
}
# Bytes, with gzip: what a page pays for all of it, and for a receiver of webhooks alone.
MOST_GZIPPED = {"everything": 10_000, "webhooks": 1_700}


def test_the_committed_code_is_what_the_generator_makes_of_the_services_document(built: Path, tmp_path: Path):
    document = tmp_path / "openapi.json"
    document.write_bytes(ApiDocument(all_routes, all_events).content)
    node("scripts/generate.mjs", document, tmp_path / "generated", folder=built)
    committed = CLIENT / "src" / "generated"
    names = sorted(path.name for path in committed.iterdir())
    assert names == sorted(path.name for path in (tmp_path / "generated").iterdir()) and names
    _, different, missing = filecmp.cmpfiles(committed, tmp_path / "generated", names, shallow=False)
    assert (different, missing) == ([], []), "run `make clients`"


def test_the_lock_files_name_no_address_and_pin_every_package():
    for folder in (CLIENT, CLIENT / "runtimes"):
        lock = json.loads((folder / "package-lock.json").read_text("utf-8"))
        packages = {name: package for name, package in lock["packages"].items() if name}
        assert packages
        for name, package in packages.items():
            assert "resolved" not in package and package["integrity"].startswith("sha512-"), name
        wanted = json.loads((folder / "package.json").read_text("utf-8"))
        pinned = [wanted.get(kind, {}) for kind in ("dependencies", "devDependencies", "optionalDependencies")]
        for version in [version for kind in pinned for version in kind.values()]:
            assert re.fullmatch(r"\d+\.\d+\.\d+", version)


def test_the_package_holds_what_runs_and_its_words_and_depends_on_nothing(tarball: Path):
    with tarfile.open(tarball) as packed:
        names = packed.getnames()
        manifest = json.load(packed.extractfile("package/package.json"))
    assert not manifest.get("dependencies") and not manifest.get("peerDependencies")
    expected = {"README.md", "LICENSE", "dist/esm/index.js", "dist/cjs/index.js"}
    assert {f"package/{name}" for name in expected} <= {*names}
    assert [name for name in names if not name.startswith("package/dist/") and name.count("/") > 1] == []


@pytest.fixture(scope="module")
def installed_runtimes() -> None:
    npm("ci", "--ignore-scripts", folder=CLIENT / "runtimes")


@pytest.mark.parametrize("name", runtimes.NAMES)
def test_the_package_behaves_alike_in_every_runtime(clean: Path, installed_runtimes: None, name: str):
    files = sorted(f"./{path.relative_to(clean)}" for path in (clean / "test").glob("*.test.mjs"))
    assert len(files) > 4
    told = run(*runtimes.testing(name), *files, folder=clean, VECTORS=VECTORS)
    # Bun tells it on its standard error, and all of them by their exit code.
    assert "not ok" not in told


@pytest.mark.parametrize("name", ["node", "node 18"])
def test_the_package_is_imported_by_both_kinds_of_modules(clean: Path, installed_runtimes: None, name: str):
    program = runtimes.testing(name)[0]
    use = "console.log(typeof Fulfilment, typeof readEvent, isRefusal(new Error()))"
    names = "{ Fulfilment, readEvent, isRefusal }"
    for file, code in (
        ("as-module.mjs", f'import {names} from "fulfilment-client"; {use}'),
        ("as-common.cjs", f'const {names} = require("fulfilment-client"); {use}'),
    ):
        (clean / file).write_text(code)
        assert run(program, file, folder=clean) == "function function false\n"


def check(built: Path, folder: Path, options: dict, files: list[str], *, by: Path | None = None) -> None:
    """Compile the files against the installed package; what TypeScript says is the failure. `by` is another one."""
    types = folder / "node_modules" / "@types"
    if not types.exists():
        shutil.copytree(built / "node_modules" / "@types", types)
        shutil.copytree(built / "node_modules" / "undici-types", folder / "node_modules" / "undici-types")
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": STRICT | options, "files": files}))
    run(NODE, (by or built / "node_modules" / "typescript") / "bin" / "tsc", "-p", folder, folder=folder)


def test_the_package_compiles_strictly(built: Path):
    npm("run", "check", folder=built)


def test_examples_for_node_compile_strictly_with_the_types_of_node_18_alone(built: Path, clean: Path):
    files = [f"examples/{name}.ts" for name in ("first-order", "partner", "webhooks")]
    files += [f"drive/{path.name}" for path in (CLIENT / "drive").iterdir()]
    # Without the types of browsers, and of no later Node.
    check(built, clean, {"module": "nodenext", "lib": ["es2022"], "types": ["node"]}, files)


def test_examples_for_browsers_compile_strictly_and_types_refuse_what_is_wrong(built: Path, clean: Path):
    options = {"module": "esnext", "moduleResolution": "bundler", "lib": ["es2022", "dom"], "types": []}
    check(built, clean, options, ["examples/browser.ts", "test/types.ts"])


def test_the_types_are_read_by_the_oldest_typescript_that_the_readme_names(
    built: Path, clean: Path, installed_runtimes: None
):
    oldest = CLIENT / "runtimes" / "node_modules" / "typescript"
    version = json.loads((oldest / "package.json").read_text("utf-8"))["version"]
    named = re.search(r"TypeScript (\d+\.\d+) or newer", (CLIENT / "README.md").read_text("utf-8"))
    assert named and version == f"{named[1]}.4"
    check(
        built, clean, {"module": "node16", "lib": ["es2022"], "types": ["node"]}, ["examples/first-order.ts"], by=oldest
    )


def test_the_types_hold_for_a_common_module_too(built: Path, clean: Path):
    (clean / "as-common.cts").write_text(
        'import client = require("fulfilment-client");\n'
        'const made: client.Fulfilment = new client.Fulfilment({ baseUrl: "https://example.com" });\n'
        "export const listed: PromiseLike<client.Page<client.Product>> = made.products.list();\n"
    )
    check(built, clean, {"module": "nodenext", "lib": ["es2022"], "types": ["node"]}, ["as-common.cts"])


def test_what_the_readme_shows_compiles_strictly(built: Path, clean: Path):
    shown = re.findall(r"^```ts\n(.*?)^```", (CLIENT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(shown) > 5
    # The blocks are one program, each in a scope of its own after the first.
    imports = sorted({line for block in shown for line in block.splitlines() if line.startswith("import ")})
    first, *others = ["\n".join(line for line in block.splitlines() if line not in imports) for block in shown]
    others = [block.replace("export async function", "async function") for block in others]
    bodies = "\n".join(f"export async function shown{number}() {{\n{body}\n}}" for number, body in enumerate(others))
    (clean / "readme.ts").write_text("\n".join([*imports, first, bodies]))
    options = {"module": "nodenext", "lib": ["es2022", "dom"], "types": ["node"], "noUnusedLocals": False}
    check(built, clean, options, ["readme.ts"])


def test_a_bundle_stays_small_and_its_size_is_what_the_readme_says(built: Path):
    sizes = json.loads(node("scripts/size.mjs", folder=built))
    for use, most in MOST_GZIPPED.items():
        assert sizes[use]["gzipped"] <= most, sizes
    said = re.findall(r"([\d,]+) bytes", (CLIENT / "README.md").read_text("utf-8"))
    assert {int(number.replace(",", "")) for number in said} == {*MOST_GZIPPED.values()}
