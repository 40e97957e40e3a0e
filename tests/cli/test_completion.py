"""Shells complete commands and options, and a refusal on a terminal is red only where colours are wanted."""

import os
import pty
import subprocess
import sys

import pytest


def complete(script: str, *words: str) -> list[str]:
    """What bash offers after these words, of which the last is not finished."""
    ask = f"""{script}
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_TYPE=9
    _shtab_fulfilment 2>/dev/null
    printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", ask, "bash", *words], capture_output=True, text=True, timeout=60)
    return done.stdout.split()


@pytest.fixture
def script(fulfilment) -> str:
    done = fulfilment("completion", "bash")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_bash_completes_commands_their_parts_and_their_options(script):
    assert {"serve", "status", "workspace", "key"} <= set(complete(script, "fulfilment", ""))
    assert complete(script, "fulfilment", "work") == ["worker", "workspace"]
    assert set(complete(script, "fulfilment", "key", "")) >= {"create", "list", "revoke"}
    assert complete(script, "fulfilment", "key", "list", "--l") == ["--limit"]
    assert complete(script, "fulfilment", "completion", "z") == ["zsh"]


@pytest.mark.parametrize("shell", ["zsh", "fish", "tcsh"])
def test_other_shells_have_a_script_of_their_own(fulfilment, shell):
    done = fulfilment("completion", shell)
    assert (done.returncode, done.stderr) == (0, "")
    assert "workspace" in done.stdout


def test_a_refusal_is_red_on_a_terminal_that_wants_colours(environment):
    def on_terminal(**changed: str) -> bytes:
        ours, theirs = pty.openpty()
        own = {name: value for name, value in environment.items() if name != "NO_COLOR"}
        own |= {"TERM": "xterm-256color", "FULFILMENT_PORT": "0", **changed}
        command = [sys.executable, "-m", "fulfilment.cli", "migrate"]
        process = subprocess.Popen(command, env=own, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        said = b""
        # A terminal whose other end is closed reads as an error.
        try:
            while chunk := os.read(ours, 65_536):
                said += chunk
        except OSError:
            pass
        finally:
            os.close(ours)
        assert process.wait(60) == 1
        return said

    assert b"\x1b[1;31mfulfilment: \x1b[0mFULFILMENT_PORT must be" in on_terminal()
    assert b"fulfilment: FULFILMENT_PORT must be" in on_terminal(NO_COLOR="1").replace(b"\x1b[1m", b"").replace(
        b"\x1b[0m", b""
    )
    assert b"\x1b[1;31m" not in on_terminal(NO_COLOR="1")
