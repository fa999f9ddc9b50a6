"""Headless Chromium, driven through its DevTools protocol over a pair of pipes."""
import base64
import contextlib
import fcntl
import functools
import http.server
import json
import os
import select
import subprocess
import threading
import time


class Browser:
    """One page in a browser process of its own, which can reach only this machine."""

    def __init__(self, program, profile):
        assert program.is_file(), f"{program} is missing: tools/test/setup_env.sh"
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        command = [program, "--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--use-angle=swiftshader",
                   "--enable-unsafe-swiftshader", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
                   "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
                   f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"]
        def connect():
            """The protocol's pipes are file descriptors 3 and 4 of the browser; either may be in use here."""
            for wanted, end in zip((3, 4), [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]):
                os.dup2(end, wanted)

        self._process = subprocess.Popen(command, preexec_fn=connect, pass_fds=(3, 4), stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._rest, self._number, self.messages = b"", 0, []
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = None
        self._session = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._call(f"{domain}.enable")

    def close(self):
        with contextlib.suppress(OSError):
            self._send("Browser.close", {}, None)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)

    def _send(self, method, parameters, session):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        return self._number

    def _receive(self, deadline):
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], max(0, deadline - time.monotonic()))
            assert ready, "the browser does not answer"
            data = os.read(self._in, 1 << 20)
            assert data, "the browser has ended"
            self._rest += data
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def _call(self, method, parameters=None, timeout=120):
        number = self._send(method, parameters or {}, getattr(self, "_session", None))
        deadline = time.monotonic() + timeout
        while True:
            message = self._receive(deadline)
            if message.get("id") == number:
                assert "error" not in message, message["error"]
                return message["result"]
            self._note(message)

    def _note(self, message):
        """Keeps the messages that a console shows: errors, warnings, exceptions, missing resources."""
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.messages.append(("error", json.dumps(parameters["exceptionDetails"])))
        elif method == "Runtime.consoleAPICalled":
            self.messages.append((parameters["type"], " ".join(str(a.get("value", "")) for a in parameters["args"])))
        elif method == "Log.entryAdded":
            self.messages.append((parameters["entry"]["level"], parameters["entry"]["text"]))

    def errors(self):
        self.run("0")  # returns after all earlier messages have arrived
        return [text for kind, text in self.messages if kind in ("error", "warning", "assert")]

    def emulate(self, width, height, scheme="light", scale=1):
        self._call("Emulation.setDeviceMetricsOverride",
                   {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})
        self._call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, url):
        self._call("Page.navigate", {"url": url})
        self.wait_for("document.readyState === 'complete'")

    def run(self, script):
        """The value of an expression, which may be a promise."""
        result = self._call("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True})
        assert "exceptionDetails" not in result, json.dumps(result["exceptionDetails"])[:2000]
        return result["result"].get("value")

    def wait_for(self, condition, timeout=60):
        deadline = time.monotonic() + timeout
        while not self.run(f"Boolean({condition})"):
            assert time.monotonic() < deadline, f"never came true: {condition}; the console: {self.messages[-5:]}"
            time.sleep(0.1)

    def settle(self, quiet_s=1.5):
        """Waits until the view has not changed for `quiet_s`, half a minute at most."""
        last, since, end = None, time.monotonic(), time.monotonic() + 30
        while time.monotonic() < end:
            now = self._call("Page.captureScreenshot", {"format": "png"})["data"]
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > quiet_s:
                return
            time.sleep(0.2)

    def zoom(self, x, y, distances):
        """Turns the mouse wheel at (x, y) with the control key held."""
        control = 2
        self._call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
        for distance in distances:
            self._call("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0,
                                                    "deltaY": -distance, "modifiers": control})
            self.settle(0.5)

    def screenshot(self, path, clip=None, scale=1):
        """Writes a picture of the view, or of (x, y, width, height) of the page. A `scale` below 1 makes it smaller."""
        parameters = {"format": "png", "captureBeyondViewport": clip is not None}
        if clip:
            parameters["clip"] = dict(zip(("x", "y", "width", "height"), clip), scale=scale)
        path.write_bytes(base64.b64decode(self._call("Page.captureScreenshot", parameters)["data"]))


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *arguments, answers, **more):
        self._answers = answers
        super().__init__(*arguments, **more)

    def do_GET(self):
        answer = self._answers.get(self.path.partition("?")[0])
        if answer is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serve(folder, answers):
    """Serves the folder at an address of this machine; `answers` replaces some paths: {"/trace": b"..."}."""
    handler = functools.partial(_Handler, directory=str(folder), answers=answers)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
