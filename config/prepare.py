"""Bring the database up to date, and found the demo club in an empty one. Run by ``config.serve``."""

from __future__ import annotations

import io

import django
from django.conf import settings
from django.core.management import call_command, get_commands


def main() -> None:
    """Migrate; call the demo command when nobody has an account yet, and keep its logins for `config.serve` to print."""
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    from django.contrib.auth import get_user_model

    if get_user_model().objects.exists():
        return
    kept = settings.VAR_DIR / "logins.txt"
    kept.unlink(missing_ok=True)
    if settings.DEMO and "demo" in get_commands():
        told = io.StringIO()
        call_command("demo", stdout=told)
        kept.write_text(told.getvalue())


if __name__ == "__main__":
    main()
