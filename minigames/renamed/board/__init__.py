"""Parts of a seat's page, as pure functions of its view or of an event it received."""
