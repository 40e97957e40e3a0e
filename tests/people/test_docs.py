"""The page about people agrees with the table of roles."""

from pathlib import Path

from fulfilment.infra.auth import roles

_PAGE = Path(__file__).parents[2] / "docs" / "users-and-roles.md"


def test_the_documented_table_is_the_one_that_decides() -> None:
    lines = _PAGE.read_text("utf-8").splitlines()
    begins = lines.index("| Right | owner | packer | support | developer |")
    documented = {}
    for line in lines[begins + 2 :]:
        if not line.startswith("|"):
            break
        right, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        documented[right.strip("`")] = tuple(role for role, cell in zip(roles.ROLES, cells, strict=True) if cell)
    assert documented == {right: roles.holders(right) for right in roles.TABLE}
