"""Acts of the desk in front of the whole club: opening sealed orders, and declaring a stuck week
void.
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.views.frame import ask, desk_page, draw, is_sure
from campaign.league.selectors import seasons
from campaign.league.selectors.teams import approved_teams
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.calendar import requested_week
from campaign.league.views.frame import club_url, week_url
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import carry_out
from espionage.forms.desk import OpenSealedForm, VoidForm
from espionage.selectors.desk import act_of, opened
from espionage.services.desk import open_sealed
from espionage.services.voiding import declare_void

TOLD = (
    (
        "The news, the desk log and a notification to every member say right away that you "
        "opened the orders, whose, for which week, and why."
    ),
    "You see one team's orders for one week as they are now. Orders saved later stay sealed.",
    "The orders do not change, and the announcement does not say whether there are any.",
)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def sealed(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Choose whose orders to open, give the reason, and be asked once more."""
    weeks = seasons.weeks_begun(viewer.campaign).filter(season__closed_at=None)
    teams = approved_teams(viewer.campaign)
    chosen = (
        weeks.filter(number=request.GET["week"]).first()
        if request.GET.get("week", "").isdecimal()
        else None
    )
    form = OpenSealedForm(request.POST or None, weeks=weeks, teams=teams, initial={"week": chosen})
    back = club_url("desk-sealed", viewer.campaign)

    def act() -> Redirect:
        fields = form.cleaned_data
        done = open_sealed(
            week=fields["week"],
            team=fields["team"],
            actor=person(request),
            reason=fields["reason"],
            at=timezone.now(),
        )
        return Redirect(club_url("desk-sealed-opened", viewer.campaign, act=done.pk))

    if request.method == "POST" and not is_sure(request) and form.is_valid():
        team, week = form.cleaned_data["team"], form.cleaned_data["week"]
        sentence = (
            f"The whole club will see this message: {person(request).get_username()} opened the "
            f"sealed orders of {team} for week {week.number}."
        )
        if viewer.team_ids and team.pk not in viewer.team_ids:
            sentence += (
                f" They will also see that you run {viewer.teams[0].name}. You cannot unsee what "
                "you read."
            )
        return ask(
            request,
            viewer,
            title=f"Open the orders of {team}?",
            sentence=sentence,
            action="Open orders publicly",
            back=back,
            effects=TOLD,
        )
    if is_sure(request) and (done := carry_out(request, form, act)):
        return done
    return draw(
        request,
        viewer,
        "sealed",
        title="Open sealed orders",
        tab="desk",
        form=form,
        told=TOLD,
        cancel_url=club_url("desk", viewer.campaign),
        rival=viewer.teams[0] if viewer.teams else None,
    )


@require_safe
@desk_page
def sealed_opened(request: HttpRequest, viewer: Viewer, act: UUID) -> HttpResponse:
    """The orders, for the GM who opened them."""
    found = or_404(act_of(person(request), act))
    return draw(
        request,
        viewer,
        "sealed_opened",
        title=f"Orders of {found.team}, week {found.week.number if found.week else ''}",
        tab="desk",
        act=found,
        sheet=opened(found),
    )


LOST = (
    (
        "No mission of the week takes place. There are no reports, hits, charges, skill points "
        "or news."
    ),
    "Its duel is not recorded. There are no points, prize money or prestige. Entries are released.",
    "No one works, rests or heals in this week.",
    "Reserved money and gear are released. Nothing is spent.",
    "Ambushes in progress end without a result.",
    (
        "Orders stay sealed until the season ends. The next week opens as planned, and the "
        "season can be closed."
    ),
    (
        "The week cannot be played again. The news, the desk log and a notification to every "
        "member say who declared it void, and why."
    ),
)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def void(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Declare a stuck week void: a reason, a look at what is lost, and the act."""
    week = requested_week(request, viewer, number)
    form = VoidForm(request.POST or None)
    back = week_url("desk-week", week)

    def act() -> Redirect:
        declare_void(
            week=week, actor=person(request), reason=form.cleaned_data["reason"], at=timezone.now()
        )
        return Redirect(back, f"Week {number} is void. The club has been notified.")

    title = f"Declare week {number} void"
    if request.method == "POST" and not is_sure(request) and form.is_valid():
        sentence = f"Week {number} ends as if it had never happened. This cannot be undone."
        return ask(
            request,
            viewer,
            title=f"{title}?",
            sentence=sentence,
            action="Declare week void",
            back=back,
            effects=LOST,
            tab="desk-calendar",
        )
    if is_sure(request) and (done := carry_out(request, form, act)):
        return done
    return draw(
        request,
        viewer,
        "form",
        title=title,
        tab="desk-calendar",
        form=form,
        action_label="Review consequences",
        cancel_url=back,
        danger=True,
    )
