"""API URLs of notifications."""

from django.urls import path

from core.web.api.operations import resource

from . import mail, own_events, reach

urlpatterns = [
    path("me/mail/", resource(get=mail.my_mail, put=mail.choose_mail), name="api-mail"),
    path("me/mail/test/", resource(post=mail.try_mail), name="api-mail-test"),
    path("me/events/", resource(get=own_events.list_own_events), name="api-my-events"),
    path("me/reach/", resource(get=reach.my_reach, put=reach.choose_reach), name="api-reach"),
    path("me/reach/devices/", resource(post=reach.add_device), name="api-devices"),
    path(
        "me/reach/devices/<uuid:device>/",
        resource(patch=reach.change_device, delete=reach.stop_device),
        name="api-device",
    ),
    path(
        "me/reach/hook/",
        resource(put=reach.put_own_hook, delete=reach.remove_own_hook),
        name="api-own-hook",
    ),
    path("me/reach/test/", resource(post=reach.try_reach), name="api-reach-test"),
    path("me/reach/offer/", resource(delete=reach.close_offer), name="api-reach-offer"),
]
