"""A summarised order names spy, action and target, and the coach names the next step."""

from __future__ import annotations

import pytest

from espionage.pictures.order_coach import STEPS, Progress, next_advice
from espionage.pictures.order_line import kit_note, order_line
from espionage.rules.files import PublicPerson, PublicTeam
from espionage.rules.orders import Order

ROOK = PublicPerson(id="rook", name="Rook", role="Driver", alive=True)
REDLINE = PublicTeam(id="red", name="Redline", people=(ROOK,))


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (None, "choose what they do"),
        (Order(spy="a", action="counterspy"), "counterspy, on guard at home"),
        (Order(spy="a", action="infiltrate"), "infiltrate, against whom?"),
        (Order(spy="a", action="infiltrate", target_team="red"), "infiltrate Redline"),
        (
            Order(spy="a", action="assassinate", target_team="red"),
            "assassinate anybody of Redline",
        ),
        (
            Order(spy="a", action="assassinate", target_team="red", target="rook"),
            "assassinate Rook of Redline",
        ),
        (
            Order(spy="a", action="assassinate", target_team="red", target="gone"),
            "assassinate someone of Redline",
        ),
        (
            Order(spy="a", action="blow_up", target_team="red", bricks=1),
            "blow up any vehicle of Redline, 1 brick",
        ),
        (
            Order(spy="a", action="blow_up", target_team="red", target="car", bricks=2),
            "blow up Thunderbolt of Redline, 2 bricks",
        ),
    ],
)
def test_order_is_summarised_in_one_line(order: Order | None, line: str) -> None:
    assert order_line(order, (REDLINE,), {"car": "Thunderbolt"}) == line


def test_kit_is_summarised_by_its_first_item_and_a_count() -> None:
    assert [kit_note(["rifle", "knife", "clip"][:most]) for most in range(4)] == [
        "",
        "rifle",
        "rifle and 1 more",
        "rifle and 2 more",
    ]


def test_coach_guides_from_spy_to_target_to_sealing() -> None:
    ways = [
        Progress("Vesper", has_action=False, has_opponent=False, missions=0, guards=0),
        Progress("Vesper", has_action=True, has_opponent=False, missions=0, guards=0),
        Progress("", has_action=True, has_opponent=True, missions=0, guards=1),
        Progress("", has_action=True, has_opponent=True, missions=1, guards=0),
        Progress("", has_action=True, has_opponent=True, missions=2, guards=1),
    ]
    said = [next_advice(way) for way in ways]
    assert [advice.step for advice in said] == list(range(1, STEPS + 1))
    assert said[0].words.startswith("Choose an action for Vesper")
    assert "Seal orders" in said[-1].words
    more = next_advice(Progress("Rook", has_action=False, has_opponent=False, missions=2, guards=1))
    assert more.words.startswith("Choose an action for Rook"), (
        "the second order is explained like the first"
    )
