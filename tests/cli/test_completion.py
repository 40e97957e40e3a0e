"""Shells complete commands and options, and a refusal on a terminal is red only where colours are wanted."""

import subprocess

import pytest


def complete(script: str, *words: str) -> list[str]:
    """The completions that bash offers after these words, of which the last is not finished."""
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


def test_a_refusal_is_red_on_a_terminal_that_wants_colours(on_terminal):
    def error(**changed: str) -> str:
        done = on_terminal("migrate", FULFILMENT_PORT="0", **changed)
        assert done.returncode == 1
        return done.stdout

    assert "\x1b[1;31mfulfilment: \x1b[0mFULFILMENT_PORT must be" in error()
    plain = error(NO_COLOR="1")
    assert "fulfilment: FULFILMENT_PORT must be" in plain.replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert "\x1b[1;31m" not in plain
