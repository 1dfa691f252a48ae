"""People who log in, and their API tokens: long random texts that stand for a person, kept as
hashes only.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.db import models
from knox.models import AbstractAuthToken


class User(AbstractUser):
    """A person. What they may do follows from their memberships and teams, never from this row."""

    class Shown(models.TextChoices):
        NOBODY = "nobody", "Nobody"
        CLUBS = "clubs", "Members of my clubs"
        ANYBODY = "anybody", "Anybody"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    timezone = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        verbose_name="time zone",
        help_text="Whose clock moments are shown by; empty as long as it is not known.",
    )
    guest = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Came to try the game out: has no password, and is known by one browser alone.",
    )
    shown = models.CharField(
        max_length=8,
        choices=Shown,
        default=Shown.CLUBS,
        db_default=Shown.CLUBS,
        help_text="To whom the person's own page is shown.",
    )
    leaving_at = models.DateTimeField(
        null=True,
        blank=True,
        db_index=True,
        help_text="When the account is deleted, unless its person logs in before.",
    )
    gone_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when there is no person behind this account."
    )

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """As Django's, and another one while the account is about to be deleted: whoever asks for
        that is logged out everywhere.
        """
        found = super()._get_session_auth_hash(secret)  # type: ignore[misc]
        return f"leaving {found}" if self.leaving_at else str(found)


class ApiToken(AbstractAuthToken):
    """A token with the name its owner gave it. The token itself is shown once; the row holds its
    SHA-512.

    `ref` names the row in addresses; `token_key`, the token's first letters, tells its owner which
    one it is.
    """

    ref = models.UUIDField(unique=True, default=uuid4, editable=False)
    name = models.CharField(max_length=60)
    used_at = models.DateTimeField(null=True, blank=True, help_text="Last use, to a few minutes.")

    class Meta:
        ordering: ClassVar = ["-created", "ref"]
        verbose_name = "API token"

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"
