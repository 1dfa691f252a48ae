"""Users and their API tokens, which are stored as hashes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from knox.models import AbstractAuthToken

EVERY_SCOPE: Final = "read orders play desk"


class User(AbstractUser):
    """A person. Their permissions depend on their memberships and teams, and not on this row."""

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
        help_text="Time zone for times on pages and in mail; empty until it is known.",
    )
    guest = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Guest account without a password, tied to one browser.",
    )
    shown = models.CharField(
        max_length=8,
        choices=Shown,
        default=Shown.CLUBS,
        db_default=Shown.CLUBS,
        help_text="People who can see the profile.",
    )
    former_name = models.CharField(
        max_length=150,
        blank=True,
        default="",
        db_default="",
        help_text="Previous name, reserved for a year and not shown to anyone.",
    )
    renamed_at = models.DateTimeField(
        null=True, blank=True, help_text="When the person last changed their name."
    )
    leaving_at = models.DateTimeField(
        null=True,
        blank=True,
        db_index=True,
        help_text="When the account is deleted, unless its owner signs in before.",
    )
    gone_at = models.DateTimeField(null=True, blank=True, help_text="When the account was deleted.")

    def get_session_auth_hash(self) -> str:
        """Return Django's hash, changed while the account is scheduled for deletion.

        The change signs the user out everywhere.
        """
        return self.mark_hash(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the hashes for earlier secret keys, changed in the same way."""
        return map(self.mark_hash, super().get_session_auth_fallback_hash())

    def mark_hash(self, auth_hash: str) -> str:
        """Return the hash. It is modified while the account is scheduled for deletion."""
        return f"leaving {auth_hash}" if self.leaving_at else auth_hash


class ApiToken(AbstractAuthToken):
    """An API token, with the name that its owner gave it.

    The token itself is shown only once. The row stores its SHA-512 hash. `scopes` and `club` limit
    its use (`core.web.api.scopes`). `ref` identifies the row in URLs. `token_key` is the beginning
    of the token, by which its owner can recognize it.
    """

    ref = models.UUIDField(unique=True, default=uuid4, editable=False)
    name = models.CharField(max_length=60)
    used_at = models.DateTimeField(null=True, blank=True, help_text="Last use, to a few minutes.")
    scopes = models.CharField(
        max_length=40,
        default=EVERY_SCOPE,
        db_default=EVERY_SCOPE,
        help_text="Scopes, separated by spaces.",
    )
    club = models.ForeignKey(
        settings.CLUB_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="The only club it can access; empty for all.",
    )
    reminded_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When its owner was last reminded, or created or renewed it.",
    )

    class Meta:
        ordering: ClassVar = ["-created", "ref"]
        verbose_name = "API token"

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"

    @property
    def rights(self) -> frozenset[str]:
        """The scopes of the token."""
        return frozenset(self.scopes.split())

    @property
    def permissions_text(self) -> str:
        """The token's permissions as a sentence."""
        scope = f"In {self.club} alone" if self.club_id else "In all clubs"
        return f"{scope}: {', '.join(self.scopes.split())}."

    @property
    def club_slug(self) -> str:
        """The slug of the only club that the token can access, or "" for all clubs. This takes one
        query, or none for all clubs.
        """
        return self.club.slug if self.club else ""
