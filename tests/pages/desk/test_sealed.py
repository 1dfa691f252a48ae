"""Opening sealed orders: announced, logged, for one team, week and moment."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.league.models import DeskAct, Week
from campaign.news.models import News
from core.notifications.models import Notice
from core.web.templatetags.house import portrait
from engine.codec import encode
from espionage.models import OrderSheet
from espionage.rules.orders import Order, Sheet

from .conftest import Desk, words


def send_orders(desk: Desk, team: int = 1, version: int = 1, target: str = "") -> None:
    club = desk.club
    order = Order(
        spy=str(club.who(team, "Vesper").pk),
        action="assassinate",
        target_team=str(club.teams[1 - team].pk),
        target=target,
    )
    with club.scope():
        OrderSheet.objects.create(
            week=desk.week(),
            team=club.teams[team],
            version=version,
            state="final",
            payload=encode(Sheet(orders=(order,))).decode(),
            salt=b"very-secret-salt",
            digest="d" * 64,
            saved_at=club.at,
            saved_by=club.players[team],
        )


def request(desk: Desk, **changes: Any) -> dict[str, Any]:
    return {
        "week": str(desk.week().pk),
        "team": str(desk.club.teams[1].pk),
        "reason": "A quarrel about the deadline",
        **changes,
    }


def open_orders(desk: Desk, who: str = "gm", key: str = "", **changes: Any) -> Any:
    return desk.send("desk-sealed", request(desk, **changes), who, sure=True, key=key)


def test_opening_sealed_orders_is_confirmed_announced_and_logged(desk: Desk) -> None:
    send_orders(desk)
    asked = words(desk.send("desk-sealed", request(desk)))
    assert "The whole club will see this message" in asked
    assert "Vesper" not in asked
    with desk.club.scope():
        assert not DeskAct.objects.filter(kind="sealed-opened").exists()
    answers = [open_orders(desk, key="again") for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    with desk.club.scope():
        news = News.objects.get(kind="sealed-opened")
        assert news.text == (
            f"{desk.club.gm} opened the sealed orders of Basilisk for week 1: A quarrel "
            "about the deadline"
        )
        assert Notice.objects.filter(kind="sealed-opened").count() == 4
        assert DeskAct.objects.get(kind="sealed-opened").public
    assert "Opened the sealed orders of Basilisk of week 1" in words(
        desk.get("desk-log", "spectator")
    )
    opened = desk.client("gm").get(answers[0]["Location"])
    page = words(opened)
    assert portrait("Vesper") in opened.content.decode()
    assert "Assassinate against Anvil: anyone" in page
    assert "Vesper" in page
    assert "very-secret-salt" not in page
    assert "d" * 64 not in page


def test_the_announcement_does_not_reveal_whether_orders_exist(at_desk: Any) -> None:
    said = []
    for sends in (False, True):
        desk: Desk = at_desk()
        if sends:
            send_orders(desk)
        page = words(desk.client("gm").get(open_orders(desk)["Location"]))
        assert ("Vesper" in page) is sends
        with desk.club.scope():
            news, act = (
                News.objects.get(kind="sealed-opened"),
                DeskAct.objects.get(kind="sealed-opened"),
            )
        said.append((news.text.replace(str(desk.club.gm), ""), act.reason, act.detail))
    assert said[0] == said[1]


def test_orders_saved_after_the_opening_stay_sealed(desk: Desk) -> None:
    address = open_orders(desk)["Location"]
    desk.go_to(desk.club.at + timedelta(minutes=1))
    send_orders(desk)
    assert "Vesper" not in words(desk.client("gm").get(address))


def test_only_the_gm_who_opened_the_orders_sees_them(desk: Desk) -> None:
    from campaign.league.models import Membership

    send_orders(desk)
    address = open_orders(desk)["Location"]
    with desk.club.scope():
        Membership.objects.filter(user=desk.people["spectator"]).update(role="gm")
    for who in ("spectator", "player", "first", "other_gm", "stranger"):
        assert desk.client(who).get(address).status_code == 404


def test_a_playing_gm_is_warned_that_everyone_will_see_it(playing: Desk) -> None:
    assert "You run Anvil." in words(playing.get("desk-sealed"))
    assert "They will also see that you run Anvil" in words(
        playing.send("desk-sealed", request(playing))
    )
    assert open_orders(playing).status_code == 303


@pytest.mark.parametrize(
    "changes", [{"reason": " "}, {"team": ""}, {"week": ""}, {"team": "x"}, {"week": "x"}]
)
def test_opening_needs_a_team_a_week_and_a_reason(desk: Desk, changes: dict[str, str]) -> None:
    answer = open_orders(desk, **changes)
    assert answer.status_code == 422
    assert "errorlist" in words(answer)
    with desk.club.scope():
        assert not News.objects.filter(kind="sealed-opened").exists()


def test_planned_weeks_and_teams_of_other_clubs_cannot_be_chosen(desk: Desk, at_desk: Any) -> None:
    other = at_desk(name="Third")
    desk.go_to(desk.club.at)
    with desk.club.scope():
        planned = Week.objects.get(season=desk.club.season, number=2)
    assert open_orders(desk, week=str(planned.pk)).status_code == 422
    assert open_orders(desk, team=str(other.club.teams[0].pk)).status_code == 422


def test_a_team_that_joined_later_has_no_orders_to_open(desk: Desk) -> None:
    from tests.factories import add_team

    late = add_team(desk.club, "Latecomers")
    answer = open_orders(desk, team=str(late.pk))
    assert answer.status_code == 422
    assert "does not play in week 1" in words(answer)


def test_an_unconfirmed_request_opens_nothing(desk: Desk) -> None:
    assert desk.send("desk-sealed", request(desk)).status_code == 200
    with desk.club.scope():
        assert not DeskAct.objects.filter(kind="sealed-opened").exists()
