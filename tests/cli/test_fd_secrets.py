"""Secrets that come on a descriptor reach every process, and no environment and no disk."""

import base64
import os
import subprocess
import sys
from collections.abc import Mapping

import pytest

from fulfilment.cli import fd_secrets
from fulfilment.settings import SettingsError

KEY = base64.b64encode(bytes(range(32))).decode()
# A process that was handed the descriptor, and its child, which inherits no descriptor.
PARENT = """
import os, subprocess, sys
from fulfilment.cli import fd_secrets
fd_secrets.load_descriptors(os.environ)
from fulfilment.infra.encryption import keyring as secrets; from fulfilment import settings
print(secrets.load_keyring(settings.load()).first, os.environ["FULFILMENT_MASTER_KEYS_FILE"], flush=True)
subprocess.run([sys.executable, "-c", sys.argv[1]], check=True, close_fds=True)
"""
CHILD = """
import os
from fulfilment.infra.encryption import keyring as secrets; from fulfilment import settings
print(secrets.load_keyring(settings.load()).first, ascii(sorted(os.environ.values())))
"""


def _run(environ: Mapping[str, str], descriptor: int) -> str:
    given = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    done = subprocess.run(
        [sys.executable, "-c", PARENT, CHILD],
        env=given | environ | {"FULFILMENT_MASTER_KEYS_FILE": f"/dev/fd/{descriptor}", "PYTHONPATH": "src"},
        pass_fds=[descriptor],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_master_keys_on_a_pipe_reach_the_process_and_what_it_starts() -> None:
    reader, writer = os.pipe()
    os.write(writer, f"handed:{KEY}\n".encode())
    os.close(writer)
    try:
        said = _run({"FULFILMENT_MODE": "production"}, reader)
    finally:
        os.close(reader)
    parent, child = said.splitlines()
    assert parent.startswith("handed /proc/") and child.startswith("handed ")
    assert KEY not in said


def test_a_descriptor_that_is_not_there_is_named() -> None:
    with pytest.raises(SettingsError, match="FULFILMENT_PAYMENTS_KEY_FILE: /dev/fd/987654 cannot be read"):
        fd_secrets.load_descriptors({"FULFILMENT_PAYMENTS_KEY_FILE": "/dev/fd/987654"})


def test_a_descriptor_without_an_end_is_read_to_a_bound() -> None:
    with open("/dev/zero", "rb") as endless, pytest.raises(SettingsError, match="holds more than 65,536 bytes"):
        fd_secrets.load_descriptors({"FULFILMENT_MASTER_KEYS_FILE": f"/dev/fd/{endless.fileno()}"})


def test_files_are_left_as_they_are() -> None:
    given = {"FULFILMENT_MASTER_KEYS_FILE": "/etc/keys", "OTHER_FILE": "/dev/fd/0"}
    fd_secrets.load_descriptors(given)
    assert given == {"FULFILMENT_MASTER_KEYS_FILE": "/etc/keys", "OTHER_FILE": "/dev/fd/0"}
