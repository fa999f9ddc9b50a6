"""Step 3: whole models against their goldens, the same bits in every run, in one partition."""

from __future__ import annotations

from typing import Any

from ..clock import Deadline
from ..context import Context

_RUNS = 20
_MODEL_LIMIT_S = 60.0


def run(context: Context, deadline: Deadline) -> dict[str, Any]:
    """Runs the models, each in a process of its own, as far as the time goes."""
    models = context.data.models
    if not models:
        context.note("there are no models: a kit of tools/bringup/pack.sh has them")
    documents = []
    for number, model in enumerate(models):
        if deadline.left() < 1.0:
            context.note(f"models: no time was left for {len(models) - number} of {len(models)}")
            break
        # A model may take more than its share where few are left, and must leave something to the others.
        limit = deadline.share(max(0.34, 1 / (len(models) - number)), _MODEL_LIMIT_S)
        documents.append(_run_model(context, model, limit))
    right = sum(not document["wrong"] for document in documents)
    context.results.say(f"  {right} of {len(documents)} models are right")
    return {"models": documents}


def _run_model(context: Context, model: dict[str, Any], limit: Deadline) -> dict[str, Any]:
    parameters = {"folder": str(context.data.folder_of(model["name"])), "options": context.options(), "runs": _RUNS}
    ended = context.check("model", {**parameters, "model": model}, limit)
    found = ended.json()
    if not isinstance(found, dict) or ended.status != 0:
        found = {"wrong": [ended.failure or "printed no result"]}
    for sentence in found["wrong"]:
        context.problem("models", f"{model['name']}: {sentence}")
    return {"name": model["name"], "seconds": round(ended.seconds, 2), **found}
