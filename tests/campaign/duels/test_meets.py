"""Heats and a final (C65–C69): made, drawn, driven, and advancing to the final."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled
from hypothesis import given
from hypothesis import strategies as some

from campaign.desk.services import reconcile
from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules import meets as rules
from campaign.duels.rules.acts import HeatsMaking
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord, Fate
from campaign.duels.selectors import meets as selector
from campaign.duels.services import entries, events, meets, results
from campaign.league.models import Duel, Meet, Week
from campaign.league.refusals import NotFit
from campaign.ledger.models import Money, Prestige, StandingPoint
from campaign.news.models import News
from core.notifications.models import Notice
from core.web.refusals import BadForm, Refused, WrongTime
from engine.values import changed
from espionage.services.due import run_all
from espionage.services.stages import DRAW_HEATS
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db

SEEDS = some.binary(min_size=32, max_size=32)


@given(
    costs=some.lists(some.integers(1_000, 30_000), max_size=24),
    seed=SEEDS,
    classes=some.sets(some.sampled_from([5_000, 10_000, 15_000, 20_000, 30_000])).map(sorted),
    heats=some.integers(0, 6),
    most=some.integers(0, 6),
    go_on=some.integers(1, 3),
)
def test_c66_every_car_gets_one_heat_and_heat_sizes_differ_by_at_most_one(
    costs: list[int], seed: bytes, classes: list[int], heats: int, most: int, go_on: int
) -> None:
    cars = [rules.Car(f"t{at:02}", cost) for at, cost in enumerate(costs)]
    deal = partial(
        rules.draw, seed=seed, classes=classes, heats=heats, cars_per_heat=most, advancing=go_on
    )
    drawn = deal(cars)
    everybody = [team for heat in drawn.heats for team in heat]
    everybody += [team for team, _ in drawn.straight]
    assert sorted(everybody) == [car.team for car in cars]
    assert all(len(heat) > go_on for heat in drawn.heats)
    cost = {car.team: car.cost for car in cars}
    sizes: dict[int, list[int]] = {}
    for at, heat in zip(drawn.divisions, drawn.heats, strict=True):
        assert {rules.division(cost[team], classes) for team in heat} == {at}
        sizes.setdefault(at, []).append(len(heat))
    assert all(max(lot) - min(lot) <= 1 for lot in sizes.values())
    assert len(drawn.heats) != 1 or drawn.straight
    assert deal(cars[::-1]) == drawn


def test_c66_price_decides_the_division_and_a_seed_decides_the_draw() -> None:
    assert [rules.division(cost, (10_000, 20_000)) for cost in (10_000, 10_001, 25_000)] == [
        0,
        1,
        1,
    ]
    cars = [rules.Car(f"t{at}", 5_000) for at in range(7)]
    deal = partial(rules.draw, cars, classes=(), advancing=1)
    drawn = deal(bytes(32), heats=2, cars_per_heat=0)
    assert [len(heat) for heat in drawn.heats] == [4, 3]
    assert drawn.heats == deal(bytes(32), heats=0, cars_per_heat=4).heats
    assert drawn.heats != deal(b"1" * 32, heats=2, cars_per_heat=0).heats


def test_c68_the_best_of_a_heat_advance_and_unfit_cars_are_replaced() -> None:
    places = {"a": 1, "b": 2, "c": 3, "d": 3, "e": 5}
    assert rules.advancing_teams(places, 2) == ("a", "b")
    assert rules.advancing_teams(places, 2, {"a"}) == ("b", "c", "d")
    assert rules.advancing_teams(places, 9, {"e"}) == ("a", "b", "c", "d")
    assert rules.advancing_teams(places, 1, set(places)) == ()


# --- in a club ------------------------------------------------------------------------------------


@pytest.fixture
def club() -> Club:
    return found_club(teams=6, characters=4)


def plan(club: Club, **said: Any) -> HeatsMaking:
    hours = {"closes_at": 1, "starts_at": 2, "final_at": 6}
    times = {key: club.at + timedelta(hours=hour) for key, hour in hours.items()}
    return HeatsMaking(**{"name": "Ash Cup", "go_on": 1, "heats": 2, **times, **said})


def make(club: Club, **said: Any) -> Duel:
    """Create two heats of which one car each advances, and return their final."""
    week = club.open_week
    with club.scope():
        return meets.make(week=week, plan=plan(club, **said), actor=club.gm, now=club.at)


def draw(at: datetime) -> int:
    """Run the draw job at this time and return the number of weeks drawn."""
    with scopes_disabled():
        return run_all(DRAW_HEATS, now=at)


def enter(club: Club, event: Duel, team: int, who: str = "Rook") -> DuelEntry:
    return club.enter(team, duel=event, driver=who)


def drawn_heats(club: Club, **said: Any) -> tuple[Duel, list[Duel]]:
    """Return the final and its heats with six cars drawn, at the start of the last heat."""
    final = make(club, **said)
    for team in range(6):
        enter(club, final, team)
    assert final.meet
    club.at = final.meet.closes_at
    assert draw(club.at) == 1
    with club.scope():
        meet = Meet.objects.get()
        heats = list(selector.heats_of(meet))
        final = selector.final_of(meet)
    club.at = heats[-1].start if heats else club.at
    return final, heats


def teams_of(club: Club, heat: Duel) -> list[int]:
    """Return the teams of a heat by their index in the club."""
    with club.scope():
        rows = DuelEntry.objects.filter(duel=heat, withdrawn_at=None)
        there = set(rows.values_list("team", flat=True))
    return [at for at, team in enumerate(club.teams) if team.pk in there]


def record(club: Club, order: list[int], lost: tuple[int, ...] = ()) -> DuelRecord:
    return DuelRecord(
        form=DuelForm(
            teams=tuple(
                TeamResult(
                    team=str(club.teams[team].pk), place=place, vehicles_lost=int(team in lost)
                )
                for place, team in enumerate(order, 1)
            ),
            people=tuple(
                Deeds(character=str(club.who(team, "Rook").pk), team=str(club.teams[team].pk))
                for team in order
            ),
        ),
        vehicles=tuple(Fate(vehicle=str(club.car(team).pk), fate="destroyed") for team in lost),
    )


def book(club: Club, heat: Duel, order: list[int], lost: tuple[int, ...] = ()) -> DuelResult:
    with club.scope():
        return results.record(
            duel=heat, result=record(club, order, lost), actor=club.gm, now=club.at
        )


def correct(club: Club, heat: Duel, order: list[int], lost: tuple[int, ...] = ()) -> None:
    with club.scope():
        results.correct(
            duel=heat,
            result=record(club, order, lost),
            actor=club.gm,
            reason="Misread",
            now=club.at,
        )


def test_c65_a_gm_creates_heats_and_a_final_and_the_club_is_told(club: Club) -> None:
    final = make(club, arena="Pit", most=0)
    assert final.meet
    assert (final.kind, final.arena, final.number) == ("final", "Pit", 1)
    with club.scope():
        assert News.objects.get(kind="event-made").text.startswith("Ash Cup: heats from ")
        sheet = selector.sheet(final, club.at)
        assert sheet and (sheet.heats, sheet.straight, sheet.seed) == ((), (), "")
        assert len(sheet.seed_hash) == 64
        assert entries.duel_rules(final).vehicles_a_team == 1


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"heats": 0}, "heats"),
        ({"heats": 2, "most": 4}, "most"),
        ({"heats": 2, "classes": (9_000,)}, "heats"),
        ({"heats": 0, "classes": (9_000, 9_000)}, "classes"),
        ({"heats": 0, "most": 2, "go_on": 2}, "most"),
        ({"go_on": 0}, "go_on"),
        ({"minutes": -1}, "minutes"),
    ],
)
def test_c65_an_impossible_set_of_heats_is_refused_by_field(
    club: Club, said: dict[str, Any], field: str
) -> None:
    with pytest.raises(BadForm) as refused:
        make(club, **said)
    assert [one.field for one in refused.value.problems] == [field]
    with club.scope():
        assert not Duel.objects.filter(starts_at__isnull=False).exists()
        assert not Meet.objects.exists()


def test_c65_the_times_of_a_set_are_in_order_within_the_week(club: Club) -> None:
    past = {"closes_at": club.at, "starts_at": club.at - timedelta(hours=1)}
    late = club.open_week.closes_at + timedelta(seconds=1)
    for said, fields in (
        (past, ["closes_at", "starts_at"]),
        ({"final_at": club.at + timedelta(hours=2)}, ["final_at"]),
        ({"final_at": late}, ["final_at"]),
    ):
        with pytest.raises(BadForm) as refused:
            make(club, **said)
        assert [one.field for one in refused.value.problems] == fields


def test_c66_entries_close_with_the_draw_and_every_car_has_one_heat(club: Club) -> None:
    final = make(club)
    mine = enter(club, final, 0)
    assert enter(club, final, 0, "Wrench").pk != mine.pk
    with club.scope():
        assert DuelEntry.objects.filter(duel=final, withdrawn_at=None).count() == 1
    enter(club, final, 0)
    for team in range(1, 6):
        enter(club, final, team)
    assert draw(club.at) == 0
    assert final.meet
    club.at = final.meet.closes_at
    with pytest.raises(WrongTime, match=r"close at the draw \(C65\)"):
        enter(club, final, 0)
    assert draw(club.at) == 1
    assert draw(club.at) == 0
    with club.scope():
        heats = list(Duel.objects.filter(kind="heat").order_by("number"))
        assert [(one.name, one.number) for one in heats] == [
            ("Ash Cup, heat 1", 2),
            ("Ash Cup, heat 2", 3),
        ]
        assert heats[1].start - heats[0].start == timedelta(hours=1)
        there = DuelEntry.objects.filter(duel__in=heats, withdrawn_at=None)
        assert there.count() == len(set(there.values_list("team"))) == 6
        assert not DuelEntry.objects.filter(duel=final, withdrawn_at=None).exists()
        assert News.objects.get(kind="heats-drawn").text == "Ash Cup: 6 cars drawn into 2 heats."
        path = Notice.objects.filter(kind="heats-drawn").values_list("path", flat=True)[0]
        assert path.endswith("duels/1/draw/?season=1")
        sheet = selector.sheet(heats[1], club.at)
        meet = Meet.objects.get()
    assert sheet and [len(heat.lanes) for heat in sheet.heats] == [3, 3]
    assert sheet.seed == bytes(meet.seed).hex()
    again = rules.draw(
        [rules.Car(str(team.pk), 1) for team in club.teams],
        bytes.fromhex(sheet.seed),
        classes=(),
        heats=2,
        cars_per_heat=0,
        advancing=1,
    )
    assert [{str(lane.team.pk) for lane in heat.lanes} for heat in sheet.heats] == list(
        map(set, again.heats)
    )
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c66_too_few_cars_go_straight_to_the_final(club: Club) -> None:
    final = make(club)
    for team in range(3):
        enter(club, final, team)
    assert final.meet
    club.at = final.meet.closes_at
    draw(club.at)
    assert teams_of(club, final) == [0, 1, 2]
    with club.scope():
        sheet = selector.sheet(selector.final_of(Meet.objects.get()), club.at)
    assert sheet and (len(sheet.straight), len(sheet.final.lanes)) == (3, 3)


def test_c52_the_entries_of_a_final_are_shown_after_the_reports_only(club: Club) -> None:
    """The week is resolved late, so the draw sheet shows entries only afterwards."""
    hour = club.open_week.settle_at + timedelta(hours=1)
    final, _ = drawn_heats(club, go_on=6, final_at=hour)
    with club.scope():
        entries.withdraw(entry=DuelEntry.objects.get(duel=final, team=club.teams[0]), now=club.at)
        final = selector.final_of(Meet.objects.get())
        assert final.week.status == Week.Status.OPEN
        for now in (hour - timedelta(seconds=1), hour):
            sheet = selector.sheet(final, now)
            assert sheet is not None and len(sheet.final.lanes) == 6


def test_c67_only_the_drawn_team_drives_a_heat_and_only_with_the_drawn_car(club: Club) -> None:
    final, (first, second) = drawn_heats(club)
    club.at = first.start - timedelta(minutes=1)
    inside, outside = teams_of(club, first)[0], teams_of(club, second)[0]
    enter(club, first, inside, "Wrench")
    for where, team in ((first, outside), (final, inside)):
        with pytest.raises((Refused, BadForm), match=r"no place in|not recorded yet"):
            enter(club, where, team)
    with pytest.raises(Refused, match="no place in Ash Cup"):
        enter(club, final, inside)
    with club.scope():
        Meet.objects.update(
            drawn=[
                {**one, "vehicle": str(uuid4())}
                for one in selector.final_of(Meet.objects.get()).meet.drawn
            ]
        )
        again = Duel.objects.get(number=2)
    with pytest.raises(NotFit, match="the car that was drawn"):
        enter(club, again, inside)


def test_c68_advancing_cars_are_entered_for_the_final_with_their_crew(club: Club) -> None:
    final, (first, second) = drawn_heats(club)
    a, b, c = teams_of(club, first)
    book(club, first, [b, a, c])
    assert teams_of(club, final) == [b]
    x, y, z = teams_of(club, second)
    book(club, second, [x, y, z], lost=(x,))
    assert teams_of(club, final) == sorted([b, y])
    with club.scope():
        entry = DuelEntry.objects.get(duel=final, team=club.teams[y])
        assert entry.crew == [{"place": "driver", "character": str(club.who(y, "Rook").pk)}]
        sheet = selector.sheet(final, club.at)
    assert sheet
    assert [lane.team.pk for heat in sheet.heats for lane in heat.lanes if lane.advances] == [
        club.teams[b].pk,
        club.teams[y].pk,
    ]
    assert {lane.team.pk for lane in sheet.final.lanes} == {club.teams[b].pk, club.teams[y].pk}
    enter(club, final, b, "Wrench")
    club.at = final.start
    with club.scope():
        people = tuple(
            Deeds(character=str(club.who(team, who).pk), team=str(club.teams[team].pk))
            for team, who in ((b, "Wrench"), (y, "Rook"))
        )
        won = record(club, [b, y])
        form = DuelForm(teams=won.form.teams, people=people)
        results.record(duel=final, result=DuelRecord(form=form), actor=club.gm, now=club.at)
        sheet = selector.sheet(final, club.at)
    assert sheet and [lane.advances for lane in sheet.final.lanes] == [True, False]
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c68_an_advancing_team_with_a_hurt_driver_is_asked_for_a_substitute(club: Club) -> None:
    final, (first, _) = drawn_heats(club)
    best, *others = teams_of(club, first)
    found = record(club, [best, *others])
    people = [
        changed(deeds, state="unconscious") if nth == 0 else deeds
        for nth, deeds in enumerate(found.form.people)
    ]
    found = changed(found, form=changed(found.form, people=tuple(people)))
    with club.scope():
        results.record(duel=first, result=found, actor=club.gm, now=club.at)
        asked = Notice.objects.get(kind="substitute")
    assert asked.user_id == club.players[best].pk
    assert asked.text.startswith("Rook cannot drive in Ash Cup in week 1. Put someone else in")
    enter(club, final, best, "Wrench")
    with club.scope():
        asked.refresh_from_db()
    assert asked.read_at


def test_c68_a_correction_changes_the_final_until_its_start(club: Club) -> None:
    final, (first, _) = drawn_heats(club)
    a, b, c = teams_of(club, first)
    book(club, first, [a, b, c])
    correct(club, first, [b, a, c])
    assert teams_of(club, final) == [b]
    correct(club, first, [b, a, c], lost=(b,))
    assert teams_of(club, final) == [a]
    club.at = final.start
    correct(club, first, [c, a, b])
    assert teams_of(club, final) == [a]


def test_c68_a_heat_recorded_late_fills_the_final_until_it_is_recorded(club: Club) -> None:
    final, (first, second) = drawn_heats(club)
    club.at = final.start
    order = teams_of(club, first)
    book(club, first, order)
    assert teams_of(club, final) == order[:1]
    book(club, final, order[:1])
    book(club, second, teams_of(club, second))
    assert teams_of(club, final) == order[:1]


def test_c68_all_cars_of_a_called_off_heat_advance_and_a_final_cancels_its_heats(
    club: Club,
) -> None:
    final, (first, _) = drawn_heats(club)
    everybody = teams_of(club, first)
    with club.scope():
        events.call_off(event=first, actor=club.gm, reason="Rain", now=club.at)
    assert teams_of(club, final) == everybody
    with club.scope():
        events.call_off(event=final, actor=club.gm, reason="Flood", now=club.at)
        assert not DuelEntry.objects.filter(withdrawn_at=None).exists()
        assert Duel.objects.exclude(called_off_at=None).count() == 3


def test_c65_a_set_called_off_before_the_draw_is_never_drawn(club: Club) -> None:
    final = make(club)
    enter(club, final, 0)
    assert final.meet
    with club.scope():
        events.call_off(event=final, actor=club.gm, reason="Rain", now=club.at)
    assert draw(final.meet.closes_at) == 0


def test_c69_heats_and_finals_pay_according_to_the_house_rules() -> None:
    club = found_club(
        teams=6,
        characters=4,
        options={"heats_fame": False, "finals_count": True, "finals_pay": False},
    )
    final, (first, _) = drawn_heats(club)
    order = teams_of(club, first)
    book(club, first, order)
    with club.scope():
        assert not StandingPoint.objects.exists()
        assert not Money.objects.filter(cause__startswith="duel:").exists()
        assert not Prestige.objects.filter(cause__startswith="duel:").exclude(amount=0).exists()
    club.at = final.start
    book(club, final, order[:1])
    with club.scope():
        assert StandingPoint.objects.count() == 1
        assert not Money.objects.filter(cause__startswith="duel:").exists()
        assert Prestige.objects.filter(cause__startswith=f"duel:{final.pk}").exists()
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c66_a_division_has_its_own_heats_and_a_price_limit(club: Club) -> None:
    final = make(club, heats=0, classes=(90_000, 1_000))
    assert final.meet
    assert (final.budget, final.meet.classes) == (90_000, [1_000, 90_000])
    for team in range(6):
        enter(club, final, team)
    club.at = final.meet.closes_at
    draw(club.at)
    with club.scope():
        rows = Meet.objects.get().drawn
    assert {(one["division"], one["heat"]) for one in rows} == {(1, 0)}


@pytest.mark.everyday
def test_the_draw_sheet_is_created_and_shown_by_page_and_api(club: Club) -> None:
    slug, client = club.campaign.slug, Client()
    client.force_login(club.gm)
    url = reverse("desk-heats-make", args=[slug, 1])
    assert url in client.get(reverse("desk-week", args=[slug, 1])).content.decode()
    fields = {
        "name": "Ash Cup",
        "go_on": "1",
        "minutes": "30",
        "classes": "10000, $90,000",
        "heats": "2",
        "closes_at": (club.at + timedelta(hours=30)).strftime("%Y-%m-%dT%H:%M"),
        "starts_at": (club.at + timedelta(hours=31)).strftime("%Y-%m-%dT%H:%M"),
        "final_at": (club.at + timedelta(hours=40)).strftime("%Y-%m-%dT%H:%M"),
    }
    said = client.post(url, fields | {"idempotency": str(uuid4())})
    assert "Each division has its own heats" in said.content.decode()
    made = client.post(url, fields | {"classes": "", "idempotency": str(uuid4())})
    page = reverse("duel-draw", args=[slug, 1, 1])
    assert (made.status_code, made["Location"]) == (303, f"{page}?season=1")
    client.force_login(club.players[0])
    before = client.get(page).content.decode()
    assert "The heats are not drawn yet" in before
    assert page in client.get(reverse("duel", args=[slug, 1, 1])).content.decode()
    with club.scope():
        final = Duel.objects.select_related("meet").get(kind="final")
    for team in range(6):
        enter(club, final, team)
    assert club.teams[1].name not in client.get(page).content.decode().split("<main", 1)[1]
    assert final.meet
    draw(final.meet.closes_at)
    after = client.get(page).content.decode()
    assert all(name in after for name in ("Heat 1", "Heat 2", club.teams[1].name, club.car(0).name))
    assert "The cars that advance from the heats appear here." in after
    told = client.get(reverse("api-duel-draw", args=[slug, 1, 2])).json()
    assert [len(one["lanes"]) for one in told["heats"]] == [3, 3]
    assert told["final"]["lanes"] == []
