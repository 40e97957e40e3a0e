# SPDX-License-Identifier: Apache-2.0
"""A receiver on Python's own web server: `SECRET=whsec_... PORT=8000 python example.py`."""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from fulfilment_webhooks import VerificationError, read_event

SECRET = os.environ["SECRET"]
seen = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            event = read_event(self.headers, body, SECRET)
        except VerificationError as refused:
            self.answer(400, str(refused))
            return
        # In earnest this is a unique key in your database, stored together with what the event makes you do.
        if event["id"] not in seen:
            seen.add(event["id"])
            print(event["type"], event["id"], flush=True)
        self.answer(200, "thanks")

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
