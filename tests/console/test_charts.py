"""Charts as SVG paths, in the units of their paths: 640 wide, 120 high."""

from fulfilment.console import charts
from fulfilment.console.charts import HEIGHT, WIDTH
from fulfilment.console.home import routes


def test_a_bar_stacks_its_parts_from_below_and_the_largest_reaches_the_top() -> None:
    drawn = charts.build_bars([[1, 1, 0], [0, 0, 0], [3, 0, 1]])
    assert drawn.maximum == 4 and [part.nth for part in drawn.parts] == [0, 1, 0, 2]
    low, above, first, last = drawn.parts
    assert (low.y + low.height, low.height) == (HEIGHT, 30) and (above.y, above.height) == (60, 30)
    assert (first.height, last.height, last.y) == (90, 30, 0)
    span = WIDTH / 3
    assert 0 < low.x < low.x + low.width < span and 2 * span < first.x < first.x + first.width < WIDTH


def test_bars_of_nothing_are_none() -> None:
    assert charts.build_bars([]) == charts.build_bars([[0, 0]]) == charts.Bars([], 1)


def test_steps_lead_from_what_was_before_to_the_right_edge_and_close_as_an_area() -> None:
    drawn = charts.build_steps(2, [(0.25, 4), (0.5, 1)], mark=3)
    assert drawn.path == "M0 60.0 H160.0 V0.0 H320.0 V90.0 H640"
    assert drawn.area == drawn.path + " V120 H0 Z" and (drawn.mark_y, drawn.maximum) == (30.0, 4)
    assert charts.build_steps(0, []) == charts.Steps("M0 120.0 H640", "M0 120.0 H640 V120 H0 Z", None, 1)


def test_a_day_of_credit_is_as_wide_as_the_others_and_stands_at_what_it_ended_with() -> None:
    names = ("booked", "delivered", "returned", "cancelled", "creditAdded")
    nothing = dict.fromkeys(names, 0)
    days = [
        nothing | {"creditSpent": 20, "creditBalance": 80},
        nothing | {"creditSpent": 60, "creditBalance": 20},
    ]
    drawn = routes.build_plots({"days": days})
    assert drawn.credit.maximum == 100 and drawn.spent == 80
    assert drawn.credit.path == "M0 0.0 H0.0 V24.0 H320.0 V96.0 H640"
