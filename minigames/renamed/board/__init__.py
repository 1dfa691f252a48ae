"""Parts of a seat's page, as pure functions of the seat's view or of an event it has received."""
