"""Challenges between teams: a team's list, calling another team out, the answers, and forfeiting
(C55 to C58).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.duels.forms.challenges import ChallengeForm, ProposeForm
from campaign.duels.selectors import challenges as selector
from campaign.duels.services import challenges as services
from campaign.duels.services.events import takes_entries
from campaign.duels.views.asked import asked_duel, duel_url, trail
from campaign.league import policy
from campaign.league.models import Challenge, Event, Team
from campaign.league.selectors.teams import approved_teams
from campaign.league.views.frame import Crumbs, club_crumbs, render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import club_page, team_page
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed, sent_before, status_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.league.selectors.viewer import Viewer

A_PAGE = 30
STATES = {
    "open": ("warn", "Open"),
    "accepted": ("good", "Accepted"),
    "declined": ("", "Declined"),
    "withdrawn": ("", "Withdrawn"),
    "lapsed": ("", "Expired"),
}
BETWEEN_US = "Only your two teams know about a challenge until it is accepted."


@require_safe
@team_page()
def listing(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Whom the team has called out, who has called it out, and what came of it."""
    now = timezone.now()
    page = Paginator(selector.challenges_of(team), A_PAGE).get_page(request.GET.get("page"))
    rows = [
        (
            one,
            (state := selector.state_of(one, now)) == "open" and one.turn_id == team.pk,
            STATES[state],
        )
        for one in page.object_list
    ]
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/duels/challenges",
        here="team",
        title="Challenges",
        rows=rows,
        page=page,
        secret=BETWEEN_US,
    )


@team_page()
def call_out(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Call another team out."""
    others = {
        other.slug: other
        for other in approved_teams(team.campaign).order_by("name")
        if other.pk != team.pk
    }
    form = ChallengeForm(
        request.POST or None,
        teams=[(slug, other.name) for slug, other in others.items()],
        initial={"to": request.GET.get("to", "")},
    )

    def calling() -> Challenge:
        fields = form.cleaned_data
        return services.call_out(
            challenger=team,
            challenged=others[fields["to"]],
            starts_at=fields["starts_at"],
            arena=fields["arena"],
            budget=fields["budget"] or 0,
            name=fields["name"],
            words=fields["words"],
            by=viewer.person,
            at=timezone.now(),
        )

    response = carry_out(
        request,
        form,
        calling,
        to=lambda made: team_url("challenge", team, pk=made.pk),
        message=lambda made: f"Challenge sent to {made.challenged.name}.",
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="team",
        title="Challenge a team",
        crumbs=(("Challenges", team_url("challenges", team)),),
        form=form,
        action="Send challenge",
        back=team_url("challenges", team),
        lede=(
            f"{BETWEEN_US} If they accept, the duel becomes an event of the week for the "
            "two of you. It does not bring points or money, but it affects prestige and "
            "can damage vehicles like any duel."
        ),
        status=status_of(form),
    )


def _found(team: Team, pk: UUID) -> Challenge:
    found = or_404(selector.challenge_of(team, pk))
    found.week.season.campaign = team.campaign
    return found


@require_safe
@team_page()
def challenge(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """One challenge: what is asked, of whom, and the answers that the team may give."""
    found, now = _found(team, pk), timezone.now()
    state = selector.state_of(found, now)
    event = getattr(found, "event", None)
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/duels/challenge",
        here="team",
        title=str(found),
        crumbs=(("Challenges", team_url("challenges", team)),),
        challenge=found,
        opponent=found.opponent_of(team),
        state=STATES[state],
        is_open=state == "open",
        asked=found.turn_id == team.pk,
        called=found.challenged_id == team.pk,
        turned=found.turn_id == found.challenger_id,
        event_url=duel_url("duel", found.week.on(event)) if event else "",
        secret=BETWEEN_US,
    )


def _trail(viewer: Viewer, team: Team, found: Challenge) -> Crumbs:
    return team_crumbs(
        viewer,
        team,
        ("Challenges", team_url("challenges", team)),
        (str(found), team_url("challenge", team, pk=found.pk)),
    )


@team_page()
def accept(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Accept a challenge, or what was proposed instead."""
    if before := sent_before(request):
        return before
    found = _found(team, pk)
    page = team_url("challenge", team, pk=pk)

    def accepting() -> Event:
        return services.accept(challenge=found, team=team, by=viewer.person, at=timezone.now())

    return confirmed(
        request,
        accepting,
        to=lambda event: duel_url("duel", found.week.on(event)),
        message="Challenge accepted. The duel is now an event of the week, and the club has "
        "been notified.",
        back=page,
        title=f"Accept the challenge from {found.opponent_of(team).name}",
        sentence=(
            f"{found} takes place at the suggested "
            f"time{f', at {found.arena}' if found.arena else ''}."
        ),
        effects=(
            "The duel is announced to the whole club, but only your two teams can enter it.",
            "A team that forfeits or does not take part loses.",
        ),
        action="Accept",
        crumbs=_trail(viewer, team, found),
    )


@team_page()
def propose(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Propose another hour or arena."""
    found = _found(team, pk)
    page = team_url("challenge", team, pk=pk)
    form = ProposeForm(
        request.POST or None, initial={"starts_at": found.starts_at, "arena": found.arena}
    )

    def proposing() -> Challenge:
        return services.propose(
            challenge=found,
            team=team,
            starts_at=form.cleaned_data["starts_at"],
            arena=form.cleaned_data["arena"],
            by=viewer.person,
            at=timezone.now(),
        )

    response = carry_out(
        request,
        form,
        proposing,
        to=page,
        message=f"Your suggestion was sent to {found.opponent_of(team).name}.",
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="team",
        title=f"Suggest another time to {found.opponent_of(team).name}",
        crumbs=(("Challenges", team_url("challenges", team)), (str(found), page)),
        form=form,
        action="Send suggestion",
        back=page,
        lede=f"{found.opponent_of(team).name} can then accept or decline. You can suggest a change "
        "only once.",
        status=status_of(form),
    )


@team_page()
def decline(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Say no to a challenge, or to what was proposed instead."""
    found = _found(team, pk)
    words = _Ending(
        title=f"Decline the challenge from {found.opponent_of(team).name}",
        effect="you declined",
        message="Challenge declined.",
        action="Decline",
    )
    return _end(request, viewer, team, found, services.decline, words)


@team_page()
def withdraw(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Take one's own challenge back."""
    words = _Ending(
        title="Withdraw your challenge",
        effect="you withdrew the challenge",
        message="Challenge withdrawn.",
        action="Withdraw challenge",
    )
    return _end(request, viewer, team, _found(team, pk), services.withdraw, words)


class _Ending(NamedTuple):
    """What stands where a challenge is ended for good."""

    title: str
    effect: str
    message: str
    action: str


def _end(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    found: Challenge,
    act: Callable[..., Challenge],
    words: _Ending,
) -> HttpResponse:
    """Ask whether a challenge is to come to nothing, and then see to it."""
    if before := sent_before(request):
        return before
    return confirmed(
        request,
        lambda: act(challenge=found, team=team, by=viewer.person, at=timezone.now()),
        to=team_url("challenges", team),
        message=words.message,
        back=team_url("challenge", team, pk=found.pk),
        title=words.title,
        sentence=f"{found} does not take place.",
        effects=(
            f"{found.opponent_of(team).name} is notified that {words.effect}. No one else is.",
        ),
        action=words.action,
        crumbs=_trail(viewer, team, found),
    )


@club_page(allow=policy.has_team)
def forfeit(request: HttpRequest, viewer: Viewer, number: int, event: int) -> HttpResponse:
    """Give up an event that came of a challenge, before its hour."""
    if before := sent_before(request):
        return before
    week, team, now = asked_duel(request, viewer, number, event), viewer.teams[0], timezone.now()
    found = week.event.challenge if week.event else None
    if found is None or team.pk not in found.team_ids:
        raise Http404
    if request.method != "POST" and not takes_entries(week, team, now):
        raise Http404
    page, other = duel_url("duel", week), found.opponent_of(team).name
    return confirmed(
        request,
        lambda: services.forfeit(week=week, team=team, by=viewer.person, at=timezone.now()),
        to=page,
        message=f"You forfeited, and {other} wins. The club has been notified.",
        back=page,
        title=f"Forfeit {week.title}",
        sentence=f"{other} wins {week.duel_words}, which does not take place.",
        effects=(
            "The whole club is notified that you forfeited.",
            "All entries are released.",
        ),
        action="Forfeit",
        crumbs=club_crumbs(viewer, *trail(week)),
    )
