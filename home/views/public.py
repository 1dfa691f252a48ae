"""Public pages of a club."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.calendar.views.calendar import moments, requested_season
from campaign.duels.selectors import careers, duels
from campaign.duels.views.cards import with_podium
from campaign.duels.views.careers import career_of, ranking_of
from campaign.duels.views.outcome import outcome
from campaign.duels.views.standings import standings_of
from campaign.league.models import Campaign, Week
from campaign.league.selectors import people, seasons
from campaign.league.selectors.house import zone_of
from campaign.league.views.public_door import (
    as_picture,
    card_url,
    public_page,
    public_url,
    render_public_page,
)
from campaign.members.forms.joining import JoinAskForm
from campaign.members.selectors.join_asks import own_join_ask
from campaign.members.services import joining
from campaign.news.selectors.news import RECAP, by_week
from campaign.news.selectors.public_page import public_news
from core.web.moments import in_text, localize
from core.web.not_found import or_404
from core.web.pictures.cards import Card
from core.web.views.posting import carry_out, sent_before
from espionage.selectors.courier import Issue, next_week
from home.selectors.public import Front, PublicWeek, front, news_of_week, public_week

NEWS_A_PAGE: Final = 30
FOOT: Final = "Dead Drop: Car Wars leagues without a referee"


# --- front page -----------------------------------------------------------------------------------


@require_safe
@public_page
def club(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the club's public front page."""
    overview = front(campaign)
    return render_public_page(
        request,
        campaign,
        "home/public/club",
        here="club-public",
        title=campaign.name,
        about=describe(campaign),
        card=card_url("club-public-card", campaign, club_card(campaign, overview)),
        found=overview,
        moments=moments(overview.week) if overview.week else (),
        at_home=True,
    )


def describe(campaign: Campaign) -> str:
    """Return a one-line description of the club."""
    blurb = " ".join(campaign.blurb.split())
    return blurb or f"{campaign.name}: a Car Wars league."


@require_safe
@public_page
def card(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Return the club's preview image."""
    return as_picture(club_card(campaign, front(campaign)))


def club_card(campaign: Campaign, overview: Front) -> Card:
    """Return the club's preview card, with the next date and the last week."""
    dates = [due_words(overview.week, campaign)] if overview.week else []
    card = Card(
        label="A Car Wars club",
        title=campaign.name,
        lines=(*dates, *(overview.last.sentences[-2:] if overview.last else ())),
        foot=FOOT,
        size=26,
    )
    return with_podium(card, overview.podium)


def due_words(week: Week, campaign: Campaign) -> str:
    """Describe the next date of a week, in the club's time zone."""
    moment, event = next_of(week)
    return localize(f"Week {week.number}: {event} {in_text(moment)}.", zone_of(campaign))


def next_of(week: Week) -> tuple[datetime, str]:
    """Return the time of a week's next step, and a description of it."""
    match week.status:
        case "planned":
            return week.opens_at, "opens"
        case "open":
            return week.due_at, "orders close"
        case "playing":
            return week.settle_at, "reports are out"
        case _:
            if timezone.now() < week.duel_at:
                return (week.duel_at, "the duel starts")
            return (week.closes_at, "the week ends")


# --- standings and news ---------------------------------------------------------------------------


@require_safe
@public_page
def table(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the standings of a season, which is the newest by default."""
    all_seasons, season = requested_season(request, campaign)
    return render_public_page(
        request,
        campaign,
        "campaign/duels/standings",
        here="club-public-table",
        title="Standings",
        about=f"Standings of {season}.",
        card=_club_card(campaign),
        seasons=all_seasons,
        **standings_of(season),
    )


def _club_card(campaign: Campaign) -> str:
    return public_url("club-public-card", campaign)


@require_safe
@public_page
def news(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show public news about the game, newest first."""
    rows = public_news(campaign).exclude(kind=RECAP)
    page = Paginator(rows, NEWS_A_PAGE).get_page(request.GET.get("page"))
    return render_public_page(
        request,
        campaign,
        "home/news",
        here="club-public-news",
        title="News",
        about=f"News from {campaign.name}.",
        card=_club_card(campaign),
        page=page,
        news=by_week(page.object_list),
    )


@require_safe
@public_page
def season_list(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show all seasons. Closed ones have their story, and the current one has its standings."""
    closed = careers.champions(seasons.closed_seasons(campaign), campaign)
    first = {season.season.pk: season.teams for season in closed}
    return render_public_page(
        request,
        campaign,
        "home/public/seasons",
        here="club-public-seasons",
        title="Seasons",
        about=f"The seasons of {campaign.name}.",
        card=_club_card(campaign),
        seasons=[(season, first.get(season.pk, ())) for season in seasons.seasons(campaign)],
    )


# --- a week ---------------------------------------------------------------------------------------


def _week(request: HttpRequest, campaign: Campaign, number: int) -> PublicWeek:
    return or_404(public_week(campaign, number, request.GET.get("season")))


@require_safe
@public_page
def week(request: HttpRequest, campaign: Campaign, number: int) -> HttpResponse:
    """Show the Courier of a week. Before it is out, show the week's recap, times and news."""
    page = _week(request, campaign, number)
    season = page.week.season
    picture = card_url("club-public-week-card", campaign, week_card(page), number=number)
    about = f"{page.recap.headline}. {page.recap.text}" if page.issue else page.recap.text
    return render_public_page(
        request,
        campaign,
        "home/courier" if page.issue else "home/public/week",
        here="club-public-news",
        title=f"The Courier, week {number}" if page.issue else f"Week {number}",
        label=str(season),
        about=about,
        card=f"{picture}&season={season.number}",
        crumbs=(("News", public_url("club-public-news", campaign)),),
        found=page,
        week=page.week,
        duel=page.duel,
        season=season,
        moments=moments(page.week),
        news=news_of_week(page.week),
        **(courier_context(page.issue) if page.issue else {}),
        **_result(page),
    )


def courier_context(issue: Issue) -> dict[str, Any]:
    """Return the parts of the Courier that members and other readers see alike."""
    week, coming = issue.week, next_week(issue.week)
    dates = [("Duel", week.duel_at)] if week.status == "settled" else []
    if coming is not None:
        dates += [
            (f"Orders for week {coming.number} due", coming.due_at),
            (f"Duel of week {coming.number}", coming.duel_at),
        ]
    return {"issue": issue, "dates": dates, "transfers": issue.moves}


def _result(page: PublicWeek) -> dict[str, Any]:
    if page.result is None:
        return {}
    payload = duels.payload_of(page.result)
    cars = {car: (car_view.name, payload.drove[car]) for car, car_view in payload.seen.items()}
    results = outcome(payload.record, page.duel, cars, names=page.names, seen=payload.seen)
    public = {key: results[key] for key in ("places", "deeds", "fates")}
    return {**public, "corrected": page.result.revision > 1}


@require_safe
@public_page
def week_picture(request: HttpRequest, campaign: Campaign, number: int) -> HttpResponse:
    """Return the preview image of a week's result."""
    return as_picture(week_card(_week(request, campaign, number)))


def week_card(page: PublicWeek) -> Card:
    """Return a week's preview card, with its recap and the winners of its duel."""
    duel = page.recap.facts.duel
    winners = " and ".join(duel.winners) if duel else ""
    campaign = page.week.season.campaign
    card = Card(
        label=f"{campaign.name} · {page.week.season}",
        title=f"Week {page.week.number}",
        lines=page.recap.sentences,
        foot=f"Won by {winners}" if winners else FOOT,
        size=26,
    )
    return with_podium(card, page.podium)


# --- duellists ------------------------------------------------------------------------------------


@require_safe
@public_page
def duellists(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the duellists of a season, or of all time with `?season=all`."""
    return render_public_page(
        request,
        campaign,
        "campaign/duels/duellists",
        here="club-public-duellists",
        about=f"Duellists in {campaign.name} and their records.",
        card=_club_card(campaign),
        **ranking_of(request, campaign),
    )


@require_safe
@public_page
def duellist(request: HttpRequest, campaign: Campaign, pk: UUID) -> HttpResponse:
    """Show a duellist's career, most recent duel first. Lessons from duels are left out."""
    context = career_of(request, campaign, pk)
    one, mark = context["one"], context["mark"]
    return render_public_page(
        request,
        campaign,
        "campaign/duels/duellist",
        here="club-public-duellists",
        about=f"{one.name} of {one.team.name}{f', {mark.lower()}' if mark else ''}.",
        card=_club_card(campaign),
        crumbs=(("Duellists", public_url("club-public-duellists", campaign)),),
        **context,
    )


# --- asking to join -------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@public_page
def ask(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Ask to join the club. Visitors first sign up or sign in, and then return to the page."""
    if earlier_response := sent_before(request):
        return earlier_response
    user, form = request.user, JoinAskForm(request.POST or None)
    if request.method == "POST" and not user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    this_page = public_url("club-public-ask", campaign)
    if user.is_authenticated:

        def asking() -> None:
            joining.ask(
                campaign=campaign, user=user, said=form.cleaned_data["said"], now=timezone.now()
            )

        if response := carry_out(
            request, form, asking, to=this_page, message="Your request was sent."
        ):
            return response
    return render_public_page(
        request,
        campaign,
        "home/public/ask",
        here="club-public-ask",
        title=f"Ask to join {campaign.name}",
        about=describe(campaign),
        card=_club_card(campaign),
        form=form,
        here_path=this_page,
        asked=own_join_ask(campaign, user) if user.is_authenticated else None,
        belongs=user.is_authenticated and people.membership(user, campaign.pk) is not None,
    )
