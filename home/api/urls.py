"""API URLs of home's own operations. They include those of the campaign's subjects and of core."""

from django.urls import include, path

from campaign.calendar.api import weeks as calendar_weeks
from campaign.league.api.paths import CLUB, TEAM, WEEK
from core.web.api.operations import api_path

from . import about, bundle, desk, ladder, me, names, people, public, schemas, todo, weeks

OUTSIDE = "clubs/<slug:slug>/"

urlpatterns = [
    path("", include("core.notifications.api.urls")),
    path("", include("campaign.calendar.api.urls")),
    path("", include("campaign.deals.api.urls")),
    path("", include("campaign.desk.api.urls")),
    path("", include("campaign.duels.api.urls")),
    path("", include("campaign.garage.api.urls")),
    path("", include("campaign.ledger.api.urls")),
    path("", include("campaign.members.api.urls")),
    path("", include("campaign.motions.api.urls")),
    path("", include("campaign.moving.api.urls")),
    path("", include("campaign.news.api.urls")),
    path("", include("campaign.roster.api.urls")),
    path("", include("campaign.teams.api.urls")),
    path("", include("campaign.voices.api.urls")),
    path("", include("autoduel.api.urls")),
    # the site and its users
    api_path("", "api-about", get=about.about),
    api_path("me/", "api-me", get=me.me),
    api_path("me/name/", "api-own-name", get=names.my_name, put=names.change_name),
    api_path("me/clock/", "api-clock", get=me.my_clock, put=me.set_clock),
    api_path("me/page/", "api-own-page", get=people.my_page, put=people.show_to),
    api_path("people/<str:name>/", "api-person", get=people.show),
    api_path("me/tokens/", "api-tokens", get=me.list_tokens),
    api_path("me/token/", "api-this-token", get=me.this_token),
    api_path("me/tokens/<uuid:ref>/", "api-token", put=me.make_token, delete=me.revoke_token),
    api_path("me/tokens/<uuid:ref>/renew/", "api-token-renew", post=me.renew_token),
    api_path("errands/", "api-errands", get=todo.list_errands),
    api_path("notices/", "api-notices", get=me.list_notices),
    api_path("notices/read/", "api-notices-read", post=me.read_notices),
    api_path("join/", "api-join", post=me.join),
    api_path("join/look/", "api-join-look", post=me.look_at_invite),
    api_path("schemas/", "api-schemas", get=schemas.list_schemas),
    api_path("schemas/<slug:name>/", "api-json-schema", get=schemas.show),
    # public pages of clubs
    api_path(OUTSIDE, "api-club", get=public.show),
    api_path(f"{OUTSIDE}standings/", "api-club-table", get=public.table),
    api_path(f"{OUTSIDE}news/", "api-club-news", get=public.list_news),
    api_path(f"{OUTSIDE}duellists/", "api-club-duellists", get=public.duellists),
    api_path(f"{OUTSIDE}duellists/<uuid:character>/", "api-club-duellist", get=public.duellist),
    api_path(f"{OUTSIDE}weeks/<int:number>/", "api-club-week", get=public.week),
    api_path(f"{OUTSIDE}ask/", "api-club-ask", post=public.ask),
    # clubs
    api_path(f"{CLUB}next/", "api-next", get=todo.what_is_next),
    api_path(f"{CLUB}ladder/", "api-club-ladder", get=ladder.ladder),
    api_path(f"{CLUB}desk/", "api-desk", get=desk.needs),
    api_path(f"{CLUB}desk/bundle/", "api-bundle", post=bundle.carry),
    # weeks
    api_path(WEEK, "api-week", get=weeks.show, patch=calendar_weeks.announce),
    api_path(f"{WEEK}recap/", "api-week-recap", get=public.recap),
    api_path(f"{WEEK}courier/", "api-courier", get=public.courier),
    # teams
    api_path(
        f"{TEAM}corrections/", "api-team-corrections", get=desk.correctable, post=desk.correct
    ),
]
