"""Random histories of two lengths: `pytest tests/stock --hypothesis-profile long` runs the long ones."""

from hypothesis import settings

settings.register_profile("long", max_examples=500, stateful_step_count=60, deadline=None)
