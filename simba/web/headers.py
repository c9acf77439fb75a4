"""Security headers of every response: nothing from other sites, no inline code, no frames, no sniffing."""

from __future__ import annotations

from flask import Flask, Response, request

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), browsing-topics=()",
}


PICTURES = POLICY.replace(
    "img-src 'self'", "img-src 'self' https://commons.wikimedia.org https://upload.wikimedia.org"
)
"""The policy of a page that shows pictures: Commons sends on to where its files are."""


def install(app: Flask, *, pictures: bool = False) -> None:
    """Put the headers on every response of the application; with ``pictures``, the page's lets Commons show them."""

    @app.after_request
    def secure(response: Response) -> Response:
        shown = pictures and request.endpoint == "pages.index"
        response.headers.setdefault("Content-Security-Policy", PICTURES if shown else POLICY)
        response.headers.extend(HEADERS)  # nobody else says these
        return response
