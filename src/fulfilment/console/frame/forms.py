"""Forms that come back: with which key they are sent again."""

from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form, new_key

_IN_PROGRESS = "IDEMPOTENCY_IN_PROGRESS"


def next_key(form: Form, refusal: ApiError) -> str:
    """The key for the form when it is shown again.

    What was refused left nothing behind, and may be sent anew with other values. What may have been done, or is being
    done still, is sent again under its own key, so that it is done once.
    """
    may_be_done = refusal.status >= 500 or refusal.code == _IN_PROGRESS
    return form.key if may_be_done else new_key()
