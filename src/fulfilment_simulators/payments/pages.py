"""HTML pages without scripts: the hosted checkout page, receipts, and the start page."""

import base64
import hashlib
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

from aiohttp import web
from markupsafe import Markup

from fulfilment.infra.api import templates
from fulfilment_simulators.payments import customers, sessions
from fulfilment_simulators.payments.errors import MissingObject, StripeApiError
from fulfilment_simulators.payments.state import state_of
from fulfilment_simulators.payments.store import StripeObject, Transaction

_FOLDER = Path(__file__).parent / "templates"
_STYLE = (_FOLDER / "page.css").read_text(encoding="utf-8")
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
# Without `form-action`, since forms redirect to the shop, whose address may be any.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        f"style-src 'sha256-{_STYLE_HASH}'",
        "img-src data:",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# Characters of a URL that need no quoting.
_ADDRESS_CHARACTERS = "%:/?#[]@!$&'()*+,;=-._~"
# Maximum checkouts on the start page.
NEWEST = 10
# Buttons of the page: label and effect.
PAY, DECLINE, LATER, NEVER, EXPIRE = "pay", "decline", "later", "never", "expire"
_LATER: dict[str, sessions.Later | None] = {PAY: None, LATER: "succeed", NEVER: "fail"}

routes = web.RouteTableDef()


@routes.get("/")
async def show_start(request: web.Request) -> web.Response:
    """Index page: the simulator and its uses."""
    newest = [_session_row(session) for session in islice(state_of(request).memory.all("checkout.session"), NEWEST)]
    return _render_page("start.html", sessions=newest)


def _session_row(session: StripeObject) -> dict[str, Any]:
    return {
        "session": session,
        "price": format_money(session["amount_total"], session["currency"]),
        "what": _item_title(session),
    }


@routes.get("/c/pay/{id}")
async def show_checkout(request: web.Request) -> web.Response:
    tx = state_of(request).begin()
    session = tx.find("checkout.session", request.match_info["id"])
    return _render_page(_TEMPLATES[session["status"]], **_page_context(tx, session))


@routes.post("/c/pay/{id}")
async def choose(request: web.Request) -> web.Response:
    """Apply the buyer's decision on the page, and redirect."""
    state = state_of(request)
    choice = (await request.post()).get("choice")
    way_to_pay = choice if isinstance(choice, str) and choice in _LATER else None
    tx = state.begin()
    session = tx.find("checkout.session", request.match_info["id"])
    if session["status"] != "open":
        # The checkout ended in another tab; the page shows its end.
        return _redirect(request.path)
    if way_to_pay is not None:
        session = sessions.pay(tx, session, _LATER[way_to_pay])
    elif choice == DECLINE:
        sessions.decline(tx, session)
    elif choice == EXPIRE:
        sessions.expire(tx, session["id"])
    state.commit(tx)
    return _redirect(sessions.success_url(session) if way_to_pay is not None else request.path)


@routes.get("/receipts/{id}")
async def show_receipt(request: web.Request) -> web.Response:
    """Page of an invoice or a charge."""
    tx = state_of(request).begin()
    id = request.match_info["id"]
    found = tx.get("invoice", id) or tx.get("charge", id)
    if found is None:
        raise MissingObject("receipt", id)
    is_invoice = found["object"] == "invoice"
    rows = found["lines"]["data"] if is_invoice else []
    paid = found["amount_paid"] if is_invoice else found["amount_captured"]
    return _render_page(
        "receipt.html",
        title=f"Invoice {found['number']}" if is_invoice else "Receipt",
        status=found["status"],
        at=_day(found["created"]),
        rows=[(row["description"], format_money(row["amount"], row["currency"])) for row in rows],
        paid=format_money(paid, found["currency"]),
        refunded=format_money(found["amount_refunded"], found["currency"]) if found.get("amount_refunded") else None,
    )


def render_error(problem: StripeApiError) -> web.Response:
    """Error page for an invalid link."""
    return _render_page("unknown.html", problem.status, message=problem.message)


def _redirect(address: str) -> web.Response:
    """A redirect, with the URL quoted so that it stays one line of a header."""
    return web.Response(status=303, headers={"Location": quote(address, safe=_ADDRESS_CHARACTERS)})


def _item_title(session: StripeObject) -> str:
    return session["_line_items"]["data"][0]["description"]


def _page_context(tx: Transaction, session: StripeObject) -> dict[str, Any]:
    currency = session["currency"]
    due = session["amount_total"]
    customer = tx.get("customer", session["customer"] or "")
    is_plan = session["mode"] == "subscription"
    credit = min(due, customers.remaining_credit(customer, currency)) if customer and is_plan else 0
    return {
        "session": session,
        "title": _item_title(session),
        "is_plan": is_plan,
        "price": format_money(due, currency),
        "credit": format_money(credit, currency) if credit else None,
        "due": format_money(due - credit, currency),
        "email": customer["email"] if customer else session["customer_email"],
        "until": datetime.fromtimestamp(session["expires_at"], UTC),
        "success_url": sessions.success_url(session),
        "is_waiting": session["status"] == "complete" and session["_settles_at"] is not None,
        "has_failed": session["status"] == "complete" and session["payment_status"] == "unpaid",
    }


def format_money(hundredths: int, currency: str) -> str:
    """A formatted amount, such as `Rp299.000` and `$19.00`."""
    whole, rest = divmod(abs(hundredths), 100)
    sign = "-" if hundredths < 0 else ""
    if currency == "idr":
        cents = f",{rest:02}" if rest else ""
        return f"{sign}Rp{whole:,}".replace(",", ".") + cents
    return f"{sign}${whole:,}.{rest:02}"


def _day(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%-d %B %Y")


def _render_page(name: str, status: int = 200, /, **values: Any) -> web.Response:
    text = _environment.get_template(name).render(style=Markup(_STYLE), **values)  # noqa: S704 - a file of ours
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")


_TEMPLATES = {"open": "checkout.html", "complete": "complete.html", "expired": "expired.html"}
_environment = templates.of_pages(_FOLDER)
