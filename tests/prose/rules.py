"""Rules of plain English: openers, forbidden words and the length of a sentence."""

import re
from collections.abc import Iterator

MAX_WORDS = 25
MAX_LABEL_WORDS = 6
OPENERS = ("What", "Who", "Whoever", "Whether", "Of", "By", "That")
FORBIDDEN = (
    "whoever",
    "whomever",
    "whosoever",
    "somebody",
    "someone",
    "nobody",
    "anybody",
    "anyone",
    "everybody",
    "anew",
    "of late",
    "one that",
    "ones that",
    "beside that",
)

# A full stop within these ends no sentence.
_ABBREVIATION = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|approx|no|St|Jl|Dr|Mr|Mrs|Tbk)\.(?=\s)")
_END = re.compile(r"(?<=[.!?])[\"')\]*_”’]*\s+(?=[\"'(\[*_“‘`]*[A-Z0-9`])")
_WORD = re.compile(r"[A-Za-z0-9][\w'’./:%@+-]*")
_CODE = re.compile(r"``[^`]+``|`[^`]*`")
_FORBIDDEN = re.compile(r"\b(" + "|".join(re.escape(each) for each in FORBIDDEN) + r")\b", re.IGNORECASE)
_OPENER = re.compile(r"[\"'(\[*_“‘]*(" + "|".join(OPENERS) + r")\b(?!-)(.*)", re.DOTALL)


def sentences(text: str) -> Iterator[str]:
    """Each sentence of a paragraph; code spans count as one word."""
    plain = _CODE.sub("CODE", " ".join(text.split()))
    plain = _ABBREVIATION.sub(lambda each: each[0].replace(".", "․"), plain)
    yield from (each for each in _END.split(plain) if each.strip())


def faults(text: str) -> Iterator[str]:
    """Each fault of a paragraph, with the words at fault.

    >>> list(faults("Whoever asks is answered."))
    ["opener 'Whoever'", "forbidden 'Whoever'"]
    >>> list(faults("The client receives an answer."))
    []
    """
    for sentence in sentences(text):
        opener = _OPENER.match(sentence)
        if opener and not _is_label(sentence):
            yield f"opener {opener[1]!r}"
        yield from (f"forbidden {each!r}" for each in _FORBIDDEN.findall(sentence))
        words = len(_WORD.findall(sentence))
        if words > MAX_WORDS:
            yield f"{words} words"


def _is_label(sentence: str) -> bool:
    """A question, or a short heading without a full stop, such as the column "What to do"."""
    bare = sentence.rstrip("\"')*_”’")
    return bare.endswith("?") or (bare[-1:].isalnum() and len(bare.split()) <= MAX_LABEL_WORDS)
