"""Usage of a partner's workspaces, from monthly counters (decisions, section 10)."""

from collections import Counter
from datetime import UTC, date, datetime, time

from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import Row, format_timestamp
from fulfilment.partners.schemas import PartnerUsage, UsageCounts, UsageQuery, WorkspaceUsage
from fulfilment.quotas import queries as usage_queries

LIST = pagination.PageLimits(default=50, max_limit=200)
MAX_MONTHS = 24
FIRST_YEAR, LAST_YEAR = 2000, 9998

THIS_MONTH = sql("partners.unscoped_this_month", "SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date AS month")

LIST_WORKSPACES = sql(
    "partners.unscoped_list_workspaces",
    "SELECT id, name, external_ref FROM accounts WHERE partner = $1 AND id > $2 ORDER BY id LIMIT $3",
)

# One look-up by key for each workspace of the partner; its cost does not depend on the usage.
TOTAL = sql(
    "partners.unscoped_total",
    """
    SELECT coalesce(sum(u.count) FILTER (WHERE u.noun = 'shipment'), 0)::bigint AS shipments,
           coalesce(sum(u.count) FILTER (WHERE u.noun = 'delivery'), 0)::bigint AS deliveries,
           coalesce(sum(u.count) FILTER (WHERE u.noun = 'license'), 0)::bigint AS licenses
      FROM accounts a CROSS JOIN LATERAL (
               SELECT noun, count FROM monthly_usage WHERE account_id = a.id AND month BETWEEN $2 AND $3 OFFSET 0
           ) AS u
     WHERE a.partner = $1
    """,
)

_NOUNS = ("shipments", "deliveries", "licenses")


async def get_usage(read: Read, partner: str, query: UsageQuery) -> Reply[PartnerUsage]:
    """A page of the partner's workspaces by their ids, each with its usage. Raises Validation."""
    page = pagination.parse_page(query, LIST)
    first, last = await _parse_months(read, query)
    after = page.after[0] if page.after else ""
    rows = await read.fetch_unscoped(LIST_WORKSPACES, partner, after, page.fetch_limit)
    workspaces, has_more = pagination.trim(rows, page)
    counts_by_workspace: dict[str, Counter[str]] = {row["id"]: Counter() for row in workspaces}
    for row in await usage_queries.list_monthly_usage(read, list(counts_by_workspace), first, last):
        counts_by_workspace[row["account_id"]].update({noun: row[noun] for noun in _NOUNS})
    total = None if page.after else (await read.fetch_unscoped(TOTAL, partner, first, last))[0]
    data = PartnerUsage(
        partner=partner,
        from_=_format_day(first),
        to=_format_day(_month_after(last)),
        total=None if total is None else UsageCounts(**_usage_fields(total)),
        workspaces=[
            WorkspaceUsage(
                account_id=row["id"],
                name=row["name"],
                external_ref=row["external_ref"],
                **_usage_fields(counts_by_workspace[row["id"]]),
            )
            for row in workspaces
        ],
    )
    cursor = pagination.cursor_after(workspaces[-1]["id"]) if has_more else None
    return Reply(data, meta={"cursor": cursor, "hasMore": has_more})


def _usage_fields(counts: Row) -> dict[str, int]:
    shipments, deliveries, licenses = (counts[noun] for noun in _NOUNS)
    return {
        "shipments_booked": shipments,
        "deliveries": deliveries,
        "licenses_issued": licenses,
        "orders_fulfilled": shipments + deliveries + licenses,
    }


async def _parse_months(read: Read, query: UsageQuery) -> tuple[date, date]:
    """The first days of the first and the last requested month, both inclusive. Raises Validation."""
    since, until = _parse_moment(query.from_, "from"), _parse_moment(query.to, "to")
    if since is not None and until is not None and until <= since:
        raise Validation("to must be after from.", field="to")
    last = (await read.fetch_unscoped(THIS_MONTH))[0]["month"] if until is None else _month_before(until)
    first = last if since is None else since.date().replace(day=1)
    if last < first:
        raise Validation("from lies in the future.", field="from")
    if _month_number(last) - _month_number(first) >= MAX_MONTHS:
        raise Validation(f"from and to may span {MAX_MONTHS} months.", field="from")
    return first, last


def _parse_moment(text: str | None, field: str) -> datetime | None:
    """The time of a date, which means its midnight in UTC, or of a timestamp. Raises Validation."""
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
    """The last month of a period with the exclusive end `until`."""
    month = until.date().replace(day=1)
    if until > datetime.combine(month, time(), UTC):
        return month
    return date(month.year - (month.month == 1), (month.month - 2) % 12 + 1, 1)


def _month_after(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _month_number(month: date) -> int:
    return month.year * 12 + month.month


def _format_day(day: date) -> str:
    return format_timestamp(datetime.combine(day, time(), UTC))
