"""The picture of a rival in the dossier."""

from __future__ import annotations

from espionage.pictures.rival import rival_picture
from espionage.rules.bots.knowledge import Attack
from espionage.rules.files import PublicPerson, PublicTeam
from espionage.rules.sheet_odds import GuardRecord

BETAS = PublicTeam(
    id="betas",
    name="Betas",
    people=(
        PublicPerson(id="bea", name="Bea", role="spy"),
        PublicPerson(id="ben", name="Ben", role="driver", alive=False),
    ),
)


def attack(mission, *, harmful=False):
    return Attack(team="betas", mission=mission, harmful=harmful)


def test_people_are_marked_with_the_duties_in_which_they_were_met():
    record = GuardRecord(team="betas", missions=0, stopped=0)
    picture = rival_picture(BETAS, {"Bea": 2}, {"Bea": 1, "Ben": 1}, record, ())
    duties = {
        person.name: [duty.replace("\xa0", " ") for duty in person.duties]
        for person in picture.people
    }
    assert duties == {"Bea": ["guard 2 times", "spy 1 time"], "Ben": ["spy 1 time"]}
    assert [person.alive for person in picture.people] == [True, False]
    assert picture.habits == (), "nothing is known"


def test_habits_have_a_bar_for_each_kind_of_mission():
    record = GuardRecord(team="betas", missions=4, stopped=1)
    attacks = [attack("assassinate"), attack("assassinate", harmful=True), attack("blow_up")]
    habits = rival_picture(BETAS, {}, {}, record, attacks).habits
    assert [(habit.label, habit.figure, round(habit.bar.width)) for habit in habits] == [
        ("Our missions stopped", "1 of 4", 25),
        ("Assassinate against us", "2, 1 harmful", 67),
        ("Blow Up against us", "1", 33),
    ]
