"""docs/first-order.md works to its end with the Python that it names."""

import re
import subprocess
import tomllib

from tests.journeys import pages

PAGE = (pages.ROOT / "docs" / "first-order.md").read_text(encoding="utf-8")


def test_the_python_that_the_page_names_has_every_module_of_its_blocks() -> None:
    found = re.search(r"`(\S+/bin/python) first_order\.py`", PAGE)
    assert found is not None
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    imports = [line for line in blocks.splitlines() if line.startswith(("import ", "from "))]
    assert "from fulfilment_client import Fulfilment" in imports
    # Nothing of the environment or of the folder helps it to find them.
    command = [str(pages.ROOT / found[1]), "-I", "-c", "\n".join(imports)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env={})
    assert done.returncode == 0, done.stderr


def test_the_folder_that_another_python_installs_is_the_client() -> None:
    found = re.search(r"`python3 -m pip install \./(\S+)`", PAGE)
    assert found is not None
    project = tomllib.loads((pages.ROOT / found[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "fulfilment-client"
