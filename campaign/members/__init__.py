"""Members of a club: invites, roles, owners of teams and deputies."""
