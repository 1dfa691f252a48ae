"""Dates as clubs write them."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "jan january", "feb february", "mar march", "apr april", "may", "jun june",
            "jul july", "aug august", "sep sept september", "oct october", "nov november",
            "dec december",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
ISO: Final = re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?:[T ].*)?")
DOTS: Final = re.compile(r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4})")
SLASHES: Final = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")
DAY_FIRST: Final = re.compile(
    r"(?:[a-z]+,?\s)?(?P<d>\d{1,2})(?:st|nd|rd|th|\.)?[\s-](?P<m>[a-z]+)\.?,?[\s-](?P<y>\d{4})"
)
MONTH_FIRST: Final = re.compile(
    r"(?:[a-z]+,\s)?(?P<m>[a-z]+)\.?\s(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s(?P<y>\d{4})"
)


def read_day(text: str) -> str:
    """Return a date in the form 2039-11-05, or "" if the text is no date or has two meanings.

    The date can be 2039-11-05, 5.11.2039, 5 November 2039, Nov 5, 2039 or 25/11/2039. In 5/11/2039
    the day and the month could be either number, so it has no meaning.
    """
    normalized = " ".join(text.lower().split())
    if match := ISO.fullmatch(normalized) or DOTS.fullmatch(normalized):
        return _day(int(match["y"]), int(match["m"]), int(match["d"]))
    if match := DAY_FIRST.fullmatch(normalized) or MONTH_FIRST.fullmatch(normalized):
        return _day(int(match["y"]), MONTHS.get(match["m"], 0), int(match["d"]))
    if match := SLASHES.fullmatch(normalized):
        first, second, year = map(int, match.groups())
        if first > 12 or first == second:
            return _day(year, second, first)
        return _day(year, first, second) if second > 12 else ""
    return ""


def _day(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
