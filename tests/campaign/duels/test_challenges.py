"""Challenges between teams (C55 to C59): made, answered, driven, forfeited, and missing teams."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.desk.services import reconcile
from campaign.duels.models import DuelEntry
from campaign.duels.rules.acts import Calling, Making
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors.challenges import challenges_of, open_challenges, state_of
from campaign.duels.selectors.duels import latest_result, payload_of
from campaign.duels.services import challenges, drafts, events, results
from campaign.league.models import Challenge, DeskAct, Duel, Week
from campaign.ledger.models import Money, Prestige, StandingPoint
from campaign.news.models import News
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.refusals import BadForm, Refused, WrongTime
from home.selectors.ahead import outlook_of
from home.selectors.waiting import event_statuses, unanswered_challenges
from tests.factories import Club, add_team, found_club, signed_in

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def club() -> Club:
    return found_club(teams=3, characters=4)


def send_challenge(club: Club, caller: int = 0, called: int = 1, **said: Any) -> Challenge:
    with club.scope():
        return challenges.call_out(
            challenger=club.teams[caller],
            new=Calling(to=club.teams[called].slug, **{"starts_at": club.at + HOUR, **said}),
            actor=club.players[caller],
            now=club.at,
        )


def answer(club: Club, act: Any, made: Challenge, team: int, **said: Any) -> Any:
    with club.scope():
        return act(
            challenge=made, team=club.teams[team], actor=club.players[team], now=club.at, **said
        )


def agreed_event(club: Club, **said: Any) -> Duel:
    """Return the event of an accepted challenge."""
    return answer(club, challenges.accept, send_challenge(club, **said), 1)


def enter(club: Club, event: Duel, team: int) -> DuelEntry:
    return club.enter(team, duel=event)


def notices_of(user: User, *kinds: str) -> list[str]:
    rows = Notice._base_manager.filter(user=user, kind__in=kinds or CHALLENGES)
    return list(rows.order_by("at", "kind").values_list("text", flat=True))


CHALLENGES = (
    "challenged",
    "challenge-proposed",
    "challenge-declined",
    "challenge-withdrawn",
)


def state(club: Club, made: Challenge) -> str:
    with club.scope():
        return state_of(challenges_of(club.teams[0]).get(pk=made.pk), club.at)


def pending_challenges(club: Club, team: int) -> list[str]:
    with club.scope():
        weeks = outlook_of(club.viewer(club.players[team]), club.at).weeks
        return [str(one) for one in unanswered_challenges(club.teams[team], weeks, club.at)]


# --- calling out ----------------------------------------------------------------------------------


def test_c55_only_the_challenged_team_is_told_of_a_challenge(club: Club) -> None:
    made = send_challenge(club, arena="Kessel Oval", words="Bring a broom.", budget=20_000)
    (line,) = notices_of(club.players[1])
    assert line.startswith("Anvil challenges you: ")
    assert line.endswith(" at Kessel Oval, $20,000 a team. “Bring a broom.”")
    assert notices_of(club.players[0]) == notices_of(club.players[2]) == notices_of(club.gm) == []
    assert [pending_challenges(club, team) for team in (0, 1, 2)] == [[], ["Anvil v. Basilisk"], []]
    with club.scope():
        assert not News.objects.filter(text__contains="calls").exists()
        assert list(challenges_of(club.teams[2])) == []
        assert [one.pk for one in open_challenges(club.teams[0], club.at)] == [made.pk]
        assert not DeskAct.objects.filter(kind__startswith="challenge").exists()


def test_c55_a_challenge_needs_a_time_this_week_and_a_playing_team(club: Club) -> None:
    draft = add_team(club, "Draft", approved=False, characters=1, vehicles=1)
    for hour in (club.at, club.open_week.closes_at + HOUR):
        with pytest.raises(BadForm, match="before the week closes"):
            send_challenge(club, starts_at=hour)
    with pytest.raises(BadForm, match="another team in this league"):
        send_challenge(club, called=0)
    with club.scope(), pytest.raises(BadForm, match="another team in this league"):
        challenges.call_out(
            challenger=club.teams[0],
            new=Calling(to=draft.slug, starts_at=club.at + HOUR),
            actor=club.players[0],
            now=club.at,
        )
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status="closed")
    with pytest.raises(WrongTime, match="No week is in progress"):
        send_challenge(club)
    with club.scope():
        assert not Challenge.objects.exists()


def test_c55_two_teams_have_one_open_challenge_and_three_tries_a_week(club: Club) -> None:
    made = send_challenge(club)
    for caller, called in ((0, 1), (1, 0)):
        with pytest.raises(Refused, match="waiting for Basilisk"):
            send_challenge(club, caller, called)
    send_challenge(club, 0, 2)
    for _ in range(2):
        answer(club, challenges.decline, made, 1)
        made = send_challenge(club)
    answer(club, challenges.decline, made, 1)
    with pytest.raises(Refused, match="3 times in week 1, which is the maximum"):
        send_challenge(club)
    send_challenge(club, 1, 0)


# --- answers --------------------------------------------------------------------------------------


def test_c56_another_time_can_be_proposed_once(club: Club) -> None:
    made = send_challenge(club)
    with pytest.raises(BadForm, match="another time or arena"):
        answer(club, challenges.propose, made, 1, starts_at=made.starts_at)
    with pytest.raises(
        Refused, match="It is Basilisk’s turn to answer this challenge, not Anvil’s"
    ):
        answer(club, challenges.accept, made, 0)
    later = club.at + 5 * HOUR
    answer(club, challenges.propose, made, 1, starts_at=later, arena="Ash Flats")
    (line,) = notices_of(club.players[0])
    assert line.startswith("Basilisk suggests a different time or arena for the duel: ")
    assert (pending_challenges(club, 0), pending_challenges(club, 1)) == (["Anvil v. Basilisk"], [])
    assert not Notice._base_manager.filter(kind="challenged", read_at=None).exists()
    with pytest.raises(Refused, match="Basilisk has already suggested a change"):
        answer(club, challenges.propose, made, 0, starts_at=club.at + HOUR)
    with pytest.raises(
        Refused, match="It is Anvil’s turn to answer this challenge, not Basilisk’s"
    ):
        answer(club, challenges.accept, made, 1)
    event = answer(club, challenges.accept, made, 0)
    assert (event.starts_at, event.arena) == (later, "Ash Flats")


@pytest.mark.parametrize("end", ["decline", "withdraw"])
def test_c56_only_the_other_team_hears_that_a_challenge_was_declined(end: str, club: Club) -> None:
    made = send_challenge(club)
    team = 1 if end == "decline" else 0
    answer(club, getattr(challenges, end), made, team)
    said = {
        "decline": "Basilisk declined your challenge",
        "withdraw": "Anvil withdrew its challenge",
    }
    assert any(line.startswith(said[end]) for line in notices_of(club.players[1 - team]))
    assert notices_of(club.players[2]) == notices_of(club.gm) == []
    assert pending_challenges(club, 1) == []
    for act in (challenges.accept, challenges.decline, challenges.withdraw):
        with pytest.raises(WrongTime, match="can no longer be answered"):
            answer(club, act, made, 1)
    with club.scope():
        assert not Duel.objects.filter(starts_at__isnull=False).exists()
        assert not News.objects.filter(kind="event-made").exists()


def test_c56_either_team_declines_a_proposal_and_only_the_challenger_withdraws(club: Club) -> None:
    with pytest.raises(Refused, match="Decline the challenge instead"):
        answer(club, challenges.withdraw, send_challenge(club), 1)
    with pytest.raises(Refused, match="Basilisk’s turn"):
        answer(club, challenges.decline, Challenge._base_manager.get(), 0)
    for team, act in ((0, "decline"), (1, "decline"), (0, "withdraw")):
        made = Challenge._base_manager.order_by("asked_at").last()
        assert made
        answer(club, challenges.propose, made, 1, starts_at=club.at + 3 * HOUR)
        answer(club, getattr(challenges, act), made, team)
        club.at += timedelta(minutes=1)
        if act == "decline":
            send_challenge(club)


def test_c56_an_unanswered_challenge_lapses_at_its_time_or_with_its_week(club: Club) -> None:
    made = send_challenge(club)
    before, club.at = club.at, made.starts_at
    assert (state(club, made), pending_challenges(club, 1)) == ("lapsed", [])
    with pytest.raises(WrongTime, match="has expired"):
        answer(club, challenges.accept, made, 1)
    club.at = before
    assert state(club, made) == "open"
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status="closed")
    assert (state(club, made), pending_challenges(club, 1)) == ("lapsed", [])
    assert len(notices_of(club.players[1])) == 1, "nobody is told that it came to nothing"


def test_c56_a_challenge_lapses_when_one_team_leaves(club: Club) -> None:
    made = send_challenge(club)
    with club.scope():
        type(club.teams[0]).objects.filter(pk=club.teams[0].pk).update(left_at=club.at)
    assert (state(club, made), pending_challenges(club, 1)) == ("lapsed", [])
    with pytest.raises(WrongTime, match="has expired"):
        answer(club, challenges.accept, made, 1)


# --- the event ------------------------------------------------------------------------------------


def test_c57_an_accepted_challenge_becomes_a_public_event(club: Club) -> None:
    event = agreed_event(club, arena="Kessel Oval", budget=20_000)
    assert event.name == "Anvil v. Basilisk"
    assert (event.counts, event.pays, event.budget) == (False, False, 20_000)
    with club.scope():
        text = News.objects.get(kind="event-made").text
        assert text.startswith("Anvil v. Basilisk at Kessel Oval, ")
        assert text.endswith(": a challenge by Anvil that Basilisk accepted.")
        assert Notice.objects.filter(kind="event-made").count() == len(club.players) + 1
        assert [len(event_statuses(team, club.at)) for team in club.teams] == [1, 1, 0]
    enter(club, event, 0)
    with pytest.raises(Refused, match="Only its two teams can take part"):
        enter(club, event, 2)
    assert state(club, Challenge._base_manager.get()) == "accepted"
    with pytest.raises(WrongTime, match="was accepted"):
        answer(club, challenges.accept, Challenge._base_manager.get(), 1)
    assert Duel._base_manager.filter(starts_at__isnull=False).count() == 1


def test_c55_two_teams_drive_one_challenge_a_week_unless_it_was_called_off(club: Club) -> None:
    event = agreed_event(club)
    for caller, called in ((0, 1), (1, 0)):
        with pytest.raises(Refused, match="have already agreed on a duel in week 1"):
            send_challenge(club, caller, called)
    send_challenge(club, 0, 2)
    with club.scope():
        events.call_off(event=event, actor=club.gm, reason="Rain", now=club.at)
    send_challenge(club, 1, 0)


def test_c57_a_challenge_is_signed_like_an_event_and_brings_only_prestige(club: Club) -> None:
    event = agreed_event(club, name="The Grudge")
    for team in (0, 1):
        enter(club, event, team)
    club.at = event.start
    with club.scope():
        row = drafts.draft(
            duel=event,
            team=club.teams[0],
            record=record(club, 0, 1),
            seen_number=0,
            actor=club.players[0],
            now=club.at,
        )
        assert row.result is None
        row = drafts.sign(
            draft=row, team=club.teams[1], marks=drafts.Marks(), actor=club.players[1], now=club.at
        )
        assert row.result
        assert Prestige.objects.filter(cause__startswith=f"duel:{event.pk}").exists()
        assert not Money.objects.filter(cause__startswith=f"duel:{event.pk}").exists()
        assert not StandingPoint.objects.exists()
    assert list(reconcile.findings([club.campaign.pk])) == []


def record(club: Club, *teams: int) -> DuelRecord:
    """Record the duel with these teams present; the first one won."""
    return DuelRecord(
        form=DuelForm(
            teams=tuple(
                TeamResult(team=str(club.teams[team].pk), place=place)
                for place, team in enumerate(teams, 1)
            ),
            people=tuple(
                Deeds(character=str(club.who(team, "Rook").pk), team=str(club.teams[team].pk))
                for team in teams
            ),
        )
    )


def test_reconcile_finds_an_accepted_challenge_without_an_event(club: Club) -> None:
    event = agreed_event(club)
    assert list(reconcile.findings([club.campaign.pk])) == []
    with club.scope():
        Duel.objects.filter(pk=event.pk).update(challenge=None, kind="event")
    assert [one.code for one in reconcile.findings([club.campaign.pk])] == ["wrong-challenge"]


# --- forfeits and no-shows ------------------------------------------------------------------------


def test_c58_a_team_that_forfeits_before_the_start_loses(club: Club) -> None:
    event = agreed_event(club)
    mine, theirs = enter(club, event, 0), enter(club, event, 1)
    with club.scope():
        challenges.forfeit(event=event, team=club.teams[1], actor=club.players[1], now=club.at)
        result = latest_result(event)
        assert result and result.reason == "Basilisk forfeits."
        form = payload_of(result).record.form
        assert [(row.team, row.place) for row in form.teams] == [
            (str(club.teams[0].pk), 1),
            (str(club.teams[1].pk), 2),
        ]
        assert (form.people, payload_of(result).record.vehicles) == ((), ())
        assert News.objects.get(kind="duel-recorded").text == (
            "Anvil v. Basilisk: 1. Anvil, 2. Basilisk. Basilisk forfeits."
        )
        assert not Prestige.objects.exists()
        assert not Money.objects.filter(cause__startswith="duel:").exists()
        assert [one.duel for one in event_statuses(club.teams[0], club.at)] == []
        assert not DuelEntry.objects.filter(pk__in=[mine.pk, theirs.pk], withdrawn_at=None).exists()
    with pytest.raises(WrongTime, match="was forfeited"):
        enter(club, event, 0)
    enter(club, club.duel, 0)
    with club.scope(), pytest.raises(WrongTime, match="already recorded"):
        challenges.forfeit(event=event, team=club.teams[0], actor=club.players[0], now=club.at)
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c58_the_other_team_wins_a_forfeit_with_victory_points_too() -> None:
    club = found_club(teams=2, characters=4, options={"event_formula": True})
    event = agreed_event(club)
    with club.scope():
        challenges.forfeit(event=event, team=club.teams[0], actor=club.players[0], now=club.at)
        result = latest_result(event)
        assert result
        assert payload_of(result).places == {str(club.teams[0].pk): 2, str(club.teams[1].pk): 1}


def test_c58_only_the_two_teams_can_forfeit_and_only_before_the_start(club: Club) -> None:
    event = agreed_event(club)
    with club.scope():
        with pytest.raises(Refused, match="Only the two teams of a challenge"):
            challenges.forfeit(event=event, team=club.teams[2], actor=club.players[2], now=club.at)
        cup = events.make(
            week=club.open_week,
            new=Making(name="Cup", starts_at=club.at + HOUR),
            actor=club.gm,
            now=club.at,
        )
        for other in (club.duel, cup):
            with pytest.raises(Refused, match="Only the two teams of a challenge"):
                challenges.forfeit(
                    event=other, team=club.teams[0], actor=club.players[0], now=club.at
                )
        with pytest.raises(WrongTime, match="loses by the record"):
            challenges.forfeit(
                event=event, team=club.teams[0], actor=club.players[0], now=event.start
            )
        assert latest_result(event) is None
        events.call_off(event=event, actor=club.gm, reason="Rain", now=club.at)
        with pytest.raises(WrongTime, match="was cancelled"):
            challenges.forfeit(event=event, team=club.teams[0], actor=club.players[0], now=club.at)


def test_c59_a_team_missing_at_the_start_loses(club: Club) -> None:
    event = agreed_event(club)
    enter(club, event, 0)
    club.at = event.start
    with club.scope():
        row = drafts.draft(
            duel=event,
            team=club.teams[0],
            record=record(club, 0),
            seen_number=0,
            actor=club.players[0],
            now=club.at,
        )
        assert row.result, "nobody else was there to sign"
        form = payload_of(row.result).record.form
        assert [(one.team, one.place, one.vehicles) for one in form.teams] == [
            (str(club.teams[0].pk), 1, 1),
            (str(club.teams[1].pk), 2, 0),
        ]
        assert News.objects.get(kind="duel-recorded").text == (
            "Anvil v. Basilisk: 1. Anvil, 2. Basilisk. Basilisk did not take part."
        )
        drafts.dispute(
            duel=event, team=club.teams[1], reason="We came.", actor=club.players[1], now=club.at
        )
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c59_a_team_that_did_not_turn_up_is_asked_to_sign_that(club: Club) -> None:
    event = agreed_event(club)
    for team in (0, 1):
        enter(club, event, team)
    club.at = event.start
    with club.scope():
        row = drafts.draft(
            duel=event,
            team=club.teams[0],
            record=record(club, 0),
            seen_number=0,
            actor=club.players[0],
            now=club.at,
        )
        assert row.result is None
        assert [one["team"] for one in row.payload["form"]["teams"]] == [
            str(club.teams[0].pk),
            str(club.teams[1].pk),
        ]
        assert [one["vehicle"] for one in row.payload["vehicles"]] == [str(club.car(0).pk)]
        row = drafts.sign(
            draft=row, team=club.teams[1], marks=drafts.Marks(), actor=club.players[1], now=club.at
        )
        assert row.result
        assert not Prestige.objects.filter(character=club.who(1, "Rook")).exists()
        assert Prestige.objects.filter(character=club.who(0, "Rook")).exists()


def test_c59_records_of_other_events_omit_teams_that_did_not_turn_up(club: Club) -> None:
    with club.scope():
        event = events.make(
            week=club.open_week,
            new=Making(name="Cup", starts_at=club.at + HOUR),
            actor=club.gm,
            now=club.at,
        )
    for team in (0, 1):
        enter(club, event, team)
    club.at = event.start
    with club.scope():
        made = results.record(duel=event, result=record(club, 0), actor=club.gm, now=club.at)
        payload = payload_of(made).record
        assert [row.team for row in payload.form.teams] == [str(club.teams[0].pk)]
        assert [one.vehicle for one in payload.vehicles] == [str(club.car(0).pk)]


def test_c58_a_gm_corrects_a_forfeit_with_the_usual_form(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = agreed_event(club)
    with club.scope():
        challenges.forfeit(event=event, team=club.teams[1], actor=club.players[1], now=club.at)
        Week.objects.filter(pk=event.week_id).update(status="settled")
    gm = signed_in(club.gm)
    page = reverse("desk-duel", args=[club.campaign.slug, 1, 1])
    assert gm.get(page).status_code == 404, "its hour has not come"
    one, other = (str(team.pk) for team in club.teams[:2])
    monkeypatch.setattr(timezone, "now", lambda: event.start)
    gm.force_login(club.gm)
    assert f'name="came-{other}"' in gm.get(page).content.decode()
    fields = {"seen": "1", "reason": "It was Anvil.", "idempotency": uuid4().hex}
    fields |= {f"came-{other}": "on", f"place-{other}": "1", "confirmed": "1"}
    assert gm.post(page, fields).status_code == 303
    with club.scope():
        result = latest_result(event)
        assert result
        form = payload_of(result).record.form
        assert {row.team: (row.place, row.vehicles) for row in form.teams} == {
            other: (1, 1),
            one: (2, 0),
        }


# --- pages ----------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_challenge_pages_lead_from_the_rivals_page_to_a_forfeit(club: Club) -> None:
    slug = club.campaign.slug
    clients = []
    for user in club.players:
        client = signed_in(user)
        clients.append(client)
    anvil, basilisk, cobra = clients

    def read(client: Client, name: str, *args: Any) -> str:
        answered = client.get(reverse(name, args=[slug, *args]))
        assert answered.status_code == 200, (name, answered.status_code)
        return answered.content.decode()

    def send(client: Client, name: str, *args: Any, **fields: str) -> int:
        fields |= {"idempotency": uuid4().hex, "confirmed": "1"}
        return client.post(reverse(name, args=[slug, *args]), fields).status_code

    assert "/teams/anvil/challenges/new/?to=basilisk" in read(anvil, "team", "basilisk")
    assert "Challenge team" not in read(anvil, "team", "anvil")
    assert "has no challenges" in read(anvil, "challenges", "anvil")
    assert "Budget per team" in read(anvil, "challenge-new", "anvil")
    hour = (club.at + 2 * HOUR).strftime("%Y-%m-%dT%H:%M")
    said = {"to": "basilisk", "starts_at": hour, "words": "Bring a broom.", "arena": "Kessel Oval"}
    assert send(anvil, "challenge-new", "anvil", **said | {"to": "nobody"}) == 422
    assert send(anvil, "challenge-new", "anvil", **said) == 303
    made = Challenge._base_manager.get()
    assert "Anvil challenges you" in read(basilisk, "club")
    assert "Respond" in read(basilisk, "challenges", "basilisk")
    assert "Respond" not in read(anvil, "challenges", "anvil")
    assert "Withdraw challenge" in read(anvil, "challenge", "anvil", made.pk)
    page = read(basilisk, "challenge", "basilisk", made.pk)
    assert "Bring a broom." in page
    assert "Suggest another time or arena" in page
    for team in ("cobra", "basilisk"):
        there = reverse("challenge", args=[slug, team, made.pk])
        assert cobra.get(there).status_code == 404
    assert "challenges you" not in read(cobra, "club")
    for name in ("challenge-accept", "challenge-decline", "challenge-propose"):
        read(basilisk, name, "basilisk", made.pk)
    read(anvil, "challenge-withdraw", "anvil", made.pk)
    later = (club.at + 3 * HOUR).strftime("%Y-%m-%dT%H:%M")
    proposed = {"starts_at": later, "arena": "Ash Flats"}
    assert send(basilisk, "challenge-propose", "basilisk", made.pk, **proposed) == 303
    assert "Basilisk suggests another time or arena" in read(anvil, "club")
    assert "You can accept or decline" in read(anvil, "challenge", "anvil", made.pk)
    assert send(anvil, "challenge-accept", "anvil", made.pk) == 303
    assert "Enter Anvil v. Basilisk" in read(basilisk, "club")
    assert "Enter Anvil v. Basilisk" not in read(cobra, "club")
    assert "Anvil and Basilisk" in read(cobra, "duel", 1, 1)
    assert "Enter a vehicle" not in read(cobra, "duel", 1, 1)
    assert "Forfeit duel" in read(basilisk, "duel", 1, 1)
    forfeits = reverse("duel-forfeit", args=[slug, 1, 1])
    assert cobra.get(forfeits).status_code == 404
    assert "The whole club is notified" in basilisk.get(forfeits).content.decode()
    assert send(basilisk, "duel-forfeit", 1, 1) == 303
    assert "did not take part" in read(cobra, "duel", 1, 1)
    assert basilisk.get(forfeits).status_code == 404
