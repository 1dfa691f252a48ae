"""The person who logs in."""

from __future__ import annotations

from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person. What they may do follows from their memberships and teams, never from this row."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
