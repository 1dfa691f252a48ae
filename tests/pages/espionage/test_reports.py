"""Reports and dossier: hidden before their time, then exactly what the team learned, for its owners
only.
"""

from __future__ import annotations

import re
from datetime import timedelta
from html import escape
from typing import TYPE_CHECKING, Any

import pytest

from campaign.duels.models import DuelEntry, Exchange
from campaign.league.models import Week
from campaign.news.models import News
from core.notifications.models import Delivery, Notice
from core.notifications.services import notification_preferences, own_hooks
from core.notifications.services.email_rendering import letter
from core.web.templatetags.house import portrait
from engine.sealing import root_from
from engine.values import Seat
from espionage.models import Intel, Seal, SealedSeat
from espionage.pictures import story
from espionage.rules.advice import Advice
from espionage.rules.files import PublicTeam
from espionage.rules.values import CounterspyRolled, MissionBegan, MissionDeclared, SpyRolled
from play.selectors import heard_events
from tests.factories import person

from .conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Stage

pytestmark = pytest.mark.django_db

FEW = 14


@pytest.fixture
def played_stage(stage: Stage) -> Stage:
    """Return a settled week in which every kind of mission was done by and to the first team."""
    first = [
        stage.infiltrate("Vesper", 1),
        {
            "spy": stage.id("Sable"),
            "action": "assassinate",
            "target_team": stage.team_id(2),
            "target": stage.id("Rook", 2),
        },
        {
            "spy": stage.id("Wrench"),
            "action": "blow_up",
            "target_team": stage.team_id(1),
            "bricks": "1",
        },
        stage.guard("Rook"),
    ]
    stage.post(stage.form(*first, do="final"))
    for team in (1, 2):
        rows = [
            {
                "spy": stage.id("Vesper", team),
                "action": "infiltrate",
                "target_team": stage.team_id(0),
            },
            {"spy": stage.id("Rook", team), "action": "counterspy"},
        ]
        stage.post(stage.form(*rows, do="final"), who=team, team=team)
    stage.play()
    return stage


def test_the_report_shows_the_teams_events_in_few_queries(
    played_stage: Stage, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    browser = played_stage.browser()
    with django_assert_max_num_queries(FEW):
        response = browser.get(played_stage.url("reports/1/"))
    scenes = response.context["scenes"]
    with played_stage.club.scope():
        match = Seal.objects.get(week=played_stage.club.open_week).match
        assert match is not None
        told = heard_events(match, Seat(0))
    ours = [scene for scene in scenes if scene.label.startswith("Our mission")]
    assert len(ours) == sum(isinstance(event, MissionBegan) for event in told) == 3
    assert sum(scene.tone == "theirs" for scene in scenes) == sum(
        isinstance(event, MissionDeclared) for event in told
    )
    dice = [roll.faces for scene in scenes for roll in scene.rolls]
    for event in told:
        if isinstance(event, SpyRolled):
            assert event.throw.faces in dice
        if isinstance(event, CounterspyRolled):
            assert all(throw.faces in dice for throw in event.throws)
    page = text(response)
    assert "Vesper: Infiltrate against" in page
    assert all(scene.result for scene in ours)


def test_e49_a_report_gives_advice_from_what_its_team_knows(
    played_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def advise(*facts: Any) -> Advice:
        given.append(facts)
        return Advice(sentence="Stay at home.", before=1, after=9)

    monkeypatch.setattr("espionage.selectors.advice.give_advice", advise)
    page = text(played_stage.browser().get(played_stage.url("reports/1/")))
    ((file, sheet, roster, _, _, records),) = given
    assert "<b>Advice</b> Stay at home." in page
    assert file.id == played_stage.team_id(0)
    assert {order.spy for order in sheet.orders} <= {who.id for who in file.people}
    assert {type(team) for team in roster} == {PublicTeam}
    tried = {record.team: record.missions for record in records}
    assert tried == {played_stage.team_id(1): 2, played_stage.team_id(2): 1}


def test_e47_a_report_offers_its_team_to_exchange_a_vehicle_until_the_duel(
    played_stage: Stage,
) -> None:
    club = played_stage.club
    with club.scope():
        week, duel = club.open_week, club.duel
        assert Exchange.objects.filter(duel=duel).count() == len(
            set(Intel.objects.filter(week=week).values_list("team", flat=True))
        )
        Exchange.objects.update_or_create(
            duel=duel, team=club.teams[0], defaults={"can_refit": True, "at": week.settle_at}
        )
        DuelEntry.objects.create(
            duel=duel,
            team=club.teams[0],
            vehicle=club.car(0),
            crew=[{"place": "driver", "character": str(club.who(0, "Rook").pk)}],
            entered_at=club.at,
        )
    offer = "you can exchange one of your entered vehicles or refit it"
    played_stage.at(week.settle_at + timedelta(minutes=1))
    page = text(played_stage.get("reports/1/"))
    assert offer in page
    first_button = page.partition('class="button')[2].partition("</a>")[0]
    assert first_button.endswith(">Exchange a vehicle")
    assert offer not in text(played_stage.get("reports/1/print/"))
    assert offer not in text(played_stage.get("reports/1/", who=1, team=1))
    played_stage.at(week.duel_at)
    assert offer not in text(played_stage.get("reports/1/"))


def test_a_report_has_headline_figures_defence_and_missions_in_this_order(
    played_stage: Stage,
) -> None:
    response = played_stage.get("reports/1/")
    page, head = text(response), response.context["head"]
    order = [
        f">{escape(head.headline)}</h2>",
        escape(" ".join(head.lede)),
        '<dl class="chips">',
        "Missions against us",
        "Missions in order",
        "Public news",
        "Checked: fair",
        "The order of play",
    ]
    assert sorted(order, key=page.index) == order
    assert response.context["cards"]
    assert all(card.scene.tone != "public" for card, *_ in response.context["cards"])


def test_a_long_report_is_folded_and_a_short_one_opens_the_first_mission(
    played_stage: Stage,
) -> None:
    found = played_stage.get("reports/1/").context
    cards = [card for card, *_ in found["cards"]]
    assert len(cards) > story.MAX_ENTRIES_WITH_OPEN_ONE
    assert not any(card.open for card in cards)
    ours = [card.scene for card in cards if card.scene.tone == "ours" and card.scene.order]
    theirs = [card.scene for card in cards if card.scene.tone == "theirs"]
    short = story.mission_cards([theirs[0], *ours[:2]], found["debrief"])
    assert [card.open for card in short] == [False, True, False]


def test_the_printed_report_is_unfolded_and_has_no_speech_button(played_stage: Stage) -> None:
    page = text(played_stage.get("reports/1/print/"))
    assert "<details" in page
    folded = [part for part in page.split("<details")[1:] if not re.search(r"^[^>]* open", part)]
    assert folded == []
    assert "data-speak" not in page


def test_the_page_can_be_read_aloud_in_plain_sentences(played_stage: Stage) -> None:
    response = played_stage.get("reports/1/")
    page, lines = text(response), response.context["aloud"]
    assert 'hidden data-speak="aloud"' in page
    assert 'id="aloud"' in page
    assert lines[0] == f"Report, week 1. {response.context['head'].headline}."
    assert any(line.startswith("Missions against us:  ") for line in lines)
    assert sum(line.startswith("Our mission") for line in lines) == 3
    assert [line for line in lines if "Row " in line or "Die " in line] == []
    assert all(escape(" ".join(line.split())) in page for line in lines)


def test_the_verdict_says_what_stays_sealed_until_the_season_closes(played_stage: Stage) -> None:
    sealed = "The seed of the dice stays sealed until the season’s end."
    assert sealed in text(played_stage.get("reports/1/"))
    with played_stage.club.scope():
        season = played_stage.club.open_week.season
        season.closed_at = played_stage.club.open_week.settle_at
        season.save()
    page = text(
        played_stage.browser().get(played_stage.url("reports/1/"), {"season": season.number})
    )
    assert "Checked: fair" in page
    assert sealed not in page


def test_only_the_teams_notice_contains_the_headline(played_stage: Stage) -> None:
    heads = {
        team: played_stage.get("reports/1/", who=team, team=team).context["head"]
        for team in (0, 1, 2)
    }
    with played_stage.club.scope():
        told = {
            played_stage.club.players.index(row.user): row.text
            for row in Notice.objects.filter(kind="report").select_related("user")
        }
    assert told.keys() == heads.keys()
    for team, head in heads.items():
        assert told[team].startswith(f"Your report for week 1 is ready: {head.headline}.")
        assert len(told[team]) <= 300
    assert len(set(told.values())) > 1
    with played_stage.club.scope():
        public = " ".join(News.objects.values_list("text", flat=True))
    assert not any(head.headline in public for head in heads.values())


def test_the_mail_has_the_headline_in_its_text_and_only_the_club_in_its_subject(
    played_stage: Stage,
) -> None:
    head = played_stage.get("reports/1/").context["head"]
    owner = played_stage.club.players[0]
    with played_stage.club.scope():
        notice = Notice.objects.select_related("campaign").get(kind="report", user=owner)
        due = [Delivery(notice=notice, user=owner)]
        sent = letter(to="owner@example.org", user=owner.pk, deliveries=due)
    assert head.headline in sent.body
    assert sent.subject == f"{played_stage.club.campaign.name}: new notifications"


def test_the_public_week_page_reads_aloud_only_public_events(played_stage: Stage) -> None:
    page = played_stage.browser(1).get(f"/c/{played_stage.club.campaign.slug}/weeks/1/")
    (story,) = page.context["aloud"]
    assert story.startswith("Week 1. ")
    assert "reports are out" not in story
    assert 'data-speak="aloud"' in text(page)


def test_an_open_week_has_no_story_to_read_aloud(stage: Stage) -> None:
    page = stage.browser().get(f"/c/{stage.club.campaign.slug}/weeks/1/")
    assert page.context["aloud"] == []
    assert "data-speak" not in text(page)


@pytest.mark.everyday
def test_every_page_of_a_played_week_takes_few_queries(
    played_stage: Stage, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    browser = played_stage.browser()
    for page in (
        "reports/",
        "reports/1/print/",
        "reports/1/receipt/",
        "orders/",
        "orders/receipt/",
        "dossier/",
    ):
        with django_assert_max_num_queries(FEW):
            assert browser.get(played_stage.url(page)).status_code == 200, page


def test_the_teams_leaf_leads_to_the_published_root(played_stage: Stage) -> None:
    promise = played_stage.get("reports/1/").context["promise"]
    assert root_from(promise.leaf, promise.proof) == promise.order_root
    with played_stage.club.scope():
        assert promise.order_root == Seal.objects.get(week=played_stage.club.open_week).order_root
        assert promise.leaf == SealedSeat.objects.get(week=played_stage.club.open_week, seat=0).leaf


def test_proofs_are_folded_and_a_changed_sheet_fails_the_check(played_stage: Stage) -> None:
    page = text(played_stage.get("reports/1/"))
    assert "Checked: fair" in page
    assert all(
        words in page
        for words in (
            "Digest of your sheet",
            "Root of the week’s dice",
            "Proof that your sheet is part of the root",
        )
    )
    with played_stage.club.scope():
        SealedSeat.objects.filter(week=played_stage.club.open_week, seat=0).update(leaf="0" * 64)
    page = text(played_stage.get("reports/1/"))
    assert "Checked: the hashes do not match" in page
    assert "Checked: fair" not in page


def test_before_settlement_every_report_looks_the_same(make_stage: Callable[..., Stage]) -> None:
    stage = make_stage(options={"settle_hours": 24})
    assert stage.get("reports/1/").status_code == 404
    stage.post(stage.form(stage.infiltrate(), do="final"))
    stage.play()
    assert stage.club.open_week.status == Week.Status.PLAYING
    pages = [text(stage.get("reports/1/", who=team, team=team)) for team in (0, 1)]
    assert all("Not published yet" in page for page in pages)
    assert "Infiltrate" not in pages[0]
    assert "transcript" not in pages[0]
    assert "Sealed" in text(stage.get("reports/"))
    receipt = text(stage.get("orders/receipt/"))
    assert "Infiltrate against" in receipt
    assert "Restore this version" not in receipt


def test_nobody_else_can_read_a_report_or_a_dossier(played_stage: Stage) -> None:
    for name, browser in played_stage.cast().items():
        for page in (
            "reports/",
            "reports/1/",
            "reports/1/print/",
            "reports/1/receipt/",
            "dossier/",
            "decision/",
        ):
            assert browser.get(played_stage.url(page)).status_code == 404, (name, page)


def test_a_report_names_only_people_its_team_learned_of(played_stage: Stage) -> None:
    """A rival's spies and counterspies are named only after an ambush."""
    report = played_stage.get("reports/1/").context["report"]
    own = {
        str(who.pk) for who in played_stage.club.characters[played_stage.club.teams[0].pk].values()
    }
    named = played_stage.id("Rook", 2)
    assert set(report.names) - own - {named} <= {
        str(car.pk) for car in played_stage.club.vehicles[played_stage.club.teams[0].pk]
    }


def test_a_report_shows_the_faces_of_the_people_it_names_and_of_no_unknown_spy(
    played_stage: Stage,
) -> None:
    answer = played_stage.get("reports/1/")
    scenes = [card.scene for card, _, _ in answer.context["cards"] if card.scene.icon != "flag"]
    own, enemy = ([scene for scene in scenes if scene.tone == tone] for tone in ("ours", "theirs"))
    assert own and all(scene.title.startswith(f"{scene.people[0]}: ") for scene in own)
    assert enemy and all(
        f"{name} is sent to counterspy" in scene.text
        for scene in enemy
        for name in filter(None, scene.people)
    )
    assert portrait(own[0].people[0]) in text(answer)


def test_weeks_without_a_report_are_not_found(played_stage: Stage) -> None:
    assert played_stage.get("reports/9/").status_code == 404
    assert (
        played_stage.browser().get(played_stage.url("reports/1/") + "?season=7").status_code == 404
    )
    assert played_stage.get("reports/1/receipt/", who=person("nobody")).status_code == 404


def test_the_receipt_of_a_past_week_describes_the_team_at_that_time(played_stage: Stage) -> None:
    page = text(played_stage.get("reports/1/receipt/"))
    assert "Vesper" in page
    assert "Blow Up against" in page
    assert "Will not run" not in page


# --- the dossier ----------------------------------------------------------------------------------


def test_the_dossier_shows_the_people_and_habits_of_each_rival(played_stage: Stage) -> None:
    first, second = played_stage.get("dossier/").context["folders"]
    assert {who.name for who in first.picture.people} >= {"Vesper", "Rook"}
    habits = {habit.label: habit.figure for habit in second.picture.habits}
    assert habits.pop("Our missions stopped").endswith(" of 1")
    assert habits == {"Infiltrate against us": "1"}
    page = text(played_stage.browser().get(played_stage.url("dossier/")))
    assert "Our missions stopped" in page
    assert 'class="portrait"' in page


def test_an_empty_dossier_says_what_to_do(stage: Stage) -> None:
    page = text(stage.get("dossier/"))
    assert "Send a spy to infiltrate" in page
    assert "<b>Rook</b>, driver" in page


def add_sighting(stage: Stage, *, week: Week, kind: str) -> None:
    """Give the first team a sighting of the second team's car."""
    import msgspec

    from campaign.garage.rules.record import view_exterior
    from campaign.garage.rules.sheet import make_sheet
    from campaign.garage.selectors.garage import record_of
    from espionage.rules.report import Snapshot

    car = stage.club.car(1)
    record = record_of(car)
    shown = (
        {"exterior": view_exterior(record)} if kind == "exterior" else {"sheet": make_sheet(record)}
    )
    snapshot = Snapshot(
        about=Seat(1),
        vehicle=str(car.pk),
        name=car.name,
        cause=f"test/{week.number}/{kind}",
        **shown,
    )
    Intel.objects.create(
        team=stage.club.teams[0],
        about=stage.club.teams[1],
        week=week,
        vehicle=car,
        kind=kind,
        snapshot=msgspec.to_builtins(snapshot),
        cause=snapshot.cause,
        at=week.settle_at,
    )


def test_a_vehicle_shows_its_best_sighting_and_lists_the_others(stage: Stage) -> None:
    with stage.club.scope():
        week = stage.club.open_week
        add_sighting(stage, week=week, kind="sheet")
        later = Week.objects.select_related("season").get(season=week.season, number=2)
        add_sighting(stage, week=later, kind="exterior")
    (folder, _) = stage.get("dossier/").context["folders"]
    (known,) = folder.vehicles
    assert known.card.source == "Full sheet"
    assert known.fact.source == "Infiltration, week 1"
    assert [fact.source for fact in known.older] == ["Infiltration, week 2"]
    assert "Machine gun" in text(stage.get("dossier/"))


def test_e24_only_vehicles_seen_can_be_chosen_as_targets(stage: Stage) -> None:
    bomb = {"spy": stage.id("Wrench"), "action": "blow_up", "target_team": stage.team_id(1)}
    before = text(stage.post(stage.form(bomb, do="update")))
    assert str(stage.club.car(1).pk) not in before
    with stage.club.scope():
        add_sighting(stage, week=stage.club.open_week, kind="exterior")
    assert str(stage.club.car(1).pk) in text(stage.post(stage.form(bomb, do="update")))
    stage.post(stage.form(bomb | {"target": str(stage.club.car(1).pk)}))
    assert f"Blow Up against {stage.club.teams[1].name}: {stage.club.car(1).name}" in text(
        stage.get("orders/receipt/")
    )


def test_facts_age_with_each_new_week(played_stage: Stage) -> None:
    from espionage.services.tick import tick

    with played_stage.club.scope():
        add_sighting(played_stage, week=played_stage.club.open_week, kind="exterior")
    fresh = [
        known
        for folder in played_stage.get("dossier/").context["folders"]
        for known in folder.vehicles
    ]
    assert {known.fact.weeks for known in fresh} == {0}
    later = played_stage.club.open_week.closes_at + timedelta(days=1)
    played_stage.at(later)
    tick(now=later)
    page = played_stage.get("dossier/")
    assert {
        known.fact.weeks for folder in page.context["folders"] for known in folder.vehicles
    } == {1}
    assert page.context["fresh"], "what the newest report brought is still new"


def test_a_report_offers_notifications_once_and_not_in_print(played_stage: Stage) -> None:
    offer = "Get notified about your next report"
    assert offer in text(played_stage.get("reports/1/"))
    assert offer not in text(played_stage.get("reports/1/print/"))
    notification_preferences.close_offer(user=played_stage.club.players[0])
    assert offer not in text(played_stage.get("reports/1/"))


def test_readers_with_notifications_get_no_offer(played_stage: Stage) -> None:
    own_hooks.set_hook(
        user=played_stage.club.players[0],
        address="https://discord.com/api/webhooks/1/abc",
        now=played_stage.club.at,
    )
    assert "Get notified about" not in text(played_stage.get("reports/1/"))
