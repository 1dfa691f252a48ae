"""The process of ``make run`` that sends emails, push messages and webhook messages."""

from __future__ import annotations

from django.core.management import execute_from_command_line

from . import parent_watchdog


def main() -> None:
    """Deliver messages until a stop signal arrives or the parent process ends."""
    parent_watchdog.hold()
    # The checks import every page, which takes memory, and they find nothing new here.
    execute_from_command_line(["manage.py", "tick", "--loop", "--only", "post", "--skip-checks"])


if __name__ == "__main__":
    main()
