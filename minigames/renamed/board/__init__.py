"""What a seat's page shows of a match: pure functions of its view, or of an event that it heard."""
