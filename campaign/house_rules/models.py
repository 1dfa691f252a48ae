"""Storage of house rules for campaigns and weeks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

import msgspec
from django.db import models
from django.db.models.fields.json import KeyTransform

from campaign.house_rules.rules.house_record import HouseRules

CACHED_RULES: Final = 256
"""Number of house rules that a process keeps decoded. Each takes about 7 kB."""


class StoredRules(Mapping[str, Any]):
    """House rules as stored. The JSON text is decoded on first use. Instances are read-only."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def options(self) -> dict[str, Any]:
        """Return the decoded JSON object without validating it."""
        options: dict[str, Any] = json.loads(self.text)
        return options

    @cached_property
    def record(self) -> HouseRules:
        """Return the rules as a record. Raise msgspec.ValidationError if they are not valid."""
        return msgspec.json.decode(self.text, type=HouseRules)

    def __getitem__(self, name: str) -> Any:
        return self.options[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    def __repr__(self) -> str:
        return f"StoredRules({self.text!r})"


load_stored_rules = lru_cache(maxsize=CACHED_RULES)(StoredRules)
"""Return the `StoredRules` for a JSON text.

Results are cached, because most weeks and clubs share the same few texts.
"""


class HouseRulesField(models.JSONField):
    """A JSON field that loads `StoredRules`. It can store these or any other mapping.

    Most queries load campaigns and weeks with 7 kB of rules each, but few pages need the decoded
    rules.
    """

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if isinstance(value, str) and not isinstance(expression, KeyTransform):
            return None if value == "null" else load_stored_rules(value)
        return super().from_db_value(value, expression, connection)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(_to_mapping(value), connection, prepared)

    def value_from_object(self, obj: models.Model) -> Any:
        return _to_mapping(super().value_from_object(obj))

    def deconstruct(self) -> Any:
        """Return the deconstruction of a plain JSON field, which has the same column."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


def _to_mapping(value: Any) -> Any:
    return value.options if isinstance(value, StoredRules) else value
