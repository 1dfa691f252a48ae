"""URLs of owners, deputies and sign-in links."""

from django.urls import path

from .views import deputies, login_link, sharing

team_urlpatterns = [
    path("owners/", sharing.owners, name="team-owners"),
    path("owners/links/<uuid:invite>/", sharing.link, name="team-link"),
    path("owners/links/<uuid:invite>/revoke/", sharing.revoke, name="team-link-revoke"),
    path("owners/asks/<uuid:pk>/yes/", sharing.say_yes, name="team-ask-yes"),
    path("owners/asks/<uuid:pk>/no/", sharing.say_no, name="team-ask-no"),
    path("deputy/", deputies.deputy, name="team-deputy"),
    path("deputy/<uuid:pk>/end/", deputies.end, name="team-deputy-end"),
]

urlpatterns = [path("log-in/<str:token>/", login_link.login_link, name="login-link")]
