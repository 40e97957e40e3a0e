"""What a browser is called, by what it says of itself: enough for its person to know it again.

Browsers pretend to be one another, so the order counts: who names itself last is whom it is.
"""

# The first name that is found counts.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex"),
    ("UCBrowser/", "UC Browser"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def parse_user_agent(user_agent: str | None) -> tuple[str | None, str | None]:
    """The browser and the system; None for what is not known."""
    text = user_agent or ""
    return _first_match(text, _BROWSERS), _first_match(text, _SYSTEMS)


def _first_match(text: str, names: tuple[tuple[str, str], ...]) -> str | None:
    return next((name for token, name in names if token in text), None)
