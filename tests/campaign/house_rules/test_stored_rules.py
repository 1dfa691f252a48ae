"""Stored house rules are parsed only when they are used (E26)."""

from __future__ import annotations

import json
from uuid import uuid4

import msgspec
import pytest

from campaign.house_rules.models import StoredRules, load_stored_rules
from campaign.house_rules.rules import house
from campaign.league.models import Campaign, Week
from campaign.league.selectors.house import rules_in, rules_of
from core.web import bulk
from tests.factories import found_club

pytestmark = pytest.mark.django_db


def test_e26_a_campaign_and_a_week_return_their_stored_rules() -> None:
    club = found_club(teams=2, options={"missions_a_week": 4})
    with club.scope():
        campaign, week = Campaign.objects.get(), Week.objects.get(pk=club.open_week.pk)
    assert isinstance(campaign.house_rules, StoredRules)
    assert campaign.house_rules == json.loads(json.dumps(house.to_json_data(rules_of(campaign))))
    assert campaign.house_rules["missions_a_week"] == 4
    assert rules_of(campaign).missions_a_week == rules_in(week).missions_a_week == 4
    assert {**week.rules, "missions_a_week": 5}["missions_a_week"] == 5  # type: ignore[dict-item]


def test_e26_equal_texts_are_parsed_once() -> None:
    one, same, other = (json.dumps({"missions_a_week": number}) for number in (4, 4, 5))
    assert load_stored_rules(one) is load_stored_rules(same)
    assert load_stored_rules(one).record is load_stored_rules(same).record
    assert (
        load_stored_rules(one).record.missions_a_week,
        load_stored_rules(other).record.missions_a_week,
    ) == (4, 5)


def test_e26_saving_read_rules_stores_them_unchanged() -> None:
    club = found_club(teams=2)
    with club.scope():
        week = Week.objects.get(pk=club.open_week.pk)
        before = dict(week.rules)
        week.save()
        bulk.update([week], ["rules"])
        planned = list(Week.objects.filter(status=Week.Status.PLANNED))[:1]
        assert [one.rules for one in planned] == [None]
        for number in range(12):
            row = Week.objects.get(pk=club.open_week.pk)
            row.pk, row.number = uuid4(), 900 + number
            planned.append(row)
        bulk.insert(planned[1:])
        assert {one.number for one in Week.objects.filter(rules=before)} == {
            week.number, *range(900, 912)
        }  # fmt: skip


def test_invalid_stored_rules_raise_when_they_are_used() -> None:
    """An unreadable club does not affect members of other clubs."""
    wrong = load_stored_rules(json.dumps({"missions_a_week": "many"}))
    assert wrong["missions_a_week"] == "many"
    with pytest.raises(msgspec.ValidationError, match="missions_a_week"):
        _ = wrong.record
