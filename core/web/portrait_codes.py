"""The codes of portraits, which are derived from names."""

from __future__ import annotations

from functools import lru_cache

from django.utils.crypto import salted_hmac

from .pictures.portraits import VARIANTS


@lru_cache(maxsize=4096)
def portrait_code(name: str) -> str:
    """Return the code of a name's portrait: one digit for each part.

    The code is signed with the site's secret key, so no one can compute the code of a name.
    """
    digest = salted_hmac("core.web.portrait_codes", name, algorithm="sha256").digest()
    return "".join(
        str(byte % len(variants)) for byte, variants in zip(digest, VARIANTS, strict=False)
    )
