"""The whole run: the steps one after the other within the time, then the page that sums up."""

from __future__ import annotations

import pathlib
import signal
import tempfile
import traceback
from typing import Any, NoReturn, Sequence

from . import child, data, summary
from .clock import Deadline
from .context import Context
from ..peers import packages
from .privacy import Scrubber
from .results import Results
from .settings import Settings, parse
from .steps import STEPS

_RIGHT = 0
_WRONG = 1
_NO_DEVICE = 3
_INCOMPLETE = 4
_NO_DATA = (
    "there are no operator cases and no models here, which most steps need: only litevk's example model and the device's "
    "speed can be looked at. In a checkout tools/bringup/pack.sh makes a kit with all of them, and its bringup.sh runs it"
)
# Variables that name a driver's cache of compiled shaders. The run sets them to a folder of its own, so that the cache
# begins empty and leaves nothing behind.
_CACHES = ("MESA_SHADER_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH", "XDG_CACHE_HOME")


class _Stopped(BaseException):
    """The user has asked the run to end. The findings until then are written all the same."""


def _stop(number: int, frame: Any) -> NoReturn:
    raise _Stopped


def main(arguments: Sequence[str]) -> int:
    """Runs the bring-up. Returns the exit status, which docs/BRINGUP.md explains."""
    settings = parse(arguments, [name for name in STEPS if name != "devices"])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    with tempfile.TemporaryDirectory(prefix="litevk-bringup-") as work:
        context = _context(settings, pathlib.Path(work))
        try:
            _run_steps(context, Deadline(settings.minutes * 60))
        except _Stopped:
            context.note("the run was stopped before its end")
        _finish(context)
        return _status(context)


def _status(context: Context) -> int:
    if context.device is None:
        return _NO_DEVICE
    if context.problems:
        return _WRONG
    return _RIGHT if context.has_data else _INCOMPLETE


def _context(settings: Settings, work: pathlib.Path) -> Context:
    package = child.PACKAGE_PARENT
    folders = [work, package, settings.out, pathlib.Path.cwd(), *filter(None, [settings.kit])]
    results = Results(settings.out, Scrubber(folders))
    environment = child.base_environment()
    caches = work / "cache" / "common"
    caches.mkdir(parents=True)
    environment.update({name: str(caches) for name in _CACHES})
    if settings.allow_cpu_device:
        environment["LITEVK_ALLOW_CPU_DEVICE"] = "1"
    if settings.kit is not None and (settings.kit / "peers").is_dir():
        environment[packages.VARIABLE] = str((settings.kit / "peers").resolve())
    context = Context(settings, work, results, data.Data(work, {}), environment)
    _unpack(context)
    return context


def _unpack(context: Context) -> None:
    """Unpacks the data. A damaged archive is reported, and the steps that need its data find none."""
    try:
        context.data = data.unpack(data.find_archive(context.settings.kit), context.work)
        if not context.has_data:
            context.note(_NO_DATA)
    except Exception as error:
        context.problem("data", f"the archive of cases and models cannot be unpacked: {type(error).__name__}: {error}")


def _run_steps(context: Context, deadline: Deadline) -> None:
    chosen = [name for name in STEPS if name == "devices" or name in context.settings.steps]
    for name in chosen:
        function, share = STEPS[name]
        limit = deadline.share(share if name != chosen[-1] else 1.0)
        context.results.say(f"{name}: {limit.left():.0f} s at most")
        try:
            context.documents[name] = function(context, limit)
        except Exception:
            # An error in the step's own code is reported as a problem, and the next step begins.
            context.results.log(traceback.format_exc())
            last = traceback.format_exc().strip().splitlines()[-1]
            context.problem(name, f"the step ended early: {last}")
        _write(context, name)
        if context.device is None:
            return


def _write(context: Context, name: str) -> None:
    context.results.write_json(f"{name}.json", context.documents.get(name, {}))
    if "rates" in context.documents:
        context.results.write_json("rates.json", context.documents["rates"])
    context.results.write_summary(summary.page(context))


def _finish(context: Context) -> None:
    context.results.write_summary(summary.page(context))
    count = "1 thing is" if len(context.problems) == 1 else f"{len(context.problems)} things are"
    incomplete = "" if context.problems or context.has_data else " of the little that ran, without cases and models"
    context.results.say(f"{count} wrong{incomplete}; what was found is in {context.settings.out}:")
    for name, size in context.results.files():
        context.results.say(f"  {name:16} {size:>10} bytes")
    context.results.say("No file names you or this machine: read them, then attach the folder to an issue of litevk.")
