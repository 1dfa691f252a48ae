"""Pages for letters between two teams (C83) and a team's notes about its rivals (C88), for owners
only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.league.selectors.teams import find_team
from campaign.league.views.frame import render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.voices.forms.talk import NoteForm, SayForm
from campaign.voices.selectors import notes as noted
from campaign.voices.selectors import reading
from campaign.voices.selectors.rights import writes_letters
from campaign.voices.services import moderating, notes, speaking
from core.web.forms.base import Act
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed, status_of, turn_back

from .thread import posts_shown

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer

BOTH = ["GET", "HEAD", "POST"]
BETWEEN_US = "Only the owners of the two teams can read them. GMs cannot."


def _other(viewer: Viewer, team: Team, slug: str) -> Team:
    """Return another team of the club, current or former."""
    found = find_team(viewer, slug)
    return or_404(found if found is not None and found.pk != team.pk else None)


@require_safe
@team_page(allow=writes_letters)
def letters(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """List the teams to which the team can write. Teams with the latest letters come first."""
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/voices/letters",
        here="letters",
        title="Letters",
        lede=f"Make deals, bluff or threaten. {BETWEEN_US}",
        audience="",
        others=reading.correspondents(viewer, team),
    )


@require_http_methods(BOTH)
@team_page(allow=writes_letters)
def letter(request: HttpRequest, viewer: Viewer, team: Team, to: str) -> HttpResponse:
    """Show the letters between two teams, and the form to write one."""
    other, now = _other(viewer, team, to), timezone.now()
    form = SayForm(request.POST or None, label=f"To {other.name}")
    here = team_url("letter", team, to=other.slug)

    def act() -> object:
        return speaking.write_letter(
            team=team,
            to=other,
            by=viewer.person,
            text=form.cleaned_data["text"],
            at=timezone.now(),
        )

    if response := carry_out(request, form, act, to=f"{here}#end"):
        return response
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/voices/letter",
        here="letters",
        title=other.name,
        label="Letters",
        audience="",
        crumbs=(("Letters", team_url("letters", team)),),
        other=other,
        form=form,
        action=here,
        bot=reading.answering_bot(other),
        blocked=reading.block_since(team, other),
        voice=reading.voice(viewer, now, letters=True),
        gone=other.left_at,
        secret=BETWEEN_US,
        button=Act(),
        status=status_of(form),
        **posts_shown(request, viewer, reading.letters_between(team, other), now, team),
    )


@require_http_methods(BOTH)
@team_page(allow=writes_letters)
def block(request: HttpRequest, viewer: Viewer, team: Team, to: str) -> HttpResponse:
    """Block letters from another team."""
    other = _other(viewer, team, to)
    back = team_url("letter", team, to=other.slug)
    return confirmed(
        request,
        lambda: moderating.block(team=team, against=other, by=viewer.person, at=timezone.now()),
        to=back,
        message=f"{other.name} is blocked.",
        back=back,
        title=f"Block {other.name}",
        sentence=f"You no longer see letters from {other.name}.",
        effects=(
            f"{other.name} is not notified and can still send letters.",
            "You can unblock the team later. Letters sent while it is blocked stay hidden.",
        ),
        action="Block",
        crumbs=team_crumbs(viewer, team, ("Letters", team_url("letters", team))),
    )


@require_http_methods(["POST"])
@team_page(allow=writes_letters)
def unblock(request: HttpRequest, viewer: Viewer, team: Team, to: str) -> HttpResponse:
    """Unblock letters from another team."""
    other = _other(viewer, team, to)
    form, back = Act(request.POST), team_url("letter", team, to=other.slug)

    def act() -> None:
        moderating.unblock(team=team, against=other, at=timezone.now())

    message = f"{other.name} is unblocked."
    return carry_out(request, form, act, to=back, message=message) or turn_back(request, form, back)


@require_http_methods(BOTH)
@team_page(allow=writes_letters)
def rival_note(request: HttpRequest, viewer: Viewer, team: Team, rival: str) -> HttpResponse:
    """Edit the team's note about a rival, with its earlier versions."""
    about = _other(viewer, team, rival)
    versions = noted.versions(team, about)
    now = versions[0] if versions else None
    start = {"text": now.text if now else "", "seen": now.number if now else 0}
    form = NoteForm(request.POST or None, initial=start)

    def act() -> object:
        said = form.cleaned_data
        return notes.keep(
            team=team,
            about=about,
            text=said["text"],
            seen=said["seen"],
            by=viewer.person,
            at=timezone.now(),
        )

    here = team_url("rival-note", team, rival=about.slug)
    return carry_out(request, form, act, to=here, message="Note saved.") or render_team_page(
        request,
        viewer,
        team,
        "campaign/voices/note",
        here="dossier",
        title=f"Note about {about.name}",
        crumbs=(("Dossier", team_url("espionage:dossier", team)),),
        about=about,
        form=form,
        versions=versions,
        back=team_url("espionage:dossier", team),
        status=status_of(form),
    )
