"""QR codes of links, for people who join with a phone."""

from __future__ import annotations

from flask import Blueprint, Response

from service.http.requests import read_body, require_acceptable
from service.referee.qr_codes import draw_qr_code
from service.referee.schemas import QrCodeRequest

routes = Blueprint("qr_codes", __name__)

SVG = "image/svg+xml"
POLICY = "default-src 'none'; frame-ancestors 'none'"
QR_CODE = QrCodeRequest()


@routes.post("/v1/qr-codes")
def draw() -> Response:
    """The QR code of a text."""
    require_acceptable(SVG)
    response = Response(draw_qr_code(read_body(QR_CODE)["text"]), content_type=SVG)
    response.headers["Content-Security-Policy"] = POLICY
    return response
