"""Every example in the documentation runs, in the order of its page, against one really started service.

The blocks of a page are what its reader pastes, one after another, into one shell and one Python interpreter. `output`
after a block shows what it prints, with `...` for anything; `refused=CODE` says that the API refuses what it asks.
"""

import asyncio
import json
import os
import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

import asyncpg
import pytest

from fulfilment import cli
from fulfilment.cli.demo_walk import service
from tests.journeys import pages
from tests.journeys.pages import Block
from tests.system.journeys.conftest import Served
from tests.system.journeys.terminal import Failed, Terminal

RUN = ("sh", "python", "typescript")
# Languages whose blocks are held against something else than a run, all of them by tests in tests/journeys.
CHECKED = ("json", "env", "toml", "console", "sql")
# Blocks that run in a test of their own, because they need more than a shell and Python.
RUN_ELSEWHERE = {
    ("README.md", "sh"): "tests/system/journeys/test_readme.py, in two shells",
    ("docs/signing.md", "sh"): "tests/system/journeys/test_signing_page.py, in two shells",
    ("docs/signing.md", "python"): "tests/system/journeys/test_signing_page.py",
    ("docs/verifying-webhooks.md", "python"): "tests/system/receivers/test_page.py: web frameworks",
    ("docs/verifying-webhooks.md", "javascript"): "tests/system/receivers/test_page.py",
    ("docs/licenses-offline.md", "python"): "tests/licenses/verifiers.py: reads a license file",
    ("docs/licenses-offline.md", "javascript"): "tests/licenses/verifiers.py: reads a license file",
    ("docs/import-export.md", "csv"): "tests/catalog/csv/test_docs.py loads it",
    (
        "docs/pooler.md",
        "ini",
    ): "make test-pooler runs PgBouncer with it, tests/system/pooler/test_page.py reads it",
    ("docs/storefront.md", "sh"): "tests/storefront/test_page.py: the program, against a storefront of its own",
    (
        "docs/tracing.md",
        "yaml",
    ): "tests/infra/observability/tracing/test_page.py: its parts fit each other and the variables",
    ("docs/signing-languages.md", "php"): "tests/system/clients_heavy/test_languages.py",
    ("docs/signing-languages.md", "go"): "tests/system/clients_heavy/test_languages.py",
    ("docs/signing-languages.md", "ruby"): "tests/system/clients_heavy/test_languages.py",
    ("docs/signing-languages.md", "java"): "tests/system/clients_heavy/test_languages.py",
}
# Blocks that cannot run, by their first line, and why.
SHOWN_ONLY = {
    ("README.md", "make serve "): "starts what this test is run against",
    ("README.md", "src/fulfilment/ "): "the map: tests/system/journeys/test_readme.py",
    ("CONTRIBUTING.md", "make install "): "takes minutes",
    ("CONTRIBUTING.md", "Rule: "): "tests/prose/test_rules.py holds each example to its rule",
    ("CONTRIBUTING.md", ".venv/bin/python -m tests.prose"): "make lint runs it",
    ("docs/audit-log.md", '{"id":"n87b'): "two lines of a stream that tests/audit/test_export.py reads",
    ("docs/authentication.md", "Authorization: "): "the form of headers",
    ("docs/capacity.md", "make bench SUITE=capacity "): "takes minutes",
    ("docs/deploying.md", "install --directory "): "makes secrets in the folder that it is run in",
    ("docs/deploying.md", "python3 -m venv /opt"): "installs for the whole machine, as root",
    ("docs/deploying.md", "systemd-run "): "needs a machine that systemd runs",
    ("docs/deploying.md", "systemctl start "): "needs a machine that systemd runs",
    ("docs/deploying.md", "sudo -u postgres "): "changes the machine's own PostgreSQL",
    ("docs/deploying.md", "docker build "): "needs a container engine",
    ("docs/deploying.md", "docker run "): "needs a container engine",
    ("docs/deploying.md", "kubectl create "): "needs a cluster",
    ("docs/deploying.md", "cd ops/kubernetes/example"): "needs a cluster",
    ("docs/fail-over.md", "synchronous_commit "): "settings of PostgreSQL's: tests/system/drills/failover.py has them",
    ("docs/fail-over.md", "ALTER SYSTEM "): "changes the server under the running service",
    ("docs/fail-over.md", "archive_mode "): "settings of PostgreSQL's: tests/system/drills/restore.py has them",
    ("docs/fail-over.md", "restore_command "): "settings of PostgreSQL's: tests/system/drills/restore.py has them",
    ("docs/fail-over.md", "pg_"): "programs of PostgreSQL's on several machines: tests/system/drills run them",
    ("docs/import-export.md", "line 12, "): "what a command says of bad rows: tests/catalog/csv",
    ("docs/operating.md", "nft add "): "a firewall, which only root may change",
    ("docs/operating.md", "docker compose "): "needs a container engine",
    ("docs/operating.md", '"$BIN/pg_restore" '): "takes the place of the database under the running service",
    ("docs/performance.md", " "): "what benchmarks printed on one machine",
    ("docs/performance.md", "request "): "what benchmarks printed on one machine",
    ("docs/performance.md", "beside "): "what benchmarks printed on one machine",
    ("docs/performance.md", "plain "): "what benchmarks printed on one machine",
    ("docs/performance.md", "a look "): "what benchmarks printed on one machine",
    ("docs/performance.md", "page "): "what benchmarks printed on one machine",
    ("docs/signing.md", "Authorization: "): "the form of headers",
    ("docs/signing.md", "POST"): "the vector: tests/system/journeys/test_signing_page.py",
    ("docs/signing.md", "69c6c7"): "the vector: tests/system/journeys/test_signing_page.py",
    ("docs/storefront.md", "$ fulfilment storefront "): "what a command prints: tests/storefront",
    ("docs/stripe.md", "<public address>"): "an address",
    ("docs/tracing.md", "POST "): "the form of a trace: tests/infra/observability/tracing",
    (
        "docs/tracing.md",
        "OTEL_",
    ): "variables of OpenTelemetry's: tests/infra/observability/tracing/test_page.py reads them",
    ("docs/tracking-page.md", "https://"): "an address",
    ("docs/webhooks.md", "POST /events "): "the form of a request",
}
_DECODER = json.JSONDecoder()
# Pages that run against another service than all others.
ANOTHER_SERVICE = {"docs/branding.md": "acme"}
ALL = [block for page in pages.pages() for block in pages.blocks(page)]


def is_run_here(block: Block) -> bool:
    return block.language in RUN and (block.page, block.language) not in RUN_ELSEWHERE and not is_shown_only(block)


def is_shown_only(block: Block) -> bool:
    return any(block.page == page and block.text.startswith(first) for page, first in SHOWN_ONLY)


def is_known(block: Block) -> bool:
    """True if a test holds this block to its text, or a list here says why none can."""
    return (
        block.language in RUN + CHECKED
        or (block.page, block.language) in RUN_ELSEWHERE
        or is_shown_only(block)
        or (block.language == "text" and bool({"output", "exports"} & set(block.options)))
        or (block.page == "README.md" and block.text.startswith("export "))
        or (block.page == "docs/architecture.md" and block.language == "mermaid")
    )


PAGES = [page for page in pages.pages() if any(is_run_here(block) for block in pages.blocks(page))]


def exported_by(served: Served, page: str) -> Mapping[str, str]:
    """The variables that a page tells its reader to export. A page that acts in a workspace has one opened first."""
    settings = served.settings
    credential = service.Credential("", "")
    if needs_workspace((pages.ROOT / page).read_text("utf-8")):
        credential = service.open_workspace(served.environment)
    return {
        "BRAND": settings.brand,
        "BASE": served.base_url,
        "KEY_ID": credential.key_id,
        "SECRET": credential.secret,
        "COURIERS": settings.aggregator_simulator_url,
        "PEOPLE": settings.identity_simulator_url,
        "PAYMENTS": settings.payment_simulator_url,
    }


def needs_workspace(text: str) -> bool:
    """True if an example acts in a workspace, by an API key or as a person, who has no token without a workspace."""
    return "KEY_ID" in text or "fulfilment simulate token" in text


def make_root(served: Served, tmp_path: Path) -> Path:
    """A reader's folder: that of the project, with the installed packages and the service's data."""
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / "var").symlink_to(served.settings.data_dir)
    for shared in ("docs", "receivers"):
        (tmp_path / shared).symlink_to(pages.ROOT / shared)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run_one_after_another(
    page: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    served: Served = request.getfixturevalue(ANOTHER_SERVICE.get(page, "served"))
    exported = exported_by(served, page)
    with Terminal(make_root(served, tmp_path), around(served) | exported) as terminal:
        printed = ""
        for block in pages.blocks(page):
            if is_run_here(block):
                printed = ran(terminal, block)
            elif "output" in block.options:
                assert is_like(printed, block.text), f"{block.where} shows another output than\n{printed}"


def around(served: Served) -> dict[str, str]:
    """The settings of the service, which for a reader are those that the project comes with, and their shell's own."""
    of_the_shell = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return of_the_shell | {name: value for name, value in served.environment.items() if name.startswith("FULFILMENT_")}


def ran(terminal: Terminal, block: Block) -> str:
    try:
        printed = terminal.run(block.language, block.text)
    except Failed as problem:
        raise AssertionError(f"{block.where} did not run:\n{problem}") from None
    refusals = [answer["error"]["code"] for answer in answers_in(printed) if answer["error"]]
    wanted = [block.options["refused"]] if "refused" in block.options else []
    assert refusals == wanted, f"{block.where} was answered\n{printed}"
    return printed


def answers_in(printed: str) -> list[dict]:
    """The answers of the API in what was printed, as curl prints them, one right after another."""
    starts = [match.start() for match in re.finditer(r'\{"data":', printed)]
    found = [_DECODER.raw_decode(printed, start)[0] for start in starts]
    return [answer for answer in found if "meta" in answer]


def is_like(printed: str, shown: str) -> bool:
    """True if this was printed, where `...` stands for anything."""
    pattern = ".*?".join(re.escape(part) for part in shown.strip().split("..."))
    return re.fullmatch(pattern, printed.strip(), re.S) is not None


def test_the_pages_have_their_reader_export_what_this_test_exports(served: Served) -> None:
    exported = exported_by(served, "README.md")
    for block in ALL:
        if "exports" in block.options:
            lines = block.text.splitlines()
            names = [re.fullmatch(r"export (\w+)=\S+", line)[1] for line in lines]
            assert names and set(names) <= set(exported), block.where


@pytest.mark.parametrize("block", pages.every("console"), ids=lambda block: block.where)
def test_the_commands_of_an_example_are_commands(block: Block) -> None:
    lines = block.text.replace("\\\n", " ").splitlines()
    for line in lines:
        program, *arguments = shlex.split(line, comments=True)
        assert program == "fulfilment"
        cli.build_parser().parse_args(arguments)


@pytest.mark.parametrize("block", pages.every("sql"), ids=lambda block: block.where)
def test_the_statements_of_an_example_are_statements_of_the_schema(block: Block, served: Served) -> None:
    async def explain() -> str:
        folder = Path(served.settings.data_dir) / "postgres"
        db = await asyncpg.connect(host=str(folder), user="postgres", database="fulfilment")
        try:
            return await db.fetchval(f"EXPLAIN {block.text}")
        finally:
            await db.close()

    assert "cost=" in asyncio.run(explain())


@pytest.mark.parametrize("block", ALL, ids=lambda block: block.where)
def test_a_block_is_of_a_known_kind(block: Block) -> None:
    assert is_known(block), f"{block.where}: nothing holds {block.language or 'this block'} to what it shows"


def test_the_lists_of_exceptions_name_what_there_is() -> None:
    of_languages = {(block.page, block.language) for block in ALL}
    assert set(RUN_ELSEWHERE) <= of_languages
    idle = [(page, first) for page, first in SHOWN_ONLY if not any(is_first(block, page, first) for block in ALL)]
    assert idle == []


def is_first(block: Block, page: str, first: str) -> bool:
    return block.page == page and block.text.startswith(first)
