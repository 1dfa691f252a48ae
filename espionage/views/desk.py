"""Pages for a GM's public acts: opening sealed orders, and voiding a stuck week."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.calendar.views.calendar import requested_week
from campaign.desk.views.frame import ask, desk_page, draw, is_confirmed
from campaign.league.selectors import seasons
from campaign.league.selectors.teams import approved_teams
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, week_url
from core.web.forms.reasons import ReasonForm
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import carry_out
from espionage.forms.desk import REASON_HELP, OpenSealedForm
from espionage.selectors.desk import opened_orders, opening_act
from espionage.services.desk import open_sealed_orders
from espionage.services.voiding import declare_void

EFFECTS_OF_OPENING = (
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
    """Let the GM choose which orders to open, give the reason, and confirm."""
    weeks = seasons.weeks_begun(viewer.campaign).filter(season__closed_at=None)
    teams = approved_teams(viewer.campaign)
    initial_week = (
        weeks.filter(number=request.GET["week"]).first()
        if request.GET.get("week", "").isdecimal()
        else None
    )
    form = OpenSealedForm(
        request.POST or None, weeks=weeks, teams=teams, initial={"week": initial_week}
    )
    back = club_url("desk-sealed", viewer.campaign)

    def act() -> Redirect:
        fields = form.cleaned_data
        act_row = open_sealed_orders(
            week=fields["week"],
            team=fields["team"],
            actor=person(request),
            reason=fields["reason"],
            now=timezone.now(),
        )
        return Redirect(club_url("desk-sealed-opened", viewer.campaign, act=act_row.pk))

    if request.method == "POST" and not is_confirmed(request) and form.is_valid():
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
            effects=EFFECTS_OF_OPENING,
        )
    if is_confirmed(request) and (act_row := carry_out(request, form, act)):
        return act_row
    return draw(
        request,
        viewer,
        "sealed",
        title="Open sealed orders",
        tab="desk",
        form=form,
        told=EFFECTS_OF_OPENING,
        cancel_url=club_url("desk", viewer.campaign),
        rival=viewer.teams[0] if viewer.teams else None,
    )


@require_safe
@desk_page
def sealed_opened(request: HttpRequest, viewer: Viewer, act: UUID) -> HttpResponse:
    """Show the orders to the GM who opened them."""
    desk_act = or_404(opening_act(person(request), act))
    return draw(
        request,
        viewer,
        "sealed_opened",
        title=f"Orders of {desk_act.team}, week {desk_act.week.number if desk_act.week else ''}",
        tab="desk",
        act=desk_act,
        sheet=opened_orders(desk_act),
    )


EFFECTS_OF_VOIDING = (
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
    """Void a stuck week after asking for a reason and a confirmation."""
    week = requested_week(request, viewer, number)
    form = ReasonForm(request.POST or None, help_text=REASON_HELP)
    back = week_url("desk-week", week)

    def act() -> Redirect:
        declare_void(
            week=week, actor=person(request), reason=form.cleaned_data["reason"], now=timezone.now()
        )
        return Redirect(back, f"Week {number} is void. The club has been notified.")

    title = f"Declare week {number} void"
    if request.method == "POST" and not is_confirmed(request) and form.is_valid():
        sentence = f"Week {number} ends as if it had never happened. This cannot be undone."
        return ask(
            request,
            viewer,
            title=f"{title}?",
            sentence=sentence,
            action="Declare week void",
            back=back,
            effects=EFFECTS_OF_VOIDING,
            tab="desk-calendar",
        )
    if is_confirmed(request) and (response := carry_out(request, form, act)):
        return response
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
