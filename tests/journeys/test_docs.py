"""The documentation is true: its routes, its codes, its settings and its code exist and work."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import fulfilment
from fulfilment import settings
from fulfilment.infra.api import bulk
from fulfilment.infra.api.errors import REGISTRY, Validation
from fulfilment.infra.api.routing import PREFIX, Route
from tests.journeys import pages, schemas

ROOT = Path(__file__).parents[2]
SOURCE = Path(fulfilment.__file__).parent
# Variables that a client of the service reads, and that are no settings of the service.
OF_CLIENTS = ("URL", "KEY_ID", "SECRET")
PAGES = {path.relative_to(ROOT / "docs").as_posix(): path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")}


def routes() -> Iterator[Route]:
    """Every route of every domain."""
    for pattern in ("*/routes.py", "shipments/shipping_documents/routes.py", "infra/observability/probes/*routes.py"):
        for path in SOURCE.glob(pattern):
            module = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
            yield from importlib.import_module(module).route.all


def refusals() -> set[tuple[int, str]]:
    """Status and code of every refusal that any module declares."""
    for module in pkgutil.walk_packages(fulfilment.__path__, "fulfilment."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = {(error.status, error.code) for error in REGISTRY if error.__module__.startswith("fulfilment.")}
    return found | {(Validation.status, route.validation_code) for route in routes()}


def test_the_pages_name_every_route_and_no_other() -> None:
    named = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/api/v1/[^`]+)`", "\n".join(PAGES.values())))
    assert named == {(route.method, route.path) for route in routes() if route.path.startswith(PREFIX)}


def test_the_table_of_errors_is_what_the_code_can_answer() -> None:
    rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \|", PAGES["errors.md"], re.M)
    # A code that occurs only in `outcomes` is never raised.
    assert {(int(status), code) for status, code in rows} == refusals() | {(bulk.NOT_APPLIED, "NOT_APPLIED")}
    assert len(rows) == len(set(rows))


def test_the_page_of_errors_says_of_each_what_it_means_and_what_to_do() -> None:
    rows = re.findall(r"^\| \d{3} \| `\w+` \|(.*)\|$", PAGES["errors.md"], re.M)
    told = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)] for row in rows]
    assert [cells for cells in told if len(cells) != 2 or "" in cells] == []


def test_every_setting_that_the_pages_name_exists() -> None:
    texts = [
        *PAGES.values(),
        *((ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    ]
    named = set(re.findall(r"FULFILMENT_([A-Z0-9_]*[A-Z0-9])", "\n".join(texts)))
    known = {
        name.upper() for name in (*settings.Settings.__struct_fields__, *(f"{name}_file" for name in settings.SECRETS))
    }
    # Compose fills these in, and no process of the service is told of them.
    of_compose = set(re.findall(r"\$\{FULFILMENT_([A-Z_]+)", (ROOT / "ops/compose/compose.yaml").read_text("utf-8")))
    assert named <= known | of_compose | set(OF_CLIENTS)


def test_the_index_names_every_page() -> None:
    named = set(re.findall(r"\]\(([a-z-]+\.md)", PAGES["README.md"]))
    assert named == {page for page in PAGES if "/" not in page} - {"README.md"}


def test_every_link_to_a_heading_leads_to_one() -> None:
    texts = {path: path.read_text("utf-8") for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]}
    anchors = {path: {slug(heading) for heading in headings_of(text)} for path, text in texts.items()}
    broken = [
        f"{path.relative_to(ROOT)}: {page}#{anchor}"
        for path, text in texts.items()
        for page, anchor in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", text)
        if "://" not in page and anchor not in anchors.get((path.parent / page).resolve() if page else path, ())
    ]
    assert broken == []


def headings_of(text: str) -> list[str]:
    return re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M), re.M)


def slug(heading: str) -> str:
    """The anchor that renderers of Markdown give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_query_that_the_pages_show_is_one_that_its_route_reads() -> None:
    """An unknown parameter is ignored by the API, so that an example with one would run and mislead."""
    takes = {
        path: {each["name"] for each in item["get"].get("parameters", []) if each["in"] == "query"}
        for path, item in schemas.document()["paths"].items()
        if "get" in item
    }
    forms = {re.compile(re.sub(r"\{\w+\}", "[^/]+", path)): path for path in takes}
    seen, unread = 0, []
    for page in pages.pages():
        text = re.sub(r"\{[^{}]*\}", "X", (ROOT / page).read_text("utf-8"))
        for path, query in re.findall(r"(/[\w/-]+)\?([\w.=&,%:*-]+)", text):
            full = path if path.startswith(PREFIX) else PREFIX + path
            route = next((forms[form] for form in forms if form.fullmatch(full)), None)
            names = set(re.findall(r"(?:^|&)(\w+)=", query))
            seen += route is not None
            unread += [f"{page}: {path}?{name}" for name in names - takes.get(route, names)]
    assert seen > 10
    assert unread == []
