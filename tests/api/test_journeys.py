"""A player's whole week and a GM's whole season over the API alone."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.utils.html import strip_tags

from campaign.league.models import Campaign, Week
from campaign.members.services import members
from campaign.teams.services.teams import ask_approval
from engine.codec import Reader
from engine.verify import verify
from espionage.rules.transcript import Transcript, check_transcript
from espionage.services.tick import tick
from tests.factories import NOON, add_team, person

from .conftest import Api, order, settle, some_key, token_of

READER: Reader[Transcript] = Reader(Transcript)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_player_completes_a_week(api: Api, set_clock: Any) -> None:
    me = api.read("/api/v1/me/")
    club, team = me["clubs"][0]["slug"], me["clubs"][0]["teams"][0]["slug"]
    assert (me["clubs"][0]["week"]["status"], me["clubs"][0]["orders"]) == ("open", "nothing")
    home = f"/api/v1/campaigns/{club}/teams/{team}/"

    # the available choices
    choices = api.read(f"{home}weeks/1/orders/choices/")
    spies = {who["name"]: who["id"] for who in choices["people"]}
    rival = next(other for other in choices["rivals"] if other["name"] == "Basilisk")
    odds = api.read(f"{home}weeks/1/orders/odds/?action=infiltrate")["results"]
    assert {line["name"] for line in odds} == set(spies)

    # a sheet is checked, corrected, saved as a draft and sealed
    sheet = {
        "orders": [
            {"spy": spies["Vesper"], "action": "infiltrate", "target_team": rival["id"]},
            {"spy": spies["Fuse"], "action": "blow_up", "target_team": rival["id"], "bricks": 0},
            {"spy": spies["Rook"], "action": "counterspy"},
        ]
    }
    tried = api.do("POST", f"{home}weeks/1/orders/check/", {"state": "final", "sheet": sheet})
    assert [problem["field"] for problem in tried["problems"]] == ["orders.1.bricks"]
    sheet["orders"][1]["bricks"] = 1
    tag = api.get(f"{home}weeks/1/orders/")["ETag"]
    draft = api.ask(
        "token", "PUT", f"{home}weeks/1/orders/", {"state": "draft", "sheet": sheet}, if_match=tag
    )
    final = api.do(
        "PUT", f"{home}weeks/1/orders/", {"state": "final", "sheet": sheet}, if_match=draft["ETag"]
    )
    receipt = api.read(f"{home}weeks/1/orders/receipt/")
    assert [line["spy_name"] for line in receipt["receipt"]["lines"]] == ["Vesper", "Fuse", "Rook"]
    assert receipt["version"]["digest"] == final["digest"]
    assert len(api.read(f"{home}weeks/1/orders/versions/")["results"]) == 2
    assert api.read(f"{home}money/")["aside"] == 3000

    # the duel
    vehicle = api.read(f"{home}vehicles/")["results"][0]
    entry = {"vehicle": vehicle["id"], "crew": {"driver": spies["Wrench"]}}
    api.do("POST", f"{home}weeks/1/duels/0/entries/", entry, status=201, idempotency_key=some_key())
    assert [
        one["vehicle"] for one in api.read(f"/api/v1/campaigns/{club}/weeks/1/duels/0/")["entries"]
    ] == [vehicle["id"]]

    # the deadline, the report, the proof
    due = moment(me["clubs"][0]["week"]["moments"]["due_at"])
    assert api.get(f"{home}reports/1/").status_code == 404
    tick(now=due)
    set_clock(due + timedelta(hours=1))
    assert (
        api.do(
            "PUT", f"{home}weeks/1/orders/", {"state": "passed"}, if_match='"1.1.2"', status=409
        )["errors"][0]["code"]
        == "deadline-passed"
    )
    assert api.read(f"{home}reports/")["results"][0] == {
        "week": 1,
        "season": 1,
        "state": "final",
        "readable": True,
    }
    report = api.read(f"{home}reports/1/")
    kinds = [event["type"] for event in report["events"]]
    assert kinds[0] == "order-rolled"
    assert kinds[-1] == "week-settled"
    assert "debriefed" in kinds
    assert report["promise"]["leaf"] == final["digest"]
    said = api.get(f"{home}reports/1/transcript/").content
    assert not check_transcript(READER.decode(said)).findings
    unread = api.read("/api/v1/notices/?unread=true")
    notices = {notice["kind"]: notice["text"] for notice in unread["results"]}
    assert notices["report"].startswith(
        f"Your report for week 1 is ready: {report['headline']}. {report['lede'][0]}"
    )
    assert api.do("POST", "/api/v1/notices/read/", {})["marked"] == unread["count"]
    assert api.read("/api/v1/me/")["unread"] == 0
    assert [rival["team"]["slug"] for rival in api.read(f"{home}dossier/")["rivals"]] == [
        "basilisk",
        "cobra",
    ]
    assert_the_page_says(api, report["words"])
    assert_each_event_has_its_text(report)
    assert_the_page_begins_so(api, report)

    # assign the learned points
    learner = next(
        who for who in api.read(f"{home}characters/")["results"] if who["name"] == "Vesper"
    )
    give_points(api, learner["id"])
    better = api.do(
        "POST",
        f"{home}characters/{learner['id']}/assign/",
        {"skill": "stealth", "amount": 3},
        idempotency_key=some_key(),
    )
    assert better["general"] == 0
    points = {skill["key"]: skill["points"] for skill in better["skills"]}
    assert (
        points["stealth"]
        == {skill["key"]: skill["points"] for skill in learner["skills"]}["stealth"] + 3
    )


def page_of_the_report(api: Api) -> str:
    """Return the text of the report's page."""
    address = f"/c/{api.slug}/teams/{api.club.teams[0].slug}/reports/1/"
    answer = api.get(address, "owner").content.decode()
    return unescape(re.sub(r"\s+", " ", strip_tags(answer)))


def assert_the_page_begins_so(api: Api, report: dict[str, Any]) -> None:
    """Check that headline, lede, chips and the spoken sentences equal the API's."""
    page = page_of_the_report(api)
    assert 1 <= len(report["lede"]) <= 3
    assert f"{report['headline']} {' '.join(report['lede'])}" in page
    assert [chip["label"] for chip in report["chips"]][:4] == [
        "Missions succeeded",
        "Enemy missions stopped",
        "Wounds",
        "Skill points",
    ]
    assert all(
        re.search(rf"{chip['label']} ?{re.escape(chip['value'])}", page) for chip in report["chips"]
    )
    assert report["aloud"][0] == f"Report, week 1. {report['headline']}."
    assert [line for line in report["aloud"] if re.sub(r"\s+", " ", line) not in page] == []


def assert_the_page_says(api: Api, words: list[dict[str, Any]]) -> None:
    """Check that the report's page has every title and line of the API, public news last. Dice are
    pictures on the page.
    """
    page = page_of_the_report(api)
    lines = [re.sub(r"\s+", " ", line) for scene in words for line in scene["lines"]]
    assert [scene["title"] for scene in words if scene["title"] not in page] == []
    assert [
        line
        for line in lines
        if line.removeprefix("Final result: ") not in page
        and not re.search(r"\d[^:]*: \d+\.$", line)
    ] == []
    assert any(line.startswith("Spy vs. Spy Table") for line in lines)
    assert (words[-1]["title"] == "Public news") is ("No news this week." not in page)


def assert_each_event_has_its_text(report: dict[str, Any]) -> None:
    """Check that each event has the sentences it adds to the page, and that no line is left
    over.
    """
    beside = [
        (event["type"], text) for event, text in zip(report["events"], report["texts"], strict=True)
    ]
    assert [kind for kind, text in beside if not text and kind != "week-settled"] == []
    told = " ".join(text for _, text in beside)
    assert [
        line
        for scene in report["words"]
        for line in scene["lines"]
        if line not in told and not line.startswith("Named target")
    ] == []
    began = next(text for kind, text in beside if kind == "mission-began")
    assert began.startswith(next(s["title"] for s in report["words"] if "mission" in s["about"]))


def give_points(api: Api, character: str) -> None:
    """Book three general points by the GM, because no ambush was fought this week."""
    body = {
        "book": "skills",
        "owner": character,
        "item": "general",
        "amount": 3,
        "reason": "For the test.",
    }
    api.do("POST", api.team_url("corrections/"), body, who="gm", status=201)


@pytest.mark.everyday
@pytest.mark.slow("plays a whole season")
def test_a_gm_runs_a_whole_season(db: None, set_clock: Any) -> None:
    set_clock(NOON)
    boss, one, other = person("boss"), person("one"), person("other")
    api = Api(club=None, people={}, token="", now=NOON)  # type: ignore[arg-type]
    tokens = {
        name: token_of(user, NOON)
        for name, user in (("boss", boss), ("one", one), ("other", other))
    }

    def ask(
        who: str, method: str, path: str, body: Any = None, *, status: int = 200, **headers: str
    ) -> Any:
        api.token = tokens[who]
        api.sign_in("token")
        return api.do(method, path, body, status=status, **headers)

    # found the club
    presets = ask("boss", "GET", "/api/v1/presets/")["results"]
    body = {
        "name": "The Midville League",
        "preset": presets[0]["key"],
        "timezone": "Europe/Berlin",
        "weeks": 2,
        "options": {"missions_a_week": 4, "approve_legal_rosters": False},
    }
    key = some_key()
    made = ask("boss", "POST", "/api/v1/campaigns/", body, status=201, idempotency_key=key)
    club = f"/api/v1/campaigns/{made['slug']}/"
    assert ask("boss", "GET", f"{club}house-rules/")["missions_a_week"] == 4
    ask(
        "boss",
        "PATCH",
        f"{club}house-rules/",
        {"options": {"missions_a_week": 5}, "reason": "More fun."},
    )
    ask("boss", "PATCH", club, {"blurb": "Cars and daggers."})

    # people and teams
    for who in ("one", "other"):
        link = ask(
            "boss",
            "POST",
            f"{club}invites/",
            {"role": "player", "note": who, "uses": 1},
            status=201,
            idempotency_key=some_key(),
        )
        assert link["uses_left"] == 1
        assert (
            ask(who, "POST", "/api/v1/join/look/", {"token": link["token"]})["campaign"]
            == "The Midville League"
        )
        ask(who, "POST", "/api/v1/join/", {"token": link["token"]})
    teams = {who: found_team(ask, who, club) for who in ("one", "other")}
    assert [team["slug"] for team in ask("boss", "GET", f"{club}desk/")["approvals"]] == [
        "team-one",
        "team-other",
    ]
    ask("boss", "POST", f"{club}teams/team-one/send-back/", {"remark": "Hire a mechanic."})
    assert ask("one", "GET", f"{club}teams/team-one/")["remark"] == "Hire a mechanic."
    ask("one", "POST", f"{club}teams/team-one/ask-approval/")
    for team in teams.values():
        ask("boss", "POST", f"{club}teams/{team}/approve/")

    # a week: extended and played, its duel recorded and corrected
    week = ask("boss", "GET", f"{club}weeks/1/")
    later = (moment(week["moments"]["due_at"]) + timedelta(hours=6)).isoformat()
    ask("boss", "PATCH", f"{club}weeks/1/", {"name": "Opening night", "arena": "The Oval"})
    week = ask("boss", "POST", f"{club}weeks/1/extend/", {"due_at": later, "reason": "A holiday."})
    times = {name: moment(text) for name, text in week["moments"].items()}
    tick(now=times["opens_at"])
    set_clock(times["opens_at"] + timedelta(hours=1))
    for who, team in teams.items():
        enter(ask, who, f"{club}teams/{team}/")
    tick(now=times["settle_at"])
    set_clock(times["duel_at"])
    form = ask("boss", "GET", f"{club}weeks/1/duels/0/form/")
    assert len(form["form"]["teams"]) == 2
    form["form"]["teams"][1]["place"] = 2
    result = ask(
        "boss",
        "POST",
        f"{club}weeks/1/duels/0/result/",
        form,
        status=201,
        idempotency_key=some_key(),
    )
    assert [place["points"] for place in result["result"]["placings"]] == [5, 3]
    form["form"]["teams"][0]["place"], form["form"]["teams"][1]["place"] = 2, 1
    ask(
        "boss",
        "POST",
        f"{club}weeks/1/duels/0/correction/",
        {"result": form, "reason": "Swapped by mistake."},
    )
    winner = next(row["team"] for row in form["form"]["teams"] if row["place"] == 1)
    table = ask("one", "GET", f"{club}standings/")
    assert [row["points"] for row in table["rows"]] == [5, 3]
    assert ask("one", "GET", f"{club}teams/{table['rows'][0]['team']['slug']}/")["id"] == winner
    assert "duel-corrected" in {
        line["kind"] for line in ask("other", "GET", f"{club}news/")["results"]
    }

    # the desk: a correction with a reason, sealed orders opened publicly, a handover
    body = {"book": "money", "amount": 500, "reason": "Lost in the post."}
    ask(
        "boss",
        "POST",
        f"{club}teams/team-one/corrections/",
        body,
        status=201,
        idempotency_key=some_key(),
    )
    assert 500 in {
        row["amount"] for row in ask("one", "GET", f"{club}teams/team-one/money/rows/")["results"]
    }
    ask(
        "boss",
        "POST",
        f"{club}desk/sealed/",
        {"team": "team-one", "week": 1, "reason": "Both asked."},
        status=201,
    )
    assert "sealed-opened" in {
        act["kind"] for act in ask("other", "GET", f"{club}desk-log/")["results"]
    }

    # the season's end, and the next one
    ask("boss", "POST", f"{club}weeks/2/cancel/", {"reason": "Summer."}, status=204)
    tick(now=times["closes_at"])
    set_clock(times["closes_at"] + timedelta(hours=1))
    assert ask("boss", "POST", f"{club}seasons/1/close/", {})["closed_at"]
    assert (
        ask("boss", "POST", f"{club}seasons/", {"name": "Autumn", "weeks": 3}, status=201)["number"]
        == 2
    )
    assert len(ask("one", "GET", f"{club}weeks/")["results"]) == 3
    assert ask("one", "GET", f"{club}standings/?season=1")["rows"][0]["points"] == 5

    # a closed season is open to its members
    opened = ask("other", "GET", f"{club}weeks/1/opened/?season=1")
    assert [seat["team"]["slug"] for seat in opened["seats"]] == ["team-one", "team-other"]
    assert all(len(seat["texts"]) == len(seat["heard"]) for seat in opened["seats"])
    assert len(opened["words"]) == len(opened["happened"]["missions"])
    assert opened["aloud"][0] == "Week 1, opened."
    ask("other", "GET", f"{club}weeks/1/opened/?season=2", status=404)
    told = ask("other", "GET", f"{club}weeks/1/opened/transcript/?season=1")
    assert told["evidence"]["seed"]
    assert ask("one", "POST", "/api/v1/transcripts/check/", {"transcript": told})["findings"] == []


def found_team(ask: Any, who: str, club: str) -> str:
    """Create a team, hire two archetypes, build a stock vehicle, assign a driver and ask for
    approval.
    """
    made = ask(who, "POST", f"{club}teams/", {"name": f"Team {who}"}, status=201)
    team = f"{club}teams/{made['slug']}/"
    person_id = ""
    for start in ask(who, "GET", f"{club}starts/")["results"][:2]:
        points = {share["skill"]: share["points"] for share in start["shares"]}
        body = {"name": start["title"], "role": start["role"], "points": points}
        person_id = ask(
            who, "POST", f"{team}characters/", body, status=201, idempotency_key=some_key()
        )["id"]
    stock = ask(who, "GET", "/api/v1/catalogue/vehicles/")["results"][0]
    assert not ask(who, "POST", "/api/v1/designs/check/", {"design": stock["design"]})["problems"]
    body = {"name": stock["name"], "colour": "green", "design": stock["design"]}
    vehicle = ask(who, "POST", f"{team}vehicles/", body, status=201, idempotency_key=some_key())[
        "id"
    ]
    crewed = ask(who, "PUT", f"{team}vehicles/{vehicle}/crew/", {"crew": {"driver": person_id}})
    assert crewed["crew"] == {"driver": person_id}
    return str(ask(who, "POST", f"{team}ask-approval/")["slug"])


def enter(ask: Any, who: str, team: str) -> None:
    """Enter the first vehicle with its usual crew."""
    vehicle = ask(who, "GET", f"{team}vehicles/")["results"][0]["id"]
    crew = ask(who, "GET", f"{team}vehicles/{vehicle}/")["crew"]
    ask(
        who,
        "POST",
        f"{team}weeks/1/duels/0/entries/",
        {"vehicle": vehicle, "crew": crew},
        status=201,
    )


def test_the_public_transcript_contains_no_order_sheets(api: Api, set_clock: Any) -> None:
    settle(api, set_clock)
    said = api.get(api.club_url("weeks/1/transcript/"), "spectator").content
    found = READER.decode(said)
    assert found.seat is None
    assert not found.evidence.sheets
    assert not verify(found.evidence).findings


def test_a_gm_voids_a_stuck_week_and_the_standings_say_so(api: Api) -> None:
    with api.club.scope():
        Week.objects.filter(pk=api.club.open_week.pk).update(
            parked_at=api.now, attempts=3, fault="resolve: KeyError"
        )
    assert (
        api.ask("token", "POST", api.club_url("weeks/1/void/"), {"reason": "Enough."}).status_code
        == 404
    )
    found = api.do(
        "POST", api.club_url("weeks/1/void/"), {"reason": "Three attempts failed."}, who="gm"
    )
    assert (found["status"], found["settled_at"]) == ("void", None)
    assert api.read(api.club_url("standings/"))["void"] == [1]
    api.do("POST", api.club_url("weeks/1/void/"), {"reason": "Once more."}, who="gm", status=409)


@pytest.mark.everyday
def test_a_live_decision_is_asked_and_answered(db: None, set_clock: Any) -> None:
    from .conftest import gather

    api = gather(
        set_clock, options={"live_decisions": True, "due_day": "tuesday", "settle_hours": 48}
    )
    decision = api.team_url("decision/")
    quiet = api.get(decision).content
    for team, who, orders in (
        (0, "owner", [order(api, 0, "Rook", "counterspy")]),
        (1, "rival", [order(api, 1, "Vesper", "infiltrate", 0)]),
    ):
        api.do(
            "PUT",
            api.team_url("weeks/1/orders/", team),
            {"state": "final", "sheet": {"orders": orders}},
            who=who,
            if_match='"1.1.0"',
        )
    due = api.club.open_week.due_at
    tick(now=due)
    set_clock(due + timedelta(minutes=1))
    asked = api.read(decision)["open"]
    assert asked["question"]["type"] == "ask-guard"
    assert api.get(api.team_url("decision/", 1), "rival").content == quiet
    answer = {
        "asked": asked["asked"],
        "answer": {"type": "guard", "spy": str(api.club.who(0, "Rook").pk)},
    }
    foreign = api.ask("rival", "POST", api.team_url("decision/", 1), answer)
    assert (foreign.status_code, foreign.json()["errors"][0]["code"]) == (409, "nothing-asked")
    assert (
        api.do("POST", decision, {**answer, "asked": "another"}, status=409)["errors"][0]["code"]
        == "stale"
    )
    api.do("POST", decision, answer, idempotency_key=some_key())
    assert api.do("POST", decision, answer, status=409)["errors"][0]["code"] in {
        "stale",
        "nothing-asked",
    }


@pytest.mark.everyday
def test_one_call_founds_a_ready_made_team_and_another_fills_an_empty_one(api: Api) -> None:
    changed = {**api.club.campaign.house_rules, "approve_legal_rosters": True}
    Campaign.objects.filter(pk=api.club.campaign.pk).update(house_rules=changed)
    for name in ("ada", "bea"):
        api.people[name] = person(name)
        members.admit(campaign=api.club.campaign, user=api.people[name], role="player", now=api.now)
        api.sign_in(name)
    key = some_key()
    made, again = (
        api.do(
            "POST", api.club_url("ready-company/"), {}, who="ada", status=201, idempotency_key=key
        )
        for _ in range(2)
    )
    assert made == again
    assert made["approved_at"]
    own = api.club_url(f"teams/{made['slug']}/")
    assert len(api.read(f"{own}characters/", "ada")["results"]) == 6
    assert len(api.read(f"{own}vehicles/", "ada")["results"]) == 2
    bare = api.do("POST", api.club_url("teams/"), {"name": "Bare"}, who="bea", status=201)
    own = api.club_url(f"teams/{bare['slug']}/")
    assert api.read(f"{own}approval/", "bea")["problems"] == ["The roster is empty."]
    assert api.do("POST", f"{own}ready-company/", who="bea")["approved_at"]


def test_a_playing_gm_learns_only_whether_a_rivals_roster_is_valid(api: Api) -> None:
    team = add_team(api.club, "Newcomers", approved=False)
    path = api.club_url(f"teams/{team.slug}/approval/")
    assert api.get(path, "gm-who-plays").status_code == 404, "nobody has asked"
    ask_approval(team=team, now=api.now)
    assert api.read(path, "gm-who-plays") == {
        "people": 4,
        "points": 100,
        "in_order": True,
        "problems": [],
    }
    assert api.get(path, "rival").status_code == 404
    assert (
        api.get(api.club_url(f"teams/{team.slug}/characters/"), "gm-who-plays").status_code == 404
    )
