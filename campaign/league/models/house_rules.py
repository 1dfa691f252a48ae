"""House rules as campaigns and weeks store them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

import msgspec
from django.db import models
from django.db.models.fields.json import KeyTransform

from campaign.league.rules.house_record import HouseRules

KEPT: Final = 256
"""So many texts of house rules, of some 7 kB, a process remembers as read."""


class StoredRules(Mapping[str, Any]):
    """House rules as they are stored: the text of a JSON object, read where somebody asks for it.
    Nobody writes into it; rules that change are stored anew.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def options(self) -> dict[str, Any]:
        """What the text says, whatever that is."""
        read: dict[str, Any] = json.loads(self.text)
        return read

    @cached_property
    def house(self) -> HouseRules:
        """The same as the rules' own record. Raises msgspec.ValidationError where it is none."""
        return msgspec.json.decode(self.text, type=HouseRules)

    def __getitem__(self, name: str) -> Any:
        return self.options[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    def __repr__(self) -> str:
        return f"StoredRules({self.text!r})"


stored = lru_cache(maxsize=KEPT)(StoredRules)
"""The rules of a text: those of most weeks and clubs are the same few, and each is read once."""


class HouseRulesField(models.JSONField):
    """A JSON field that hands out `StoredRules`, and stores them or any mapping. Weeks and
    campaigns come along with most of what a page asks for, seven kilobytes of rules each, and few
    pages want more than one of them read.
    """

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if isinstance(value, str) and not isinstance(expression, KeyTransform):
            return None if value == "null" else stored(value)
        return super().from_db_value(value, expression, connection)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(_plain(value), connection, prepared)

    def value_from_object(self, obj: models.Model) -> Any:
        return _plain(super().value_from_object(obj))

    def deconstruct(self) -> Any:
        """For migrations a JSON field like any other: nothing of the table differs."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


def _plain(value: Any) -> Any:
    return value.options if isinstance(value, StoredRules) else value
