"""Members of a club: invites, roles, team owners and deputies."""
