"""Names of stored rows in one Unicode form."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

if TYPE_CHECKING:
    from django.db.models import QuerySet


def compose_names(rows: QuerySet[Any]) -> None:
    """Bring the `name` of each row to NFC, as `core.web.text` does with new ones.

    A name that would be too long, or that another row has already, stays as it is.
    """
    longest = rows.model._meta.get_field("name").max_length
    found = [
        (key, composed)
        for key, name in rows.values_list("pk", "name").order_by("pk").iterator(chunk_size=2000)
        if (composed := unicodedata.normalize("NFC", name)) != name and len(composed) <= longest
    ]
    for key, composed in found:
        try:
            with transaction.atomic(using=rows.db):
                rows.filter(pk=key).update(name=composed)
        except IntegrityError:
            continue
