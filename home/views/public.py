"""A club's public page and what stands under it: for anybody, where the club has opened it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.duels.selectors import careers, duels
from campaign.duels.selectors.standings import standings
from campaign.duels.views.cards import with_podium
from campaign.duels.views.careers import A_PAGE, DUELS_A_PAGE, MARKS, STATES
from campaign.duels.views.outcome import outcome
from campaign.league.forms.joining import JoinAskForm
from campaign.league.models import Campaign
from campaign.league.selectors import people, seasons
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.news import RECAP, by_week
from campaign.league.selectors.public_page import own_ask, public_news
from campaign.league.services import joining
from campaign.league.views.calendar import moments
from campaign.league.views.public_door import (
    as_picture,
    card_url,
    public_page,
    public_show,
    public_url,
)
from core.web.moments import in_text, told
from core.web.not_found import or_404
from core.web.pictures.cards import Card
from core.web.views.posting import carry_out, sent_before
from home.selectors.public import Front, PublicWeek, front, news_of_week, public_week

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Season, Week

NEWS_A_PAGE: Final = 30
FOOT: Final = "Dead Drop: Car Wars leagues without a referee"


# --- the front ------------------------------------------------------------------------------------


@require_safe
@public_page
def club(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """The club at a glance: what is due, last week, table, news, duellists, seasons to read."""
    found = front(campaign)
    return public_show(
        request,
        campaign,
        "home/public/club",
        here="club-public",
        title=campaign.name,
        about=about(campaign),
        card=card_url("club-public-card", campaign, club_card(campaign, found)),
        found=found,
        moments=moments(found.week) if found.week else (),
        most=max((row.points for row in found.table.rows), default=0) if found.table else 0,
        at_home=True,
    )


def about(campaign: Campaign) -> str:
    """The club in a line: the first of its own words."""
    blurb = " ".join(campaign.blurb.split())
    return blurb or f"{campaign.name}: a Car Wars league."


@require_safe
@public_page
def card(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """The club's card."""
    return as_picture(club_card(campaign, front(campaign)))


def club_card(campaign: Campaign, found: Front) -> Card:
    """What is on the club's card: what is due, and what the last week brought."""
    due = [due_words(found.week, campaign)] if found.week else []
    card = Card(
        label="A Car Wars club",
        title=campaign.name,
        lines=(*due, *(found.last.sentences[-2:] if found.last else ())),
        foot=FOOT,
        size=26,
    )
    return with_podium(card, found.podium)


def due_words(week: Week, campaign: Campaign) -> str:
    """What comes next of a week, by the club's own clock."""
    at, what = next_of(week)
    return told(f"Week {week.number}: {what} {in_text(at)}.", zone_of(campaign))


def next_of(week: Week) -> tuple[datetime, str]:
    """The next moment of a week, and what happens then."""
    match week.status:
        case "planned":
            return week.opens_at, "opens"
        case "open":
            return week.due_at, "orders close"
        case "playing":
            return week.settle_at, "reports are out"
        case _:
            return (
                (week.duel_at, "the duel starts")
                if timezone.now() < week.duel_at
                else (week.closes_at, "the week ends")
            )


# --- the table and the news -----------------------------------------------------------------------


@require_safe
@public_page
def table(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """The table of a season, the newest unless `?season=` names another."""
    every, season = _season(request, campaign)
    found = standings(season)
    return public_show(
        request,
        campaign,
        "home/public/table",
        here="club-public-table",
        title="Standings",
        about=f"Standings of {season}.",
        card=_club_card(campaign),
        seasons=every,
        season=season,
        table=found,
        most=max((row.points for row in found.rows), default=0),
        labels=["Start", *(f"Week {number}" for number in found.weeks)],
        series=[(row.team.name, row.team.colour, (0, *row.history)) for row in found.rows],
    )


def _season(request: HttpRequest, campaign: Campaign) -> tuple[tuple[Season, ...], Season]:
    every = seasons.seasons(campaign)
    return every, or_404(seasons.pick(every, request.GET.get("season")))


def _club_card(campaign: Campaign) -> str:
    return public_url("club-public-card", campaign)


@require_safe
@public_page
def news(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """The news of the game, newest first."""
    rows = public_news(campaign).exclude(kind=RECAP)
    page = Paginator(rows, NEWS_A_PAGE).get_page(request.GET.get("page"))
    return public_show(
        request,
        campaign,
        "home/public/news",
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
    """All seasons: of those that are closed the story, of the open one the table."""
    closed = careers.champions(seasons.closed_seasons(campaign), campaign)
    first = {one.season.pk: one.teams for one in closed}
    return public_show(
        request,
        campaign,
        "home/public/seasons",
        here="club-public-seasons",
        title="Seasons",
        about=f"The seasons of {campaign.name}.",
        card=_club_card(campaign),
        seasons=[(one, first.get(one.pk, ())) for one in seasons.seasons(campaign)],
    )


# --- a week ---------------------------------------------------------------------------------------


def _week(request: HttpRequest, campaign: Campaign, number: int) -> PublicWeek:
    return or_404(public_week(campaign, number, request.GET.get("season")))


@require_safe
@public_page
def week(request: HttpRequest, campaign: Campaign, number: int) -> HttpResponse:
    """A week in three sentences, its podium, its result, what was published of it."""
    found = _week(request, campaign, number)
    season = found.week.season
    picture = card_url("club-public-week-card", campaign, week_card(found), number=number)
    return public_show(
        request,
        campaign,
        "home/public/week",
        here="club-public-news",
        title=f"Week {number}",
        label=str(season),
        about=found.recap.text,
        card=f"{picture}&season={season.number}",
        found=found,
        week=found.week,
        season=season,
        moments=moments(found.week),
        news=news_of_week(found.week),
        **_result(found),
    )


def _result(found: PublicWeek) -> dict[str, Any]:
    if found.result is None:
        return {}
    found.result.week, found.result.event = found.week, None
    payload = duels.recorded(found.result)
    cars = {car: (seen.name, payload.drove[car]) for car, seen in payload.seen.items()}
    told_of = outcome(payload.record, found.week, cars)
    return {
        "places": told_of["places"],
        "deeds": told_of["deeds"],
        "fates": told_of["fates"],
        "corrected": found.result.revision > 1,
    }


@require_safe
@public_page
def week_picture(request: HttpRequest, campaign: Campaign, number: int) -> HttpResponse:
    """The card of a week's result."""
    return as_picture(week_card(_week(request, campaign, number)))


def week_card(found: PublicWeek) -> Card:
    """What is on a week's card: its three sentences, and who won its duel."""
    duel = found.recap.facts.duel
    won = " and ".join(duel.winners) if duel else ""
    campaign = found.week.season.campaign
    card = Card(
        label=f"{campaign.name} · {found.week.season}",
        title=f"Week {found.week.number}",
        lines=found.recap.sentences,
        foot=f"Won by {won}" if won else FOOT,
        size=26,
    )
    return with_podium(card, found.podium)


# --- duellists ------------------------------------------------------------------------------------


@require_safe
@public_page
def duellists(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """The duellists of a season, or with `?season=all` of all time."""
    every, asked = seasons.seasons(campaign), request.GET.get("season", "")
    season = None if asked == "all" else or_404(seasons.pick(every, asked))
    ranking = careers.Ranking(campaign, season.number if season else None)
    page = Paginator(ranking, A_PAGE).get_page(request.GET.get("page"))
    return public_show(
        request,
        campaign,
        "home/public/duellists",
        here="club-public-duellists",
        title="Duellists",
        about=f"Duellists in {campaign.name} and their records.",
        card=_club_card(campaign),
        seasons=every,
        season=season,
        page=page,
        rows=[(one, MARKS[one.mark]) for one in page.object_list],
    )


@require_safe
@public_page
def duellist(request: HttpRequest, campaign: Campaign, pk: UUID) -> HttpResponse:
    """A duellist's career, the latest duels first; of what duels taught it tells nothing."""
    one = or_404(careers.duellist(campaign, pk))
    page = Paginator(careers.Book(campaign, one), DUELS_A_PAGE).get_page(request.GET.get("page"))
    rides: tuple[careers.Ride, ...] = tuple(page.object_list)
    mark = MARKS[one.mark]
    return public_show(
        request,
        campaign,
        "home/public/duellist",
        here="club-public-duellists",
        title=one.name,
        about=f"{one.name} of {one.team.name}{f', {mark.lower()}' if mark else ''}.",
        card=_club_card(campaign),
        crumbs=(("Duellists", public_url("club-public-duellists", campaign)),),
        one=one,
        mark=mark,
        page=page,
        rides=[(ride, STATES[ride.state]) for ride in rides],
        cars=careers.cars(campaign, pk),
    )


# --- asking to join -------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@public_page
def ask(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Ask to be let in. A visitor signs up or logs in first and comes back here."""
    if before := sent_before(request):
        return before
    user, form = request.user, JoinAskForm(request.POST or None)
    if request.method == "POST" and not user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    here = public_url("club-public-ask", campaign)
    if user.is_authenticated:

        def asking() -> None:
            joining.ask(
                campaign=campaign, user=user, said=form.cleaned_data["said"], at=timezone.now()
            )

        if done := carry_out(request, form, asking, to=here, message="Your request was sent."):
            return done
    return public_show(
        request,
        campaign,
        "home/public/ask",
        here="club-public-ask",
        title=f"Ask to join {campaign.name}",
        about=about(campaign),
        card=_club_card(campaign),
        form=form,
        here_path=here,
        asked=own_ask(campaign, user) if user.is_authenticated else None,
        belongs=user.is_authenticated and people.membership(user, campaign.pk) is not None,
    )
