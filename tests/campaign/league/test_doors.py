"""Access to a club, and the objects that its addresses name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.forms.models import model_to_dict
from django.http import Http404
from django.test import RequestFactory

from campaign.league.api.permissions import find_week
from campaign.league.models import Membership, Season, Week
from campaign.league.selectors.viewer import load_viewer
from campaign.league.views.permissions import is_looked_at
from campaign.members.services import members, owners
from core.notifications.models import Notice
from play.api.permissions import _table
from tests.factories import found_club, person


def test_a_former_member_cannot_enter_the_club(db: None) -> None:
    club = found_club(teams=1, characters=1, vehicles=0, week=None)
    (player,), slug = club.players, club.campaign.slug
    door = load_viewer(player, slug)
    assert door is not None and door.role == Membership.Role.PLAYER
    with club.scope():
        part = Membership.objects.select_related("campaign", "user").get(user=player)
    members.leave(membership=part, actor=club.gm, now=club.at, reason="Never sent orders.")
    assert load_viewer(player, slug) is None
    assert load_viewer(person("stranger"), slug) is None


def test_team_ownership_does_not_carry_over_to_other_clubs(db: None) -> None:
    here = found_club(teams=1, characters=1, vehicles=0, week=None)
    elsewhere = found_club(teams=1, characters=1, vehicles=0, week=None, name="Elsewhere")
    ((player,), (team,)) = here.players, here.teams
    members.admit(
        campaign=elsewhere.campaign, user=player, role=Membership.Role.PLAYER, now=here.at
    )
    owners.add_owner(team=elsewhere.teams[0], user=player, now=here.at)
    door = load_viewer(player, here.campaign.slug)
    assert door is not None and door.team_ids == {team.pk} and door.teams == (team,)


def test_the_viewer_knows_unread_notices_in_total_and_of_the_page(db: None) -> None:
    club = found_club(teams=2, characters=1, vehicles=0, week=None)
    unread = Notice._base_manager.filter(user=club.gm)
    unread.update(read_at=club.at)
    assert unread.count() == 2
    for notice, path in zip(unread, ("here/", "there/"), strict=False):
        Notice._base_manager.filter(pk=notice.pk).update(read_at=None, path=path)
    door = load_viewer(club.gm, club.campaign.slug, "here/")
    assert door is not None and (door.unread, door.unread_here) == (2, {"here/": 1})
    nowhere = load_viewer(club.gm, club.campaign.slug)
    assert nowhere is not None and (nowhere.unread, nowhere.unread_here) == (None, {})


def test_a_week_number_means_the_newest_season_unless_one_is_given(db: None) -> None:
    club = found_club(teams=1, characters=1, vehicles=0)
    call: Any = SimpleNamespace(campaign=club.campaign)
    with club.scope():
        first = Week.objects.get(pk=club.open_week.pk)
        Season.objects.update(closed_at=club.at)
        autumn = Season.objects.create(campaign=club.campaign, number=2, opened_at=club.at)
        fields = model_to_dict(first, exclude=["id", "season", "campaign"])
        later = Week.objects.create(season=autumn, **fields | {"status": Week.Status.PLANNED})
        assert find_week(call, first.number) == later
        assert find_week(call, first.number, 1) == first
        with pytest.raises(Http404):
            find_week(call, first.number, 3)


def test_a_prefetch_does_not_count_as_a_visit() -> None:
    ask = RequestFactory()
    assert is_looked_at(ask.get("/"))
    assert not is_looked_at(ask.get("/", headers={"Sec-Purpose": "prefetch;prerender"}))
    assert not is_looked_at(ask.post("/"))


def test_an_unknown_table_is_a_404(db: None) -> None:
    call: Any = SimpleNamespace(user=person("anna"), request=RequestFactory().get("/"))
    with pytest.raises(Http404), _table(call, {"table": "00000000-0000-0000-0000-000000000000"}):
        pass
