"""Guide of the console: its bold words are texts of the screens."""

import re
from pathlib import Path

from tests.console import messages

GUIDE = (Path(__file__).parents[2] / "docs" / "console.md").read_text(encoding="utf-8")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_SLOT = re.compile(r"%\(\w+\)s")


def test_every_bold_word_is_a_text_of_the_console() -> None:
    texts = {text for folder in messages.list_folders() for text in messages.extract_texts(folder)}
    forms = [form for text in texts for form in ((text,) if isinstance(text, str) else text)]
    patterns = [re.compile(".+".join(re.escape(part) for part in _SLOT.split(form))) for form in forms if "%(" in form]
    named = {" ".join(words.split()) for words in _BOLD.findall(GUIDE)}
    unknown = named - set(forms)
    assert {words for words in unknown if not any(pattern.fullmatch(words) for pattern in patterns)} == set()
    assert len(named) > 50
