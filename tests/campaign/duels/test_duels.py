from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from campaign.desk.services import reconcile
from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord, Fate, Hurt
from campaign.duels.selectors.duels import entries, payload_of, public_vehicles
from campaign.duels.selectors.standings import standings
from campaign.duels.services import entries as duels
from campaign.duels.services import healing, results
from campaign.garage.rules.record import Wear
from campaign.garage.services import garage
from campaign.house_rules.rules import presets
from campaign.league.models import Duel, Week
from campaign.league.refusals import NotFit
from campaign.ledger.models import Damage, Prestige, StandingPoint
from campaign.ledger.selectors.books import purse
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.news.models import News
from campaign.roster.selectors.roster import body_of
from core.web.refusals import BadForm, ReasonNeeded, WrongTime
from tests.factories import Club, duel_of, found_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=4, vehicles=2)


def crew(club: Club, team: int, *names: str) -> dict[str, UUID]:
    return {
        place: club.who(team, name).pk
        for place, name in zip(("driver", "gunner"), names, strict=False)
    }


def enter(
    club: Club, team: int = 0, car: int = 0, names: tuple[str, ...] = ("Rook", "Sable")
) -> DuelEntry:
    return duels.enter(
        duel=club.duel,
        team=club.teams[team],
        vehicle=club.car(team, car),
        crew=crew(club, team, *names),
        now=club.at,
    )


def settle(club: Club, *harm: Line) -> None:
    """Settle the week."""
    week = club.open_week
    with club.scope():
        posting.post(harm)
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
        week.refresh_from_db()
    club.at = week.settle_at + timedelta(hours=1)


def harm(club: Club, book: Book, owner: UUID, item: str, amount: int) -> Line:
    week = club.open_week
    return Line(
        book,
        owner,
        item,
        amount,
        f"week:{week.pk}/defence/1/explosion",
        week.settle_at,
        week=week.pk,
    )


# --- entries (E22) --------------------------------------------------------------------------------


def test_an_entry_can_be_changed_and_withdrawn_until_the_deadline(club: Club) -> None:
    first = enter(club)
    second = enter(club, names=("Sable", "Rook"))
    with club.scope():
        assert [entry.pk for entry in DuelEntry.objects.filter(withdrawn_at=None)] == [second.pk]
        assert [one["place"] for one in first.crew] == ["driver", "gunner"]
    duels.withdraw(entry=second, now=club.at)
    club.at = club.open_week.due_at
    with pytest.raises(WrongTime, match="Entries are closed"):
        enter(club)


@pytest.mark.parametrize(
    ("names", "code"), [((), "no-driver"), (("Vesper", "Vesper"), "named-twice")]
)
def test_an_impossible_crew_is_refused(names: tuple[str, ...], code: str, club: Club) -> None:
    with pytest.raises(BadForm) as refused:
        enter(club, names=names)
    assert code in {problem.code for problem in refused.value.problems}


def test_unconscious_foreign_and_captive_people_cannot_ride(club: Club) -> None:
    posting.post([Line(Book.WOUND, club.who(0, "Rook").pk, "dp", 2, "a blow", club.at)])
    with pytest.raises(BadForm, match="unconscious"):
        enter(club)
    with pytest.raises(BadForm, match="your roster"):
        duels.enter(
            duel=club.duel,
            team=club.teams[0],
            vehicle=club.car(0),
            crew=crew(club, 1, "Rook"),
            now=club.at,
        )
    with pytest.raises(BadForm, match="your garage"):
        duels.enter(
            duel=club.duel,
            team=club.teams[0],
            vehicle=club.car(1),
            crew=crew(club, 0, "Sable"),
            now=club.at,
        )
    with pytest.raises(BadForm, match="an available character"):
        duels.enter(
            duel=club.duel,
            team=club.teams[0],
            vehicle=club.car(0),
            crew=crew(club, 0, "Sable"),
            now=club.at,
            unavailable={club.who(0, "Sable").pk},
        )


def test_a_person_rides_in_one_car_and_the_number_of_cars_is_limited(club: Club) -> None:
    enter(club)
    with pytest.raises(BadForm, match="two places"):
        enter(club, car=1, names=("Rook",))
    small = found_club(teams=1, characters=4, vehicles=2, options={"vehicles_a_team": 1})
    enter(small)
    with pytest.raises(BadForm, match="can enter 1"):
        enter(small, car=1, names=("Vesper",))


def test_the_budget_of_the_event_limits_cars() -> None:
    club = found_club(teams=1, characters=2, vehicles=1)
    with club.scope():
        Duel.objects.filter(pk=club.open_week.pk).update(budget=5_000)
    with pytest.raises(BadForm, match="budget is \\$5,000"):
        enter(club, names=("Rook",))


def test_e22_after_settlement_only_hurt_crew_and_cars_are_replaced(club: Club) -> None:
    entry = enter(club)
    other = enter(club, team=1)
    settle(
        club,
        harm(club, Book.DAMAGE, club.car(0).pk, "plant", 4),
        harm(club, Book.WOUND, club.who(0, "Sable").pk, "dp", 1),
    )
    with pytest.raises(NotFit, match="was not damaged"):
        duels.replace(
            entry=other, vehicle=club.car(1, 1), crew=crew(club, 1, "Rook", "Sable"), now=club.at
        )
    with pytest.raises(NotFit, match="Rook was not hurt and cannot be replaced"):
        duels.replace(
            entry=entry, vehicle=club.car(0, 1), crew=crew(club, 0, "Vesper", "Wrench"), now=club.at
        )
    swapped = duels.replace(
        entry=entry, vehicle=club.car(0, 1), crew=crew(club, 0, "Rook", "Vesper"), now=club.at
    )
    assert swapped.vehicle_id == club.car(0, 1).pk
    with pytest.raises(WrongTime):
        duels.withdraw(entry=other, now=club.at)
    with pytest.raises(WrongTime):
        duels.replace(
            entry=swapped,
            vehicle=club.car(0),
            crew=crew(club, 0, "Rook", "Vesper"),
            now=club.open_week.duel_at,
        )


def test_e22_late_entries_are_an_option() -> None:
    club = found_club(teams=1, characters=3, vehicles=1, options={"late_entries": False})
    settle(club)
    with pytest.raises(WrongTime, match="close with the order deadline"):
        enter(club)


def test_e22_a_team_can_enter_two_cars_late_and_withdraw_them() -> None:
    club = found_club(teams=1, characters=3, vehicles=2, options={"late_entries": True})
    settle(club)
    enter(club, names=("Rook",))
    second = enter(club, car=1, names=("Sable",))
    enter(club, car=1, names=("Vesper",))
    with club.scope():
        assert DuelEntry.objects.filter(withdrawn_at=None).count() == 2
        second = DuelEntry.objects.get(withdrawn_at=None, vehicle=second.vehicle)
    duels.withdraw(entry=second, now=club.at)
    enter(club, car=1, names=("Vesper",))
    club.at = club.open_week.duel_at
    with pytest.raises(WrongTime):
        enter(club, names=("Rook",))


def test_e22_a_team_with_an_entry_at_the_deadline_cannot_add_another() -> None:
    club = found_club(teams=1, characters=3, vehicles=2, options={"late_entries": True})
    enter(club, names=("Rook",))
    settle(club)
    with pytest.raises(WrongTime, match="had none at the deadline"):
        enter(club, car=1, names=("Sable",))


def test_e22_an_evening_that_resolves_when_sealed_allows_late_entries() -> None:
    assert presets.EVENINGS.house.resolve_when_sealed and presets.EVENINGS.house.late_entries


def test_e11_everyone_sees_all_entries_from_the_start_of_the_duel(club: Club) -> None:
    enter(club)
    enter(club, team=1)
    gm, owner, rival = (
        club.viewer(club.gm),
        club.viewer(club.players[0]),
        club.viewer(club.players[1]),
    )
    settle(club)
    with club.scope():
        duel, start = club.duel, club.open_week.duel_at
        assert [len(entries(who, duel, club.at)) for who in (gm, owner, rival)] == [0, 1, 1]
        assert [len(entries(who, duel, start)) for who in (gm, owner, rival)] == [2, 2, 2]


# --- results --------------------------------------------------------------------------------------


def form(
    club: Club, first: int = 0, state: str = "unconscious", hurt: tuple[Hurt, ...] = ()
) -> DuelRecord:
    """Return a form for Anvil (0) and Basilisk (1): the winner kills one vehicle, and Basilisk's
    gunner ends in `state`.
    """
    teams = [str(team.pk) for team in club.teams]
    return DuelRecord(
        form=DuelForm(
            teams=(
                TeamResult(team=teams[first], place=1),
                TeamResult(team=teams[1 - first], place=2, vehicles_lost=1),
            ),
            people=(
                Deeds(character=str(club.who(0, "Rook").pk), team=teams[0], kills=1),
                Deeds(character=str(club.who(1, "Rook").pk), team=teams[1]),
                Deeds(character=str(club.who(1, "Sable").pk), team=teams[1], state=state),  # type: ignore[arg-type]
            ),
        ),
        vehicles=(
            Fate(vehicle=str(club.car(1).pk), fate="destroyed"),
            Fate(vehicle=str(club.car(0).pk), damage=(Wear(part="armour:left", lost=9),)),
        ),
        hurt=hurt,
    )


def came(club: Club) -> None:
    """Enter the people on the form above unless their team is entered."""
    for team, names in ((0, ("Rook",)), (1, ("Rook", "Sable"))):
        with club.scope():
            entered = DuelEntry.objects.filter(
                duel=club.duel, team=club.teams[team], withdrawn_at=None
            ).exists()
        if not entered:
            enter(club, team=team, names=names)


def record(club: Club, **said: object) -> DuelResult:
    came(club)
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(
            status="settled", settled_at=club.open_week.settle_at
        )
    return results.record(
        duel=club.duel,
        result=form(club, **said),  # type: ignore[arg-type]
        actor=club.gm,
        now=club.open_week.duel_at,  # type: ignore[arg-type]
    )  # type: ignore[arg-type]


def test_a_result_books_money_points_wounds_and_damage_together(club: Club) -> None:
    enter(club, names=("Rook",))
    enter(club, team=1)
    before = [purse_of(club, team) for team in (0, 1)]
    record(club)
    with club.scope():
        assert [purse_of(club, team) - before[team] for team in (0, 1)] == [
            50_000 + 1_500,
            30_000 + 1_500,
        ]
        table = standings(club.season)
        assert [(row.place, row.team.name, row.points, row.history) for row in table.rows] == [
            (1, "Anvil", 5, (5,)),
            (2, "Basilisk", 3, (3,)),
        ]
        worth = dict(
            Prestige.objects.filter(character=club.who(0, "Rook")).values_list("item", "amount")
        )
        assert worth == {"entered": 1, "won": 2, "vehicle_kill": 2}
        assert body_of(club.who(1, "Sable")).dp == 1
        assert Damage.objects.get(vehicle=club.car(0)).amount == 9
        club.car(1).refresh_from_db()
        assert club.car(1).gone_how == "destroyed"
        assert (
            News.objects.get(kind="duel-recorded").text
            == "The duel of week 1: 1. Anvil, 2. Basilisk."
        )
        assert list(reconcile.findings([club.campaign.pk])) == []


def purse_of(club: Club, team: int) -> int:
    with club.scope():
        return purse(club.teams[team]).balance


def test_e23_a_correction_books_the_difference_once_with_its_own_cause(club: Club) -> None:
    before = [purse_of(club, team) for team in (0, 1)]
    record(club, state="dead")
    with pytest.raises(WrongTime, match="Correct it instead"):
        record(club)
    with pytest.raises(ReasonNeeded):
        results.correct(
            duel=club.duel,
            result=form(club),
            actor=club.gm,
            reason="",
            now=club.open_week.duel_at,
        )
    with club.scope():
        charge = Line(
            Book.DAMAGE,
            club.car(0).pk,
            "plant",
            2,
            "charge:1",
            club.open_week.duel_at,
            week=club.open_week.pk,
        )
        posting.post([charge])
    fixed = DuelRecord(
        form=form(club, first=1, state="fit").form, vehicles=(Fate(vehicle=str(club.car(1).pk)),)
    )
    results.correct(
        duel=club.duel,
        result=fixed,
        actor=club.gm,
        reason="Wrong way round.",
        now=club.open_week.duel_at,
    )
    with club.scope():
        assert [purse_of(club, team) - before[team] for team in (0, 1)] == [
            30_000 + 1_500,
            50_000 + 3_000,
        ]
        assert [row.team.name for row in standings(club.season).rows] == ["Basilisk", "Anvil"]
        assert body_of(club.who(1, "Sable")).health == "unhurt"
        club.car(1).refresh_from_db()
        assert club.car(1).gone_at is None
        assert (
            sum(
                Damage.objects.filter(vehicle=club.car(0), item="armour:left").values_list(
                    "amount", flat=True
                )
            )
            == 0
        )
        assert Damage.objects.get(item="plant").amount == 2, "what a charge did stays"
        assert [row.revision for row in DuelResult.objects.all()] == [1, 2]
        assert StandingPoint.objects.filter(cause__endswith=":1").count() == 2, (
            "the first booking is still there to read"
        )
        assert list(reconcile.findings([club.campaign.pk])) == []


def test_repeating_a_correction_changes_no_sum(club: Club) -> None:
    record(club)
    before = purse_of(club, 0)
    results.correct(
        duel=club.duel,
        result=form(club),
        actor=club.gm,
        reason="Typo in a name.",
        now=club.open_week.duel_at,
    )
    with club.scope():
        assert purse_of(club, 0) == before
        assert body_of(club.who(1, "Sable")).dp == 1
        assert not StandingPoint.objects.filter(cause__endswith=":2").exists()


def test_a_result_cannot_be_recorded_before_the_duel_starts(club: Club) -> None:
    with pytest.raises(WrongTime):
        results.record(duel=club.duel, result=form(club), actor=club.gm, now=club.open_week.duel_at)
    settle(club)
    with pytest.raises(WrongTime):
        results.record(
            duel=club.duel,
            result=form(club),
            actor=club.gm,
            now=club.open_week.duel_at - timedelta(seconds=1),
        )


def test_an_invalid_form_is_refused_by_field(club: Club) -> None:
    settle(club)
    base = form(club)
    stranger = found_club(teams=1, characters=4, vehicles=1)
    cases = {
        "teams[0].team": DuelRecord(
            form=DuelForm(teams=(TeamResult(team=str(stranger.teams[0].pk), place=1),))
        ),
        "people[0].character": DuelRecord(
            form=DuelForm(
                teams=base.form.teams,
                people=(
                    Deeds(character=str(stranger.who(0, "Rook").pk), team=str(club.teams[0].pk)),
                ),
            )
        ),
        "vehicles[0].vehicle": DuelRecord(form=base.form, vehicles=(Fate(vehicle="not-an-id"),)),
        "vehicles[0].damage": DuelRecord(
            form=base.form,
            vehicles=(Fate(vehicle=str(club.car(0).pk), damage=(Wear(part="bumper", lost=1),)),),
        ),
        "hurt[0].character": DuelRecord(
            form=base.form, hurt=(Hurt(character=str(club.who(0, "Vesper").pk), lost=1),)
        ),
        "teams[0].place": DuelRecord(
            form=DuelForm(teams=(TeamResult(team=str(club.teams[0].pk), place=2),))
        ),
    }
    for field, said in cases.items():
        with pytest.raises(BadForm) as refused:
            results.record(duel=club.duel, result=said, actor=club.gm, now=club.open_week.duel_at)
        assert field in {problem.field for problem in refused.value.problems}


def test_the_state_on_the_form_overrides_the_wounds_listed(club: Club) -> None:
    told = (
        Hurt(character=str(club.who(1, "Sable").pk), lost=1),
        Hurt(character=str(club.who(0, "Rook").pk), lost=9),
    )
    record(club, hurt=told, state="dead")
    with club.scope():
        assert (body_of(club.who(1, "Sable")).dp, body_of(club.who(0, "Rook")).dp) == (0, 2)


def test_a_part_cannot_lose_more_than_it_has_or_be_repaired_twice(club: Club) -> None:
    came(club)
    broken = Fate(
        vehicle=str(club.car(0).pk),
        damage=(Wear(part="plant", lost=99), Wear(part="weapon:9", lost=1)),
    )
    posting.post([harm(club, Book.DAMAGE, club.car(0).pk, "plant", 4)])
    result = DuelRecord(form=form(club).form, vehicles=(broken,))
    settle(club)
    at = club.open_week.duel_at
    results.record(duel=club.duel, result=result, actor=club.gm, now=at)
    assert lost(club, "plant") == 10
    garage.repair(vehicle=club.car(0), parts=["plant"], actor=club.players[0], now=at)
    results.correct(
        duel=club.duel, result=form(club), actor=club.gm, reason="It was another car.", now=at
    )
    assert lost(club, "plant") == 0, "a part that was paid for is not better than new"
    with club.scope():
        assert not Damage.objects.filter(item="weapon:9").exists()
        assert list(reconcile.findings([club.campaign.pk])) == []


def lost(club: Club, part: str) -> int:
    with club.scope():
        return sum(
            Damage.objects.filter(vehicle=club.car(0), item=part).values_list("amount", flat=True)
        )


def test_recording_shows_a_playing_gm_nothing_of_a_rivals_condition(club: Club) -> None:
    """Compare two worlds: the rival's gunner is unhurt or lost one DP, the car intact or nearly
    destroyed.
    """
    answers = []
    for wounded in (False, True):
        world = found_club(teams=2, characters=4, vehicles=2, gm_plays=True)
        came(world)
        settle(world)
        if wounded:
            posting.post([Line(Book.WOUND, world.who(1, "Sable").pk, "dp", 1, "a blow", world.at)])
            posting.post([Line(Book.DAMAGE, world.car(1).pk, "plant", 9, "a blow", world.at)])
        said = form(
            world, state="dead", hurt=(Hurt(character=str(world.who(1, "Sable").pk), lost=1),)
        )
        row = results.record(
            duel=world.duel, result=said, actor=world.gm, now=world.open_week.duel_at
        )
        shown = payload_of(row).record
        answers.append((shown.hurt[0].lost, [fate.damage for fate in shown.vehicles], row.revision))
    assert answers[0] == answers[1]


def test_an_unreadable_result_names_the_field() -> None:
    for said in (
        b"{",
        b'{"form": {"teams": [{"place": 1}]}}',
        b'{"form": {"teams": []}, "extra": 1}',
    ):
        with pytest.raises(BadForm):
            results.read(said)


def test_e24_vehicles_are_known_only_from_recorded_duels_and_from_outside(club: Club) -> None:
    enter(club)
    with club.scope():
        assert public_vehicles([club.open_week.pk]) == ()
    record(club)
    with club.scope():
        facts = public_vehicles([club.open_week.pk])
    assert [(one.exterior.name, one.exterior.body, one.destroyed) for one in facts] == [
        ("Anvil 1", "Mid-sized", False),
        ("Basilisk 1", "Mid-sized", True),
    ]


def test_kills_of_earlier_weeks_count_towards_an_ace(club: Club) -> None:
    record(club)
    with club.scope():
        second = Week.objects.select_related("season__campaign").get(number=2)
        Week.objects.filter(pk=second.pk).update(
            status="settled", settled_at=second.settle_at, rules=club.open_week.rules
        )
        seats = [{"place": "driver", "character": str(club.who(0, "Rook").pk)}]
        DuelEntry.objects.create(
            duel=duel_of(second),
            team=club.teams[0],
            vehicle=club.car(0),
            crew=seats,
            entered_at=second.opens_at,
        )
    rook, team = str(club.who(0, "Rook").pk), str(club.teams[0].pk)
    said = DuelRecord(
        form=DuelForm(
            teams=(TeamResult(team=team, place=1),),
            people=(Deeds(character=rook, team=team, kills=4),),
        )
    )
    results.record(duel=duel_of(second), result=said, actor=club.gm, now=second.duel_at)
    with club.scope():
        assert Prestige.objects.get(character=club.who(0, "Rook"), item="ace").amount == 5


def test_e20_people_who_rest_heal_and_duellists_do_not(club: Club) -> None:
    record(club)
    hurt = [
        Line(Book.WOUND, club.who(0, name).pk, "dp", 1, "a blow", club.at)
        for name in ("Rook", "Sable", "Wrench")
    ]
    posting.post(hurt)
    with club.scope():
        week = Week.objects.select_related("season__campaign").get(number=1)
        assert healing.heal_resting(weeks=[week], busy={club.who(0, "Wrench").pk}, now=club.at) == 1
        assert healing.heal_resting(weeks=[week], busy=(), now=club.at) == 1, (
            "Wrench was free after all; Sable does not heal twice"
        )
        assert {name: body_of(club.who(0, name)).dp for name in ("Rook", "Sable", "Wrench")} == {
            "Rook": 2,
            "Sable": 3,
            "Wrench": 3,
        }
