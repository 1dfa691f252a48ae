"""URLs of notifications."""

from django.urls import path
from django.views.generic import RedirectView

from .views import reach

urlpatterns = [
    path("me/reach/", reach.reach, name="reach"),
    path("me/reach/offer/close/", reach.close_offer, name="reach-offer-close"),
    path("me/mail/", RedirectView.as_view(pattern_name="reach"), name="mail"),
    path("mail/stop/<str:token>/", reach.stop, name="mail-stop"),
]
