"""Motions and votes of the teams of a club (C23)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.calendar.selectors import pauses
from campaign.calendar.services import pausing
from campaign.league.models import DeskAct, Membership, Team, TeamOwner
from campaign.members.services import members, owners
from campaign.motions.models import Ballot, Motion
from campaign.motions.rules import votes
from campaign.motions.rules.motions import Moving
from campaign.motions.selectors import motions as selector
from campaign.motions.services import motions
from campaign.news.models import News
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.refusals import ReasonNeeded, Refused, WrongTime
from espionage.services.tick import tick
from play.models import Holiday
from tests.factories import Club, found_club, person

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_c23_a_motion_needs_more_than_half_of_all_votes(yes: int, no: int, silent: int) -> None:
    found = votes.count_votes(yes, no, yes + no + silent, about_a_team=False)
    assert (found == "carried") == (yes > no + silent)
    assert (found == "lost") == (no > yes + silent)


def test_c23_a_motion_about_a_team_needs_at_least_two_votes() -> None:
    assert votes.count_votes(1, 0, 1, about_a_team=True) == ""
    assert votes.count_votes(2, 0, 2, about_a_team=True) == "carried"
    assert votes.needed(5, about_a_team=True) == 3


@pytest.fixture
def club() -> Club:
    """Return a club of four playing teams without a week, so that a team can leave."""
    return found_club(teams=4, characters=1, vehicles=0, week="planned")


def move(
    club: Club, kind: str = "pause", by: int = 0, at: datetime | None = None, **more: Any
) -> Motion:
    said = {"kind": kind, "reason": "Half of us are away.", **more}
    if kind == "pause":
        said.setdefault("weeks", 2)
    if team := more.get("team"):
        said["team"] = team.slug
    if to := more.get("to"):
        said["to"] = to.get_username()
    return motions.move(
        campaign=club.campaign, new=Moving(**said), person=club.players[by], now=at or club.at
    )


def vote(
    club: Club, row: Motion, team: int, *, yes: bool = True, at: datetime | None = None
) -> Motion:
    return motions.vote(motion=row, person=club.players[team], yes=yes, now=at or club.at)


def member_without_team(club: Club) -> User:
    user = person("zoe")
    members.admit(campaign=club.campaign, user=user, role=Membership.Role.PLAYER, now=club.at)
    return user


def recipients_of(club: Club, kind: str) -> set[object]:
    with club.scope():
        return set(Notice.objects.filter(kind=kind).values_list("user", flat=True))


def owners_of(club: Club, team: int) -> set[object]:
    with club.scope():
        rows = TeamOwner.objects.filter(team=club.teams[team], until=None)
        return set(rows.values_list("user", flat=True))


# --- a pause --------------------------------------------------------------------------------------


def test_c23_a_majority_of_all_teams_pauses_the_league_at_once(club: Club) -> None:
    row = move(club)
    assert vote(club, row, 1).outcome == "", "two of four are not more than half"
    assert vote(club, row, 2).outcome == "passed"
    with club.scope():
        pause = pauses.current_pause(club.campaign, club.at)
        assert pause is not None and (pause.by, pause.weeks) == (None, 2)
        assert pause.reason == "Half of us are away."
        act = DeskAct.objects.get(kind="league-paused")
        assert act.actor is None and act.public
        kinds = News.objects.filter(kind__startswith="motion").values_list("kind", flat=True)
        assert sorted(kinds) == ["motion-ended", "motion-made"]
    assert recipients_of(club, "motion-made") == {player.pk for player in club.players[1:]}
    assert recipients_of(club, "motion-ended") == {club.gm.pk, *(user.pk for user in club.players)}


def test_c23_a_majority_against_ends_a_motion_at_once(club: Club) -> None:
    row = move(club)
    for team in (1, 2):
        assert vote(club, row, team, yes=False).outcome == ""
    assert vote(club, row, 3, yes=False).outcome == "failed"
    with pytest.raises(WrongTime, match="closed"):
        vote(club, row, 0)


def test_c23_a_vote_can_be_changed_and_counts_once(club: Club) -> None:
    row = move(club)
    vote(club, row, 1)
    vote(club, row, 1, yes=False)
    assert vote(club, row, 2).outcome == ""
    assert vote(club, row, 1).outcome == "passed"
    with club.scope():
        assert Ballot.objects.filter(motion=row).count() == 3


def test_c23_a_motion_fails_after_three_days_and_can_be_repeated(club: Club) -> None:
    row = move(club)
    late = club.at + 3 * DAY
    with pytest.raises(WrongTime, match="closed"):
        vote(club, row, 1, at=late)
    with pytest.raises(WrongTime, match="already an open vote"):
        move(club, by=1, at=late - HOUR)
    again = move(club, by=1, at=late)
    row.refresh_from_db()
    assert (row.outcome, again.outcome) == ("failed", "")
    motions.check_due(late + 3 * DAY)
    again.refresh_from_db()
    assert again.outcome == "failed"


def test_c23_a_vote_ends_a_pause(club: Club) -> None:
    pausing.pause(campaign=club.campaign, weeks=4, actor=club.gm, reason="Snow.", now=club.at)
    at = club.at + 2 * DAY
    row = move(club, "go_on", at=at)
    for team in (1, 2):
        row = vote(club, row, team, at=at)
    assert row.outcome == "passed"
    with club.scope():
        assert pauses.current_pause(club.campaign, at) is None


def test_c23_a_motion_that_became_impossible_fails_with_a_reason(club: Club) -> None:
    row = move(club, "go_on")
    for team in (1, 2):
        row = vote(club, row, team)
    assert (row.outcome, row.remark) == ("failed", "The league is not paused.")


# --- who ------------------------------------------------------------------------------------------


def test_c23_only_owners_of_playing_teams_propose_and_vote(club: Club) -> None:
    zoe = member_without_team(club)
    for user in (zoe, club.gm):
        with pytest.raises(Refused, match="owners of approved teams"):
            motions.move(
                campaign=club.campaign,
                new=Moving(kind="pause", reason="Snow.", weeks=1),
                person=user,
                now=club.at,
            )
    row = move(club)
    with pytest.raises(Refused, match="has a vote"):
        motions.vote(motion=row, person=zoe, yes=True, now=club.at)
    with pytest.raises(ReasonNeeded):
        motions.move(
            campaign=club.campaign,
            new=Moving(kind="go_on", reason=""),
            person=club.players[0],
            now=club.at,
        )


def test_c23_teams_without_owners_and_the_team_concerned_have_no_vote(club: Club) -> None:
    with club.scope():
        TeamOwner.objects.filter(team=club.teams[3]).update(until=club.at)
    row = move(club, "caretaker", team=club.teams[1])
    with club.scope():
        tally = selector.tally(row, selector.with_votes(club.campaign), club.at)
    assert [team.name for team in tally.voters] == ["Anvil", "Cobra"]
    with pytest.raises(Refused, match="has a vote"):
        vote(club, row, 1, yes=False)


def test_c23_nobody_decides_alone_about_the_only_other_team() -> None:
    club = found_club(teams=2, characters=1, vehicles=0, week="planned")
    with club.scope():
        TeamOwner.objects.filter(team=club.teams[1]).update(until=club.at)
    with pytest.raises(Refused, match="No one can vote"):
        move(club, "retire", team=club.teams[0])


def test_c23_in_a_league_of_two_neither_team_can_remove_the_other() -> None:
    club = found_club(teams=2, characters=1, vehicles=0, week="planned")
    with pytest.raises(Refused, match="it cannot decide alone"):
        move(club, "retire", team=club.teams[1])


def test_c23_nobody_loses_a_team_during_a_holiday(club: Club) -> None:
    row = carry_motion(club, "retire")
    Holiday.objects.create(user=club.players[1], starts=club.at + DAY, ends=club.at + 9 * DAY)
    with club.scope():
        motions.check_due(club.at + 2 * DAY)
        row.refresh_from_db()
        assert row.outcome == "failed" and "on holiday" in row.remark
        assert Team.objects.get(pk=club.teams[1].pk).left_at is None
    with pytest.raises(Refused, match="on holiday"):
        move(club, "caretaker", at=club.at + 2 * DAY, team=club.teams[1])
    late = move(club, "caretaker", at=club.at + 9 * DAY, team=club.teams[1])
    assert late.outcome == ""


def test_c23_only_the_proposer_withdraws_a_motion(club: Club) -> None:
    row = move(club)
    with pytest.raises(Refused, match="Only the person who started the vote"):
        motions.withdraw(motion=row, person=club.players[1], now=club.at)
    assert motions.withdraw(motion=row, person=club.players[0], now=club.at).outcome == "withdrawn"


# --- a team ---------------------------------------------------------------------------------------


def carry_motion(club: Club, kind: str, **more: Any) -> Motion:
    """Propose a motion about the second team and let all others vote for it."""
    row = move(club, kind, team=club.teams[1], **more)
    for team in (2, 3):
        row = vote(club, row, team)
    return row


def test_c23_the_team_concerned_is_told_and_can_stop_the_motion(club: Club) -> None:
    row = carry_motion(club, "retire")
    assert row.outcome == ""
    assert recipients_of(club, "motion-about-you") == {club.players[1].pk}
    with pytest.raises(Refused, match="not about you"):
        motions.answer(motion=row, person=club.players[2], now=club.at)
    ended = motions.answer(motion=row, person=club.players[1], now=club.at + HOUR)
    assert ended.outcome == "answered"
    motions.check_due(club.at + 3 * DAY)
    with club.scope():
        assert Team.objects.get(pk=club.teams[1].pk).left_at is None


def test_c23_a_motion_about_a_team_takes_effect_after_two_days(club: Club) -> None:
    row = carry_motion(club, "caretaker")
    early, due = club.at + 2 * DAY - HOUR, club.at + 2 * DAY
    with club.scope():
        tick(now=early)
        assert Team.objects.get(pk=club.teams[1].pk).bot == ""
        tick(now=due)
        team = Team.objects.get(pk=club.teams[1].pk)
        assert (team.bot, team.bot_week) == ("careful", None)
        act = DeskAct.objects.get(kind="bot-seated")
        assert (act.actor, act.public, act.reason) == (None, True, "Half of us are away.")
    row.refresh_from_db()
    assert (row.outcome, row.decided_at) == ("passed", due)
    assert owners_of(club, 1) == {club.players[1].pk}, "they may call it off"


def test_c23_votes_changed_within_the_two_days_stop_it(club: Club) -> None:
    row = carry_motion(club, "retire")
    for team in (2, 3):
        row = vote(club, row, team, yes=False, at=club.at + DAY)
    assert row.outcome == "failed"


def test_c23_a_team_voted_out_leaves_between_weeks() -> None:
    club = found_club(teams=4, characters=1, vehicles=0)
    row = carry_motion(club, "retire")
    with club.scope():
        motions.check_due(club.at + 2 * DAY)
        row.refresh_from_db()
        assert row.outcome == "" and "A week is in progress" in row.remark
        week = club.open_week
        type(week).objects.filter(pk=week.pk).update(status="closed")
        motions.check_due(club.at + 4 * DAY)
        row.refresh_from_db()
        assert (row.outcome, row.remark) == ("passed", "")
        assert Team.objects.get(pk=club.teams[1].pk).left_at == club.at + 4 * DAY
        assert DeskAct.objects.get(kind="team-left").actor is None
    assert recipients_of(club, "team-left") == {club.gm.pk, *(user.pk for user in club.players)}


def test_c23_a_team_goes_only_to_a_person_who_agreed_to_take_it(club: Club) -> None:
    zoe, due = member_without_team(club), club.at + 2 * DAY
    for to in (None, club.players[2], person("elsewhere")):
        with pytest.raises(Refused, match="does not run a team"):
            move(club, "hand_over", team=club.teams[1], to=to)
    row = carry_motion(club, "hand_over", to=zoe)
    assert recipients_of(club, "motion-about-you") == {club.players[1].pk, zoe.pk}
    motions.check_due(due)
    assert owners_of(club, 1) == {club.players[1].pk}, "nobody has asked her"
    row = motions.answer(motion=row, person=zoe, now=due)
    assert row.outcome == "passed"
    assert owners_of(club, 1) == {zoe.pk}
    with club.scope():
        assert DeskAct.objects.get(kind="team-handed-over").actor is None
    assert recipients_of(club, "team-handed-over") >= {club.gm.pk, club.players[1].pk, zoe.pk}


def test_c23_a_member_without_a_team_can_ask_for_one(club: Club) -> None:
    zoe = member_without_team(club)
    row = motions.move(
        campaign=club.campaign,
        new=Moving(
            kind="hand_over", reason="I would.", team=club.teams[1].slug, to=zoe.get_username()
        ),
        person=zoe,
        now=club.at,
    )
    for team in (0, 2):
        row = vote(club, row, team)
    motions.check_due(club.at + 2 * DAY)
    assert owners_of(club, 1) == {zoe.pk}


def test_c23_a_person_who_got_a_team_meanwhile_gets_no_second_one(club: Club) -> None:
    zoe = member_without_team(club)
    row = carry_motion(club, "hand_over", to=zoe)
    motions.answer(motion=row, person=zoe, now=club.at)
    owners.hand_over(
        team=club.teams[2], to=zoe, actor=club.players[2], reason="Bye.", now=club.at + HOUR
    )
    motions.check_due(club.at + 2 * DAY)
    row.refresh_from_db()
    assert row.outcome == "failed" and owners_of(club, 1) == {club.players[1].pk}


# --- what waits -----------------------------------------------------------------------------------


def test_c23_a_vote_is_pending_for_teams_that_have_not_voted(club: Club) -> None:
    row = move(club, "caretaker", team=club.teams[1])

    def waits(user: User) -> bool:
        with club.scope():
            return selector.pending_motions(club.viewer(user), club.at) == (row,)

    assert [waits(user) for user in club.players] == [False, True, True, True]
    assert not waits(club.gm)
    vote(club, row, 2, yes=False)
    assert not waits(club.players[2])
