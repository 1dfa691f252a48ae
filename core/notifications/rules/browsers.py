"""Names of browsers."""

from __future__ import annotations

from typing import Final

BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("CrOS", "a Chromebook"),
    ("Macintosh", "a Mac"),
    ("Linux", "Linux"),
)


def name_of(agent: str) -> str:
    """Return a name such as "Firefox on Android" for a `User-Agent`, or "A browser" if unknown."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "A browser")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return f"{browser} on {system}" if system else browser
