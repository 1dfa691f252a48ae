"""A whole week in browsers: a club is founded, two teams join, orders are written, sealed,
resolved, read and verified, a duel is driven.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django_scopes import scopes_disabled
from playwright.sync_api import expect

from campaign.league.models import Campaign, Week
from core.accounts.models import User
from tests.factories import Club, add_team

from .people import Person, Player

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from .conftest import Clock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
Opener = Callable[..., "Page"]

CASTS = {
    "Kestrel Haulage": (
        ("Vesper", "spy"),
        ("Fuse", "saboteur"),
        ("Rook", "duellist"),
        ("Doc", "watcher"),
    ),
    "Nightjar Post": (
        ("Ilse", "spy"),
        ("Kit", "assassin"),
        ("June", "duellist"),
        ("Pim", "watcher"),
    ),
}


@pytest.fixture
def gm(open_page: Opener) -> Person:
    return Person("gwen", open_page("desktop-light"))


def a_third_team(gm: Person) -> None:
    """Add a third team with a garage and no orders, so that missions of the others hurt no driver
    of the duel.
    """
    with scopes_disabled():
        campaign = Campaign.objects.get(name="Canyon Run")
        club = Club(
            campaign,
            campaign.seasons.get(),
            None,
            User.objects.get(username=gm.name),
            at=campaign.founded_at,
        )
    add_team(club, "Sleepers")


def week() -> Week:
    """Return the first week that is not closed."""
    with scopes_disabled():
        return (
            Week.objects.exclude(status="closed")
            .order_by("number")
            .select_related("season__campaign")[0]
        )


# --- before the week ------------------------------------------------------------------------------


def found_the_club(gm: Person) -> str:
    """Found the club and return its address."""
    gm.go("/accounts/signup/")
    gm.sign_up()
    gm.go("/me/")
    gm.follow("Create a club")
    gm.type(name="Canyon Run")
    gm.main.get_by_text("More presets for weekly clubs").click()
    gm.main.get_by_label("Weekly, with a duel night").check()
    gm.press("Preview dates")
    assert gm.reads("Mon 5 Mar"), gm.main.inner_text()
    gm.press("Create club")
    assert gm.reads("Canyon Run was created. Next, invite people.")
    return gm.page.url.partition("desk/")[0]


def make_a_link(gm: Person, club: str) -> str:
    """Return a copied invite link for the whole group."""
    gm.go(f"{club}desk/invites/")
    gm.type(note="Both of you")
    gm.press("Create link")
    return gm.main.locator(".copy .code").inner_text().strip()


def join_and_build(player: Player, link: str, team: str) -> None:
    """Join by a link, create a team by hand, fill roster, garage and store, and get automatic
    approval.
    """
    player.go(link)
    player.follow("Sign up and join")
    player.sign_up()
    player.press("Join Canyon Run")
    assert player.reads("Welcome to Canyon Run.")
    player.found(team)
    for name, archetype in CASTS[team]:
        player.hire(name, archetype)
    player.build(f"{team} One", "terrier")
    player.buy(heavy_pistol=2)
    player.go(f"{player.home}approval/")
    player.press("Get approval")
    assert player.reads("approved automatically")


# --- orders ---------------------------------------------------------------------------------------


def write_orders(player: Player) -> None:
    """Write three orders with kit and a named target, reorder them by button and dragging, save,
    view and seal.
    """
    player.go(f"{player.home}orders/")
    player.order(1, "Vesper", "Infiltrate", "Nightjar Post", on_twelve="−4")
    player.press("Add an order")
    player.order(2, "Fuse", "Blow Up", "Sleepers", bricks="2 bricks")
    player.pack(2, "Heavy pistol")
    player.press("Add an order")
    player.order(3, "Doc", "Counterspy")
    player.move("Fuse", "up")
    assert player.names_in_order() == ["Fuse", "Vesper", "Doc"]
    player.drag("Fuse", onto="Vesper")
    assert player.names_in_order() == ["Vesper", "Fuse", "Doc"]
    expect(player.page.locator("#announcer")).to_have_text("Fuse is now number 2 of 3.")
    player.main.get_by_text("Standing orders, while you are away").click()
    player.main.get_by_text("Change standing orders").click()
    player.main.locator("[name=standing-doctrine]").select_option("flee_first")
    player.press("Save draft")
    assert player.reads("Draft saved, version 1.")
    for words in (
        "Vesper: Infiltrate against Nightjar Post",
        "Fuse: Blow Up against Sleepers",
        "2 bricks",
        "Reserved $6,300",
    ):
        assert player.reads(words), player.main.inner_text()


def another_tab_is_too_late(player: Player, tab: Player) -> None:
    """Save from two tabs: the slower one is told, keeps its input, and can save on top."""
    tab.go(f"{player.home}orders/")
    player.go(f"{player.home}orders/")
    player.press("Seal orders")
    assert player.reads("Orders sealed, version 2.")
    tab.pick("r1-on_twelve", "As 11")
    tab.press("Save draft")
    assert tab.reads("Not saved: there is a newer version") and tab.reads("Your version is below.")
    assert tab.main.locator("[name=r1-on_twelve]").input_value() == "eleven"
    tab.follow("Keep version 2 and discard mine")
    assert tab.reads("Your orders")


def watch_and_wait(player: Player) -> None:
    """Send an assassin and keep a counterspy for the other team."""
    player.go(f"{player.home}orders/")
    player.order(1, "Kit", "Assassinate", "Sleepers", target="Rook")
    player.press("Add an order")
    player.order(2, "Pim", "Counterspy")
    player.press("Seal orders")
    assert player.reads("Orders sealed, version 1.")


def enter_the_duel(player: Player, club: str, driver: str) -> None:
    player.go(f"{club}weeks/1/duels/0/")
    field = player.main.locator("form.card [name$=driver]").first
    field.select_option(field.locator("option", has_text=driver).get_attribute("value"))
    player.press("Enter ")
    assert player.reads("Your entries")


# --- afterwards -----------------------------------------------------------------------------------


def read_the_report(player: Player, *, rival: Player, own: str, theirs: str) -> None:
    """Check that the report has dice and own names, and that the rival's report is not found."""
    player.go(f"{player.home}reports/1/")
    assert player.reads(own) and player.main.locator("svg.die").count()
    assert not player.reads(theirs)
    for page in ("reports/1/", "orders/", "dossier/", "reports/1/transcript.json"):
        answer = player.page.request.get(f"{rival.home}{page}")
        assert answer.status == 404


def check_the_transcript(player: Player, folder: Path) -> None:
    """Verify the transcript on the checking page; a changed one fails."""
    player.go(f"{player.home}reports/1/")
    player.main.get_by_text("Checked: fair").click()
    with player.page.expect_download() as waiting:
        player.main.get_by_role("link", name="transcript").first.click()
    file = folder / "transcript.json"
    waiting.value.save_as(file)
    player.go("/check/")
    player.main.locator("input[type=file]").set_input_files(file)
    player.press("Check transcript")
    assert player.reads("The check passed"), player.main.inner_text()
    forged = json.loads(file.read_text())
    forged["evidence"]["order_root"] = "0" * 64
    player.type(text=json.dumps(forged))
    player.press("Check transcript")
    assert player.reads("The check failed"), player.main.inner_text()


def record_the_duel(gm: Person, club: str) -> None:
    """Record a win of the first team with a kill and the second team's car lost."""
    gm.go(f"{club}desk/week/1/duels/0/")
    first, second = gm.main.locator("section.card").all()
    assert "Kestrel Haulage" in first.inner_text()
    first.get_by_label("Place").select_option("1")
    first.locator("[name^=kills-]").select_option("1")
    second.get_by_label("Place").select_option("2")
    second.locator("[name^=fate-]").select_option("destroyed")
    gm.press("Preview result")
    assert gm.reads("Total prize money:") and gm.reads("Kestrel Haulage")
    gm.press("Record result")
    assert gm.reads("The duel of week 1 was recorded.")


def correct_points(gm: Person, club: str) -> None:
    """Book a missing skill point as the GM."""
    gm.go(f"{club}desk/corrections/kestrel-haulage/")
    gm.follow("Skills of Rook")
    gm.main.locator("[name=item]").select_option("general")
    gm.type(amount="2", reason="Two laps that nobody had counted.")
    gm.press("Preview correction")
    gm.press("Book correction")
    assert gm.reads("Two laps that nobody had counted.")


def assign_points(player: Player) -> None:
    """Assign general points, three from the duel and two from the GM (C33), to a skill."""
    player.go(f"{player.home}roster/")
    player.follow("Rook")
    assert player.reads("Assign 5 general points")
    player.main.locator("[name=skill]").select_option("gunner")
    player.type(amount="2")
    player.press("Assign")
    assert player.reads("Assign 3 general points")
    assert player.reads("Two laps that nobody had counted.")


def test_a_whole_week_is_played_in_browsers(
    open_page: Opener, gm: Person, site_clock: Clock, tmp_path: Path
) -> None:
    club = found_the_club(gm)
    link = make_a_link(gm, club)
    vera = Player("vera", open_page("phone-dark"))
    tomas = Player("tomas", open_page("desktop-dark"))
    join_and_build(vera, link, "Kestrel Haulage")
    join_and_build(tomas, link, "Nightjar Post")
    a_third_team(gm)
    gm.go(f"{club}desk/invites/")
    gm.main.get_by_role("button", name="Revoke").first.click()
    with gm.page.expect_navigation():
        gm.page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    late = Person("late", open_page())
    assert late.page.goto(link).status == 404

    site_clock.put(week().opens_at + timedelta(hours=1))
    write_orders(vera)
    second_tab = Player("vera", vera.page.context.new_page(), vera.home)
    another_tab_is_too_late(vera, second_tab)
    watch_and_wait(tomas)
    enter_the_duel(vera, club, "Rook")
    enter_the_duel(tomas, club, "June")
    vera.go(club)
    assert vera.reads("You are all set")

    vera.go(f"{vera.home}orders/")
    vera.press("Reopen as draft")
    vera.go(f"{vera.home}orders/")
    site_clock.put(week().due_at + timedelta(minutes=1))
    vera.press("Seal orders")
    assert vera.reads("Too late: the deadline has passed") and vera.reads("version 3")
    read_the_report(vera, rival=tomas, own="Vesper", theirs="Ilse")
    read_the_report(tomas, rival=vera, own="Kit", theirs="Fuse: ")
    check_the_transcript(vera, tmp_path)

    site_clock.put(week().duel_at + timedelta(hours=3))
    record_the_duel(gm, club)
    site_clock.pass_(minutes=1)
    vera.go(f"{club}standings/")
    assert vera.main.locator("svg.chart, figure svg").count()
    assert vera.reads("Kestrel Haulage")
    correct_points(gm, club)
    assign_points(vera)

    site_clock.put(week().closes_at + timedelta(minutes=1))
    vera.go(f"{club}weeks/1/")
    assert vera.reads("This week is over.")
    site_clock.put(week().opens_at + timedelta(minutes=1))
    assert (week().number, week().status) == (2, "open")
    vera.go(club)
    assert vera.reads("Write this week’s orders")
