"""Records of a workspace: request bodies and answers, and the IANA time zones."""

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
    """What people call it, as the console shows it."""
    plan: str | None
    """The plan's name, as in `GET /billing/plans`; null for an internal workspace, which has no limits."""
    currency: str
    """The ISO 4217 code of its money, the same for the whole installation."""
    language: Language | None
    """The language of the console, `en` or `id`; null: the one that each browser asks for."""
    time_zone: str
    """The IANA name of the zone that the console shows times and days in; `Asia/Jakarta` unless another was chosen."""
    label_size: LabelSize
    """The paper that the console prints labels on, unless a workstation has other paper. The API's own routes for
    labels have the default of their own.
    """
    is_suspended: bool
    """Whether the operator suspended it: it can be read then, and nothing in it changed."""
    created_at: Timestamp
    """When it came into being."""


class WorkspaceChange(RequestModel):
    """What is left out stays as it is; null chooses the default again."""

    name: Name120 | UnsetType = UNSET
    """The new name; it cannot be cleared."""
    language: Language | UnsetType | None = UNSET
    """The language of the console; null: the one that each browser asks for."""
    time_zone: ZoneName | UnsetType | None = UNSET
    """The IANA name of a zone, such as `Asia/Makassar`; null: `Asia/Jakarta`."""
    label_size: LabelSize | UnsetType | None = UNSET
    """The paper that the console prints labels on; null: `thermal-100x150`."""


@cache
def list_names() -> frozenset[str]:
    """Every name, read once a process. Those of single machines and of leap seconds are left out."""
    return frozenset(name for name in available_timezones() if not name.startswith(("posix/", "right/", "localtime")))


async def get_name(read: Read) -> str:
    """The name of the workspace's zone."""
    row = await queries.find(read)
    return DEFAULT_ZONE if row is None else row["time_zone"] or DEFAULT_ZONE


@lru_cache
def load_zone(name: str) -> ZoneInfo:
    """The zone, or the usual one where this machine's list of zones is older than the one that the name comes from."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(DEFAULT_ZONE)
