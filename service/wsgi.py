"""The application object for WSGI servers: `gunicorn service.wsgi:app`."""

from service import create_app

app = create_app()
