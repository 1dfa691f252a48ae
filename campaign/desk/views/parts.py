"""Pages for the club's own vehicle parts: the list, a single part, and the whole list as JSON."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.desk.forms.parts import PartForm, PartListForm, PublishedListForm
from campaign.garage.rules import club_parts as rules
from campaign.garage.rules.parts import AnyPart, ClubParts
from campaign.garage.rules.published import SOURCES
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.services import club_parts as services
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.records import fields_of
from core.web.refusals import BadForm
from core.web.views.person import person
from core.web.views.posting import carry_out

from .frame import ask, desk_page, draw, is_confirmed

EXISTING_VEHICLES_NOTE = "Existing vehicles keep the values they were built with."
PUBLISHED_NOTE = "The changes are shown in the news and the desk log."


class Shelf(NamedTuple):
    """The club's parts of one kind. Each part has its numbers as text, and says whether it is on
    sale.
    """

    kind: str
    label: str
    parts: list[tuple[AnyPart, str, bool]]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def listing(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List the club's own parts, and export or replace the whole list as JSON."""
    current = parts_of(viewer.campaign.pk)
    installing = "published" in request.POST
    published_form = PublishedListForm(request.POST if installing else None)
    form = PartListForm(None if installing else request.POST or None, current=current)
    back = club_url("desk-parts", viewer.campaign)

    def install() -> Redirect:
        services.install_published(
            campaign=viewer.campaign,
            leave_out=frozenset(published_form.cleaned_data["leave_out"]),
            actor=person(request),
            now=timezone.now(),
        )
        return Redirect(back, "The published list was installed.")

    if installing and (installed := carry_out(request, published_form, install)):
        return installed

    def act() -> Redirect:
        services.replace(
            campaign=viewer.campaign,
            parts=form.cleaned_data["parts"],
            actor=person(request),
            now=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
        return Redirect(back, "The parts list was changed.")

    if form.is_bound and not is_confirmed(request) and form.is_valid():
        if summary := _changes(form, current):
            return ask(
                request,
                viewer,
                title="Replace the club’s parts list?",
                sentence=f"Parts {summary}.",
                action="Replace list",
                back=back,
                effects=[EXISTING_VEHICLES_NOTE, PUBLISHED_NOTE],
                tab="desk-parts",
                gentle=True,
            )
    elif form.is_bound and (response := carry_out(request, form, act)):
        return response
    return draw(
        request,
        viewer,
        "parts",
        published_form=published_form,
        sources=SOURCES,
        title="Vehicle parts",
        tab="desk-parts",
        shelves=shelves(current),
        form=form,
        opened=form.is_bound,
    )


def _changes(form: PartListForm, current: ClubParts) -> str:
    """Return a summary of the changes to the list in the form.

    If the list is invalid, add errors to the form and return "".
    """
    try:
        summary = rules.compare_parts(
            current, services.validate(form.cleaned_data["parts"])
        ).summary
    except BadForm as bad:
        form.refuse(bad)
        return ""
    if not summary:
        form.add_error("parts", "You have not changed anything.")
    return summary


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def part(request: HttpRequest, viewer: Viewer, kind: str) -> HttpResponse:
    """Create a part of this kind, or edit the part with the key in `?key=`."""
    or_404(rules.RECORD_TYPES.get(kind))
    parts, key = parts_of(viewer.campaign.pk), request.GET.get("key", "")
    existing_part: AnyPart | None = rules.find_part(parts, kind, key) if key else None
    if key:
        or_404(existing_part)
    form = PartForm(request.POST or None, kind=kind, parts=parts, part=existing_part)
    back = club_url("desk-parts", viewer.campaign)

    def act() -> Redirect:
        services.save_part(
            campaign=viewer.campaign,
            kind=kind,
            part=form.record,
            sold=form.cleaned_data["sold"],
            actor=person(request),
            now=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
        return Redirect(back, f"{form.cleaned_data['name']} was saved.")

    if response := carry_out(request, form, act):
        return response
    label = rules.KIND_LABELS[kind]
    return draw(
        request,
        viewer,
        "form",
        title=existing_part.name if existing_part else f"New {label.lower()}",
        tab="desk-parts",
        form=form,
        action_label="Save",
        cancel_url=back,
        notes=[EXISTING_VEHICLES_NOTE] if existing_part else [],
    )


def shelves(parts: ClubParts) -> list[Shelf]:
    """Return the club's parts by kind."""
    return [
        Shelf(
            kind,
            label,
            [
                (part, in_words(part), part.key not in parts.retired)
                for part in getattr(parts, kind)
            ],
        )
        for kind, label in rules.KIND_LABELS.items()
    ]


def in_words(part: AnyPart) -> str:
    """Return a part's numbers on one line. Default values are left out."""
    facts = []
    for field in fields_of(type(part)):
        value = getattr(part, field.name)
        if field.name not in {"key", "name"} and value != field.default:
            facts.append(_fact(field.name, field.title, value, dict(field.labelled_choices)))
    return ", ".join(facts)


def _fact(name: str, title: str, value: Any, labels: dict[str, str]) -> str:
    if value is True:
        return title.lower()
    if name in {"cost", "shot_cost", "armour_cost"}:
        value = money(value)
    return str(value) if name == "note" else f"{title.lower()} {labels.get(value, value)}"
