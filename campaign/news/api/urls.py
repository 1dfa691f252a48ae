"""API URLs of news, the desk log and webhooks."""

from campaign.league.api.paths import CLUB
from core.web.api.operations import api_path

from . import hooks, news

urlpatterns = [
    api_path(f"{CLUB}news/", "api-news", get=news.list_news),
    api_path(f"{CLUB}desk-log/", "api-desk-log", get=news.desk_log),
    api_path(f"{CLUB}desk/hooks/", "api-hooks", get=hooks.list_hooks, post=hooks.add_hook),
    api_path(f"{CLUB}desk/hooks/<uuid:hook>/", "api-hook", delete=hooks.remove_hook),
    api_path(f"{CLUB}desk/hooks/<uuid:hook>/test/", "api-hook-test", post=hooks.test_hook),
]
