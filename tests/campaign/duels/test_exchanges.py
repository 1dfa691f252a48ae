"""A team whose infiltrator saw a rival's vehicle can exchange one of its own (E47)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.duels.models import DuelEntry, Exchange
from campaign.duels.selectors.duels import entries
from campaign.duels.selectors.exchanges import open_exchange
from campaign.duels.services import entries as services
from campaign.duels.services import exchanges
from campaign.garage.rules.design import compute_totals
from campaign.garage.selectors.garage import design_of
from campaign.league.models import Week
from campaign.league.refusals import NotFit
from campaign.ledger.selectors.books import purse
from core.web.refusals import BadForm, WrongTime
from engine.values import changed
from tests.factories import Club, found_club

from .test_duels import crew, enter, settle
from .test_events import make as make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=4, vehicles=3)


def allow_exchange(club: Club, team: int = 0, *, can_refit: bool = False) -> None:
    with club.scope():
        Exchange.objects.create(
            duel=club.duel, team=club.teams[team], can_refit=can_refit, at=club.at
        )


def replace(club: Club, entry: DuelEntry, car: int) -> DuelEntry:
    return services.replace(
        entry=entry,
        vehicle=club.car(0, car),
        crew=crew(club, 0, "Rook", "Sable"),
        now=club.at,
    )


def refit(club: Club, car: int = 0, **changes: object) -> None:
    with club.scope():
        vehicle = club.car(0, car)
        design = changed(design_of(vehicle), **changes)
    exchanges.refit(vehicle=vehicle, design=design, actor=club.players[0], now=club.at)


def test_e47_a_team_with_the_right_exchanges_an_undamaged_vehicle(club: Club) -> None:
    entry = enter(club)
    settle(club)
    with pytest.raises(NotFit, match="was not damaged"):
        replace(club, entry, 1)
    allow_exchange(club)
    replace(club, entry, 1)
    with club.scope():
        (own,) = entries(club.viewer(club.players[0]), club.duel, club.at)
        assert own.vehicle == "Anvil 2"


def test_e47_a_team_can_change_its_mind_about_the_exchanged_vehicle_only(club: Club) -> None:
    first = enter(club)
    second = enter(club, car=1, names=("Vesper", "Wrench"))
    settle(club)
    allow_exchange(club)
    exchanged = replace(club, first, 2)
    back = replace(club, exchanged, 0)
    with club.scope():
        right = open_exchange(club.teams[0], club.open_week, club.at)
        assert right and right.entry == back
    with pytest.raises(NotFit, match="was not damaged"):
        services.replace(
            entry=second,
            vehicle=club.car(0, 2),
            crew=crew(club, 0, "Vesper", "Wrench"),
            now=club.at,
        )


def test_e47_the_right_ends_when_the_duel_starts(club: Club) -> None:
    entry = enter(club)
    settle(club)
    allow_exchange(club)
    club.at = club.duel.start
    with club.scope():
        assert open_exchange(club.teams[0], club.open_week, club.at) is None
    with pytest.raises(WrongTime):
        replace(club, entry, 1)


def test_e47_rivals_see_the_exchanged_vehicle_only_when_the_duel_starts(club: Club) -> None:
    entry = enter(club)
    settle(club)
    allow_exchange(club)
    replace(club, entry, 1)
    rival = club.viewer(club.players[1])
    with club.scope():
        start = club.duel.start
        assert entries(rival, club.duel, start - timedelta(seconds=1)) == ()
        assert [row.vehicle for row in entries(rival, club.duel, start)] == ["Anvil 2"]


def test_e47_an_intact_vehicle_cannot_be_withdrawn_with_the_right_to_exchange(club: Club) -> None:
    entry = enter(club)
    settle(club)
    allow_exchange(club)
    with pytest.raises(WrongTime):
        services.withdraw(entry=entry, now=club.at)


@pytest.mark.parametrize("can_refit", [False, True])
def test_e47_an_entered_vehicle_is_refitted_only_if_its_sheet_was_seen(
    club: Club, can_refit: bool
) -> None:
    enter(club)
    settle(club)
    allow_exchange(club, can_refit=can_refit)
    with club.scope():
        before = design_of(club.car(0)), purse(club.teams[0]).balance
    armour = changed(before[0].armour, front=before[0].armour.front - 1)
    if can_refit:
        refit(club, armour=armour)
    else:
        with pytest.raises(NotFit, match="is entered for the duel"):
            refit(club, armour=armour)
    with club.scope():
        after = design_of(club.car(0)), purse(club.teams[0]).balance
        assert (after != before) is can_refit


def test_e47_a_refit_that_breaks_the_limits_of_the_duel_changes_nothing(club: Club) -> None:
    enter(club)
    settle(club)
    allow_exchange(club, can_refit=True)
    with club.scope():
        before = design_of(club.car(0)), purse(club.teams[0]).balance
        cost = compute_totals(before[0]).cost
        Week.objects.filter(pk=club.week.pk).update(
            rules={**Week.objects.get(pk=club.week.pk).rules, "vehicle_limit": cost}
        )
    stronger = changed(before[0].armour, front=before[0].armour.front + 1)
    with pytest.raises(BadForm, match="The maximum cost of an entered vehicle"):
        refit(club, armour=stronger)
    with club.scope():
        assert (design_of(club.car(0)), purse(club.teams[0]).balance) == before


def test_e47_a_vehicle_that_is_also_entered_in_an_event_is_not_refitted(club: Club) -> None:
    enter(club)
    settle(club)
    allow_exchange(club, can_refit=True)
    event = make_event(club)
    with club.scope():
        DuelEntry.objects.create(
            duel=event,
            team=club.teams[0],
            vehicle=club.car(0),
            crew=[{"place": "driver", "character": str(club.who(0, "Rook").pk)}],
            entered_at=club.at,
        )
        armour = design_of(club.car(0)).armour
    with pytest.raises(NotFit, match="is entered for the duel"):
        refit(club, armour=changed(armour, front=armour.front - 1))
