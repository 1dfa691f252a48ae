"""Every lesson is a real match that can be followed step by step and tells its recorded story."""

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


def form_data(draft: Draft) -> dict[str, list[str]]:
    """Return the form data that a browser sends for a button."""
    return {
        "choice": [draft.choice],
        **{f"{draft.choice}.{name}": list(values) for name, values in draft.answers},
    }


def test_every_game_the_ambush_and_the_order_sheet_have_a_lesson() -> None:
    assert {"renamed", "lunacy", "achtung", "shambattle", "ambush", "autoduel", "orders"} <= {*KEYS}


def test_every_step_of_a_lesson_is_a_legal_move(lesson: Lesson) -> None:
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


def test_lesson_step_has_one_to_three_short_sentences(lesson: Lesson) -> None:
    for scene in scenes(lesson):
        assert 0 < len(scene.instruction) <= LETTERS
    for step in lesson.steps:
        assert 0 < len(step.explanation) <= LETTERS
    assert 0 < len(lesson.goal) <= LETTERS


def test_sentence_of_a_lesson_step_names_the_requested_choice(lesson: Lesson) -> None:
    """The choice is named by the label of its button or the beginning of it."""
    for scene in scenes(lesson):
        if scene.press is None:
            continue
        choice = scene.board.choice(scene.press.choice)
        assert choice is not None
        first = choice.label.split(":")[0].split(" (")[0]
        assert first.lower() in scene.instruction.lower(), (choice.label, scene.instruction)


def test_another_move_is_answered_with_why_not_now_without_effect(lesson: Lesson) -> None:
    """Another button can mean the same move."""
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


def test_lesson_tells_the_recorded_story(lesson: Lesson) -> None:
    """If changed rules break this test, check the lesson's sentences.

    `python -m tests.golden.lessons` records it again.
    """
    assert story(lesson) == recorded(lesson.key)


def test_illustrated_rules_have_five_to_seven_captioned_pictures(
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
def test_visitor_completes_a_lesson_without_scripts_or_stored_data(
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
            answer = client.post(url, form_data(scene.press))
        assert (answer.status_code, answer.url) == (303, step_url(lesson, at + 1))  # type: ignore[attr-defined]
        url = step_url(lesson, at + 1)
    assert client.get(step_url(lesson, len(lesson.steps) + 1)).status_code == 404


@pytest.mark.django_db
def test_wrong_press_is_refused_with_one_sentence_and_the_same_board(client: Client) -> None:
    url = reverse("play-lesson", args=["renamed"])
    page = client.post(url, {"choice": "skip"})
    assert page.status_code == 422
    assert lessons.get("renamed").steps[0].explanation in page.content.decode()


@pytest.mark.django_db
def test_htmx_request_gets_the_next_scene_with_its_url(client: Client) -> None:
    found = lessons.get("achtung")
    page = client.post(
        reverse("play-lesson", args=["achtung"]),
        form_data(found.scene(0).press),  # type: ignore[arg-type]
        headers={"HX-Request": "true", "HX-Target": "play"},
    )
    assert page.status_code == 200
    assert page["HX-Push-Url"] == step_url(found, 1)
    assert "<html" not in page.content.decode()


@pytest.mark.django_db
def test_lesson_list_and_illustrated_rules_are_public(client: Client) -> None:
    page = client.get(reverse("play-learn")).content.decode()
    for key in KEYS:
        assert reverse("play-lesson", args=[key]) in page
        if lessons.get(key).game:
            assert client.get(reverse("play-rules", args=[key])).status_code == 200
    assert client.get(reverse("play-rules", args=["orders"])).status_code == 404
    assert client.get(reverse("play-lesson", args=["chess"])).status_code == 404


@pytest.mark.django_db
def test_game_is_recommended_until_a_first_match_is_finished(client: Client) -> None:
    ann, words = person("ann"), reverse("play-lesson", args=["renamed"])
    client.force_login(ann)
    table = tables.open_table(user=ann, game="renamed", options={}, seats=("me", "bot:random"))
    for page in (reverse("play"), reverse("play-new", args=["renamed"])):
        text = client.get(page).content.decode()
        assert words in text
    leaving.resign(table_id=table.pk, user=ann)
    assert to_learn(ann) == to_learn(None) - {"renamed"}
    assert words not in client.get(reverse("play-new", args=["renamed"])).content.decode()


@pytest.mark.django_db
def test_match_played_for_a_team_counts_as_played(client: Client) -> None:
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
def test_home_page_try_page_and_game_page_link_the_lesson(client: Client) -> None:
    assert reverse("play-learn") in client.get(reverse("home")).content.decode()
    for name in ("try-game", "play-game"):
        text = client.get(reverse(name, args=["lunacy"])).content.decode()
        assert reverse("play-lesson", args=["lunacy"]) in text


@pytest.mark.django_db
def test_lesson_ends_with_a_first_match_against_newcomer_bots(client: Client) -> None:
    end = step_url(lessons.get("lunacy"), len(lessons.get("lunacy").steps))
    assert "Play your first match against newcomers" in client.get(end).content.decode()
    answer = client.post(reverse("try-game", args=["lunacy"]))
    assert answer.status_code == 303


def test_any_input_to_a_lesson_gets_an_answer(lesson: Lesson) -> None:
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
