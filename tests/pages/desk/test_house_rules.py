"""House rules on the desk; the desk log; founding a club."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.house_rules.rules import house, presets
from campaign.league.models import Campaign, DeskAct, Membership, Season, Week

from .conftest import Desk, words


def fields(desk: Desk, group: str, **changes: str) -> dict[str, str]:
    """Return the form of a group with these changes."""
    form = desk.get("desk-house-group", group=group).context["form"]
    said: dict[str, str] = {"seen": form["seen"].value()}
    for option in form.group.options:
        value = form.initial[option.name]
        if option.kind == "table":
            said |= {
                f"{option.name}-{at}-{key}": str(cell)
                for at, row in enumerate(value)
                for key, cell in row.items()
            }
        elif option.kind == "list":
            said[option.name] = ", ".join(str(one) for one in value)
        elif option.kind != "switch":
            said[option.name] = str(value)
        elif value:
            said[option.name] = "on"
    return {**said, **changes}


def test_every_group_has_a_form_with_a_field_and_help_per_option(desk: Desk) -> None:
    for group in house.groups():
        _is_complete(desk, group.key)


def _is_complete(desk: Desk, group: str) -> None:
    page = desk.get("desk-house-group", group=group)
    for option in page.context["form"].group.options:
        assert option.name in page.context["form"].fields
        assert f"{option.name}" in words(page)
    answer = desk.send("desk-house-group", fields(desk, group), group=group)
    assert "You have not changed anything" in words(answer)


def test_the_preset_and_the_changes_come_first(desk: Desk) -> None:
    rules = house.to_json_data(presets.RECOMMENDED.house)
    Campaign.objects.filter(pk=desk.club.campaign.pk).update(house_rules=rules)
    page = words(desk.get("desk-house-rules"))
    assert "Preset: Weekly, with a duel night" in page
    assert "uses the preset without changes" in page
    rules = {**house.to_json_data(presets.ONLINE.house), "plastique_price": 500}
    Campaign.objects.filter(pk=desk.club.campaign.pk).update(house_rules=rules)
    page = words(desk.get("desk-house-rules"))
    changes = page.partition("This club’s changes")[2].partition("All rules")[0]
    assert "Closest preset: Tonight, online" in page
    assert "$500" in changes and "preset: $3,000" in changes
    assert "Missions per team and week" not in changes
    assert f"{desk.path('desk-house-group', group='orders')}#id_plastique_price" in changes


@pytest.mark.parametrize(
    ("find", "title"),
    [
        ("missions week", "Missions per team and week"),
        ("deadline", "Orders due: day"),
        ("death", "Death"),
        ("starting capital", "Starting capital"),
        ("drive site", "How the week’s duel is driven"),
        ("time zone", "Time zone"),
    ],
)
def test_a_search_finds_a_rule(desk: Desk, find: str, title: str) -> None:
    page = desk.client("gm").get(desk.path("desk-house-rules"), {"find": find})
    rules = page.context["rules"]
    titles = [answer.title.replace("'", "’") for _, answers in rules.groups for answer in answers]
    assert title in titles and len(titles) <= 8
    unknown = desk.client("gm").get(desk.path("desk-house-rules"), {"find": "zeppelin"})
    assert "No rule contains these words" in words(unknown)


@pytest.mark.parametrize(
    ("find", "name"),
    [
        ("bombs cost nothing", "plastique_price"),
        ("duels are signed within 48 hours", "duel_sign_hours"),
        ("no bots", "caretaker_after"),
        ("week starts on Friday", "opens_day"),
        ("wounds heal twice as fast", "healing_a_week"),
    ],
)
def test_a_gm_finds_a_setting_in_fifteen_seconds(desk: Desk, find: str, name: str) -> None:
    page = desk.client("gm").get(desk.path("desk-house-rules"), {"find": find})
    assert f"#id_{name}" in page.content.decode(), "the result links to the field"
    presses, read = 2, 0
    for _, answers in page.context["rules"].groups:
        for answer in answers:
            read += len(f"{answer.title} {answer.text} {answer.help}".split())
            if answer.name == name:
                assert presses * 2 + read * 0.25 <= 15
                return
    pytest.fail(f"{name} is not among the results")


def test_e26_a_change_is_previewed_and_applies_from_the_next_week(desk: Desk) -> None:
    said = fields(
        desk, "orders", missions_a_week="4", bomb_dice="4, 6, 8", reason="Shorter evenings"
    )
    asked = words(desk.send("desk-house-group", said, group="orders"))
    assert "Missions per team and week" in asked
    assert "4, 6, 7, 8, 9, 10" in asked
    assert "from the next week that opens" in asked
    for _ in range(2):
        assert (
            desk.send("desk-house-group", said, group="orders", sure=True, key="again").status_code
            == 303
        )
    desk.club.campaign.refresh_from_db()
    assert desk.club.campaign.house_rules["missions_a_week"] == 4
    assert desk.club.campaign.house_rules["bomb_dice"] == [4, 6, 8]
    rules = desk.week().rules
    assert rules
    assert rules["missions_a_week"] == 6
    with desk.club.scope():
        assert DeskAct.objects.get(kind="rules-changed").reason == "Shorter evenings"
    assert "Changed house rules: Missions per team and week, Damage dice per brick" in words(
        desk.get("desk-log", "spectator")
    )


def test_c106_new_days_and_a_new_time_zone_lead_to_the_dates_of_scheduled_weeks(
    desk: Desk,
) -> None:
    said = fields(desk, "calendar", due_day="wednesday", timezone="Europe/Berlin")
    asked = words(desk.send("desk-house-group", said, group="calendar"))
    assert '<td data-label="After">Europe/Berlin</td>' in asked
    assert "In the next step, you can move them" in asked
    answer = desk.send("desk-house-group", said, group="calendar", sure=True)
    assert answer["Location"] == desk.path("desk-reschedule")
    assert "have not been moved yet" in words(desk.get("desk-reschedule"))
    assert "Europe/Berlin" in words(desk.get("desk-house-rules"))
    desk.club.campaign.refresh_from_db()
    assert desk.club.campaign.timezone == "Europe/Berlin"
    later = desk.send(
        "desk-house-group",
        fields(desk, "calendar", excused_misses="3"),
        group="calendar",
        sure=True,
    )
    assert later["Location"] == desk.path("desk-house-rules"), "no week has to move"


def test_a_calendar_form_without_a_time_zone_keeps_it(desk: Desk) -> None:
    said = fields(desk, "calendar", due_day="wednesday", timezone="")
    assert "Time zone" not in [
        what
        for what, _, _ in desk.send("desk-house-group", said, group="calendar").context["changes"]
    ]


BAD_RULES = [
    ("calendar", {"timezone": "Mars/Olympus"}, "Choose a valid time zone"),
    ("orders", {"missions_a_week": "100"}, "less than or equal to 99"),
    ("orders", {"missions_a_week": ""}, "required"),
    ("orders", {"bomb_dice": "4, six"}, "Enter whole numbers"),
    ("orders", {"bomb_dice": "4, 99"}, "Damage dice per brick: enter"),
    ("orders", {"gear_list": "tanks"}, "not one of the available choices"),
    ("calendar", {"due_time": "25:00"}, "Orders due: time: enter"),
    ("calendar", {"duel_day": "tuesday", "due_day": "thursday"}, "published before its duel"),
    ("teams", {"roster_default": "30"}, "cannot be larger than the roster cap"),
    ("duel", {"purse_shares": "90, 30"}, "cannot add up to more than 100"),
    ("duel", {"prestige-0-key": ""}, "Prestige awards"),
    ("skills", {"skill_costs-0-points": "lots"}, "Skills and their cost"),
]  # fmt: skip


def test_impossible_rules_are_refused_at_their_fields(desk: Desk) -> None:
    desk.club.campaign.refresh_from_db()
    before = desk.club.campaign.house_rules
    for group, changes, sentence in BAD_RULES:
        for sure in (False, True):
            answer = desk.send(
                "desk-house-group", fields(desk, group, **changes), group=group, sure=sure
            )
            assert (answer.status_code, sentence in words(answer)) == (422, True), (
                changes,
                sentence,
            )
    desk.club.campaign.refresh_from_db()
    assert desk.club.campaign.house_rules == before


def test_two_tabs_do_not_overwrite_each_other(desk: Desk) -> None:
    mine, theirs = (
        fields(desk, "orders", missions_a_week="4"),
        fields(desk, "orders", plastique_price="2500"),
    )
    assert desk.send("desk-house-group", theirs, group="orders", sure=True).status_code == 303
    answer = desk.send("desk-house-group", mine, group="orders", sure=True)
    assert answer.status_code == 422
    assert "Someone changed the house rules" in words(answer)


def test_played_ambushes_are_one_setting_and_get_an_hour(desk: Desk) -> None:
    said = fields(desk, "ambush")
    said.pop("ambush_by_doctrine", None)
    asked = words(desk.send("desk-house-group", said, group="ambush"))
    assert "Ambush by doctrine" in asked and "In the next step, you can move them" in asked
    answer = desk.send("desk-house-group", said, group="ambush", sure=True)
    assert answer["Location"] == desk.path("desk-reschedule")
    desk.club.campaign.refresh_from_db()
    assert house.slots(house.decode(desk.club.campaign.house_rules)).settle_hours == 1


def test_table_rows_can_be_added_and_emptied_rows_are_removed(desk: Desk) -> None:
    said = fields(desk, "duel")
    rows = len(desk.club.campaign.house_rules["prestige"])
    said |= {
        f"prestige-{rows}-key": "",
        f"prestige-{rows}-title": "Crowd’s darling",
        f"prestige-{rows}-points": "1",
    }
    last = rows - 1
    said |= {
        f"prestige-{last}-title": "",
        f"prestige-{last}-points": "",
    }
    assert "Crowd’s darling" in words(desk.send("desk-house-group", said, group="duel"))
    assert desk.send("desk-house-group", said, group="duel", sure=True).status_code == 303
    desk.club.campaign.refresh_from_db()
    keys = [row["key"] for row in desk.club.campaign.house_rules["prestige"]]
    assert keys[-1] == "crowds_darling", "its key follows from its name"
    assert "killed_surrendered" not in keys


def test_forms_show_names_in_place_of_keys(desk: Desk) -> None:
    ambush, duel = (words(desk.get("desk-house-group", group=key)) for key in ("ambush", "duel"))
    assert '<option value="walk">Squares per turn without running skill</option>' in ambush
    assert '<option value="control_60_minus_2">Control at 60 mph, handling −2</option>' in duel
    assert '<option value="driver" selected>Driver</option>' in duel
    assert 'name="prestige-0-key"' in duel and '<th scope="col">Key</th>' not in duel


# --- founding -------------------------------------------------------------------------------------

NEW = {
    "preset": "club",
    "name": "Rust Belt",
    "timezone": "Europe/Berlin",
    "first": "2040-03-12",
    "weeks": "3",
}


def found_club_by_form(desk: Desk, **changes: str) -> Any:
    return desk.client("stranger").post(
        reverse("campaign-new"), {"idempotency": changes.pop("key", "one"), **NEW, **changes}
    )


def clubs() -> int:
    return Campaign.objects.filter(name="Rust Belt").count()


def test_anyone_founds_a_club_with_one_form_and_becomes_its_gm(desk: Desk) -> None:
    answer = found_club_by_form(desk)
    campaign = Campaign.objects.get(name="Rust Belt")
    assert answer.status_code == 303
    assert answer["Location"] == reverse("desk", kwargs={"slug": campaign.slug})
    page = words(desk.client("stranger").get(answer["Location"]))
    assert "Next, invite people" in page
    assert Membership.objects.with_scopes_disabled().get(campaign=campaign).role == "gm"
    weeks = Week.objects.with_scopes_disabled().filter(season__campaign=campaign)
    assert weeks.order_by("number")[0].opens_at.isoformat() == "2040-03-12T08:00:00+00:00"
    assert weeks.count() == 3


def test_a_name_and_a_preset_are_enough(desk: Desk) -> None:
    found_club_by_form(desk, first="", weeks="", timezone="UTC")
    season = Season.objects.with_scopes_disabled().get(campaign__name="Rust Belt")
    with_weeks = Week.objects.with_scopes_disabled().filter(season=season)
    assert with_weeks.count() == 12


def test_two_clicks_found_one_club(desk: Desk) -> None:
    first, second = found_club_by_form(desk), found_club_by_form(desk)
    assert first["Location"] == second["Location"]
    assert clubs() == 1


def test_the_dates_can_be_previewed(desk: Desk) -> None:
    answer = found_club_by_form(desk, step="dates", due_day="wednesday", due_time="21:30")
    assert answer.status_code == 200
    assert "The club’s time zone is Europe/Berlin" in words(answer)
    assert "Wed 14 Mar, 21:30" in words(answer)
    assert clubs() == 0
    assert found_club_by_form(desk, due_day="wednesday", due_time="21:30").status_code == 303
    assert Campaign.objects.get(name="Rust Belt").house_rules["due_day"] == "wednesday"


def test_founding_first_asks_when_the_club_plays(desk: Desk) -> None:
    page = words(desk.client("stranger").get(reverse("campaign-new")))
    places = [
        page.index(said)
        for said in (
            "When do you play?", "Tonight, at one table", "Tonight, online", "Every week, by post",
            "More presets for weekly clubs", "Original rules", "Club name",
        )
    ]  # fmt: skip
    assert places == sorted(places)


def test_an_evening_club_has_no_dates_to_preview(desk: Desk) -> None:
    answer = found_club_by_form(desk, step="dates", preset="evenings", weeks="")
    assert answer.status_code == 200
    assert "Start each week when everyone is ready" in words(answer)


BAD_CLUBS = [
    ({"preset": "chess"}, "not one of the available choices"), ({"name": ""}, "required"),
    ({"name": "x"}, "enter 2 to 80 characters"),
    ({"timezone": "Mars/Olympus"}, "Choose a valid time zone"),
    ({"first": "2030-01-01"}, "in the past"), ({"weeks": "61"}, "less than or equal to 60"),
    ({"due_day": "monday", "due_time": "10:00"}, "at least 6 hours"),
    ({"due_time": "99:00"}, "Orders due: time: enter"),
]  # fmt: skip


def test_an_invalid_club_is_not_founded(desk: Desk) -> None:
    for changes, sentence in BAD_CLUBS:
        for step in ("", "dates"):
            answer = found_club_by_form(desk, step=step, **changes)
            assert (answer.status_code, sentence in words(answer)) == (422, True), (
                changes,
                sentence,
            )
    assert clubs() == 0


@pytest.mark.parametrize("preset", [one.key for one in presets.PRESETS])
def test_every_preset_can_be_founded_and_played(desk: Desk, preset: str) -> None:
    assert found_club_by_form(desk, preset=preset, weeks="1", timezone="UTC").status_code == 303
    rules = Campaign.objects.get(name="Rust Belt").house_rules
    assert not house.check(house.decode(rules))


def test_founding_requires_signing_in(db: None) -> None:
    answer = Client().get(reverse("campaign-new"))
    assert answer["Location"].startswith(reverse("account_login"))


# --- the log --------------------------------------------------------------------------------------


def test_the_desk_log_is_open_to_members_only(
    desk: Desk, django_assert_max_num_queries: Any
) -> None:
    for who in ("gm", "player", "spectator"):
        desk.client(who)
        with django_assert_max_num_queries(12):
            assert desk.get("desk-log", who).status_code == 200
    for who in ("other_gm", "stranger"):
        assert desk.get("desk-log", who).status_code == 404
    assert reverse("desk", kwargs={"slug": desk.club.campaign.slug}) not in words(
        desk.get("desk-log", "player")
    )


def test_log_entries_about_one_team_are_for_its_owners_and_neutral_gms(playing: Desk) -> None:
    from campaign.league.services import desk_log as log

    club = playing.club
    with club.scope():
        for number, team in enumerate(club.teams):
            log.record(
                campaign_id=club.campaign.pk,
                actor=None,
                kind="correction",
                now=club.at,
                public=False,
                team=team,
                detail={
                    "book": "money",
                    "owner": team.name,
                    "item": "correction",
                    "amount": 1111 * (number + 1),
                },
            )
    assert "$1,111" in words(playing.get("desk-log", "gm"))
    assert "$2,222" not in words(playing.get("desk-log", "gm"))
    assert "$2,222" in words(playing.get("desk-log", "player"))
    assert "$1,111" not in words(playing.get("desk-log", "spectator"))
