"""A deputy for a team's week: candidates, announcement, and the end of the right (C24)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from campaign.calendar.services import calendar
from campaign.league import policy
from campaign.league.models import Deputy, DeskAct, Week
from campaign.members.selectors import deputies as selector
from campaign.members.services import deputies, deputies_ending, members, owners
from campaign.news.models import News
from campaign.teams.rules.acts import NewTeam
from campaign.teams.services import teams
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.refusals import Refused, WrongTime
from espionage.services.opening import open_weeks
from tests.factories import Club, found_club, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=1, vehicles=0, spectator=True)


@pytest.fixture
def ines(club: Club) -> User:
    """Return a player without a team."""
    user = person("ines")
    members.admit(campaign=club.campaign, user=user, role="player", now=club.at)
    return user


def name_deputy(club: Club, user: User, *, team: int = 0, week: Week | None = None) -> Deputy:
    return deputies.appoint(
        team=club.teams[team],
        user=user,
        week=week or club.open_week,
        actor=club.players[team],
        now=club.at,
    )


def can_command(club: Club, user: User, team: int = 0) -> bool:
    return policy.may_command(club.viewer(user), club.teams[team])


def week_two(club: Club) -> Week:
    with club.scope():
        return Week.objects.select_related("season__campaign").get(season=club.season, number=2)


def inbox(user: User) -> list[str]:
    rows = Notice.objects.with_scopes_disabled().filter(user=user)  # type: ignore[attr-defined]
    return list(rows.order_by("at", "id").values_list("text", flat=True))


def test_c24_a_deputy_is_announced_and_can_give_orders_at_once(club: Club, ines: User) -> None:
    said = f"{ines} is deputy for Anvil in week 1."
    assert not can_command(club, ines)
    name_deputy(club, ines)
    assert can_command(club, ines) and not can_command(club, ines, team=1)
    with club.scope():
        assert News.objects.get(kind="deputy-named").text == said
        act = DeskAct.objects.get(kind="deputy-named")
        assert (act.public, act.team, act.actor) == (True, club.teams[0], club.players[0])
    assert inbox(ines)[-1] == inbox(club.players[0])[-1] == said
    assert said not in inbox(club.players[1])


def test_c24_a_deputy_has_no_other_rights_of_an_owner(club: Club, ines: User) -> None:
    name_deputy(club, ines)
    viewer, team = club.viewer(ines), club.teams[0]
    assert not policy.owns(viewer, team)
    assert not policy.has_team(viewer)
    assert not policy.may_read_books(viewer, team)
    assert not policy.is_referee(viewer)
    assert policy.may_play(viewer)
    assert not policy.may_command_in(viewer, team, week_two(club))
    assert policy.may_command_in(club.viewer(club.players[0]), team, week_two(club))


def test_c24_a_spectator_can_be_a_deputy(club: Club) -> None:
    assert club.spectator is not None
    name_deputy(club, club.spectator)
    assert can_command(club, club.spectator)


def test_c24_naming_the_same_deputy_again_is_announced_once(club: Club, ines: User) -> None:
    assert name_deputy(club, ines) == name_deputy(club, ines)
    with club.scope():
        assert News.objects.filter(kind="deputy-named").count() == 1


def test_c24_gms_rivals_owners_and_outsiders_cannot_be_deputies(club: Club) -> None:
    for user, why in (
        (club.gm, "is a GM of this club"),
        (club.players[1], "runs a team in this club"),
        (club.players[0], "runs a team in this club"),
        (person("passer-by"), "Choose a member"),
    ):
        with pytest.raises(Refused, match=why):
            name_deputy(club, user)
    with club.scope():
        assert {user.username for user in selector.possible_deputies(club.campaign)} == {
            club.spectator.username  # type: ignore[union-attr]
        }


def test_c24_a_team_has_one_deputy_a_week_and_a_deputy_one_team(club: Club, ines: User) -> None:
    name_deputy(club, ines)
    with pytest.raises(Refused, match=f"{ines} is already deputy for Anvil in week 1. Remove"):
        name_deputy(club, club.spectator)  # type: ignore[arg-type]
    with pytest.raises(Refused, match=f"{ines} is already deputy for Anvil in week 1"):
        name_deputy(club, ines, team=1)
    name_deputy(club, ines, team=1, week=week_two(club))


def test_c24_a_deputy_is_named_for_the_open_or_the_next_week_only(club: Club, ines: User) -> None:
    with club.scope():
        third = Week.objects.select_related("season__campaign").get(season=club.season, number=3)
        Week.objects.filter(pk=club.open_week.pk).update(status=Week.Status.PLAYING)
    for week in (third, club.open_week):
        with pytest.raises(WrongTime, match="the open week or the next scheduled week"):
            name_deputy(club, ines, week=week)
    name_deputy(club, ines, week=week_two(club))


def test_c24_a_team_outside_the_league_names_no_deputy(club: Club, ines: User) -> None:
    with club.scope():
        club.teams[0].approved_at = None
        club.teams[0].save()
    with pytest.raises(WrongTime, match="Anvil is not in the league"):
        name_deputy(club, ines)


def test_c24_the_right_for_a_planned_week_starts_at_its_opening(club: Club, ines: User) -> None:
    week = week_two(club)
    name_deputy(club, ines, week=week)
    assert not can_command(club, ines)
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status=Week.Status.CLOSED)
        open_weeks([week], week.opens_at)
    assert can_command(club, ines)


@pytest.mark.parametrize(
    ("status", "holds"),
    [("open", True), ("playing", True), ("settled", False), ("closed", False), ("void", False)],
)
def test_c24_the_right_ends_when_the_week_is_published(
    club: Club, ines: User, status: str, holds: bool
) -> None:
    name_deputy(club, ines)
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status=status)
        assert can_command(club, ines) is holds
        assert selector.current_deputies(club.teams[0]).exists() is holds
        told = selector.commanders([club.teams[0].pk])[club.teams[0].pk]
    assert told == (club.players[0].pk, *([ines.pk] if holds else []))


def test_c24_ending_a_deputy_is_announced_and_another_can_be_named(club: Club, ines: User) -> None:
    row = name_deputy(club, ines)
    for _ in range(2):
        deputies_ending.end(deputy=row, actor=ines, now=club.at)
    said = f"{ines} is no longer deputy for Anvil in week 1."
    assert not can_command(club, ines)
    with club.scope():
        assert [row.text for row in News.objects.filter(kind="deputy-ended")] == [said]
    assert said in inbox(club.players[0]) and said in inbox(ines)
    name_deputy(club, club.spectator)  # type: ignore[arg-type]


def leave(club: Club, user: User) -> None:
    members.leave(membership=club.member(user), now=club.at, actor=user)


def become_gm(club: Club, user: User) -> None:
    members.set_role(membership=club.member(user), role="gm", actor=club.gm, now=club.at)


def join_as_gm(club: Club, user: User) -> None:
    members.admit(campaign=club.campaign, user=user, role="gm", now=club.at)


def found_a_team(club: Club, user: User) -> None:
    teams.found_team(campaign=club.campaign, owner=user, now=club.at, face=NewTeam(name="Late"))


def be_handed_a_team(club: Club, user: User) -> None:
    owners.hand_over(team=club.teams[1], to=user, actor=club.players[1], now=club.at)


@pytest.mark.parametrize(
    "act",
    [leave, become_gm, join_as_gm, found_a_team, be_handed_a_team],
    ids=lambda act: act.__name__,
)
def test_c24_a_deputy_who_leaves_or_gets_a_role_stops_being_deputy(
    club: Club, ines: User, act: Callable[[Club, User], None]
) -> None:
    name_deputy(club, ines)
    act(club, ines)
    assert not can_command(club, ines)
    with club.scope():
        assert Deputy.objects.get(user=ines).ended_at == club.at
        assert News.objects.filter(kind="deputy-ended").count() == 1


def test_c24_cancelling_a_week_removes_its_deputy(club: Club, ines: User) -> None:
    name_deputy(club, ines, week=week_two(club))
    calendar.cancel(week=week_two(club), actor=club.gm, reason="Holidays.", now=club.at)
    with club.scope():
        assert not Deputy.objects.exists()
