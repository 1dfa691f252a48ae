"""Live streams of server-sent events: views, ASGI application, and the hub that writes."""
