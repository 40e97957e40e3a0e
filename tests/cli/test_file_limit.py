"""Connections always leave enough open files to the rest of a process."""

import subprocess
import sys

import pytest

SCRIPT = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]), int(sys.argv[3])))
from fulfilment.cli.api import raise_file_limit
print(raise_file_limit(int(sys.argv[1])), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


def _make_room(wanted: int, soft: int, hard: int) -> tuple[list[int], str]:
    """The connections that fit and the limit afterwards, and what was said, in a process with these limits."""
    command = [sys.executable, "-c", SCRIPT, str(wanted), str(soft), str(hard)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    *said, numbers = done.stdout.strip().splitlines()
    return [int(number) for number in numbers.split()], "".join(said) + done.stderr


@pytest.mark.parametrize(
    ("wanted", "soft", "hard", "fitting", "limit"),
    [
        pytest.param(2_000, 1_024, 4_096, 2_000, 3_024, id="raised as far as needed"),
        pytest.param(500, 4_096, 4_096, 500, 4_096, id="enough already"),
        pytest.param(8_192, 1_024, 4_096, 3_072, 4_096, id="fewer beside the rest"),
        pytest.param(8_192, 256, 1_000, 500, 1_000, id="half where there is room for neither"),
        pytest.param(100, 256, 300, 100, 300, id="few enough"),
    ],
)
def test_as_many_connections_are_served_as_files_are_left_for(
    wanted: int, soft: int, hard: int, fitting: int, limit: int
) -> None:
    numbers, said = _make_room(wanted, soft, hard)
    assert numbers == [fitting, limit]
    assert ("connections_lowered" in said) is (fitting < wanted)
