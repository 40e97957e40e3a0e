"""What the fields of records mean, in the words of the docstring that follows each of them.

    class Balance(Wire):
        \"\"\"Prepaid credit in the currency's minor unit.\"\"\"

        held: int
        \"\"\"What bookings under way hold; in the currency's minor unit.\"\"\"

Python throws such a docstring away, so it is read from the module's source. A record has the words of its parents too,
and of the record that its `words_of` names: one that shows a part of another is not described twice.
`COMMON` has those of fields that mean the same wherever they stand, for records that say nothing of their own.
"""

import ast
import inspect
import sys
from functools import cache

COMMON: dict[str, str] = {
    "account_id": "The workspace that it belongs to (`acc_…`).",
    "created_at": "When it was created.",
    "updated_at": "When it was last changed.",
    "lat": "Latitude in decimal degrees; south is negative.",
    "lng": "Longitude in decimal degrees; west is negative.",
    # What a label shows, for one and for many.
    "show_sender_phone": "Whether the sender's phone number is printed.",
    "show_recipient_phone": "Whether the recipient's phone number is printed.",
    "mask_recipient_name": "Whether the recipient's name shows but some of its letters (`S*** R****u`).",
    "mask_recipient_phone": "Whether the middle of the recipient's phone number is hidden (`0812****7890`).",
    "show_shipping_cost": "Whether the shipping price is printed.",
    "show_insurance": "Whether it is printed if, and for which premium, the parcel is insured.",
    "show_items": "Whether what is in the parcel is listed.",
    "show_item_descriptions": "Whether the list has each item's description.",
    "show_item_skus": "Whether the list has each item's `sku`.",
}


def docs_of(record: type) -> dict[str, str]:
    """A sentence or more for each field that is described, by the field's name in Python."""
    described: dict[str, str] = {}
    for each in reversed(record.__mro__):
        if "words_of" in vars(each):
            described |= docs_of(each.words_of)
        described |= _of_module(each.__module__).get(each.__qualname__, {})
    return COMMON | described


@cache
def _of_module(name: str) -> dict[str, dict[str, str]]:
    """The described fields of each class at the top of a module; nothing where there is no source to read."""
    try:
        source = inspect.getsource(sys.modules[name])
    except (OSError, TypeError):
        return {}
    classes = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    return {node.name: _of_class(node) for node in classes}


def _of_class(record: ast.ClassDef) -> dict[str, str]:
    described = {}
    for field, words in zip(record.body, record.body[1:], strict=False):
        text = _text(words)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and text is not None:
            described[field.target.id] = inspect.cleandoc(text).rstrip()
    return described


def _text(node: ast.stmt) -> str | None:
    """What a statement says that is nothing but a text; None of any other."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return None
    return node.value.value if isinstance(node.value.value, str) else None
