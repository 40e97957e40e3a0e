"""Request and response schemas of a workspace, and the IANA time zones."""

from functools import cache, lru_cache
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from msgspec import UNSET, Meta, UnsetType

from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import ApiModel, Name120, RequestModel, Timestamp
from fulfilment.shipments.shipping_documents.schemas import LabelSize
from fulfilment.workspaces import queries

Language = Literal["en", "id"]
ZoneName = Annotated[str, Meta(min_length=1, max_length=64)]

DEFAULT_ZONE = "Asia/Jakarta"
DEFAULT_LABEL_SIZE: LabelSize = "thermal-100x150"


class Workspace(ApiModel):
    """The workspace of the credential."""

    account_id: str
    """The workspace's id (`acc_…`)."""
    name: str
    """The workspace's display name, as the console shows it."""
    plan: str | None
    """The plan's name, as in `GET /billing/plans`; null for an internal workspace, which has no limits."""
    currency: str
    """The ISO 4217 code of its money, the same for the whole installation."""
    language: Language | None
    """The language of the console, `en` or `id`; null: the language of each browser."""
    time_zone: str
    """The IANA name of the time zone in which the console shows times and days; `Asia/Jakarta` by default."""
    label_size: LabelSize
    """The label size that the console prints, unless a workstation has another. The API's routes for labels do not use
    it; they have their own default.
    """
    is_suspended: bool
    """True where the operator suspended the workspace. It can then be read, but not changed."""
    created_at: Timestamp
    """When the workspace was created."""


class WorkspaceChange(RequestModel):
    """Changes of the workspace: a field that is left out stays as it is; null restores the default."""

    name: Name120 | UnsetType = UNSET
    """The new name; it cannot be cleared."""
    language: Language | UnsetType | None = UNSET
    """The language of the console, `en` or `id`; null: the language of each browser."""
    time_zone: ZoneName | UnsetType | None = UNSET
    """The IANA name of a zone, such as `Asia/Makassar`; null: `Asia/Jakarta`."""
    label_size: LabelSize | UnsetType | None = UNSET
    """The label size that the console prints; null: `thermal-100x150`."""


@cache
def list_names() -> frozenset[str]:
    """All names of IANA time zones, read once per process, without `localtime` and the `posix/` and `right/` copies."""
    return frozenset(name for name in available_timezones() if not name.startswith(("posix/", "right/", "localtime")))


async def get_name(read: Read) -> str:
    """The name of the workspace's time zone."""
    row = await queries.find(read)
    return DEFAULT_ZONE if row is None else row["time_zone"] or DEFAULT_ZONE


@lru_cache
def load_zone(name: str) -> ZoneInfo:
    """The time zone, or the default where this machine's time zone database is too old to have it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(DEFAULT_ZONE)
