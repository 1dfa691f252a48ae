"""A deputy answers a week's decisions and fights its ambushes, at its tables only (C24)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from campaign.league.models import Week
from campaign.members.services import deputies, members
from core.notifications.models import Notice
from espionage.models import AmbushFight
from espionage.services.tick import tick
from play.selectors.lobby import own_tables
from play.selectors.participants import NoSuchTable, place
from play.selectors.turns import turns_of
from tests.espionage.ambushes import LIVE, PLAYED, save_sheets_with_ambush
from tests.factories import person

from .conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.accounts.models import User

    from .conftest import Stage

pytestmark = pytest.mark.django_db


def deputy_of(stage: Stage, team: int) -> User:
    """Return the deputy of this team in the open week."""
    club, user = stage.club, person("ines")
    members.admit(campaign=club.campaign, user=user, role="spectator", now=club.at)
    deputies.appoint(
        team=club.teams[team],
        user=user,
        week=club.open_week,
        actor=club.players[team],
        now=club.at,
    )
    return user


def settle_week(stage: Stage) -> None:
    week = stage.club.open_week
    stage.at(week.settle_at + timedelta(minutes=1))
    tick(now=week.settle_at + timedelta(minutes=1))
    with stage.club.scope():
        assert Week.objects.get(pk=week.pk).status == Week.Status.SETTLED


@pytest.fixture
def asked_stage(make_stage: Callable[..., Stage]) -> Stage:
    """Return a week in which the second team is asked whether to counterspy the first one's
    mission.
    """
    stage = make_stage(options={"live_decisions": True, "settle_hours": 36, "decision_hours": 12})
    stage.post(stage.form(stage.infiltrate("Vesper", 1), do="final"))
    guards = [{"spy": stage.id(name, 1), "action": "counterspy"} for name in ("Rook", "Sable")]
    stage.post(stage.form(*guards, do="final"), who=1, team=1)
    return stage


def test_c24_a_deputy_is_asked_for_a_decision_and_answers(asked_stage: Stage) -> None:
    ines = deputy_of(asked_stage, 1)
    asked_stage.play()
    with asked_stage.club.scope():
        told = set(Notice.objects.filter(kind="decision").values_list("user", flat=True))
    assert told == {asked_stage.club.players[1].pk, ines.pk}
    home = text(asked_stage.browser(ines).get(f"/c/{asked_stage.club.campaign.slug}/"))
    assert "As deputy for Basilisk. If you don’t decide in time" in home
    errands = asked_stage.browser(ines).get("/api/v1/errands/").json()["results"]
    assert [(one["kind"], one["team"]["as_deputy"]) for one in errands] == [("decision", True)]
    form = asked_stage.get("decision/", who=ines, team=1).context["form"]
    sent = {
        "choice": "stay", "asked": form.initial["asked"],
        "idempotency": form["idempotency"].value(),
    }  # fmt: skip
    choices = [value for value, _ in form.fields["choice"].choices]
    sent["choice"] = choices[-1]
    assert asked_stage.post(sent, "decision/", ines, 1).status_code == 303
    assert asked_stage.get("decision/", who=ines, team=0).status_code == 404


def test_c24_a_deputy_fights_an_ambush_until_the_week_is_published(
    make_stage: Callable[..., Stage],
) -> None:
    stage = make_stage(options=PLAYED)
    save_sheets_with_ambush(stage.club, LIVE, LIVE)
    ines = deputy_of(stage, 1)
    stage.play()
    with stage.club.scope():
        table = AmbushFight.objects.get().table_id
        told = Notice.objects.filter(kind="ambush", user=ines)
        assert told.count() == 1
    assert stage.get("ambush/", who=ines, team=1).headers["Location"] == f"/play/{table}/"
    owner = stage.club.players[1]
    assert place(table, ines).seats == place(table, owner).seats != ()
    assert [card.table.pk for card in own_tables(ines)] == [table]
    assert [turn.table for turn in turns_of(ines)] == [turn.table for turn in turns_of(owner)]
    assert stage.browser(ines).get(f"/play/{table}/").status_code == 200
    assert "Ambush in progress: Basilisk" in text(stage.browser(ines).get("/me/"))
    settle_week(stage)
    assert place(table, owner).seats
    with pytest.raises(NoSuchTable):
        place(table, ines)
    assert not list(own_tables(ines))
    assert stage.get("ambush/", who=ines, team=1).status_code == 404


def test_c24_next_weeks_deputy_sees_no_table_of_this_week(make_stage: Callable[..., Stage]) -> None:
    stage = make_stage(options=PLAYED)
    save_sheets_with_ambush(stage.club, LIVE, LIVE)
    stage.play()
    club, user = stage.club, person("noor")
    members.admit(campaign=club.campaign, user=user, role="player", now=club.at)
    with club.scope():
        table = AmbushFight.objects.get().table_id
        second = Week.objects.select_related("season__campaign").get(season=club.season, number=2)
    deputies.appoint(team=club.teams[1], user=user, week=second, actor=club.players[1], now=club.at)
    settle_week(stage)
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status=Week.Status.CLOSED)
        Week.objects.filter(pk=second.pk).update(status=Week.Status.OPEN)
    with pytest.raises(NoSuchTable):
        place(table, user)
    assert not list(own_tables(user))
    assert not turns_of(user)
