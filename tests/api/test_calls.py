"""Calls in long sequences, right and wrong, by everybody who may come along: nothing breaks, and
every answer is one that the description foresees.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.db import connection, transaction
from django_scopes import scopes_disabled
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from schemathesis.generation import GenerationMode

from config.wsgi import application
from tests.secrecy.acts import MODELS
from tests.siege import dice, in_shares, more

from .conftest import PEOPLE, Api, token_of
from .test_schema import CHECKS, operations, takes_anything

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1800)]

SEQUENCE: Final = 12
"""So many calls come one upon the other before all is taken back."""
DRAWN: Final = more(1, 3)
"""Good cases and bad ones of each operation that a share of the calls is made of."""
AT_HAND: Final = 0.9
"""How often an address names something that is there."""


def cases(chance: Random) -> Iterator[Any]:
    """Cases of every operation: some that keep its description, and some that do not."""
    for operation in operations():
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            if mode is GenerationMode.POSITIVE or takes_anything(operation):
                yield from drawn(operation.as_strategy(generation_mode=mode), chance)


def deck(cards: list[Any], chance: Random) -> Iterator[Any]:
    """Each case once, in any order; then each again."""
    while True:
        yield from chance.sample(cards, len(cards))


def drawn(strategy: Any, chance: Random) -> list[Any]:
    """A few examples of a strategy."""
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
    """How everybody signs in; who is anonymous, not at all."""
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
    """Send a case, about things that are there most of the time, and hold the answer against the
    description.
    """
    kept = dict(case.path_parameters)
    for name in kept:
        if chance.random() < AT_HAND and (there := at_hand(name, known, chance)):
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


def at_hand(name: str, known: dict[str, str], chance: Random) -> str:
    """Something that an address can name: a row that is there now, or what is known."""
    if name in MODELS:
        with scopes_disabled():
            rows = MODELS[name][0]._default_manager.order_by("pk").values_list("pk", flat=True)[:40]
            if found := list(rows):
                return str(chance.choice(found))
    return known.get(name, "")
