"""Rounds of a public beacon that are mixed into the weeks' dice."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class BeaconRound(models.Model):
    """A round whose signature is valid under its chain's public key.

    Rounds are public. The first week that needs a round stores it for all clubs.
    """

    public_key = models.CharField(max_length=192)
    round = models.PositiveBigIntegerField()
    signature = models.CharField(max_length=96)
    had_at = models.DateTimeField()
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The person who entered it. Empty if it came from a relay or a file.",
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["public_key", "round"], name="one_signature_a_round")
        ]

    def __str__(self) -> str:
        return f"round {self.round}"
