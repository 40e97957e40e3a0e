"""The page for receivers is true: its tables are those of the helpers, and its code runs."""

import json
import re
import time
from pathlib import Path

import pytest

from fulfilment.webhooks.http import signature
from tests.system.receivers import cases, node
from tests.system.receivers.python import helper

PAGE = (Path(__file__).parents[3] / "docs" / "verifying-webhooks.md").read_text("utf-8")
REQUESTS = """
const { receive } = await import(%s);
for (const header of %s) {
  const headers = { "Svc-Signature": header };
  const request = new Request("http://localhost/", { method: "POST", headers, body: %s });
  console.log((await receive(request, %s)).status);
}
"""
# Express itself is no requirement: this has of it what the example uses. A handler's rejected promise ends the process
# here, as with Express 4.
EXPRESS = """
const express = () => ({ post: (path, parser, handler) => (globalThis.handler = handler) });
express.raw = (options) => options;
export default express;
"""
HANDLED = """
await import(%s);
const signed = { "svc-signature": %s };
const response = {
  status: (code) => ((response.said = code), response),
  send: () => response,
  sendStatus: (code) => (response.said = code),
};
const others = [[signed, Buffer.from("{}")], [{}, Buffer.from("{}")], [{}, {}], [{}, undefined], [signed, {}]];
for (const [headers, body] of [[signed, Buffer.from(%s)], ...others]) {
  await handler({ headers, body }, response, (problem) => (response.said = problem.name));
  console.log(response.said);
}
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.S | re.M)


def test_the_table_of_codes_is_what_the_helpers_say() -> None:
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.M))
    assert told | {"ACCEPTED"} == {case["outcome"] for case in cases.frozen()}
    types = (node.RECEIVERS / "javascript" / "fulfilment-webhooks.d.mts").read_text("utf-8")
    (declared,) = re.findall(r"type VerificationCode = (.*);", types)
    assert told == set(re.findall(r'"(\w+)"', declared))


def test_the_example_for_requests_and_responses_takes_what_is_signed_and_refuses_what_is_not(tmp_path: Path) -> None:
    (code,) = [block for block in blocks("javascript") if "new Response" in block]
    helper_file = (node.RECEIVERS / "javascript" / "fulfilment-webhooks.mjs").as_uri()
    (tmp_path / "example.mjs").write_text(code.replace("./fulfilment-webhooks.mjs", helper_file), "utf-8")
    now = int(time.time())
    headers = [signature.sign([secret], now, cases.EVENT) for secret in (cases.SECRET, "whsec_other")]
    given = (str(tmp_path / "example.mjs"), headers, cases.EVENT.decode(), cases.SECRET)
    printed = node.run("--input-type=module", "--eval", REQUESTS % tuple(json.dumps(value) for value in given))
    assert printed.splitlines() == ["svc.product.created.v1 evt_1", "204", "400"]


def test_the_example_for_express_throws_at_nobody_whatever_comes(tmp_path: Path) -> None:
    (code,) = [block for block in blocks("javascript") if "express" in block]
    helper_file = (node.RECEIVERS / "javascript" / "fulfilment-webhooks.mjs").as_uri()
    (tmp_path / "express.mjs").write_text(EXPRESS, "utf-8")
    code = code.replace("./fulfilment-webhooks.mjs", helper_file).replace('"express"', '"./express.mjs"')
    (tmp_path / "example.mjs").write_text(code.replace("process.env.SECRET", json.dumps(cases.SECRET)), "utf-8")
    header = signature.sign([cases.SECRET], int(time.time()), cases.EVENT)
    given = (str(tmp_path / "example.mjs"), header, cases.EVENT.decode())
    printed = node.run("--input-type=module", "--eval", HANDLED % tuple(json.dumps(value) for value in given))
    assert printed.splitlines() == ["svc.product.created.v1 evt_1", "204", "400", "400", "400", "400", "TypeError"]


@pytest.mark.parametrize("number", [0, 1])
def test_the_examples_for_python_are_python_and_import_what_there_is(number: int) -> None:
    code = blocks("python")[number]
    (names,) = re.findall(r"from fulfilment_webhooks import (.*)", code)
    assert set(names.split(", ")) <= set(helper.__all__)
    compile(code, "verifying-webhooks.md", "exec")


def test_every_name_that_the_examples_for_javascript_import_exists() -> None:
    types = (node.RECEIVERS / "javascript" / "fulfilment-webhooks.d.mts").read_text("utf-8")
    for code in blocks("javascript"):
        (names,) = re.findall(r'import \{ (.*) \} from "./fulfilment-webhooks.mjs"', code)
        assert all(f" {name}" in types for name in names.split(", "))
