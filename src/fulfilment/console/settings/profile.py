"""The page of the person: who they are, what they may do, and where they are signed in."""

from typing import Any

from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.settings import browsers, sections
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.database.pool import Database
from fulfilment.sign_in import sessions
from fulfilment.sign_in.sessions import SignedInSession
from fulfilment.workspaces import workspace_names

_MAX_WORKSPACES = 50


async def render_page(page: ConsolePage, layout: PageLayout, db: Database, *, done: str | None = None) -> Document:
    """The person's page: two statements beside those of every page."""
    active_sessions = await sessions.list_sessions(db, page.session)
    account_ids = page.session.account_ids[:_MAX_WORKSPACES]
    names_by_id = await workspace_names.get_names(db, account_ids)
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
    browser, system = browsers.parse_user_agent(session.user_agent)
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
