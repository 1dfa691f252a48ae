"""Rows written when a week is settled: money, gear, news, charges and activity."""

from __future__ import annotations

import pytest

from ambush.rules.call import Fighter
from campaign.garage.rules.damage import Aboard
from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.people import healed_dp
from campaign.roster.rules.spies import Kit
from engine.values import changed
from espionage.rules.charges import detonate
from espionage.rules.report import News
from espionage.rules.settlement import NotSettledError, effects_of
from espionage.rules.values import Blast, WeekSettled
from tests.espionage.rules.scene import (
    ARMED,
    A,
    B,
    assassinate,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
    team_file,
    with_person,
)

DAMAGE = (6, 3, 2, 1)
SECTION = {("ambush", A, B, 1): (1,)}


def stock_rows(week):
    return sorted((row.gear, row.count, row.cause) for row in week.effects.stock if row.seat == A)


# --- money and gear -------------------------------------------------------------------------------


def test_e26_gear_is_bought_once_and_stays_in_stock():
    files = (team_file("alphas", stock=(Packed(gear="heavy_pistol"),)), team_file("betas"))
    week = play(sheet_of(infiltrate("ada", kit=ARMED)), files=files, a=(5,))
    assert stock_rows(week) == [("body_armour", 1, "w1/bought")]
    assert [(row.seat, row.item, row.dollars, row.cause) for row in week.effects.payments] == [
        (A, "gear", 250, "w1/orders")
    ]
    assert week.debrief(A).spending.paid == 250


def test_e28_gear_used_up_in_an_ambush_and_damaged_armour_are_gone():
    kit = Kit(
        items=(Packed(gear="rifle"), Packed(gear="rifle_clip", count=2), Packed(gear="body_armour"))
    )
    week = play(
        sheet_of(infiltrate("ada", kit=kit)),
        sheet_of(guard("bea")),
        a=(8,),
        b=(2,),
        domains=SECTION,
    )
    after = week.fought(
        Fighter(
            armour=1, spent=(Packed(gear="rifle_clip"),), fired=(Packed(gear="rifle", count=7),)
        ),
        Fighter(),
    )
    assert [row for row in stock_rows(after) if row[1] < 0] == [
        ("body_armour", -1, "w1/gone"),
        ("rifle_clip", -1, "w1/gone"),
    ]
    assert [(row.item, row.dollars) for row in after.effects.payments] == [
        ("gear", 470),
        ("ammunition", 7),
    ]


def test_e29_rounds_cost_at_most_the_teams_money():
    kit = Kit(items=(Packed(gear="assault_rifle"),))
    files = (team_file("alphas", money=430), team_file("betas"))
    week = play(
        sheet_of(infiltrate("ada", kit=kit)),
        sheet_of(guard("bea")),
        files=files,
        a=(8,),
        b=(2,),
        domains=SECTION,
    )
    after = week.fought(Fighter(fired=(Packed(gear="assault_rifle", count=10),)), Fighter())
    assert [(row.item, row.dollars) for row in after.effects.payments] == [
        ("gear", 400),
        ("ammunition", 30),
    ]


def test_kit_of_a_murdered_counterspy_is_lost():
    week = play(
        sheet_of(assassinate("ada", "bea")),
        sheet_of(guard("bea", kit=ARMED), counterspy=()),
        a=(11,),
        harm=(6,),
    )
    assert {(row.gear, row.count) for row in week.effects.stock if row.count < 0} == {
        ("heavy_pistol", -1),
        ("body_armour", -1),
    }


# --- news -----------------------------------------------------------------------------------------


def test_e34_news_name_deaths_and_bombed_garages_but_no_ambushers():
    week = play(
        sheet_of(assassinate("ada", "bob"), blow_up("abe", "b1"), infiltrate("ann")),
        sheet_of(
            assassinate("ben", "axl", team="alphas"), guard("bea"), counterspy=("infiltrate",)
        ),
        a=(11, 11, 3, 8),
        b=(11, 2),
        harm=(6,),
        domains={
            ("harm", A, B, 2): (*DAMAGE, 1),
            ("harm", B, A, 1): (5,),
            ("ambush", A, B, 3): (1,),
        },
    ).fought(Fighter(felled_with="handgunner"), Fighter(hits=3))
    assert week.one(WeekSettled, None).news == (
        News(kind="death", team="alphas", team_name="Alphas", character="axl", name="Axl"),
        News(kind="explosion", team="betas", team_name="Betas"),
        News(kind="death", team="betas", team_name="Betas", character="bea", name="Bea"),
        News(kind="death", team="betas", team_name="Betas", character="bob", name="Bob"),
        News(kind="ambush"),
    )
    assert week.state.table.news == week.effects.news


@pytest.mark.parametrize("total", [7, 10, 12])
def test_dud_and_delayed_charge_cause_no_news_and_no_damage(total):
    week = play(
        sheet_of(blow_up("ada", "b1")), a=(11, total), harm=(*DAMAGE, 1) if total > 9 else ()
    )
    assert week.effects.news == ()
    assert week.debrief(B).harm == ()


def test_e35_target_cannot_tell_a_failed_blow_up_from_a_dud_or_a_delayed_charge():
    failed = play(sheet_of(blow_up("ada", "b1")), a=(5,))
    dud = play(sheet_of(blow_up("ada", "b1")), a=(11, 8))
    waiting = play(sheet_of(blow_up("ada", "b1")), a=(11, 12), harm=(*DAMAGE, 1))
    assert failed.heard(B) == dud.heard(B) == waiting.heard(B)


def test_explosion_tells_the_target_the_damage_and_the_bomber_only_the_dice():
    week = play(sheet_of(blow_up("ada", "b1", bricks=1)), a=(11, 3), harm=(6, 5, 1, 1, 1))
    (harm,) = week.debrief(B).harm
    assert (harm.number, harm.bang.vehicle, harm.bang.hits) == (1, "b1", 13)
    assert [(wear.part, wear.lost) for wear in harm.damage] == [
        ("armour:front", 10),
        ("weapon:1", 3),
    ]
    report = week.debrief(A).missions[0]
    assert (report.bang.faces, report.bang.location, report.bang.hits) == ((6, 5, 1, 1), 1, 13)
    assert "weapon" not in str(week.debrief(A))


# --- charges (E23) --------------------------------------------------------------------------------


def make_blast(due):
    return Blast(due=due, faces=DAMAGE, location=1, halves=4 if due == "first_phase" else 2)


def test_e23_only_a_12_hits_the_crew_driver_first():
    record = team_file("betas").garage[0].record
    crew = (Aboard(character="bea", dp=3), Aboard(character="ben", dp=3))
    blow = detonate(make_blast("first_phase"), record, aboard=crew)
    assert blow.hits == 24
    assert [(hit.character, hit.lost) for hit in blow.crew] == [("bea", 3)]
    later = detonate(make_blast("after_duel"), record, aboard=crew)
    assert (later.hits, later.crew) == (12, ())


# --- E20 ------------------------------------------------------------------------------------------


def test_e20_mission_counterspy_roll_or_ambush_prevents_work_and_healing():
    week = play(
        sheet_of(blow_up("ada", "b1")),
        sheet_of(guard("bea"), guard("ben"), guard("bob"), chase_bombers=True),
        a=(11, 3),
        b=(5,),
        harm=(*DAMAGE, 1),
    ).fought()
    busy = {activity.character: activity for activity in week.effects.activity}
    assert set(busy) == {"ada", "bea"}
    assert (busy["ada"].mission, busy["bea"].counterspy_roll, busy["bea"].ambush) == (
        True,
        True,
        True,
    )
    assert not busy["ada"].may_work
    assert healed_dp(2, 3, busy["ada"].quiet(duel=False)) == 0


def test_e20_counterspy_without_a_roll_works_and_heals():
    week = play(sheet_of(infiltrate("ada", "gammas")), sheet_of(guard("bea")), sheet_of(), a=(5,))
    assert [activity.character for activity in week.effects.activity] == ["ada"]


# --- whole weeks ----------------------------------------------------------------------------------


def test_unfinished_week_has_no_settlement():
    week = play(
        sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(2,), domains=SECTION
    )
    with pytest.raises(NotSettledError):
        _ = week.effects


def test_e7_effects_are_computed_only_from_the_reported_week():
    week = play(sheet_of(infiltrate("ada", kit=ARMED)), a=(5,))
    own, *others = week.state.own
    poor = changed(own, file=changed(own.file, people=()), sheet=changed(own.sheet, orders=()))
    other = changed(week.state, own=(poor, *others))
    assert effects_of(other).stock == week.effects.stock
    assert effects_of(other).activity == ()
    assert [activity.character for activity in effects_of(week.state).activity] == ["ada"]


def test_e11_snapshot_is_taken_at_the_deadline_and_is_complete():
    week = play(
        sheet_of(blow_up("ada", "b1"), infiltrate("abe")),
        a=(11, 3, 11),
        harm=(*DAMAGE, 1),
        domains={("sealed", A, B, 2): (1,)},
    )
    (seen,) = week.effects.intelligence
    assert (seen.seat, seen.snapshot.about, seen.snapshot.vehicle) == (A, B, "b1")
    assert [row.now for row in seen.snapshot.sheet.armour] == [10, 10, 10, 10, 2, 2]
    assert seen.snapshot == week.debrief(A).missions[1].saw[0]


def test_two_hits_on_one_person_add_up():
    files = (team_file("alphas"), with_person(team_file("betas"), "bob", dp=4, full_dp=4))
    week = play(
        sheet_of(assassinate("ada", "bob"), assassinate("abe", "bob")),
        files=files,
        a=(10, 11),
        domains={("harm", A, B, 2): (3,)},
    )
    assert [(hurt.hits, hurt.after) for hurt in week.effects.hurt] == [(1, "standing"), (3, "dead")]


def test_e43_assassin_leaves_one_dp_if_nobody_can_die():
    files = (team_file("alphas"), with_person(team_file("betas"), "bob", dp=3, full_dp=4))
    week = play(
        sheet_of(assassinate("ada", "bob"), assassinate("abe", "bob")),
        files=files,
        a=(11, 11),
        domains={("harm", A, B, 1): (3,), ("harm", A, B, 2): (3,)},
        house=HouseRules(death=False),
    )
    assert [(hurt.hits, hurt.after) for hurt in week.effects.hurt] == [(2, "unconscious")]
    assert not any(news.kind == "death" for news in week.effects.news)


def test_every_ledger_row_has_a_unique_cause():
    week = play(
        sheet_of(
            assassinate("ada", "bob", kit=ARMED),
            blow_up("abe", "b1"),
            infiltrate("ann"),
            blow_up("alf", "b1"),
        ),
        sheet_of(guard("bea")),
        a=(10, 11, 3, 9, 11, 12),
        b=(4, 4, 4, 4),
        domains={("harm", A, B, 2): (*DAMAGE, 1), ("harm", A, B, 4): (*DAMAGE, 2)},
    )
    effects = week.effects
    rows = [
        *[("award", row.character, row.skill, row.cause) for row in effects.awards],
        *[("hurt", row.character, row.cause) for row in effects.hurt],
        *[("hit", row.vehicle, row.cause) for row in effects.vehicle_hits],
        *[("charge", row.cause) for row in effects.charges],
        *[("money", row.seat, row.item, row.cause) for row in effects.payments],
        *[("stock", row.seat, row.gear, row.cause) for row in effects.stock],
        *[
            ("intel", row.seat, row.snapshot.vehicle, row.snapshot.cause)
            for row in effects.intelligence
        ],
    ]
    assert len(rows) == len(set(rows))
