"""`manage.py changepassword NAME` runs Django's command and then notifies the user."""

from __future__ import annotations

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from core.accounts.models import User
from core.accounts.services.account_changes import ByStaff, changed_by_staff
from core.web import clock


class Command(changepassword.Command):
    """Set a user's password, sign them out, and notify them in their inbox and by email."""

    help = "Set a user's password, sign them out everywhere and notify them."

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Ask for the password, set it, and notify the user."""
        output = super().handle(*args, **options)
        name = options["username"] or getpass.getuser()
        user = User.objects.using(options["database"]).get(username=name)
        changed_by_staff(user=user, staff_user=None, change=ByStaff.PASSWORD, now=clock.now())
        return output
