"""The TypeScript client in a page of the service's own origin, with a person's token, in Chromium."""

import json
import time
from pathlib import Path

import pytest

from fulfilment.webhooks.http import signature
from tests.harness.provider import AUDIENCE, providing
from tests.harness.service import serving
from tests.system.browser.browser import list_missing_programs, open_chromium
from tests.system.clients_heavy.typescript.npm import node

SECRET = "whsec_of_a_page"
EVENT = '{"id": "evt_1", "type": "svc.stock.low.v1", "data": {"sequence": 1}}'
# The answer of the page is what the script hands to its last argument.
CALL = """
const [token, webhook, done] = arguments;
page.work(token, webhook).then((told) => done({ told }), (problem) => done({ problem: String(problem) }));
"""


@pytest.mark.skipif(bool(list_missing_programs()), reason="Chromium and its driver are not installed")
def test_a_page_works_with_a_persons_token_and_verifies_a_webhook(
    module_database_url: str, built: Path, clean: Path, tmp_path: Path
):
    options = ["--bundle", "--format=iife", "--global-name=page", "--platform=browser", "--target=es2022"]
    esbuild = built / "node_modules" / "esbuild" / "bin" / "esbuild"
    bundle = node(esbuild, clean / "drive" / "page.ts", *options, folder=clean)
    header = signature.sign([SECRET], int(time.time()), EVENT.encode())
    webhook = {"header": header, "body": EVENT, "secret": SECRET}
    with (
        providing() as provider,
        serving(module_database_url, oidc_issuer=provider.issuer, oidc_audience=AUDIENCE) as service,
        open_chromium(tmp_path) as browser,
    ):
        token = provider.token(provider.claims(accountId="acc_of_a_page"))
        browser.open(f"http://127.0.0.1:{service.port}/api/v1/health")
        answer = browser.driver.execute_async_script(f"{bundle}\n{CALL}", token, webhook)
    told = answer.get("told")
    assert told, json.dumps(answer)
    assert (told["isOnce"], told["names"], told["type"]) == (True, ["Kaos é日本"], "svc.stock.low.v1")
    assert told["refused"] == "NOT_FOUND" and told["csv"]
    # Every call began with a token that is none, and was repeated with a good one.
    assert told["asked"] == [False, True] * (len(told["asked"]) // 2)
