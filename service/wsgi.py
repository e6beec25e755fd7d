"""The application object for gunicorn: `gunicorn service.wsgi:app`."""

import gc

from gunicorn.http.errors import ParseException

from service import create_app
from service.http.problems import handle_unreadable_body

app = create_app()
app.register_error_handler(ParseException, handle_unreadable_body)  # gunicorn parses a chunked body only when it is read.
gc.freeze()  # Garbage collections that a large body triggers do not look at the rules and the application, which stay.
