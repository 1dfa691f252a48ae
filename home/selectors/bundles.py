"""Export of a club, with all its data, to a bundle that is written row by row.

A bundle reveals every secret of the published weeks, so only the site's host can get an open
bundle. GMs get a sealed bundle (`home/selectors/bundle_sealing.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Any, Final
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection, transaction
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Week
from core.accounts.models import User
from core.web.refusals import Refused, WrongTime
from home.rules.bundle import PEOPLE, VERSION, Club, Manifest, Part, Talk
from play.models import Match

from .bundle_files import create_archive, write_manifest, write_part
from .bundle_parts import EXPORTED_TABLES, MATCH, ExportedTable
from .bundle_rows import encode_row, exported_fields

BATCH_ROWS: Final = 500


def export_refusal(campaign: Campaign) -> Refused | None:
    """Return the reason why the club cannot be exported now, or None."""
    if campaign.tryout:
        return Refused("A try-out cannot be exported. Keep the club first.", code="try-out")
    with scopes_disabled():
        playing = Week.objects.filter(season__campaign=campaign, status=Week.Status.PLAYING).first()
    if playing is None:
        return None
    return WrongTime(
        f"Week {playing.number} is being resolved. Export the club after the week is published."
    )


def write_bundle(campaign: Campaign, file: IO[bytes], *, talk: Talk, now: datetime) -> Manifest:
    """Write an open bundle of the club from one consistent snapshot.

    Raise Refused for a try-out, or WrongTime while a week is being processed.
    """
    with scopes_disabled(), _snapshot():
        if refusal := export_refusal(campaign):
            raise refusal
        with create_archive(file) as archive:
            people: set[UUID] = set()
            parts: list[Part] = [
                write_part(archive, part.name, _rows(part, campaign.pk, talk, people))
                for part in EXPORTED_TABLES
                if part.is_included(talk)
            ]
            parts.append(write_part(archive, PEOPLE, _people(people)))
            manifest = Manifest(
                version=VERSION,
                site_version=settings.VERSION,
                made_at=now,
                club=Club(id=str(campaign.pk), name=campaign.name, slug=campaign.slug),
                talk=talk,
                rules=_rules_versions(campaign.pk),
                anew=_open_week_number(campaign),
                parts=tuple(parts),
            )
            write_manifest(archive, manifest)
        return manifest


@contextmanager
def _snapshot() -> Iterator[None]:
    """Read from one consistent snapshot, or from that of the surrounding transaction."""
    in_transaction = connection.in_atomic_block
    with transaction.atomic():
        if connection.vendor == "postgresql" and not in_transaction:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _rows(part: ExportedTable, campaign: UUID, talk: Talk, people: set[UUID]) -> Iterator[bytes]:
    """Yield the lines of a table. The ids of people in these lines are added to `people`."""
    names = exported_fields(part)
    users = [name for name, field in names.items() if field.related_model is User]
    for row in part.rows(campaign, talk).values(*names).iterator(BATCH_ROWS):
        people.update(row[name] for name in users if row[name] is not None)
        yield encode_row(part, row)


def _people(ids: set[UUID]) -> Iterator[bytes]:
    for row in User.objects.filter(pk__among=ids).order_by("pk").iterator(BATCH_ROWS):
        yield msgspec.json.encode({"id": row.pk, "name": row.get_username()}) + b"\n"


def _rules_versions(campaign: UUID) -> dict[str, int]:
    """Return the newest rules version of each game that has been played."""
    versions: dict[str, int] = {}
    for path in MATCH:
        rows: Any = Match.objects.filter(**{path: campaign}).order_by("rules_version")
        versions.update(rows.values_list("game", "rules_version").distinct())
    return dict(sorted(versions.items()))


def _open_week_number(campaign: Campaign) -> int | None:
    week = Week.objects.filter(season__campaign=campaign, status=Week.Status.OPEN).first()
    return week.number if week else None
