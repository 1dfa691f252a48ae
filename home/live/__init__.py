"""Live streams of people: the view, the ASGI application, and the hub that writes."""
