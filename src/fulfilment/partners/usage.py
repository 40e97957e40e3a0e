"""What a partner's workspaces used, from counts that are kept by the month (decisions, section 10)."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, time

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.fields import stamp
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import Validation
from fulfilment.partners.records import PartnerUsage, UsageCounts, UsageQuery, WorkspaceUsage
from fulfilment.usage import queries as usage_queries

LIST = paging.Limits(default=50, most=200)
MOST_MONTHS = 24
FIRST_YEAR, LAST_YEAR = 2000, 9998

THIS_MONTH = sql("partners.unscoped_this_month", "SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date AS month")

LIST_WORKSPACES = sql(
    "partners.unscoped_list_workspaces",
    "SELECT id, name, external_ref FROM accounts WHERE partner = $1 AND id > $2 ORDER BY id LIMIT $3",
)

# A look-up by its key for each of the partner's workspaces and none for what they used, however much it was.
TOTAL = sql(
    "partners.unscoped_total",
    """
    SELECT coalesce(sum(u.count) FILTER (WHERE u.noun = 'shipment'), 0)::bigint AS shipments,
           coalesce(sum(u.count) FILTER (WHERE u.noun = 'delivery'), 0)::bigint AS deliveries,
           coalesce(sum(u.count) FILTER (WHERE u.noun = 'license'), 0)::bigint AS licenses
      FROM accounts a CROSS JOIN LATERAL (
               SELECT noun, count FROM usage_months WHERE account_id = a.id AND month BETWEEN $2 AND $3 OFFSET 0
           ) AS u
     WHERE a.partner = $1
    """,
)

_NOUNS = ("shipments", "deliveries", "licenses")


async def show(read: Read, partner: str, query: UsageQuery) -> Reply:
    """A page of the partner's workspaces by their ids, each with what it used. Raises Validation."""
    page = paging.read(query, LIST)
    first, last = await _months(read, query)
    after = page.after[0] if page.after else ""
    rows = await read.across(LIST_WORKSPACES, partner, after, page.reach)
    shown, has_more = paging.cut(rows, page)
    used: dict[str, Counter[str]] = {row["id"]: Counter() for row in shown}
    for row in await usage_queries.of_months(read, list(used), first, last):
        used[row["account_id"]].update({noun: row[noun] for noun in _NOUNS})
    total = None if page.after else (await read.across(TOTAL, partner, first, last))[0]
    answer = PartnerUsage(
        partner=partner,
        from_=_stamp(first),
        to=_stamp(_month_after(last)),
        total=None if total is None else UsageCounts(**_used(total)),
        workspaces=[
            WorkspaceUsage(
                account_id=row["id"], name=row["name"], external_ref=row["external_ref"], **_used(used[row["id"]])
            )
            for row in shown
        ],
    )
    cursor = paging.cursor_after(shown[-1]["id"]) if has_more else None
    return Reply(answer, meta={"cursor": cursor, "hasMore": has_more})


def _used(counts: Mapping[str, int]) -> dict[str, int]:
    shipments, deliveries, licenses = (counts[noun] for noun in _NOUNS)
    return {
        "shipments_booked": shipments,
        "deliveries": deliveries,
        "licenses_issued": licenses,
        "orders_fulfilled": shipments + deliveries + licenses,
    }


async def _months(read: Read, query: UsageQuery) -> tuple[date, date]:
    """The first and the last month that are asked for, both included, by their first days. Raises Validation."""
    since, until = _moment(query.from_, "from"), _moment(query.to, "to")
    if since is not None and until is not None and until <= since:
        raise Validation("to must be after from.", field="to")
    last = (await read.across(THIS_MONTH))[0]["month"] if until is None else _month_before(until)
    first = last if since is None else since.date().replace(day=1)
    if last < first:
        raise Validation("from lies in the future.", field="from")
    if _number(last) - _number(first) >= MOST_MONTHS:
        raise Validation(f"from and to may span {MOST_MONTHS} months.", field="from")
    return first, last


def _moment(text: str | None, field: str) -> datetime | None:
    """A date, which is its midnight in UTC, or a timestamp. Raises Validation."""
    if text is None:
        return None
    try:
        if len(text) == len("2026-11-01"):
            moment = datetime.combine(date.fromisoformat(text), time(), UTC)
        else:
            moment = datetime.fromisoformat(text)
            if moment.tzinfo is None:
                raise ValueError
        moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Validation("This takes a date, or a timestamp with its offset.", field=field) from None
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise Validation(f"This takes the years {FIRST_YEAR} to {LAST_YEAR}.", field=field)
    return moment


def _month_before(until: datetime) -> date:
    """The month that a moment ends, or lies in."""
    month = until.date().replace(day=1)
    if until > datetime.combine(month, time(), UTC):
        return month
    return date(month.year - (month.month == 1), (month.month - 2) % 12 + 1, 1)


def _month_after(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _number(month: date) -> int:
    return month.year * 12 + month.month


def _stamp(day: date) -> str | None:
    return stamp(datetime.combine(day, time(), UTC))
