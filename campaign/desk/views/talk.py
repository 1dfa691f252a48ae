"""Moderation pages for reports, muted members and hidden letters."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.league.models import Membership
from campaign.league.selectors import people
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from campaign.voices.rules.acts import Muting
from campaign.voices.selectors import reading, rights
from campaign.voices.selectors.places import title_of
from campaign.voices.services import moderating
from core.web.forms.base import Act
from core.web.forms.reasons import ReasonForm
from core.web.forms.records import RecordForm
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import carry_out, status_of, turn_back

from .frame import desk_page, draw

TAB = "desk-talk"
MUTE_NOTE = (
    "They can still send orders and write to the GM once a day. Their earlier posts are not "
    "deleted. Hide posts individually if necessary."
)


@require_safe
@desk_page
def talk(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show reports, muted members, and hidden letters."""
    rows = [
        (report, title_of(report.wording.post.thread)) for report in reading.open_reports(viewer)
    ]
    return draw(
        request,
        viewer,
        "talk",
        title="Moderation",
        tab=TAB,
        reports=rows,
        judges=rights.is_report_handler(viewer),
        mutes=rights.current_mutes(viewer.campaign, timezone.now()),
        hidden=reading.hidden_letters(viewer),
        button=Act(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def mute(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Mute a member until a given time. `?who=` preselects the member."""
    members = people.members_of(viewer.campaign).exclude(role=Membership.Role.GM)
    names = [row.user.get_username() for row in members.order_by("user__username")]
    form = RecordForm(
        request.POST or None,
        asks=Muting,
        choices={"username": [("", "Choose a member"), *((name, name) for name in names)]},
        initial={"username": request.GET.get("who", "")},
    )

    def act() -> object:
        return moderating.mute(
            campaign=viewer.campaign, new=form.record, actor=person(request), now=timezone.now()
        )

    back = club_url(TAB, viewer.campaign)
    return carry_out(request, form, act, to=back, message="The member has been notified.") or draw(
        request,
        viewer,
        "form",
        title="Mute a member",
        tab=TAB,
        form=form,
        action_label="Mute",
        danger=True,
        cancel_url=back,
        notes=[MUTE_NOTE],
        status=status_of(form),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def end_mute(request: HttpRequest, viewer: Viewer, mute: UUID) -> HttpResponse:
    """Unmute a member."""
    now = timezone.now()
    active_mute = or_404(rights.find_mute(viewer.campaign, mute, now))
    active_mute.campaign = viewer.campaign
    form, back = ReasonForm(request.POST or None), club_url(TAB, viewer.campaign)

    def act() -> object:
        reason = form.cleaned_data["reason"]
        return moderating.end_mute(mute=active_mute, actor=person(request), reason=reason, now=now)

    return carry_out(request, form, act, to=back, message="The member has been notified.") or draw(
        request,
        viewer,
        "form",
        title=f"Unmute {active_mute.user}",
        tab=TAB,
        form=form,
        action_label="Unmute",
        cancel_url=back,
        status=status_of(form),
    )


@require_POST
@desk_page
def dismiss(request: HttpRequest, viewer: Viewer, report: UUID) -> HttpResponse:
    """Dismiss a report of a post."""
    report_row = or_404(reading.find_report(viewer, report))
    form, back = Act(request.POST), club_url(TAB, viewer.campaign)

    def act() -> object:
        return moderating.dismiss(report=report_row, actor=person(request), now=timezone.now())

    message = "The report was dismissed."
    return carry_out(request, form, act, to=back, message=message) or turn_back(request, form, back)
