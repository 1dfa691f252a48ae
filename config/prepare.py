"""Bring the database up to date, and found the demo club in an empty one. Run by ``config.serve``."""

from __future__ import annotations

import io
import os

import django
from django.conf import settings
from django.core.management import call_command, get_commands


class Tee(io.StringIO):
    """Shows what is written to it, and keeps it."""

    def write(self, text: str) -> int:
        """Print and keep."""
        print(text, end="", flush=True)  # noqa: T201 - this is its purpose
        return super().write(text)


def main() -> None:
    """Migrate; call the demo command when nobody has an account yet."""
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    from django.contrib.auth import get_user_model

    wanted = os.environ.get("DEMO", "1") != "0"
    if wanted and "demo" in get_commands() and not get_user_model().objects.exists():
        told = Tee()
        call_command("demo", stdout=told)
        (settings.VAR_DIR / "logins.txt").write_text(told.getvalue())


if __name__ == "__main__":
    main()
