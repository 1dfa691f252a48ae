"""Pages for the groups of house rules. Changes are previewed before they are saved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zoneinfo import available_timezones

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.forms.house_rules import RulesForm, group_of, rules_as_data
from campaign.desk.services import founding
from campaign.house_rules.views.rules_in_words import in_words, rules_in_words
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.seasons import has_planned_weeks
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.options import Option
from core.web.views.person import person
from core.web.views.posting import carry_out

from .frame import ask, desk_page, draw, is_confirmed, record_visit

EFFECTS = (
    ("Changes apply from the next week that opens. Weeks that are already open keep their rules."),
    "The changes are shown in the news and the desk log.",
)
SCHEDULE_EFFECT = (
    "Weeks that are already scheduled keep their dates. In the next step, you can move them to the "
    "new schedule."
)


@require_safe
@desk_page
def rules(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the house rules, first those that differ from the closest preset."""
    record_visit(request, viewer, rules=True)
    return draw(
        request,
        viewer,
        "house_rules",
        title="House rules",
        tab="desk-house-rules",
        rules=rules_in_words(
            rules_of(viewer.campaign), viewer.campaign.timezone, request.GET.get("find", "")[:60]
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def group(request: HttpRequest, viewer: Viewer, group: str) -> HttpResponse:
    """Change the options in a group."""
    rule_group = or_404(group_of(viewer.campaign, group))
    is_calendar = rule_group.key == "calendar"
    back = club_url("desk-house-rules", viewer.campaign)
    form = RulesForm(request.POST or None, campaign=viewer.campaign, group=rule_group)

    moves_weeks = (
        request.method == "POST"
        and form.is_valid()
        and form.changes_schedule
        and has_planned_weeks(viewer.campaign)
    )

    def act() -> Redirect:
        founding.change_rules(
            campaign=viewer.campaign,
            options=form.changed_options,
            actor=person(request),
            now=timezone.now(),
            reason=form.cleaned_data["reason"],
            timezone=form.new_timezone,
        )
        if moves_weeks:
            return Redirect(
                club_url("desk-reschedule", viewer.campaign),
                f"{rule_group.title} was changed. The scheduled weeks have not been moved yet.",
            )
        return Redirect(
            back,
            f"{rule_group.title} was changed. The change applies from the next week that opens.",
        )

    if request.method == "POST" and not is_confirmed(request) and form.is_valid():
        changes = list(differences(form))
        if not changes:
            form.add_error(None, "You have not changed anything.")
        else:
            effects = [*EFFECTS, SCHEDULE_EFFECT] if moves_weeks else list(EFFECTS)
            return ask(
                request,
                viewer,
                title="Change the house rules?",
                sentence="Review your changes before they are published to the club.",
                action="Change rules",
                back=club_url("desk-house-group", viewer.campaign, group=group),
                effects=effects,
                changes=changes,
                tab="desk-house-rules",
                gentle=True,
            )
    elif response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        "form",
        title=rule_group.title,
        tab="desk-house-rules",
        form=form,
        action_label="Preview changes",
        cancel_url=back,
        notes=[EFFECTS[0]],
        bar=True,
        zones=sorted(available_timezones()) if is_calendar else (),
    )


def differences(form: RulesForm) -> Iterator[tuple[str, str, str]]:
    """Yield changes as triples of title, value before, and value after.

    For a table, only the rows that differ are included.
    """
    current = rules_as_data(form.campaign)
    if form.new_timezone:
        yield "Time zone", form.campaign.timezone, form.new_timezone
    for option in form.group.options:
        if option.name not in form.changed_options:
            continue
        before, after = current[option.name], form.changed_options[option.name]
        if option.kind == "table":
            removed = [row for row in before if row not in after]
            added = [row for row in after if row not in before]
            yield (
                option.title,
                value_text(option, removed) or "the same rows",
                value_text(option, added) or "those rows removed",
            )
        else:
            yield option.title, value_text(option, before), value_text(option, after)


def value_text(option: Option, value: Any) -> str:
    """Return an option's value as text. A table's rows are joined by semicolons."""
    if option.kind != "table":
        return in_words(option, value)
    return "; ".join(
        " ".join(
            in_words(column, row[column.name])
            for column in option.columns
            if column.name != "key" or column.kind == "choice"
        )
        for row in value
    )
