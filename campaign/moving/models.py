"""Model of a club's import of its old records."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from campaign.league.models import Campaign
from core.web.models import Record


class MoveIn(Record):
    """A club's import of old records, which is possible only once (C90).

    `history` is a `campaign.moving.rules.records.History`. Teams, people, cars and the opening rows
    of the ledgers are stored in their usual tables. Rows never change.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.PROTECT, related_name="move_in")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    first_week = models.PositiveSmallIntegerField()
    history = models.JSONField(default=dict)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["at"]

    def __str__(self) -> str:
        return f"{self.campaign} moved in"
