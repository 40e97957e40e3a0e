"""Rules of plain English: openers, forbidden words, the length of a sentence and names of former code."""

import re
from collections.abc import Iterator
from pathlib import Path

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
# Names that the code had before, one a line.
RETIRED = frozenset((Path(__file__).parents[1] / "contract/retired_names.txt").read_text(encoding="utf-8").split())

# A full stop within these ends no sentence.
_ABBREVIATION = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|approx|no|St|Jl|Dr|Mr|Mrs|Tbk)\.(?=\s)")
_END = re.compile(r"(?<=[.!?])[\"')\]*_”’]*\s+(?=[\"'(\[*_“‘`]*[A-Z0-9`])")
_WORD = re.compile(r"[A-Za-z0-9][\w'’./:%@+-]*")
_CODE = re.compile(r"``[^`]+``|`[^`]*`")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# A name that is no word of English: with an underscore, or a capital within.
_COINED = re.compile(r"\w*_\w*|\w*[a-z][A-Z]\w*")
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
    yield from (f"retired name {each!r}" for each in _retired_names(text))
    for sentence in sentences(text):
        opener = _OPENER.match(sentence)
        if opener and not _is_label(sentence):
            yield f"opener {opener[1]!r}"
        yield from (f"forbidden {each!r}" for each in _FORBIDDEN.findall(sentence))
        words = len(_WORD.findall(sentence))
        if words > MAX_WORDS:
            yield f"{words} words"


def _retired_names(text: str) -> Iterator[str]:
    """Names of former code: coined ones anywhere, and English words where such a word alone is marked as code."""
    marked = {span.strip("`") for span in _CODE.findall(text)}
    for name in dict.fromkeys(_NAME.findall(text)):
        if name in RETIRED and (_COINED.fullmatch(name) or name in marked):
            yield name


def _is_label(sentence: str) -> bool:
    """A question, or a short heading without a full stop, such as the column "What to do"."""
    bare = sentence.rstrip("\"')*_”’")
    return bare.endswith("?") or (bare[-1:].isalnum() and len(bare.split()) <= MAX_LABEL_WORDS)
