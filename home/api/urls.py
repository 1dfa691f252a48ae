"""URLs of the API for clubs."""

from __future__ import annotations

from django.urls import path

from campaign.desk.api import founding
from campaign.desk.api import talk as desk_talk
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
from campaign.garage.api import catalogues, garage, offers, workshop
from campaign.league.api import (
    calendar_feed,
    deputies,
    hooks,
    members,
    news,
    pausing,
    public_page,
    sharing,
    weeks,
)
from campaign.league.api.paths import CLUB, TEAM, WEEK
from campaign.ledger.api import store
from campaign.motions.api import motions
from campaign.moving.api import moving
from campaign.roster.api import roster
from campaign.teams.api import teams
from campaign.voices.api import letters, talk
from core.notifications.api import mail, own_events, reach
from core.web.api.operations import resource

from . import about, bundle, desk, ladder, me, names, people, public, schemas, todo
from . import weeks as week

OUTSIDE = "clubs/<slug:slug>/"
PERSON = f"{TEAM}characters/<uuid:character>/"
EVENT = f"{WEEK}events/<int:event>/"
OWN_EVENT = f"{TEAM}weeks/<int:number>/events/<int:event>/"
CHALLENGE = f"{TEAM}challenges/<uuid:challenge>/"
LETTERS = f"{TEAM}letters/<slug:to>/"
POST = f"{CLUB}talk/posts/<uuid:post>/"
CAR = f"{TEAM}vehicles/<uuid:vehicle>/"

urlpatterns = [
    path("", resource(get=about.about), name="api-about"),
    path("me/", resource(get=me.me), name="api-me"),
    path("me/mail/", resource(get=mail.my_mail, put=mail.choose_mail), name="api-mail"),
    path("me/mail/test/", resource(post=mail.try_mail), name="api-mail-test"),
    path("me/events/", resource(get=own_events.list_own_events), name="api-my-events"),
    path("me/reach/", resource(get=reach.my_reach, put=reach.choose_reach), name="api-reach"),
    path("me/reach/devices/", resource(post=reach.add_device), name="api-devices"),
    path(
        "me/reach/devices/<uuid:device>/",
        resource(patch=reach.change_device, delete=reach.stop_device),
        name="api-device",
    ),
    path(
        "me/reach/hook/",
        resource(put=reach.put_own_hook, delete=reach.remove_own_hook),
        name="api-own-hook",
    ),
    path("me/reach/test/", resource(post=reach.try_reach), name="api-reach-test"),
    path("me/reach/offer/", resource(delete=reach.close_offer), name="api-reach-offer"),
    path(
        "me/calendar/",
        resource(
            get=calendar_feed.my_calendar,
            post=calendar_feed.renew_calendar,
            delete=calendar_feed.drop_calendar,
        ),
        name="api-calendar",
    ),
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
    path("presets/", resource(get=founding.list_presets), name="api-presets"),
    path("schemas/", resource(get=schemas.list_schemas), name="api-schemas"),
    path("schemas/<slug:name>/", resource(get=schemas.show), name="api-json-schema"),
    path("catalogue/parts/", resource(get=catalogues.parts), name="api-parts"),
    path("catalogue/vehicles/", resource(get=catalogues.stock_vehicles), name="api-stock-vehicles"),
    path("designs/check/", resource(post=garage.check), name="api-design-check"),
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
    path("campaigns/", resource(get=founding.list_mine, post=founding.found), name="api-campaigns"),
    path(CLUB, resource(get=founding.show, patch=founding.describe), name="api-campaign"),
    path(
        f"{CLUB}house-rules/",
        resource(get=founding.house_rules, patch=founding.change_rules),
        name="api-house-rules",
    ),
    path(
        f"{CLUB}seasons/",
        resource(get=founding.list_seasons, post=founding.open_season),
        name="api-seasons",
    ),
    path(
        f"{CLUB}seasons/<int:number>/close/",
        resource(post=founding.close_season),
        name="api-season-close",
    ),
    path(f"{CLUB}next/", resource(get=todo.what_is_next), name="api-next"),
    path(f"{CLUB}news/", resource(get=news.list_news), name="api-news"),
    path(f"{CLUB}desk-log/", resource(get=news.desk_log), name="api-desk-log"),
    path(f"{CLUB}standings/", resource(get=standings.table), name="api-standings"),
    path(f"{CLUB}ladder/", resource(get=ladder.ladder), name="api-club-ladder"),
    path(f"{CLUB}designs/", resource(get=library.designs), name="api-designs"),
    path(f"{CLUB}designs/<slug:design>/", resource(get=library.design), name="api-design"),
    path(f"{CLUB}honours/", resource(get=careers.honours), name="api-honours"),
    path(f"{CLUB}duellists/", resource(get=careers.duellists), name="api-duellists"),
    path(
        f"{CLUB}duellists/<uuid:character>/",
        resource(get=careers.duellist),
        name="api-duellist",
    ),
    path(
        f"{CLUB}duellists/<uuid:character>/duels/",
        resource(get=careers.rides),
        name="api-duellist-duels",
    ),
    path(f"{CLUB}skills/", resource(get=catalogues.skills), name="api-skills"),
    path(f"{CLUB}starts/", resource(get=catalogues.starts), name="api-starts"),
    path(
        f"{CLUB}parts/",
        resource(get=catalogues.club_parts, put=catalogues.replace_parts),
        name="api-club-parts",
    ),
    path(f"{CLUB}gear/", resource(get=catalogues.gear_list), name="api-gear"),
    path(f"{CLUB}members/", resource(get=members.list_members), name="api-members"),
    path(f"{CLUB}members/<str:username>/", resource(patch=members.set_role), name="api-member"),
    path(
        f"{CLUB}members/<str:username>/remove/",
        resource(post=members.remove),
        name="api-member-remove",
    ),
    path(
        f"{CLUB}members/<str:username>/login-link/",
        resource(post=members.make_login_link),
        name="api-login-link",
    ),
    path(
        f"{CLUB}public-page/",
        resource(get=public_page.show, put=public_page.switch),
        name="api-public-page",
    ),
    path(f"{CLUB}join-asks/", resource(get=public_page.list_asks), name="api-join-asks"),
    path(
        f"{CLUB}join-asks/<uuid:join_ask>/answer/",
        resource(post=public_page.answer),
        name="api-join-answer",
    ),
    path(f"{CLUB}leave/", resource(post=members.leave), name="api-leave"),
    path(
        f"{CLUB}invites/",
        resource(get=members.list_invites, post=members.make_invite),
        name="api-invites",
    ),
    path(
        f"{CLUB}invites/<uuid:invite>/revoke/",
        resource(post=members.revoke_invite),
        name="api-invite-revoke",
    ),
    path(f"{CLUB}desk/", resource(get=desk.needs), name="api-desk"),
    path(f"{CLUB}desk/moving/", resource(get=moving.show, post=moving.move), name="api-moving"),
    path(f"{CLUB}desk/moving/check/", resource(post=moving.check), name="api-moving-check"),
    path(f"{CLUB}desk/bundle/", resource(post=bundle.carry), name="api-bundle"),
    path(f"{CLUB}old-records/", resource(get=moving.old_records), name="api-old-records"),
    path(
        f"{CLUB}desk/hooks/", resource(get=hooks.list_hooks, post=hooks.add_hook), name="api-hooks"
    ),
    path(f"{CLUB}desk/hooks/<uuid:hook>/", resource(delete=hooks.remove_hook), name="api-hook"),
    path(
        f"{CLUB}desk/hooks/<uuid:hook>/test/", resource(post=hooks.test_hook), name="api-hook-test"
    ),
    path(f"{CLUB}desk/reports/", resource(get=desk_talk.list_reports), name="api-reports-of-posts"),
    path(
        f"{CLUB}desk/reports/<uuid:report>/dismiss/",
        resource(post=desk_talk.dismiss),
        name="api-post-report-dismiss",
    ),
    path(
        f"{CLUB}desk/mutes/",
        resource(get=desk_talk.list_mutes, post=desk_talk.mute),
        name="api-mutes",
    ),
    path(
        f"{CLUB}desk/mutes/<uuid:mute>/end/",
        resource(post=desk_talk.end_mute),
        name="api-mute-end",
    ),
    # talk
    path(f"{CLUB}talk/", resource(get=talk.list_threads, post=talk.open_thread), name="api-talk"),
    path(
        f"{CLUB}talk/<uuid:thread>/",
        resource(get=talk.list_posts, post=talk.answer),
        name="api-talk-thread",
    ),
    path(
        f"{CLUB}talk/<uuid:thread>/read/",
        resource(post=talk.have_read),
        name="api-talk-read",
    ),
    path(f"{POST}", resource(patch=talk.edit, delete=talk.withdraw), name="api-post"),
    path(f"{POST}report/", resource(post=talk.report), name="api-post-report"),
    path(f"{POST}hide/", resource(post=talk.hide), name="api-post-hide"),
    path(f"{POST}show/", resource(post=talk.show), name="api-post-show"),
    path(
        f"{CLUB}word/",
        resource(get=talk.show_word, put=talk.say_word, delete=talk.take_word_down),
        name="api-word",
    ),
    path(
        f"{CLUB}news/<uuid:item>/talk/",
        resource(get=talk.list_news_posts, post=talk.talk_about_news),
        name="api-news-talk",
    ),
    path(
        f"{WEEK}duel/talk/",
        resource(get=talk.list_duel_posts, post=talk.talk_about_duel),
        name="api-duel-talk",
    ),
    path(
        f"{EVENT}talk/",
        resource(get=talk.list_duel_posts, post=talk.talk_about_duel),
        name="api-event-talk",
    ),
    path(
        f"{CLUB}votes/",
        resource(get=motions.list_motions, post=motions.move),
        name="api-motions",
    ),
    path(f"{CLUB}votes/<uuid:motion>/", resource(delete=motions.withdraw), name="api-motion"),
    path(f"{CLUB}votes/<uuid:motion>/vote/", resource(post=motions.vote), name="api-motion-vote"),
    path(
        f"{CLUB}votes/<uuid:motion>/answer/",
        resource(post=motions.answer),
        name="api-motion-answer",
    ),
    # weeks
    path(f"{CLUB}weeks/", resource(get=weeks.list_weeks, post=weeks.plan), name="api-weeks"),
    path(f"{CLUB}pause/", resource(get=pausing.show, post=pausing.pause), name="api-pause"),
    path(f"{CLUB}go-on/", resource(post=pausing.go_on), name="api-go-on"),
    path(WEEK, resource(get=week.show, patch=weeks.announce), name="api-week"),
    path(f"{WEEK}recap/", resource(get=public.recap), name="api-week-recap"),
    path(f"{WEEK}extend/", resource(post=weeks.extend), name="api-week-extend"),
    path(f"{WEEK}postpone/", resource(post=weeks.postpone), name="api-week-postpone"),
    path(f"{WEEK}cancel/", resource(post=weeks.cancel), name="api-week-cancel"),
    path(f"{WEEK}retry/", resource(post=weeks.retry), name="api-week-retry"),
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
    path(f"{CLUB}teams/", resource(get=teams.list_teams, post=teams.found), name="api-teams"),
    path(f"{CLUB}ready-company/", resource(post=teams.found_ready), name="api-ready-company"),
    path(f"{CLUB}bot-teams/", resource(post=teams.found_for_bot), name="api-bot-teams"),
    path(TEAM, resource(get=teams.show, patch=teams.edit), name="api-team"),
    path(f"{TEAM}roster/", resource(get=roster.public), name="api-team-roster"),
    path(f"{TEAM}seen-vehicles/", resource(get=teams.seen_vehicles), name="api-team-seen-vehicles"),
    path(f"{TEAM}ready-company/", resource(post=teams.complete), name="api-team-ready-company"),
    path(f"{TEAM}approval/", resource(get=teams.review), name="api-team-approval"),
    path(f"{TEAM}ask-approval/", resource(post=teams.ask_approval), name="api-team-ask-approval"),
    path(f"{TEAM}approve/", resource(post=teams.approve), name="api-team-approve"),
    path(f"{TEAM}send-back/", resource(post=teams.send_back), name="api-team-send-back"),
    path(
        f"{TEAM}bot/", resource(put=teams.seat_bot, delete=teams.call_off_bot), name="api-team-bot"
    ),
    path(
        f"{TEAM}deputies/",
        resource(get=deputies.list_deputies, post=deputies.name),
        name="api-team-deputies",
    ),
    path(f"{TEAM}deputies/<uuid:deputy>/", resource(delete=deputies.end), name="api-team-deputy"),
    path(f"{TEAM}hand-over/", resource(post=teams.hand_over), name="api-team-hand-over"),
    path(f"{TEAM}drop-out/", resource(post=teams.drop_out), name="api-team-drop-out"),
    path(f"{TEAM}asks/", resource(get=sharing.list_asks), name="api-team-asks"),
    path(f"{TEAM}asks/<uuid:ask>/answer/", resource(post=sharing.answer), name="api-team-answer"),
    path(
        f"{TEAM}invites/",
        resource(get=sharing.list_links, post=sharing.make_link),
        name="api-team-invites",
    ),
    path(
        f"{TEAM}invites/<uuid:invite>/revoke/",
        resource(post=sharing.revoke_link),
        name="api-team-invite-revoke",
    ),
    path(f"{TEAM}withdraw/", resource(post=teams.withdraw), name="api-team-withdraw"),
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
        f"{OWN_EVENT}entries/<uuid:entry>/",
        resource(delete=duels.withdraw),
        name="api-event-entry",
    ),
    path(f"{OWN_EVENT}forfeit/", resource(post=challenges.forfeit), name="api-event-forfeit"),
    path(f"{TEAM}letters/", resource(get=letters.list_correspondents), name="api-letters"),
    path(
        LETTERS,
        resource(get=letters.list_letters, post=letters.write_letter),
        name="api-letters-with",
    ),
    path(f"{LETTERS}read/", resource(post=letters.have_read), name="api-letters-read"),
    path(
        f"{LETTERS}block/",
        resource(put=letters.block, delete=letters.unblock),
        name="api-letters-block",
    ),
    path(f"{TEAM}notes/", resource(get=letters.list_notes), name="api-rival-notes"),
    path(
        f"{TEAM}notes/<slug:rival>/",
        resource(get=letters.list_versions, put=letters.keep_note),
        name="api-rival-note",
    ),
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
    # characters
    path(
        f"{TEAM}characters/",
        resource(get=roster.list_characters, post=roster.hire),
        name="api-characters",
    ),
    path(PERSON, resource(get=roster.show, patch=roster.edit), name="api-character"),
    path(f"{PERSON}history/", resource(get=roster.history), name="api-character-history"),
    path(f"{PERSON}release/", resource(post=roster.release), name="api-character-release"),
    path(f"{PERSON}assign/", resource(post=roster.assign), name="api-character-assign"),
    path(
        f"{PERSON}gold-cross/", resource(post=roster.at_gold_cross), name="api-character-gold-cross"
    ),
    # garage, store and money
    path(
        f"{TEAM}vehicles/",
        resource(get=garage.list_vehicles, post=garage.build),
        name="api-vehicles",
    ),
    path(CAR, resource(get=garage.show, patch=garage.rename), name="api-vehicle"),
    path(f"{CAR}crew/", resource(put=garage.seat), name="api-vehicle-crew"),
    path(f"{CAR}paper/", resource(get=papers.vehicle), name="api-vehicle-paper"),
    path(f"{CAR}history/", resource(get=garage.history), name="api-vehicle-history"),
    path(f"{CAR}refit/", resource(post=garage.refit), name="api-vehicle-refit"),
    path(f"{CAR}refit/quote/", resource(post=garage.quote_refit), name="api-vehicle-refit-quote"),
    path(
        f"{CAR}repairs/",
        resource(get=garage.quote_repairs, post=garage.repair),
        name="api-vehicle-repairs",
    ),
    path(f"{CAR}sell/", resource(post=garage.sell), name="api-vehicle-sell"),
    path(f"{CAR}scrap/", resource(post=garage.scrap), name="api-vehicle-scrap"),
    path(
        f"{CAR}design/",
        resource(put=library.publish, delete=library.withdraw),
        name="api-vehicle-design",
    ),
    path(f"{CAR}offers/", resource(post=offers.make), name="api-vehicle-offers"),
    path(f"{TEAM}offers/", resource(get=offers.list_offers), name="api-offers"),
    path(
        f"{TEAM}offers/<uuid:offer>/accept/", resource(post=offers.accept), name="api-offer-accept"
    ),
    path(
        f"{TEAM}offers/<uuid:offer>/decline/",
        resource(post=offers.decline),
        name="api-offer-decline",
    ),
    path(
        f"{TEAM}offers/<uuid:offer>/withdraw/",
        resource(post=offers.withdraw),
        name="api-offer-withdraw",
    ),
    path(f"{TEAM}work/", resource(get=workshop.list_work, post=workshop.order), name="api-work"),
    path(f"{TEAM}work/<uuid:work>/", resource(delete=workshop.strike_out), name="api-work-order"),
    path(f"{TEAM}store/", resource(get=store.list_stock), name="api-store"),
    path(f"{TEAM}store/buy/", resource(post=store.buy), name="api-store-buy"),
    path(f"{TEAM}store/sell/", resource(post=store.sell), name="api-store-sell"),
    path(f"{TEAM}money/", resource(get=store.purse), name="api-money"),
    path(f"{TEAM}money/rows/", resource(get=store.money), name="api-money-rows"),
]
