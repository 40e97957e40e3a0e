"""The work of `make openapi`; pytest does not collect this file by itself."""

from typing import Any

from fulfilment.infra.openapi import document
from tests.document import committed


def test_the_examples_and_the_document_are_written(told: dict[str, Any]) -> None:
    document.PATH.write_text(committed.text(told), encoding="utf-8")
    committed.PATH.write_text(committed.text(committed.made()), encoding="utf-8")
