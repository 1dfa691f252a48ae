"""Live streams of server-sent events, with views, an ASGI application, and the hub that writes to
the streams.
"""
