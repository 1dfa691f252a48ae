"""Pages for letters between two teams (C83), and for a team's notes about its rivals (C88).

Only the team's owners can open them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.league.selectors.house import rules_of
from campaign.league.selectors.teams import find_team
from campaign.league.views.frame import render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.voices.forms.talk import NoteForm, PostForm
from campaign.voices.selectors import notes as noted
from campaign.voices.selectors import reading
from campaign.voices.selectors.rights import can_write_letters
from campaign.voices.services import moderating, notes, speaking
from core.web.forms.base import Act
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed, turn_back

from .thread import thread_context

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer

READ_AND_POST = ["GET", "HEAD", "POST"]
READERS_OF_LETTERS = "Only the owners of the two teams can read them. GMs cannot."


def _find_other_team(viewer: Viewer, team: Team, slug: str) -> Team:
    """Return another current or former team of the club."""
    team_found = find_team(viewer, slug)
    return or_404(team_found if team_found is not None and team_found.pk != team.pk else None)


@require_safe
@team_page(allow=can_write_letters)
def letters(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """List the teams to which the team can write, those with the latest letters first."""
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/voices/letters",
        here="letters",
        title="Letters",
        lede=f"Make deals, bluff or threaten. {READERS_OF_LETTERS}",
        audience="",
        correspondents=reading.correspondents(viewer, team),
    )


@require_http_methods(READ_AND_POST)
@team_page(allow=can_write_letters)
def letter(request: HttpRequest, viewer: Viewer, team: Team, to: str) -> HttpResponse:
    """Show the letters between two teams, and the form for writing a letter."""
    other, now = _find_other_team(viewer, team, to), timezone.now()
    form = PostForm(request.POST or None, label=f"To {other.name}")
    page_url = team_url("letter", team, to=other.slug)

    def act() -> object:
        return speaking.write_letter(
            team=team,
            to=other,
            author=viewer.person,
            text=form.cleaned_data["text"],
            now=timezone.now(),
        )

    if response := carry_out(request, form, act, to=f"{page_url}#end"):
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
        action=page_url,
        bot_hint=reading.describe_bot(other),
        blocked_since=reading.block_since(team, other),
        posting_right=reading.posting_right(viewer, now, letters=True),
        has_left=other.left_at,
        has_offers=rules_of(viewer.campaign).deals,
        readers_of_letters=READERS_OF_LETTERS,
        button=Act(),
        **thread_context(request, viewer, reading.letters_between(team, other), now, team),
    )


@require_http_methods(READ_AND_POST)
@team_page(allow=can_write_letters)
def block(request: HttpRequest, viewer: Viewer, team: Team, to: str) -> HttpResponse:
    """Block letters from another team."""
    other = _find_other_team(viewer, team, to)
    back = team_url("letter", team, to=other.slug)
    return confirmed(
        request,
        lambda: moderating.block(
            team=team, blocked_team=other, user=viewer.person, now=timezone.now()
        ),
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
@team_page(allow=can_write_letters)
def unblock(request: HttpRequest, viewer: Viewer, team: Team, to: str) -> HttpResponse:
    """Unblock letters from another team."""
    other = _find_other_team(viewer, team, to)
    form, back = Act(request.POST), team_url("letter", team, to=other.slug)

    def act() -> None:
        moderating.unblock(team=team, blocked_team=other, now=timezone.now())

    message = f"{other.name} is unblocked."
    return carry_out(request, form, act, to=back, message=message) or turn_back(request, form, back)


@require_http_methods(READ_AND_POST)
@team_page(allow=can_write_letters)
def rival_note(request: HttpRequest, viewer: Viewer, team: Team, rival: str) -> HttpResponse:
    """Show the team's note about a rival with its earlier versions, and edit it."""
    rival_team = _find_other_team(viewer, team, rival)
    versions = noted.versions(team, rival_team)
    current_note = versions[0] if versions else None
    initial_values = {
        "text": current_note.text if current_note else "",
        "replaced_version": current_note.number if current_note else 0,
    }
    form = NoteForm(request.POST or None, initial=initial_values)

    def act() -> object:
        values = form.cleaned_data
        return notes.save_note(
            team=team,
            rival=rival_team,
            text=values["text"],
            replaced_version=values["replaced_version"],
            author=viewer.person,
            now=timezone.now(),
        )

    page_url = team_url("rival-note", team, rival=rival_team.slug)
    return carry_out(request, form, act, to=page_url, message="Note saved.") or render_team_page(
        request,
        viewer,
        team,
        "campaign/voices/note",
        here="dossier",
        title=f"Note about {rival_team.name}",
        crumbs=(("Dossier", team_url("espionage:dossier", team)),),
        form=form,
        versions=versions,
        back=team_url("espionage:dossier", team),
    )
