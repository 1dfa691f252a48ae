"""Paged lists of the API."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import RequestFactory

from core.accounts.models import User
from core.web.api.paging import Paged, paged
from tests.factories import person

pytestmark = pytest.mark.django_db


def test_each_row_is_on_one_page_despite_changes_and_ties() -> None:
    people = [person(f"person{number}") for number in range(9)]
    call: Any = SimpleNamespace(request=RequestFactory().get("/api/v1/people/"))
    rows = User.objects.filter(pk__in=[user.pk for user in people]).order_by("guest")
    seen: list[str] = []
    for number in (1, 2, 3):
        page = paged(call, Paged(page=number, page_size=3), rows, lambda user: str(user.pk))
        seen += page.results
        for user in rows.filter(pk__in=page.results):  # PostgreSQL moves rows that are written
            User.objects.filter(pk=user.pk).update(first_name="Changed")
    assert sorted(seen) == sorted(str(user.pk) for user in people)


def test_a_list_keeps_its_own_order() -> None:
    people = [person(f"person{number}") for number in range(3)]
    call: Any = SimpleNamespace(request=RequestFactory().get("/api/v1/people/"))
    rows = User.objects.filter(pk__in=[user.pk for user in people]).order_by("-username")
    page = paged(call, Paged(), rows, lambda user: user.username)
    assert list(page.results) == sorted((user.username for user in people), reverse=True)
