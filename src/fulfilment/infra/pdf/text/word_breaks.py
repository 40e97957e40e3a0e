"""Where words begin in scripts that put no blanks between them, as far as a line may be broken there.

Thai words are told apart by BudouX's model, which knows how words look and needs no dictionary. Lao is spelt so
regularly that its syllables can be found by their shape; a break between two of them is one that Lao readers take.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import budoux

_THAI_RUN = re.compile("[\u0e01-\u0e7f]+")

_BEFORE, _CONSONANT = "[ເແໂໃໄ]", "[ກ-ຮໜໝໞໟ]"
_MARK, _NUCLEUS = "[\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece]", "[\u0eb0-\u0ebd\u0ec8-\u0ece]"
_FINAL = "[ກງຍດຕນບປມວ]"
# An h before a sonorant is not heard and belongs to it. What bears a vowel itself begins the next syllable.
_LAO_SYLLABLE = re.compile(
    f"{_BEFORE}?(?:ຫ[ງຍນມລວຣ](?={_NUCLEUS})|{_CONSONANT}){_MARK}*[ະາຳຽ]?{_MARK}*"
    f"(?:[ອວ](?!{_NUCLEUS}))?(?:{_FINAL}(?!{_NUCLEUS}|[ອວ]{_FINAL}(?!{_NUCLEUS})))?"
)
_PARAGRAPHS_KEPT = 32


def is_unspaced(before: str, after: str) -> bool:
    """Whether both stand in one of the scripts whose words are looked for here."""
    return "\u0e01" <= before <= "\u0edf" and "\u0e01" <= after <= "\u0edf"


@lru_cache(maxsize=_PARAGRAPHS_KEPT)
def word_breaks(text: str) -> frozenset[int]:
    """The places in `text` where a Thai word or a Lao syllable begins. The time is in proportion to the text."""
    found: set[int] = set()
    for run in _THAI_RUN.finditer(text):
        at = run.start()
        for word in _thai().parse(run[0]):
            found.add(at)
            at += len(word)
    found.update(syllable.start() for syllable in _LAO_SYLLABLE.finditer(text))
    return frozenset(found)


@lru_cache(maxsize=1)
def _thai() -> "budoux.Parser":
    """Loaded by the first label that needs it: most never do."""
    import budoux

    return budoux.load_default_thai_parser()
