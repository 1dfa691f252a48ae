"""Every lesson is a real match that can be followed press by press, and tells the story it told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from django.urls import reverse

from play.models import Chair
from play.selectors.coaching import to_learn
from play.services import leaving, tables
from play.tabletop import lessons
from play.tabletop.board import Draft
from play.views.learn import step_url
from play.views.svg import choice_id
from tests.factories import found_club, person
from tests.golden.lessons import recorded, story

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from play.tabletop.lessons import Lesson, Scene

KEYS: Final = [lesson.key for lesson in lessons.all_lessons()]
PRESSES: Final = 8
LETTERS: Final = 200
WORDS: Final = 15


@pytest.fixture(params=KEYS)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return lessons.get(request.param)


def scenes(lesson: Lesson) -> list[Scene]:
    return [lesson.scene(at) for at in range(len(lesson.steps) + 1)]


def sent(draft: Draft) -> dict[str, list[str]]:
    """What a browser sends of a press."""
    return {
        "choice": [draft.choice],
        **{f"{draft.choice}.{name}": list(values) for name, values in draft.answers},
    }


def test_every_game_the_ambush_and_the_order_sheet_have_a_lesson() -> None:
    assert {"renamed", "lunacy", "achtung", "shambattle", "ambush", "autoduel", "orders"} <= {*KEYS}


def test_a_lesson_is_followed_press_by_press_and_each_press_is_a_legal_move(lesson: Lesson) -> None:
    *before, end = scenes(lesson)
    assert 5 <= len(before) <= PRESSES
    for at, scene in enumerate(before):
        assert scene.press is not None
        choice = scene.board.choice(scene.press.choice)
        assert choice is not None, f"step {at + 1}: nothing on the board is {scene.press.choice}"
        assert not choice.closed
        assert lesson.judge(at, scene.press) == ""
    assert end.press is None
    assert end.happened


def test_a_lesson_says_one_short_sentence_or_three_before_each_press(lesson: Lesson) -> None:
    for scene in scenes(lesson):
        assert 0 < len(scene.instruction) <= LETTERS
    for step in lesson.steps:
        assert 0 < len(step.explanation) <= LETTERS
    assert 0 < len(lesson.goal) <= LETTERS


def test_what_a_lesson_wants_is_named_in_its_sentence(lesson: Lesson) -> None:
    """By the words on the button, or what they begin with."""
    for scene in scenes(lesson):
        if scene.press is None:
            continue
        choice = scene.board.choice(scene.press.choice)
        assert choice is not None
        first = choice.label.split(":")[0].split(" (")[0]
        assert first.lower() in scene.instruction.lower(), (choice.label, scene.instruction)


def test_another_move_is_answered_by_why_not_now_and_leads_nowhere(lesson: Lesson) -> None:
    """Unless another button means the same move."""
    refused = 0
    for at, scene in enumerate(scenes(lesson)[:-1]):
        assert scene.press is not None
        for menu in scene.board.menus:
            for choice in menu.choices:
                if choice.move is None or choice.closed or choice.key == scene.press.choice:
                    continue
                same = isinstance(
                    lesson, lessons.GameLesson
                ) and choice.move == lesson.tabletop.read(
                    lesson.matches[at].view(lesson.learner), scene.press
                )
                why = lesson.judge(at, Draft(choice=choice.key))
                assert bool(why) is not same
                refused += bool(why)
    assert refused or not lesson.game


def test_a_lesson_tells_the_story_that_it_told(lesson: Lesson) -> None:
    """A change of the rules shows here: then the lesson has to be looked at, sentence by sentence.
    `python -m tests.golden.lessons` writes it anew.
    """
    assert story(lesson) == recorded(lesson.key)


def test_the_pictures_of_the_rules_are_five_to_seven_with_a_short_caption_each(
    lesson: Lesson,
) -> None:
    pictures = lesson.pictures()
    if not lesson.game:
        assert not pictures
        return
    assert 5 <= len(pictures) <= 7
    for picture in pictures:
        assert 0 < len(picture.caption.split()) <= WORDS
        assert picture.drawing.shapes


@pytest.mark.django_db
def test_a_visitor_goes_through_a_lesson_without_scripts_and_nothing_is_written(
    client: Client, lesson: Lesson, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    url = reverse("play-lesson", args=[lesson.key])
    for at, scene in enumerate(scenes(lesson)):
        with django_assert_num_queries(0):
            page = client.get(url)
        assert page.status_code == 200
        text = page.content.decode()
        if scene.press is None:
            break
        assert f'id="{choice_id(scene.press.choice)}"' in text
        with django_assert_num_queries(0):
            answer = client.post(url, sent(scene.press))
        assert (answer.status_code, answer.url) == (303, step_url(lesson, at + 1))  # type: ignore[attr-defined]
        url = step_url(lesson, at + 1)
    assert client.get(step_url(lesson, len(lesson.steps) + 1)).status_code == 404


@pytest.mark.django_db
def test_a_wrong_press_is_refused_with_one_sentence_and_the_board_as_it_was(client: Client) -> None:
    url = reverse("play-lesson", args=["renamed"])
    page = client.post(url, {"choice": "skip"})
    assert page.status_code == 422
    assert lessons.get("renamed").steps[0].explanation in page.content.decode()


@pytest.mark.django_db
def test_a_lesson_read_by_htmx_is_the_next_scene_with_its_own_address(client: Client) -> None:
    found = lessons.get("achtung")
    page = client.post(
        reverse("play-lesson", args=["achtung"]),
        sent(found.scene(0).press),  # type: ignore[arg-type]
        headers={"HX-Request": "true", "HX-Target": "play"},
    )
    assert page.status_code == 200
    assert page["HX-Push-Url"] == step_url(found, 1)
    assert "<html" not in page.content.decode()


@pytest.mark.django_db
def test_the_list_and_the_rules_in_pictures_are_for_everybody(client: Client) -> None:
    page = client.get(reverse("play-learn")).content.decode()
    for key in KEYS:
        assert reverse("play-lesson", args=[key]) in page
        if lessons.get(key).game:
            assert client.get(reverse("play-rules", args=[key])).status_code == 200
    assert client.get(reverse("play-rules", args=["orders"])).status_code == 404
    assert client.get(reverse("play-lesson", args=["chess"])).status_code == 404


@pytest.mark.django_db
def test_a_game_is_offered_to_learn_until_a_first_match_of_it_is_over(client: Client) -> None:
    ann, words = person("ann"), "New to you?"
    client.force_login(ann)
    table = tables.open_table(user=ann, game="renamed", options={}, seats=("me", "bot:random"))
    for page in (reverse("play"), reverse("play-new", args=["renamed"])):
        text = client.get(page).content.decode()
        assert words in text
        assert reverse("play-lesson", args=["renamed"]) in text
    leaving.resign(table_id=table.pk, user=ann)
    assert to_learn(ann) == to_learn(None) - {"renamed"}
    assert words not in client.get(reverse("play-new", args=["renamed"])).content.decode()


@pytest.mark.django_db
def test_a_match_that_was_played_for_ones_team_counts_as_played(client: Client) -> None:
    club = found_club()
    owner = club.players[0]
    table = tables.open_table(user=owner, game="ambush", options={}, seats=("me", "bot:doctrine"))
    leaving.resign(table_id=table.pk, user=owner)
    chair = Chair.objects.filter(table=table, holder=owner)
    chair.update(holder=None, party=club.teams[0].pk)
    assert "ambush" not in to_learn(owner)
    assert "ambush" in to_learn(club.gm)
    client.force_login(owner)
    lesson = reverse("play-lesson", args=["ambush"])
    assert f'<a href="{lesson}">learn it' not in client.get(reverse("play")).content.decode()


@pytest.mark.django_db
def test_the_front_page_a_try_and_the_games_own_page_lead_to_the_lesson(client: Client) -> None:
    assert reverse("play-learn") in client.get(reverse("home")).content.decode()
    for name in ("try-game", "play-game"):
        text = client.get(reverse(name, args=["lunacy"])).content.decode()
        assert reverse("play-lesson", args=["lunacy"]) in text


@pytest.mark.django_db
def test_a_lesson_ends_with_a_first_match_against_newcomers(client: Client) -> None:
    end = step_url(lessons.get("lunacy"), len(lessons.get("lunacy").steps))
    assert "Play your first match against newcomers" in client.get(end).content.decode()
    answer = client.post(reverse("try-game", args=["lunacy"]))
    assert answer.status_code == 303


def test_whatever_is_sent_to_a_lesson_is_answered(lesson: Lesson) -> None:
    odd = ("", "no such thing", "99999", "²", "\x00")
    for at, scene in enumerate(scenes(lesson)[:-1]):
        assert lesson.judge(at, Draft(choice="no such thing"))
        if scene.press is None or not scene.press.answers:
            continue
        names = [name for name, _ in scene.press.answers]
        for each in odd:
            draft = Draft(
                choice=scene.press.choice, answers=tuple([(name, (each,)) for name in names])
            )
            lesson.judge(at, draft)
            assert lesson.scene(at, draft).press == scene.press
