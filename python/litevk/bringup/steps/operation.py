"""Step 5: validation, long use, many threads, a full device, and an inference that grows long."""

from __future__ import annotations

from typing import Any, Optional

from ..child import Ended
from ..clock import Deadline
from ..context import Context, Part

_LONGEST_S = 5.0
_VALIDATION = "litevk-validation: "
# The name of the layer in litevk's warning that it is not installed: runtime/vk/instance/validation.cc.
_NO_LAYER = "VK_LAYER_KHRONOS_validation"


def run(context: Context, deadline: Deadline) -> dict[str, Any]:
    """Runs the checks in order of importance, each with a share of the time that is left."""
    checks: list[Part] = [
        ("validation", 0.15, _validation),
        ("invokes", 0.25, lambda c, d: _soak(c, d, "invokes", "soak", count=2000)),
        ("cycles", 0.25, lambda c, d: _soak(c, d, "cycles", "soak", count=50)),
        ("resizes", 0.25, lambda c, d: _soak(c, d, "resizes", "resize", count=40)),
        ("threads", 0.35, lambda c, d: _soak(c, d, "threads", "soak", count=50, threads=8)),
        ("memory", 0.40, _memory),
        ("growth", 1.00, _growth),
    ]
    return context.run_parts("operation", checks, deadline, 0.5)


def _soak(context: Context, limit: Deadline, check: str, role: str, **parameters: Any) -> Optional[dict[str, Any]]:
    """Runs one function of checks.soak or checks.growth on the first model for the role."""
    models = context.data.models_for(role)
    if not models:
        return None  # the run has said that there are no models
    given = {"folder": str(context.data.folder_of(models[0])), "options": context.options(), **parameters}
    found = _judged(context, check, context.check(check, given, limit))
    if found.get("done", 0) < found.get("asked", 0):
        context.note(f"operation: {check} did {found['done']} of {found['asked']} in its time")
    return {"model": models[0], **found}


def _growth(context: Context, limit: Deadline) -> Optional[dict[str, Any]]:
    assert context.device is not None
    most = context.device["limits"]["max_storage_buffer_range_bytes"]
    found = _soak(context, limit, "growth", "growth", until_s=_LONGEST_S, most_bytes=most)
    if found is not None and not found["wrong"] and found.get("longest_s", _LONGEST_S) < _LONGEST_S:
        context.note(f"operation: the longest inference took {found['longest_s']:.2f} s; {_LONGEST_S:.0f} were meant")
    return found


def _judged(context: Context, check: str, ended: Ended) -> dict[str, Any]:
    found = ended.json()
    if not isinstance(found, dict) or ended.status != 0:
        context.no_result("operation", f"{check}:", ended, "printed no result")
        return {"wrong": [], "no_result": ended.failure or "printed no result"}
    for sentence in found["wrong"]:
        context.problem("operation", f"{check}: {sentence}")
    context.results.say(f"  {check}: {'wrong' if found['wrong'] else 'right'}, {ended.seconds:.1f} s")
    return found


def _validation(context: Context, limit: Deadline) -> Optional[dict[str, Any]]:
    """Runs models once each with the Khronos validation layer, if it is installed."""
    messages: list[str] = []
    ran = []
    for model in context.data.models[:6]:
        if limit.left() < 1.0:
            break
        given = {"folder": str(context.data.folder_of(model["name"])), "options": context.options(), "runs": 1}
        ended = context.check("model", {**given, "model": model}, limit, {"LITEVK_VALIDATION": "1"})
        if _NO_LAYER in ended.errors and _VALIDATION not in ended.errors:
            context.note("operation: the Khronos validation layer is not installed")
            return {"installed": False}
        messages += [line for line in ended.errors.splitlines() if line.startswith(_VALIDATION)]
        ran.append(model["name"])
        if ended.status != 0:
            context.no_result("operation", f"validation: {model['name']}", ended, "printed no result")
    for message in list(dict.fromkeys(messages))[:5]:
        context.problem("operation", f"validation: {message[:400]}")
    return {"installed": True, "models": ran, "messages": messages[:100]}


def _memory(context: Context, limit: Deadline) -> Optional[dict[str, Any]]:
    """Occupies nearly all of the device's memory and runs a model beside that."""
    rows = {model["name"]: model for model in context.data.models}
    models = context.data.models_for("soak")
    if not models or context.device is None:
        return None  # the run has said that there are no models
    flags = ["--device", str(context.device["index"])]
    if context.settings.allow_cpu_device:
        flags.append("--allow-cpu-device")
    given = {
        "folder": str(context.data.folder_of(models[0])),
        "options": context.options(strict=0),
        "bounds": rows[models[0]]["bounds"],
        "left_mib": [256, 16, 0],
        "device_flags": flags,
    }
    return {"model": models[0], **_judged(context, "memory", context.check("memory", given, limit))}
