"""Live streams of tables: who can read one, the ASGI application, and the hub that writes."""
