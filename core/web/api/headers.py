"""The headers of the API's answers: what each says, and which answers have it. The description
names them, pages of other sites may read them, and a test holds them against what is really sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True)
class Header:
    """What a header says: in words, by its type, and as it may look."""

    words: str
    kind: str
    example: str | int


HEADERS: Final = {
    "ETag": Header(
        "Names these bytes: goes back as If-None-Match, or as If-Match.",
        "string",
        '"a5afd38dce431e09e3c0a75356f7e27a"',
    ),
    "Heard": Header(
        "How much your seat has heard by now; only where the move was made on older news (the "
        "code `stale`).",
        "integer",
        13,
    ),
    "Idempotency-Replayed": Header(
        '"true" where this is the first answer to the same key; left out elsewhere. Such an answer '
        "counts against no limit and has no RateLimit-….",
        "string",
        "true",
    ),
    "RateLimit-Limit": Header("How many requests are answered in a minute.", "integer", 600),
    "RateLimit-Remaining": Header("How many of them are left.", "integer", 597),
    "RateLimit-Reset": Header("In how many seconds the earliest no longer counts.", "integer", 42),
    "Retry-After": Header("In how many seconds to come back.", "integer", 30),
    "Token-Expires": Header(
        "Until when the token works that you ask with; left out for whoever asks without one.",
        "string",
        "2026-06-05T18:00:00+00:00",
    ),
    "WWW-Authenticate": Header("The word that stands before a token.", "string", "Bearer"),
}
"""Every header that is the API's own. All others are HTTP's, or speak to browsers alone."""

RATE: Final = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
TOKEN: Final = ("Token-Expires",)
ALWAYS: Final = (*RATE, *TOKEN)
TAGGED: Final = ("ETag",)
REPLAYED: Final = ("Idempotency-Replayed",)
_OF_ERRORS: Final[dict[int, tuple[str, ...]]] = {
    401: ("WWW-Authenticate",),
    406: (),
    411: (),
    429: (*ALWAYS, "Retry-After"),
    503: (*ALWAYS, "Retry-After"),
}
"""What errors say; those that are not named here say what any answer says, and may be replayed."""


def of_error(code: int) -> tuple[str, ...]:
    """The headers of an error, whichever operation it comes from."""
    return _OF_ERRORS.get(code, (*ALWAYS, *REPLAYED))


def exposed() -> tuple[str, ...]:
    """What a page of another site may read of an answer, by name."""
    return tuple(sorted(HEADERS.keys() - {"WWW-Authenticate"}))


def told(*groups: tuple[str, ...]) -> dict[str, Any]:
    """These headers of an answer, by reference."""
    return {name: {"$ref": f"#/components/headers/{name}"} for names in groups for name in names}


def components() -> dict[str, Any]:
    """All headers as the description has them."""
    return {
        name: {
            "description": said.words,
            "schema": {"type": said.kind},
            "example": said.example,
        }
        for name, said in HEADERS.items()
    }
