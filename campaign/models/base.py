"""What every record of a club has in common: an id that counts nothing, and a manager that refuses to forget the campaign."""

from __future__ import annotations

from uuid import uuid4

from django.db import models


class Record(models.Model):
    """A row with a random id, so that no address or list tells how many rows there are (secrecy), and so that the job can
    write parents and children in one go without asking the database for numbers.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)

    class Meta:
        abstract = True
