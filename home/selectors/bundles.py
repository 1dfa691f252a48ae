"""A club as a bundle: everything that its truth is in, written to a file row after row.

It opens every secret of the weeks that are published. Only the site's host may have one; what a GM
is given is sealed (`home/services/bundle_export.py`).
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec
from django.conf import settings
from django.db import connection, transaction
from django_scopes import scopes_disabled

from campaign.league.models import Week
from core.accounts.models import User
from core.web.refusals import Refused, WrongTime
from home.rules.bundle import PEOPLE, VERSION, Club, Manifest
from play.models import Match

from .bundle_files import archive_for, write_manifest, write_part
from .bundle_parts import CARRIED, MATCH
from .bundle_rows import encoded, fields

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Campaign
    from home.rules.bundle import Part, Talk

    from .bundle_parts import Carried

AT_ONCE: Final = 500


def why_not(campaign: Campaign) -> Refused | None:
    """Why no bundle can be made of the club now; None where one can."""
    if campaign.tryout:
        return Refused("A try-out cannot be exported. Keep the club first.", code="try-out")
    with scopes_disabled():
        playing = Week.objects.filter(season__campaign=campaign, status=Week.Status.PLAYING).first()
    if playing is None:
        return None
    return WrongTime(
        f"Week {playing.number} is being resolved. Export the club after the week is published."
    )


def write(campaign: Campaign, file: IO[bytes], *, talk: Talk, at: datetime) -> Manifest:
    """Write the club's open bundle, all of one moment. Raises Refused for a try-out, WrongTime
    while a week is being resolved.
    """
    with scopes_disabled(), _one_moment():
        if refused := why_not(campaign):
            raise refused
        with archive_for(file) as archive:
            people: set[UUID] = set()
            parts: list[Part] = [
                write_part(archive, part.name, _rows(part, campaign.pk, talk, people))
                for part in CARRIED
                if part.goes_with(talk)
            ]
            parts.append(write_part(archive, PEOPLE, _people(people)))
            manifest = Manifest(
                version=VERSION,
                site_version=settings.VERSION,
                made_at=at,
                club=Club(id=str(campaign.pk), name=campaign.name, slug=campaign.slug),
                talk=talk,
                rules=_rules(campaign.pk),
                anew=_anew(campaign),
                parts=tuple(parts),
            )
            write_manifest(archive, manifest)
        return manifest


@contextmanager
def _one_moment() -> Iterator[None]:
    """All that is read is of one moment, whoever writes meanwhile. Inside of another transaction it
    is that one's moment.
    """
    inside = connection.in_atomic_block
    with transaction.atomic():
        if connection.vendor == "postgresql" and not inside:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _rows(part: Carried, campaign: UUID, talk: Talk, people: set[UUID]) -> Iterator[bytes]:
    """The lines of a table; whom they name is added to `people`."""
    names = fields(part)
    users = [name for name, field in names.items() if field.related_model is User]
    for row in part.rows(campaign, talk).values(*names).iterator(AT_ONCE):
        people.update(row[name] for name in users if row[name] is not None)
        yield encoded(part, row)


def _people(ids: set[UUID]) -> Iterator[bytes]:
    """Everybody who is named, by the name that the club knows."""
    for row in User.objects.filter(pk__among=ids).order_by("pk").iterator(AT_ONCE):
        yield msgspec.json.encode({"id": row.pk, "name": row.get_username()}) + b"\n"


def _rules(campaign: UUID) -> dict[str, int]:
    """The games that were played, and the newest version of their rules."""
    found: dict[str, int] = {}
    for path in MATCH:
        rows: Any = Match.objects.filter(**{path: campaign}).order_by("rules_version")
        found.update(rows.values_list("game", "rules_version").distinct())
    return dict(sorted(found.items()))


def _anew(campaign: Campaign) -> int | None:
    week = Week.objects.filter(season__campaign=campaign, status=Week.Status.OPEN).first()
    return week.number if week else None
