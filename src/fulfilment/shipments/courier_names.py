"""Couriers and services by the names that people know them by.

A shipment keeps codes alone, and a label must read the same whenever it is printed, whether or not the aggregator can
be asked: so these stand here and not in the catalogue, which changes. What is not here is shown by its code.
"""

import re

_COURIERS = {
    "anteraja": "AnterAja",
    "borzo": "Borzo",
    "dash_express": "Dash Express",
    "deliveree": "Deliveree",
    "gojek": "Gojek",
    "grab": "Grab",
    "idexpress": "ID Express",
    "jne": "JNE",
    "jnt": "J&T",
    "lalamove": "Lalamove",
    "lion": "Lion Parcel",
    "mrspeedy": "Mr Speedy",
    "ninja": "Ninja Xpress",
    "paxel": "Paxel",
    "pos": "POS Indonesia",
    "rara": "RaRa Delivery",
    "rpx": "RPX",
    "sap": "SAP Express",
    "sentralcargo": "Sentral Cargo",
    "sicepat": "SiCepat",
    "tiki": "TIKI",
    "wahana": "Wahana",
}
_SERVICES = {
    ("gojek", "instant"): "Instant",
    ("gojek", "same_day"): "Same Day",
    ("grab", "instant"): "Instant",
    ("grab", "same_day"): "Same Day",
    ("jne", "reg"): "Reguler",
    ("jne", "yes"): "YES",
    ("jne", "oke"): "OKE",
    ("jne", "jtr"): "JTR",
    ("jnt", "ez"): "EZ",
    ("lion", "reg_pack"): "REGPACK",
    ("lion", "one_pack"): "ONEPACK",
    ("sicepat", "best"): "BEST",
    ("sicepat", "sds"): "SDS",
    ("sicepat", "gokil"): "GOKIL",
    ("tiki", "ons"): "ONS",
    ("tiki", "eko"): "ECO",
    ("rpx", "rgp"): "Regular Package",
}
_ANY_SERVICE = {"reg": "Reguler"}
_LONGEST_ABBREVIATION = 4
_PLAIN = re.compile("[a-z0-9]+(?:_[a-z0-9]+)*")


def courier(code: str) -> str:
    """`JNE`, `SiCepat`, `J&T`."""
    return _COURIERS.get(code.lower()) or _spelt(code)


def service(courier_code: str, code: str) -> str:
    """`Reguler`, `Same Day`, `YES`: `code` is the one that the courier of `courier_code` gives the service."""
    folded = code.lower()
    return _SERVICES.get((courier_code.lower(), folded)) or _ANY_SERVICE.get(folded) or _spelt(code)


def kind(courier_type: str) -> str:
    """`Standard`, `Same Day`, `Instant`."""
    return _spelt(courier_type, shortest_word=0)


def _spelt(code: str, shortest_word: int = _LONGEST_ABBREVIATION) -> str:
    """A code as words: short ones are taken for abbreviations. What is no plain code stays as it is."""
    if not _PLAIN.fullmatch(code):
        return code
    words = code.split("_")
    if len(words) == 1 and len(code) <= shortest_word:
        return code.upper()
    return " ".join(word[:1].upper() + word[1:] for word in words)
