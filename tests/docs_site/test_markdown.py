"""Guides as HTML: links that lead on, headings with anchors, code that is highlighted, and nothing that runs."""

import tomllib
from pathlib import Path

from fulfilment.docs_site import library, markdown

REPOSITORY = Path(__file__).parents[2]


def render_markdown(text: str, source: str = "docs/signing.md") -> markdown.RenderedPage:
    def resolve(link: str) -> str | None:
        target = library.resolve_link(source, link)
        return None if target is None else f"/docs/{target[0].page}{target[1]}"

    known = {("GET", "/api/v1/products"): "/docs/reference/listProducts"}
    return markdown.render_page(text, resolve, lambda method, path: known.get((method, path)))


def test_links_between_pages_lead_to_pages_as_they_are_served() -> None:
    html = render_markdown(
        "[a](errors.md#errors) [b](decisions/0031-signing.md) [c](decisions/) [d](../README.md#the-map)"
    ).html
    for address in ("/docs/errors#errors", "/docs/decisions/0031-signing", "/docs/decisions/README"):
        assert f'href="{address}"' in html
    assert 'href="/docs/project/README#the-map"' in html
    back = render_markdown(
        "[up](../limits.md) [beside](0003-idempotency-keys.md)", "docs/decisions/0031-signing.md"
    ).html
    assert 'href="/docs/limits"' in back and 'href="/docs/decisions/0003-idempotency-keys"' in back


def test_a_link_to_what_is_not_served_is_only_its_words() -> None:
    assert render_markdown("See [the roles](../src/fulfilment/roles.py).").html == "<p>See the roles.</p>\n"
    assert library.resolve_link("docs/signing.md", "../../etc/passwd") is None


def test_a_picture_has_its_served_address_its_size_and_its_description() -> None:
    text = "![A *label* on paper](pictures/label.png) ![elsewhere](https://example.com/x.png) ![gone](pictures/no.png)"

    def resolve(link: str) -> str | None:
        target = library.resolve_link("docs/shipping.md", link)
        return None if target is None else f"/docs/{target[0].page}"

    sizes = {"/docs/pictures/label.png": (851, 1276)}
    html = markdown.render_page(text, resolve, lambda method, path: None, sizes).html
    assert html == (
        '<p><img src="/docs/pictures/label.png" alt="A label on paper" width="851" height="1276" loading="lazy" />'
        " elsewhere gone</p>\n"
    )
    assert library.picture_sizes()["pictures/label.png"] == (851, 1276)


def test_a_request_in_code_leads_to_its_operation() -> None:
    html = render_markdown(
        "`GET /api/v1/products?limit=2`, `GET /api/v1/nothing` and [`GET /api/v1/products`](errors.md)"
    ).html
    assert html.count("<a ") == 2 and 'href="/docs/reference/listProducts"><code>GET' in html
    assert 'href="/docs/errors"><code>' in html


def test_headings_have_the_anchors_that_repositories_give_them() -> None:
    page = render_markdown("# The `Title`\n\nOne.\n\n## What's new, & old?\n\nTwo.\n\n## Again\n\n## Again\n")
    assert page.title == "The Title" and "<h1" not in page.html
    anchors = [(section.anchor, section.sentences) for section in page.sections]
    assert anchors == [("the-title", ["One."]), ("whats-new--old", ["Two."]), ("again", []), ("again-1", [])]


def test_code_is_highlighted_by_its_language_and_escaped() -> None:
    html = render_markdown(
        '```python\nprint("<b>")\n```\n\n```nonsense of=x\n<i>\n```\n\n```json response=getHealth\n{"a": 1}\n```'
    ).html
    assert '<span class="nb">print</span>' in html and "&lt;b&gt;" in html and "&lt;i&gt;" in html
    assert '<span class="nt">"a"</span>' in html and "style=" not in html


def test_no_html_of_a_page_is_html() -> None:
    html = render_markdown("<script>x</script>\n\n<img src=x onerror=y> [z](javascript:alert(1))").html
    assert "<script" not in html and "<img" not in html and "href" not in html


def test_an_installed_package_carries_every_file_that_is_served() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for source in library.list_files():
        # A page that is missing here must be named in pyproject.toml, under force-include.
        held = [path for path in carried if source == path or source.startswith(f"{path}/")]
        assert [carried[path] for path in held] == [f"fulfilment/pages/{path}" for path in held] and len(held) == 1, (
            source
        )
    assert len(library.list_files()) > 110


def test_sentences_are_told_from_other_words() -> None:
    table = "| a | b |\n|---|---|\n| c | d |\n"
    text = f"A *key* signs, e.g. in `curl`. It is short!\n\n- See Jl. Braga 5.\n- a list item\n\n{table}"
    assert markdown.list_sentences(text) == (
        ["A key signs, e.g. in curl.", "It is short!", "See Jl. Braga 5."],
        "a list item",
    )
    (section,) = render_markdown(f"# Title\n\n{text}").sections
    assert section.sentences == markdown.list_sentences(text)[0]
    assert section.text.split() == ["a", "list", "item", "a", "b", "c", "d"]
