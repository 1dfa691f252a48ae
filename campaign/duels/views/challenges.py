"""Pages for challenges between teams: the list, the form, answers and forfeits (C55 to C58)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.calendar.views.calendar import resolve_duel
from campaign.duels.forms.challenges import ProposeForm
from campaign.duels.rules.acts import Calling
from campaign.duels.selectors import challenges as selector
from campaign.duels.services import challenges as services
from campaign.duels.services.events import takes_entries
from campaign.duels.views.addresses import trail
from campaign.league import policy
from campaign.league.models import Challenge, Duel, Team
from campaign.league.selectors.teams import approved_teams
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import (
    Crumbs,
    club_crumbs,
    duel_url,
    render_team_page,
    team_crumbs,
    team_url,
)
from campaign.league.views.permissions import club_page, team_page
from core.web.forms.records import RecordForm
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed, sent_before

CHALLENGES_PER_PAGE = 30
STATES = {
    "open": ("warn", "Open"),
    "accepted": ("good", "Accepted"),
    "declined": ("", "Declined"),
    "withdrawn": ("", "Withdrawn"),
    "lapsed": ("", "Expired"),
}
SECRECY_NOTE = "Only your two teams know about a challenge until it is accepted."


@require_safe
@team_page()
def listing(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """List the team's challenges, sent and received, with their results."""
    now = timezone.now()
    page = Paginator(selector.challenges_of(team), CHALLENGES_PER_PAGE).get_page(
        request.GET.get("page")
    )
    rows = [
        (
            row,
            (state := selector.state_of(row, now)) == "open" and row.turn_id == team.pk,
            STATES[state],
        )
        for row in page.object_list
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
        secret=SECRECY_NOTE,
    )


@team_page()
def call_out(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Challenge another team."""
    others = approved_teams(team.campaign).exclude(pk=team.pk).order_by("name")
    form = RecordForm(
        request.POST or None,
        asks=Calling,
        choices={"to": [("", "Choose a team"), *((other.slug, other.name) for other in others)]},
        initial={"to": request.GET.get("to", ""), "budget": None},
    )

    def calling() -> Challenge:
        return services.call_out(
            challenger=team, new=form.record, actor=viewer.person, now=timezone.now()
        )

    response = carry_out(
        request,
        form,
        calling,
        to=lambda new_challenge: team_url("challenge", team, pk=new_challenge.pk),
        message=lambda new_challenge: f"Challenge sent to {new_challenge.challenged.name}.",
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
            f"{SECRECY_NOTE} If they accept, the duel becomes an event of the week for the "
            "two of you. It does not bring points or money, but it affects prestige and "
            "can damage vehicles like any duel."
        ),
    )


def _challenge_or_404(team: Team, pk: UUID) -> Challenge:
    team_challenge = or_404(selector.challenge_of(team, pk))
    team_challenge.week.season.campaign = team.campaign
    return team_challenge


@require_safe
@team_page()
def challenge(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Show a challenge and the answers that the team can give."""
    shown_challenge, now = _challenge_or_404(team, pk), timezone.now()
    state = selector.state_of(shown_challenge, now)
    duel = getattr(shown_challenge, "duel", None)
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/duels/challenge",
        here="team",
        title=str(shown_challenge),
        crumbs=(("Challenges", team_url("challenges", team)),),
        challenge=shown_challenge,
        opponent=shown_challenge.opponent_of(team),
        state=STATES[state],
        is_open=state == "open",
        asked=shown_challenge.turn_id == team.pk,
        called=shown_challenge.challenged_id == team.pk,
        turned=shown_challenge.turn_id == shown_challenge.challenger_id,
        event_url=duel_url("duel", duel) if duel else "",
        secret=SECRECY_NOTE,
    )


def _trail(viewer: Viewer, team: Team, team_challenge: Challenge) -> Crumbs:
    return team_crumbs(
        viewer,
        team,
        ("Challenges", team_url("challenges", team)),
        (str(team_challenge), team_url("challenge", team, pk=team_challenge.pk)),
    )


@team_page()
def accept(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Accept a challenge or a counter-proposal."""
    if previous_response := sent_before(request):
        return previous_response
    team_challenge = _challenge_or_404(team, pk)
    page = team_url("challenge", team, pk=pk)

    def accepting() -> Duel:
        return services.accept(
            challenge=team_challenge, team=team, actor=viewer.person, now=timezone.now()
        )

    return confirmed(
        request,
        accepting,
        to=lambda duel: duel_url("duel", duel),
        message="Challenge accepted. The duel is now an event of the week, and the club has "
        "been notified.",
        back=page,
        title=f"Accept the challenge from {team_challenge.opponent_of(team).name}",
        sentence=(
            f"{team_challenge} takes place at the suggested "
            f"time{f', at {team_challenge.arena}' if team_challenge.arena else ''}."
        ),
        effects=(
            "The duel is announced to the whole club, but only your two teams can enter it.",
            "A team that forfeits or does not take part loses.",
        ),
        action="Accept",
        crumbs=_trail(viewer, team, team_challenge),
    )


@team_page()
def propose(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Propose another time or arena."""
    team_challenge = _challenge_or_404(team, pk)
    page = team_url("challenge", team, pk=pk)
    form = ProposeForm(
        request.POST or None,
        initial={"starts_at": team_challenge.starts_at, "arena": team_challenge.arena},
    )

    def proposing() -> Challenge:
        return services.propose(
            challenge=team_challenge,
            team=team,
            starts_at=form.cleaned_data["starts_at"],
            arena=form.cleaned_data["arena"],
            actor=viewer.person,
            now=timezone.now(),
        )

    response = carry_out(
        request,
        form,
        proposing,
        to=page,
        message=f"Your suggestion was sent to {team_challenge.opponent_of(team).name}.",
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="team",
        title=f"Suggest another time to {team_challenge.opponent_of(team).name}",
        crumbs=(("Challenges", team_url("challenges", team)), (str(team_challenge), page)),
        form=form,
        action="Send suggestion",
        back=page,
        lede=f"{team_challenge.opponent_of(team).name} can then accept or decline. You can "
        "suggest a change only once.",
    )


@team_page()
def decline(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Decline a challenge or a counter-proposal."""
    team_challenge = _challenge_or_404(team, pk)
    texts = _EndingTexts(
        title=f"Decline the challenge from {team_challenge.opponent_of(team).name}",
        effect="you declined",
        message="Challenge declined.",
        action="Decline",
    )
    return _end(request, viewer, team, team_challenge, services.decline, texts)


@team_page()
def withdraw(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Withdraw the team's own challenge."""
    texts = _EndingTexts(
        title="Withdraw your challenge",
        effect="you withdrew the challenge",
        message="Challenge withdrawn.",
        action="Withdraw challenge",
    )
    return _end(request, viewer, team, _challenge_or_404(team, pk), services.withdraw, texts)


class _EndingTexts(NamedTuple):
    """The texts on a page that ends a challenge."""

    title: str
    effect: str
    message: str
    action: str


def _end(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    team_challenge: Challenge,
    service: Callable[..., Challenge],
    texts: _EndingTexts,
) -> HttpResponse:
    if previous_response := sent_before(request):
        return previous_response
    return confirmed(
        request,
        lambda: service(
            challenge=team_challenge, team=team, actor=viewer.person, now=timezone.now()
        ),
        to=team_url("challenges", team),
        message=texts.message,
        back=team_url("challenge", team, pk=team_challenge.pk),
        title=texts.title,
        sentence=f"{team_challenge} does not take place.",
        effects=(
            (
                f"{team_challenge.opponent_of(team).name} is notified that {texts.effect}. "
                "No one else is."
            ),
        ),
        action=texts.action,
        crumbs=_trail(viewer, team, team_challenge),
    )


@club_page(allow=policy.has_team)
@resolve_duel
def forfeit(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Forfeit an event that came from a challenge, before it starts."""
    if previous_response := sent_before(request):
        return previous_response
    team, now = viewer.teams[0], timezone.now()
    team_challenge = duel.challenge
    if team_challenge is None or team.pk not in team_challenge.team_ids:
        raise Http404
    if request.method != "POST" and not takes_entries(duel, team, now):
        raise Http404
    page, other = duel_url("duel", duel), team_challenge.opponent_of(team).name
    return confirmed(
        request,
        lambda: services.forfeit(event=duel, team=team, actor=viewer.person, now=timezone.now()),
        message=f"You forfeited, and {other} wins. The club has been notified.",
        back=page,
        title=f"Forfeit {duel.title}",
        sentence=f"{other} wins {duel.phrase}, which does not take place.",
        effects=(
            "The whole club is notified that you forfeited.",
            "All entries are released.",
        ),
        action="Forfeit",
        crumbs=club_crumbs(viewer, *trail(duel)),
    )
