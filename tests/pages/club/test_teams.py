"""Creating a team, its public page, its roster's approval; people, their points and their
ledger.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from campaign.league.models import Team
from campaign.ledger.models import SkillPoint
from campaign.ledger.services.posting import Book
from campaign.members.services import members
from campaign.roster.models import Character
from campaign.teams.services import teams

from .conftest import NOT_FOUND, House

FACE = {"name": "Night Shift", "colour": "#1f5fc4", "emblem": "bend", "motto": "Unseen."}
SPY = {
    "name": "Edda", "role": "spy", "skill_espionage": "20", "skill_stealth": "15",
    "skill_handgunner": "20", "skill_explosives": "5", "skill_bodybuilding": "20",
    "skill_running": "10", "skill_driver": "10",
}  # fmt: skip


@pytest.fixture
def newcomer(house: House) -> House:
    """Return a club in which the stranger has joined as a player."""
    members.admit(
        campaign=house.club.campaign,
        user=house.people["stranger"],
        role="player",
        now=house.club.at,
    )
    return house


@pytest.fixture
def unapproved_house(at_club: Callable[..., House]) -> House:
    """Return a club whose teams are not approved yet."""
    return at_club(approved=False)


def test_a_new_team_gets_its_capital_and_leads_to_hiring(newcomer: House) -> None:
    page = newcomer.done(newcomer.path("team-new"), FACE, "stranger")
    assert "Night Shift was created" in page
    assert "No characters yet" in page
    assert "$250,000" in newcomer.read(newcomer.path("money", team="night-shift"), "stranger")


def test_a_double_click_founds_one_team(newcomer: House) -> None:
    first = newcomer.send(newcomer.path("team-new"), FACE, "stranger", key="once")
    second = newcomer.send(newcomer.path("team-new"), FACE, "stranger", key="once")
    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "Anvil"}, "There is already a team called Anvil"),
        ({"colour": "mauve"}, "Select a valid choice"),
        ({"emblem": "dragon"}, "Select a valid choice"),
        ({"motto": "x" * 200}, "at most 120 characters"),
    ],
)
def test_an_invalid_name_or_colour_is_refused_and_the_input_kept(
    change: dict[str, str], sentence: str, newcomer: House
) -> None:
    answer = newcomer.send(newcomer.path("team-new"), {**FACE, **change}, "stranger")
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    kept = {"motto": FACE["motto"], **change}["motto"] if "motto" not in change else FACE["name"]
    assert f'value="{kept}"' in answer.content.decode()


def test_an_owner_cannot_create_a_second_team(house: House) -> None:
    assert "You already run a team in this club" in house.read(house.path("team-new"))


def test_an_approved_team_keeps_its_name(house: House) -> None:
    assert "You can no longer change the name" in house.read(house.own("team-edit"))
    assert "Heavier." in house.done(
        house.own("team-edit"), {**FACE, "name": "Other", "motto": "Heavier."}
    )
    with house.club.scope():
        assert Team.objects.get(pk=house.club.teams[0].pk).name == "Anvil"


def test_a_roster_shows_what_is_missing_and_asks_the_gm_once(at_club: Callable[..., House]) -> None:
    house = at_club(approved=False, vehicles=0, characters=1)
    page = house.read(house.own("team-approval"))
    assert "Done 1 character hired. Most teams start with 6." in page
    assert "To do No vehicles yet." in page
    assert "Build a vehicle" in page
    assert "Approval requested." in house.done(house.own("team-approval"))
    assert "Request roster approval" not in house.read(house.own("team-approval"))


def test_an_empty_roster_cannot_ask_for_approval(at_club: Callable[..., House]) -> None:
    house = at_club(approved=False, characters=0)
    page = house.read(house.own("team-approval"))
    assert "To do No characters yet. Most teams start with 6." in page
    assert "To do No one is fit for missions yet." in page
    assert "Hire at least one character first" in house.refused(house.own("team-approval"))


def test_the_gms_remark_is_shown(unapproved_house: House) -> None:
    teams.ask_approval(team=unapproved_house.club.teams[0], now=unapproved_house.club.at)
    teams.send_back(
        team=unapproved_house.club.teams[0],
        actor=unapproved_house.club.gm,
        remark="One spy too many.",
        now=unapproved_house.club.at,
    )
    assert "One spy too many." in unapproved_house.read(unapproved_house.own("team-approval"))


def test_e24_rivals_see_only_name_role_and_whether_a_person_lives(house: House) -> None:
    page = house.read(house.own("team"), "rival")
    assert "Vesper Spy Alive" in page
    for secret in ("20", "Espionage", "DP", "espionage"):
        assert secret not in page.partition("People")[2].partition("Seen in duels")[0]


def test_owners_see_levels_wounds_and_prestige_of_their_roster(house: House) -> None:
    vesper = house.club.who(0, "Vesper").pk
    house.book(Book.WOUND, vesper, "dp", 2)
    house.book(Book.PRESTIGE, vesper, "won", 7)
    page = house.read(house.own("roster"))
    assert "2 of 4 DP, wounded" in page
    assert "Espionage +1" in page
    assert "Prestige 7" in page
    assert "Load: 7 GE" in page


def test_a_person_is_hired_from_an_archetype(unapproved_house: House) -> None:
    page = unapproved_house.get(unapproved_house.own("hire") + "?from=saboteur").content.decode()
    assert 'name="skill_explosives" value="25"' in page
    page = unapproved_house.done(unapproved_house.own("hire"), SPY)
    assert "Edda was hired." in page
    assert "Espionage +1" in page


def test_checking_counts_points_and_hires_nobody(unapproved_house: House) -> None:
    page = unapproved_house.send(unapproved_house.own("hire"), {**SPY, "check": "1"})
    assert page.status_code == 200
    assert "This is a legal character." in page.content.decode()
    with unapproved_house.club.scope():
        assert not Character.objects.filter(name="Edda").exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": "Rook"}, "Anvil already has a character called Rook"),
        ({"name": " "}, "This field is required."),
        ({"role": "pope"}, "Select a valid choice"),
        ({"skill_driver": "-5"}, "greater than or equal to 0"),
        ({"skill_driver": "ten"}, "Enter a whole number"),
        ({"skill_driver": "41"}, "less than or equal to 40"),
        ({"skill_driver": "20"}, "Assign exactly 100 skill points. You have assigned 110."),
        (
            {
                "skill_espionage": "0",
                "skill_stealth": "0",
                "skill_explosives": "0",
                "skill_driver": "0",
                "skill_running": "20",
            },
            "needs 5 skills",
        ),
    ],
)
def test_an_illegal_start_is_refused_and_the_input_kept(
    change: dict[str, str], sentence: str, unapproved_house: House
) -> None:
    answer = unapproved_house.send(unapproved_house.own("hire"), {**SPY, **change})
    assert answer.status_code == 422
    assert sentence in unapproved_house.refused(unapproved_house.own("hire"), {**SPY, **change})
    assert 'name="skill_handgunner" value="20"' in answer.content.decode()


def test_a_double_click_hires_one_person(unapproved_house: House) -> None:
    for _ in range(2):
        assert (
            unapproved_house.send(unapproved_house.own("hire"), SPY, key="once").status_code == 303
        )
    with unapproved_house.club.scope():
        assert Character.objects.filter(name="Edda").count() == 1


def test_before_approval_a_character_can_be_changed_completely(unapproved_house: House) -> None:
    rook = unapproved_house.club.who(0, "Rook").pk
    page = unapproved_house.get(unapproved_house.own("character-edit", pk=rook)).content.decode()
    assert 'name="skill_driver" value="40"' in page
    page = unapproved_house.done(
        unapproved_house.own("character-edit", pk=rook), {**SPY, "name": "Rookie"}
    )
    assert "Rookie" in page
    assert "Changed before approval" in page


def test_after_approval_only_role_and_description_change(house: House) -> None:
    rook = house.club.who(0, "Rook").pk
    page = house.done(
        house.own("character-edit", pk=rook),
        {"name": "Other", "role": "gunner", "blurb": "Reformed."},
    )
    assert "Reformed." in page
    assert "Rook" in page
    assert "Other" not in page


def test_e2_general_points_are_assigned_on_the_roster(house: House) -> None:
    rook = house.club.who(0, "Rook").pk
    house.book(Book.SKILL, rook, "general", 3)
    assert "Points to assign" in house.read(house.own("roster"))
    page = house.done(house.own("character-assign", pk=rook), {"skill": "stealth", "amount": "2"})
    assert "General points assigned" in page
    assert "+2 points: Stealth" in page
    assert "Assign 1 general point" in page


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"skill": "stealth", "amount": "4"}, "You can assign only 3 general points."),
        ({"skill": "", "amount": "1"}, "This field is required."),
        ({"skill": "cooking", "amount": "1"}, "Select a valid choice"),
        ({"skill": "general", "amount": "1"}, "Select a valid choice"),
        ({"skill": "stealth", "amount": "0"}, "greater than or equal to 1"),
    ],
)
def test_missing_points_cannot_be_assigned(
    said: dict[str, str], sentence: str, house: House
) -> None:
    rook = house.club.who(0, "Rook").pk
    house.book(Book.SKILL, rook, "general", 3)
    assert sentence in house.refused(house.own("character-assign", pk=rook), said)


def test_a_double_click_assigns_once(house: House) -> None:
    rook = house.club.who(0, "Rook").pk
    house.book(Book.SKILL, rook, "general", 3)
    for _ in range(2):
        answer = house.send(
            house.own("character-assign", pk=rook), {"skill": "stealth", "amount": "1"}, key="once"
        )
        assert answer.status_code == 303
    with house.club.scope():
        assert SkillPoint.objects.filter(character=rook, item="stealth").count() == 1


def test_releasing_a_person_asks_first(house: House) -> None:
    rook = house.club.who(0, "Rook").pk
    path = house.own("character-release", pk=rook)
    assert "leaves Anvil permanently" in house.read(path)
    assert house.send(path).status_code == 200
    with house.club.scope():
        assert Character.objects.get(pk=rook).left_at is None
    assert "Rook was dismissed." in house.done(path, {"confirmed": "1"})
    assert "Rook" not in house.read(house.own("team"), "rival")


def test_the_dead_cannot_be_released(house: House) -> None:
    rook = house.club.who(0, "Rook").pk
    house.book(Book.WOUND, rook, "dp", 3)
    assert "Dismiss" not in house.read(house.own("character", pk=rook))
    assert "cannot be removed from the roster" in house.refused(
        house.own("character-release", pk=rook), {"confirmed": "1"}
    )


def test_a_ledger_never_shows_the_internal_cause(house: House) -> None:
    rook = house.club.who(0, "Rook").pk
    house.book(Book.WOUND, rook, "dp", 1, "0f1e2d3c/defence/2/assassination")
    page = house.read(house.own("character", pk=rook))
    assert "An assassin’s hits" in page
    assert "defence" not in page


def test_a_gm_without_a_team_reads_rosters_but_cannot_change_them(house: House) -> None:
    page = house.read(house.own("roster"), "gm")
    assert "Espionage +1" in page
    for way in ("Hire a character", "Assign"):
        assert way not in page


def test_an_unknown_archetype_starts_empty(unapproved_house: House) -> None:
    assert "0 of 100 points assigned" in unapproved_house.read(
        unapproved_house.own("hire") + "?from=wizard"
    )


def test_spectators_cannot_create_a_team(house: House) -> None:
    assert house.send(house.path("team-new"), FACE, "spectator").status_code == NOT_FOUND
    page: Any = house.read(house.path("teams"), "spectator")
    assert "Create your team" not in page


# --- a ready company ------------------------------------------------------------------------------


@pytest.fixture
def auto_approving(at_club: Callable[..., House]) -> House:
    """Return a club with automatic approval before its first week; the stranger has joined."""
    house = at_club(teams=2, week="planned", options={"approve_legal_rosters": True})
    members.admit(
        campaign=house.club.campaign,
        user=house.people["stranger"],
        role="player",
        now=house.club.at,
    )
    return house


def suggested_name(page: str) -> str:
    """Return the suggested name of a ready-made team."""
    tag = re.search(r'<input[^>]*id="ready_name"[^>]*>', page)
    assert tag
    said = re.search(r'value="([^"]*)"', tag[0])
    return said[1] if said else ""


def test_one_press_creates_a_playable_ready_made_team(auto_approving: House) -> None:
    page = auto_approving.get(auto_approving.path("team-new"), "stranger").content.decode()
    shown = auto_approving.read(auto_approving.path("team-new"), "stranger")
    assert "3 spies, 2 drivers and 1 gunner; 2 cars with crews" in shown
    name = suggested_name(page)
    face = {"name": name, "colour": "#0c5640", "emblem": "bend", "motto": ""}
    done = auto_approving.done(auto_approving.path("team-new-ready"), face, "stranger")
    assert f"{name} was created with people and vehicles. It is approved and can play" in done


def test_another_name_is_offered_without_scripts_and_a_chosen_one_accepted(
    auto_approving: House,
) -> None:
    path = auto_approving.path("team-new")
    first = auto_approving.get(path, "stranger").content.decode()
    again = auto_approving.get(path, "stranger").content.decode()
    assert "?another=1" in first
    other = auto_approving.get(path + "?another=1", "stranger").content.decode()
    assert suggested_name(first) == suggested_name(again) != suggested_name(other)
    assert "?another=2" in other
    auto_approving.get(path + "?another=nonsense", "stranger")
    face = {"name": "My Own", "colour": "#0c5640", "emblem": "bend", "motto": ""}
    done = auto_approving.done(auto_approving.path("team-new-ready"), face, "stranger")
    assert "My Own was created" in done


def test_a_double_click_creates_one_ready_made_team(auto_approving: House) -> None:
    face = {"name": "Twice", "colour": "#0c5640", "emblem": "bend"}
    for _ in range(2):
        answer = auto_approving.send(
            auto_approving.path("team-new-ready"), face, "stranger", key="once"
        )
        assert answer.status_code == 303
    with auto_approving.club.scope():
        assert Team.objects.filter(name="Twice").count() == 1


def test_a_taken_name_is_refused_at_its_field(auto_approving: House) -> None:
    face = {"name": "Anvil", "colour": "#0c5640", "emblem": "bend", "motto": "Kept."}
    answer = auto_approving.send(auto_approving.path("team-new-ready"), face, "stranger")
    assert answer.status_code == 422
    assert "There is already a team called Anvil" in answer.content.decode()
    assert 'value="Kept."' in answer.content.decode()


@pytest.mark.everyday
def test_an_empty_team_is_completed_by_one_press(at_club: Callable[..., House]) -> None:
    house = at_club(teams=1, approved=False, characters=0, vehicles=0)
    assert "Complete the team automatically" in house.read(house.own("team"))
    shown = house.read(house.own("team-ready"))
    assert "hire 3 spies, 2 drivers and 1 gunner" in shown
    assert "with crews, and a pistol and armour for everyone hired, for $" in shown
    assert "The GM was asked to approve it." in house.done(house.own("team-ready"))
    assert "There is nothing to add" in house.read(house.own("team-ready"))
    assert "There is nothing to add" in house.refused(house.own("team-ready"))


def test_a_valid_roster_is_approved_automatically_if_the_house_rules_say_so(
    at_club: Callable[..., House],
) -> None:
    house = at_club(approved=False, options={"approve_legal_rosters": True})
    assert "The roster follows the house rules and is approved right away." in house.read(
        house.own("team-approval")
    )
    assert "approved automatically" in house.done(house.own("team-approval"))
    assert "Approved Anvil automatically" in house.read(house.path("desk-log"), "rival")


def test_the_owners_read_why_a_roster_is_not_approved(at_club: Callable[..., House]) -> None:
    house = at_club(approved=False, options={"approve_legal_rosters": True})
    house.book(Book.SKILL, house.club.who(0, "Rook").pk, "stealth", 5)
    page = house.read(house.own("team-approval"))
    assert "Rook: Assign exactly 100 skill points. You have assigned 105." in page
    assert "Approval requested." in house.done(house.own("team-approval"))


def test_only_the_owner_sees_a_teams_private_tabs(house: House) -> None:
    path = house.own("team")
    assert house.own("money") in house.get(path).content.decode()
    assert house.own("money") not in house.get(path, "rival").content.decode()
