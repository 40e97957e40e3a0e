"""The documentation needs nothing but the service itself: every page of it, for people and for machines."""

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.service import Answer, Service, serving

REPOSITORY = Path(__file__).parents[2]
ASSETS = REPOSITORY / "src" / "fulfilment" / "docs_site" / "assets"
# The first result for a text: its address, the text that is shown with it, and its sentences.
SEARCH = """
import { readFileSync } from "node:fs";
import { prepare, rank, snippet, subject } from "./ranking.mjs";
const entries = JSON.parse(readFileSync(new URL("index.json", import.meta.url))).map(prepare);
const [best] = rank(entries, process.argv[2]);
console.log(JSON.stringify([best.address, snippet(best, subject(process.argv[2])), best.sentences]));
"""
SOME_PAGES = ("/docs", "/docs/README", "/docs/signing", "/docs/reference/createProduct", "/docs/decisions/README")


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url) as running:
        yield running
        assert running.faults() == []


def get_page(service: Service, address: str, *headers: tuple[str, str]) -> Answer:
    return service.send("GET", address, list(headers))


def list_addresses(page: str) -> list[str]:
    found = re.findall(r'(?:src|href)="([^"]+)"', page)
    return [address for address in found if not address.startswith(("data:", "#"))]


def test_every_address_on_every_page_leads_to_something(service: Service) -> None:
    seen, waiting, elsewhere = set(), ["/docs"], set()
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = get_page(service, address)
        assert answer.status == 200, address
        if answer.headers["content-type"].startswith("text/html"):
            for found in list_addresses(answer.raw.decode()):
                own = found.startswith("/") and not found.startswith("//")
                waiting.append(found.partition("#")[0]) if own else elsewhere.add(found)
    assert {"/llms.txt", "/docs/signing.md", "/docs/reference/createProduct", "/docs/storefront/tell.py"} <= seen
    assert all(found.startswith(("https://", "http://127.0.0.1:")) for found in elsewhere), elsewhere
    assert len(seen) > 300


def test_every_anchor_that_a_guide_leads_to_is_there(service: Service) -> None:
    pages: dict[str, str] = {}

    def page(address: str) -> str:
        if address not in pages:
            pages[address] = get_page(service, address).raw.decode()
        return pages[address]

    guides = [f"/docs/{path.stem}" for path in sorted((REPOSITORY / "docs").glob("*.md"))]
    links = {link for guide in guides for link in re.findall(r'href="(/docs/[^"]+#[^"]+)"', page(guide))}
    assert len(links) > 10
    missing = {link for link in links if f'id="{link.partition("#")[2]}"' not in page(link.partition("#")[0])}
    assert missing == set()


@pytest.mark.parametrize("address", SOME_PAGES)
def test_a_page_may_load_nothing_from_elsewhere_and_has_no_inline_script_or_style(
    service: Service, address: str
) -> None:
    answer = get_page(service, address)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    page = answer.raw.decode()
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=", page)


def test_a_picture_is_served_as_it_lies_in_the_repository(service: Service) -> None:
    answer = get_page(service, "/docs/pictures/label.png")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    assert answer.raw == (REPOSITORY / "docs" / "pictures" / "label.png").read_bytes()
    assert get_page(service, "/docs/pictures/label").status == 404


def test_a_page_that_the_reader_has_is_not_sent_again(service: Service) -> None:
    packed = ("Accept-Encoding", "gzip")
    first = get_page(service, "/docs/signing", packed)
    assert first.headers["cache-control"] == "no-cache" and first.headers["vary"] == "Accept-Encoding"
    again = get_page(service, "/docs/signing", packed, ("If-None-Match", f'"other", {first.headers["etag"]}'))
    assert (again.status, again.raw, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert get_page(service, "/docs/signing", ("If-None-Match", '"other"')).status == 200
    assert get_page(service, "/docs/README", ("If-None-Match", first.headers["etag"])).status == 200


@pytest.mark.parametrize("address", ["/docs", "/docs/search.json", "/llms.txt", "asset"])
def test_who_takes_gzip_gets_the_same_smaller(service: Service, address: str) -> None:
    if address == "asset":
        address = next(
            each for each in list_addresses(get_page(service, "/docs").raw.decode()) if each.endswith("style.css")
        )
    plain = get_page(service, address)
    packed = get_page(service, address, ("Accept-Encoding", "gzip, br"))
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert gzip.decompress(packed.raw) == plain.raw
    assert len(packed.raw) < len(plain.raw) / 2


def test_files_are_kept_for_ever_under_an_address_that_changes_with_them(service: Service) -> None:
    script = next(each for each in list_addresses(get_page(service, "/docs").raw.decode()) if each.endswith("page.js"))
    assert "immutable" in get_page(service, script).headers["cache-control"]
    edition = script.split("/")[3]
    assert get_page(service, script.replace(edition, "0" * 16)).error == (404, "NOT_FOUND")
    assert get_page(service, f"/docs/assets/{edition}/..%2Ffiles.py").error == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    "address",
    [
        "/docs/nowhere",
        "/docs/nowhere.md",
        "/docs/reference/nothing",
        "/docs/reference/nothing.md",
        "/docs/..%2Fpyproject.toml",
        "/docs/decisions/..%2F..%2Fpyproject.toml",
        "/docs/storefront/%2Fetc%2Fpasswd",
        "/docs/%ff",
    ],
)
def test_what_is_no_page_is_said_to_be_none(service: Service, address: str) -> None:
    answer = get_page(service, address)
    assert answer.status == 404 and b"hatchling" not in answer.raw and b"root:" not in answer.raw


def test_the_head_of_a_page_may_be_asked_for(service: Service) -> None:
    answer = service.send("HEAD", "/docs", [])
    assert answer.status == 200 and answer.raw == b"" and int(answer.headers["content-length"]) > 10_000


def test_the_document_needs_no_credential(service: Service) -> None:
    answer = service.send("GET", "/api/v1/openapi.json", [])
    assert answer.status == 200 and answer.json["openapi"] == "3.1.0"
    assert answer.headers["content-type"] == "application/json"


def test_machines_find_every_guide_and_every_operation_as_markdown(service: Service) -> None:
    list_ = get_page(service, "/llms.txt")
    assert list_.headers["content-type"].startswith("text/plain") and list_.raw.startswith(b"# Svc fulfilment API\n")
    assert get_page(service, "/docs/llms.txt").raw == list_.raw
    linked = re.findall(r"\]\((/docs/[^)]+)\)", list_.raw.decode())
    document = get_page(service, "/api/v1/openapi.json").json
    operations = {each["operationId"] for methods in document["paths"].values() for each in methods.values()}
    guides = {f"/docs/{path.name}" for path in (REPOSITORY / "docs").glob("*.md")}
    named = {f"/docs/reference/{name}.md" for name in (*operations, *document["webhooks"])}
    assert named | guides <= set(linked)
    for address in linked:
        answer = get_page(service, address)
        assert answer.status == 200 and answer.headers["content-type"].startswith("text/markdown"), address


def test_an_operation_as_markdown_says_what_its_page_says(service: Service) -> None:
    page = get_page(service, "/docs/reference/adjustStock.md").raw.decode()
    assert page.startswith("# Adjust stock\n\n`POST /api/v1/stock/adjust`\n")
    assert "- `delta` (integer, required)" in page and "| 500 | `NEGATIVE_STOCK` | " in page
    assert [page.count(f"```{name}\n") for name in ("bash", "python", "typescript", "php")] == [1, 2, 1, 1]
    assert not re.search(r"\n\n\n", page)


def test_the_errors_of_an_operation_are_told_in_the_words_of_the_page_of_errors(service: Service) -> None:
    page = get_page(service, "/docs/reference/adjustStock").raw.decode()
    errors = re.findall(r'<span class="status">(\d+)</span> <code>([A-Z_]+)</code></dt><dd>(.*?)</dd>', page)
    assert {("409", "STOCK_INSUFFICIENT"), ("500", "NEGATIVE_STOCK")} & {each[:2] for each in errors}
    assert [each for each in errors if not each[2]] == []


def test_the_search_finds_operations_by_their_fields_and_guides_by_their_sections(service: Service) -> None:
    entries = get_page(service, "/docs/search.json").json
    by_address = {address: (kind, title, words) for kind, title, address, _, words in entries}
    kind, title, words = by_address["/docs/reference/createWebhookEndpoint"]
    assert (kind, title) == ("POST", "Create webhook endpoint") and "/api/v1/webhooks/endpoints" in words
    assert by_address["/docs/signing#a-test-vector"][0] == "guide"
    assert {"/docs/stock", "/docs/README#answers", "/docs/reference/svc.product.created.v1"} <= set(by_address)


def test_the_search_shows_sentences(service: Service) -> None:
    entries = get_page(service, "/docs/search.json").json
    sentences = [sentence for *_, sentences, _ in entries for sentence in sentences]
    assert len(sentences) > 2_000
    assert [each for each in sentences if not re.search(r"[.!?][\")”’]*$", each)] == []


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("how to sign", "/docs/authentication"),
        ("confirm pickup", "/docs/reference/confirmPickup"),
        ("a test vector", "/docs/signing#a-test-vector"),
        ("How do I use idempotency?", "/docs/idempotency"),
    ],
)
def test_the_search_finds_the_page_on_its_subject_first(
    service: Service, tmp_path: Path, text: str, first: str
) -> None:
    (tmp_path / "ranking.mjs").write_bytes((ASSETS / "ranking.js").read_bytes())
    (tmp_path / "index.json").write_bytes(get_page(service, "/docs/search.json").raw)
    (tmp_path / "search.mjs").write_text(SEARCH, encoding="utf-8")
    command = ["node", str(tmp_path / "search.mjs"), text]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    address, shown, sentences = json.loads(done.stdout)
    assert address == first
    assert shown in sentences


def test_the_first_page_begins_with_two_commands_and_a_request(service: Service) -> None:
    page = get_page(service, "/docs").raw.decode()
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", page)
    assert headings[:3] == ["Quick start", "Guides", "Reference"]
    start = page.partition('id="quick-start"')[2].partition("</section>")[0]
    assert start.index("make serve") < start.index("make demo") < start.index("curl")
    assert "/api/v1/products" in start and 'href="/docs/reference/listProducts"' in start
    assert start.count("<img ") == ("/docs/pictures/console.png" in start) == has_picture()


def has_picture() -> bool:
    return (REPOSITORY / "docs" / "pictures" / "console.png").exists()


def test_samples_have_the_address_that_the_page_was_asked_for(service: Service) -> None:
    own = f"http://127.0.0.1:{service.port}"
    for host, base in (
        (f"127.0.0.1:{service.port}", own),
        (f"shop.example:{service.port}", f"http://shop.example:{service.port}"),
        ("docs.example", "http://docs.example"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("$(reboot)", own),
    ):
        for address in ("/docs", "/docs/reference/createProduct", "/docs/reference/createProduct.md", "/docs/testing"):
            page = re.sub("<[^>]*>", "", get_page(service, address, ("Host", host)).raw.decode())
            assert f"export BASE={base}\n" in page, (host, address)
            assert "service.invalid" not in page


def test_only_the_page_itself_has_a_scroll_bar_at_its_side() -> None:
    """Wide code and tables scroll sideways; other parts that scroll show no bar of their own."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", (ASSETS / "style.css").read_text(encoding="utf-8"))
    scrolling = {selector.strip(): body for selector, body in rules if re.search(r"overflow(-y)?: (auto|scroll)", body)}
    assert {"#nav", "#found"} == set(scrolling)
    assert [selector for selector, body in scrolling.items() if "scrollbar-width: none" not in body] == []
