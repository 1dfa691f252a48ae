"""Random sequences of valid and invalid calls by all roles: nothing breaks, and every answer
matches the description.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django_scopes import scopes_disabled
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from schemathesis.generation import GenerationMode

from tests.secrecy.acts import MODELS
from tests.siege import dice, in_shares, more

from .conftest import PEOPLE, Api, token_of
from .test_schema import CHECKS, operations, takes_anything

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1800)]
application = get_wsgi_application()

SEQUENCE: Final = 12
"""Number of calls in a sequence before everything is rolled back."""
DRAWN: Final = more(1, 3)
"""Number of valid and of invalid cases per operation for a share of the calls."""
AT_HAND: Final = 0.9
"""Probability that a parameter names an existing object."""


def cases(chance: Random) -> Iterator[Any]:
    """Yield valid and invalid cases of every operation."""
    for operation in operations():
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            if mode is GenerationMode.POSITIVE or takes_anything(operation):
                yield from draw_examples(operation.as_strategy(generation_mode=mode), chance)


def deck(cards: list[Any], chance: Random) -> Iterator[Any]:
    """Yield each case once in random order, then each again."""
    while True:
        yield from chance.sample(cards, len(cards))


def draw_examples(strategy: Any, chance: Random) -> list[Any]:
    """Return a few examples of a strategy."""
    found: list[Any] = []
    draw = settings(
        max_examples=DRAWN,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    def keep(case: Any) -> None:
        found.append(case)

    seeded(chance.getrandbits(64))(draw(given(case=strategy)(keep)))()
    return found


@pytest.fixture
def tokens(api: Api) -> dict[str, str]:
    """Return each person's authorization header."""
    return {
        who: api.token if who == "token" else token_of(api.people[who], api.now)
        for who in PEOPLE
        if who != "anonymous"
    }


@pytest.mark.slow("hundreds of random calls")
@pytest.mark.promise("calls")
@in_shares(1_200, 100_000, of=4_000)
def test_random_sequences_of_calls_match_the_description(
    known: dict[str, str],
    tokens: dict[str, str],
    rounds: range,
    tried: Callable[[int], None],
) -> None:
    with connection.cursor() as cursor:  # drawing all calls may outlast the site's patience
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    chance = dice("calls", rounds.start)
    asked = deck(list(cases(chance)), chance)
    for _ in range(0, len(rounds), SEQUENCE):
        with transaction.atomic():
            for case in islice(asked, SEQUENCE):
                call(case, known, tokens.get(chance.choice(PEOPLE), ""), chance)
                tried(1)
            transaction.set_rollback(True)


def call(case: Any, known: dict[str, str], token: str, chance: Random) -> None:
    """Send a case, usually about existing objects, and check the answer against the description."""
    kept = dict(case.path_parameters)
    for name in kept:
        if chance.random() < AT_HAND and (there := value_at_hand(name, known, chance)):
            case.path_parameters[name] = there
    case.headers.pop("Authorization", None)
    if token:
        case.headers["Authorization"] = f"Token {token}"
    try:
        with transaction.atomic():
            answer = case.call(app=application)
        case.validate_response(answer, checks=CHECKS)
    finally:
        case.path_parameters.update(kept)


def value_at_hand(name: str, known: dict[str, str], chance: Random) -> str:
    """Return a value for a parameter: an existing row or a known value."""
    if name in MODELS:
        with scopes_disabled():
            rows = MODELS[name][0]._default_manager.order_by("pk").values_list("pk", flat=True)[:40]
            if found := list(rows):
                return str(chance.choice(found))
    return known.get(name, "")
