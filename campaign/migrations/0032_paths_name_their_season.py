"""Name the season in the stored address of every notice about a week.

Without it, such an address leads to the newest season's week of the same number.
"""

import re
from bisect import bisect_right

from django.db import migrations

ABOUT_A_WEEK = re.compile(r"(?:weeks|teams/[^/]+/reports)/(\d+)/[^?]*")
"""A page below the club's own that is about one week; its number is the group."""
MAX_PATH_LENGTH = 200
BATCH = 1000


def name_seasons(apps, schema_editor):
    """Add the season to each path that names a week. Leave paths whose season is unknown
    unchanged.
    """
    notices, seasons = _rows(apps, "notifications", "Notice"), _rows(apps, "campaign", "Season")
    weeks = _rows(apps, "campaign", "Week")
    if not seasons.exists():
        return
    opened = {}
    for club, at, number in seasons.order_by("opened_at", "number").values_list(
        "campaign_id", "opened_at", "number"
    ):
        opened.setdefault(club, []).append((at, number))
    known = set(weeks.values_list("season__campaign_id", "season__number", "number"))
    batch = []
    rows = notices.exclude(campaign=None).exclude(path__contains="?")
    for notice in rows.only("path", "campaign_id", "at", "about").iterator(chunk_size=BATCH):
        page = ABOUT_A_WEEK.fullmatch(notice.path)
        if page is None:
            continue
        season = _season(notice, opened.get(notice.campaign_id, []))
        path = f"{notice.path}?season={season}"
        is_known = (notice.campaign_id, season, int(page[1])) in known
        if not is_known or len(path) > MAX_PATH_LENGTH:
            continue
        notice.path = path
        batch.append(notice)
        if len(batch) == BATCH:
            notices.bulk_update(batch, ["path"])
            batch = []
    notices.bulk_update(batch, ["path"])


def _season(notice, opened):
    """Return the season that the notice names, otherwise the last one opened before it was sent."""
    if (notice.about or {}).get("season"):
        return notice.about["season"]
    before = bisect_right([at for at, _ in opened], notice.at)
    return opened[before - 1][1] if before else None


def _rows(apps, app, model):
    return apps.get_model(app, model)._base_manager.all()  # the manager without a scope


class Migration(migrations.Migration):
    """Make existing notices link to the right season."""

    dependencies = [
        ("campaign", "0031_what_is_due_has_an_index"),
        ("notifications", "0005_chosen_reminders"),
    ]

    operations = [migrations.RunPython(name_seasons, migrations.RunPython.noop, elidable=True)]
