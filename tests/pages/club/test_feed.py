"""A person's calendar feed: content, readers, lifetime, and the page with its address."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings as site
from django.urls import reverse
from icalendar import Calendar

from campaign.calendar.models import CalendarKey
from campaign.calendar.rules.acts import Extending
from campaign.calendar.selectors.calendar_feed import get_calendar_key
from campaign.calendar.services import calendar, calendar_feed
from campaign.desk.rules.founding import Opening
from campaign.desk.services import founding
from campaign.league.models import Membership, Week
from campaign.members.services import members
from core.web.idempotency import stored_redirect
from tests.factories import found_club

from .conftest import NOT_FOUND, House, words

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

PAGE, NEW, DROP = "/me/calendar/", "/me/calendar/renew/", "/me/calendar/drop/"
EVERYBODY = ("owner", "rival", "gm", "spectator")


def address(house: House, who: str = "owner") -> str:
    """Return the path of a person's feed, creating it if necessary."""
    user = house.people[who]
    return reverse(
        "feed",
        args=[
            calendar_feed.token(
                get_calendar_key(user) or calendar_feed.renew(user=user, now=house.club.at)
            )
        ],
    )


def feed(house: House, who: str = "owner") -> Any:
    """Return a person's feed as read by their program, not signed in."""
    answer = house.get(address(house, who), "anonymous")
    assert answer.status_code == 200
    return Calendar.from_ical(answer.content)


def events(house: House, who: str = "owner") -> dict[str, datetime]:
    """Return the times of a person's feed by title."""
    return {str(event["summary"]): event.decoded("dtstart") for event in feed(house, who).events}


def uids(house: House) -> dict[str, str]:
    return {str(event["uid"]): str(event["summary"]) for event in feed(house).events}


# --- what it tells --------------------------------------------------------------------------------


def test_the_feed_has_deadlines_and_duels_of_the_open_season(house: House) -> None:
    found = events(house)
    weeks = [house.week(number) for number in range(1, 5)]
    assert list(found.items()) == [
        moment
        for week in weeks
        for moment in (
            (f"Orders due: week {week.number} · Test club", week.due_at),
            (f"Duel: week {week.number} · Test club", week.duel_at),
        )
    ]
    lines = house.get(address(house), "anonymous").content.decode().split("\r\n")
    starts = [line for line in lines if line.startswith("DTSTART")]
    assert len(starts) == 8 and all(
        line.startswith("DTSTART:2040") and line.endswith("Z") for line in starts
    ), "in UTC"


def test_the_feed_has_reports_if_they_come_after_the_deadline(
    at_club: Callable[..., House],
) -> None:
    house = at_club(options={"settle_hours": 12}, weeks=1)
    week = house.week()
    assert (
        events(house)["Reports: week 1 · Test club"]
        == week.settle_at
        == week.due_at + timedelta(hours=12)
    )
    assert len(events(house)) == 3


@pytest.mark.parametrize("options", [{}, {"settle_hours": 12}])
def test_the_feed_shows_only_what_its_linked_page_shows(
    options: dict[str, Any], at_club: Callable[..., House]
) -> None:
    house = at_club(options=options, weeks=3)
    listed = house.get(house.path("weeks"))
    for event in feed(house).events:
        page = house.get(str(event["url"]).removeprefix("http://localhost:8000"))
        label, _, rest = str(event["summary"]).partition(": ")
        assert (label, event.decoded("dtstart")) in page.context["moments"]
        assert rest == f"week {page.context['week'].number} · Test club"
        assert page.context["week"] in listed.context["weeks"]
        assert set(event) == {"SUMMARY", "DTSTART", "DTSTAMP", "UID", "URL", "TRANSP"}


def test_all_members_of_a_club_get_the_same_feed(house: House) -> None:
    """Nothing in it depends on a team, a role or a person."""
    assert len({house.get(address(house, who), "anonymous").content for who in EVERYBODY}) == 1


def test_the_only_alarm_is_a_day_before_orders_are_due(house: House) -> None:
    for event in feed(house).events:
        alarms = event.walk("VALARM")
        assert len(alarms) == str(event["summary"]).startswith("Orders due")
        for alarm in alarms:
            assert (alarm["action"], alarm["description"], alarm.decoded("trigger")) == (
                "DISPLAY",
                event["summary"],
                timedelta(days=-1),
            )


def test_events_of_the_feed_have_no_length_and_are_transparent(house: House) -> None:
    for event in feed(house).events:
        assert "dtend" not in event and "duration" not in event
        assert event["transp"] == "TRANSPARENT"


def test_the_feed_has_a_name_and_is_refreshed_hourly(house: House) -> None:
    answer = house.get(address(house), "anonymous")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"] and lines[-2:] == ["END:VCALENDAR", ""]
    assert {
        "X-WR-CALNAME:Dead Drop",
        "NAME:Dead Drop",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    } <= set(lines)


def test_any_club_name_is_escaped_correctly(house: House) -> None:
    name = 'Köln; "A, B" \\n: 🚗 \\ ' + "ä" * 50
    founding.describe(campaign=house.club.campaign, name=name, blurb="")
    content = house.get(address(house), "anonymous").content
    assert max(map(len, content.split(b"\r\n"))) <= 75, "lines are folded"
    assert b"\n" not in content.replace(b"\r\n", b"")
    house.club.campaign.refresh_from_db()
    assert f"Orders due: week 1 · {house.club.campaign.name}" in events(house)


def test_feed_times_follow_daylight_saving(at_club: Callable[..., House]) -> None:
    """In 2040 clocks in Berlin go forward on 25 March, in week 3."""
    house = at_club(timezone="Europe/Berlin", weeks=5)
    due = [moment for name, moment in events(house).items() if name.startswith("Orders due")]
    local = [moment.astimezone(ZoneInfo("Europe/Berlin")) for moment in due]
    assert len({(moment.weekday(), moment.hour, moment.minute) for moment in local}) == 1
    assert len({moment.hour for moment in due}) == 2, "the weeks lie on both sides of it"
    assert local[0].utcoffset() == timedelta(hours=1) and local[-1].utcoffset() == timedelta(
        hours=2
    )


# --- what changes ---------------------------------------------------------------------------------


def test_an_extended_deadline_moves_in_the_feed_and_keeps_its_uid(house: House) -> None:
    before, week = uids(house), house.week()
    due = week.due_at + timedelta(hours=12)
    calendar.extend(
        week=week,
        change=Extending(due_at=due, reason="Snow."),
        actor=house.club.gm,
        now=house.club.at,
    )
    assert events(house)["Orders due: week 1 · Test club"] == due
    assert uids(house) == before


def test_postponed_weeks_move_in_the_feed_and_keep_their_uids(house: House) -> None:
    before, same = events(house), uids(house)
    calendar.postpone(
        week=house.week(2), weeks=2, actor=house.club.gm, reason="Convention.", now=house.club.at
    )
    after = events(house)
    assert [after[name] - moment for name, moment in before.items()] == [timedelta(0)] * 2 + [
        timedelta(weeks=2)
    ] * 6
    assert uids(house) == same


def test_c106_rescheduled_weeks_move_in_the_feed_and_keep_their_uids(house: House) -> None:
    before, same, stamps = events(house), uids(house), dtstamps(house)
    house.go_to(house.club.at + timedelta(minutes=5))
    founding.change_rules(
        campaign=house.club.campaign,
        options={"duel_day": "friday"},
        timezone="Europe/Berlin",
        actor=house.club.gm,
        now=house.club.at,
    )
    assert events(house) == before
    calendar.reschedule(
        season=house.club.season, actor=house.club.gm, reason="A vote.", now=house.club.at
    )
    after = events(house)
    moved = [after[name] - moment for name, moment in before.items()]
    hour, day = timedelta(hours=1), timedelta(days=1)
    winter, summer = [-hour, -hour - day], [-2 * hour, -2 * hour - day]
    assert moved == [0 * day, 0 * day, *winter, *winter, *summer]
    assert uids(house) == same
    assert dtstamps(house) > stamps


def dtstamps(house: House) -> datetime:
    return max(event.decoded("dtstamp") for event in feed(house).events)


def test_a_cancelled_week_vanishes_and_later_ones_are_renumbered(house: House) -> None:
    before, week = uids(house), house.week(2)
    calendar.cancel(week=week, actor=house.club.gm, reason="Convention.", now=house.club.at)
    gone = {uid for uid in before if uid.startswith(str(week.pk))}
    after = uids(house)
    assert len(gone) == 2 and set(after) == set(before) - gone
    assert {after[uid] for uid, name in before.items() if "week 3" in name} == {
        "Orders due: week 2 · Test club",
        "Duel: week 2 · Test club",
    }


def test_the_feed_has_the_open_season_only(house: House) -> None:
    club = house.club
    Week.objects.with_scopes_disabled().filter(season=club.season, number=1).update(
        status=Week.Status.CLOSED
    )
    assert events(house), "a week that is over stays where it was"
    founding.close_season(season=club.season, actor=club.gm, now=club.at)
    assert not events(house)
    founding.open_season(
        campaign=club.campaign,
        actor=club.gm,
        now=club.at,
        new=Opening(first=date(2040, 6, 4), weeks=2),
    )
    assert len(events(house)) == 4
    assert min(events(house).values()) > datetime(2040, 6, 4, tzinfo=UTC)


def test_an_events_stamp_changes_only_when_its_clubs_calendar_does(house: House) -> None:
    def stamps() -> set[datetime]:
        return {event.decoded("dtstamp") for event in feed(house).events}

    first = stamps()
    assert first == {house.club.season.opened_at}
    house.go_to(house.club.at + timedelta(hours=5))
    assert stamps() == first
    calendar.extend(
        week=house.week(),
        change=Extending(due_at=house.week().due_at + timedelta(hours=1), reason="Snow."),
        actor=house.club.gm,
        now=house.club.at,
    )
    assert stamps() == {house.club.at}


# --- whose it is ----------------------------------------------------------------------------------


def test_the_feed_has_all_clubs_of_its_user_and_no_others(house: House) -> None:
    other, foreign = (
        found_club(teams=0, name="Another club", weeks=2, at=house.club.at),
        found_club(teams=0, name="Foreign club"),
    )
    members.admit(
        campaign=other.campaign,
        user=house.people["owner"],
        role=Membership.Role.SPECTATOR,
        now=house.club.at,
    )
    clubs = [name.partition(" · ")[2] for name in events(house)]
    assert clubs == ["Another club"] * 4 + ["Test club"] * 8
    assert foreign.campaign.name not in clubs
    assert set(events(house, "rival")) == {name for name in events(house) if "Test club" in name}


def test_leaving_a_club_removes_it_from_the_feed_until_one_returns(house: House) -> None:
    path, user, club = address(house), house.people["owner"], house.club
    with club.scope():
        members.leave(membership=Membership.objects.get(user=user), now=club.at, actor=user)
    answer = house.get(path, "anonymous")
    assert answer.status_code == 200 and b"Test club" not in answer.content, (
        "there may be other clubs: the address stays good"
    )
    assert not events(house)
    members.admit(campaign=club.campaign, user=user, role=Membership.Role.SPECTATOR, now=club.at)
    assert len(events(house)) == 8


def test_an_archived_club_is_not_in_the_feed(house: House) -> None:
    house.club.campaign.archived_at = house.club.at
    house.club.campaign.save()
    assert not events(house)


def test_a_user_without_clubs_has_an_empty_feed(house: House) -> None:
    assert not feed(house, "stranger").events


@pytest.mark.parametrize("why", ["replaced", "dropped", "switched off", "made up"])
def test_an_invalid_address_gets_the_usual_404(why: str, house: House) -> None:
    nowhere = house.get("/nowhere/", "anonymous")
    path, user = address(house), house.people["owner"]
    match why:
        case "replaced":
            calendar_feed.renew(user=user, now=house.club.at)
        case "dropped":
            calendar_feed.drop(user=user)
        case "switched off":
            user.is_active = False
            user.save()
        case _:
            path = path.replace(user.pk.hex, house.people["rival"].pk.hex)
    answer = house.get(path, "anonymous")
    assert answer.status_code == NOT_FOUND
    assert words(answer) == words(nowhere)


@pytest.mark.parametrize(
    "path",
    [
        "/calendar/nonsense.ics",
        "/calendar/%00.ics",
        "/calendar/:.ics",
        "/calendar/.ics",
        "/calendar/",
    ],
)
def test_a_malformed_token_gets_the_usual_404(path: str, house: House) -> None:
    assert house.get(path, "anonymous").status_code == NOT_FOUND


# --- how it is answered ---------------------------------------------------------------------------


def test_the_feed_does_not_depend_on_who_is_signed_in(house: House) -> None:
    path = address(house)
    answers = [house.get(path, who) for who in ("anonymous", "owner", "stranger")]
    assert len({(answer.content, answer["ETag"]) for answer in answers}) == 1
    assert not any(answer.cookies for answer in answers)


def test_an_unchanged_feed_is_not_sent_again_and_not_cached_publicly(house: House) -> None:
    path, client = address(house), house.client("anonymous")
    first = client.get(path)
    assert first["Cache-Control"] == "private, no-cache"
    house.go_to(house.club.at + timedelta(minutes=5))
    again = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == "private, no-cache"
    calendar.postpone(
        week=house.week(2), weeks=1, actor=house.club.gm, reason="Snow.", now=house.club.at
    )
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_feed_is_read_only(house: House) -> None:
    path, client = address(house), house.client("anonymous")
    head = client.head(path)
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", client.get(path)["ETag"])
    assert client.post(path).status_code == client.delete(path).status_code == 405


def test_the_feed_takes_five_queries_for_any_number_of_clubs(
    house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(3):
        other = found_club(teams=0, name=f"Club {number}", at=house.club.at)
        members.admit(
            campaign=other.campaign,
            user=house.people["owner"],
            role=Membership.Role.PLAYER,
            now=house.club.at,
        )
    path = address(house)
    with django_assert_num_queries(5):
        assert house.client("anonymous").get(path).status_code == 200


# --- the page -------------------------------------------------------------------------------------


def shown_address(house: House, who: str = "owner") -> str:
    """Return the address on a person's page, or ""."""
    return str(house.get(PAGE, who).context["address"])


def test_a_user_without_a_feed_reads_what_it_is_for_and_creates_it(house: House) -> None:
    assert "Subscribe to see order deadlines" in house.read(PAGE) and shown_address(house) == ""
    assert not CalendarKey.objects.exists(), "looking makes none"
    page = house.done(PAGE)
    assert "Your calendar link was created." in page and shown_address(house) in page
    assert shown_address(house) == f"http://localhost:8000{address(house)}"
    assert len(events(house)) == 8


def test_the_page_has_a_copy_button_and_instructions_for_programs(house: House) -> None:
    house.done(PAGE)
    page = house.get(PAGE)
    content = page.content.decode()
    assert f'id="address">{shown_address(house)}<' in content and 'data-copy="address"' in content
    assert f'href="webcal://localhost:8000{address(house)}"' in content
    for program in ("iPhone", "Google Calendar", "Outlook", "Thunderbird"):
        assert program in words(page)


def test_the_webcal_link_uses_the_sites_address(house: House, settings: Any) -> None:
    settings.SITE_URL = "https://league.example/"
    house.done(PAGE)
    assert shown_address(house) == f"https://league.example{address(house)}"
    assert f'href="webcal://league.example{address(house)}"' in house.get(PAGE).content.decode()
    assert (
        str(feed(house).events[0]["url"])
        == f"https://league.example{house.path('week', number=1)}?season=1"
    )


def test_an_outdated_button_does_not_replace_the_address(house: House) -> None:
    for key in ("one", "one", "two"):
        house.send(PAGE, key=key)
        assert shown_address(house) == f"http://localhost:8000{address(house)}"
    first = shown_address(house)
    house.send(PAGE)
    assert shown_address(house) == first


def test_a_new_address_needs_confirmation_and_disables_the_old_one(house: House) -> None:
    house.done(PAGE)
    old = address(house)
    assert "stops working right away" in house.read(NEW)
    assert words(house.send(NEW)) == words(house.get(NEW)) and address(house) == old, (
        "not before the answer"
    )
    assert "Your calendar link was reset." in house.done(NEW, {"confirmed": "1"}, key="one")
    new = address(house)
    assert house.get(old, "anonymous").status_code == NOT_FOUND
    assert house.get(new, "anonymous").status_code == 200
    house.done(NEW, {"confirmed": "1"}, key="one")
    assert address(house) == new, "a double click makes one"


def test_a_feed_is_deleted_after_confirmation(house: House) -> None:
    house.done(PAGE)
    old = address(house)
    house.read(DROP)
    assert house.send(DROP).status_code == 200 and CalendarKey.objects.exists()
    assert "Your calendar was turned off." in house.done(DROP, {"confirmed": "1"})
    assert shown_address(house) == "" and house.get(old, "anonymous").status_code == NOT_FOUND


def test_each_user_sees_only_their_own_feed_address(house: House) -> None:
    house.done(PAGE)
    house.done(PAGE, who="rival")
    assert shown_address(house) != shown_address(house, "rival")
    for path in (NEW, DROP):
        house.done(path, {"confirmed": "1"}, who="rival")
    assert shown_address(house) == f"http://localhost:8000{address(house)}" and not shown_address(
        house, "rival"
    )
    assert shown_address(house) not in house.read(PAGE, "gm")


def test_the_feed_pages_need_signing_in(house: House) -> None:
    for path in (PAGE, NEW, DROP):
        for answer in (
            house.get(path, "anonymous"),
            house.send(path, {"confirmed": "1"}, "anonymous"),
        ):
            assert answer.status_code == 302 and answer["Location"].startswith(
                reverse(site.LOGIN_URL)
            )
    assert not CalendarKey.objects.exists()


def test_the_feed_address_is_stored_nowhere_else(house: House) -> None:
    """Neither in the stored answer to the form nor in the session."""
    house.done(PAGE, key="one")
    row = CalendarKey.objects.get()
    key, kept = row.key, stored_redirect(user=row.user, key="one")
    assert kept
    assert key not in kept.path + kept.message
    assert key not in str(dict(house.client("owner").session.items()))


def test_account_and_calendar_pages_link_to_the_feed(house: House) -> None:
    for path in ("/me/reach/", reverse("account_email"), house.path("weeks")):
        assert f'href="{PAGE}"' in house.get(path).content.decode(), path


def test_the_weeks_of_a_closed_season_do_not_link_to_the_feed(house: House) -> None:
    with house.club.scope():
        Week.objects.filter(number=1).update(status=Week.Status.CLOSED)
    founding.close_season(season=house.club.season, actor=house.club.gm, now=house.club.at)
    assert f'href="{PAGE}"' not in house.get(house.path("weeks")).content.decode()
