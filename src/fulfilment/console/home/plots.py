"""The two plots of the first page: what became of parcels, and the credit, day by day."""

from typing import Any

import msgspec

from fulfilment.console.charts import bars, steps
from fulfilment.console.charts.bars import Bars
from fulfilment.console.charts.steps import Steps
from fulfilment.infra.i18n import N_

# What a day's bar is made of, from below: the figure's name, its words, and the class and the pattern it is shown in.
OUTCOMES = (
    ("delivered", N_("Delivered"), "bar-good"),
    ("returned", N_("Returned"), "bar-bad"),
    ("cancelled", N_("Cancelled"), "bar-open"),
)


class HomePlots(msgspec.Struct, frozen=True):
    """Both, with the days that they show, the oldest first; the numbers of the tables are those of the plots."""

    days: list[dict[str, Any]]
    parcels: Bars
    credit: Steps
    outcomes: list[tuple[str, str, str, int]]
    booked: int
    spent: int
    added: int


def build_plots(stats: dict[str, Any]) -> HomePlots:
    """From what `GET /stats/days` answers."""
    days = stats["days"]
    first = days[0]
    before = first["creditBalance"] - first["creditAdded"] + first["creditSpent"]
    return HomePlots(
        days=days,
        parcels=bars.build_bars([[day[name] for name, _, _ in OUTCOMES] for day in days]),
        # A day's width stands at what the day ended with.
        credit=steps.build_steps(
            max(before, 0), [(nth / len(days), day["creditBalance"]) for nth, day in enumerate(days)]
        ),
        outcomes=[(name, label, css_class, sum(day[name] for day in days)) for name, label, css_class in OUTCOMES],
        booked=sum(day["booked"] for day in days),
        spent=sum(day["creditSpent"] for day in days),
        added=sum(day["creditAdded"] for day in days),
    )
