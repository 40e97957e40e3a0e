"""Display names of couriers and services.

A shipment stores only codes, and a label must be the same at every print, also while the aggregator is unavailable. So
the names are here, and not in the catalogue, which changes. A code without a name here is shown in readable form.
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
_CODES_BY_NAME = {spelling.casefold(): code for code, name in _COURIERS.items() for spelling in (name, code)}
_ANY_SERVICE = {"reg": "Reguler"}
_MAX_ABBREVIATION_LENGTH = 4
_PLAIN_CODE = re.compile("[a-z0-9]+(?:_[a-z0-9]+)*")


def get_courier_name(code: str) -> str:
    """The name of a courier: `JNE`, `SiCepat`, `J&T`."""
    return _COURIERS.get(code.lower()) or _humanize_code(code)


def find_code(name_or_code: str) -> str:
    """The code of a courier, from its code or its name in any case; another text is returned as it is."""
    return _CODES_BY_NAME.get(name_or_code.strip().casefold(), name_or_code)


def list_codes() -> list[str]:
    """The codes of all couriers that have a name here."""
    return list(_COURIERS)


def get_service_name(courier_code: str, code: str) -> str:
    """The name of a service, from the courier's code for it: `Reguler`, `Same Day`, `YES`."""
    folded = code.lower()
    return _SERVICES.get((courier_code.lower(), folded)) or _ANY_SERVICE.get(folded) or _humanize_code(code)


def get_type_name(courier_type: str) -> str:
    """The name of a courier type: `Standard`, `Same Day`, `Instant`."""
    return _humanize_code(courier_type, max_abbreviation_length=0)


def _humanize_code(code: str, max_abbreviation_length: int = _MAX_ABBREVIATION_LENGTH) -> str:
    """A code in readable form; a short code is taken for an abbreviation.

    A text that is no plain code stays as it is.
    """
    if not _PLAIN_CODE.fullmatch(code):
        return code
    words = code.split("_")
    if len(words) == 1 and len(code) <= max_abbreviation_length:
        return code.upper()
    return " ".join(word[:1].upper() + word[1:] for word in words)
