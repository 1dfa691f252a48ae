"""Two duel evenings recorded on four phones: entries, ticks, rolls, record by one press,
signatures; then a dispute that the GM decides. Nobody types a number (C27, C41–C44).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django_scopes import scopes_disabled

from campaign.desk.services import reconcile
from campaign.duels.models import DuelDispute, DuelResult, DuelSignature, TableMark, TableRoll
from campaign.duels.rules.acts import Making
from campaign.duels.selectors.duels import payload_of
from campaign.duels.services import events
from campaign.league.models import Duel, Membership, TeamOwner
from campaign.ledger.models import Damage, Money, Prestige, SkillPoint, StandingPoint, Wound
from campaign.members.services import members
from tests.factories import found_club, person

from .people import Person, unfolded

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
BIG: Final = 44
"""Minimum height of a touch target in pixels."""


@dataclass
class Phone(Person):
    """A team member with a phone who only presses, follows links and selects."""

    club: str = ""
    team: str = ""

    def type(self, **fields: str) -> None:
        """Fail: nothing is typed at a table."""
        pytest.fail(f"{self.name} types {fields}")

    def enter(self, duel: str, **crew: str) -> None:
        """Enter the team's car with its crew selected by name."""
        self.go(duel)
        for place, who in crew.items():
            seat = self.main.locator(f"select[name='{place}']").first
            value = seat.locator("option", has_text=who).get_attribute("value")
            seat.select_option(value)
        self.press(f"Enter {self.team} 1")
        assert self.reads("was entered.")

    def sit_down(self) -> None:
        """Go from the club's home to one's own sheet."""
        self.go(self.club)
        self.follow("Open duel table")
        self.says("All sent")

    def tick(self, part: str, times: int = 1) -> None:
        """Tick a box of the sheet and check its size."""
        box = self.page.locator(f"[data-part='{part}']")
        place = box.bounding_box()
        assert place is not None and place["height"] >= BIG, (part, place)
        for _ in range(times):
            box.click()

    def mark(self, words: str) -> None:
        """Press a word of the sheet."""
        self.main.get_by_role("button", name=words, exact=True).click()

    def blame(self, question: str, answer: str) -> None:
        """Select who took out whom."""
        choice = unfolded(self.main.get_by_label(question))
        choice.select_option(label=answer)
        choice.locator("xpath=ancestor::form").get_by_role("button", name="Save").click()

    def left(self, part: str) -> int:
        """Return what is left of a part on the sheet."""
        return int(self.page.locator(f"[data-part='{part}'] [data-left]").inner_text())

    def comes_to(self, part: str, count: int) -> None:
        """Wait until the sheet shows this number."""
        self.page.wait_for_function(
            "([part, want]) => document.querySelector(`[data-part='${part}'] [data-left]`)"
            ".textContent == want",
            arg=[part, str(count)],
        )

    def says(self, words: str) -> None:
        """Wait until the page shows this text."""
        self.page.get_by_text(words).first.wait_for()

    def roll(self) -> None:
        """Roll two dice for control."""
        self.main.get_by_role("link", name="Dice").click()
        self.press("Roll")
        self.says(", Control:")

    def sign(self) -> None:
        """Go from the club's home to the record and sign it."""
        self.go(self.club)
        self.follow("Review and sign")
        self.press(f"Sign for {self.team}")


class Table:
    """Anvil with a driver and a gunner on a phone each; Basilisk and Cobra with one phone each."""

    def __init__(self, open_page: Callable[..., Page], clock: Clock) -> None:
        self.clock = clock
        self.world = found_club(teams=3, characters=4)
        clock.put(self.world.at)
        mate = person("mate")
        with scopes_disabled():
            members.admit(
                campaign=self.world.campaign,
                user=mate,
                role=Membership.Role.PLAYER,
                now=self.world.at,
            )
            TeamOwner.objects.create(team=self.world.teams[0], user=mate, since=self.world.at)
        self.club = f"/c/{self.world.campaign.slug}/"
        looks = ("phone-light", "phone-dark", "phone-light", "phone-dark")
        people = (self.world.players[0], mate, *self.world.players[1:])
        teams = (0, 0, 1, 2)
        self.phones = [
            Phone(
                user.username,
                open_page(look, user=user),
                self.club,
                self.world.teams[team].name,
            )
            for user, look, team in zip(people, looks, teams, strict=True)
        ]
        self.driver, self.gunner, self.basilisk, self.cobra = self.phones
        self.owners = (self.driver, self.basilisk, self.cobra)

    def everybody_enters(self, duel: str) -> None:
        """Enter a car per team with a driver, and a gunner for Anvil."""
        self.driver.enter(duel, driver="Rook", gunner="Sable")
        self.basilisk.enter(duel, driver="Rook")
        self.cobra.enter(duel, driver="Rook")

    def drive(self) -> None:
        """Let Anvil take out Basilisk and Cobra yield; one of Anvil's phones is offline
        meanwhile.
        """
        driver, gunner = self.driver, self.gunner
        front, shots = driver.left("armour:front"), gunner.left("ammo:weapon:1")
        gunner.page.context.set_offline(True)
        gunner.tick("ammo:weapon:1", 3)
        gunner.tick("armour:front")
        gunner.says("4 changes not sent yet")
        driver.tick("armour:front", 2)
        driver.main.get_by_role("button", name="5 mph faster").click()
        driver.blame("We took out Basilisk 1", "Sable, by gunfire")
        driver.says("All sent")
        gunner.page.context.set_offline(False)
        gunner.says("All sent")
        for phone in (driver, gunner):
            phone.comes_to("armour:front", front - 3)
            phone.comes_to("ammo:weapon:1", shots - 3)
        hurt = f"dp:{self.world.who(1, 'Rook').pk}"
        self.basilisk.tick(hurt)
        self.basilisk.tick("armour:left", 4)
        self.basilisk.mark("Out of action")
        self.basilisk.says("All sent")
        self.cobra.mark("Yielded")
        self.cobra.says("All sent")

    def evening(self, duel: Duel) -> int:
        """Let everyone drive from the home page on and Cobra write the record by one press."""
        for phone in self.phones:
            phone.sit_down()
        self.drive()
        self.basilisk.roll()
        self.cobra.main.get_by_role("link", name="Dice").click()
        self.cobra.says(", Control:")
        self.cobra.main.get_by_role("link", name="All cars").click()
        self.cobra.says("out of action")
        self.cobra.press("Create record")
        assert self.cobra.reads("Record created from the sheets")
        assert self.cobra.reads("1. Anvil")
        return count_results(duel)


def count_results(duel: Duel) -> int:
    """Return the number of results of the duel."""
    with scopes_disabled():
        return DuelResult.objects.filter(duel=duel).count()


def count_rows(model: type, duel: Duel) -> int:
    """Return the number of a ledger's rows for a duel."""
    with scopes_disabled():
        return int(model.objects.filter(cause__startswith=f"duel:{duel.pk}:").count())  # type: ignore[attr-defined]


def test_four_people_record_two_duel_evenings_on_phones_without_typing_numbers(
    site_clock: Clock, open_page: Callable[..., Page]
) -> None:
    table = Table(open_page, site_clock)
    club, week = table.world, table.world.open_week
    table.everybody_enters(f"{table.club}weeks/1/duels/0/")
    for moment in ("due_at", "settle_at", "duel_at"):
        site_clock.put(getattr(week, moment))
    week.refresh_from_db()

    duel = club.duel
    assert table.evening(duel) == 0
    table.gunner.sign()
    assert count_results(duel) == 0
    table.basilisk.sign()
    assert table.basilisk.reads("All teams have signed. The result is booked.")
    with scopes_disabled():
        result = DuelResult.objects.get()
        assert DuelSignature.objects.count() == 3
        places = payload_of(result).places
        assert [places[str(team.pk)] for team in club.teams] == [1, 3, 2]
        kills = {one.character: one.kills for one in payload_of(result).record.form.people}
        assert kills[str(club.who(0, "Sable").pk)] == 1
    for ledger in (Money, StandingPoint, Prestige, SkillPoint, Damage, Wound):
        assert count_rows(ledger, duel), ledger
    table.cobra.go(f"{table.club}weeks/1/duels/0/")
    assert table.cobra.reads("Result") and table.cobra.reads("$75,000")
    table.driver.go(f"{table.club}standings/")
    assert table.driver.reads("Anvil")

    with club.scope():
        cup = events.make(
            week=week,
            new=Making(name="Ash Cup", starts_at=week.duel_at + timedelta(hours=3)),
            actor=club.gm,
            now=week.duel_at + timedelta(hours=1),
        )
    site_clock.put(week.duel_at + timedelta(hours=2))
    table.everybody_enters(f"{table.club}weeks/1/duels/1/")
    site_clock.put(cup.start)
    assert table.evening(cup) == 0
    basilisk = table.basilisk
    basilisk.go(table.club)
    basilisk.follow("Review and sign")
    basilisk.follow("Dispute record")
    basilisk.main.locator("[name=reason]").fill("We drove when Cobra yielded.")
    basilisk.press("Dispute record")
    table.gunner.sign()
    site_clock.pass_(hours=25)
    assert count_results(cup) == 0
    for ledger in (Money, StandingPoint, Prestige, SkillPoint, Damage, Wound):
        assert not count_rows(ledger, cup), ledger
    assert club.gm.last_login is None

    gm = Phone("gm", open_page("phone-light", user=club.gm), table.club)
    gm.go(f"{table.club}weeks/1/duels/1/record/")
    gm.follow("Record result")
    gm.press("Preview result")
    gm.press("Record result")
    assert count_results(cup) == 1
    for ledger in (Money, Prestige, SkillPoint, Damage, Wound):
        assert count_rows(ledger, cup), ledger
    with scopes_disabled():
        assert DuelDispute.objects.get().settled == DuelDispute.Settled.DECIDED
        assert TableRoll.objects.count() == 2
        assert TableMark.objects.filter(kind="tick").count() == 22
    assert list(reconcile.findings([club.campaign.pk])) == []
