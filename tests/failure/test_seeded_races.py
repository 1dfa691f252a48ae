"""The races find every seeded bug, and nothing in the unchanged site."""

from __future__ import annotations

import pytest

from play.services import table_lock
from tests.rewriting import TextIsGone, rewritten

from .seeded_races import SEEDED, SeededRace

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("bug", SEEDED, ids=str)
def test_the_unchanged_site_has_no_findings(bug: SeededRace) -> None:
    assert not list(bug.race())


@pytest.mark.promise("seeded")
@pytest.mark.parametrize("bug", SEEDED, ids=str)
def test_a_seeded_bug_is_found(bug: SeededRace) -> None:
    with bug.sow():
        assert list(bug.race()), f"nobody saw it: {bug}"


@pytest.mark.everyday
def test_a_bug_whose_original_text_is_gone_cannot_be_seeded() -> None:
    with pytest.raises(TextIsGone), rewritten(table_lock.lock_table, ".select_for_update()"):
        pass
