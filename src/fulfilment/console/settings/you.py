"""The page of the person: who they are, what they may do, and where they are signed in."""

from typing import Any

from fulfilment.accounts import names
from fulfilment.console.frame.frame import Frame
from fulfilment.console.settings import browsers, sections
from fulfilment.db.pool import Database
from fulfilment.http.envelope import Document
from fulfilment.http.page import Page
from fulfilment.sign_in import sessions
from fulfilment.sign_in.sessions import SignedIn

_MOST_WORKSPACES = 50


async def put(page: Page, shown: Frame, db: Database, *, done: str | None = None) -> Document:
    """The person's page: two statements beside those of every page."""
    going_on = await sessions.list_of(db, page.session)
    account_ids = page.session.account_ids[:_MOST_WORKSPACES]
    called = await names.of(db, account_ids)
    here = page.session.id_hash.hex()
    return sections.put(
        page,
        shown,
        "you",
        "you.html",
        done=done,
        workspaces=[(id, called.get(id)) for id in account_ids],
        sign_ins=[_row(shown, one, is_here=one.id == here) for one in going_on],
        has_others=any(one.id != here for one in going_on),
    )


def _row(shown: Frame, one: SignedIn, *, is_here: bool) -> dict[str, Any]:
    browser, system = browsers.of(one.user_agent)
    if browser and system:
        words = shown.say("%(browser)s on %(system)s", browser=browser, system=system)
    else:
        words = browser or system or shown.say("An unknown browser")
    return {"id": one.id, "words": words, "ip": one.ip, "since": one.made_at, "seen": one.seen_at, "is_here": is_here}
