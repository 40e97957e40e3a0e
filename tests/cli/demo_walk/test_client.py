"""The demo calls the service with the Python client, which no other command needs."""

import subprocess
import sys

WITHOUT = (
    "import sys; sys.modules['fulfilment_client'] = None; from fulfilment import cli; sys.exit(cli.main(sys.argv[1:]))"
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT, *arguments], capture_output=True, text=True, timeout=60)


def test_without_the_client_the_demo_says_what_to_install() -> None:
    done = run("demo")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("install fulfilment-client beside it.\n") and done.stderr.count("\n") == 1


def test_without_the_client_the_service_has_its_own_commands_alone() -> None:
    listed = run("--help").stdout
    assert "serve" in listed and "trigger" not in listed
