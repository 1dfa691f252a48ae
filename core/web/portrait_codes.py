"""The portraits of names."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from urllib.parse import quote

from django.utils.crypto import salted_hmac

from .pictures.portraits import VARIANTS, portrait_svg

IMAGE_CHARACTERS: Final = " =/:;,.()-"
"""Characters that need no escape in a URL inside a quoted attribute."""


@lru_cache(maxsize=4096)
def portrait_code(name: str) -> str:
    """Return the code of a name's portrait: one digit for each part.

    The code is signed with the site's secret key, so no one can compute the code of a name.
    """
    digest = salted_hmac("core.web.portrait_codes", name, algorithm="sha256").digest()
    return "".join(
        str(byte % len(variants)) for byte, variants in zip(digest, VARIANTS, strict=False)
    )


@lru_cache(maxsize=4096)
def portrait_image(name: str) -> str:
    """Return the portrait of a name as a URL that contains the image, because a page with many
    people would otherwise need a request for each.
    """
    return f"data:image/svg+xml,{quote(portrait_svg(portrait_code(name)), safe=IMAGE_CHARACTERS)}"
