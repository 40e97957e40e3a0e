"""What goes over the wire of days in figures."""

from datetime import date

from msgspec import field

from fulfilment.infra.models import ApiModel, Query


class DailyStatisticsQuery(Query):
    """Which days, in the workspace's zone; 92 at most."""

    from_: date | None = field(default=None, name="from")
    """The first day, such as `2026-11-01`. Without it, 29 days before the last one."""
    to: date | None = None
    """The last day, which is included. Without it, today, or the 92nd day where `from` is longer ago."""


class DailyStatistics(ApiModel):
    """One day of the workspace's zone. Amounts are in the currency's minor unit, for IDR whole rupiah."""

    day: str
    """Which day, such as `2026-11-23`."""
    booked: int
    """How many shipments were booked that day, also where they were cancelled later."""
    delivered: int
    """How many shipments were delivered that day, whenever they were booked."""
    returned: int
    """How many shipments came back that day, whenever they were booked."""
    cancelled: int
    """How many booked shipments were cancelled that day, by the merchant or by the courier."""
    credit_spent: int
    """What shipments were charged that day, less what they were given back; less than 0 where that was more."""
    credit_added: int
    """What else moved the shipping credit that day: what was topped up, adjusted, or taken back by a dispute."""
    credit_balance: int
    """The balance of the shipping credit when the day ended, or as it is now for a day that has not."""


class StatsDays(ApiModel):
    """Days in figures, as a plot shows them. What happened counts at once."""

    time_zone: str
    """The IANA name of the zone whose days they are: that of the workspace."""
    days: list[DailyStatistics]
    """The days of the period, the oldest first, also those on which nothing happened."""
    credit_available: int
    """The shipping credit that is not held now, in minor units."""
    credit_days_left: float | None
    """For how many days that lasts at the mean of the last 14 days, or since the first spending if
    that is less; null where nothing was spent in them.
    """
