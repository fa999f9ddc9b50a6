// Diagnostics of failures that the dims of a model's inputs may cause.
#pragma once

#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/model/model.h"

namespace litevk {

// Returns the failure, extended by the inputs that were resized, or have open dims that were not set.
Status WithInputDims(Status status, const Model& model, Subgraph& subgraph);

// Returns the failure, extended by the inputs with open dims that were not set.
Status WithOpenInputs(Status status, const Model& model, Subgraph& subgraph);

}  // namespace litevk
