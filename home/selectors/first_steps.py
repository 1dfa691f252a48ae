"""What a club does before its first week, and what of it is done: for its GMs, until a team of it
plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q

from campaign.league.models import Campaign, Invite, Membership, Team, Week
from espionage.selectors.starting import FEWEST

if TYPE_CHECKING:
    from campaign.desk.selectors.desk import Needs
    from campaign.league.selectors.viewer import Viewer


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """What is done in a club that has not played yet. `approved`: a team may play; `enough`: as
    many may as a week needs; `asking`: somebody's roster waits for a GM; `opened`: a week has
    opened, without teams.
    """

    invited: bool
    plays: bool
    saw_rules: bool
    saw_dates: bool
    approved: bool
    enough: bool
    asking: bool
    opened: bool


def first_steps(viewer: Viewer, needs: Needs) -> FirstSteps | None:
    """What is done and what is not; None once an approved team has a week behind its opening. One
    query, none while `needs` says so.
    """
    if needs.plays:
        return None
    here = OuterRef("pk")
    people = Membership.objects.filter(campaign=here, left_at=None)
    gms = people.filter(role=Membership.Role.GM)
    teams = Team.objects.filter(campaign=here, left_at=None)
    ready = teams.exclude(approved_at=None)
    asked = Campaign.objects.annotate(
        invited=Exists(Invite.objects.filter(campaign=here))
        | Exists(people.filter(~Q(user=viewer.user_id))),
        saw_rules=Exists(gms.exclude(saw_rules_at=None)),
        saw_dates=Exists(gms.exclude(saw_dates_at=None)),
        approved=Exists(ready),
        enough=Exists(ready[FEWEST - 1 : FEWEST]),
        asking=Exists(teams.filter(approved_at=None).exclude(asked_at=None)),
        opened=Exists(
            Week.objects.filter(season__campaign=here).exclude(status=Week.Status.PLANNED)
        ),
    )
    found = FirstSteps(
        plays=bool(viewer.team_ids),
        **asked.values(
            "invited", "saw_rules", "saw_dates", "approved", "enough", "asking", "opened"
        ).get(pk=viewer.campaign.pk),
    )
    return None if found.approved and found.opened else found
