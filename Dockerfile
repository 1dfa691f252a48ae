# --- build: the environment and the collected static files ---
FROM python:3.11-slim-trixie AS build
WORKDIR /app
COPY requirements/ requirements/
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir -r requirements/bootstrap.txt \
    && /opt/venv/bin/uv pip install --python /opt/venv/bin/python --no-cache --require-hashes --compile-bytecode -r requirements/runtime.txt
COPY . .
RUN EMBEDDED=1 STATIC_COLLECTED=1 VAR_DIR=/tmp/var /opt/venv/bin/python manage.py collectstatic --noinput --verbosity 0 \
    && /opt/venv/bin/python -m compileall -q config home monitoring espionage ambush autoduel minigames campaign play core lab engine

# --- run: nothing but what runs, owned by root, run by nobody in particular ---
FROM python:3.11-slim-trixie
# pg_dump and pg_restore for backups, of the version of docker-compose.yml's server
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin deaddrop
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 EMBEDDED=0 VAR_DIR=/tmp/deaddrop
USER deaddrop
EXPOSE 8000 8001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["python", "-m", "config.healthcheck", "http://127.0.0.1:8000/readyz"]
CMD ["python", "-m", "config.web"]
