"""People who log in, and their API tokens: long random texts that stand for a person, kept as
hashes only.
"""

from __future__ import annotations

from typing import ClassVar, Final
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from knox.models import AbstractAuthToken

EVERY_SCOPE: Final = "read orders play desk"


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
    former_name = models.CharField(
        max_length=150,
        blank=True,
        default="",
        db_default="",
        help_text="What the person was called before: nobody else's for a year, shown to nobody.",
    )
    renamed_at = models.DateTimeField(
        null=True, blank=True, help_text="When the person last changed their name."
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
    SHA-512. `scopes` and `club` say what it may be used for (`core.web.api.scopes`).

    `ref` names the row in addresses; `token_key`, the token's first letters, tells its owner which
    one it is.
    """

    ref = models.UUIDField(unique=True, default=uuid4, editable=False)
    name = models.CharField(max_length=60)
    used_at = models.DateTimeField(null=True, blank=True, help_text="Last use, to a few minutes.")
    scopes = models.CharField(
        max_length=40,
        default=EVERY_SCOPE,
        db_default=EVERY_SCOPE,
        help_text="What it may be used for, words in a row.",
    )
    club = models.ForeignKey(
        settings.CLUB_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="The one club that it is for; empty for all.",
    )
    reminded_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When its owner was last told that it ends, made it or renewed it.",
    )

    class Meta:
        ordering: ClassVar = ["-created", "ref"]
        verbose_name = "API token"

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"

    @property
    def rights(self) -> frozenset[str]:
        """Its scopes."""
        return frozenset(self.scopes.split())

    @property
    def says(self) -> str:
        """What it may be used for, in a sentence."""
        where = f"In {self.club} alone" if self.club_id else "In all clubs"
        return f"{where}: {', '.join(self.scopes.split())}."

    @property
    def club_slug(self) -> str:
        """The address of the one club that it is for, "" for all. A query where it is for one."""
        return self.club.slug if self.club else ""
