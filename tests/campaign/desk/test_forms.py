"""Forms of the desk, of people's skills, and of a person's own pages."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.desk.forms.calendar import HeatsForm
from campaign.desk.forms.founding import FoundingForm
from campaign.desk.forms.parts import PartForm, PartListForm
from campaign.desk.forms.teams import ApprovalForm
from campaign.garage.rules.parts import Chassis, ClubParts
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.presets import WAYS_TO_PLAY
from campaign.roster.forms.roster import AssignForm, FaceForm, PointsForm, level_word
from campaign.roster.rules.acts import CharacterFace
from campaign.roster.rules.archetypes import ARCHETYPES
from campaign.roster.rules.skills import Skill
from campaign.teams.forms.teams import ReadyForm, TeamForm
from core.web.pictures.badges import CHOICES
from home.forms.front import InviteLink
from tests.forms import bounds, choices, refusals, values

FRAME = Chassis(key="own_frame", name="Frame", cost_percent=5, load_percent=1)
PARTS = ClubParts(chassis=(FRAME,), retired=("own_frame",))
RULES = HouseRules()


# --- the desk -------------------------------------------------------------------------------------

AMOUNTS = "Enter whole dollar amounts separated by spaces, for example 10000 15000."


@pytest.mark.parametrize(
    ("typed", "classes"),
    [
        ("", ()),
        ("10000 15000", (10_000, 15_000)),
        ("$10,000, $15,000;", (10_000, 15_000)),
        ("999999999", (999_999_999,)),
        ("1234567890", AMOUNTS),
        ("10k", AMOUNTS),
    ],
)
def test_c66_divisions_are_amounts_in_dollars(typed: str, classes: Any) -> None:
    form = HeatsForm({"classes": typed})
    found = refusals(form).get("classes", [form.cleaned_data.get("classes")])
    assert found == [classes]


def test_a_new_club_chooses_a_way_to_play_and_changes_parts_of_its_week() -> None:
    form = FoundingForm()
    assert [field.name for field in (*form.main_fields(), *form.date_fields())] == [
        "name", "timezone", "first", "weeks",
    ]  # fmt: skip
    assert [(day.name, time.name) for day, time in form.rhythm_fields()] == [
        (f"{part}_day", f"{part}_time") for part in ("opens", "due", "duel", "closes")
    ]
    assert choices(form, "due_day")[0] == ("", "Same as preset")
    widget: Any = form.fields["preset"].widget
    other = next(value for value, _ in widget.choices if value not in {w.key for w in WAYS_TO_PLAY})
    for chosen in (WAYS_TO_PLAY[1].key, other):
        context = widget.get_context("preset", chosen, {})
        assert [option["value"] for option in context["ways"]] == [way.key for way in WAYS_TO_PLAY]
        assert [option["title"] for option in context["ways"]] == [w.title for w in WAYS_TO_PLAY]
        assert context["others_open"] == (chosen == other)
    typed = {
        "name": "The Mill",
        "preset": other,
        "due_day": "fri",
        "due_time": "",
        "idempotency": "k",
    }
    day = choices(form, "due_day")[3][0]
    sent = FoundingForm({**typed, "due_day": day, "weeks": "3", "timezone": "Europe/Berlin"})
    assert sent.is_valid(), sent.errors
    assert sent.record.options == {"due_day": day}
    assert (sent.record.name, sent.record.preset, sent.record.weeks) == ("The Mill", other, 3)


def part_form(data: dict[str, str] | None = None, part: Chassis | None = None) -> PartForm:
    return PartForm(data, kind="chassis", parts=PARTS, part=part)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Sky Frame!", "own_sky_frame"),
        ("Frame", "own_frame_2"),
        ("Überrahmen", "own_berrahmen"),
        ("x" * 60, "own_" + "x" * 32),
    ],
)
def test_c38_a_new_part_gets_a_key_from_its_name(name: str, key: str) -> None:
    typed = {"name": name, "cost_percent": "5", "load_percent": "1", "idempotency": "k"}
    form = part_form(typed)
    assert form.is_valid(), form.errors
    assert form.record == Chassis(key=key, name=name, cost_percent=5, load_percent=1)
    assert form.place_of("chassis[0].cost_percent") == "cost_percent"
    again = part_form(typed, FRAME)
    assert again.is_valid()
    assert again.record.key == "own_frame", "a key never changes"


def test_a_retired_part_is_shown_as_not_on_sale() -> None:
    assert (part_form()["sold"].value(), part_form(part=FRAME)["sold"].value()) == (True, False)
    assert part_form(part=FRAME)["name"].value() == "Frame"
    whole = PartListForm(current=PARTS)
    assert '"key": "own_frame"' in str(whole["parts"].value())
    for text, sentences in (
        ("[]", ["Enter a JSON object."]),
        ("{}", []),
        ("{", ["Enter a JSON object."]),
    ):
        form = PartListForm({"parts": text, "idempotency": "k"}, current=PARTS)
        assert refusals(form).get("parts", []) == sentences


@pytest.mark.parametrize(("seen", "taken"), [("now", True), ("before", False)])
def test_a_roster_is_approved_only_as_it_was_read(seen: str, taken: bool) -> None:
    form = ApprovalForm({"seen": seen, "idempotency": "k"}, stamp="now")
    assert form.is_valid() is taken
    assert values(ApprovalForm(stamp="now")) == {"seen": "now"}


# --- people and teams -----------------------------------------------------------------------------


def points_form(data: dict[str, str] | None = None, **more: Any) -> PointsForm:
    return PointsForm(data, house_rules=RULES, **more)


def test_e2_points_are_added_up_as_they_are_typed() -> None:
    archetype = ARCHETYPES[0]
    start = PointsForm.start(archetype)
    assert start["role"] == archetype.role
    assert points_form(initial=start).total() == sum(share.points for share in archetype.shares)
    typed = {"skill_driver": "20", "skill_gunner": "x", "skill_blade": "123456", "skill_luck": "9"}
    form = points_form(typed)
    assert [form.typed(key) for key in ("driver", "gunner", "blade", "running")] == [20, 0, 0, 0]
    assert (form.total(), form.trained()) == (29, 1)
    assert (bounds(form, "skill_espionage"), bounds(form, "skill_driver")) == ((0, 20), (0, 40))
    assert form.place_of("driver") == "skill_driver"
    assert form.place_of("name") == "name"


def test_e2_skills_are_grouped_by_their_cost() -> None:
    form = points_form({"skill_driver": "20", "skill_stealth": "5", "skill_gunner": "9"})
    groups = form.groups()
    assert [title for title, _ in groups] == ["10 points per level", "5 points per level"]
    levels = {skill.field.name: (skill.cost, skill.level) for _, row in groups for skill in row}
    assert len(levels) == len(RULES.skill_costs)
    assert levels["skill_driver"] == (10, "+1")
    assert levels["skill_stealth"] == (5, "base")
    assert levels["skill_gunner"] == (10, "")
    names = [field.name for field in form.general_fields()]
    assert names[0] == "name" and not [name for name in names if name.startswith("skill_")]
    assert [level_word(level) for level in (-4, 0, 2)] == ["", "base", "+2"]


def test_a_person_is_hired_with_the_points_above_nought() -> None:
    typed = {"name": "Rook", "role": "driver", "skill_driver": "20", "skill_gunner": "0"}
    form = points_form({**typed, "idempotency": "k"})
    assert form.is_valid(), form.errors
    assert (form.record.name, form.record.points) == ("Rook", {"driver": 20})


def test_a_person_is_shown_as_stored_and_keeps_an_approved_name() -> None:
    rook = CharacterFace(name="Rook", role="driver", blurb="Quick.")
    for approved in (False, True):
        form = FaceForm(row=rook, approved=approved)
        assert values(form) == {"name": "Rook", "role": "driver", "blurb": "Quick."}
        assert form.fields["name"].disabled is approved


def test_general_points_go_to_a_skill_that_shows_its_level() -> None:
    known = [
        Skill(key="driver", title="Driver", points=20, level=1, next_at=30),
        Skill(key="luck", title="Luck", points=60, level=3, next_at=0),
        Skill(key="gunner", title="Gunner", points=4, level=-4, next_at=10),
    ]
    shown = dict(choices(AssignForm(house_rules=RULES, known_skills=known), "skill"))
    assert [shown[key] for key in ("", "driver", "luck", "gunner", "blade")] == [
        "Choose a skill",
        "Driver (+1, 20 of 30 points)",
        "Luck (+3, 60 points)",
        "Gunner (below base, 4 of 10 points)",
        "Blade",
    ]


def test_a_team_keeps_its_colour_and_an_approved_one_its_name() -> None:
    form = TeamForm(initial={"colour": "#123456", "emblem": "plain"}, approved=True)
    assert choices(form, "colour") == [("#123456", "Keep current"), *CHOICES]
    assert form.fields["name"].disabled and "no longer" in form.fields["name"].help_text
    assert form.swatches()[1][1] == {
        "name": CHOICES[0][1],
        "colour": CHOICES[0][0],
        "emblem": "plain",
    }
    assert {badge["colour"] for _, badge in form.emblems()} == {"#123456"}
    assert form.emblems()[1][1]["emblem"] == choices(form, "emblem")[1][0]
    usual = TeamForm(initial={"colour": CHOICES[0][0]})
    assert choices(usual, "colour") == [*CHOICES] and not usual.fields["name"].disabled
    assert ReadyForm()["emblem"].auto_id == "ready_emblem"


# --- a person's own pages -------------------------------------------------------------------------

NO_LINK = "This is not an invite link. Invite links end in /join/ followed by a code."


@pytest.mark.parametrize(
    ("link", "token"),
    [
        ("https://example.org/join/abcdefghijklmnop/", "abcdefghijklmnop"),
        (" abcdefghijklmnop ", "abcdefghijklmnop"),
        ("a" * 80, "a" * 80),
        ("a" * 15, ""),
        ("a" * 81, ""),
        ("https://example.org/join/", ""),
    ],
)
def test_an_invite_link_ends_with_its_code(link: str, token: str) -> None:
    form = InviteLink({"link": link})
    assert refusals(form).get("link", []) == ([] if token else [NO_LINK])
    assert not token or form.token == token
