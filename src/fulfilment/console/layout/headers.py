"""What browsers are told of every page of the console."""

from functools import cache

from fulfilment import settings

# Where people pay when the provider is the real one.
_CHECKOUT = "https://checkout.stripe.com"


@cache
def build_headers(*form_targets: str) -> dict[str, str]:
    """Nothing is loaded from elsewhere, no script or style stands in a page, and nobody puts one into a frame.

    A form may lead on to the payment page and to the origins of `form_targets`, which browsers check as its own target.
    """
    current_settings = settings.current()
    targets = {
        "'self'",
        current_settings.payment_simulator_url if current_settings.simulates_payments else _CHECKOUT,
        *form_targets,
    }
    policy = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        f"form-action {' '.join(sorted(targets))}",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
    return {
        "Content-Security-Policy": "; ".join(policy),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Robots-Tag": "noindex, nofollow",
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
