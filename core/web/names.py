"""Unicode normalization of stored names."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet


def compose_names(rows: QuerySet[Any]) -> None:
    """Normalize the `name` of each row to NFC, as `core.web.text` does for new names.

    Names that would become too long or would not be unique are left unchanged.
    """
    max_length = rows.model._meta.get_field("name").max_length
    changes = [
        (key, composed)
        for key, name in rows.values_list("pk", "name").order_by("pk").iterator(chunk_size=2000)
        if (composed := unicodedata.normalize("NFC", name)) != name and len(composed) <= max_length
    ]
    for key, composed in changes:
        try:
            with transaction.atomic(using=rows.db):
                rows.filter(pk=key).update(name=composed)
        except IntegrityError:
            continue
