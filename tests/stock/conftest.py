"""Random histories come in two lengths: `pytest tests/stock --hypothesis-profile long` takes its time."""

from hypothesis import settings

settings.register_profile("long", max_examples=500, stateful_step_count=60, deadline=None)
