"""The cache is optional: the site works without it."""

from typing import TYPE_CHECKING

import pytest
from django.core.cache import caches
from django.test import override_settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.servers import Redis


def test_the_cache_tolerates_a_lost_redis(
    own_redis: "Callable[[], Redis]", settings: pytest.FixtureRequest
) -> None:
    redis = own_redis()
    here = {
        "default": {
            "BACKEND": "config.cache.ForgivingRedisCache",
            "LOCATION": redis.url,
            "OPTIONS": {"socket_connect_timeout": 1},
        }
    }
    with override_settings(CACHES=here):
        cache = caches["default"]
        cache.set("week", 3)
        assert cache.get("week") == 3
        assert cache.add("week", 4) is False
        redis.stop()
        assert cache.get("week", "unknown") == "unknown"
        assert cache.get_many(["week"]) == {}
        assert cache.add("week", 4) is True
        assert cache.incr("week") == 1
        assert cache.set_many({"week": 5}) == ["week"]
        assert cache.delete("week") is False
        assert "week" not in cache
