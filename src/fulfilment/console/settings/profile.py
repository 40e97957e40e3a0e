"""Page of the person: name, roles, workspaces and sign-ins."""

from typing import Any

from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.settings import sections
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.database.pool import Database
from fulfilment.sign_in import sessions
from fulfilment.sign_in.sessions import SignedInSession
from fulfilment.workspaces import preferences

# The first name that is found counts.
# Browsers pretend to be one another, so the order counts: the last name is the true one.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex"),
    ("UCBrowser/", "UC Browser"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


_MAX_WORKSPACES = 50


async def render_page(page: ConsolePage, layout: PageLayout, db: Database, *, done: str | None = None) -> Document:
    """Page of the person: two statements in addition to those of every page."""
    active_sessions = await sessions.list_sessions(db, page.session)
    account_ids = page.session.account_ids[:_MAX_WORKSPACES]
    names_by_id = await preferences.get_names(db, account_ids)
    current_id = page.session.id_hash.hex()
    return sections.render_section(
        page,
        layout,
        "you",
        "you.html",
        done=done,
        workspaces=[(id, names_by_id.get(id)) for id in account_ids],
        sign_ins=[_to_row(layout, session, is_here=session.id == current_id) for session in active_sessions],
        has_others=any(session.id != current_id for session in active_sessions),
    )


def _to_row(layout: PageLayout, session: SignedInSession, *, is_here: bool) -> dict[str, Any]:
    browser, system = parse_user_agent(session.user_agent)
    if browser and system:
        words = layout.gettext("%(browser)s on %(system)s", browser=browser, system=system)
    else:
        words = browser or system or layout.gettext("An unknown browser")
    return {
        "id": session.id,
        "words": words,
        "ip": session.ip,
        "since": session.made_at,
        "seen": session.seen_at,
        "is_here": is_here,
    }


def parse_user_agent(user_agent: str | None) -> tuple[str | None, str | None]:
    """Names of the browser and the system; None for an unknown name."""
    text = user_agent or ""
    return _first_match(text, _BROWSERS), _first_match(text, _SYSTEMS)


def _first_match(text: str, names: tuple[tuple[str, str], ...]) -> str | None:
    return next((name for token, name in names if token in text), None)
