"""The page for receivers is true: its tables are those of the helpers, and its code runs."""

import json
import re
import time
from pathlib import Path

from fulfilment.webhooks import signature
from tests.receivers import cases, node
from tests.receivers.python import helper

PAGE = (Path(__file__).parents[2] / "docs" / "receiving.md").read_text("utf-8")
PROGRAM = """
const { receive } = await import(%s);
for (const header of %s) {
  const headers = { "Svc-Signature": header };
  const request = new Request("http://localhost/", { method: "POST", headers, body: %s });
  console.log((await receive(request, %s)).status);
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
    printed = node.run("--input-type=module", "--eval", PROGRAM % tuple(json.dumps(value) for value in given))
    assert printed.splitlines() == ["svc.product.created.v1 evt_1", "204", "400"]


def test_every_name_that_the_examples_import_exists() -> None:
    (flask,) = blocks("python")
    (names,) = re.findall(r"from fulfilment_webhooks import (.*)", flask)
    assert set(names.split(", ")) <= set(helper.__all__)
    compile(flask, "receiving.md", "exec")
    for code in blocks("javascript"):
        (names,) = re.findall(r'import \{ (.*) \} from "./fulfilment-webhooks.mjs"', code)
        types = (node.RECEIVERS / "javascript" / "fulfilment-webhooks.d.mts").read_text("utf-8")
        assert all(f" {name}" in types for name in names.split(", "))
