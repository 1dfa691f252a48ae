"""The demo club: four teams, three weeks played and one open, by the players' services."""
