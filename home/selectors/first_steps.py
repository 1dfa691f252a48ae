"""Queries that tell which set-up steps of a new club are done."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from campaign.desk.selectors.desk import Needs
from campaign.league.models import Campaign, Membership, Team, Week
from campaign.league.selectors.viewer import Viewer
from campaign.members.models import Invite
from espionage.selectors.starting import MIN_TEAMS


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """The completed steps of a club that has not played yet.

    `approved` means that at least one team can play, and `enough_teams` means that there are enough
    teams for a week. `asking` means that a roster waits for a GM, and `opened` means that a week
    has opened, even without teams.
    """

    invited: bool
    plays: bool
    saw_rules: bool
    saw_dates: bool
    approved: bool
    enough_teams: bool
    asking: bool
    opened: bool


def first_steps(viewer: Viewer, needs: Needs) -> FirstSteps | None:
    """Return the completed steps, or None once an approved team has had a week.

    This takes one query, or none if `needs` already contains the answer.
    """
    if needs.plays:
        return None
    campaign_id = OuterRef("pk")
    people = Membership.objects.filter(campaign=campaign_id, left_at=None)
    gms = people.filter(role=Membership.Role.GM)
    teams = Team.objects.filter(campaign=campaign_id, left_at=None)
    ready = teams.exclude(approved_at=None)
    annotated = Campaign.objects.annotate(
        invited=Exists(Invite.objects.filter(campaign=campaign_id))
        | Exists(people.filter(~Q(user=viewer.user_id))),
        saw_rules=Exists(gms.exclude(saw_rules_at=None)),
        saw_dates=Exists(gms.exclude(saw_dates_at=None)),
        approved=Exists(ready),
        enough_teams=Exists(ready[MIN_TEAMS - 1 : MIN_TEAMS]),
        asking=Exists(teams.filter(approved_at=None).exclude(asked_at=None)),
        opened=Exists(
            Week.objects.filter(season__campaign=campaign_id).exclude(status=Week.Status.PLANNED)
        ),
    )
    steps = FirstSteps(
        plays=bool(viewer.team_ids),
        **annotated.values(
            "invited", "saw_rules", "saw_dates", "approved", "enough_teams", "asking", "opened"
        ).get(pk=viewer.campaign.pk),
    )
    return None if steps.approved and steps.opened else steps
