"""Sites that lose a club and get it back: changes inside a block are rolled back, as if it were
another, empty site.
"""

from __future__ import annotations

from contextlib import contextmanager
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from django.core.management import call_command
from django.db import transaction
from django_scopes import scopes_disabled

from campaign.duels.selectors.standings import standings
from campaign.league.models import Campaign, Season, Week
from engine.codec import encode
from espionage.models import Seal, SealedSeat
from espionage.selectors.transcripts import whole_transcript
from home.selectors.bundle_files import create_archive, open_bundle, write_manifest, write_part
from home.selectors.bundles import write_bundle
from play.models import Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime


class _Gone(Exception):
    """Rolls back everything in the block."""


@contextmanager
def another_site() -> Iterator[None]:
    """Roll back everything done inside the block."""
    try:
        with transaction.atomic():
            yield
            raise _Gone
    except _Gone:
        pass


def bundle_of(campaign: Campaign, at: datetime, talk: Any = "all") -> bytes:
    """Return the club's open bundle."""
    file = BytesIO()
    write_bundle(campaign, file, talk=talk, now=at)
    return file.getvalue()


def reconciled() -> str:
    """Return the output of `manage.py reconcile`."""
    said = StringIO()
    call_command("reconcile", stdout=said)
    return said.getvalue().strip()


def fingerprint(campaign: Campaign) -> dict[str, Any]:
    """Return what must be the same on every site: hashes of matches, digests of sheets, roots,
    transcripts, standings.
    """
    with scopes_disabled():
        published = (Week.Status.SETTLED, Week.Status.CLOSED)
        weeks = Week.objects.filter(season__campaign=campaign, status__in=published)
        weeks = weeks.select_related("season__campaign").order_by("season__number", "number")
        seals = Seal.objects.filter(week__in=weeks).order_by("pk")
        return {
            "states": dict(Snapshot.objects.values_list("match", "state_hash")),
            "roots": list(
                seals.values_list("seed_hash", "salt_root", "order_root", "dice_root", "told_root")
            ),
            "leaves": list(
                SealedSeat.objects.filter(week__in=weeks)
                .order_by("pk")
                .values_list("leaf", "sheet__digest", "sheet__payload")
            ),
            "transcripts": [
                encode(whole_transcript(week))
                for week in weeks
                if Seal.objects.exclude(match=None).filter(week=week).exists()
            ],
            "standings": [
                [(row.team.name, row.points) for row in standings(season).rows]
                for season in Season.objects.filter(campaign=campaign).order_by("number")
            ],
        }


def changed(bundle: bytes, name: str, old: bytes, new: bytes) -> bytes:
    """Return the bundle with a text replaced in one of its files."""
    out = BytesIO()
    with ZipFile(BytesIO(bundle)) as was, ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for each in was.namelist():
            text = was.read(each)
            if each == name:
                assert old in text
                text = text.replace(old, new, 1)
            archive.writestr(each, text)
    return out.getvalue()


def signed_anew(bundle: bytes, part: str, old: str, new: str) -> bytes:
    """Return a bundle with a text of one part replaced, signed again. Empty rows are removed."""
    out = BytesIO()
    with open_bundle(BytesIO(bundle)) as was, create_archive(out) as archive:
        parts = []
        for each in was.manifest.parts:
            lines = list(was.lines(each.name))
            if each.name == part:
                assert any(old.encode() in line for line in lines)
                replaced_lines = [line.replace(old.encode(), new.encode()) for line in lines]
                lines = [line for line in replaced_lines if line]
            parts.append(write_part(archive, each.name, lines))
        write_manifest(archive, msgspec.structs.replace(was.manifest, parts=tuple(parts)))
    return out.getvalue()
