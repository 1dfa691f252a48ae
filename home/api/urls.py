"""API URLs of home's own operations. Includes those of the campaign's subjects and of core."""

from django.urls import include, path

from campaign.duels.api import (
    careers,
    challenges,
    duels,
    events,
    library,
    meets,
    papers,
    record,
    standings,
    table,
)
from campaign.league.api import weeks as league_weeks
from campaign.league.api.paths import CLUB, TEAM, WEEK
from core.web.api.operations import resource

from . import about, bundle, desk, ladder, me, names, people, public, schemas, todo, weeks

OUTSIDE = "clubs/<slug:slug>/"
EVENT = f"{WEEK}events/<int:event>/"
OWN_EVENT = f"{TEAM}weeks/<int:number>/events/<int:event>/"
CHALLENGE = f"{TEAM}challenges/<uuid:challenge>/"
CAR = f"{TEAM}vehicles/<uuid:vehicle>/"

urlpatterns = [
    path("", resource(get=about.about), name="api-about"),
    path("me/", resource(get=me.me), name="api-me"),
    path("me/name/", resource(get=names.my_name, put=names.change_name), name="api-own-name"),
    path("me/clock/", resource(get=me.my_clock, put=me.set_clock), name="api-clock"),
    path("me/page/", resource(get=people.my_page, put=people.show_to), name="api-own-page"),
    path("people/<str:name>/", resource(get=people.show), name="api-person"),
    path("me/tokens/", resource(get=me.list_tokens), name="api-tokens"),
    path("me/token/", resource(get=me.this_token), name="api-this-token"),
    path(
        "me/tokens/<uuid:ref>/",
        resource(put=me.make_token, delete=me.revoke_token),
        name="api-token",
    ),
    path("me/tokens/<uuid:ref>/renew/", resource(post=me.renew_token), name="api-token-renew"),
    path("errands/", resource(get=todo.list_errands), name="api-errands"),
    path("notices/", resource(get=me.list_notices), name="api-notices"),
    path("notices/read/", resource(post=me.read_notices), name="api-notices-read"),
    path("join/", resource(post=me.join), name="api-join"),
    path("join/look/", resource(post=me.look_at_invite), name="api-join-look"),
    path("schemas/", resource(get=schemas.list_schemas), name="api-schemas"),
    path("schemas/<slug:name>/", resource(get=schemas.show), name="api-json-schema"),
    # public pages of clubs
    path(OUTSIDE, resource(get=public.show), name="api-club"),
    path(f"{OUTSIDE}standings/", resource(get=public.table), name="api-club-table"),
    path(f"{OUTSIDE}news/", resource(get=public.list_news), name="api-club-news"),
    path(f"{OUTSIDE}duellists/", resource(get=public.duellists), name="api-club-duellists"),
    path(
        f"{OUTSIDE}duellists/<uuid:character>/",
        resource(get=public.duellist),
        name="api-club-duellist",
    ),
    path(f"{OUTSIDE}weeks/<int:number>/", resource(get=public.week), name="api-club-week"),
    path(f"{OUTSIDE}ask/", resource(post=public.ask), name="api-club-ask"),
    # clubs
    path(f"{CLUB}next/", resource(get=todo.what_is_next), name="api-next"),
    path(f"{CLUB}standings/", resource(get=standings.table), name="api-standings"),
    path(f"{CLUB}ladder/", resource(get=ladder.ladder), name="api-club-ladder"),
    path(f"{CLUB}designs/", resource(get=library.designs), name="api-designs"),
    path(f"{CLUB}designs/<slug:design>/", resource(get=library.design), name="api-design"),
    path(f"{CLUB}honours/", resource(get=careers.honours), name="api-honours"),
    path(f"{CLUB}duellists/", resource(get=careers.duellists), name="api-duellists"),
    path(f"{CLUB}duellists/<uuid:character>/", resource(get=careers.duellist), name="api-duellist"),
    path(
        f"{CLUB}duellists/<uuid:character>/duels/",
        resource(get=careers.rides),
        name="api-duellist-duels",
    ),
    path(f"{CLUB}desk/", resource(get=desk.needs), name="api-desk"),
    path(f"{CLUB}desk/bundle/", resource(post=bundle.carry), name="api-bundle"),
    # weeks
    path(WEEK, resource(get=weeks.show, patch=league_weeks.announce), name="api-week"),
    path(f"{WEEK}recap/", resource(get=public.recap), name="api-week-recap"),
    path(f"{WEEK}duel/", resource(get=duels.show), name="api-duel"),
    path(f"{WEEK}duel/papers/", resource(get=papers.evening), name="api-duel-papers"),
    path(f"{WEEK}duel/form/", resource(get=duels.form), name="api-duel-form"),
    path(f"{WEEK}duel/result/", resource(post=duels.record), name="api-duel-result"),
    path(f"{WEEK}duel/record/", resource(get=record.show), name="api-duel-record"),
    path(f"{WEEK}duel/table/", resource(get=table.show), name="api-duel-table"),
    path(f"{WEEK}duel/rolls/", resource(get=table.list_rolls), name="api-duel-rolls"),
    path(f"{WEEK}duel/dismiss/", resource(post=record.dismiss), name="api-duel-dismiss"),
    path(f"{WEEK}duel/paper/", resource(post=duels.take_out), name="api-duel-paper"),
    path(f"{WEEK}duel/correction/", resource(post=duels.correct), name="api-duel-correction"),
    path(f"{WEEK}events/", resource(get=events.list_events, post=events.make), name="api-events"),
    path(EVENT, resource(get=duels.show), name="api-event"),
    path(f"{WEEK}heats/", resource(post=meets.make_heats), name="api-heats"),
    path(f"{EVENT}draw/", resource(get=meets.draw_sheet), name="api-event-draw"),
    path(f"{EVENT}call-off/", resource(post=events.call_off), name="api-event-call-off"),
    path(f"{EVENT}papers/", resource(get=papers.evening), name="api-event-papers"),
    path(f"{EVENT}form/", resource(get=duels.form), name="api-event-form"),
    path(f"{EVENT}result/", resource(post=duels.record), name="api-event-result"),
    path(f"{EVENT}record/", resource(get=record.show), name="api-event-record"),
    path(f"{EVENT}table/", resource(get=table.show), name="api-event-table"),
    path(f"{EVENT}rolls/", resource(get=table.list_rolls), name="api-event-rolls"),
    path(f"{EVENT}paper/", resource(post=duels.take_out), name="api-event-paper"),
    path(f"{EVENT}dismiss/", resource(post=record.dismiss), name="api-event-dismiss"),
    path(f"{EVENT}correction/", resource(post=duels.correct), name="api-event-correction"),
    # teams
    path(
        f"{TEAM}corrections/",
        resource(get=desk.correctable, post=desk.correct),
        name="api-team-corrections",
    ),
    path(
        f"{TEAM}weeks/<int:number>/duel/draft/", resource(post=record.draft), name="api-duel-draft"
    ),
    path(f"{TEAM}weeks/<int:number>/duel/sign/", resource(post=record.sign), name="api-duel-sign"),
    path(
        f"{TEAM}weeks/<int:number>/duel/dispute/",
        resource(post=record.dispute),
        name="api-duel-dispute",
    ),
    path(
        f"{TEAM}weeks/<int:number>/duel/sheets/",
        resource(get=table.list_sheets),
        name="api-duel-sheets",
    ),
    path(
        f"{TEAM}weeks/<int:number>/duel/sheets/<uuid:entry>/",
        resource(post=table.mark),
        name="api-duel-sheet",
    ),
    path(f"{TEAM}weeks/<int:number>/duel/roll/", resource(post=table.roll), name="api-duel-roll"),
    path(
        f"{TEAM}weeks/<int:number>/duel/write-up/",
        resource(post=table.write_up),
        name="api-duel-write-up",
    ),
    path(f"{TEAM}weeks/<int:number>/entries/", resource(post=duels.enter), name="api-entries"),
    path(
        f"{TEAM}weeks/<int:number>/entries/<uuid:entry>/",
        resource(delete=duels.withdraw),
        name="api-entry",
    ),
    path(
        f"{TEAM}weeks/<int:number>/entries/<uuid:entry>/replace/",
        resource(post=duels.replace),
        name="api-entry-replace",
    ),
    path(f"{OWN_EVENT}draft/", resource(post=record.draft), name="api-event-draft"),
    path(f"{OWN_EVENT}sign/", resource(post=record.sign), name="api-event-sign"),
    path(f"{OWN_EVENT}dispute/", resource(post=record.dispute), name="api-event-dispute"),
    path(f"{OWN_EVENT}sheets/", resource(get=table.list_sheets), name="api-event-sheets"),
    path(f"{OWN_EVENT}sheets/<uuid:entry>/", resource(post=table.mark), name="api-event-sheet"),
    path(f"{OWN_EVENT}roll/", resource(post=table.roll), name="api-event-roll"),
    path(f"{OWN_EVENT}write-up/", resource(post=table.write_up), name="api-event-write-up"),
    path(f"{OWN_EVENT}entries/", resource(post=duels.enter), name="api-event-entries"),
    path(
        f"{OWN_EVENT}entries/<uuid:entry>/", resource(delete=duels.withdraw), name="api-event-entry"
    ),
    path(f"{OWN_EVENT}forfeit/", resource(post=challenges.forfeit), name="api-event-forfeit"),
    path(
        f"{TEAM}challenges/",
        resource(get=challenges.list_challenges, post=challenges.call_out),
        name="api-challenges",
    ),
    path(f"{CHALLENGE}accept/", resource(post=challenges.accept), name="api-challenge-accept"),
    path(f"{CHALLENGE}propose/", resource(post=challenges.propose), name="api-challenge-propose"),
    path(f"{CHALLENGE}decline/", resource(post=challenges.decline), name="api-challenge-decline"),
    path(
        f"{CHALLENGE}withdraw/", resource(post=challenges.withdraw), name="api-challenge-withdraw"
    ),
    path(f"{CAR}paper/", resource(get=papers.vehicle), name="api-vehicle-paper"),
    path(
        f"{CAR}design/",
        resource(put=library.publish, delete=library.withdraw),
        name="api-vehicle-design",
    ),
    path("", include("core.notifications.api.urls")),
    path("", include("campaign.league.api.urls")),
    path("", include("campaign.voices.api.urls")),
    path("", include("campaign.ledger.api.urls")),
    path("", include("campaign.roster.api.urls")),
    path("", include("campaign.garage.api.urls")),
    path("", include("campaign.teams.api.urls")),
    path("", include("campaign.motions.api.urls")),
    path("", include("campaign.desk.api.urls")),
    path("", include("campaign.moving.api.urls")),
]
