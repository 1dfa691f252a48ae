"""Standing orders, live decisions, the transcript to verify, and sealed orders to open."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict

from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Team, Week
from espionage.forms.decisions import DecisionForm
from espionage.forms.desk import OpenSealedForm
from espionage.forms.orders import StandingForm
from espionage.forms.transcripts import MAX_FILE_BYTES, TranscriptForm
from espionage.rules.orders import Standing
from espionage.rules.values import (
    Answer,
    AskCancel,
    AskChase,
    AskGuard,
    AskSection,
    AskSpyTwelve,
    AskTwelve,
    Cancel,
    Chase,
    ChooseSection,
    Question,
    SendGuard,
    TakeSpyTwelve,
    TakeTwelve,
)
from tests.forms import choices, refusals, values

ASKED = Standing(
    counterspy=("assassinate",),
    counterspy_from=0,
    counterspy_by="listed",
    on_counterspy_twelve="ambush",
    chase_bombers=True,
    cancel_first=("blow_up", "infiltrate"),
    section=3,
    doctrine="cautious",
    ambushes="live",
    silent="repeat",
)
LIVE, BY_DOCTRINE = (HouseRules(ambush_by_doctrine=by_doctrine) for by_doctrine in (False, True))


def sent(**typed: Any) -> dict[str, Any]:
    return {f"standing-{name}": value for name, value in typed.items()}


def test_standing_orders_are_shown_as_they_are_and_can_be_sent_back() -> None:
    shown = values(StandingForm(None, ASKED, LIVE))
    assert (shown["cancel_1"], shown["cancel_2"], shown["cancel_3"]) == (
        "blow_up",
        "infiltrate",
        None,
    )
    form = StandingForm(
        sent(**{name: value for name, value in shown.items() if value is not None}),
        Standing(),
        LIVE,
    )
    assert form.is_valid(), form.errors
    assert form.value() == ASKED
    assert StandingForm(None, ASKED, LIVE).value() == ASKED, "nothing was sent"


def test_empty_standing_orders_are_the_published_defaults() -> None:
    form = StandingForm({}, ASKED, BY_DOCTRINE)
    assert "ambushes" not in form.fields
    assert form.is_valid(), form.errors
    assert form.value() == Standing(counterspy=())
    assert form.fields["counterspy_from"].label == "Minimum modifier"
    assert form.fields["counterspy_from"].help_text.endswith(" Default: −1.")


def test_e18_each_mission_is_cancelled_once_in_the_order_chosen() -> None:
    typed = sent(cancel_1="blow_up", cancel_2="blow_up", cancel_3="assassinate", counterspy_from=0)
    form = StandingForm(typed, Standing(), LIVE)
    assert form.is_valid(), form.errors
    assert form.value().cancel_first == ("blow_up", "assassinate")
    assert form.value().counterspy_from == 0


GUARDS = [("nobody", "No one"), ("r", "Rook"), ("x", "somebody")]
SECTIONS = ["The dice choose", "Section 1", "Section 2", "Section 3", "Section 4"]
TWELVE = [
    ("ambush", "Ambush the enemy spy before the mission"),
    ("cancel", "Take it as an 11: a cancellation"),
]
SPY_TWELVE = [
    ("eleven", "Take it as an 11"),
    ("infiltrate", "−4 to all their later counterspy rolls against us this week"),
]
MISSIONS = [("2", "Mission 2"), ("5", "Blow Up at noon")]


@pytest.mark.parametrize(
    ("question", "default", "shown", "initial", "answers"),
    [
        (
            AskGuard(number=1, guards=("r", "x")),
            SendGuard(),
            GUARDS,
            "nobody",
            {"nobody": SendGuard(), "r": SendGuard(spy="r")},
        ),
        (
            AskChase(number=1, guards=("r", "x")),
            Chase(spy="r"),
            GUARDS,
            "r",
            {"nobody": Chase(), "x": Chase(spy="x")},
        ),
        (
            AskTwelve(number=1, guard="r"),
            TakeTwelve(ambush=False),
            TWELVE,
            "cancel",
            {"ambush": TakeTwelve(ambush=True), "cancel": TakeTwelve(ambush=False)},
        ),
        (AskTwelve(number=1, guard="r"), TakeTwelve(ambush=True), TWELVE, "ambush", {}),
        (
            AskSpyTwelve(order=1),
            TakeSpyTwelve(choice="infiltrate"),
            SPY_TWELVE,
            "infiltrate",
            {"eleven": TakeSpyTwelve(choice="eleven")},
        ),
        (
            AskSection(order=1),
            ChooseSection(section=2),
            [(str(number), name) for number, name in enumerate(SECTIONS)],
            2,
            {"0": ChooseSection(section=0), "4": ChooseSection(section=4)},
        ),
        (
            AskCancel(count=1, numbers=(2, 5)),
            Cancel(numbers=(5,)),
            MISSIONS,
            ["5"],
            {("2",): Cancel(numbers=(2,)), ("5", "2"): Cancel(numbers=(2, 5))},
        ),
    ],
)
def test_a_decision_starts_with_its_default_and_gives_the_chosen_answer(
    question: Question,
    default: Answer,
    shown: list[tuple[str, str]],
    initial: Any,
    answers: dict[Any, Answer],
) -> None:
    def form(data: Any) -> DecisionForm:
        return DecisionForm(
            data,
            question,
            question_id="q1",
            people={"r": "Rook"},
            missions={5: "Blow Up at noon"},
            default=default,
        )

    assert choices(form(None), "choice") == shown
    assert values(form(None)) == {"asked": "q1", "choice": initial}
    for choice, answer in answers.items():
        sent_form = form({"choice": choice, "idempotency": "k"})
        assert sent_form.is_valid(), sent_form.errors
        assert sent_form.move() == answer


def test_a_default_that_answers_another_question_is_a_bug() -> None:
    with pytest.raises(TypeError, match="does not answer"):
        DecisionForm(
            None, AskSpyTwelve(order=1), question_id="", people={}, missions={}, default=Chase()
        )


LARGE = "The file is too large. A transcript is smaller than 4 MB."
NO_TRANSCRIPT = "This is not a week's transcript. "


@pytest.mark.parametrize(
    ("text", "file", "field", "sentence"),
    [
        ("", None, "file", "Choose a file, or paste a transcript."),
        ("", b"x" * (MAX_FILE_BYTES + 1), "file", LARGE),
        ("{}", b"x" * (MAX_FILE_BYTES + 1), "file", LARGE),
        ("", b"x" * MAX_FILE_BYTES, "file", NO_TRANSCRIPT),
        ("{}", None, "text", NO_TRANSCRIPT),
        ("", b"{}", "file", NO_TRANSCRIPT),
        ("x" * 1_000_001, None, "text", "Ensure this value has at most 1000000 characters"),
    ],
    ids=["nothing", "file", "both", "largest", "text", "other", "long"],
)
def test_what_is_no_transcript_is_refused_once_at_its_field(
    text: str, file: bytes | None, field: str, sentence: str
) -> None:
    files: dict[str, Any] = {"file": [SimpleUploadedFile("w", file)]} if file else {}
    form = TranscriptForm({"text": text}, MultiValueDict(files))
    ((name, (said,)),) = refusals(form).items()
    assert name == field
    assert said.startswith(sentence)


def test_the_week_of_a_link_is_chosen_when_sealed_orders_are_opened() -> None:
    teams = Team.objects.none()
    form = OpenSealedForm(weeks=Week.objects.none(), teams=teams, initial={"week": 3})
    assert values(form) == {"week": 3, "team": None, "reason": None}
    assert choices(form, "team") == [("", "Choose a team")]
