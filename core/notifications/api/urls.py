"""API URLs of notifications."""

from core.web.api.operations import api_path

from . import mail, own_events, reach

urlpatterns = [
    api_path("me/mail/", "api-mail", get=mail.my_mail, put=mail.choose_mail),
    api_path("me/mail/test/", "api-mail-test", post=mail.try_mail),
    api_path("me/events/", "api-my-events", get=own_events.list_own_events),
    api_path("me/reach/", "api-reach", get=reach.my_reach, put=reach.choose_reach),
    api_path("me/reach/devices/", "api-devices", post=reach.add_device),
    api_path(
        "me/reach/devices/<uuid:device>/",
        "api-device",
        patch=reach.change_device,
        delete=reach.stop_device,
    ),
    api_path(
        "me/reach/hook/", "api-own-hook", put=reach.put_own_hook, delete=reach.remove_own_hook
    ),
    api_path("me/reach/test/", "api-reach-test", post=reach.try_reach),
    api_path("me/reach/offer/", "api-reach-offer", delete=reach.close_offer),
]
