"""A fork to teach with: a club of a bundle that goes on by itself, on a site where the original is
not (`docs/decisions/0030-bundles.md`).

Its people are Player 1, Player 2 …; what they said to each other stays behind. It says what it is a
fork of. Ids and matches are the original's: without them no week would replay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.desk.services import founding
from campaign.league.models import Campaign, DeskAct, News, Season
from campaign.league.services import desk_log, news
from core.accounts.rules.former import renamed, renamed_within
from core.web.moments import in_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from django.db import models

    from core.accounts.models import User
    from home.rules.bundle import Manifest

PLAYER: Final = "Player {number}"
"""What a fork calls its people. Nobody can sign up with a blank in their name."""


def say_players(row: models.Model, names: Mapping[str, str]) -> None:
    """Exchange names in what the site has said of people: news, and the desk's log."""
    match row:
        case News():
            for name, now in names.items():
                if name in row.text:
                    row.text = renamed(row.text, name, now)[:500]
        case DeskAct():
            for name, now in names.items():
                row.detail = renamed_within(row.detail, name, now)


def say_fork(campaign: Campaign, manifest: Manifest, key: str, gm: User, at: datetime) -> None:
    """Say in the log and in the news what the club is a fork of."""
    detail = {
        "made_at": in_text(manifest.made_at),
        "title": manifest.club.name,
        "signed_by": key,
    }
    act = desk_log.record(campaign_id=campaign.pk, actor=gm, kind="fork-made", at=at, detail=detail)
    text = (
        f"This club is a fork of {manifest.club.name}, created from its state on "
        f"{detail['made_at']}. Its members are renamed to players, and changes here do not "
        "affect the original."
    )
    news.publish([news.Item(campaign.pk, "fork-made", text[:500], f"fork-made:{act.pk}", at)])


def open_weeks(campaign: Campaign, gm: User, at: datetime) -> None:
    """Close the season under way, so that the whole club reads its orders and dice, and open the
    next one. Raises WrongTime while a week is under way.
    """
    season = Season.objects.filter(campaign=campaign, closed_at=None).first()
    if season is None:
        return
    founding.close_season(season=season, actor=gm, at=at, without_duels=True)
    founding.open_season(campaign=campaign, actor=gm, at=at)
