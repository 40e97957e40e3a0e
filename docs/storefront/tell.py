#!/usr/bin/env python3
"""Tell the fulfilment service what a storefront sells. Needs Python alone; the licence is the project's.

    STOREFRONT_URL=http://... STOREFRONT_SECRET=whsec_... python3 tell.py

Both are what `fulfilment storefront secret --partner NAME` prints.
"""

import hashlib
import hmac
import json
import os
import time
import urllib.error
import urllib.request
import uuid
from datetime import UTC, datetime
from typing import Any

# With another brand than the default one, `Acme-Signature`.
HEADER = "Svc-Signature"
TIMEOUT_SECONDS = 30
TRIES = 5


def sign(secret: str, body: bytes) -> str:
    """The header over exactly these bytes: the hex HMAC-SHA256 of `<t>.<body>` under the secret as it is written."""
    moment = int(time.time())
    digest = hmac.new(secret.encode(), b"%d.%b" % (moment, body), hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def tell(url: str, secret: str, type: str, data: dict[str, Any], event_id: str | None = None) -> dict[str, Any]:
    """Send one event until it is answered, under one id: however often it arrives, it is applied once."""
    event = {
        "id": event_id or f"evt_{uuid.uuid4()}",
        "type": type,
        "occurredAt": datetime.now(UTC).isoformat(),
        "data": data,
    }
    body = json.dumps(event).encode()
    for attempt in range(TRIES):
        headers = {"Content-Type": "application/json", HEADER: sign(secret, body)}
        try:
            # The address that the operator printed.
            request = urllib.request.Request(url, body, headers, method="POST")  # noqa: S310
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
                return json.load(answer)["data"]
        except urllib.error.HTTPError as refusal:
            # A refused event stays refused when it is sent again.
            if refusal.code < 500 and refusal.code != 429:
                error = json.load(refusal)["error"]
                raise SystemExit(f"{type}: {refusal.code} {error['code']}: {error['message']}") from None
        except OSError:
            pass
        time.sleep(2**attempt)
    raise SystemExit(f"{type}: the service did not answer")


def main() -> None:
    url, secret = os.environ["STOREFRONT_URL"], os.environ["STOREFRONT_SECRET"]
    coffee = {
        "ref": "coffee",
        "version": 1,
        "name": "Kopi Gayo",
        "type": "physical",
        "weight": 250,
        "variants": [
            {"ref": "beans", "name": "Beans", "sku": "GAYO-B", "priceCents": 85000, "isDefault": True},
            {"ref": "ground", "name": "Ground", "sku": "GAYO-G", "priceCents": 90000},
        ],
    }
    print("product.created", tell(url, secret, "product.created", coffee))
    renamed = {"ref": "coffee", "version": 2, "name": "Kopi Gayo, new harvest"}
    print("product.updated", tell(url, secret, "product.updated", renamed))
    dearer = {"ref": "ground", "productRef": "coffee", "version": 3, "priceCents": 95000}
    print("variant.updated", tell(url, secret, "variant.updated", dearer))
    book = {"ref": "book", "version": 4, "name": "Brewing at home", "type": "digital"}
    print("product.created", tell(url, secret, "product.created", book))


if __name__ == "__main__":
    main()
