"""The club's addresses. What of a team only its owners see stands below the team; the desk and the
week's orders have lists of their own.
"""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from campaign.desk.views import founding, log
from campaign.duels.views import careers, duel, library, papers, record, standings, table
from campaign.garage.views import builder, garage, trading, workshop
from campaign.league.views import calendar, calendar_feed, deputies, login_link, sharing
from campaign.ledger.views import money, store
from campaign.motions.views import motions
from campaign.roster.views import gold_cross, roster
from campaign.teams.views import bots, leaving, new_team, teams
from core.accounts.views import own_clock, tokens
from core.notifications.views import mail
from core.web.views import documents

from .views import club, front, help_index, tryout, week

CLUB: list[URLPattern] = [
    path("", club.home, name="club"),
    path("standings/", standings.standings, name="standings"),
    path("duellists/", careers.duellists, name="duellists"),
    path("designs/", library.designs, name="designs"),
    path("designs/<slug:design>/", library.design, name="design"),
    path("honours/", careers.honours, name="honours"),
    path("duellists/<uuid:pk>/", careers.duellist, name="duellist"),
    path("news/", club.news, name="news"),
    path("house-rules/", club.house_rules, name="house-rules"),
    path("members/", club.members, name="members"),
    path("members/leave/", leaving.leave, name="club-leave"),
    path("desk-log/", log.desk_log, name="desk-log"),
    path("try/", tryout.next_step, name="tryout-next"),
    path("try/keep/", tryout.keep, name="tryout-keep"),
    path("votes/", motions.votes, name="votes"),
    path("votes/new/<slug:kind>/", motions.move, name="vote-new"),
    path("votes/<uuid:motion>/", motions.vote, name="vote"),
    path("weeks/", calendar.weeks, name="weeks"),
    path("weeks/<int:number>/", week.week, name="week"),
    path("weeks/<int:number>/duel/", duel.duel, name="duel"),
    path("weeks/<int:number>/duel/record/", record.show, name="duel-record"),
    path("weeks/<int:number>/duel/record/write/", record.draft, name="duel-draft"),
    path("weeks/<int:number>/duel/record/sign/", record.sign, name="duel-sign"),
    path("weeks/<int:number>/duel/record/dispute/", record.dispute, name="duel-dispute"),
    path("weeks/<int:number>/duel/papers/", papers.evening, name="duel-papers"),
    path("weeks/<int:number>/duel/table/", table.show, name="duel-table"),
    path("weeks/<int:number>/duel/table/mark/", table.mark, name="duel-mark"),
    path("weeks/<int:number>/duel/table/roll/", table.roll, name="duel-roll"),
    path("weeks/<int:number>/duel/table/write-up/", table.write_up, name="duel-write-up"),
    path("weeks/<int:number>/events/<int:event>/", duel.duel, name="event-duel"),
    path("weeks/<int:number>/events/<int:event>/record/", record.show, name="event-duel-record"),
    path(
        "weeks/<int:number>/events/<int:event>/record/write/",
        record.draft,
        name="event-duel-draft",
    ),
    path("weeks/<int:number>/events/<int:event>/record/sign/", record.sign, name="event-duel-sign"),
    path(
        "weeks/<int:number>/events/<int:event>/record/dispute/",
        record.dispute,
        name="event-duel-dispute",
    ),
    path("weeks/<int:number>/events/<int:event>/papers/", papers.evening, name="event-duel-papers"),
    path("weeks/<int:number>/events/<int:event>/table/", table.show, name="event-duel-table"),
    path("weeks/<int:number>/events/<int:event>/table/mark/", table.mark, name="event-duel-mark"),
    path("weeks/<int:number>/events/<int:event>/table/roll/", table.roll, name="event-duel-roll"),
    path(
        "weeks/<int:number>/events/<int:event>/table/write-up/",
        table.write_up,
        name="event-duel-write-up",
    ),
    path("weeks/<int:number>/events/<int:event>/enter/", duel.enter, name="event-duel-enter"),
    path(
        "weeks/<int:number>/events/<int:event>/<uuid:pk>/withdraw/",
        duel.withdraw,
        name="event-duel-withdraw",
    ),
    path("weeks/<int:number>/duel/enter/", duel.enter, name="duel-enter"),
    path("weeks/<int:number>/duel/<uuid:pk>/replace/", duel.replace, name="duel-replace"),
    path("weeks/<int:number>/duel/<uuid:pk>/withdraw/", duel.withdraw, name="duel-withdraw"),
    path("teams/", teams.teams, name="teams"),
    path("teams/new/", new_team.found, name="team-new"),
    path("teams/new/ready/", new_team.found_ready, name="team-new-ready"),
]

TEAM: list[URLPattern] = [
    path("", teams.team, name="team"),
    path("edit/", teams.edit, name="team-edit"),
    path("approval/", teams.approval, name="team-approval"),
    path("ready/", new_team.complete, name="team-ready"),
    path("owners/", sharing.owners, name="team-owners"),
    path("owners/links/<uuid:invite>/", sharing.link, name="team-link"),
    path("owners/links/<uuid:invite>/revoke/", sharing.revoke, name="team-link-revoke"),
    path("owners/asks/<uuid:pk>/yes/", sharing.say_yes, name="team-ask-yes"),
    path("owners/asks/<uuid:pk>/no/", sharing.say_no, name="team-ask-no"),
    path("deputy/", deputies.deputy, name="team-deputy"),
    path("deputy/<uuid:pk>/end/", deputies.end, name="team-deputy-end"),
    path("bot/", bots.bot, name="team-bot"),
    path("bot/off/", bots.call_off, name="team-bot-off"),
    path("hand-over/", leaving.hand_over, name="team-hand-over"),
    path("give-up/", leaving.give_up, name="team-give-up"),
    path("withdraw/", leaving.withdraw, name="team-withdraw"),
    path("roster/", roster.people, name="roster"),
    path("roster/hire/", roster.hire, name="hire"),
    path("roster/<uuid:pk>/", roster.character, name="character"),
    path("roster/<uuid:pk>/edit/", roster.edit, name="character-edit"),
    path("roster/<uuid:pk>/assign/", roster.assign, name="character-assign"),
    path("roster/<uuid:pk>/release/", roster.release, name="character-release"),
    path("roster/<uuid:pk>/gold-cross/<slug:act>/", gold_cross.gold_cross, name="gold-cross"),
    path("garage/", garage.vehicles, name="garage"),
    path("garage/build/", builder.build, name="build"),
    path("garage/offers/<uuid:pk>/", trading.offer, name="offer"),
    path("garage/offers/<uuid:pk>/accept/", trading.accept, name="offer-accept"),
    path("garage/offers/<uuid:pk>/decline/", trading.decline, name="offer-decline"),
    path("garage/offers/<uuid:pk>/withdraw/", trading.withdraw, name="offer-withdraw"),
    path("garage/<uuid:pk>/", garage.vehicle, name="vehicle"),
    path("garage/<uuid:pk>/paper/", papers.vehicle, name="vehicle-paper"),
    path("garage/<uuid:pk>/edit/", garage.coat, name="vehicle-edit"),
    path("garage/<uuid:pk>/crew/", garage.crew, name="vehicle-crew"),
    path("garage/<uuid:pk>/refit/", builder.refit, name="vehicle-refit"),
    path("garage/<uuid:pk>/sell/", garage.sell, name="vehicle-sell"),
    path("garage/<uuid:pk>/scrap/", garage.scrap, name="vehicle-scrap"),
    path("garage/<uuid:pk>/publish/", library.publish, name="vehicle-publish"),
    path("garage/<uuid:pk>/publish/withdraw/", library.withdraw, name="vehicle-unpublish"),
    path("garage/<uuid:pk>/offer/", trading.offer_vehicle, name="vehicle-offer"),
    path("workshop/", workshop.workshop, name="workshop"),
    path("workshop/mechanic/", workshop.mechanic, name="workshop-mechanic"),
    path("workshop/care/", workshop.care, name="workshop-care"),
    path("workshop/repair/<uuid:pk>/", workshop.repair, name="workshop-repair"),
    path("workshop/work/<uuid:pk>/cancel/", workshop.cancel, name="work-cancel"),
    path("store/", store.store, name="store"),
    path("money/", money.ledger, name="money"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front.home, name="home"),
    path("try/", tryout.tryout, name="tryout"),
    path("me/", front.me, name="me"),
    path("me/notices/", front.inbox, name="notices"),
    path("me/notices/read/", front.read_notices, name="notices-read"),
    path("me/mail/", mail.mail, name="mail"),
    path("mail/stop/<str:token>/", mail.stop, name="mail-stop"),
    path("me/calendar/", calendar_feed.calendar, name="calendar"),
    path("me/calendar/renew/", calendar_feed.renew, name="calendar-renew"),
    path("me/calendar/drop/", calendar_feed.drop, name="calendar-drop"),
    path("calendar/<str:token>.ics", calendar_feed.feed, name="feed"),
    path("me/clock/", own_clock.own_clock, name="own-clock"),
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/<uuid:ref>/revoke/", tokens.revoke, name="token-revoke"),
    path("join/<str:token>/", front.join, name="join"),
    path("log-in/<str:token>/", login_link.login_link, name="login-link"),
    path("help/", help_index.index, name="help"),
    path("help/<slug:page>/", documents.page, name="help-page"),
    path("campaigns/new/", founding.new_campaign, name="campaign-new"),
    path("c/<slug:slug>/", include(CLUB)),
    path("c/<slug:slug>/teams/<slug:team>/", include(TEAM)),
    path("c/<slug:slug>/desk/", include("home.desk_urls")),
]
