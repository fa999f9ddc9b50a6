"""Step 3: checks that whole models give their reference outputs, the same bits in every run, in one partition."""

from __future__ import annotations

from typing import Any

from ..clock import Deadline
from ..context import Context

_RUNS = 20
_MODEL_LIMIT_S = 60.0


def run(context: Context, deadline: Deadline) -> dict[str, Any]:
    """Runs the models, each in a process of its own, as far as the time goes. litevk's own example comes first."""
    example = _self_test(context, deadline.share(0.5, _MODEL_LIMIT_S))
    models = context.data.models
    documents: list[dict[str, Any]] = []
    for number, model in enumerate(models):
        if deadline.left() < 1.0:
            context.note(f"models: no time was left for {len(models) - number} of {len(models)}")
            break
        # A share of at least a third lets a model take long, and leaves time to the others.
        limit = deadline.share(max(0.34, 1 / (len(models) - number)), _MODEL_LIMIT_S)
        documents.append(_run_model(context, model, limit))
    right = sum(document["right"] for document in documents)
    context.results.say(f"  {right} of {len(documents)} models are right")
    return {"example": example, "models": documents}


def _self_test(context: Context, limit: Deadline) -> dict[str, Any]:
    """Runs the model that comes with litevk, which needs no kit, on the device and on the CPU."""
    options = [f"{key}={value}" for key, value in context.options().items()]
    ended = context.package_command(["selftest", *options], limit)
    if ended.status == 0:
        context.results.say("  litevk's example model is right")
    elif ended.status == 1:
        context.problem("models", f"litevk's example model: {ended.output.strip().splitlines()[-1]}")
    else:
        context.no_result("models", "litevk's example model", ended, "was not run")
    return {"right": ended.status == 0, "seconds": round(ended.seconds, 2)}


def _run_model(context: Context, model: dict[str, Any], limit: Deadline) -> dict[str, Any]:
    parameters = {"folder": str(context.data.folder_of(model["name"])), "options": context.options(), "runs": _RUNS}
    ended = context.check("model", {**parameters, "model": model}, limit)
    found = ended.json()
    has_result = isinstance(found, dict) and ended.status == 0
    if not has_result:
        context.no_result("models", f"{model['name']}:", ended, "printed no result")
        found = {"wrong": [ended.failure or "printed no result"]}
    else:
        for sentence in found["wrong"]:
            context.problem("models", f"{model['name']}: {sentence}")
    return {"name": model["name"], "seconds": round(ended.seconds, 2), "right": not found["wrong"], **found}
