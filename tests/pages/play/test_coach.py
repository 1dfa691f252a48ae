"""The coach: present in one's first match of a game, dismissed by one press, and back on
request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from play.models import Chair
from play.selectors.coaching import is_coached
from play.selectors.participants import place
from play.services import coaching, deputies, rematches, seating, tables
from play.services.refusals import NotSeated
from tests.factories import person, signed_in

from .parlour import Parlour, set_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.accounts.models import User

pytestmark = pytest.mark.django_db
ADVICE = "High bids win."


@pytest.fixture
def ann() -> User:
    return person("ann")


@pytest.fixture
def open_second_table(parlour: Callable[..., Parlour]) -> Callable[..., Parlour]:
    """Open another table for the same two experienced people."""

    def start(at: Parlour, **options: object) -> Parlour:
        table = tables.open_table(
            user=at.people["first"],
            game="bids",
            options={},
            seats=("me", "open"),
            **options,  # type: ignore[arg-type]
        )  # type: ignore[arg-type]
        return Parlour(
            seating.sit_down(table_id=table.pk, user=at.people["second"], seat=1), at.people
        )

    return start


def is_coach_shown(at: Parlour, who: str) -> bool:
    """Return whether the page shows the coach. It always offers the opposite."""
    page = at.read(who)
    is_on = ADVICE in page
    assert ("Hide coach" in page) is is_on and ("Show coach" in page) is not is_on
    return is_on


def test_both_players_have_a_coach_in_their_first_match(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    assert is_coach_shown(at, "first") and is_coach_shown(at, "second")


def test_a_spectator_has_no_coach_and_no_button(parlour: Callable[..., Parlour]) -> None:
    page = parlour().read("watcher")
    assert ADVICE not in page and "coach" not in page.lower()


def test_a_player_dismisses_only_their_own_coach(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    answer = at.post("first", "play-coach", {"on": ""})
    assert answer.status_code == 303 and answer["Location"] == at.path()
    assert not is_coach_shown(at, "first") and is_coach_shown(at, "second")
    at.post("first", "play-coach", {"on": "1"})
    assert is_coach_shown(at, "first")


def test_an_experienced_player_has_no_coach(
    parlour: Callable[..., Parlour], open_second_table: Callable[..., Parlour]
) -> None:
    at = parlour()
    at.play_out()
    assert not is_coach_shown(open_second_table(at), "first")


def test_the_first_match_keeps_its_coach_during_a_second_one(
    parlour: Callable[..., Parlour], open_second_table: Callable[..., Parlour]
) -> None:
    at = parlour()
    second = open_second_table(at)
    assert is_coach_shown(at, "second") and not is_coach_shown(second, "second")


def test_other_games_and_unstarted_tables_are_no_experience(
    parlour: Callable[..., Parlour], ann: User
) -> None:
    tables.open_table(user=ann, game="renamed", options={}, seats=("me", "bot:random"))
    tables.open_table(user=ann, game="bids", options={}, seats=("me", "open"))
    table = tables.open_table(user=ann, game="bids", options={}, seats=("me", "bot:random"))
    assert is_coached(place(table.pk, ann))


def test_a_dismissed_coach_does_not_return_at_the_next_table(
    parlour: Callable[..., Parlour], open_second_table: Callable[..., Parlour]
) -> None:
    at = parlour()
    at.post("second", "play-coach", {"on": ""})
    at.play_out()
    walked = open_second_table(at, coached=True)
    assert is_coach_shown(walked, "first"), "who opens it asks for it"
    assert not is_coach_shown(walked, "second")
    walked.post("first", "play-coach", {"on": ""})
    walked.play_out()
    rematch = Parlour(
        rematches.rematch(table_id=walked.table.pk, user=at.people["first"]), at.people
    )
    rematches.rematch(table_id=walked.table.pk, user=at.people["second"])
    assert not is_coach_shown(rematch, "first") and not is_coach_shown(rematch, "second")


def test_a_recalled_coach_stays_for_the_next_matches(
    parlour: Callable[..., Parlour], open_second_table: Callable[..., Parlour]
) -> None:
    at = parlour()
    at.play_out()
    second = open_second_table(at)
    second.post("first", "play-coach", {"on": "1"})
    second.play_out()
    third = open_second_table(second)
    assert is_coach_shown(third, "first") and not is_coach_shown(third, "second")


def test_a_table_opened_with_a_coach_has_one_despite_an_earlier_dismissal(
    parlour: Callable[..., Parlour], open_second_table: Callable[..., Parlour]
) -> None:
    at = parlour()
    at.post("first", "play-coach", {"on": ""})
    assert is_coach_shown(open_second_table(at, coached=True), "first")


def test_the_form_leaves_the_coach_unticked_after_a_dismissal(ann: User) -> None:
    browser = signed_in(ann)
    path = reverse("play-new", args=["achtung"]) + "?preset=first"
    assert browser.get(path).context["form"]["coached"].value()
    table = tables.open_table(
        user=ann, game="achtung", options={}, seats=("me", *["bot:random"] * 7)
    )
    coaching.set_coach(table_id=table.pk, user=ann, is_on=False)
    assert not browser.get(path).context["form"]["coached"].value()


def test_only_players_at_the_table_can_switch_their_coach(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    with pytest.raises(NotSeated):
        coaching.set_coach(table_id=at.table.pk, user=at.people["watcher"], is_on=True)
    assert at.post("watcher", "play-coach", {"on": ""}).status_code == 303
    assert is_coach_shown(at, "first") and is_coach_shown(at, "second")
    assert not Chair.objects.exclude(coached=None).exists()


def test_dismissing_the_coach_changes_no_other_players_page(
    parlour: Callable[..., Parlour],
) -> None:
    at = parlour()
    before = {who: at.get(who, at.path("play-pulse")).json() for who in at.people}
    at.post("first", "play-coach", {"on": ""})
    after = {who: at.get(who, at.path("play-pulse")).json() for who in at.people}
    assert {who for who in at.people if before[who] != after[who]} == {"first"}


def test_an_experienced_deputy_sees_no_coach(parlour: Callable[..., Parlour]) -> None:
    old = set_table()
    at = parlour()
    deputies.name_deputy(
        table_id=at.table.pk, user=at.people["first"], username=old.people["first"].get_username()
    )
    at.people["deputy"] = old.people["first"]
    assert not is_coached(place(at.table.pk, at.people["deputy"])) and is_coached(
        place(at.table.pk, at.people["first"])
    )


def test_a_person_without_a_seat_has_no_coach(parlour: Callable[..., Parlour]) -> None:
    assert not is_coached(place(parlour().table.pk, person("stranger")))
