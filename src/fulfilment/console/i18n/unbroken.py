"""Codes and numbers that stand on one line, whatever the width of their column."""

import re

from markupsafe import Markup, escape

# A longer code fits no phone. It breaks rather than leave the screen.
MAX_UNBROKEN_CHARACTERS = 32
_WORD = re.compile(r"\S+")
# Only words with one of these signs break in a line that has room for them.
_BREAKING = ("-", "/")
_EXACT, _CODE = Markup('<span class="exact">%s</span>'), Markup('<span class="code">%s</span>')


def exact(text: str) -> Markup:
    """A number or a code in the font of the text, such as an order's number."""
    return _wrap(text, _EXACT, "exact")


def code(text: str) -> Markup:
    """A code whose letters are told apart, such as a SKU or a waybill."""
    return _wrap(text, _CODE, "code")


def mark_unbroken(text: str) -> Markup:
    """Prose in which dates and codes stay on one line each."""
    parts, end = [], 0
    for found in _WORD.finditer(text):
        if _has_digits_and_break(found[0]):
            parts += [escape(text[end : found.start()]), exact(found[0])]
            end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def _has_digits_and_break(word: str) -> bool:
    return any(sign in word for sign in _BREAKING) and any(character.isdigit() for character in word)


def _wrap(text: str, span: Markup, name: str) -> Markup:
    if len(text) <= MAX_UNBROKEN_CHARACTERS:
        return span % text
    return Markup('<span class="%s long">%s</span>') % (name, text)
