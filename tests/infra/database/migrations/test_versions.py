"""Order of two releases, whatever is appended to their numbers."""

import pytest

from fulfilment.infra.database.migrations import versions


@pytest.mark.parametrize(
    "version", ["0.3.0", "0.3.0.dev0", "0.3.0rc1", "0.3.0.post2", "0.3.0+ours.1", "0.3.0.dev4+ours"]
)
def test_what_was_built_of_a_release_ranks_as_that_release(version: str) -> None:
    assert versions.sort_key(version) == (0, 3, 0)
    assert versions.is_older("0.2.9", version) and versions.is_older(version, "0.10.0")


@pytest.mark.parametrize("version", ["", "0.3", "main", "0.3.0-ours", "0.3.0 ", "v0.3.0", "0.3.0+"])
def test_what_is_no_release_has_no_rank(version: str) -> None:
    with pytest.raises(ValueError, match="is no release such as"):
        versions.sort_key(version)


def test_the_code_has_a_release() -> None:
    assert versions.sort_key(versions.current())
