"""Pages for the club's own vehicle parts: the list, one part, and the whole list as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.desk.forms.parts import PartForm, PartListForm
from campaign.garage.rules import club_parts as rules
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.services import club_parts as services
from campaign.league.views.frame import club_url
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.records import fields_of
from core.web.refusals import BadForm
from core.web.views.person import person
from core.web.views.posting import carry_out

from .frame import ask, desk_page, draw, is_sure

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaign.garage.rules.parts import AnyPart, ClubParts
    from campaign.league.selectors.viewer import Viewer

KEEPS = "Existing vehicles keep the values they were built with."
READS = "The changes are shown in the news and the desk log."


class Shelf(NamedTuple):
    """The club's parts of one kind. Each has its numbers as text and says whether it is sold."""

    kind: str
    word: str
    parts: list[tuple[AnyPart, str, bool]]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def listing(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List the club's own parts, and export or replace the list as JSON."""
    now = parts_of(viewer.campaign.pk)
    form = PartListForm(request.POST or None, now=now)
    back = club_url("desk-parts", viewer.campaign)

    def act() -> Redirect:
        services.replace(
            campaign=viewer.campaign,
            parts=form.cleaned_data["parts"],
            actor=person(request),
            now=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
        return Redirect(back, "The parts list was changed.")

    if request.method == "POST" and not is_sure(request) and form.is_valid():
        if words := _changes(form, now):
            return ask(
                request,
                viewer,
                title="Replace the club’s parts list?",
                sentence=f"Parts {words}.",
                action="Replace list",
                back=back,
                effects=[KEEPS, READS],
                tab="desk-parts",
                gentle=True,
            )
    elif done := carry_out(request, form, act):
        return done
    return draw(
        request,
        viewer,
        "parts",
        title="Vehicle parts",
        tab="desk-parts",
        shelves=shelves(now),
        form=form,
        opened=form.is_bound,
    )


def _changes(form: PartListForm, now: ClubParts) -> str:
    """Return a summary of changes in the form's list. If the list is invalid, add errors and return
    "".
    """
    try:
        words = rules.compare_parts(now, services.validate(form.cleaned_data["parts"])).summary
    except BadForm as bad:
        form.refuse(bad)
        return ""
    if not words:
        form.add_error("parts", "You have not changed anything.")
    return words


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def part(request: HttpRequest, viewer: Viewer, kind: str) -> HttpResponse:
    """Create a part of this kind, or edit the one with `?key=`."""
    or_404(rules.RECORD_TYPES.get(kind))
    now, key = parts_of(viewer.campaign.pk), request.GET.get("key", "")
    found: AnyPart | None = rules.find_part(now, kind, key) if key else None
    if key:
        or_404(found)
    form = PartForm(request.POST or None, kind=kind, parts=now, part=found)
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

    if done := carry_out(request, form, act):
        return done
    word = rules.KIND_LABELS[kind]
    return draw(
        request,
        viewer,
        "form",
        title=found.name if found else f"New {word.lower()}",
        tab="desk-parts",
        form=form,
        action_label="Save",
        cancel_url=back,
        notes=[KEEPS] if found else [],
    )


def shelves(parts: ClubParts) -> list[Shelf]:
    """Return the club's parts by kind."""
    return [
        Shelf(
            kind,
            word,
            [(one, in_words(one), one.key not in parts.retired) for one in getattr(parts, kind)],
        )
        for kind, word in rules.KIND_LABELS.items()
    ]


def in_words(part: AnyPart) -> str:
    """Return a part's numbers on one line, without default values."""
    said = []
    for field in fields_of(type(part)):
        value = getattr(part, field.name)
        if field.name not in {"key", "name"} and value != field.default:
            said.append(_fact(field.name, field.title, value, dict(field.labelled_choices)))
    return ", ".join(said)


def _fact(name: str, title: str, value: Any, labels: dict[str, str]) -> str:
    if value is True:
        return title.lower()
    if name in {"cost", "shot_cost", "armour_cost"}:
        value = money(value)
    return str(value) if name == "note" else f"{title.lower()} {labels.get(value, value)}"
