"""Services for forks, which are used for teaching. A fork is an imported club that continues
independently of the original club.

See `docs/decisions/0030-bundles.md`. A fork's people are renamed to Player 1, Player 2 and so on.
Messages are left out. The club states that it is a fork. Ids and matches are those of the original,
because otherwise no week could be replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db import models

from campaign.desk.rules.founding import Opening
from campaign.desk.services import founding
from campaign.league.models import Campaign, DeskAct, Season
from campaign.league.services import desk_log
from campaign.news.models import News
from campaign.news.services import news
from core.accounts.models import User
from core.accounts.rules.former import replace_name, replace_name_in_record
from core.web.moments import in_text
from home.rules.bundle import Manifest

PLAYER: Final = "Player {number}"
"""Format of people's names in a fork. Nobody can sign up with such a name, because usernames cannot
contain spaces.
"""


def say_players(row: models.Model, names: Mapping[str, str]) -> None:
    """Replace people's names in texts that the site wrote, which are the news and the desk log."""
    match row:
        case News():
            for name, new_name in names.items():
                if name in row.text:
                    row.text = replace_name(row.text, name, new_name)[:500]
        case DeskAct():
            for name, new_name in names.items():
                row.detail = replace_name_in_record(row.detail, name, new_name)


def say_fork(campaign: Campaign, manifest: Manifest, key: str, gm: User, now: datetime) -> None:
    """State in the log and in the news which club this is a fork of."""
    detail = {
        "made_at": in_text(manifest.made_at),
        "title": manifest.club.name,
        "signed_by": key,
    }
    act = desk_log.record(
        campaign_id=campaign.pk, actor=gm, kind="fork-made", now=now, detail=detail
    )
    text = (
        f"This club is a fork of {manifest.club.name}, created from its state on "
        f"{detail['made_at']}. Its members are renamed to players, and changes here do not "
        "affect the original."
    )
    news.publish([news.Item(campaign.pk, "fork-made", text[:500], f"fork-made:{act.pk}", now)])


def open_weeks(campaign: Campaign, gm: User, now: datetime) -> None:
    """Close the current season, which reveals its orders and dice to the club, and open the next
    season.

    Raise WrongTime during a week.
    """
    season = Season.objects.filter(campaign=campaign, closed_at=None).first()
    if season is None:
        return
    founding.close_season(season=season, actor=gm, now=now, without_duels=True)
    founding.open_season(campaign=campaign, new=Opening(), actor=gm, now=now)
