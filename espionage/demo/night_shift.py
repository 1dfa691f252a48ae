"""A second demo club in the middle of a week, with an ambush waiting for its players."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from django_scopes import scope

from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.league.models import Campaign, Season, Team, Week
from campaign.ledger.rules.gear import Packed
from campaign.ledger.services import stores
from campaign.roster.models import Character
from campaign.roster.rules.spies import Kit
from campaign.teams.rules.acts import NewTeam
from campaign.teams.services import teams
from core.accounts.models import User
from core.web import clock
from engine.sealing import seed_hash, week_seed
from engine.values import HOST
from espionage.models import OrderSheet, Seal
from espionage.rules.orders import Order, Sheet, Standing
from espionage.rules.picked_seeds import picked_seeds
from espionage.rules.week import WEEK
from espionage.services.resolving import rehearse
from espionage.services.sheets import save_sheet
from espionage.services.tick import tick
from play.running import begin

from .cast import Member
from .founding import found_team, hire, weekday

SLUG: Final = "night-shift"
STORE: Final = {
    "rifle": 2,
    "rifle_clip": 2,
    "shotgun": 2,
    "heavy_pistol": 1,
    "smoke_grenade": 3,
    "body_armour": 2,
    "knife": 1,
}
KITS_BY_ACTION: Final = {
    "infiltrate": ("rifle", "rifle_clip", "smoke_grenade", "body_armour"),
    "counterspy": ("shotgun", "smoke_grenade", "body_armour"),
}
"""Gear of both sides. The spy shoots from a distance, and the counterspy has to come close."""
SIDES: Final = (
    (
        "vera",
        "Late Edition",
        "#8e2a6b",
        (("Tom Quill", "assassin"), ("Odile Marsh", "spy"), ("Bea Lund", "watcher")),
    ),
    (
        "tomas",
        "Paper Round",
        "#00707c",
        (("Jo Ferrant", "watcher"), ("Nils Aker", "duellist"), ("Ama Osei", "spy")),
    ),
)
"""Owner, team, colour, and people by name and archetype.

The first person spies, and the second guards.
"""


def play_club(users: dict[str, User], now: datetime) -> None:
    """Create the club in the past and play its first week up to the ambush."""
    opening_day = (now - timedelta(days=3)).date()
    founding_time = datetime.combine(opening_day, datetime.min.time(), now.tzinfo) - timedelta(
        days=1
    )
    campaign = _found_campaign(users["morgan"], opening_day, founding_time)
    sides = [_found_team(campaign, users, side, founding_time) for side in SIDES]
    season = Season.objects.with_scopes_disabled().get(campaign=campaign)
    week = (
        Week.objects.with_scopes_disabled()
        .select_related("season__campaign")
        .get(season=season, number=1)
    )
    tick(now=week.opens_at)
    (spies, spying_team), (guards, guarding_team) = sides
    standing = Standing(ambushes="live", on_counterspy_twelve="ambush", section=1)
    spy_orders = tuple(
        Order(
            spy=str(character.pk),
            action="infiltrate",
            target_team=str(guarding_team.pk),
            kit=_kit("infiltrate"),
        )
        for character in spies[:2]
    )
    guard_orders = tuple(
        Order(spy=str(character.pk), action="counterspy", kit=_kit("counterspy"))
        for character in guards[:2]
    )
    with scope(campaign=campaign.pk), clock.set_to(week.due_at - timedelta(hours=5)):
        for team, orders in ((spying_team, spy_orders), (guarding_team, guard_orders)):
            owner = users["vera" if team == spying_team else "tomas"]
            save_sheet(
                week_id=week.pk,
                team=team,
                sheet=Sheet(orders=orders, standing=standing),
                state=OrderSheet.State.FINAL,
                seen_version=0,
                saved_by=owner,
            )
        lay_ambush(week)
    with clock.set_to(week.due_at):
        tick(now=week.due_at)


def _kit(action: str) -> Kit:
    return Kit(items=tuple(Packed(gear=gear) for gear in KITS_BY_ACTION[action]))


def lay_ambush(week: Week, ambushes: int = 1) -> None:
    """Give an open week a seed with which its orders lead to this number of ambushes.

    Each ambush after the first follows a withdrawal from the previous ambush. No beacon is used.
    Call this only for clubs that nobody plays seriously.
    """
    setup, root = rehearse(week)
    for seed in picked_seeds("ambush"):
        running = begin(WEEK, setup, seed=week_seed(seed, root), now=week.due_at, sealed=True)
        for _ in range(ambushes - 1):
            if running.outcome is None and running.view(HOST).ambush is not None:
                running.submit(
                    seat=HOST, move=WEEK.legal_moves(running.view(HOST))[0], now=week.due_at
                )
        if (
            running.outcome is None
            and running.view(HOST).ambush is not None
            and len(running.state.hidden.fights) == ambushes - 1
        ):
            Seal.objects.filter(week=week).update(seed=seed, seed_hash=seed_hash(seed), source="")
            return
    raise LookupError("no dice lead to an ambush")


def _found_campaign(gm: User, first: date, now: datetime) -> Campaign:
    """Create a campaign with a week that was due yesterday evening and is published tomorrow."""
    slot = {
        "opens_day": weekday(first), "opens_time": "00:05", "due_day": weekday(first, 2),
        "due_time": "20:00", "settle_hours": 44, "duel_day": weekday(first, 4),
        "duel_time": "19:00", "closes_day": weekday(first, 5), "closes_time": "22:00",
        "ambush_by_doctrine": False, "live_decisions": False,
    }  # fmt: skip
    return founding.create_club(
        new=Founding(
            name="Night Shift League",
            options=slot,
            first=first,
            weeks=4,
            blurb=(
                "Two newspapers, one story. In this club ambushes are fought on the site: one is "
                "under way."
            ),
        ),
        slug=SLUG,
        founder=gm,
        now=now,
    )


def _found_team(
    campaign: Campaign,
    users: dict[str, User],
    side: tuple[str, str, str, tuple[tuple[str, str], ...]],
    now: datetime,
) -> tuple[list[Character], Team]:
    login, name, colour, cast = side
    owner = users[login]
    team = found_team(campaign, owner, NewTeam(name=name, colour=colour), now)
    people = [hire(team, owner, Member(*member), now) for member in cast]
    stores.buy(team=team, counts=STORE, actor=owner, now=now)
    return people, teams.ask_approval(team=team, now=now)
