"""`manage.py import_campaign FILE --gm NAME` imports a club from its bundle."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from core.accounts.models import User
from core.web.refusals import Refused
from home.selectors.bundle_sealing import open_unsealed
from home.services.bundle_import import Fork, import_bundle


class Command(BaseCommand):
    help = (
        "Import a club from a bundle. If anything fails, nothing is imported. Members get no "
        "sign-in details unless you map them to existing users with --person. Run `reconcile` "
        "afterwards to replay and check all matches."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--gm", required=True, help="Username of the club's GM on this site.")
        parser.add_argument(
            "--person",
            action="append",
            default=[],
            metavar="NAME=USER",
            help="Map a person in the bundle to a user on this site. Can be repeated.",
        )
        parser.add_argument("--name", default="", help="New name for the club.")
        parser.add_argument(
            "--fork",
            action="store_true",
            help=(
                "Import as a teaching copy. People become Player 1, Player 2 and so on, and "
                "messages are not imported. The club states that it is a fork."
            ),
        )
        parser.add_argument(
            "--open",
            action="store_true",
            help="With --fork: close the season so that everyone can read its weeks, and start a "
            "new one.",
        )

    def handle(
        self, *args: Any, file: Path, gm: str, person: list[str], name: str, **options: Any
    ) -> None:
        if options["open"] and not options["fork"]:
            raise CommandError("--open requires --fork.")
        fork = Fork(reveal_weeks=options["open"]) if options["fork"] else None
        try:
            users = dict(_pair(argument) for argument in person)
            with file.open("rb") as source, open_unsealed(source) as bundle:
                imported = import_bundle(
                    bundle, gm=_user(gm), now=timezone.now(), users=users, name=name, fork=fork
                )
        except OSError as error:
            raise CommandError(f"Cannot read {file}.") from error
        except Refused as error:
            raise CommandError(str(error)) from error
        origin = "this site" if imported.is_ours else "another site"
        self.stdout.write(f"Valid signature by {imported.signature.key} ({origin}).")
        self.stdout.write(
            f"Imported {imported.campaign.name}: {imported.rows} rows, "
            f"at /c/{imported.campaign.slug}/."
        )
        if imported.inactive_people:
            self.stdout.write(f"Without sign-in details: {', '.join(imported.inactive_people)}.")


def _pair(argument: str) -> tuple[str, User]:
    name, equals, user = argument.partition("=")
    if not equals:
        raise CommandError(f"{argument}: use the form NAME=USER.")
    return name, _user(user)


def _user(name: str) -> User:
    try:
        return User.objects.get(username=name, guest=False)
    except User.DoesNotExist as error:
        raise CommandError(f"There is no user {name} on this site.") from error
