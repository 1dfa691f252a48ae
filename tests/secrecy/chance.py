"""Controlled randomness: in a labelled step every random byte follows from the label, so that two
worlds differ in nothing else.

Keys, salts, tokens and causes come from `os.urandom`, which is a stream derived from the step's
label. Primary keys follow from a row's natural key, so that an additional row of another team
shifts no ids.
"""

from __future__ import annotations

import hashlib
import os
import random
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import time_machine
from django.apps import apps
from django.db.models import Model, UniqueConstraint
from django.db.models.signals import post_init

from core.web import clock
from play.models import Match, Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

FRESH: Final = UUID(int=0)
"""The key of a new row until its natural key is known."""


INSTALLED: Final[list[Chance]] = []
"""Active sources of keys; the last one counts, because one stage can be built while another
exists.
"""


class Stream:
    """Bytes that follow from a label."""

    def __init__(self) -> None:
        self.label, self.used = b"", 0

    def begin(self, label: str) -> None:
        self.label, self.used = label.encode(), 0

    def read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            found += hashlib.sha256(self.label + b"/%d" % self.used).digest()
            self.used += 1
        return found[:size]


class Chance:
    """The world's source of randomness and time, for example `with chance.step("Basilisk buys
    gear", at=noon): …`.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.stream = Stream()
        self.seen: Counter[str] = Counter()

    @contextmanager
    def step(self, label: str, *, at: datetime) -> Iterator[None]:
        """Run something at a time with its own randomness."""
        before = self.stream.label, self.stream.used
        self.stream.begin(self.name + label)
        with time_machine.travel(at, tick=False), clock.set_to(at):
            yield
        self.stream.label, self.stream.used = before

    @contextmanager
    def installed(self) -> Iterator[Chance]:
        """Control randomness and keys inside the block."""
        kept = os.urandom, random._urandom  # type: ignore[attr-defined]
        os.urandom = random._urandom = self.stream.read  # type: ignore[attr-defined]
        fields = [model._meta.pk for model in apps.get_models() if _has_random_key(model)]
        defaults = [(field, field.__dict__.get("_get_default")) for field in fields]
        for field in fields:
            field.__dict__["_get_default"] = _fresh
        post_init.connect(self._name)
        INSTALLED.append(self)
        try:
            yield self
        finally:
            INSTALLED.remove(self)
            post_init.disconnect(self._name)
            for field, default in defaults:
                if default is None:
                    field.__dict__.pop("_get_default")
                else:
                    field.__dict__["_get_default"] = default
            os.urandom, random._urandom = kept  # type: ignore[attr-defined]

    def _name(self, sender: type[Model], instance: Model, **_: Any) -> None:
        """Give a new row the key that follows from its natural key."""
        if instance.pk != FRESH or INSTALLED[-1] is not self:
            return
        about = natural_key(instance)
        self.seen[about] += 1
        instance.pk = UUID(
            bytes=hashlib.sha256(f"{self.name}{about}/{self.seen[about]}".encode()).digest()[:16],
            version=4,
        )


def _fresh() -> UUID:
    return FRESH


def _has_random_key(model: type[Model]) -> bool:
    field = model._meta.pk
    return field.get_internal_type() == "UUIDField" and field.remote_field is None


def natural_key(row: Model) -> str:
    """Return a row's unique fields, or all fields of a row without any."""
    meta = row._meta
    if isinstance(row, Match):
        return f"match/{row.game}/{row.opened_at}"
    if isinstance(row, Table):  # who opens it is said later
        return f"table/{row.game}"
    unique = [
        one.fields for one in meta.constraints if isinstance(one, UniqueConstraint) and one.fields
    ]
    single = [
        (field.name,) for field in meta.concrete_fields if field.unique and not field.primary_key
    ]
    names = [*unique, *single] or [
        tuple(field.name for field in meta.concrete_fields if not field.primary_key)
    ]
    return "/".join(
        [meta.label, *[str(row.__dict__.get(meta.get_field(name).attname)) for name in names[0]]]
    )  # type: ignore[union-attr]
