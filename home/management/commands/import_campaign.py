"""`manage.py import_campaign FILE --gm NAME`: take a club in from its bundle."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from core.accounts.models import User
from core.web.refusals import Refused
from home.selectors.bundle_sealing import unsealed
from home.services.bundle_import import Fork, take_in


class Command(BaseCommand):
    help = (
        "Takes a club in from a bundle, whole or not at all. People come without a log-in, or are "
        "who you say. Afterwards `reconcile` replays everything."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--gm", required=True, help="Who runs the club here: a user name.")
        parser.add_argument(
            "--person",
            action="append",
            default=[],
            metavar="NAME=USER",
            help="Who of the bundle is whom here; as often as you like.",
        )
        parser.add_argument("--name", default="", help="Another name for the club.")
        parser.add_argument(
            "--fork",
            action="store_true",
            help=(
                "A copy to teach with, which says so: people become Player 1, Player 2 …, and what "
                "they said to each other stays behind."
            ),
        )
        parser.add_argument(
            "--open",
            action="store_true",
            help="With --fork: close the season, so that all read its weeks, and begin another.",
        )

    def handle(
        self, *args: Any, file: Path, gm: str, person: list[str], name: str, **options: Any
    ) -> None:
        if options["open"] and not options["fork"]:
            raise CommandError("Only a fork (--fork) has its weeks opened.")
        fork = Fork(opened=options["open"]) if options["fork"] else None
        try:
            known = dict(_pair(said) for said in person)
            with file.open("rb") as said, unsealed(said) as bundle:
                done = take_in(
                    bundle, gm=_user(gm), at=timezone.now(), known=known, name=name, fork=fork
                )
        except OSError as error:
            raise CommandError(f"{file} cannot be read.") from error
        except Refused as error:
            raise CommandError(str(error)) from error
        by = "this site" if done.is_ours else "another site"
        self.stdout.write(f"Signed by {done.signature.key} ({by}), whole.")
        self.stdout.write(f"{done.campaign.name}: {done.rows} rows, at /c/{done.campaign.slug}/.")
        if done.stand_ins:
            self.stdout.write(f"Without a log-in: {', '.join(done.stand_ins)}.")


def _pair(said: str) -> tuple[str, User]:
    name, equals, user = said.partition("=")
    if not equals:
        raise CommandError(f"{said}: say NAME=USER.")
    return name, _user(user)


def _user(name: str) -> User:
    try:
        return User.objects.get(username=name, guest=False)
    except User.DoesNotExist as error:
        raise CommandError(f"Nobody here is called {name}.") from error
